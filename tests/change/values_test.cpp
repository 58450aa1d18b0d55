// Values: stored with their items, never moved, destroyed once, safe when they throw.
// SPDX-License-Identifier: MIT
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"
#include "support/tracked.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(values);

// promise: any-value
// promise: all-or-nothing: A rejected value is unchanged.
TYPED_TEST(values, may_only_be_movable) {
    quadtree<std::unique_ptr<std::string>, box<TypeParam>> tree;
    auto given = std::make_unique<std::string>("one");
    EXPECT_FALSE(tree.insert({{1, 0}, {0, 0}}, std::move(given)));
    ASSERT_NE(given, nullptr) << "a rejected value has not been touched"; // NOLINT
    const item one = tree.insert(dot<TypeParam>(0, 0), std::move(given));
    EXPECT_EQ(**tree.value(one), "one");
}

// promise: any-value: A value may be constructed from something else, also from a value of the same tree.
TYPED_TEST(values, may_be_made_from_something_else) {
    quadtree<std::string, box<TypeParam>> tree;
    const item one = tree.insert(dot<TypeParam>(0, 0), "text");
    const std::string name = "name";
    const item two = tree.insert(dot<TypeParam>(0, 0), name);
    EXPECT_EQ(*tree.value(one), "text");
    EXPECT_EQ(*tree.value(two), "name");
    const item three = tree.insert(dot<TypeParam>(0, 0), *tree.value(one));
    EXPECT_EQ(*tree.value(three), "text") << "a value of the same tree may be given";
}

struct alignas(64) wide {
    std::uint64_t bits = 7;
};

// promise: any-value: Values are aligned as they ask.
TYPED_TEST(values, are_aligned_as_they_ask) {
    quadtree<wide, box<TypeParam>> tree;
    for (int number = 0; number < 300; ++number) {
        const item fresh = tree.insert(dot<TypeParam>(number, 0), wide{});
        ASSERT_EQ(reinterpret_cast<std::uintptr_t>(tree.value(fresh)) % 64, 0U);
    }
}

// promise: values-stay
TYPED_TEST(values, never_move) {
    numbered_tree<TypeParam> tree({.leaf_capacity = 4});
    std::vector<int*> places;
    std::vector<item> items;
    for (int number = 0; number < 2000; ++number) {
        items.push_back(tree.insert(dot<TypeParam>(number % 40, number / 40), number));
        places.push_back(tree.value(items.back()));
    }
    for (int number = 0; number < 2000; number += 2) {
        tree.move(items[static_cast<std::size_t>(number)], dot<TypeParam>(-number, 7));
    }
    ASSERT_TRUE(tree.sync(std::vector<box<TypeParam>>(tree.index_limit())));
    ASSERT_TRUE(tree.reserve(10000));
    for (std::size_t number = 0; number < 2000; number += 3) {
        tree.erase(items[number]);
    }
    for (std::size_t number = 1; number < 2000; number += 3) {
        ASSERT_EQ(tree.value(items[number]), places[number]);
        ASSERT_EQ(*places[number], static_cast<int>(number));
    }
}

// promise: any-value: Each value is destroyed once, by whichever change.
// promise: single-changes: `erase` destroys the values.
TYPED_TEST(values, are_destroyed_once_by_whichever_change) {
    ASSERT_EQ(tracked::living, 0);
    {
        quadtree<tracked, box<TypeParam>> tree;
        const std::vector<box<TypeParam>> shapes(100);
        std::vector<item> items;
        ASSERT_TRUE(tree.insert(shapes, std::vector<int>(100, 1), items));
        EXPECT_EQ(tracked::living, 100);
        tree.erase(items[0]);
        EXPECT_EQ(tracked::living, 99);
        EXPECT_FALSE(tree.erase(items)) << "one is stale";
        EXPECT_EQ(tracked::living, 99);
        EXPECT_EQ(tree.value(items[9])->number(), 1);
        EXPECT_TRUE(tree.erase(std::span(items).subspan(50)));
        EXPECT_EQ(tracked::living, 49);
        tree.erase_if([](auto hit) { return hit.index() % 2 == 0; });
        EXPECT_EQ(tracked::living, 25);
        tree.clear();
        EXPECT_EQ(tracked::living, 0);
        tree.insert(dot<TypeParam>(0, 0), tracked(1));
        ASSERT_TRUE(tree.assign(shapes, std::vector<int>(100, 1)));
        EXPECT_EQ(tracked::living, 100) << "the earlier one is gone";
        quadtree<tracked, box<TypeParam>> other(std::move(tree));
        EXPECT_EQ(tracked::living, 100);
        other = quadtree<tracked, box<TypeParam>>();
        EXPECT_EQ(tracked::living, 0);
        other.insert(dot<TypeParam>(0, 0), tracked(1));
    }
    EXPECT_EQ(tracked::living, 0);
}

// ---- Of an insert of several, and of an assign -------------------------------------------------------------------------

struct by_insert {
    template <class Tree, class Shapes, class Values>
    static change_report put(Tree& tree, const Shapes& shapes, Values&& values) {
        std::vector<item> items;
        return tree.insert(shapes, std::forward<Values>(values), items);
    }
};
struct by_assign {
    template <class Tree, class Shapes, class Values>
    static change_report put(Tree& tree, const Shapes& shapes, Values&& values) {
        return tree.assign(shapes, std::forward<Values>(values));
    }
};
template <class Verb>
class values_of_batches : public ::testing::Test {};
using verbs_with_values = ::testing::Types<by_insert, by_assign>;
TYPED_TEST_SUITE(values_of_batches, verbs_with_values);

const std::string a_word = "long enough to be allocated, as long strings are";

/// A contiguous range of the user's own: a view, whose elements are not const in its const form.
struct word_view {
    std::string* first;
    std::size_t count;

    std::string* begin() const { return first; }
    std::string* end() const { return first + count; }
};

// promise: batches: Values come from any contiguous range: vector, span, array, braces.
// promise: assign: `assign` copies or moves the values.
TYPED_TEST(values_of_batches, are_copied_from_any_contiguous_range) {
    const auto shapes = std::vector<box<float>>(3, {{0, 0}, {1, 1}});
    quadtree<std::string> tree;
    std::array<std::string, 3> array = {a_word, a_word, a_word};
    std::string bare[3] = {a_word, a_word, a_word};
    const std::vector<std::string> vector(3, a_word);
    const auto expect_copied = [&]<class Values>(Values&& values) {
        ASSERT_TRUE(TypeParam::put(tree, shapes, std::forward<Values>(values)));
        tree.each([](auto hit) { EXPECT_EQ(hit.value(), a_word); });
        EXPECT_EQ(array[2], a_word) << "a view does not own what it shows: it is copied";
        EXPECT_EQ(bare[2], a_word);
        EXPECT_EQ(vector[2], a_word);
    };
    expect_copied(array);
    expect_copied(std::as_const(array));
    expect_copied(bare);
    expect_copied(std::span(array));
    expect_copied(std::span<std::string, 3>(bare));
    expect_copied(std::span<const std::string>(vector));
    expect_copied(word_view{bare, 3});
    expect_copied(vector);
    expect_copied(std::move(vector)); // NOLINT: it is const
    expect_copied(std::vector<const char*>(3, a_word.c_str()));
    expect_copied(std::array<const char*, 3>{a_word.c_str(), a_word.c_str(), a_word.c_str()});
    EXPECT_TRUE(agrees_with_oracle(tree));
}

// promise: batches: Values come from any contiguous range: vector, span, array, braces.
TEST(values_of_batches_in_braces, are_taken_with_layers_or_without) {
    const auto shapes = std::vector<box<float>>(3, {{0, 0}, {1, 1}});
    quadtree<std::string> tree;
    std::vector<item> items;
    ASSERT_TRUE(tree.assign(shapes, {"a", "b", "c"}));
    EXPECT_EQ(*tree.value(tree.item_at(2)), "c");
    ASSERT_TRUE(tree.insert(shapes, {a_word, a_word, a_word}, items, in_layers{4}));
    EXPECT_EQ(*tree.value(items.back()), a_word);
    EXPECT_EQ(tree.layers(items.back()), 4U);
    ASSERT_TRUE(tree.insert(shapes, std::vector(3, a_word), items, in_layers{8}));
    EXPECT_EQ(tree.layers(items.back()), 8U);
    EXPECT_EQ(tree.insert(shapes, {a_word, a_word}, items).error, error::wrong_size);
}

/// A unique pointer is moved, or the change does not compile.
// promise: batches: Values of a batch are copied; those of an rvalue that owns them are moved.
// promise: all-or-nothing: A rejected value is unchanged.
// promise: wrong-number
TYPED_TEST(values_of_batches, are_moved_from_an_rvalue_that_owns_them_if_it_is_not_rejected) {
    const auto shapes = std::vector<box<float>>(3, {{0, 0}, {1, 1}});
    auto spoilt = shapes;
    spoilt[1] = bad_shapes<float>().front();
    quadtree<std::unique_ptr<int>> tree;
    const auto expect_moved = [&](auto values) {
        for (int number = 0; number < 3; ++number) {
            values[std::size_t(number)] = std::make_unique<int>(number);
        }
        const auto expect_rejected = [&](const auto& some, error reason) {
            tree.clear();
            EXPECT_EQ(TypeParam::put(tree, some, std::move(values)).error, reason);
            EXPECT_EQ(tree.error(), reason);
            EXPECT_TRUE(tree.empty());
            EXPECT_TRUE(values[0] && values[1] && values[2]) << "rejected values are unchanged";
        };
        expect_rejected(spoilt, error::not_finite);
        expect_rejected(std::span(shapes).first(2), error::wrong_size);
        expect_rejected(std::vector<box<float>>(4), error::wrong_size);
        ASSERT_TRUE(TypeParam::put(tree, shapes, std::move(values)));
        EXPECT_EQ(**tree.value(tree.item_at(2)), 2);
        EXPECT_TRUE(agrees_with_oracle(tree));
    };
    expect_moved(std::vector<std::unique_ptr<int>>(3));
    expect_moved(std::array<std::unique_ptr<int>, 3>());
    quadtree<std::unique_ptr<int>> other;
    std::unique_ptr<int> bare[3] = {std::make_unique<int>(1), nullptr, std::make_unique<int>(3)};
    ASSERT_TRUE(TypeParam::put(other, shapes, std::move(bare)));
    EXPECT_EQ(**other.value(other.item_at(2)), 3);
}

} // namespace
} // namespace quadrille::testing
