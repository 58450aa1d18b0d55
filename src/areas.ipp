// Areas: how a question about a box, a circle, a segment, a polygon or the user's own area begins, and goes on.
// SPDX-License-Identifier: MIT
#include "engine.hpp"

namespace quadrille::detail {
namespace {

template <class Shape>
verdict cell_by_stroke(const question<Shape>& asked, const box<float>& cell) noexcept {
    return line(asked.stroke.a, asked.stroke.b).crosses(cell) ? verdict::touched : verdict::outside;
}
template <class Shape>
bool item_by_stroke(const question<Shape>& asked, const Shape& shape) noexcept {
    return meets(shape, asked.stroke);
}

/// Whether a box lies on the inner side of every edge.
template <class Scalar>
bool lies_within(const box<float>& cell, const polygon<Scalar>& outline, turning turn) noexcept {
    bool within = turn == turning::left || turn == turning::right;
    for (std::size_t corner = 0; within && corner < outline.corners.size(); ++corner) {
        const line edge(outline.corners[corner], corner_after(outline, corner));
        within = turn == turning::left ? edge.most(cell) <= 0 : edge.least(cell) >= 0;
    }
    return within;
}
template <class Shape>
verdict cell_by_outline(const question<Shape>& asked, const box<float>& cell) noexcept {
    if (!no_edge_parts(asked.outline, asked.turn, cell)) {
        return verdict::outside;
    }
    return lies_within(cell, asked.outline, asked.turn) ? verdict::covered : verdict::touched;
}
template <class Shape>
bool item_by_outline(const question<Shape>& asked, const Shape& shape) noexcept {
    return meets(shape, asked.outline, asked.turn);
}

} // namespace

template <class Shape>
void core<Shape>::begin_asked(query_walk<scalar>& walk, const question<Shape>& asked,
                              const box<scalar>& area) const noexcept {
    walk.area = area;
    walk.top = 0;
    const bool has_nan =
        area.min.x != area.min.x || area.min.y != area.min.y || area.max.x != area.max.x || area.max.y != area.max.y;
    if (head_->size != 0 && !has_nan) {
        engine_->kernels->begin_asked(engine_->store, asked, walk);
    }
}

template <class Shape>
const question<Shape>* core<Shape>::begin(query_walk<scalar>& walk, question<Shape>& asked, const box<scalar>& area,
                                          const limits& within) const noexcept {
    if (within.layers == all_layers && within.counts == nullptr) {
        begin(walk, area);
        return nullptr;
    }
    asked.form = area_form::box;
    asked.layers = within.layers;
    asked.counts = within.counts;
    begin_asked(walk, asked, area);
    return &asked;
}

template <class Shape>
const question<Shape>* core<Shape>::begin(query_walk<scalar>& walk, question<Shape>& asked, const circle<scalar>& area,
                                          const limits& within) const noexcept {
    asked.form = area_form::disc;
    asked.layers = within.layers;
    asked.counts = within.counts;
    asked.disc = {{double(area.center.x), double(area.center.y)}, double(area.radius)};
    begin_asked(walk, asked, bounds_of(area));
    walk.top = area.radius >= 0 ? walk.top : 0;
    return &asked;
}

template <class Shape>
const question<Shape>* core<Shape>::begin(query_walk<scalar>& walk, question<Shape>& asked, const segment<scalar>& area,
                                          const limits& within) const noexcept {
    asked.form = area_form::tested;
    asked.layers = within.layers;
    asked.counts = within.counts;
    asked.of_cell = &cell_by_stroke<Shape>;
    asked.of_item = &item_by_stroke<Shape>;
    asked.has_ended = false;
    asked.stroke = area;
    begin_asked(walk, asked, bounds_of(area));
    return &asked;
}

template <class Shape>
const question<Shape>* core<Shape>::begin(query_walk<scalar>& walk, question<Shape>& asked, const polygon<scalar>& area,
                                          const limits& within) const noexcept {
    asked.form = area_form::tested;
    asked.layers = within.layers;
    asked.counts = within.counts;
    asked.of_cell = &cell_by_outline<Shape>;
    asked.of_item = &item_by_outline<Shape>;
    asked.has_ended = false;
    asked.outline = area;
    asked.turn = turning_of(area);
    begin_asked(walk, asked, bounds_of(area));
    return &asked;
}

template <class Shape>
bool core<Shape>::fill(query_walk<scalar>& walk, const question<Shape>* asked, hit_buffer& found) const noexcept {
    if (asked == nullptr) {
        return fill(walk, found);
    }
    found.count = 0;
    if (walk.top > 0) {
        engine_->kernels->fill_asked(engine_->store, *asked, walk, found);
    }
    return found.count > 0;
}

} // namespace quadrille::detail
