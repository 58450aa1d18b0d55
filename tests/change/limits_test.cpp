// Limits: what a tree cannot hold, spans of the wrong length and indices without generations left are rejected.
// SPDX-License-Identifier: MIT
#include "support/appearance.hpp"
#include "support/scalars.hpp"

#include <array>
#include <span>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(limits);

// promise: wrong-number
// promise: wrong-number: A batch beyond `max_items` is rejected as a whole.
// promise: wrong-number: `reserve` of more than `max_items` is rejected.
TYPED_TEST(limits, a_tree_filled_to_the_brim_rejects_more_and_goes_on) {
    for (const std::uint32_t most : {0U, 1U, 16U, 100U}) {
        bare_tree<TypeParam> tree({.leaf_capacity = 4, .max_items = most});
        std::vector<item> items;
        for (std::uint32_t count = 0; count < most; ++count) {
            items.push_back(tree.insert(dot<TypeParam>(count, count)));
            ASSERT_TRUE(items.back());
        }
        EXPECT_TRUE(tree.reserve(most));
        auto before = appearance_of(tree);
        const auto expect_full = [&](bool is_done) {
            EXPECT_FALSE(is_done);
            EXPECT_EQ(tree.error(), error::full);
            EXPECT_EQ(appearance_of(tree), before);
        };
        const std::vector<box<TypeParam>> one_more(most + 1);
        std::vector<item> kept = items;
        expect_full(bool(tree.insert(one_more[0])));
        expect_full(bool(tree.insert(one_more, kept)));
        expect_full(bool(tree.assign(one_more)));
        expect_full(tree.reserve(most + 1));
        if (most > 1) {
            ASSERT_TRUE(tree.erase(items[most / 2]));
            before = appearance_of(tree);
            const change_report report = tree.insert(std::span(one_more).first(2), kept);
            EXPECT_EQ(report.error, error::full);
            EXPECT_EQ(report.rejected, 0U) << "no shape is bad";
            expect_full(bool(report));
            EXPECT_EQ(kept, items);
            EXPECT_TRUE(tree.insert(std::span(one_more).first(1), kept));
            EXPECT_FALSE(tree.insert(one_more[0]));
        }
        EXPECT_TRUE(agrees_with_oracle(tree));
    }
    EXPECT_FALSE(bare_tree<TypeParam>().reserve(max_items + 1));
}

// promise: wrong-number
TYPED_TEST(limits, spans_of_unequal_length_change_nothing) {
    numbered_tree<TypeParam> tree;
    std::vector<item> items;
    ASSERT_TRUE(tree.insert(std::vector<box<TypeParam>>(3), {0, 1, 2}, items));
    const auto before = appearance_of(tree);
    const std::array<item, 3> handles = {items[0], items[1], items[2]};
    const auto expect_rejected = [&](const change_report& report) {
        EXPECT_EQ(report.error, error::wrong_size);
        EXPECT_EQ(report.method, update_method::none);
        EXPECT_EQ(tree.error(), error::wrong_size);
        EXPECT_EQ(appearance_of(tree), before);
    };
    for (const std::size_t size : {0U, 2U, 4U}) {
        const std::vector<box<TypeParam>> shapes(size, dot<TypeParam>(5, 5));
        expect_rejected(tree.sync(shapes));
        expect_rejected(tree.move(handles, shapes));
        expect_rejected(tree.assign(shapes, {0, 1, 2}));
        expect_rejected(tree.insert(shapes, {0, 1, 2}, items));
        auto given = handles;
        expect_rejected(tree.insert(shapes, std::vector<int>(size), std::span<item>(given)));
        EXPECT_EQ(given, handles);
        EXPECT_EQ(items.size(), 3U);
    }
}

/// The last of its items may be erased, erased with others, or cleared.
// promise: handles-are-unique: An index that has used all its generations is never used again.
// promise: handles-are-unique: Such indices stay unused after `clear`, too.
// promise: wrong-number: `assign` is rejected where an index that it needs has used all its generations.
TYPED_TEST(limits, an_index_whose_generations_are_spent_is_never_used_again) {
    enum class way { erase, erase_together, clear };
    for (const std::uint32_t lives : {1U, 2U, 5U}) {
        for (const way end : {way::erase, way::erase_together, way::clear}) {
            bare_tree<TypeParam> tree({.max_generations = lives});
            std::vector<item> stale;
            for (std::uint32_t life = 0; life < lives; ++life) {
                std::array<item, 10> items;
                for (item& fresh : items) {
                    fresh = tree.insert(dot<TypeParam>(life, 0));
                    ASSERT_LT(fresh.index, 10U) << "life " << life << " of " << lives;
                    stale.push_back(fresh);
                }
                if (end == way::clear) {
                    tree.clear();
                } else if (end == way::erase_together) {
                    ASSERT_TRUE(tree.erase(items));
                } else {
                    for (const item old : items) {
                        ASSERT_TRUE(tree.erase(old));
                    }
                }
                ASSERT_TRUE(is_sound(tree));
            }
            const auto before = state_of(tree);
            const change_report report = tree.assign(std::vector<box<TypeParam>>(1));
            EXPECT_EQ(report.error, error::full);
            EXPECT_EQ(report.method, update_method::none);
            EXPECT_EQ(tree.error(), error::full);
            EXPECT_EQ(state_of(tree), before);
            for (std::uint32_t index = 10; index < 20; ++index) {
                EXPECT_EQ(tree.insert(dot<TypeParam>(index, 0)).index, index) << "others have had their " << lives;
            }
            EXPECT_EQ(tree.index_limit(), 20U);
            for (const item old : stale) {
                EXPECT_FALSE(tree.contains(old));
            }
            EXPECT_TRUE(agrees_with_oracle(tree));
        }
    }
}

} // namespace
} // namespace quadrille::testing
