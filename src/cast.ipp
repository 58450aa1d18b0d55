// Cast: the items that a ray or a moving shape meets, a buffer full at a time; or the first of them.
// SPDX-License-Identifier: MIT
#include "engine.hpp"

namespace quadrille::detail {

template <class Shape>
void core<Shape>::begin(cast_walk& walk) const noexcept {
    walk.ahead.top = 0;
    if (head_->size != 0 && walk.moving.is_good) {
        engine_->kernels->begin_cast(engine_->store, walk);
    }
}

template <class Shape>
bool core<Shape>::fill(cast_walk& walk, cast_buffer& found) const noexcept {
    found.count = 0;
    if (walk.ahead.top > 0) {
        engine_->kernels->fill_cast(engine_->store, walk, found);
    }
    return found.count > 0;
}

template <class Shape>
bool core<Shape>::first(cast_walk& walk, cast_answer& found) const noexcept {
    return walk.ahead.top > 0 && engine_->kernels->first_cast(engine_->store, walk, found);
}

} // namespace quadrille::detail
