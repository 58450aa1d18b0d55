// The state of a pair walk: the stacks of subtrees, and the lanes that are being tested.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_KERNELS_PAIR_STATE_HPP
#define QUADRILLE_SRC_KERNELS_PAIR_STATE_HPP

#include <quadrille/detail/core.hpp>

#include "walk_state.hpp"

#include <cstdint>

namespace quadrille::detail {

/// The bounds of subtrees, side by side for wide compares.
struct bounds_list {
    float x0[walk_depth + 16];
    float y0[walk_depth + 16];
    float x1[walk_depth + 16];
    float y1[walk_depth + 16];
};

/// The part of a pair walk that does not depend on the shape. Buckets have one fixed order; `pending` holds all subtrees that
/// come after the current bucket.
struct pair_order {
    const node* nodes = nullptr; ///< of the tree whose buckets are visited
    const block_links* links = nullptr;
    std::uint32_t blocks = 0; ///< of that tree

    std::uint32_t end = no_block; ///< the walk ends before the bucket with this head
    pair_query query;
    bool is_limited = false; ///< to layers: of own lanes those in `layers`, of others those in `partners`

    int top = 0;
    std::uint32_t pending[walk_depth];
    bounds_list pending_bounds;
};

inline void push_pending(pair_order& walk, reference child, float x0, float y0, float x1, float y1) noexcept {
    walk.pending[walk.top] = child;
    walk.pending_bounds.x0[walk.top] = x0;
    walk.pending_bounds.y0[walk.top] = y0;
    walk.pending_bounds.x1[walk.top] = x1;
    walk.pending_bounds.y1[walk.top] = y1;
    ++walk.top;
}
/// Pushes what is in one of a node's slots.
inline void push_slot(pair_order& walk, const node& here, std::uint32_t slot) noexcept {
    if (is_wide_slot(slot)) {
        const box<float>& wide = here.wide_bounds[slot - fan_out];
        push_pending(walk, child_at(here, slot), wide.min.x, wide.min.y, wide.max.x, wide.max.y);
    } else {
        push_pending(walk, here.child[slot], here.x0[slot], here.y0[slot], here.x1[slot], here.y1[slot]);
    }
}

/// Calls `visit(slot)` for the slots of a node with items in any of `layers`, the last in the order of buckets first;
/// `children` are those that there are.
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

/// How many blocks of a long bucket are taken at once, where all lanes are.
inline constexpr std::uint32_t blocks_at_once = 4;

/// What a pair walk stores of its lanes in addition to their bounds: nothing where the bounds decide.
template <class Shape, std::uint32_t Room>
struct lane_shapes {};

/// Circles whose bounds intersect are tested again by their distance.
template <class Scalar, std::uint32_t Room>
struct lane_shapes<circle<Scalar>, Room> {
    Scalar x[Room];
    Scalar y[Room];
    Scalar r[Room];
};

/// A pair walk under way: the buckets of one tree, each tested against another tree, or against the later buckets of
/// the same one.
template <class Shape>
struct pair_state : pair_order {
    using scalar = typename Shape::scalar;
    static constexpr std::uint32_t lanes = 256;

    bool starts_at_root = false;   ///< candidates are searched from the root, not among pending subtrees
    bool has_repeats = false;      ///< pairs of one tree are found from both sides
    bool needs_exact_test = false; ///< the bounds of two lanes do not decide whether they are an answer

    bool gathering = false; ///< the current bucket has not been tested against all `candidates`
    int candidates_top = 0;
    std::uint32_t candidates[2 * walk_depth];
    box<float> own_bounds;

    std::uint32_t own = 0;    ///< the first lanes are the bucket's own …
    std::uint32_t filled = 0; ///< … the others are candidates
    std::uint32_t at = 0;     ///< the current own lane
    bool own_tested = false;  ///< own lanes have been tested against each other
    counters seen;            ///< cells, blocks, lanes and pairs since the last buffer full
    scalar x0[lanes + 16];
    scalar y0[lanes + 16];
    scalar x1[lanes + 16];
    scalar y1[lanes + 16];
    /// The names of lanes in pairs: their items, or, before the exact filter, their positions here.
    std::uint32_t index[lanes + 16];
    std::uint32_t id[lanes + 16];     ///< the items, where pairs are filtered exactly
    std::uint32_t layers[lanes + 16]; ///< where the walk is limited
    [[no_unique_address]] lane_shapes<Shape, lanes + 16> shapes;
};

} // namespace quadrille::detail

#endif
