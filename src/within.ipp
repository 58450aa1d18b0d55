// Within: every two items that are no farther apart than a distance, of one tree or of two; a buffer full at a time.
// SPDX-License-Identifier: MIT
#include "engine.hpp"

namespace quadrille::detail {

template <class Shape>
void core<Shape>::begin(within_walk<Shape>& walk, const join_wishes& wishes) const noexcept {
    walk.wishes = wishes;
    walk.top = 0;
    walk.gathering = false;
    walk.own = walk.filled = walk.at = 0;
    if (head_->size != 0 && wishes.distance >= 0) {
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
bool core<Shape>::fill(within_walk<Shape>& walk, const core& other, pair_buffer& found) const noexcept {
    found.count = 0;
    if (head_->size != 0 && other.head_->size != 0) {
        engine_->kernels->fill_within(engine_->store, other.engine_->store, walk, found);
    }
    return found.count > 0;
}

} // namespace quadrille::detail
