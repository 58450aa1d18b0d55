// Query: the items that touch an area, a buffer full at a time.
// SPDX-License-Identifier: MIT
#include "engine.hpp"

namespace quadrille::detail {

template <class Shape>
void core<Shape>::begin(query_walk<scalar>& walk, const box<scalar>& area) const noexcept {
    walk.area = area;
    walk.top = 0;
    const bool has_nan =
        area.min.x != area.min.x || area.min.y != area.min.y || area.max.x != area.max.x || area.max.y != area.max.y;
    if (head_->size != 0 && !has_nan) {
        engine_->kernels->begin_query(engine_->store, walk);
    }
}

template <class Shape>
bool core<Shape>::fill(query_walk<scalar>& walk, hit_buffer& found) const noexcept {
    found.count = 0;
    if (walk.top > 0) {
        engine_->kernels->fill_query(engine_->store, walk, found);
    }
    return found.count > 0;
}

} // namespace quadrille::detail
