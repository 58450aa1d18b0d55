// Save and load: what a unit of src/shapes/ of its own compiles for its one shape.
// SPDX-License-Identifier: MIT
#include "load.ipp"
#include "save.ipp"
