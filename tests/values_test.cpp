// Values: stored with their items, never moved, destroyed once, safe when they throw.
// SPDX-License-Identifier: MIT
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/tracked.hpp"

#include <cstdint>
#include <memory>
#include <string>
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
TYPED_TEST(values, are_destroyed_once_whatever_takes_them) {
    ASSERT_EQ(tracked::living, 0);
    {
        quadtree<tracked, box<TypeParam>> tree;
        const auto fill = [&](int count) {
            for (int number = 0; number < count; ++number) {
                tree.insert(dot<TypeParam>(number, number), tracked(number));
            }
        };
        fill(100);
        EXPECT_EQ(tracked::living, 100);
        tree.erase(tree.item_at(50));
        EXPECT_EQ(tracked::living, 99);
        tree.erase_if([](auto hit) { return hit.value().number() % 2 == 0; });
        EXPECT_EQ(tracked::living, 50);
        tree.clear();
        EXPECT_EQ(tracked::living, 0);
        fill(100);
        const std::vector<box<TypeParam>> shapes(30);
        ASSERT_TRUE(tree.assign(shapes, std::vector<int>(30, 1)));
        EXPECT_EQ(tracked::living, 30) << "the earlier ones are gone";
        quadtree<tracked, box<TypeParam>> other(std::move(tree));
        EXPECT_EQ(tracked::living, 30);
        other = quadtree<tracked, box<TypeParam>>();
        EXPECT_EQ(tracked::living, 0);
        other.insert(dot<TypeParam>(0, 0), tracked(1));
    }
    EXPECT_EQ(tracked::living, 0);
}

// promise: values-that-throw
TYPED_TEST(values, that_throw_leave_insert_undone) {
    for (long nth = 1; nth <= 4; ++nth) {
        quadtree<tracked, box<TypeParam>> tree({.leaf_capacity = 2});
        tree.insert(dot<TypeParam>(0, 0), tracked(0));
        for (int number = 1; number < 4; ++number) {
            const tracked given(number);
            const auto before = state_of(tree);
            tracked::arm(nth);
            bool thrown = false;
            item fresh;
            try {
                fresh = nth % 2 == 0 ? tree.insert(dot<TypeParam>(number, 0), tracked(given))
                                     : tree.insert(dot<TypeParam>(number, 0), given);
            } catch (const std::runtime_error&) {
                thrown = true;
            }
            tracked::disarm();
            EXPECT_EQ(thrown, nth <= (nth % 2 == 0 ? 2 : 1));
            EXPECT_EQ(bool(fresh), !thrown);
            if (thrown) {
                EXPECT_EQ(state_of(tree), before);
            }
            ASSERT_TRUE(agrees_with_oracle(tree));
        }
        const item last = tree.insert(dot<TypeParam>(9, 9), tracked(9));
        EXPECT_EQ(tree.value(last)->number(), 9) << "and goes on";
    }
    EXPECT_EQ(tracked::living, 0);
}

// promise: values-that-throw: A value that throws leaves `assign` undone.
TYPED_TEST(values, that_throw_leave_assign_undone) {
    std::vector<box<TypeParam>> shapes;
    for (int number = 0; number < 50; ++number) {
        shapes.push_back(dot<TypeParam>(number, 1));
    }
    const std::vector<tracked> given(50, tracked(5));
    const long apart = tracked::living;
    for (long nth = 1; nth <= 51; ++nth) {
        quadtree<tracked, box<TypeParam>> tree({.leaf_capacity = 2});
        for (int number = 0; number < 20; ++number) {
            tree.insert(dot<TypeParam>(0, number), tracked(number));
        }
        const auto before = state_of(tree);
        tracked::arm(nth);
        bool thrown = false;
        try {
            EXPECT_TRUE(tree.assign(shapes, given));
        } catch (const std::runtime_error&) {
            thrown = true;
        }
        tracked::disarm();
        EXPECT_EQ(thrown, nth <= 50);
        EXPECT_EQ(state_of(tree) == before, thrown);
        EXPECT_EQ(tracked::living, apart + (thrown ? 20 : 50));
        ASSERT_TRUE(agrees_with_oracle(tree));
        ASSERT_TRUE(tree.assign(shapes, given)) << "and goes on";
    }
    EXPECT_EQ(tracked::living, apart);
}

// promise: visitors-that-throw
TYPED_TEST(values, visitors_that_throw_leave_the_tree_as_it_was) {
    numbered_tree<TypeParam> tree;
    for (int number = 0; number < 100; ++number) {
        tree.insert(dot<TypeParam>(0, 0), number);
    }
    const auto before = state_of(tree);
    const auto all = box_of<TypeParam>(-1, -1, 1, 1);
    EXPECT_THROW(tree.query(all, [](auto) { throw std::runtime_error("no"); }), std::runtime_error);
    EXPECT_THROW(tree.pairs([](auto, auto) { throw std::runtime_error("no"); }), std::runtime_error);
    EXPECT_THROW(tree.each([](auto) { throw std::runtime_error("no"); }), std::runtime_error);
    EXPECT_THROW(tree.cells([](const auto&) { throw std::runtime_error("no"); }), std::runtime_error);
    EXPECT_THROW(tree.sync([](auto hit) { return hit.index() < 50 ? hit.shape() : throw std::runtime_error("no"); }),
                 std::runtime_error);
    EXPECT_EQ(state_of(tree), before);
    EXPECT_TRUE(is_sound(tree));
}

} // namespace
} // namespace quadrille::testing
