// Visibility among walls: outlines, and lines of sight.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BINDINGS_FLAT_LOOKING_HPP
#define QUADRILLE_BINDINGS_FLAT_LOOKING_HPP

#include "bindings/flat/tree.hpp"

#include <quadrille/quadtree.hpp>
#include <quadrille/visibility.hpp>

#include <cstddef>
#include <cstdint>
#include <numbers>

namespace quadrille::flat {

/// The wall of an item: the segment with its index.
template <class Scalar>
struct segment_wall {
    const Scalar* numbers;
    period world;

    template <class Hit>
    segment<Scalar> operator()(const Hit& hit) const {
        const Scalar* const own = numbers + 4 * std::size_t{hit.index()};
        const double x = hit.shift().x * world.width();
        const double y = hit.shift().y * world.height();
        const auto to = [&](Scalar from, double by) { return static_cast<Scalar>(double(from) + by); };
        return {{to(own[0], x), to(own[1], y)}, {to(own[2], x), to(own[3], y)}};
    }
};

/// Calls `use` with the function that makes walls of items.
template <class Shape, class Use>
void with_walls(const quadtree<void, Shape>& tree, const void* walls, const Use& use) {
    using scalar = typename Shape::scalar;
    if (walls != nullptr) {
        use(segment_wall<scalar>{static_cast<const scalar*>(walls), tree.period()});
    } else if constexpr (is_point<Shape> || is_circle<Shape>) {
        refuse("visibility", "a tree of boxes, or walls", "none");
    } else {
        use(whole_shape{});
    }
}

template <class Shape>
void look_from_each(const quadtree<void, Shape>& tree, const views& asked, outlines& found) {
    using scalar = typename Shape::scalar;
    found = {};
    const auto* const places = static_cast<const scalar*>(asked.places);
    const auto* const facings = static_cast<const scalar*>(asked.facings);
    const auto* const half_angles = static_cast<const scalar*>(asked.half_angles);
    visibility<scalar> looking;
    with_walls(tree, asked.walls, [&](const auto& wall_of) {
        for (std::size_t number = 0; number < asked.count; ++number) {
            const scalar* const place = places + 3 * number;
            view<scalar> from{{place[0], place[1]}, place[2]};
            if (facings != nullptr) {
                from.facing = {facings[2 * number], facings[2 * number + 1]};
            }
            if (half_angles != nullptr) {
                from.half_angle = half_angles[number];
            }
            for (const point<scalar>& vertex : looking.look(tree, from, wall_of, filter{.layers = asked.layers})) {
                found.vertices.insert(found.vertices.end(), {double(vertex.x), double(vertex.y)});
            }
            found.ends.push_back(found.vertices.size() / 2);
        }
    });
}

template <class Shape>
void see_along_each(const quadtree<void, Shape>& tree, const sight_lines& asked, std::uint8_t* found) {
    using scalar = typename Shape::scalar;
    const auto* const lines = static_cast<const scalar*>(asked.lines);
    with_walls(tree, asked.walls, [&](const auto& wall_of) {
        for (std::size_t number = 0; number < asked.count; ++number) {
            const scalar* const line = lines + 4 * number;
            const bool is_seen = is_visible(tree, point<scalar>{line[0], line[1]}, point<scalar>{line[2], line[3]},
                                            wall_of, filter{.layers = asked.layers});
            found[number] = is_seen ? 1 : 0;
        }
    });
}

} // namespace quadrille::flat

#endif
