// Trees of circle<double>: worlds that wrap.
// SPDX-License-Identifier: MIT
#include "shapes/wrap.hpp"

namespace quadrille::detail {
template const wrapping<circle<double>>& wrapping_for<circle<double>>() noexcept;
template const every_wrapping& one_wrapping<circle<double>>() noexcept;
} // namespace quadrille::detail
