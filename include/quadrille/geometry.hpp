// The exact geometry, defined in one place: touching, distances, and where a ray hits a shape.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_GEOMETRY_HPP
#define QUADRILLE_GEOMETRY_HPP

#include <quadrille/fractions.hpp>
#include <quadrille/outlines.hpp>
#include <quadrille/touching.hpp>

#endif
