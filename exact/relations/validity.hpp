// Finds polygons that do not conform to the standards.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_EXACT_RELATIONS_VALIDITY_HPP
#define QUADRILLE_EXACT_RELATIONS_VALIDITY_HPP

#include "files/rows/geometry.hpp"

namespace quadrille::exact {

/// Returns whether each ring ends where it begins, and neither crosses nor touches itself. The relations between rings,
/// and their directions, are not tested.
bool has_simple_rings(const files::geometry_view& drawn);

} // namespace quadrille::exact

#endif
