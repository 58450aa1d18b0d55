// All verbs that change or ask, and the plain kernels: what a unit of src/shapes/ compiles for its one shape.
// SPDX-License-Identifier: MIT
#include "change/assign.ipp"
#include "change/erase.ipp"
#include "change/insert.ipp"
#include "change/layers.ipp"
#include "change/move.ipp"
#include "change/sync.ipp"
#include "engine/lifetime.ipp"
#include "keep/copy.ipp"
#include "pairs/pairs.ipp"
#include "rebuild/build.ipp"
#include "rebuild/settle.ipp"
#include "walk/cast.ipp"
#include "walk/nearest.ipp"
#include "walk/query.ipp"

#include "kernels/pick.ipp"
#include "kernels/plain.ipp"
