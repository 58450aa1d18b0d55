// The engine: slots, store, and what the verbs keep between calls.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_ENGINE_HPP
#define QUADRILLE_SRC_ENGINE_HPP

#include <quadrille/detail/apart.hpp>
#include <quadrille/detail/core.hpp>

#include "kernels/table.hpp"
#include "slots.hpp"
#include "store.hpp"

#include <cstddef>
#include <cstdint>

namespace quadrille::detail {

/// A prepared insert of many, neither committed nor dropped.
struct insert_plan {
    /// Where the new items are: already in their cells, in the spare store, or in the store of an empty tree.
    enum class place : std::uint8_t { filed, built_aside, built_here };

    array<std::uint32_t> indices; ///< of the new items
    std::uint32_t count = 0;
    std::uint32_t free_index = no_index; ///< the head of the free list afterwards
    std::uint32_t index_limit = 0;       ///< afterwards
    std::uint32_t blocks_begun = 0;      ///< before
    detail::grid grid;                   ///< before
    place where = place::filed;
};

template <class Shape>
struct engine : engine_head {
    using scalar = typename Shape::scalar;

    const detail::kernels<Shape>* kernels = nullptr; ///< picked for this machine when the engine was made

    detail::slots slots;
    detail::store<Shape> store;

    detail::store<Shape> spare; ///< where the next build goes: kept by `sync`, so that frequent rebuilds allocate once
    std::uint64_t assigns = 0;  ///< how many assigns have been prepared
    std::uint32_t assigned = 0; ///< number of items of the prepared assign
    array<std::uint32_t> assigned_location;
    insert_plan plan;

    array<std::uint32_t> displaced; ///< scratch of `sync`
    shape_buffer<Shape> shapes;     ///< scratch of `sync(shape_of)`, while it is not lent

    std::uint64_t changes = 0;         ///< since the last maintenance, as `settle` counts them
    std::uint32_t settled_size = 0;    ///< number of items at that time
    std::uint32_t reserved_blocks = 0; ///< room that the user has reserved: it is not released
    bool was_rebuilt = false;          ///< since the last maintenance

    quadrille::options options;

    ~engine() { release(shapes.shapes); }

    std::size_t bytes() const noexcept {
        return sizeof(*this) + store.bytes() + spare.bytes() + slots.generation.bytes() + slots.location.bytes() +
               assigned_location.bytes() + plan.indices.bytes() + displaced.bytes() + shapes.capacity * sizeof(Shape);
    }
    /// Releases memory that only a build or an insert of many needs.
    QUADRILLE_APART void release_spare() noexcept {
        detail::store<Shape>().swap(spare);
        assigned_location.drop();
        plan.indices.drop();
    }
    bool is_alive(std::uint32_t index) const noexcept { return (slots.generation[index] & 1U) != 0; }
};

/// Finds the next part of the answers of a walk with `top` subtrees on its stack. False when there are no more answers.
template <class Shape, class Walk, class Buffer>
bool fill(const engine<Shape>* in, void (*kernels<Shape>::*entry)(const store<Shape>&, Walk&, Buffer&) noexcept,
          Walk& walk, int top, Buffer& found) noexcept {
    found.count = 0;
    if (top > 0) {
        (in->kernels->*entry)(in->store, walk, found);
    }
    return found.count > 0;
}

} // namespace quadrille::detail

#endif
