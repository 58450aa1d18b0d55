// Checkpoints of a world over ranks: a folder of saved trees, of which the last whole one is loaded, on any number of ranks.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_RANK_CHECKPOINT_HPP
#define QUADRILLE_RANK_CHECKPOINT_HPP

#include <quadrille/load.hpp>
#include <quadrille/ranks.hpp>
#include <quadrille/save.hpp>

#include <string>

namespace quadrille::ranks {

/// Saves a world to a folder that all ranks see, and that there is; collective. Each rank writes a file of its own, `7-3.quadrille` for rank 3 of
/// checkpoint 7; when all are on the disk, the file `checkpoint` is replaced, which names them with their lengths and checksums, and those
/// of the checkpoint before are removed. A file of that name with other bytes is not replaced. So the folder has a whole checkpoint at any time, also if a rank or a machine ends meanwhile. O(n).
template <class Value, class Shape>
report save(world<Value, Shape>& of, const std::string& folder);

/// Replaces a world by the one of a folder, on however many ranks it was saved: the same things, with their ids, values and layers;
/// collective. All or nothing: if a file is missing, changed or damaged, the world stays as it was, and the report's text says which
/// one. Shape, period and origin must be those of the world that was saved, and so must the value; if it is saved as its bytes, its
/// length is compared. O(n log n).
template <class Value, class Shape>
report load(world<Value, Shape>& into, const std::string& folder);

} // namespace quadrille::ranks

#include <quadrille/detail/ranks/checkpoint.ipp>

#endif
