// A world that wraps whose answers are counted, image by image.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_COUNTED_WORLD_HPP
#define QUADRILLE_TESTS_COUNTED_WORLD_HPP

#include "support/answers.hpp"
#include "support/effort.hpp"
#include "support/reach.hpp"
#include "wrap/wrapped.hpp"

#include <quadrille/quadtree.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace quadrille::testing {

/// Whole numbers, whose images are exact: then it does not matter which of two shapes is shifted.
template <class Shape>
Shape draw_whole(random_source& source, double width, double height) {
    using scalar = typename Shape::scalar;
    const auto whole = [&](double low, double high) {
        return static_cast<scalar>(low + double(source.below(static_cast<std::uint32_t>(high - low) + 1)));
    };
    const point<scalar> corner{whole(-2 * width, 2 * width), whole(-2 * height, 2 * height)};
    const point<scalar> size{static_cast<scalar>(source.below(6)), static_cast<scalar>(source.below(6))};
    if constexpr (is_point<Shape>) {
        return corner;
    } else if constexpr (is_circle<Shape>) {
        return {corner, size.x};
    } else {
        return box_from_corner(corner, size);
    }
}

/// A world of whole numbers, and all images of its shapes as far as it matters.
template <class Shape>
struct counted_world {
    using scalar = typename Shape::scalar;

    options how;
    quadtree<void, Shape> tree;
    std::vector<Shape> shapes;
    random_source source;

    counted_world(const options& of, std::uint32_t count, std::uint64_t seed) : how(of), tree(of), source(seed) {
        for (std::uint32_t rest = count; rest > 0; --rest) {
            shapes.push_back(draw_whole<Shape>(source, 40, 40));
        }
        EXPECT_TRUE(tree.assign(shapes));
    }

    /// Calls `use(image)` for the images of a shape that are at most so many periods from where it was given.
    template <class Use>
    void each_image(const Shape& shape, int most, Use&& use) const {
        const int across = how.period.width() > 0 ? most : 0;
        const int along = how.period.height() > 0 ? most : 0;
        for (int x = -across; x <= across; ++x) {
            for (int y = -along; y <= along; ++y) {
                use(moved_by(shape, x * how.period.width(), y * how.period.height()));
            }
        }
    }
    template <class Meets>
    std::vector<std::uint32_t> meeting(const Meets& meets) const {
        std::vector<std::uint32_t> found;
        for (std::uint32_t index = 0; index < shapes.size(); ++index) {
            bool is_found = false;
            each_image(shapes[index], 11, [&](const Shape& image) { is_found = is_found || meets(image); });
            if (is_found) {
                found.push_back(index);
            }
        }
        return found;
    }
    /// The squared distance of the image that is nearest to a place or an area.
    template <class Area>
    double distance2_of(std::uint32_t index, const Area& area) const {
        double least = infinite<double>;
        each_image(shapes[index], 11, [&](const Shape& image) { least = std::min(least, distance2(image, area)); });
        return least;
    }
    point<scalar> place() { return draw_whole<point<scalar>>(source, 40, 40); }
};

inline const options torus{.leaf_capacity = 4, .period = {32, 24}, .origin = {-8, 0}};
/// Far out: of floats a period has hardly more steps than it must have.
inline const options coarse{.leaf_capacity = 4, .period = {128, 128}, .origin = {1e6, -1e6}};
inline const options cylinder{.leaf_capacity = 4, .period = {32, 0}};

template <class Shape, class Check>
void each_counted_world(Check&& check) {
    for (const options& how :
         {torus, cylinder, options{.leaf_capacity = 8, .period = {0, 20}, .origin = {0, 5}}, coarse}) {
        for (std::uint64_t seed = 1; seed <= in_rounds(2U); ++seed) {
            counted_world<Shape> world(how, 60, seed);
            check(world);
        }
    }
}

} // namespace quadrille::testing

#endif
