// Trees of box<float>: worlds that wrap.
// SPDX-License-Identifier: MIT
#include "shapes/wrap.hpp"

namespace quadrille::detail {
template const wrapping<box<float>>& wrapping_for<box<float>>() noexcept;
}
