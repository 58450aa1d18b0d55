// Trees of point<double>: worlds that wrap.
// SPDX-License-Identifier: MIT
#include "shapes/wrap.hpp"

namespace quadrille::detail {
template const wrapping<point<double>>& wrapping_for<point<double>>() noexcept;
template const every_wrapping& one_wrapping<point<double>>() noexcept;
} // namespace quadrille::detail
