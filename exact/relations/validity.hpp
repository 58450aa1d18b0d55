// Which polygons are not as the standards of polygons want them.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_EXACT_RELATIONS_VALIDITY_HPP
#define QUADRILLE_EXACT_RELATIONS_VALIDITY_HPP

#include "files/rows/geometry.hpp"

namespace quadrille::exact {

/// Whether each ring ends where it begins, and neither crosses nor touches itself. How rings lie to each other is not looked at, nor
/// which way they turn.
bool has_simple_rings(const files::geometry_view& drawn);

} // namespace quadrille::exact

#endif
