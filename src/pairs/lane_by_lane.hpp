// Tests own lanes one by one, in joins with a tree of far more items. Compiled once for all kernels.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_PAIRS_LANE_BY_LANE_HPP
#define QUADRILLE_SRC_PAIRS_LANE_BY_LANE_HPP

#include <quadrille/detail/base/apart.hpp>

#include "store/bucket.hpp"
#include "store/store.hpp"
#include "walk/states.hpp"

#include <cstdint>

namespace quadrille::detail {

/// Whether a bucket whose candidates fill the buffer has many more candidates, while its lanes, each with its
/// surroundings, cover less than half of its bounds. In a join with a tree of far more items, each lane alone then has
/// fewer candidates than all lanes together.
template <class Shape>
bool is_better_lane_by_lane(const store<Shape>& other, const pair_state<Shape>& walk) noexcept {
    constexpr std::uint32_t many = 24; // buckets
    const auto by = static_cast<float>(walk.query.wanted.distance);
    const box<float>& all = walk.own_bounds;
    std::uint32_t rest = 0;
    for (int at = 0; at < walk.candidates_top; ++at) {
        const reference next = walk.candidates[at];
        rest += 1;
        if (!is_node(next)) {
            continue;
        }
        const node& here = other.nodes[next];
        QUADRILLE_ROLLED
        for (std::uint32_t slot = 0; slot < fan_out; ++slot) { // bounds without a child are NaN
            const bool is_met = here.x0[slot] - by <= all.max.x && all.min.x <= here.x1[slot] + by &&
                                here.y0[slot] - by <= all.max.y && all.min.y <= here.y1[slot] + by;
            rest += !is_met ? 0U : is_node(here.child[slot]) ? fan_out : 1U;
        }
    }
    const auto area_of = [by](double x0, double y0, double x1, double y1) {
        return (x1 - x0 + 2 * double(by)) * (y1 - y0 + 2 * double(by));
    };
    double covered = 0;
    QUADRILLE_ROLLED
    for (std::uint32_t lane = 0; lane < walk.own; ++lane) {
        covered += area_of(walk.x0[lane], walk.y0[lane], walk.x1[lane], walk.y1[lane]);
    }
    return rest >= many && covered * 2 < area_of(all.min.x, all.min.y, all.max.x, all.max.y);
}

/// Continues with only one own lane and its candidates: the next lane, or, if all lanes are tested together, the first
/// one if that is better.
template <class Shape>
QUADRILLE_RARE bool go_lane_by_lane(const store<Shape>& other, pair_state<Shape>& walk) noexcept {
    if (walk.until == walk.own && !is_better_lane_by_lane(other, walk)) {
        return false;
    }
    const std::uint32_t lane = walk.until == walk.own ? 0 : walk.until;
    walk.first = walk.at = lane;
    walk.until = lane + 1;
    walk.filled = walk.own;
    walk.own_bounds =
        rounded_outward(box<typename Shape::scalar>{{walk.x0[lane], walk.y0[lane]}, {walk.x1[lane], walk.y1[lane]}});
    walk.candidates[0] = other.at(root_address);
    walk.candidates_top = 1;
    return true;
}

} // namespace quadrille::detail

#endif
