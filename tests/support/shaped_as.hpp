// Shapes of any kind at the places of boxes.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_SHAPED_AS_HPP
#define QUADRILLE_TESTS_SHAPED_AS_HPP

#include <quadrille/geometry.hpp>

#include <algorithm>
#include <span>
#include <vector>

namespace quadrille::testing {

/// A shape of this kind at the place of a box: its lower corner, the box itself, or around its middle the circle whose
/// radius is half its longer side.
template <class Shape>
Shape shaped_as(const box<typename Shape::scalar>& room) {
    using scalar = typename Shape::scalar;
    if constexpr (is_point<Shape>) {
        return room.min;
    } else if constexpr (is_box<Shape>) {
        return room;
    } else {
        const scalar half_width = room.max.x / 2 - room.min.x / 2;
        const scalar half_height = room.max.y / 2 - room.min.y / 2;
        return {{room.min.x + half_width, room.min.y + half_height}, std::max(half_width, half_height)};
    }
}
template <class Shape>
std::vector<Shape> shaped_as(std::span<const box<typename Shape::scalar>> rooms) {
    std::vector<Shape> all;
    all.reserve(rooms.size());
    for (const auto& room : rooms) {
        all.push_back(shaped_as<Shape>(room));
    }
    return all;
}

} // namespace quadrille::testing

#endif
