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

/// What a pair walk stores of its lanes in addition to their bounds: nothing where the bounds decide.
template <class Shape, std::uint32_t Room>
struct lane_shapes {};

/// Circles whose bounds touch are tested again by their distance.
template <class Scalar, std::uint32_t Room>
struct lane_shapes<circle<Scalar>, Room> {
    Scalar x[Room];
    Scalar y[Room];
    Scalar r[Room];
};

/// A pair walk under way: the buckets of one tree, each tested against another tree, or against the later buckets of
/// the same one. Buckets have one fixed order; `pending` holds all subtrees that come
/// after the current bucket.
template <class Shape>
struct pair_state {
    using scalar = typename Shape::scalar;
    static constexpr std::uint32_t lanes = 256;

    pair_query query;
    bool is_limited = false;       ///< to layers: of own lanes those in `layers`, of others those in `partners`
    bool starts_at_root = false;   ///< candidates are searched from the root, not among pending subtrees
    bool has_repeats = false;      ///< pairs of one tree are found from both sides
    bool needs_exact_test = false; ///< the bounds of two lanes do not decide whether they are an answer

    int top = 0;
    std::uint32_t pending[walk_depth];
    bounds_list pending_bounds;

    bool gathering = false; ///< the current bucket has not been tested against all `candidates`
    int candidates_top = 0;
    std::uint32_t candidates[2 * walk_depth];
    box<float> own_bounds;

    std::uint32_t own = 0;    ///< the first lanes are the bucket's own …
    std::uint32_t filled = 0; ///< … the others are candidates
    std::uint32_t at = 0;     ///< the current own lane
    bool own_tested = false;  ///< own lanes have been tested against each other
    counters seen;            ///< cells, blocks and lanes since the last buffer full
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
