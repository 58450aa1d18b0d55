// Handles: null, stale, doubled and foreign ones are rejected, or caught in checked builds.
// SPDX-License-Identifier: MIT
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <set>
#include <utility>
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
TYPED_TEST(handles, that_are_null_or_stale_are_rejected_by_every_verb) {
    numbered_tree<TypeParam> tree;
    expect_rejected(tree, {});
    const item erased = tree.insert(dot<TypeParam>(0, 0), 1);
    tree.erase(erased);
    expect_rejected(tree, erased);
    const item successor = tree.insert(dot<TypeParam>(0, 0), 2);
    ASSERT_EQ(successor.index, erased.index);
    expect_rejected(tree, erased);
    expect_rejected(tree, {});
    tree.clear();
    expect_rejected(tree, successor);
    ASSERT_TRUE(tree.assign(std::vector<box<TypeParam>>(3), std::vector<int>(3)));
    expect_rejected(tree, successor);
    expect_rejected(tree, erased);
}

// promise: handles-are-unique
TYPED_TEST(handles, are_never_given_out_twice) {
    bare_tree<TypeParam> tree;
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
    random_source source(25);
    std::vector<item> living;
    for (int round = 0; round < 3000; ++round) {
        if (living.size() < 20 || source.below(2) == 0) {
            living.push_back(tree.insert(draw<TypeParam>(source, style::spread)));
            ASSERT_TRUE(seen.insert({living.back().index, living.back().generation}).second);
        } else {
            ASSERT_TRUE(tree.erase(living.back()));
            living.pop_back();
        }
        if (round % 500 == 499) {
            tree.clear();
            living.clear();
        }
    }
    EXPECT_LE(tree.index_limit(), 600U) << "indices stay dense";
}

#ifdef QUADRILLE_CHECKED
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
#else
// promise: foreign-handles: Every verb of an unchecked build rejects a handle of another tree, or takes it for an
//     item of its own.
TYPED_TEST(handles, of_another_tree_do_no_harm_in_unchecked_builds) {
    numbered_tree<TypeParam> tree;
    numbered_tree<TypeParam> other;
    for (int number = 0; number < 40; ++number) {
        tree.insert(dot<TypeParam>(number, 0), number);
        other.insert(dot<TypeParam>(0, number), number);
    }
    const item foreign = other.insert(dot<TypeParam>(0, 0), 40);
    tree.erase(foreign);
    tree.move(other.item_at(3), dot<TypeParam>(5, 5));
    EXPECT_TRUE(agrees_with_oracle(tree));
}
#endif

} // namespace
} // namespace quadrille::testing
