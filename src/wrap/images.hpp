// Images of items, and the bounds of everything that a tree holds.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_WRAP_IMAGES_HPP
#define QUADRILLE_SRC_WRAP_IMAGES_HPP

#include <quadrille/detail/engine/core.hpp>
#include <quadrille/detail/engine/images.hpp>

#include "engine/engine.hpp"
#include "store/bucket.hpp"
#include "walk/states.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

namespace quadrille::detail {

template <class Shape>
Shape shape_in(const engine<Shape>& owner, std::uint32_t index) noexcept {
    const std::uint32_t location = owner.slots.location[index];
    return read_lane(owner.store.blocks[block_of(location)], lane_of(location)).shape;
}

/// A number larger than all rounding of numbers that are moved by a period along an axis.
template <class Scalar>
double slack_of(const world_axis& axis) noexcept {
    constexpr double steps = 32 * double(std::numeric_limits<Scalar>::epsilon());
    return (std::abs(axis.origin) + 2 * axis.period) * steps;
}

/// A box that contains all items as they are stored.
template <class Shape>
box<double> bounds_of_all(const engine<Shape>& owner) noexcept {
    const measured around = bounds_at(owner.store.nodes[0], 0);
    return {{around.x0, around.y0}, {around.x1, around.y1}};
}

/// A box that is moved and grown, and then grown by more than all rounding of images.
template <class Scalar>
box<Scalar> around_moved(const box<double>& one, double x, double y, double by = 0) noexcept {
    constexpr auto infinity = std::numeric_limits<Scalar>::infinity();
    constexpr auto largest = double((std::numeric_limits<Scalar>::max)());
    const auto grown = [&](double low, double high, double way, Scalar& least, Scalar& most) {
        constexpr double steps = 16 * double(std::numeric_limits<Scalar>::epsilon());
        const double far_off = std::abs(low) + std::abs(high) + 2 * std::abs(way) + by;
        const double slack = far_off * steps + 16 * double(std::numeric_limits<Scalar>::denorm_min());
        const bool is_bounded = far_off + slack <= largest;
        least = is_bounded ? static_cast<Scalar>(low + way - by - slack) : -infinity;
        most = is_bounded ? static_cast<Scalar>(high + way + by + slack) : infinity;
    };
    box<Scalar> around;
    grown(one.min.x, one.max.x, x, around.min.x, around.max.x);
    grown(one.min.y, one.max.y, y, around.min.y, around.max.y);
    return around;
}

/// Begins a walk again, for another area.
template <class Shape>
void restart(const engine<Shape>& owner, query_walk<Shape>& walk) noexcept {
    begin_area(walk, owner.store.at(root_address), false);
}

/// Begins a walk for all items in these layers whose bounds, as they are stored, meet a box.
template <class Shape>
void begin_stored(const engine<Shape>& owner, query_walk<Shape>& walk, const box<typename Shape::scalar>& area,
                  std::uint32_t layers, counters* counts) noexcept {
    area_query<Shape>& query = walk.query;
    query.form = area_form::own; // also for circles, by their bounds: the caller tests them
    query.of_cell = nullptr;
    query.of_item = [](const area_query<Shape>&, const Shape&) noexcept { return true; };
    query.has_ended = false;
    query.layers = layers;
    query.counts = counts;
    if constexpr (!is_circle<Shape>) {
        query.form = area_form::box;
    }
    walk.area = area;
    restart(owner, walk);
}
/// The next items of such a walk.
template <class Shape>
bool fill_stored(const engine<Shape>& owner, query_walk<Shape>& walk, hit_buffer& found) noexcept {
    found.count = 0;
    while (walk.top > 0 && found.count == 0) {
        owner.kernels->fill_query(owner.store, walk, found);
    }
    return found.count > 0;
}
/// Subtracts this number from the counted answers.
inline void uncount(counters* counts, std::uint32_t answers) noexcept {
    if (counts != nullptr) {
        counts->answers -= answers;
    }
}

} // namespace quadrille::detail

#endif
