// Query: finds the items that intersect an area or are near it, buffer by buffer; the tests of each form of area.
// SPDX-License-Identifier: MIT
#include "engine/engine.hpp"
#include "engine/wrapping.hpp"
#include "walk/states.hpp"

#include <cmath>
#include <limits>
#include <type_traits>

namespace quadrille::detail {
namespace {

// ---- The tests of each form, for a cell and for an item -------------------------------------------------------------

/// The distance from the disc's center beyond which nothing in a cell intersects the disc. Boxes and points are no
/// nearer than their cell, rounding included. A circle may be nearer: it extends beyond its rounded box, and so beyond
/// its cell, by up to half the last place of the cell's farthest coordinate. The slack is eight times that.
template <class Shape>
double outermost(const circle<double>& disc, const box<float>& cell) noexcept {
    if constexpr (is_circle<Shape>) {
        const double x = -cell.min.x > cell.max.x ? -double(cell.min.x) : double(cell.max.x);
        const double y = -cell.min.y > cell.max.y ? -double(cell.min.y) : double(cell.max.y);
        return disc.radius * (1 + 0x1p-40) + (x > y ? x : y) * 0x1p-21;
    } else {
        return disc.radius;
    }
}

/// A disc that contains the farthest corner of a cell intersects all items in the cell: the formula is monotone,
/// rounding included.
template <class Shape>
coverage cell_by_disc(const area_query<Shape>& query, const box<float>& cell) noexcept {
    if (is_within_reach(cell, query.disc.center, query.disc.radius)) {
        return coverage::covered;
    }
    const bool may_intersect = are_near(cell, bounds_of(query.disc.center), outermost<Shape>(query.disc, cell));
    return may_intersect ? coverage::intersected : coverage::outside;
}

/// A segment is a polygon of two vertices.
template <class Shape>
polygon<typename Shape::scalar> outline_of(const area_query<Shape>& query) noexcept {
    return query.outline.vertices.empty() ? polygon<typename Shape::scalar>{query.kept.ends} : query.outline;
}
template <class Shape>
coverage cell_by_outline(const area_query<Shape>& query, const box<float>& cell) noexcept {
    const auto area = outline_of(query);
    if (query.distance > 0) {
        const bool may_be_found = may_be_near(in_double(cell), area, query.kept.frame, query.distance);
        return may_be_found ? coverage::intersected : coverage::outside;
    }
    return coverage_of(area, query.kept.frame, in_double(cell));
}
template <class Shape>
bool item_by_outline(const area_query<Shape>& query, const Shape& shape) noexcept {
    const auto area = outline_of(query);
    return query.distance > 0 ? is_near(shape, area, query.kept.frame, query.distance)
                              : intersects(shape, area, query.kept.frame);
}

/// `is_near` of bounds is monotone, rounding included, and every other `is_near` begins with it: its result for a cell
/// holds for all items in the cell. The same is true for the distance of the cell's farthest corner, if squares are
/// reliable.
template <class Shape>
coverage cell_near_shape(const area_query<Shape>& query, const box<float>& cell) noexcept {
    const box<double> here = in_double(cell);
    if (!is_near(query.around.bounds, here, query.distance)) {
        return coverage::outside;
    }
    // Cells of items beyond the range of floats have infinite bounds, which say nothing about distances to an infinite
    // area.
    const bool covered = !squares_fail(query.distance) && is_storable(cell) &&
                         farthest2(here, query.around.core) <= query.distance * query.distance;
    return covered ? coverage::covered : coverage::intersected;
}

template <class Shape>
bool item_near_shape(const area_query<Shape>& query, const Shape& shape) noexcept {
    return is_near(body_of(shape), query.around, query.distance);
}

// ---- The bounds of all answers --------------------------------------------------------------------------------------

template <class Scalar>
Scalar up_to(double to) noexcept {
    if constexpr (std::is_same_v<Scalar, float>) {
        return round_up(to);
    } else {
        return to;
    }
}

/// An upper bound of `bound + by`.
template <class Scalar>
Scalar raised(Scalar bound, double by) noexcept {
    constexpr double far_off = std::numeric_limits<double>::infinity();
    return by < far_off ? up_to<Scalar>(std::nextafter(double(bound) + by, far_off)) : static_cast<Scalar>(far_off);
}

/// A box around all shapes whose bounds are within a distance of `bounds`, with a margin for the rounding of that test.
template <class Scalar>
box<Scalar> grown(const box<Scalar>& bounds, double distance) noexcept {
    const double by = distance * (1 + 8 * std::numeric_limits<double>::epsilon());
    return {{-raised(-bounds.min.x, by), -raised(-bounds.min.y, by)},
            {raised(bounds.max.x, by), raised(bounds.max.y, by)}};
}

/// Chooses the tests of a query. This is the only place that reads its form, except for lanes: lanes are tested against
/// discs sixteen at a time. Sets the bounds of all possible answers; returns false if there can be none. User-defined
/// areas have their own tests.
template <class Shape>
bool choose_tests(query_walk<Shape>& walk) noexcept {
    area_query<Shape>& query = walk.query;
    const auto by = [&query](auto of_cell, auto of_item) {
        query.of_cell = of_cell;
        query.of_item = of_item;
    };
    switch (query.form) {
    case area_form::own: return true;
    case area_form::box: by(nullptr, nullptr); return true;
    case area_form::disc: by(&cell_by_disc<Shape>, nullptr); return query.disc.radius >= 0;
    case area_form::segment:
    case area_form::polygon:
        by(&cell_by_outline<Shape>, &item_by_outline<Shape>);
        query.kept.frame = frame_of(outline_of(query));
        break;
    case area_form::near_shape:
        by(&cell_near_shape<Shape>, &item_near_shape<Shape>);
        if (!(query.around.radius >= 0)) {
            return false;
        }
    }
    if (query.distance > 0) {
        walk.area = grown(walk.area, query.distance);
    }
    return query.distance >= 0;
}

} // namespace

template <class Shape>
void core<Shape>::begin_query(query_walk<Shape>& walk) const noexcept {
    walk.top = 0;
    const bool is_empty = !has_points(walk.area); // tested first: moving may add points to a box by rounding
    if (wrapping_in<Shape>(*head_) != nullptr) {
        wrapping_in<Shape>(*head_)->begin_area(options_, walk);
    }
    if (head_->size != 0 && !is_empty && choose_tests(walk)) {
        begin_area(walk, engine_->store.at(root_address), false);
    }
}

template <class Shape>
bool core<Shape>::fill_query(query_walk<Shape>& walk, hit_buffer& found) const noexcept {
    found.count = 0;
    if (wrapping_in<Shape>(*head_) != nullptr) {
        return wrapping_in<Shape>(*head_)->fill_area(*engine_, walk, found);
    }
    if (walk.top > 0) {
        engine_->kernels->fill_query(engine_->store, walk, found);
    }
    return found.count > 0;
}

} // namespace quadrille::detail
