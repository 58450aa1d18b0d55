// Erase of many: as that many erases, but all or nothing.
// SPDX-License-Identifier: MIT
#include "support/appearance.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"
#include "support/tracked.hpp"

#include <span>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_SHAPE_SUITE(erase_many);

template <class Tree>
std::vector<item> filled(Tree& tree, int count, style how, std::uint64_t seed) {
    random_source source(seed);
    std::vector<item> items;
    for (int number = 0; number < count; ++number) {
        items.push_back(tree.insert(draw<typename Tree::shape_type>(source, how), number));
    }
    return items;
}

// promise: batches: A batch of none does nothing, and succeeds.
TYPED_TEST(erase_many, of_none_is_nothing) {
    bare_tree<TypeParam> tree;
    const change_report report = tree.erase(std::vector<item>{});
    EXPECT_TRUE(report);
    EXPECT_EQ(report.method, update_method::none);
    EXPECT_EQ(tree.erase(std::span<const item>()).rejected, 0U);
}

// promise: batches
TYPED_TEST(erase_many, is_as_that_many_erases) {
    for (std::uint32_t how = 0; how < styles; ++how) {
        for (const std::uint32_t capacity : {1U, 4U, 48U}) {
            numbered_tree<TypeParam> together({.leaf_capacity = capacity});
            numbered_tree<TypeParam> alone({.leaf_capacity = capacity});
            std::vector<item> items = filled(together, 400, style(how), how);
            std::vector<item> lone_items = filled(alone, 400, style(how), how);
            random_source source(how + 60);
            while (!items.empty()) {
                std::vector<item> going;
                for (std::uint32_t rest = source.below(90) + 1; rest > 0 && !items.empty(); --rest) {
                    const std::uint32_t lot = source.below(static_cast<std::uint32_t>(items.size()));
                    going.push_back(items[lot]);
                    ASSERT_TRUE(alone.erase(lone_items[lot]));
                    items[lot] = items.back();
                    items.pop_back();
                    lone_items[lot] = lone_items.back();
                    lone_items.pop_back();
                }
                const change_report report = together.erase(going);
                ASSERT_TRUE(report);
                EXPECT_NE(report.method, update_method::none);
                ASSERT_EQ(together.error(), error::none);
                ASSERT_EQ(snapshot_of(together), snapshot_of(alone));
                ASSERT_TRUE(agrees_with_oracle(together)) << "style " << how;
                for (const item gone : going) {
                    ASSERT_FALSE(together.contains(gone));
                }
                const item fresh = together.insert(dot<TypeParam>(1, 1), 7);
                const item lone = alone.insert(dot<TypeParam>(1, 1), 7);
                ASSERT_EQ(fresh.index, lone.index) << "indices are used again in the same order";
                together.erase(fresh);
                alone.erase(lone);
            }
            EXPECT_TRUE(together.empty());
        }
    }
}

// promise: batches: `erase` takes a vector, a span, an array or braces.
TYPED_TEST(erase_many, takes_items_in_braces) {
    numbered_tree<TypeParam> tree;
    const std::vector<item> items = filled(tree, 4, style::spread, 5);
    const change_report report = tree.erase({items[0], items[2]});
    EXPECT_TRUE(report);
    EXPECT_EQ(tree.size(), 2U);
    EXPECT_TRUE(tree.contains(items[1]) && tree.contains(items[3]));
    const change_report none = tree.erase({items[1], items[0]});
    EXPECT_EQ(none.error, error::no_item);
    EXPECT_EQ(none.first_rejected, 1U);
    EXPECT_TRUE(tree.erase({items[1]}));
    EXPECT_FALSE(tree.erase({})) << "a null item";
    EXPECT_TRUE(tree.erase({items[3].index, items[3].generation})) << "an item by its numbers";
    EXPECT_TRUE(tree.empty());
}

// promise: all-or-nothing: An `erase` of several is all or nothing, also with repeated items.
TYPED_TEST(erase_many, with_a_null_stale_or_doubled_item_changes_nothing_and_says_which) {
    numbered_tree<TypeParam> tree({.leaf_capacity = 4});
    const std::vector<item> items = filled(tree, 60, style::spread, 8);
    tree.erase(items[9]);
    const item successor = tree.insert(dot<TypeParam>(1, 1), 60);
    ASSERT_EQ(successor.index, items[9].index);
    tree.erase(items[30]);
    const auto was = appearance_of(tree);
    const std::vector<item> good = {items[0], items[1], successor, items[2], items[59]};
    for (const item bad : {item{}, items[9], items[30], good[0], good[2], good[4], item{1000, 1}}) {
        for (std::size_t at = 0; at <= good.size(); ++at) {
            std::vector<item> spoilt = good;
            spoilt.insert(spoilt.begin() + std::ptrdiff_t(at), bad);
            std::size_t first = at;
            for (std::size_t later = 0; later < at; ++later) {
                first = spoilt[later] == bad ? at : first;
            }
            for (std::size_t later = at + 1; later < spoilt.size(); ++later) {
                first = spoilt[later] == bad ? later : first;
            }
#ifdef QUADRILLE_CHECKED
            if (bad == item{1000, 1}) {
                continue; // another tree's, and asserted
            }
#endif
            const change_report report = tree.erase(spoilt);
            EXPECT_FALSE(report);
            EXPECT_EQ(report.error, error::no_item);
            EXPECT_EQ(tree.error(), error::no_item);
            EXPECT_EQ(report.method, update_method::none);
            EXPECT_EQ(report.rejected, 1U);
            EXPECT_EQ(report.first_rejected, first);
            ASSERT_EQ(appearance_of(tree), was);
            ASSERT_TRUE(is_sound(tree));
        }
    }
    const std::vector<item> thrice(3, items[5]);
    EXPECT_EQ(tree.erase(thrice).rejected, 2U);
    EXPECT_EQ(tree.erase(thrice).first_rejected, 1U);
    EXPECT_TRUE(tree.erase(good)) << "and goes on";
    EXPECT_TRUE(agrees_with_oracle(tree));
    EXPECT_FALSE(numbered_tree<TypeParam>().erase(std::vector<item>(2)));
}

// promise: single-changes: `erase` destroys the values.
TYPED_TEST(erase_many, destroys_the_values) {
    quadtree<tracked, TypeParam> tree;
    const long apart = tracked::living;
    const std::vector<item> items = filled(tree, 100, style::spread, 9);
    EXPECT_TRUE(tree.erase(std::span(items).subspan(10, 40)));
    EXPECT_EQ(tracked::living, apart + 60);
    EXPECT_FALSE(tree.erase(items));
    EXPECT_EQ(tracked::living, apart + 60);
    EXPECT_EQ(tree.value(items[9])->number(), 9);
    EXPECT_TRUE(tree.erase(std::span(items).first(10)));
    EXPECT_TRUE(tree.erase(std::span(items).last(50)));
    EXPECT_EQ(tracked::living, apart);
}

// promise: handles-are-unique: Batches retire and skip indices as single changes do.
TYPED_TEST(erase_many, retires_what_has_spent_its_generations) {
    bare_tree<TypeParam> tree({.max_generations = 1});
    std::vector<item> items;
    ASSERT_TRUE(tree.insert(std::vector<TypeParam>(20, dot<TypeParam>(1, 1)), items));
    ASSERT_TRUE(tree.erase(items));
    EXPECT_EQ(tree.insert(dot<TypeParam>(1, 1)).index, 20U);
    EXPECT_TRUE(agrees_with_oracle(tree));
}

} // namespace
} // namespace quadrille::testing
