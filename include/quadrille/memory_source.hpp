// The source of a tree's memory.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_MEMORY_SOURCE_HPP
#define QUADRILLE_MEMORY_SOURCE_HPP

#include <cstddef>

namespace quadrille {

/// Two functions of the user, and a context that both receive: `options::memory` allocates with them, for example from
/// an arena. Without a function `allocate` (the default), memory comes from
/// `operator new(bytes, alignment, std::nothrow)`, and `release` is not called. pmr.hpp makes one of a
/// `std::pmr::memory_resource`.
///
/// - `allocate(context, bytes, alignment)` returns memory for at least one byte, aligned to `alignment`, a power of two
///   of at least `alignof(void*)`; `bytes` need not be a multiple of it. Null means that memory has run out: the call
///   ends as if `operator new` had failed, rejected with `error::no_memory` or by `std::bad_alloc`, unless it can
///   continue without this memory.
/// - `release(context, where, bytes, alignment)` is called once for each allocation that is no longer needed, with its
///   size and alignment, at the latest by the destructor. Without this function, nothing is freed.
/// - Neither may throw, nor use the tree.
/// - A tree calls them in its verbs and in its destructor: also in queries of a const tree that allocate
///   (`closest_pairs`, and `pairs_of` without a workspace), on the thread of the query, and in verbs over a runner, on
///   several threads at once. So a tree that several threads query or change needs a source that they may use at once;
///   two trees of one source on several threads also need it.
/// - The context must outlive everything that takes memory from it. When a tree is moved or swapped, the source goes
///   with the memory; the moved-from tree keeps it, too. A `clone` has the same source; `copy_from` and `load` leave
///   each tree its own. A verb that reads the source at its beginning, such as `load`, takes all memory from this
///   source.
struct memory_source {
    void* (*allocate)(void* context, std::size_t bytes, std::size_t alignment) = nullptr;
    void (*release)(void* context, void* where, std::size_t bytes, std::size_t alignment) = nullptr;
    void* context = nullptr;

    friend bool operator==(const memory_source&, const memory_source&) = default;
};

} // namespace quadrille

#endif
