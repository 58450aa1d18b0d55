// Pairs: every two items that touch, a buffer full at a time.
// SPDX-License-Identifier: MIT
#include "ahead.hpp"

#include <iterator>
#include <numeric>

namespace quadrille::detail {

template <class Shape>
void core<Shape>::begin(pair_walk<Shape>& walk) const noexcept {
    walk.top = 0;
    walk.gathering = false;
    walk.own = walk.filled = walk.at = 0;
    walk.seen = {};
    if constexpr (is_circle<Shape>) {
        std::iota(std::begin(walk.index), std::end(walk.index), 0U);
    }
    if (head_->size != 0) {
        const node& ground = engine_->store.nodes[0];
        walk.later[0] = ground.child[0];
        walk.later_bounds.x0[0] = ground.x0[0];
        walk.later_bounds.y0[0] = ground.y0[0];
        walk.later_bounds.x1[0] = ground.x1[0];
        walk.later_bounds.y1[0] = ground.y1[0];
        walk.top = 1;
    }
}

template <class Shape>
bool core<Shape>::fill(pair_walk<Shape>& walk, pair_buffer& found) const noexcept {
    found.count = 0;
    if (head_->size != 0) {
        engine_->kernels->fill_pairs(engine_->store, walk, found);
    }
    return found.count > 0;
}

template <class Shape>
void core<Shape>::fetch_ahead(std::span<const item> items, std::size_t at) const noexcept {
    if (engine_ != nullptr) {
        detail::fetch_ahead(*engine_, items, at);
    }
}

} // namespace quadrille::detail
