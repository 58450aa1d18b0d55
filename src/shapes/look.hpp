// All observers: what a second unit of src/shapes/ compiles for its one shape.
// SPDX-License-Identifier: MIT
#include "look/cells.ipp"
#include "look/stats.ipp"
#include "look/validate.ipp"
