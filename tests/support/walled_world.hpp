// A tree of walls, what a light sees in it, and the border of that, as the walls one by one say.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_WALLED_WORLD_HPP
#define QUADRILLE_TESTS_WALLED_WORLD_HPP

#include "support/walls.hpp"

#include <quadrille/quadtree.hpp>
#include <quadrille/visibility.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <variant>
#include <vector>

namespace quadrille::testing {

template <class Scalar>
using vertices = std::vector<point<Scalar>>;

/// A tree in which the value of each item is its wall.
template <class Scalar>
class walled_world {
public:
    walled_world(masonry how, std::uint64_t seed) : walled_world(walls_of<Scalar>(how, seed)) {}
    explicit walled_world(walls_of<Scalar> given) : walls(std::move(given)) {
        for (const wall<Scalar>& one : walls.all) {
            tree.insert(std::visit([](const auto& shape) { return bounds_of(shape); }, one), &one);
        }
    }

    /// The polygon, with each wall given as its own shape.
    vertices<Scalar> look(visibility<Scalar>& eye, const view<Scalar>& from) const {
        eye.begin(from);
        tree.query(box_from_center(from.where, {from.reach, from.reach}),
                   [&](auto hit) { std::visit([&](const auto& shape) { eye.add(shape); }, *hit.value()); });
        const auto found = eye.finish();
        return {found.begin(), found.end()};
    }

    /// How far the light comes in this direction within the square, in multiples of `way`.
    long double first_intersection(const view<Scalar>& from, const point<long double>& direction) const {
        wall<Scalar> edge = box_from_center(from.where, {from.reach, from.reach});
        long double first = intersection(edge, from.where, direction);
        for (const wall<Scalar>& one : walls.all) {
            if (!holds(one, from.where) && has_width(one, from.where)) {
                first = std::min(first, intersection(one, from.where, direction));
            }
        }
        return first;
    }

    bool is_hidden(const point<Scalar>& from, const point<Scalar>& to, bool edge_on_walls_hide) const {
        const point<long double> direction = {static_cast<long double>(to.x) - from.x,
                                              static_cast<long double>(to.y) - from.y};
        return (direction.x != 0 || direction.y != 0) &&
               std::any_of(walls.all.begin(), walls.all.end(), [&](const auto& one) {
                   return !holds(one, from) && (edge_on_walls_hide || has_width(one, from)) &&
                          intersection(one, from, direction) < 1;
               });
    }

    walls_of<Scalar> walls;
    quadtree<const wall<Scalar>*, box<Scalar>> tree;
};

template <class Scalar>
view<Scalar> draw_view(random_source& source, masonry how) {
    view<Scalar> drawn{};
    if (how == masonry::free) {
        drawn.where = {static_cast<Scalar>(source.between(-9, 9)), static_cast<Scalar>(source.between(-9, 9))};
        drawn.reach = static_cast<Scalar>(source.between(0.5, 12));
    } else { // at corners of the lattice, or between them
        drawn.where = {static_cast<Scalar>(source.below(33)) / 2 - 8, static_cast<Scalar>(source.below(33)) / 2 - 8};
        drawn.reach = static_cast<Scalar>(1 + source.below(24)) / 2;
    }
    return drawn;
}

/// How far from `from` the polygon's border is in this direction: the least and the most that rounding allows.
template <class Scalar>
std::pair<long double, long double>
border(const vertices<Scalar>& polygon, const point<Scalar>& from, const point<long double>& direction) {
    std::pair<long double, long double> found = {never, 0};
    for (std::size_t number = 0; number < polygon.size(); ++number) {
        const segment<Scalar> side = {polygon[number], polygon[(number + 1) % polygon.size()]};
        const long double at = intersection(side, from, direction);
        if (at != never && at > 0) {
            found = {std::min(found.first, at), std::max(found.second, at)};
        }
    }
    return found;
}

/// Whether a place is in the polygon, by counting the sides above it; `margin` is its distance from the border.
template <class Scalar>
bool is_inside(const vertices<Scalar>& polygon, const point<Scalar>& place, double& margin) {
    bool inside = false;
    margin = std::numeric_limits<double>::infinity();
    for (std::size_t number = 0; number < polygon.size(); ++number) {
        const point<Scalar> a = polygon[number];
        const point<Scalar> b = polygon[(number + 1) % polygon.size()];
        if ((a.x <= place.x) != (b.x <= place.x)) {
            inside ^= (turn(a, b, place) < 0) == (a.x <= place.x);
        }
        const double dx = double(b.x) - a.x;
        const double dy = double(b.y) - a.y;
        const double length2 = dx * dx + dy * dy;
        const double part =
            length2 == 0
                ? 0
                : std::clamp(((double(place.x) - a.x) * dx + (double(place.y) - a.y) * dy) / length2, 0.0, 1.0);
        margin = std::min(margin, std::hypot(a.x + part * dx - place.x, a.y + part * dy - place.y));
    }
    return inside;
}

} // namespace quadrille::testing

#endif
