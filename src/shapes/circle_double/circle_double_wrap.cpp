// Trees of circle<double>: worlds that wrap.
// SPDX-License-Identifier: MIT
#include "shapes/wrap.hpp"

namespace quadrille::detail {
template const wrapping<circle<double>>& wrapping_for<circle<double>>() noexcept;
}
