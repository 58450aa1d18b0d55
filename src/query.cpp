// Query: the items that touch an area, a buffer full at a time.
// SPDX-License-Identifier: MIT
#include "bucket.hpp"
#include "engine.hpp"

#include <cstring>

namespace quadrille::detail {
namespace {

/// The area as nodes see it.
template <class Scalar>
box<float> rounded_outward(const box<Scalar>& area) noexcept {
    return {{round_down(area.min.x), round_down(area.min.y)}, {round_up(area.max.x), round_up(area.max.y)}};
}

/// Whether everything within bounds that were rounded outward lies in the area. Not so where they are empty.
template <class Scalar>
bool holds(const box<Scalar>& area, float x0, float y0, float x1, float y1) noexcept {
    return area.min.x <= Scalar(x0) && Scalar(x1) <= area.max.x && area.min.y <= Scalar(y0) && Scalar(y1) <= area.max.y;
}

template <class Scalar>
void push(query_walk<Scalar>& walk, reference child, bool covered) noexcept {
    walk.waiting[walk.top] = child;
    walk.covered[walk.top++] = covered;
}

template <class Scalar>
void open_node(const node& here, query_walk<Scalar>& walk, bool covered) noexcept {
    if (covered) {
        for (std::uint32_t slot = 4; slot-- > 0;) {
            if (here.child[slot] != no_child) {
                push(walk, here.child[slot], true);
            }
        }
        if (here.wide != no_child) {
            push(walk, here.wide, true);
        }
        return;
    }
    const box<float> area = rounded_outward(walk.area);
    const std::uint32_t touched = plain::touched_children(here, area);
    for (std::uint32_t slot = 4; slot-- > 0;) {
        if ((touched >> slot & 1U) != 0) {
            push(walk, here.child[slot], holds(walk.area, here.x0[slot], here.y0[slot], here.x1[slot], here.y1[slot]));
        }
    }
    const float* wide = here.wide_bounds;
    if (wide[0] <= area.max.x && area.min.x <= wide[2] && wide[1] <= area.max.y && area.min.y <= wide[3]) {
        push(walk, here.wide, holds(walk.area, wide[0], wide[1], wide[2], wide[3]));
    }
}

} // namespace

template <class Shape>
void core<Shape>::begin(query_walk<scalar>& walk, const box<scalar>& area) const noexcept {
    walk.area = area;
    walk.top = 0;
    const bool has_nan = area.min.x != area.min.x || area.min.y != area.min.y || area.max.x != area.max.x ||
                         area.max.y != area.max.y;
    if (head_->size != 0 && !has_nan) {
        // The ground is no cell: only its first slot is ever filled.
        open_node(engine_->store.nodes[0], walk, false);
    }
}

template <class Shape>
bool core<Shape>::fill(query_walk<scalar>& walk, hit_buffer& found) const noexcept {
    found.count = 0;
    while (walk.top > 0 && found.count <= hit_buffer::capacity - lanes) {
        const reference next = walk.waiting[--walk.top];
        const bool covered = walk.covered[walk.top];
        if (is_node(next)) {
            open_node(engine_->store.nodes[next], walk, covered);
            continue;
        }
        const std::uint32_t which = head_of(next);
        const block<Shape>& here = engine_->store.blocks[which];
        std::uint32_t* const answers = found.answers + found.count;
        if (covered) {
            std::memcpy(answers, here.id, sizeof here.id);
            found.count += live_in_head(next);
        } else {
            found.count += plain::collect_touching(here, walk.area, answers);
        }
        const std::uint32_t rest = engine_->store.links[which].next;
        if (rest != no_block) {
            push(walk, make_bucket(rest, lanes), covered);
        }
    }
    return found.count > 0;
}

template void core<box<float>>::begin(query_walk<float>&, const box<float>&) const noexcept;
template void core<box<double>>::begin(query_walk<double>&, const box<double>&) const noexcept;
template bool core<box<float>>::fill(query_walk<float>&, hit_buffer&) const noexcept;
template bool core<box<double>>::fill(query_walk<double>&, hit_buffer&) const noexcept;

} // namespace quadrille::detail
