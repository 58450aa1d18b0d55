// Save and load: what a unit of src/shapes/ of its own compiles for its one shape.
// SPDX-License-Identifier: MIT
#include "keep/load.ipp"
#include "keep/save.ipp"
