// Observers: size, bounds, shapes, handles and values.
// SPDX-License-Identifier: MIT
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(look);

// promise: empty-tree: What is asked of an empty tree has no answer.
// promise: bounds: Bounds shrink with their items; they are `empty_box` when there are none.
TYPED_TEST(look, at_an_empty_tree) {
    const numbered_tree<TypeParam> tree;
    EXPECT_TRUE(tree.empty());
    EXPECT_EQ(tree.size(), 0U);
    EXPECT_EQ(tree.index_limit(), 0U);
    EXPECT_EQ(tree.bounds(), empty_box<TypeParam>());
    EXPECT_FALSE(tree.contains({}));
    EXPECT_FALSE(tree.shape({}));
    EXPECT_EQ(tree.value({}), nullptr);
    EXPECT_FALSE(tree.item_at(0));
    EXPECT_EQ(tree.each([](auto) { ADD_FAILURE(); }), outcome::complete);
}

// promise: each
// promise: handles: `item_at` is the handle of a living index, and null for others.
// promise: stop: `flow::stop` ends queries of areas, `intersecting`, `pairs` and `each`.
TYPED_TEST(look, each_visits_by_ascending_index_and_skips_holes) {
    numbered_tree<TypeParam> tree;
    std::vector<item> items;
    for (int number = 0; number < 100; ++number) {
        items.push_back(tree.insert(dot<TypeParam>(-number, number), number));
    }
    std::vector<std::uint32_t> living;
    for (std::uint32_t index = 0; index < 100; ++index) {
        if (index % 7 == 0) {
            tree.erase(items[index]);
        } else {
            living.push_back(index);
        }
        EXPECT_EQ(tree.item_at(index), index % 7 == 0 ? item{} : items[index]);
    }
    EXPECT_FALSE(tree.item_at(100));
    EXPECT_FALSE(tree.item_at(0xFFFF'FFFFU));
    std::vector<std::uint32_t> seen;
    tree.each([&](auto hit) {
        seen.push_back(hit.index());
        EXPECT_EQ(hit.value(), static_cast<int>(hit.index()));
        EXPECT_EQ(hit.shape(), dot<TypeParam>(-hit.value(), hit.value()));
        EXPECT_EQ(hit.item(), items[hit.index()]);
    });
    EXPECT_EQ(seen, living);
    int calls = 0;
    EXPECT_EQ(tree.each([&](auto) { return ++calls == 4 ? flow::stop : flow::next; }), outcome::stopped);
    EXPECT_EQ(calls, 4);
}

// promise: suggested-order
TYPED_TEST(look, suggested_order_names_every_living_index_once_and_neighbors_together) {
    bare_tree<TypeParam> tree;
    random_source source(27);
    for (int number = 0; number < 2000; ++number) {
        tree.insert(draw<TypeParam>(source, style::spread));
    }
    tree.erase(tree.item_at(100));
    std::vector<std::uint32_t> order = {7};
    tree.suggested_order(order);
    ASSERT_EQ(order.size(), 2000U) << "appended";
    double steps = 0;
    double strides = 0;
    for (std::size_t at = 2; at < order.size(); ++at) {
        const auto here = tree.shape(tree.item_at(order[at]))->min.x;
        steps += std::abs(double(here) - double(tree.shape(tree.item_at(order[at - 1]))->min.x));
        strides += std::abs(double(here) - double(tree.shape(tree.item_at(order[2000 - at]))->min.x));
    }
    EXPECT_LT(steps, strides / 3) << "the next one is nearer than just any other";
    order.erase(order.begin());
    std::sort(order.begin(), order.end());
    EXPECT_EQ(std::adjacent_find(order.begin(), order.end()), order.end());
    EXPECT_FALSE(std::binary_search(order.begin(), order.end(), 100U));
}

/// Beyond the range of float they are infinite, of a tree and of its cells, however the items came there.
// promise: bounds: Where doubles exceed the range of float, bounds are infinite.
TEST(look_in_double, bounds_are_infinite_where_floats_end) {
    const std::vector<box<double>> shapes = {{{-1e200, 0}, {1, 1e39}}, {{0, -1e30}, {2, 3}}};
    bare_tree<double> tree;
    const auto expect_infinite = [&] {
        const box<double> found = tree.bounds();
        EXPECT_EQ(found.min.x, -infinite<double>);
        EXPECT_EQ(found.max.y, infinite<double>);
        EXPECT_EQ(found.max.x, 2);
        EXPECT_NEAR(found.min.y, -1e30, 1e24);
        tree.cells([&](const auto& each) { EXPECT_EQ(each.bounds, found) << "of the only one"; });
        EXPECT_EQ(tree.count({{-2e200, 0}, {-9e199, 1}}), 1U);
    };
    ASSERT_TRUE(tree.assign(shapes));
    expect_infinite();
    ASSERT_TRUE(tree.sync(shapes));
    expect_infinite();
    tree.clear();
    for (const box<double>& each : shapes) {
        tree.insert(each);
    }
    expect_infinite();
}

// promise: bounds
TYPED_TEST(look, bounds_of_a_fresh_float_tree_are_tight) {
    if constexpr (std::is_same_v<TypeParam, float>) {
        random_source source(17);
        std::vector<box<float>> shapes(500);
        box<float> truth = empty_box<float>();
        for (auto& shape : shapes) {
            shape = draw<float>(source, style::sizes);
            truth = united(truth, shape);
        }
        bare_tree<float> tree;
        ASSERT_TRUE(tree.assign(shapes));
        EXPECT_EQ(tree.bounds(), truth);
    } else {
        bare_tree<double> tree;
        tree.insert({{0.1, 0.1}, {0.3, 0.3}});
        EXPECT_TRUE(covers(tree.bounds(), box<double>{{0.1, 0.1}, {0.3, 0.3}}));
        EXPECT_TRUE(covers(box<double>{{0.0999999, 0.0999999}, {0.3000001, 0.3000001}}, tree.bounds()))
            << "rounded outward to float, and no further";
    }
}

// promise: move-and-swap
// promise: move-and-swap: A swap of a tree with itself changes nothing.
TYPED_TEST(look, swap_and_move_carry_handles_and_values_along) {
    numbered_tree<TypeParam> one;
    numbered_tree<TypeParam> other({.leaf_capacity = 2});
    const item first = one.insert(dot<TypeParam>(1, 1), 1);
    int* const place = one.value(first);
    one.swap(other);
    EXPECT_TRUE(one.empty());
    EXPECT_TRUE(other.contains(first));
    EXPECT_EQ(other.value(first), place) << "references last";
    other.swap(other);
    EXPECT_EQ(other.value(first), place);
    EXPECT_TRUE(agrees_with_oracle(other));

    numbered_tree<TypeParam> third(std::move(other));
    EXPECT_TRUE(other.empty()); // NOLINT: what was moved from is empty, by contract
    EXPECT_TRUE(is_sound(other));
    EXPECT_EQ(third.value(first), place);

    one.insert(dot<TypeParam>(0, 0), 9);
    one = std::move(third);
    EXPECT_EQ(one.size(), 1U);
    EXPECT_EQ(one.value(first), place);
    EXPECT_TRUE(agrees_with_oracle(one));

    const item fresh = other.insert(dot<TypeParam>(2, 2), 2);
    EXPECT_TRUE(other.contains(fresh)) << "a moved-from tree can be used again";
    static_assert(std::is_nothrow_move_constructible_v<numbered_tree<TypeParam>>);
    static_assert(std::is_nothrow_move_assignable_v<numbered_tree<TypeParam>>);
    static_assert(!std::is_copy_constructible_v<numbered_tree<TypeParam>>);
}

// promise: handles
TEST(vocabulary, an_item_is_64_bits_and_null_by_default) {
    static_assert(sizeof(item) == 8 && std::is_trivially_copyable_v<item>);
    EXPECT_FALSE(item{});
    EXPECT_TRUE((item{0, 1}));
}

// promise: mismatches: The text of the version is that of its numbers.
TEST(vocabulary, the_version_is_its_numbers) {
    const std::string numbers = std::to_string(QUADRILLE_VERSION_MAJOR) + "." +
                                std::to_string(QUADRILLE_VERSION_MINOR) + "." + std::to_string(QUADRILLE_VERSION_PATCH);
    EXPECT_EQ(QUADRILLE_VERSION, numbers);
}

} // namespace
} // namespace quadrille::testing
