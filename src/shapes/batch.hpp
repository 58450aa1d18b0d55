// Several questions at a time, and their plain kernels: what a unit of src/shapes/ of its own compiles for its one shape.
// SPDX-License-Identifier: MIT
#include "walk/batch.ipp"

#include "kernels/batch_pick.ipp"
#include "kernels/batch_plain.ipp"
