// Areas of every form for trees of every shape.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_AREAS_HPP
#define QUADRILLE_TESTS_AREAS_HPP

#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/shapes.hpp"

#include <quadrille/quadtree.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace quadrille::testing {

template <class Shape>
std::vector<Shape> stand_ins(std::span<const box<typename Shape::scalar>> rooms) {
    return shaped_as<Shape>(rooms);
}

/// A user-defined area: everything on or below the line x + y = `limit`, without an upper right.
template <class Scalar>
struct lower_left {
    Scalar limit;
    std::uint32_t* tested = nullptr; ///< how many items were tested

    box<Scalar> bounds() const {
        return {{-infinite<Scalar>, -infinite<Scalar>}, {infinite<Scalar>, infinite<Scalar>}};
    }
    bool may_intersect(const box<float>& cell) const {
        return double(cell.min.x) + double(cell.min.y) <= double(limit);
    }
    template <class Shape>
    bool intersects(const Shape& shape) const {
        if (tested != nullptr) {
            ++*tested;
        }
        const box<Scalar> around = bounds_of(shape);
        return double(around.min.x) + double(around.min.y) <= double(limit);
    }
};
template <class Shape>
bool intersects(const Shape& shape, const lower_left<typename Shape::scalar>& area) {
    return lower_left<typename Shape::scalar>{area.limit}.intersects(shape);
}

/// One area of each form, all at about the same place. The polygon is a random triangle or a rotated rectangle.
template <class Scalar>
struct areas {
    box<Scalar> frame;
    circle<Scalar> disc;
    point<Scalar> spot;
    segment<Scalar> stroke;
    std::vector<point<Scalar>> vertices;
    lower_left<Scalar> half;

    polygon<Scalar> patch() const { return {vertices}; }

    template <class Visit>
    void each(Visit&& visit) const {
        visit("box", frame);
        visit("circle", disc);
        visit("point", spot);
        visit("segment", stroke);
        visit("polygon", patch());
        visit("own", half);
    }
};

template <class Scalar>
areas<Scalar> draw_areas(random_source& source, const box<Scalar>& frame, const point<Scalar>& elsewhere) {
    areas<Scalar> drawn;
    drawn.frame = frame;
    drawn.disc = {frame.min, frame.max.x - frame.min.x};
    drawn.spot = frame.min;
    drawn.stroke = {frame.min, source.below(2) == 0 ? elsewhere : frame.max};
    drawn.half.limit = frame.max.x;
    const Scalar width = frame.max.x - frame.min.x;
    const Scalar height = frame.max.y - frame.min.y;
    switch (source.below(3)) {
    case 0: drawn.vertices = {frame.min, elsewhere, frame.max}; break;
    case 1:
        drawn.vertices = {{frame.min.x + width / 3, frame.min.y},
                          {frame.max.x, frame.min.y + height / 3},
                          {frame.max.x - width / 3, frame.max.y},
                          {frame.min.x, frame.max.y - height / 3}};
        break;
    default: drawn.vertices = {frame.min, {frame.min.x, frame.max.y}, frame.max, {frame.max.x, frame.min.y}}; break;
    }
    return drawn;
}

} // namespace quadrille::testing

#endif
