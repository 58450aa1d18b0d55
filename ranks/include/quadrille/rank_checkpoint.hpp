// Checkpoints of a world over ranks: folders of saved trees; any number of ranks loads the last complete one.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_RANK_CHECKPOINT_HPP
#define QUADRILLE_RANK_CHECKPOINT_HPP

#include <quadrille/load.hpp>
#include <quadrille/ranks.hpp>
#include <quadrille/save.hpp>

#include <string>

namespace quadrille::ranks {

/// Saves a world to an existing folder that all ranks can access; collective. Each rank writes a file of its own,
/// `7-3.quadrille` for rank 3 of checkpoint 7. When all are on the disk, the file `checkpoint` is replaced, which names
/// them with their lengths and checksums, and the files of the checkpoint before are removed. A file named `checkpoint`
/// with other content is not replaced. So the folder has a complete checkpoint at any time, even if a rank or a machine
/// fails. O(n).
template <class Value, class Shape>
report save(world<Value, Shape>& of, const std::string& folder);

/// Replaces a world by the one in a folder, which any number of ranks may have saved: the same things, with their ids,
/// values and layers; collective. All or nothing: if a file is missing, changed or damaged, the world is unchanged, and
/// the text of the report names the file. Shape, period and origin must be those of the saved world, and so must the
/// type of the value; if it is saved as its bytes, its size is compared. O(n log n).
template <class Value, class Shape>
report load(world<Value, Shape>& into, const std::string& folder);

} // namespace quadrille::ranks

#include <quadrille/detail/ranks/checkpoint.ipp>

#endif
