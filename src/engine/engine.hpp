// The engine: slots, store, the table of kernels, and the memory that verbs keep between calls.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_ENGINE_ENGINE_HPP
#define QUADRILLE_SRC_ENGINE_ENGINE_HPP

#include <quadrille/detail/base/apart.hpp>
#include <quadrille/detail/engine/core.hpp>

#include "store/bucket.hpp"
#include "store/slots.hpp"
#include "store/store.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace quadrille::detail {

template <class Shape>
struct pair_state;

/// The result of one pass over a bucket.
struct bucket_update {
    measured around;       ///< without layers
    std::uint32_t left;    ///< number of items that have left their home
    std::uint32_t clamped; ///< number of items outside the grid, if the bucket is on its border
};

/// The new shapes of all items, as a tick reads them: by index; or, in a world that wraps where some shapes are outside
/// the period, the stored images, block by block.
template <class Shape>
struct tick_shapes {
    const Shape* by_index;
    const options* world = nullptr;
    /// Writes the images of these indices to `images`; null if all shapes are stored as they are.
    void (*bring_in)(const options& of, const Shape* by_index, std::span<const std::uint32_t> ids,
                     Shape* images) noexcept = nullptr;
};

/// The hot loops. All sets return the same answers in the same order, bit for bit.
template <class Shape>
struct kernels {
    using scalar = typename Shape::scalar;

    const char* name;
    /// The index of the first shape that cannot be stored, or the number of shapes.
    std::uint32_t (*first_unstorable)(std::span<const Shape> shapes) noexcept;
    /// Writes a bucket's new shapes. Writes the ids of displaced items to `displaced`; those beyond `room` are only
    /// counted.
    bucket_update (*update_shapes)(store<Shape>& tree, address place, const tick_shapes<Shape>& shapes,
                                   std::uint32_t* displaced, std::uint32_t room) noexcept;
    void (*fill_query)(const store<Shape>& tree, query_walk<Shape>& walk, hit_buffer& found) noexcept;
    /// `other` is the same store for pairs in one tree.
    void (*fill_pairs)(const store<Shape>& own, const store<Shape>& other, pair_state<Shape>& walk,
                       pair_buffer& found) noexcept;
    /// Prefetches the generations of the items in the results.
    std::size_t (*find_nearest)(const store<Shape>& tree, const nearest_query<scalar>& query, std::span<neighbor> found,
                                const std::uint32_t* generations) noexcept;
    void (*open_nearest)(const store<Shape>& tree, const nearest_query<scalar>& query, const nearest_candidate& subtree,
                         nearest_buffer& found) noexcept;
    void (*fill_cast)(const store<Shape>& tree, cast_walk& walk, cast_buffer& found) noexcept;
};

/// The best set for this machine, or the set that the environment variable QUADRILLE_TARGET names (plain, ssse3, sse4,
/// avx2, avx512, …; a set that this machine or build does not have is ignored). Never null.
template <class Shape>
const kernels<Shape>* pick_kernels() noexcept;

/// A prepared batch insert, neither committed nor dropped.
struct insert_plan {
    /// Where the new items are: already in their cells, in the spare store, or in the store of an empty tree.
    enum class place : std::uint8_t { filed, built_aside, built_here };

    explicit insert_plan(const memory_source& from) noexcept : indices(from) {}

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
    explicit displaced_items(const memory_source& from) noexcept : ids(from) {}

    array<std::uint32_t>
        ids; ///< if the tree is cut into subtrees, `words_after` words follow those of each bucket (reinsert.hpp)
    std::uint32_t count = 0; ///< number of words in use
    bool is_parted = false;
};

/// The maximum number of pieces into which a tick over a runner cuts the shapes and the buckets.
inline constexpr std::uint32_t max_tick_pieces = 64;

template <class Shape>
struct engine : engine_head {
    using scalar = typename Shape::scalar;

    quadrille::options options; ///< all members below refer to its source of memory

    const detail::kernels<Shape>* kernels = nullptr; ///< chosen for this machine when the engine was created

    detail::slots slots;
    detail::store<Shape> store;

    detail::store<Shape> spare; ///< for the next build: kept by `sync`, so that frequent rebuilds allocate once
    std::uint64_t assigns = 0;  ///< number of assigns prepared so far
    std::uint32_t assigned = 0; ///< number of items of the prepared assign
    array<std::uint32_t> assigned_location;
    insert_plan plan;

    displaced_items displaced;                      ///< scratch of `sync`
    displaced_items* displaced_in_pieces = nullptr; ///< the same for each further piece of a tick, or null
    array<std::uint32_t> displaced_by_subtree;      ///< in a tree cut into subtrees: the displaced items of each
    shape_buffer<Shape>
        shapes; ///< scratch of `sync(shape_of)` while it is not lent, and of inserts in a world that wraps

    task_runner tasks; ///< the runner of the present verb's tasks

    std::uint64_t changes = 0;         ///< since the last maintenance, as `settle` counts them
    std::uint32_t settled_size = 0;    ///< number of items at that time
    std::uint32_t reserved_blocks = 0; ///< blocks that the user has reserved: they are not released
    bool was_rebuilt = false;          ///< since the last maintenance

    explicit engine(const quadrille::options& chosen) noexcept
        : options(chosen), slots(options.memory), store(options.memory), spare(options.memory),
          assigned_location(options.memory), plan(options.memory), displaced(options.memory),
          displaced_by_subtree(options.memory) {}
    engine(const engine&) = delete;
    engine& operator=(const engine&) = delete;
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
    /// The notes of a piece of a tick. For pieces after the first, call `have_pieces` before.
    displaced_items& displaced_in(std::uint32_t piece) noexcept {
        return piece == 0 ? displaced : displaced_in_pieces[piece - 1];
    }
    /// Allocates the notes of all pieces; returns false when memory runs out.
    QUADRILLE_RARE bool have_pieces() noexcept {
        if (displaced_in_pieces == nullptr) {
            displaced_in_pieces = allocate<displaced_items>(options.memory, max_tick_pieces - 1);
            for (std::uint32_t piece = 1; piece < max_tick_pieces && displaced_in_pieces != nullptr; ++piece) {
                new (&displaced_in(piece)) displaced_items(options.memory);
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
        release(options.memory, std::exchange(displaced_in_pieces, nullptr), max_tick_pieces - 1);
    }
    void release_shapes() noexcept { shapes.release(); }
    /// Releases memory that only a build or a batch insert needs.
    QUADRILLE_APART void release_spare() noexcept {
        detail::store<Shape>(options.memory).swap(spare);
        assigned_location.drop();
        plan.indices.drop();
    }
    bool is_alive(std::uint32_t index) const noexcept { return (slots.generation[index] & 1U) != 0; }
};

/// Reading an item is a chain of dependent loads: location, block, node. Each is prefetched some items before the next
/// load needs it. Null and stale items are skipped.
template <class Shape>
void prefetch_items(const engine<Shape>& owner, std::span<const item> items, std::size_t at) noexcept {
    keep_calls();
    constexpr std::size_t step = 8;
    const store<Shape>& tree = owner.store;
    const auto is_there = [&](std::size_t next) {
        return next < items.size() && items[next].index < owner.index_limit && owner.is_alive(items[next].index);
    };
    if (at + 4 * step < items.size() && items[at + 4 * step].index < owner.index_limit) {
        prefetch(&owner.slots.generation[items[at + 4 * step].index]);
        prefetch(&owner.slots.location[items[at + 4 * step].index]);
    }
    if (is_there(at + 2 * step)) {
        const std::uint32_t location = owner.slots.location[items[at + 2 * step].index];
        prefetch(&tree.links[block_of(location)]);
        prefetch_lanes(tree.blocks[block_of(location)]);
    }
    if (is_there(at + step)) {
        const std::uint32_t location = owner.slots.location[items[at + step].index];
        prefetch_node(tree.nodes[node_of(tree.links[block_of(location)].owner)]);
    }
}

} // namespace quadrille::detail

#endif
