// Where the memory of a tree comes from.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_MEMORY_SOURCE_HPP
#define QUADRILLE_MEMORY_SOURCE_HPP

#include <cstddef>

namespace quadrille {

/// Two functions of the user's and a context that both are given: what `options::memory` allocates with, for example from an arena.
/// Without a function `allocate` (the default), memory comes from `operator new`. pmr.hpp makes one of a
/// `std::pmr::memory_resource`.
///
/// - `allocate(context, bytes, alignment)` returns memory for at least one byte, aligned to `alignment`, a power of two of at least
///   `alignof(void*)`. Null means that memory has run out: the call that needed it is rejected with `error::no_memory`, or throws
///   `std::bad_alloc` where it would throw with `operator new`.
/// - `release(context, where, bytes, alignment)` is called once for each allocation that is no longer needed, with its size and
///   alignment, at the latest by the destructor. Without this function, nothing is given back.
/// - Neither may throw, nor use the tree. A tree calls them in verbs that change it and in its destructor, never two at a time, but
///   verbs over a runner call them on several threads at once, and questions with a workspace on the thread that asks.
/// - The context must outlive all that takes memory from it. It goes with the memory where a tree is moved or swapped.
struct memory_source {
    void* (*allocate)(void* context, std::size_t bytes, std::size_t alignment) = nullptr;
    void (*release)(void* context, void* where, std::size_t bytes, std::size_t alignment) = nullptr;
    void* context = nullptr;

    friend bool operator==(const memory_source&, const memory_source&) = default;
};

} // namespace quadrille

#endif
