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

enum class task : std::uint8_t { windows, small_windows, layered_windows, nearest, pairs };
inline constexpr const char* task_names[] = {"windows", "small windows", "windows limited to a layer", "nearest",
                                             "pairs"};

/// What each task visits.
struct work {
    counters done[std::size(task_names)];
    counters& of(task what) { return done[static_cast<std::size_t>(what)]; }
};

/// What the same queries visit in one tree: windows of all sizes, at places where items are and where none need be; small ones, of up
/// to a part `small` of the world's sides, anywhere in it; the nearest of such places; all pairs.
template <class Tree>
work work_of(const Tree& tree, const std::vector<typename Tree::shape_type>& places, std::uint32_t queries,
             double small) {
    using scalar = typename Tree::scalar;
    auto around = empty_box<scalar>();
    for (const auto& place : places) {
        around = united(around, bounds_of(place));
    }
    const double width = double(around.max.x) - double(around.min.x);
    const double height = double(around.max.y) - double(around.min.y);
    random_source source(77);
    const auto anywhere = [&] {
        return point<double>{double(around.min.x) + source.unit() * width,
                             double(around.min.y) + source.unit() * height};
    };
    const auto window = [&](const point<double>& low, double share) {
        return box_of<scalar>(low.x, low.y, low.x + share * width, low.y + share * height);
    };
    work found;
    std::array<neighbor, 4> nearest;
    for (std::uint32_t query = 0; query < queries; ++query) {
        const auto corner = bounds_of(places[source.below(static_cast<std::uint32_t>(places.size()))]).min;
        const point<double> where = query % 2 == 0 ? anywhere() : point<double>{double(corner.x), double(corner.y)};
        const box<scalar> area = window(where, source.unit() * source.unit() * source.unit() / 4);
        number_visited(tree, area, {}, &found.of(task::windows));
        number_visited(tree, area, {.layers = 2}, &found.of(task::layered_windows));
        number_visited(tree, window(anywhere(), source.unit() * small), {}, &found.of(task::small_windows));
        tree.nearest(area.min, nearest, {}, &found.of(task::nearest));
    }
    tree.pairs([](auto, auto) {}, {}, &found.of(task::pairs));
    return found;
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
::testing::AssertionResult works_as_fresh(const Tree& tree, std::uint32_t indices_ever, std::uint32_t queries = 1000,
                                          const options& config = {}, double small = 0.1) {
    if (auto sound = is_sound(tree); !sound || tree.empty()) {
        return sound;
    }
    std::vector<typename Tree::shape_type> shapes;
    tree.each([&](auto hit) { shapes.push_back(hit.shape()); });
    quadtree<void, typename Tree::shape_type> fresh(config);
    EXPECT_TRUE(fresh.assign(shapes));
    std::uint32_t index = 0;
    tree.each([&](auto hit) { fresh.set_layers(fresh.item_at(index++), tree.layers(hit.item())); });
    const work lived = work_of(tree, shapes, queries, small);
    const work expected = work_of(fresh, shapes, queries, small);
    for (std::size_t what = 0; what < std::size(task_names); ++what) {
        if (auto result = is_bounded(task_names[what], lived.done[what], expected.done[what]); !result) {
            return result;
        }
    }
    const std::size_t bytes = fresh.stats().bytes;
    if (tree.stats().bytes > 3 * bytes + 10 * std::size_t{indices_ever}) {
        return ::testing::AssertionFailure() << tree.stats().bytes << " bytes; a fresh tree takes " << bytes;
    }
    return ::testing::AssertionSuccess();
}

} // namespace quadrille::testing

#endif
