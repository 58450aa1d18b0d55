// Copies: the same items with the same handles in the same order, at first and after each change made to both trees.
// SPDX-License-Identifier: MIT
#include "memory/chance.hpp"
#include "support/appearance.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <concepts>
#include <memory>
#include <string>
#include <vector>

namespace quadrille::testing {
namespace {

/// Changes of so many ticks; the same seed and tick make the same changes.
template <class Tree>
void tick(Tree& tree, std::uint64_t seed, std::uint64_t count = 1) {
    for (std::uint64_t turn = 0; turn < count; ++turn) {
        change_by_chance(tree, seed + turn);
    }
}

QUADRILLE_SHAPE_SUITE(a_copy);

// promise: copies
// promise: copies: After a copy each tree has its own items.
// promise: rollback
TYPED_TEST(a_copy, is_alike_and_goes_on_alike) {
    numbered_tree<TypeParam> world({.leaf_capacity = 4});
    numbered_tree<TypeParam> reused({.leaf_capacity = 100, .max_items = 1000});
    tick(reused, 70, 20);
    for (std::uint64_t age = 0; age < 12; ++age) {
        numbered_tree<TypeParam> fresh = world.clone();
        ASSERT_EQ(fresh.error(), error::none);
        ASSERT_TRUE(reused.copy_from(world));
        for (const numbered_tree<TypeParam>* made : {&fresh, &reused}) {
            ASSERT_EQ(appearance_of(*made), appearance_of(world));
            world.each([&](auto hit) { ASSERT_TRUE(made->contains(hit.item())); });
            ASSERT_TRUE(agrees_with_oracle(*made));
        }
        for (const std::uint64_t later : {0U, 1U, 2U}) {
            tick(fresh, 100 * age + 8 * later, 8);
            tick(reused, 100 * age + 8 * later, 8);
            tick(world, 100 * age + 8 * later, 8);
            ASSERT_EQ(appearance_of(fresh), appearance_of(world)) << age;
            ASSERT_EQ(appearance_of(reused), appearance_of(world)) << age;
        }
        ASSERT_TRUE(is_sound(world) && is_sound(fresh) && is_sound(reused));
    }
}

/// Answers do not depend on a tree's spare memory: a small world copied over a large one, then a long history.
// promise: rollback: A copy over a larger world answers alike, and gives the memory back later.
TYPED_TEST(a_copy, over_a_larger_world_goes_on_alike_and_gives_the_room_back) {
    numbered_tree<TypeParam> world;
    tick(world, 1, 3);
    numbered_tree<TypeParam> copy;
    ASSERT_TRUE(copy.assign(drawn_shapes<TypeParam>(5, 20'000, style::spread), std::vector<int>(20'000)));
    ASSERT_TRUE(copy.copy_from(world));
    const std::size_t bytes = copy.stats().bytes;
    for (std::uint64_t age = 0; age < 10; ++age) {
        tick(copy, age * 100, 10);
        tick(world, age * 100, 10);
        ASSERT_EQ(appearance_of(copy), appearance_of(world)) << age;
    }
    EXPECT_LT(copy.stats().bytes, bytes / 2);
    EXPECT_TRUE(is_sound(copy));
}

// promise: copies: A copy has the options of its source.
TYPED_TEST(a_copy, has_the_options_of_its_source) {
    numbered_tree<TypeParam> world({.leaf_capacity = 2, .max_items = 3, .max_generations = 1});
    numbered_tree<TypeParam> copy;
    ASSERT_TRUE(copy.copy_from(world));
    for (int number = 0; number < 3; ++number) {
        ASSERT_TRUE(copy.insert(made<TypeParam>(number, 0, number + 1, 1), number));
    }
    EXPECT_FALSE(copy.insert(made<TypeParam>(0, 0, 1, 1), 1));
    EXPECT_EQ(copy.error(), error::full);
    copy.erase(copy.item_at(1));
    EXPECT_EQ(copy.insert(made<TypeParam>(0, 0, 1, 1), 1).index, 3U) << "an index has one life";
    ASSERT_TRUE(world.copy_from(numbered_tree<TypeParam>()));
    tick(world, 1);
    EXPECT_GT(world.size(), 3U);
}

// promise: copies: A copy of an empty tree is empty; one of itself is itself.
TYPED_TEST(a_copy, of_an_empty_tree_is_empty_and_of_itself_is_itself) {
    const numbered_tree<TypeParam> never_used;
    numbered_tree<TypeParam> cleared;
    tick(cleared, 1);
    cleared.clear();
    numbered_tree<TypeParam> reused;
    tick(reused, 2, 3);
    for (const numbered_tree<TypeParam>* source : {&never_used, &std::as_const(cleared), &never_used}) {
        ASSERT_TRUE(reused.copy_from(*source));
        EXPECT_TRUE(reused.empty());
        EXPECT_EQ(reused.index_limit(), 0U);
        EXPECT_EQ(appearance_of(reused), appearance_of(*source));
        EXPECT_TRUE(is_sound(reused));
        numbered_tree<TypeParam> fresh = source->clone();
        tick(fresh, 3, 9);
        tick(reused, 3, 9);
        EXPECT_EQ(appearance_of(reused), appearance_of(fresh));
    }
    EXPECT_FALSE(reused.erase({}));
    const auto before = appearance_of(reused);
    EXPECT_TRUE(reused.copy_from(reused));
    EXPECT_EQ(reused.error(), error::none);
    EXPECT_EQ(appearance_of(reused), before);
}

template <class Tree>
concept can_be_cloned = requires(const Tree& tree) { tree.clone(); };

// promise: copies
TEST(copies, are_asked_for_by_name) {
    static_assert(!std::copy_constructible<quadtree<>> && !std::is_copy_assignable_v<quadtree<>>);
    static_assert(can_be_cloned<quadtree<>> && can_be_cloned<quadtree<std::string>>);
    static_assert(!can_be_cloned<quadtree<std::unique_ptr<int>>>);
    static_assert(noexcept(std::declval<const quadtree<int>&>().clone()));
    quadtree<std::string> world;
    const item one = world.insert({{0, 0}, {1, 1}}, "and long enough to be allocated, twice");
    const quadtree<std::string> copy = world.clone();
    EXPECT_NE(copy.value(one), world.value(one));
    EXPECT_EQ(*copy.value(one), *world.value(one));
}

} // namespace
} // namespace quadrille::testing
