// Assign: replaces everything at once, shape i gets index i, all or nothing.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <array>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_SHAPE_SUITE(assign);

template <class Shape>
std::vector<Shape> some_shapes(std::uint32_t count, style how, std::uint64_t seed) {
    random_source source(seed);
    std::vector<Shape> drawn(count);
    for (auto& each : drawn) {
        each = draw<Shape>(source, how);
    }
    return drawn;
}

// promise: assign
TYPED_TEST(assign, numbers_items_as_the_shapes_stand) {
    for (std::uint32_t how = 0; how < styles; ++how) {
        for (const std::uint32_t count : {0U, 1U, 2U, 15U, 16U, 17U, 32U, 33U, 300U}) {
            bare_tree<TypeParam> tree;
            const auto shapes = some_shapes<TypeParam>(count, style(how), count);
            const change_report report = tree.assign(shapes);
            ASSERT_TRUE(report);
            ASSERT_EQ(report.method, update_method::rebuild);
            ASSERT_EQ(tree.size(), count);
            ASSERT_EQ(tree.index_limit(), count);
            for (std::uint32_t index = 0; index < count; ++index) {
                ASSERT_EQ(tree.shape(tree.item_at(index)), shapes[index]);
            }
            ASSERT_TRUE(agrees_with_oracle(tree)) << "style " << how << ", " << count << " boxes";
        }
    }
}

TYPED_TEST(assign, agrees_on_every_scene) {
    for (const scenes::kind which : scenes::every_kind) {
        const std::uint32_t count = which == scenes::kind::identical ? 200 : 2000;
        scenes::world<scalar_of<TypeParam>> world(which, count, 1);
        bare_tree<TypeParam> tree;
        for (int round = 0; round < 3; ++round) {
            ASSERT_TRUE(tree.assign(shaped_as<TypeParam>(world.boxes())));
            ASSERT_TRUE(agrees_with_oracle(tree)) << scenes::to_string(which) << " round " << round;
            world.teleport();
        }
    }
}

/// As many places around others, of which each has the next item in turn.
template <class Shape>
std::vector<Shape> in_turns(std::uint32_t count, std::uint32_t places, double spread) {
    using scalar = typename Shape::scalar;
    random_source source(count + places);
    std::vector<Shape> all;
    for (std::uint32_t index = 0; index < count; ++index) {
        const double around = 1000.0 * (index % places);
        const auto x = static_cast<scalar>(around + source.between(0, spread));
        const auto y = static_cast<scalar>(around * 0.7 + source.between(0, spread));
        all.push_back(shaped_as<Shape>(box<scalar>{{x, y}, {x, y}}));
    }
    return all;
}

// promise: cells: `assign` files items where they belong: a `sync` of the same shapes displaces none, even in a
//     crowd.
TYPED_TEST(assign, files_the_items_of_dense_crowds_where_they_belong) {
    using shape = shape_of<TypeParam>;
    for (const double spread : {100.0, 1.0, 1e-2, 1e-3, 1e-4}) {
        for (const std::uint32_t places : {1U, 2U, 7U}) {
            for (const std::uint32_t count : {140U, 3000U}) {
                auto shapes = in_turns<shape>(count, places, spread);
                const auto others = in_turns<shape>(40, 40, 1000);
                shapes.insert(shapes.end(), others.begin(), others.end());
                bare_tree<TypeParam> tree({.leaf_capacity = 8});
                ASSERT_TRUE(tree.assign(shapes));
                const change_report report = tree.sync(shapes);
                ASSERT_EQ(report.displaced, 0U) << count << " around " << places << " places, spread " << spread;
                ASSERT_EQ(report.method, update_method::refit);
            }
        }
    }
}

// promise: world-moves: Items that come from several places in turn get a tree for all of them.
TYPED_TEST(assign, of_items_in_turns_makes_a_tree_for_all_of_them) {
    using shape = shape_of<TypeParam>;
    for (const std::uint32_t count : {5000U, 20'000U}) {
        for (const std::uint32_t places : {2U, 4U, 5U, 7U, 10U}) {
            const auto shapes = in_turns<shape>(count, places, 20);
            bare_tree<TypeParam> assigned;
            bare_tree<TypeParam> inserted;
            ASSERT_TRUE(assigned.assign(shapes));
            for (const shape& one : shapes) {
                inserted.insert(one);
            }
            counters seen;
            counters fewest;
            for (std::uint32_t index = 0; index < count; index += 17) {
                static_cast<void>(assigned.count(bounds_of(shapes[index]), {}, &seen));
                static_cast<void>(inserted.count(bounds_of(shapes[index]), {}, &fewest));
            }
            ASSERT_LE(seen.blocks, 3 * fewest.blocks + 100) << count << " items at " << places << " places";
            ASSERT_LE(assigned.stats().clamped, count / 32) << count << " items at " << places << " places";
        }
    }
}

// promise: handles-are-unique: `assign` makes all earlier items stale.
// promise: assign: After `assign` the next insert gets the next index.
TYPED_TEST(assign, makes_all_earlier_items_stale) {
    bare_tree<TypeParam> tree;
    std::vector<item> old;
    for (const std::uint32_t count : {50U, 20U, 0U, 80U, 79U}) {
        const auto shapes = some_shapes<TypeParam>(count, style::grid, count);
        ASSERT_TRUE(tree.assign(shapes));
        for (const item stale : old) {
            ASSERT_FALSE(tree.contains(stale));
        }
        tree.each([&](auto hit) { old.push_back(hit.item()); });
        old.push_back(tree.insert(dot<TypeParam>(0, 0)));
        ASSERT_EQ(old.back().index, count) << "the next insert continues after the indices of assign";
        ASSERT_TRUE(is_sound(tree));
    }
}

// promise: all-or-nothing: `assign` is all or nothing.
TYPED_TEST(assign, with_one_bad_shape_changes_nothing_and_says_which) {
    bare_tree<TypeParam> tree;
    auto shapes = some_shapes<TypeParam>(100, style::spread, 10);
    ASSERT_TRUE(tree.assign(shapes));
    const auto before = state_of(tree);
    const auto bad = bad_shapes<TypeParam>();
    for (std::size_t kind = 0; kind < bad.size(); ++kind) {
        auto spoilt = some_shapes<TypeParam>(100, style::grid, 11);
        spoilt[kind * 5] = bad[kind];
        spoilt[99] = bad[0];
        const change_report report = tree.assign(spoilt);
        EXPECT_FALSE(report);
        EXPECT_EQ(report.method, update_method::none);
        EXPECT_EQ(report.rejected, 2U);
        EXPECT_EQ(report.first_rejected, kind * 5);
        EXPECT_EQ(report.error, tree.error());
        EXPECT_EQ(state_of(tree), before);
    }
    EXPECT_TRUE(is_sound(tree));
}

// promise: wrong-number: A batch beyond `max_items` is rejected as a whole.
TYPED_TEST(assign, of_more_than_the_tree_may_hold_is_rejected) {
    bare_tree<TypeParam> tree({.max_items = 10});
    ASSERT_TRUE(tree.assign(some_shapes<TypeParam>(10, style::spread, 12)));
    const auto before = state_of(tree);
    EXPECT_EQ(tree.assign(some_shapes<TypeParam>(11, style::spread, 13)).error, error::full);
    EXPECT_EQ(state_of(tree), before);
}

// promise: assign: `assign` copies or moves the values.
TYPED_TEST(assign, copies_or_moves_the_values) {
    using pointer = std::unique_ptr<int>;
    const auto shapes = some_shapes<TypeParam>(3, style::spread, 14);

    quadtree<std::string, TypeParam> copied;
    const std::vector<std::string> names = {"one", "two", "three"};
    ASSERT_TRUE(copied.assign(shapes, names));
    EXPECT_EQ(*copied.value(copied.item_at(2)), "three");
    EXPECT_EQ(names[2], "three");

    quadtree<pointer, TypeParam> moved;
    std::vector<pointer> numbers;
    for (int number = 0; number < 3; ++number) {
        numbers.push_back(std::make_unique<int>(number));
    }
    ASSERT_TRUE(moved.assign(shapes, std::move(numbers)));
    EXPECT_EQ(**moved.value(moved.item_at(2)), 2);
}

// promise: batches: Values come from any contiguous range: vector, span, array, braces.
TYPED_TEST(assign, takes_values_from_any_contiguous_range) {
    const auto shapes = some_shapes<TypeParam>(3, style::spread, 6);
    quadtree<std::string, TypeParam> tree;
    std::array<std::string, 3> words = {"one", "two", "three"};
    std::string bare[3] = {"1", "2", "3"};
    ASSERT_TRUE(tree.assign(shapes, words));
    EXPECT_EQ(*tree.value(tree.item_at(2)), "three");
    ASSERT_TRUE(tree.assign(shapes, bare));
    EXPECT_EQ(*tree.value(tree.item_at(2)), "3");
    ASSERT_TRUE(tree.assign(shapes, std::span(words)));
    EXPECT_EQ(words[2], "three") << "a view does not own what it shows: it is copied";
    ASSERT_TRUE(tree.assign(shapes, {"a", "b", "c"}));
    EXPECT_EQ(*tree.value(tree.item_at(2)), "c");
    std::array<std::unique_ptr<int>, 3> owned;
    quadtree<std::unique_ptr<int>, TypeParam> owning;
    ASSERT_TRUE(owning.assign(shapes, std::move(owned)));
    EXPECT_TRUE(agrees_with_oracle(tree));
}

// promise: wrong-number
TYPED_TEST(assign, with_too_few_or_too_many_values_changes_none) {
    quadtree<std::unique_ptr<int>, TypeParam> tree;
    for (const std::uint32_t count : {1U, 3U}) {
        std::vector<std::unique_ptr<int>> numbers;
        numbers.push_back(std::make_unique<int>(5));
        numbers.push_back(std::make_unique<int>(6));
        const change_report report = tree.assign(some_shapes<TypeParam>(count, style::spread, 15), std::move(numbers));
        EXPECT_EQ(report.error, error::wrong_size);
        EXPECT_EQ(tree.error(), error::wrong_size);
        EXPECT_TRUE(tree.empty());
        ASSERT_EQ(numbers.size(), 2U); // NOLINT: a rejected assign has moved nothing
        EXPECT_EQ(*numbers[0], 5);
    }
}

} // namespace
} // namespace quadrille::testing
