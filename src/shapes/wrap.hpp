// Worlds that wrap: what a unit of src/shapes/ of its own compiles for its one shape.
// SPDX-License-Identifier: MIT
#include "wrap/area.ipp"
#include "wrap/cast.ipp"
#include "wrap/items.ipp"
#include "wrap/nearest.ipp"
#include "wrap/pairs.ipp"

#include "wrap/functions.ipp"
