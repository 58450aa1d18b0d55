// Trees of point<float>: worlds that wrap.
// SPDX-License-Identifier: MIT
#include "shapes/wrap.hpp"

namespace quadrille::detail {
template const wrapping<point<float>>& wrapping_for<point<float>>() noexcept;
template const every_wrapping& one_wrapping<point<float>>() noexcept;
} // namespace quadrille::detail
