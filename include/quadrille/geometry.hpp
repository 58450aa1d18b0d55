// The exact geometry, defined in one place: intersecting, distances, and where a ray hits a shape.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_GEOMETRY_HPP
#define QUADRILLE_GEOMETRY_HPP

#include <quadrille/fractions.hpp>
#include <quadrille/intersecting.hpp>
#include <quadrille/outlines.hpp>

#endif
