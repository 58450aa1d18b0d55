// Work: what queries visit in a tree, compared with a tree freshly assigned with the same shapes.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_WORK_HPP
#define QUADRILLE_TESTS_WORK_HPP

#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <quadrille/quadtree.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace quadrille::testing {

/// What the same queries visit in one tree: windows of all sizes, at places where items are and where none need be, and small ones; the
/// nearest of such places; all pairs.
struct work {
    counters windows;
    counters small_windows;   ///< of up to 1 % of the world, anywhere in it
    counters layered_windows; ///< limited to one layer
    counters nearest;
    counters pairs;
    std::size_t bytes = 0;
};

template <class Tree>
work work_of(const Tree& tree, const std::vector<typename Tree::shape_type>& places, std::uint32_t queries) {
    using Shape = typename Tree::shape_type;
    using scalar = typename Shape::scalar;
    auto around = empty_box<scalar>();
    for (const Shape& place : places) {
        around = united(around, bounds_of(place));
    }
    const double width = double(around.max.x) - double(around.min.x);
    const double height = double(around.max.y) - double(around.min.y);
    random_source source(77);
    work done;
    std::array<neighbor, 4> found;
    for (std::uint32_t query = 0; query < queries; ++query) {
        point<scalar> where = bounds_of(places[source.below(static_cast<std::uint32_t>(places.size()))]).min;
        if (query % 2 == 0) {
            where = {static_cast<scalar>(double(around.min.x) + source.unit() * width),
                     static_cast<scalar>(double(around.min.y) + source.unit() * height)};
        }
        const double share = source.unit() * source.unit() * source.unit() / 4;
        const box<scalar> window = {where,
                                    {static_cast<scalar>(double(where.x) + share * width),
                                     static_cast<scalar>(double(where.y) + share * height)}};
        (void)tree.count(window, {}, &done.windows);
        (void)tree.count(window, {.layers = 2}, &done.layered_windows);
        const point<double> low = {double(around.min.x) + source.unit() * width,
                                   double(around.min.y) + source.unit() * height};
        const double small = source.unit() / 10;
        (void)tree.count(box_of<scalar>(low.x, low.y, low.x + small * width, low.y + small * height), {},
                         &done.small_windows);
        tree.nearest(where, found, {}, &done.nearest);
    }
    tree.pairs([](auto, auto) {}, {}, &done.pairs);
    done.bytes = tree.stats().bytes;
    return done;
}

inline ::testing::AssertionResult is_bounded(const char* what, const counters& lived, const counters& fresh) {
    constexpr std::uint64_t slack = 100;
    if (lived.answers != fresh.answers) {
        return ::testing::AssertionFailure() << what << ": " << lived.answers << " answers, not " << fresh.answers;
    }
    // Items of a covered cell are reported without a test, which is no less work; a cell may count as a block.
    if (lived.lanes <= 3 * (fresh.lanes + fresh.answers) + slack && lived.blocks <= 3 * fresh.blocks + slack &&
        lived.cells + lived.blocks <= 5 * fresh.cells + 3 * fresh.blocks + slack) {
        return ::testing::AssertionSuccess();
    }
    return ::testing::AssertionFailure() << what << ": " << lived.lanes << " lanes, " << lived.blocks << " blocks, "
                                         << lived.cells << " cells; in a fresh tree " << fresh.lanes << ", "
                                         << fresh.blocks << ", " << fresh.cells;
}

/// Whether a tree with a history costs about as much as a fresh one: lanes, blocks and bytes at most three times as many, cells
/// five times. Every index ever used or reserved costs ten bytes permanently, which a fresh tree does not have.
template <class Tree>
::testing::AssertionResult
works_as_fresh(const Tree& tree, std::uint32_t indices_ever, std::uint32_t queries = 1000, const options& config = {}) {
    using Shape = typename Tree::shape_type;
    std::vector<Shape> shapes;
    std::vector<std::uint32_t> layers;
    tree.each([&](auto hit) {
        shapes.push_back(hit.shape());
        layers.push_back(tree.layers(hit.item()));
    });
    if (shapes.empty()) {
        return ::testing::AssertionSuccess();
    }
    quadtree<void, Shape> fresh(config);
    EXPECT_TRUE(fresh.assign(shapes));
    for (std::uint32_t index = 0; index < layers.size(); ++index) {
        fresh.set_layers(fresh.item_at(index), layers[index]);
    }
    if (auto sound = is_sound(tree); !sound) {
        return sound;
    }
    const work lived = work_of(tree, shapes, queries);
    const work wanted = work_of(fresh, shapes, queries);
    for (const auto& result :
         {is_bounded("windows", lived.windows, wanted.windows),
          is_bounded("small windows", lived.small_windows, wanted.small_windows),
          is_bounded("windows limited to a layer", lived.layered_windows, wanted.layered_windows),
          is_bounded("nearest", lived.nearest, wanted.nearest), is_bounded("pairs", lived.pairs, wanted.pairs)}) {
        if (!result) {
            return result;
        }
    }
    const std::size_t allowed = 3 * wanted.bytes + 10 * std::size_t{indices_ever};
    if (lived.bytes > allowed) {
        return ::testing::AssertionFailure() << lived.bytes << " bytes; a fresh tree takes " << wanted.bytes;
    }
    return ::testing::AssertionSuccess();
}

} // namespace quadrille::testing

#endif
