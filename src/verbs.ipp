// All verbs that change or ask, and the plain kernels: what a unit of src/shapes/ compiles for its one shape.
// SPDX-License-Identifier: MIT
#include "assign.ipp"
#include "build.ipp"
#include "cast.ipp"
#include "copy.ipp"
#include "core.ipp"
#include "erase.ipp"
#include "insert.ipp"
#include "layers.ipp"
#include "move.ipp"
#include "nearest.ipp"
#include "pairs.ipp"
#include "query.ipp"
#include "settle.ipp"
#include "sync.ipp"

#include "kernels/pick.ipp"
#include "kernels/plain.ipp"
