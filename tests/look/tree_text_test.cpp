// Text of trees: one line tells what a tree is, an outline what is in its cells.
// SPDX-License-Identifier: MIT
#include "support/scalars.hpp"
#include "support/shaped_as.hpp"

#include <quadrille/quadtree.hpp>
#include <quadrille/tree_text.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

namespace quadrille::testing {
namespace {

template <class Tree>
std::string outline_of(const Tree& tree, const cell_lines& which = {}) {
    std::ostringstream text;
    write_cells(text, tree, which);
    return text.str();
}
std::size_t lines_in(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

// promise: text: A tree has a line: its kind, items, bounds, cells and bytes; its period, and the error of its last change.
TEST(tree_text, is_one_line) {
    quadtree<> tree;
    EXPECT_EQ(to_string(tree),
              "quadtree of box<float> without values; items: 0, leaves: 0, inner cells: 0, deepest: 0, bytes: 0");
    tree.insert({{1, 2}, {3, 4}});
    tree.insert({{2, 2}, {5, 4.5F}});
    const std::string bytes = std::to_string(tree.stats().bytes);
    EXPECT_EQ(to_string(tree), "quadtree of box<float> without values; items: 2, bounds: box((1, 2), (5, 4.5)), "
                               "leaves: 1, inner cells: 0, deepest: 0, bytes: " +
                                   bytes);
    std::ostringstream text;
    text << tree;
    EXPECT_EQ(text.str(), to_string(tree));
    EXPECT_FALSE(tree.insert({{2, 2}, {1, 1}}));
    EXPECT_EQ(to_string(tree).substr(to_string(tree).find("bytes")),
              "bytes: " + bytes + ", error: " + to_string(error::inverted));

    const quadtree<int, point<double>> torus({.period = {100, 0}});
    EXPECT_EQ(to_string(torus), "quadtree of point<double> with values; items: 0, leaves: 0, inner cells: 0, "
                                "deepest: 0, bytes: 0, period: (100, 0)");
}

// promise: text: Its cells are an outline, parents first, with their items where they are wanted.
TEST(tree_text, of_cells_is_an_outline) {
    quadtree<void, point<float>> tree({.leaf_capacity = 2});
    EXPECT_EQ(outline_of(tree), "");
    std::vector<point<float>> shapes;
    for (const float x : {0.0F, 1.0F, 8.0F}) {
        shapes.push_back({x, 0});
        shapes.push_back({x, 8});
    }
    tree.assign(shapes);
    EXPECT_EQ(outline_of(tree), "depth 0, inner, items: 0, bounds: box((0, 0), (8, 8))\n"
                                "  depth 1, leaf, items: 2, bounds: box((0, 0), (1, 0))\n"
                                "  depth 1, leaf, items: 1, bounds: box((8, 0), (8, 0))\n"
                                "  depth 1, leaf, items: 2, bounds: box((0, 8), (1, 8))\n"
                                "  depth 1, leaf, items: 1, bounds: box((8, 8), (8, 8))\n");
    tree.erase(tree.item_at(4));
    const auto line = [&](std::uint32_t index, const char* shape) {
        std::ostringstream text; // in checked builds generations tell the tree, too
        text << "    " << tree.item_at(index) << ' ' << shape << '\n';
        return text.str();
    };
    EXPECT_EQ(outline_of(tree, {.with_items = true}), "depth 0, inner, items: 0, bounds: box((0, 0), (8, 8))\n"
                                                      "  depth 1, leaf, items: 2, bounds: box((0, 0), (1, 0))\n" +
                                                          line(0, "(0, 0)") + line(2, "(1, 0)") +
                                                          "  depth 1, leaf, items: 0\n"
                                                          "  depth 1, leaf, items: 2, bounds: box((0, 8), (1, 8))\n" +
                                                          line(1, "(0, 8)") + line(3, "(1, 8)") +
                                                          "  depth 1, leaf, items: 1, bounds: box((8, 8), (8, 8))\n" +
                                                          line(5, "(8, 8)"));
    EXPECT_EQ(outline_of(tree, {.max_depth = 0, .with_items = true}),
              "depth 0, inner, items: 0, bounds: box((0, 0), (8, 8))\n");
}

template <class Shape>
class tree_text_of : public ::testing::Test {};
TYPED_TEST_SUITE(tree_text_of, every_shape, shape_names);

// promise: text: Its cells are an outline, parents first, with their items where they are wanted.
TYPED_TEST(tree_text_of, every_shape_has_a_line_for_each_cell_and_item) {
    quadtree<int, TypeParam> tree;
    for (int at = 0; at < 500; ++at) {
        const auto x = static_cast<typename TypeParam::scalar>(at % 23);
        const auto y = static_cast<typename TypeParam::scalar>(at % 17);
        tree.insert(shaped_as<TypeParam>({{x, y}, {x + 1, y + 1}}), at);
    }
    std::size_t cells = 0;
    tree.cells([&](const auto&) { ++cells; });
    EXPECT_GT(cells, 4U);
    EXPECT_EQ(lines_in(outline_of(tree)), cells);
    EXPECT_EQ(lines_in(outline_of(tree, {.with_items = true})), cells + tree.size());
    EXPECT_EQ(lines_in(to_string(tree)), 0U);
}

} // namespace
} // namespace quadrille::testing
