// Worlds of walls, and what a light sees in them: by the tree, and by a scan of all walls.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_WALLED_WORLD_HPP
#define QUADRILLE_TESTS_WALLED_WORLD_HPP

#include "support/shapes.hpp"

#include <quadrille/geometry.hpp>
#include <quadrille/quadtree.hpp>
#include <quadrille/visibility.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <variant>
#include <vector>

namespace quadrille::testing {

/// How walls are placed. On a lattice they intersect, cross, overlap, lie on one line and have no size, and all tests in double
/// are exact; free ones lie anywhere and at any angle; a maze is of bricks without gaps.
enum class masonry : std::uint8_t { lattice, free, maze };
inline constexpr masonry every_masonry[] = {masonry::lattice, masonry::free, masonry::maze};

template <class Scalar>
using wall = std::variant<box<Scalar>, segment<Scalar>>;

template <class Scalar>
struct walls_of {
    std::vector<wall<Scalar>> all;

    explicit walls_of(std::vector<wall<Scalar>> given) : all(std::move(given)) {}
    walls_of(masonry how, std::uint64_t seed) {
        random_source source(seed);
        const auto place = [&](double spread) {
            const double x = how == masonry::free ? source.between(-spread, spread) : source.below(17) - 8.0;
            const double y = how == masonry::free ? source.between(-spread, spread) : source.below(17) - 8.0;
            return point<Scalar>{static_cast<Scalar>(x), static_cast<Scalar>(y)};
        };
        for (std::uint32_t count = 1 + source.below(30); count > 0; --count) {
            const point<Scalar> corner = place(9);
            const bool is_brick = how == masonry::maze;
            const double width = is_brick ? 1 : how == masonry::free ? source.unit() * 3 : source.below(4);
            const double height = is_brick ? 1 : how == masonry::free ? source.unit() * 3 : source.below(4);
            if (is_brick || source.below(2) == 0) {
                all.push_back(box_from_corner(corner, {static_cast<Scalar>(width), static_cast<Scalar>(height)}));
            } else {
                all.push_back(segment<Scalar>{corner, place(12)});
            }
        }
    }
};

/// A wall's own sides.
template <class Scalar>
std::vector<segment<Scalar>> sides_of(const wall<Scalar>& one) {
    if (const auto* line = std::get_if<segment<Scalar>>(&one)) {
        return {*line};
    }
    const auto& area = std::get<box<Scalar>>(one);
    const point<Scalar> low_right = {area.max.x, area.min.y};
    const point<Scalar> high_left = {area.min.x, area.max.y};
    return {{area.min, low_right}, {low_right, area.max}, {area.max, high_left}, {high_left, area.min}};
}

template <class Scalar>
long double turn(const point<Scalar>& a, const point<Scalar>& b, const point<Scalar>& c) {
    return (static_cast<long double>(b.x) - a.x) * (static_cast<long double>(c.y) - a.y) -
           (static_cast<long double>(b.y) - a.y) * (static_cast<long double>(c.x) - a.x);
}

template <class Scalar>
bool holds(const wall<Scalar>& one, const point<Scalar>& place) {
    if (const auto* area = std::get_if<box<Scalar>>(&one)) {
        return intersects(*area, place);
    }
    const auto& line = std::get<segment<Scalar>>(one);
    return intersects(bounds_of(line), place) && turn(line.a, line.b, place) == 0;
}

inline constexpr long double never = std::numeric_limits<long double>::infinity();

/// The fraction of `direction` at which it first hits a line, `never` if it does not. Fractions are quotients of exact numbers
/// on a lattice, rounded once, and so compare correctly.
template <class Scalar>
long double intersection(const segment<Scalar>& line, const point<Scalar>& from, const point<long double>& direction) {
    const point<long double> a = {static_cast<long double>(line.a.x) - from.x,
                                  static_cast<long double>(line.a.y) - from.y};
    const point<long double> b = {static_cast<long double>(line.b.x) - from.x,
                                  static_cast<long double>(line.b.y) - from.y};
    const point<long double> along = {b.x - a.x, b.y - a.y};
    const long double slant = direction.x * along.y - direction.y * along.x;
    if (slant == 0) {
        if (direction.x * a.y != direction.y * a.x) {
            return never;
        }
        long double first = never;
        for (const auto& end : {a, b}) {
            const long double fraction =
                (end.x * direction.x + end.y * direction.y) / (direction.x * direction.x + direction.y * direction.y);
            first = fraction >= 0 ? std::min(first, fraction) : first;
        }
        return first;
    }
    const long double fraction = (a.x * along.y - a.y * along.x) / slant;
    const long double place = (a.x * direction.y - a.y * direction.x) / slant;
    return fraction >= 0 && 0 <= place && place <= 1 ? fraction : never;
}

/// The same for a wall that does not contain `from`.
template <class Scalar>
long double intersection(const wall<Scalar>& one, const point<Scalar>& from, const point<long double>& direction) {
    long double first = never;
    for (const auto& side : sides_of(one)) {
        first = std::min(first, intersection(side, from, direction));
    }
    return first;
}

/// Whether a wall has any width as seen from here.
template <class Scalar>
bool has_width(const wall<Scalar>& one, const point<Scalar>& from) {
    const auto sides = sides_of(one);
    return std::any_of(sides.begin(), sides.end(),
                       [&](const segment<Scalar>& side) { return turn(from, side.a, side.b) != 0; });
}

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
