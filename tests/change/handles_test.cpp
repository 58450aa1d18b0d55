// Handles: null, stale and made-up ones are rejected, those of other trees caught in checked builds.
// SPDX-License-Identifier: MIT
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <algorithm>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(handles);

template <class Shape>
void expect_rejected(quadtree<int, Shape>& tree, item which) {
    const auto before = state_of(tree);
    EXPECT_FALSE(tree.contains(which));
    EXPECT_FALSE(tree.shape(which));
    EXPECT_EQ(tree.value(which), nullptr);
    EXPECT_FALSE(tree.move(which, dot<Shape>(0, 0)));
    EXPECT_EQ(tree.error(), error::no_item);
    EXPECT_FALSE(tree.erase(which));
    EXPECT_EQ(tree.error(), error::no_item);
    EXPECT_EQ(tree.intersecting(which, [](auto) { ADD_FAILURE(); }), outcome::complete);
    EXPECT_EQ(state_of(tree), before);
}

// promise: stale-handles
// promise: stale-handles: A made-up handle is rejected.
// promise: bad-shapes: `move` rejects bad shapes and stale items.
TYPED_TEST(handles, that_are_null_stale_or_made_up_are_rejected_by_every_verb) {
    numbered_tree<TypeParam> tree;
    expect_rejected(tree, {});
    const item erased = tree.insert(dot<TypeParam>(0, 0), 1);
    tree.erase(erased);
    expect_rejected(tree, erased);
    const item successor = tree.insert(dot<TypeParam>(0, 0), 2);
    ASSERT_EQ(successor.index, erased.index);
    expect_rejected(tree, erased);
    expect_rejected(tree, {});
    expect_rejected(tree, {successor.index + 1, successor.generation}); // an index that was never given out
    expect_rejected(tree, {0xFFFF'FFFFU, successor.generation});
    expect_rejected(tree, {successor.index, successor.generation + 1}); // an even generation
    expect_rejected(tree, {successor.index, successor.generation + 2}); // one to come
    EXPECT_TRUE(tree.erase(successor));
    EXPECT_EQ(tree.error(), error::none);
}

// promise: handles-are-unique
// promise: handles-are-unique: `assign` makes all earlier items stale.
// promise: handles-are-unique: Handles stay stale after `clear`, for ever.
// promise: assign: After `assign` the next insert gets the next index.
// promise: clear: After `clear` indices count from 0, and `sync` expects none.
TYPED_TEST(handles, are_never_given_out_twice_and_stay_stale_after_clear_and_assign) {
    bare_tree<TypeParam> tree;
    std::vector<item> old;
    const auto note = [&](item fresh, std::uint32_t index) {
        ASSERT_EQ(fresh.index, index);
        ASSERT_EQ(std::count(old.begin(), old.end(), fresh), 0) << "a handle is given out twice";
        old.push_back(fresh);
    };
    const auto expect_stale = [&] {
        for (const item stale : old) {
            ASSERT_FALSE(tree.contains(stale));
            ASSERT_FALSE(tree.erase(stale));
            ASSERT_FALSE(tree.move(stale, dot<TypeParam>(0, 0)));
            ASSERT_FALSE(tree.shape(stale));
        }
    };
    for (const std::uint32_t count : {50U, 20U, 0U, 80U, 79U}) {
        ASSERT_TRUE(tree.assign(std::vector<box<TypeParam>>(count)));
        expect_stale();
        for (std::uint32_t index = 0; index < count; ++index) {
            note(tree.item_at(index), index);
        }
        note(tree.insert(dot<TypeParam>(0, 0)), count);
        ASSERT_TRUE(is_sound(tree));
        tree.clear();
        expect_stale();
        ASSERT_TRUE(tree.sync(std::vector<box<TypeParam>>()));
        for (std::uint32_t index = 0; index < 40; ++index) {
            note(tree.insert(box_of<TypeParam>(index, 0, index + 1, 1)), index);
        }
        ASSERT_TRUE(agrees_with_oracle(tree));
    }
}

#ifdef QUADRILLE_CHECKED // what unchecked builds do is in misuse/foreign_handles_test.cpp
// promise: foreign-handles
TYPED_TEST(handles, of_another_tree_are_caught_in_checked_builds) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    numbered_tree<TypeParam> tree;
    numbered_tree<TypeParam> other;
    tree.insert(dot<TypeParam>(0, 0), 1);
    const item foreign = other.insert(dot<TypeParam>(0, 0), 2);
    EXPECT_DEATH(tree.erase(foreign), "another tree");
    EXPECT_DEATH(tree.move(foreign, dot<TypeParam>(0, 0)), "another tree");
    EXPECT_DEATH((void)tree.contains(foreign), "another tree");
    other.swap(tree);
    EXPECT_TRUE(tree.contains(foreign)) << "swapped trees swap their handles";
}
#endif

} // namespace
} // namespace quadrille::testing
