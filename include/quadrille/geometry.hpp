// The one place that says what touching is, how far apart two shapes are, and where a ray meets one.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_GEOMETRY_HPP
#define QUADRILLE_GEOMETRY_HPP

#include <quadrille/fractions.hpp>
#include <quadrille/outlines.hpp>
#include <quadrille/touching.hpp>

#endif
