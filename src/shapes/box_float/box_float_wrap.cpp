// Trees of box<float>: worlds that wrap.
// SPDX-License-Identifier: MIT
#include "shapes/wrap.hpp"

namespace quadrille::detail {
template const wrapping<box<float>>& wrapping_for<box<float>>() noexcept;
template const every_wrapping& one_wrapping<box<float>>() noexcept;
} // namespace quadrille::detail
