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
#include <utility>

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

/// The items that `sync` has found outside their cells. The memory is kept from tick to tick.
struct displaced_items {
    array<std::uint32_t>
        ids; ///< where the tree is cut into subtrees, those of each bucket follow the number of its subtree and their own
    std::uint32_t count = 0; ///< of what is noted
    bool is_parted = false;
};

/// The most pieces into which a tick over a runner cuts the shapes, and the buckets.
inline constexpr std::uint32_t max_tick_pieces = 64;

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

    displaced_items displaced;                      ///< scratch of `sync`
    displaced_items* displaced_in_pieces = nullptr; ///< the same of each further piece of a tick over a runner, or null
    array<std::uint32_t> displaced_by_subtree; ///< where the tree is cut into subtrees, the displaced items of each
    shape_buffer<Shape> shapes;                ///< scratch of `sync(shape_of)`, while it is not lent

    task_runner tasks; ///< over which the verb that is running runs its tasks

    std::uint64_t changes = 0;         ///< since the last maintenance, as `settle` counts them
    std::uint32_t settled_size = 0;    ///< number of items at that time
    std::uint32_t reserved_blocks = 0; ///< room that the user has reserved: it is not released
    bool was_rebuilt = false;          ///< since the last maintenance

    quadrille::options options;

    ~engine() {
        release_displaced();
        release_shapes();
    }

    std::size_t bytes() const noexcept {
        std::size_t noted = displaced.ids.bytes() + displaced_by_subtree.bytes();
        for (std::uint32_t further = 0; further < max_tick_pieces - 1 && displaced_in_pieces != nullptr; ++further) {
            noted += sizeof(displaced_items) + displaced_in_pieces[further].ids.bytes();
        }
        return sizeof(*this) + store.bytes() + spare.bytes() + slots.generation.bytes() + slots.location.bytes() +
               assigned_location.bytes() + plan.indices.bytes() + noted + shapes.capacity * sizeof(Shape);
    }
    /// What a piece of a tick has noted; of pieces after the first only after `have_pieces`.
    displaced_items& displaced_in(std::uint32_t piece) noexcept {
        return piece == 0 ? displaced : displaced_in_pieces[piece - 1];
    }
    /// Allocates the notes of all pieces; false when memory runs out.
    QUADRILLE_RARE bool have_pieces() noexcept {
        if (displaced_in_pieces == nullptr) {
            displaced_in_pieces = allocate<displaced_items>(max_tick_pieces - 1);
            for (std::uint32_t piece = 1; piece < max_tick_pieces && displaced_in_pieces != nullptr; ++piece) {
                new (&displaced_in(piece)) displaced_items;
            }
        }
        return displaced_in_pieces != nullptr;
    }
    QUADRILLE_RARE void release_displaced() noexcept {
        displaced.ids.drop();
        displaced_by_subtree.drop();
        for (std::uint32_t piece = 1; piece < max_tick_pieces && displaced_in_pieces != nullptr; ++piece) {
            displaced_in(piece).~displaced_items();
        }
        release(std::exchange(displaced_in_pieces, nullptr));
    }
    void release_shapes() noexcept { release(std::exchange(shapes, {}).shapes); }
    /// Releases memory that only a build or an insert of many needs.
    QUADRILLE_APART void release_spare() noexcept {
        detail::store<Shape>().swap(spare);
        assigned_location.drop();
        plan.indices.drop();
    }
    bool is_alive(std::uint32_t index) const noexcept { return (slots.generation[index] & 1U) != 0; }
};

/// Finds the next buffer of answers of a walk with `top` subtrees on its stack. False when there are no more answers.
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
