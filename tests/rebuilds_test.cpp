// Rebuilds by single changes: about one in as many changes as there are items, whatever the history.
// SPDX-License-Identifier: MIT
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_SHAPE_SUITE(rebuilds);

constexpr std::uint32_t items = 1500;
constexpr std::uint32_t rounds = 12; ///< changes per item

/// Where the next item goes: the number of the change, counted from 0, and a source of chance.
struct motion {
    const char* name;
    std::function<box<double>(std::uint32_t change, random_source& source)> next;
};

box<double> square_at(double x, double y, double side) { return {{x, y}, {x + side, y + side}}; }

std::vector<motion> motions() {
    const double all = items * rounds;
    return {
        {"anywhere",
         [](std::uint32_t, random_source& source) {
             return square_at(source.between(0, 1000), source.between(0, 1000), 1);
         }},
        {"farther and farther out",
         [all](std::uint32_t change, random_source& source) {
             const double reach = std::exp2(30.0 * change / all);
             return square_at(source.between(-reach, reach), source.between(-reach, reach), 1);
         }},
        {"nearer and nearer to one place",
         [all](std::uint32_t change, random_source& source) {
             const double reach = 1000 * std::exp2(-18.0 * change / all);
             return square_at(500 + source.between(-reach, reach), 500 + source.between(-reach, reach), reach / 1000);
         }},
        {"to one spot and away again",
         [](std::uint32_t change, random_source& source) {
             const double reach = change / items % 2 == 0 ? 1e-3 : 1000;
             return square_at(source.between(0, reach), source.between(0, reach), 1e-3);
         }},
        {"larger and smaller by turns",
         [](std::uint32_t change, random_source& source) {
             return square_at(source.between(0, 100), source.between(0, 100), change / items % 2 == 0 ? 0.1 : 90);
         }},
        {"always to the right",
         [](std::uint32_t change, random_source& source) { return square_at(change, source.between(0, 10), 1); }},
        {"runaways",
         [](std::uint32_t change, random_source& source) {
             const double reach = change % 40 == 0 ? 1e9 * change : 100;
             return square_at(source.between(0, reach), source.between(0, reach), 1);
         }},
    };
}

template <class Shape>
Shape rounded(const box<double>& room) {
    return made<Shape>(room.min.x, room.min.y, room.max.x, room.max.y);
}

template <class Shape>
bare_tree<Shape> first_world(const motion& by, random_source& source) {
    std::vector<Shape> shapes;
    for (std::uint32_t index = 0; index < items; ++index) {
        shapes.push_back(rounded<Shape>(by.next(0, source)));
    }
    bare_tree<Shape> tree;
    EXPECT_TRUE(tree.assign(shapes));
    return tree;
}

/// Maintenance comes after half as many changes as there are items, and rebuilds once at most.
constexpr std::uint32_t most = 2 * rounds;

// promise: few-rebuilds
TYPED_TEST(rebuilds, come_once_in_as_many_moves_as_there_are_items) {
    for (const motion& by : motions()) {
        random_source source(5);
        auto tree = first_world<TypeParam>(by, source);
        std::uint32_t counted = 0;
        for (std::uint32_t change = 0; change < items * rounds; ++change) {
            const std::array which = {tree.item_at(change % items)};
            const std::array shape = {rounded<TypeParam>(by.next(change, source))};
            const change_report report = tree.move(which, shape);
            ASSERT_TRUE(report);
            counted += report.method == update_method::rebuild ? 1U : 0U;
        }
        EXPECT_LE(counted, most) << by.name;
        EXPECT_TRUE(is_sound(tree));
    }
}

/// Items come at one end and go at the other.
// promise: few-rebuilds
TYPED_TEST(rebuilds, come_once_in_as_many_inserts_and_erases_as_there_are_items) {
    for (const motion& by : motions()) {
        random_source source(6);
        auto tree = first_world<TypeParam>(by, source);
        std::vector<item> living(items);
        for (std::uint32_t index = 0; index < items; ++index) {
            living[index] = tree.item_at(index);
        }
        std::uint32_t counted = 0;
        for (std::uint32_t change = 0; change < items * rounds / 2; ++change) {
            item& one = living[change % items];
            const change_report erased = tree.erase(std::array{one});
            std::array<item, 1> fresh;
            const change_report inserted = tree.insert(std::array{rounded<TypeParam>(by.next(change, source))}, fresh);
            ASSERT_TRUE(erased && inserted);
            one = fresh[0];
            counted += erased.method == update_method::rebuild ? 1U : 0U;
            counted += inserted.method == update_method::rebuild ? 1U : 0U;
        }
        EXPECT_LE(counted, most) << by.name;
        EXPECT_TRUE(is_sound(tree));
    }
}

/// The grid that is tried for the one leaf and that of the rebuild come from samples in different orders. The first may separate
/// boxes that are wide for the second, which has left out those that are far off; a build leaves them in their leaf, too.
TEST(rebuilds_of_one_leaf, come_once_in_as_many_inserts_as_half_of_its_items) {
    constexpr std::uint32_t capacity = 2000;
    std::uint32_t undone = 0; // rebuilds that have left one leaf
    for (std::uint64_t seed = 1; seed <= 80; ++seed) {
        random_source source(seed);
        const auto draw = [&source] {
            const double far_off = source.below(64) == 0 ? 400 : 0.1;
            return rounded<box<float>>(square_at(source.between(0, far_off), source.between(0, 0.1), 1));
        };
        quadtree<void, box<float>> tree({.leaf_capacity = capacity});
        for (std::uint32_t count = 0; count < capacity; ++count) {
            ASSERT_TRUE(tree.insert(draw()));
        }
        std::uint32_t counted = 0;
        for (std::uint32_t change = 0; change < capacity; ++change) {
            std::array<item, 1> fresh;
            const change_report report = tree.insert(std::array{draw()}, fresh);
            ASSERT_TRUE(report);
            counted += report.method == update_method::rebuild ? 1U : 0U;
        }
        EXPECT_LE(counted, 4U) << "seed " << seed; // two of maintenance, two of the leaf itself
        undone += counted > 0 && tree.stats().inner_cells == 0 ? 1U : 0U;
    }
    EXPECT_GT(undone, 0U);
}

TEST(rebuilds_of_points, come_where_items_gather_more_closely_than_the_grid_separates) {
    quadtree<void, point<double>> tree({.leaf_capacity = 4});
    random_source source(7);
    std::vector<point<double>> spread;
    for (std::uint32_t index = 0; index < 2000; ++index) {
        spread.push_back({source.between(-1e6, 1e6), source.between(-1e6, 1e6)});
    }
    ASSERT_TRUE(tree.assign(spread));
    for (std::uint32_t move = 0; move < 2000; ++move) {
        ASSERT_TRUE(tree.move(tree.item_at(move % 1900), {source.unit() * 1e-5, source.unit() * 1e-5}));
    }
    std::uint32_t longest = 0;
    tree.cells([&](const auto& each) { longest = std::max(longest, each.is_leaf ? each.count : 0U); });
    EXPECT_LE(longest, 100U) << "of 1900 items at different places";
}

} // namespace
} // namespace quadrille::testing
