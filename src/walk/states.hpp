// The states of walks, in opaque storage of the caller's: stacks of subtrees, and the lanes of a pair walk.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_WALK_STATES_HPP
#define QUADRILLE_SRC_WALK_STATES_HPP

#include <quadrille/detail/engine/core.hpp>

#include "bytes/layout.hpp"
#include "lanes/rows.hpp"

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>

namespace quadrille::detail {

/// Constructs a state in its storage. Members without an initializer must be set.
template <class State, std::size_t Bytes>
State& make_in(walk_room<Bytes>& room) noexcept {
    static_assert(sizeof(State) <= Bytes && alignof(State) <= alignof(walk_room<Bytes>),
                  "the room in core.hpp is to be made larger");
    static_assert(std::is_trivially_destructible_v<State>);
    return *new (room.bytes) State;
}
/// The state in this storage. Without std::launder, which hinders the optimizer: with it small queries would take 1 %
/// more instructions.
template <class State, std::size_t Bytes>
State& state_in(walk_room<Bytes>& room) noexcept {
    return *reinterpret_cast<State*>(room.bytes);
}
template <class State, std::size_t Bytes>
const State& state_in(const walk_room<Bytes>& room) noexcept {
    return *reinterpret_cast<const State*>(room.bytes);
}

/// The pending subtrees of an area walk; `query_walk::top` is their number.
struct area_stack {
    reference entries[walk_depth];
    bool covered[walk_depth]; ///< lies wholly in the area: reported without a test
    box<float> outward;       ///< the walk's area, rounded for comparisons with nodes
    box<float> inward;
};

/// Begins a walk with one subtree, for the area in `walk`.
template <class Shape>
void begin_area(query_walk<Shape>& walk, reference top, bool covered) noexcept {
    auto& stack = make_in<area_stack>(walk.stack);
    stack.outward = rounded_outward(walk.area);
    stack.inward = rounded_inward(walk.area);
    stack.entries[0] = top;
    stack.covered[0] = covered;
    walk.top = 1;
}

/// The pending subtrees of an ordered walk, the next one on top. `key` holds the bits of a lower bound ≥ 0 of the
/// subtree: bounds and keys have the same order.
struct ordered_stack {
    int top = 0;
    std::uint64_t key[walk_depth];
    reference entries[walk_depth];
};

/// The pending places of a walk through all cells.
struct cell_stack {
    address last = root_address; ///< the place that was reported last
    bool opens = true;           ///< whether the cells below are visited
    int top = 0;
    std::uint32_t block = no_block; ///< the next block of the bucket whose items are being copied
    std::uint32_t live = 0;         ///< live lanes of this block
    address entries[walk_depth];
};

/// The bounds of subtrees, side by side for wide comparisons.
struct bounds_list {
    float x0[walk_depth + 16];
    float y0[walk_depth + 16];
    float x1[walk_depth + 16];
    float y1[walk_depth + 16];
};

/// The part of a pair walk that does not depend on the shape. Buckets have one fixed order; `pending` holds all
/// subtrees after the current bucket.
struct pair_order {
    const node* nodes = nullptr; ///< of the tree whose buckets are visited
    const block_links* links = nullptr;
    std::uint32_t blocks = 0; ///< of that tree

    std::uint32_t end = no_block; ///< the walk ends before the bucket with this head
    pair_query query;
    bool is_limited = false; ///< to layers: own lanes to `layers`, other lanes to `partners`

    int top = 0;
    std::uint32_t pending[walk_depth];
    bounds_list pending_bounds;

    bool starts_at_root = false;   ///< candidates are searched from the root, not among pending subtrees
    bool has_repeats = false;      ///< pairs of one tree are found from both sides
    bool needs_exact_test = false; ///< the bounds of two lanes do not decide whether they are an answer
    bool is_at_seam =
        false; ///< in a world that wraps: all buckets are done, and a walk across the seam uses the memory of the lanes

    bool gathering = false; ///< the current bucket has not been tested against all `candidates`
    int candidates_top = 0;
    std::uint32_t candidates[2 * walk_depth];
    box<float> own_bounds;

    std::uint32_t first =
        0; ///< own lanes from here to before `until` are tested against the candidates, together or one after the other
    std::uint32_t until = 0;
    std::uint32_t at = 0;    ///< the current own lane
    bool own_tested = false; ///< own lanes have been tested against each other
    counters seen;           ///< cells, blocks, lanes and pairs since the last buffer full
};

inline void push_pending(pair_order& walk, reference child, float x0, float y0, float x1, float y1) noexcept {
    walk.pending[walk.top] = child;
    walk.pending_bounds.x0[walk.top] = x0;
    walk.pending_bounds.y0[walk.top] = y0;
    walk.pending_bounds.x1[walk.top] = x1;
    walk.pending_bounds.y1[walk.top] = y1;
    ++walk.top;
}
/// Pushes the content of one of a node's slots.
inline void push_slot(pair_order& walk, const node& here, std::uint32_t slot) noexcept {
    if (is_wide_slot(slot)) {
        const box<float>& wide = here.wide_bounds[slot - fan_out];
        push_pending(walk, child_at(here, slot), wide.min.x, wide.min.y, wide.max.x, wide.max.y);
    } else {
        push_pending(walk, here.child[slot], here.x0[slot], here.y0[slot], here.x1[slot], here.y1[slot]);
    }
}

/// Calls `visit(slot)` for the slots of a node with items in any of `layers`, in reverse order of buckets; `children`
/// are the existing children.
template <class Visit>
void each_pending(const node& here, std::uint32_t children, std::uint32_t layers, Visit&& visit) noexcept {
    each_child(children, [&](std::uint32_t slot) {
        if (matches_layers(here.layers[slot], layers)) {
            visit(slot);
        }
    });
    each_wide(here, [&](std::uint32_t list) {
        if (matches_layers(here.wide_layers[list], layers)) {
            visit(wide_slot(list));
        }
    });
}

/// The number of blocks of a long bucket that are taken at once, if all lanes are own lanes.
inline constexpr std::uint32_t blocks_at_once = 4;

/// A pair walk in progress: visits the buckets of one tree, and tests each against another tree, or against the later
/// buckets of the same tree.
template <class Shape>
struct pair_state : pair_order, lane_buffer<Shape> {};

} // namespace quadrille::detail

#endif
