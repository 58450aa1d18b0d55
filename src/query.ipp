// Query: the items that touch an area, a buffer full at a time; and what the areas of each form cover.
// SPDX-License-Identifier: MIT
#include "engine.hpp"

namespace quadrille::detail {
namespace {

// ---- What each form says of a cell and of an item --------------------------------------------------------------------

template <class Shape>
verdict cell_by_segment(const question<Shape>& asked, const box<float>& cell) noexcept {
    return line(asked.stroke.a, asked.stroke.b).crosses(cell) ? verdict::touched : verdict::outside;
}
template <class Shape>
bool item_by_segment(const question<Shape>& asked, const Shape& shape) noexcept {
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
verdict cell_by_polygon(const question<Shape>& asked, const box<float>& cell) noexcept {
    if (!no_edge_parts(asked.outline, asked.turn, cell)) {
        return verdict::outside;
    }
    return lies_within(cell, asked.outline, asked.turn) ? verdict::covered : verdict::touched;
}
template <class Shape>
bool item_by_polygon(const question<Shape>& asked, const Shape& shape) noexcept {
    return meets(shape, asked.outline, asked.turn);
}

template <class Scalar>
bool has_nan(const box<Scalar>& area) noexcept {
    return area.min.x != area.min.x || area.min.y != area.min.y || area.max.x != area.max.x || area.max.y != area.max.y;
}

/// Sets what a form beyond boxes and discs is tested by.
template <class Shape>
QUADRILLE_APART void choose_test(query_walk<Shape>& walk) noexcept {
    question<Shape>& asked = walk.asked;
    const auto test_by = [&](auto of_cell, auto of_item) {
        asked.of_cell = of_cell;
        asked.of_item = of_item;
    };
    switch (asked.form) {
    case area_form::box:
    case area_form::disc:
    case area_form::own: break;
    case area_form::segment: test_by(&cell_by_segment<Shape>, &item_by_segment<Shape>); break;
    case area_form::polygon:
        asked.turn = turning_of(asked.outline);
        test_by(&cell_by_polygon<Shape>, &item_by_polygon<Shape>);
        break;
    }
}

} // namespace

template <class Shape>
void core<Shape>::begin(query_walk<Shape>& walk) const noexcept {
    walk.top = 0;
    if (head_->size == 0 || has_nan(walk.area)) {
        return;
    }
    if (walk.asked.form > area_form::disc) {
        choose_test(walk);
    }
    if (walk.asked.form != area_form::disc || walk.asked.disc.radius >= 0) {
        walk.waiting[0] = ground_node;
        walk.covered[0] = false;
        walk.top = 1;
    }
}

template <class Shape>
bool core<Shape>::fill(query_walk<Shape>& walk, hit_buffer& found) const noexcept {
    return detail::fill(engine_, &kernels<Shape>::fill_query, walk, walk.top, found);
}

} // namespace quadrille::detail
