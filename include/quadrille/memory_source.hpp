// Where the memory of a tree comes from.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_MEMORY_SOURCE_HPP
#define QUADRILLE_MEMORY_SOURCE_HPP

#include <cstddef>

namespace quadrille {

/// Two functions of the user's and a context that both are given: what `options::memory` allocates with, for example from an arena.
/// Without a function `allocate` (the default), memory comes from `operator new(bytes, alignment, std::nothrow)`, and `release` is not
/// called. pmr.hpp makes one of a `std::pmr::memory_resource`.
///
/// - `allocate(context, bytes, alignment)` returns memory for at least one byte, aligned to `alignment`, a power of two of at least
///   `alignof(void*)`; `bytes` need not be a multiple of it. Null means that memory has run out: the call ends as if `operator new`
///   had failed, rejected with `error::no_memory` or by `std::bad_alloc`, unless it can do without.
/// - `release(context, where, bytes, alignment)` is called once for each allocation that is no longer needed, with its size and
///   alignment, at the latest by the destructor. Without this function, nothing is given back.
/// - Neither may throw, nor use the tree.
/// - A tree calls them in its verbs and in its destructor: also in questions of a const tree that allocate (`closest_pairs`, and
///   `pairs_of` without a workspace), on the thread that asks, and in verbs over a runner, on several threads at once. So a tree
///   that several threads ask, or work on, needs a source that they may use at once; so do two trees of one source.
/// - The context must outlive all that takes memory from it. The source goes with the memory where a tree is moved or swapped; a tree
///   that was moved from has it, too. A `clone` takes it over; `copy_from` and `load` leave each tree its own. A verb that reads the
///   source when it begins, as `load`, takes all from this one.
struct memory_source {
    void* (*allocate)(void* context, std::size_t bytes, std::size_t alignment) = nullptr;
    void (*release)(void* context, void* where, std::size_t bytes, std::size_t alignment) = nullptr;
    void* context = nullptr;

    friend bool operator==(const memory_source&, const memory_source&) = default;
};

} // namespace quadrille

#endif
