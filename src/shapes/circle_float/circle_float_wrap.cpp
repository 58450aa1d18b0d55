// Trees of circle<float>: worlds that wrap.
// SPDX-License-Identifier: MIT
#include "shapes/wrap.hpp"

namespace quadrille::detail {
template const wrapping<circle<float>>& wrapping_for<circle<float>>() noexcept;
template const every_wrapping& one_wrapping<circle<float>>() noexcept;
} // namespace quadrille::detail
