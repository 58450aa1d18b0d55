// Query: the items that touch an area, or are near it, a buffer full at a time; and what the areas of each form cover.
// SPDX-License-Identifier: MIT
#include "engine.hpp"
#include "kernels/walk_state.hpp"

#include <cmath>
#include <limits>

namespace quadrille::detail {
namespace {

// ---- What each form says of a cell and of an item --------------------------------------------------------------------

template <class Shape>
verdict cell_by_segment(const question<Shape>& asked, const box<float>& cell) noexcept {
    const line whole(asked.stroke.a, asked.stroke.b);
    const double reach = asked.distance > 0 ? whole.reach_of(asked.distance) : 0;
    return whole.crosses(cell, reach) ? verdict::touched : verdict::outside;
}
template <class Shape>
bool item_by_segment(const question<Shape>& asked, const Shape& shape) noexcept {
    return asked.distance > 0 ? is_near(body_of(shape), in_double(asked.stroke), asked.distance)
                              : meets(shape, asked.stroke);
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
    if (asked.distance > 0) {
        const bool may_touch = no_edge_parts(asked.outline, asked.turn, in_double(cell), asked.distance);
        return may_touch ? verdict::touched : verdict::outside;
    }
    if (!no_edge_parts(asked.outline, asked.turn, cell)) {
        return verdict::outside;
    }
    return lies_within(cell, asked.outline, asked.turn) ? verdict::covered : verdict::touched;
}
template <class Shape>
bool item_by_polygon(const question<Shape>& asked, const Shape& shape) noexcept {
    return asked.distance > 0 ? is_near(shape, asked.outline, asked.turn, asked.distance)
                              : meets(shape, asked.outline, asked.turn);
}

/// `is_near` of bounds is monotone, rounding included, and is a part of every other one: what it says of a cell holds for all
/// that lies in the cell. So does what the farthest corner of a cell says, where squares tell.
template <class Shape>
verdict cell_near_shape(const question<Shape>& asked, const box<float>& cell) noexcept {
    const box<double> here = in_double(cell);
    if (!is_near(asked.around.bounds, here, asked.distance)) {
        return verdict::outside;
    }
    const bool covered =
        !squares_fail(asked.distance) && farthest2(here, asked.around.core) <= asked.distance * asked.distance;
    return covered ? verdict::covered : verdict::touched;
}

template <class Shape>
verdict cell_by_form(const question<Shape>& asked, const box<float>& cell) noexcept {
    return asked.form == area_form::segment   ? cell_by_segment(asked, cell)
           : asked.form == area_form::polygon ? cell_by_polygon(asked, cell)
                                              : cell_near_shape(asked, cell);
}
template <class Shape>
bool item_by_form(const question<Shape>& asked, const Shape& shape) noexcept {
    return asked.form == area_form::segment   ? item_by_segment(asked, shape)
           : asked.form == area_form::polygon ? item_by_polygon(asked, shape)
                                              : is_near(body_of(shape), asked.around, asked.distance);
}

// ---- Where the answers lie -------------------------------------------------------------------------------------------

inline float up_to(double to, float) noexcept { return round_up(to); }
inline double up_to(double to, double) noexcept { return to; }

/// No less than `bound + by`.
template <class Scalar>
Scalar raised(Scalar bound, double by) noexcept {
    constexpr double far_off = std::numeric_limits<double>::infinity();
    return by < far_off ? up_to(std::nextafter(double(bound) + by, far_off), bound) : static_cast<Scalar>(far_off);
}

/// A box around all whose bounds are no farther from `bounds` than a distance: what passes that test may lie a rounding or
/// two beyond.
template <class Scalar>
box<Scalar> grown(const box<Scalar>& bounds, double distance) noexcept {
    const double by = distance * (1 + 8 * std::numeric_limits<double>::epsilon());
    return {{-raised(-bounds.min.x, by), -raised(-bounds.min.y, by)},
            {raised(bounds.max.x, by), raised(bounds.max.y, by)}};
}

template <class Scalar>
bool has_nan(const box<Scalar>& area) noexcept {
    return area.min.x != area.min.x || area.min.y != area.min.y || area.max.x != area.max.x || area.max.y != area.max.y;
}

/// Sets what a form from `segment` on is tested by, and the bounds of all that may be an answer; false where nothing is.
template <class Shape>
bool choose_test(query_walk<Shape>& walk) noexcept {
    question<Shape>& asked = walk.asked;
    asked.of_cell = &cell_by_form<Shape>;
    asked.of_item = &item_by_form<Shape>;
    if (asked.form == area_form::polygon) {
        asked.turn = turning_of(asked.outline);
    }
    if (asked.distance > 0) {
        walk.area = grown(walk.area, asked.distance);
    }
    return asked.distance >= 0 && !(asked.form == area_form::near_shape && !(asked.around.radius >= 0));
}

} // namespace

template <class Shape>
void core<Shape>::begin(query_walk<Shape>& walk) const noexcept {
    walk.top = 0;
    if (head_->size == 0 || has_nan(walk.area)) {
        return;
    }
    const bool is_something = walk.asked.form >= area_form::segment ? choose_test(walk)
                              : walk.asked.form == area_form::disc  ? walk.asked.disc.radius >= 0
                                                                    : true;
    if (is_something) {
        auto& stack = make_in<area_stack>(walk.stack);
        stack.waiting[0] = ground_node;
        stack.covered[0] = false;
        walk.top = 1;
    }
}

template <class Shape>
bool core<Shape>::fill(query_walk<Shape>& walk, hit_buffer& found) const noexcept {
    return detail::fill(engine_, &kernels<Shape>::fill_query, walk, walk.top, found);
}

} // namespace quadrille::detail
