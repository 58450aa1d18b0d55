// Lanes: which shapes can be stored, and how: the only code that differs between points, boxes and circles.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_STORE_LANES_HPP
#define QUADRILLE_SRC_STORE_LANES_HPP

#include <quadrille/detail/base/apart.hpp>
#include <quadrille/detail/engine/core.hpp>
#include <quadrille/vocabulary.hpp>

#include "bytes/arrays.hpp"
#include "bytes/layout.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>

namespace quadrille::detail {

/// The content of a lane.
template <class Shape>
struct stored_item {
    Shape shape;
    std::uint32_t id;
    std::uint32_t layers;
};

template <class Scalar>
point<Scalar> read_shape(const block<point<Scalar>>& from, std::uint32_t lane) noexcept {
    return {from.x[lane], from.y[lane]};
}
template <class Scalar>
box<Scalar> read_shape(const block<box<Scalar>>& from, std::uint32_t lane) noexcept {
    return {{from.x0[lane], from.y0[lane]}, {from.x1[lane], from.y1[lane]}};
}
template <class Scalar>
circle<Scalar> read_shape(const block<circle<Scalar>>& from, std::uint32_t lane) noexcept {
    return {{from.x[lane], from.y[lane]}, from.r[lane]};
}

template <class Scalar>
void write_shape(block<point<Scalar>>& into, std::uint32_t lane, const point<Scalar>& shape) noexcept {
    into.x[lane] = shape.x;
    into.y[lane] = shape.y;
}
template <class Scalar>
void write_shape(block<box<Scalar>>& into, std::uint32_t lane, const box<Scalar>& shape) noexcept {
    into.x0[lane] = shape.min.x;
    into.y0[lane] = shape.min.y;
    into.x1[lane] = shape.max.x;
    into.y1[lane] = shape.max.y;
}
template <class Scalar>
void write_shape(block<circle<Scalar>>& into, std::uint32_t lane, const circle<Scalar>& shape) noexcept {
    into.x[lane] = shape.center.x;
    into.y[lane] = shape.center.y;
    into.r[lane] = shape.radius;
}

/// Copies the shapes of all lanes to the end of a buffer.
template <class Scalar>
void copy_shapes(const block<point<Scalar>>& from, item_buffer<point<Scalar>>& into) noexcept {
    std::memcpy(into.row[0] + into.count, from.x, sizeof from.x);
    std::memcpy(into.row[1] + into.count, from.y, sizeof from.y);
}
template <class Scalar>
void copy_shapes(const block<box<Scalar>>& from, item_buffer<box<Scalar>>& into) noexcept {
    std::memcpy(into.row[0] + into.count, from.x0, sizeof from.x0);
    std::memcpy(into.row[1] + into.count, from.y0, sizeof from.y0);
    std::memcpy(into.row[2] + into.count, from.x1, sizeof from.x1);
    std::memcpy(into.row[3] + into.count, from.y1, sizeof from.y1);
}
template <class Scalar>
void copy_shapes(const block<circle<Scalar>>& from, item_buffer<circle<Scalar>>& into) noexcept {
    std::memcpy(into.row[0] + into.count, from.x, sizeof from.x);
    std::memcpy(into.row[1] + into.count, from.y, sizeof from.y);
    std::memcpy(into.row[2] + into.count, from.r, sizeof from.r);
}

/// The content of an empty lane.
template <class Shape>
inline constexpr Shape no_shape = {};
template <class Scalar>
inline constexpr Scalar no_number = std::numeric_limits<Scalar>::quiet_NaN();
template <class Scalar>
inline constexpr point<Scalar> no_shape<point<Scalar>> = {no_number<Scalar>, no_number<Scalar>};
template <class Scalar>
inline constexpr box<Scalar> no_shape<box<Scalar>> = {no_shape<point<Scalar>>, no_shape<point<Scalar>>};
template <class Scalar>
inline constexpr circle<Scalar> no_shape<circle<Scalar>> = {no_shape<point<Scalar>>, no_number<Scalar>};

template <class Shape>
stored_item<Shape> read_lane(const block<Shape>& from, std::uint32_t lane) noexcept {
    return {read_shape(from, lane), from.id[lane], from.layers[lane]};
}
template <class Shape>
void write_lane(block<Shape>& into, std::uint32_t lane, const stored_item<Shape>& what) noexcept {
    write_shape(into, lane, what.shape);
    into.id[lane] = what.id;
    into.layers[lane] = what.layers;
}
template <class Shape>
void empty_lanes(block<Shape>& which, std::uint32_t from, std::uint32_t to) noexcept {
    for (std::uint32_t lane = from; lane < to; ++lane) {
        write_lane(which, lane, {no_shape<Shape>, 0, 0});
    }
}

/// The bounds of one lane; NaN if it is empty.
template <class Shape>
box<typename Shape::scalar> lane_bounds(const block<Shape>& of, std::uint32_t lane) noexcept {
    return bounds_of(read_shape(of, lane));
}

/// The exact bounds of a block's live lanes.
template <class Shape>
box<typename Shape::scalar> bounds_of_lanes(const block<Shape>& of) noexcept {
    box<typename Shape::scalar> around = empty_box<typename Shape::scalar>();
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
        around = united(lane_bounds(of, lane), around); // in this order NaN adds nothing
    }
    return around;
}

template <class Shape>
std::uint32_t layers_of_lanes(const block<Shape>& of) noexcept {
    std::uint32_t layers = 0;
    for (const std::uint32_t one : of.layers) {
        layers |= one;
    }
    return layers;
}

/// The part of the edge rule that a circle's bounds do not decide: whether its center is no farther from `area` than
/// its radius, in double.
template <class Scalar>
bool reaches(const circle<Scalar>& shape, const box<Scalar>& area) noexcept {
    return are_near(bounds_of(shape.center), area, double(shape.radius));
}

/// A bit for each lane within a distance of a box.
template <class Shape>
QUADRILLE_APART std::uint32_t
near_lanes_one_by_one(const block<Shape>& of, const box<double>& from, double distance) noexcept {
    std::uint32_t bits = 0;
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
        const Shape shape = read_shape(of, lane);
        bits |= (are_near(core_box(shape), from, radius_of(shape) + distance) ? 1U : 0U) << lane;
    }
    return bits;
}

/// A bit for each of the first `live` lanes within a distance of a place, for distances whose squares underflow or
/// overflow.
template <class Shape>
QUADRILLE_RARE std::uint32_t lanes_within(const block<Shape>& of, std::uint32_t live,
                                          const point<typename Shape::scalar>& place, double distance) noexcept {
    std::uint32_t bits = 0;
    for (std::uint32_t lane = 0; lane < live; ++lane) {
        const body shape = body_of(read_shape(of, lane));
        bits |= (are_within_by_lengths(shape, body_of(place), distance) ? 1U : 0U) << lane;
    }
    return bits;
}

/// Bounds as nodes store them, rounded outward.
template <class Shape>
measured measured_from(const Shape& shape, std::uint32_t layers) noexcept {
    const box<float> around = rounded_outward(bounds_of(shape));
    return {around.min.x, around.min.y, around.max.x, around.max.y, layers};
}

/// Prefetches a block's shapes and ids; its layers, which come last, are rarely read.
template <class Shape>
void prefetch_lanes(const block<Shape>& which) noexcept {
    constexpr std::size_t line = 64;
    const auto* const bytes = reinterpret_cast<const unsigned char*>(&which);
    for (std::size_t at = 0; at < sizeof which - sizeof which.layers; at += line) {
        prefetch(bytes + at);
    }
}

/// Returns `error::none` for a shape that can be stored.
template <class Scalar>
inline error check_storable(const point<Scalar>& shape) noexcept {
    return is_storable(shape) ? error::none : error::not_finite;
}

template <class Scalar>
inline error check_storable(const box<Scalar>& shape) noexcept {
    if (is_storable(shape)) {
        return error::none;
    }
    return is_storable(shape.min) && is_storable(shape.max) ? error::inverted : error::not_finite;
}

/// A circle whose bounds overflow counts as infinite.
template <class Scalar>
inline error check_storable(const circle<Scalar>& shape) noexcept {
    if (is_storable(shape)) {
        return error::none;
    }
    constexpr Scalar most = std::numeric_limits<Scalar>::max();
    const bool is_negative = -most <= shape.radius && shape.radius < 0;
    return is_storable(shape.center) && is_negative ? error::inverted : error::not_finite;
}

/// The number of shapes that cannot be stored, and the first of them. If generations are given, only shapes with an odd
/// generation count.
template <class Shape>
QUADRILLE_RARE change_report check_all_storable(std::span<const Shape> shapes,
                                                const std::uint32_t* generations) noexcept {
    change_report report;
    for (std::uint32_t index = 0; index < shapes.size(); ++index) {
        if (is_storable(shapes[index]) || (generations != nullptr && generations[index] % 2 == 0)) {
            continue;
        }
        if (report.rejected++ == 0) {
            report.first_rejected = index;
            report.error = check_storable(shapes[index]);
        }
    }
    return report;
}

} // namespace quadrille::detail

#endif
