// Pairs_of: the pairs of a few items with all others, once each.
// SPDX-License-Identifier: MIT
#include "scenes/oracle_reach.hpp"
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_SHAPE_SUITE(pairs_of);

// promise: pairs-of: `pairs_of` all items are all pairs; braces and vectors of items are taken.
TYPED_TEST(pairs_of, takes_items_in_braces_and_appends_to_vectors_of_items_too) {
    bare_tree<TypeParam> tree;
    const item one = tree.insert(dot<TypeParam>(0, 0));
    const item two = tree.insert(dot<TypeParam>(0, 0));
    const item three = tree.insert(dot<TypeParam>(0, 0));
    pair_workspace workspace;
    std::vector<index_pair> found;
    EXPECT_EQ(tree.pairs_of({one, two}, found), outcome::complete);
    EXPECT_EQ(found.size(), 3U);
    EXPECT_EQ(tree.pairs_of({two}, workspace, found), outcome::complete);
    EXPECT_EQ(found.size(), 5U) << "appended";
    EXPECT_EQ(tree.pairs_of({}, [](auto, auto) { FAIL(); }), outcome::complete);
    tree.erase(three);
    const std::vector<item> second = {two};
    std::vector<item_pair> items;
    tree.pairs_of(second, items);
    std::as_const(tree).pairs_of(second, workspace, items);
    EXPECT_EQ(items, (std::vector<item_pair>(2, {two, one})));
}

/// Two that are both listed are reported once, from the one listed first.
// promise: pairs-of
TYPED_TEST(pairs_of, with_a_distance_equal_a_full_scan) {
    for (std::uint32_t how = 0; how < styles; ++how) {
        random_source source(90 + how);
        quadtree<void, shape_of<TypeParam>> tree({.leaf_capacity = 5});
        for (int count = 0; count < 150; ++count) {
            const item added = tree.insert(draw<shape_of<TypeParam>>(source, style(how)));
            tree.set_layers(added, source.below(4) == 0 ? all_layers : 1U << source.below(3));
        }
        const auto truth = snapshot_of(tree);
        const double distances[] = {0, 0.5, 1, 3, source.unit() * 6, 1e200, infinite<double>, -1, not_a_number<double>};
        for (const double distance : distances) {
            constexpr std::uint32_t counts[] = {0, 1, 7, 50, 400}; // some repeatedly
            std::vector<item> items;
            std::vector<std::uint8_t> is_listed(tree.index_limit());
            for (std::uint32_t rest = counts[source.below(5)]; rest > 0; --rest) {
                items.push_back(tree.item_at(source.below(150)));
                is_listed[items.back().index] = 1;
            }
            const std::uint32_t masks[] = {all_layers, 1 + source.below(7)};
            for (const std::uint32_t partners : masks) {
                const pair_filter wanted = {source.below(2) == 0 ? all_layers : 1 + source.below(7), partners,
                                            distance};
                std::vector<index_pair> expected;
                if (distance >= 0) {
                    expected = oracle::pairs_within(std::span<const shape_of<TypeParam>>(truth.shapes), distance);
                }
                std::erase_if(expected, [&](const index_pair& pair) {
                    return (is_listed[pair.a] == 0 && is_listed[pair.b] == 0) ||
                           !detail::matches_layers(tree.layers(tree.item_at(pair.a)), tree.layers(tree.item_at(pair.b)),
                                                   wanted);
                });
                std::vector<index_pair> found;
                counters visited;
                ASSERT_EQ(tree.pairs_of(items, found, wanted, &visited), outcome::complete);
                EXPECT_EQ(visited.answers, found.size());
                for (const index_pair& pair : found) {
                    ASSERT_EQ(is_listed[pair.a], 1) << "a is one of the items";
                }
                oracle::normalize(found);
                ASSERT_EQ(found, expected) << "style " << how << ", distance " << distance << ", " << partners;
            }
        }
    }
}

// promise: pairs-of: `pairs_of` that was stopped, or ended by an exception, leaves no mark.
TYPED_TEST(pairs_of, stop_when_told_to_and_leave_no_marks) {
    bare_tree<TypeParam> tree;
    for (int count = 0; count < 100; ++count) {
        tree.insert(dot<TypeParam>(1, 1));
    }
    std::vector<item> items;
    for (std::uint32_t index = 0; index < 10; ++index) {
        items.push_back(tree.item_at(index));
    }
    pair_workspace workspace;
    for (const int wanted : {1, 98, 99, 100, 700}) {
        int seen = 0;
        EXPECT_EQ(
            tree.pairs_of(items, workspace, [&](auto, auto) { return ++seen == wanted ? flow::stop : flow::next; }),
            outcome::stopped);
        EXPECT_EQ(seen, wanted);
        std::vector<index_pair> found;
        tree.pairs_of(items, workspace, found);
        EXPECT_EQ(found.size(), 10U * 90 + 45);
    }
    EXPECT_THROW(tree.pairs_of(items, workspace, [](auto, auto) { throw std::runtime_error("no"); }),
                 std::runtime_error);
    std::vector<index_pair> found;
    tree.pairs_of(items, workspace, found);
    EXPECT_EQ(found.size(), 10U * 90 + 45) << "what a visitor threw has left no marks either";
}

/// The tree's own workspace and the caller's serve an inner query as well as the outer one, also after an exception.
// promise: pairs-of: `pairs_of` inside the visitor of another is right.
// promise: pairs-of: `pairs_of` all items are all pairs; braces and vectors of items are taken.
TYPED_TEST(pairs_of, inside_each_other_are_both_right) {
    bare_tree<TypeParam> tree({.leaf_capacity = 4});
    for (int number = 0; number < 40; ++number) {
        tree.insert(made<TypeParam>(number % 4, number / 20, number % 4 + 1, number / 20 + 1));
    }
    std::vector<item> all;
    tree.each([&](auto hit) { all.push_back(hit.item()); });
    const auto expected = found_pairs(tree);
    ASSERT_GT(expected.size(), 40U);
    pair_workspace workspace;
    for (const bool is_lent : {false, true}) {
        const auto ask = [&](auto&& visitor) {
            return is_lent ? std::as_const(tree).pairs_of(all, workspace, visitor) : tree.pairs_of(all, visitor);
        };
        std::vector<index_pair> outer;
        EXPECT_EQ(ask([&](auto a, auto b) {
                      outer.push_back({a.index(), b.index()});
                      std::vector<index_pair> inner;
                      EXPECT_EQ(ask([&](auto c, auto d) { inner.push_back({c.index(), d.index()}); }),
                                outcome::complete);
                      oracle::normalize(inner);
                      EXPECT_EQ(inner, expected);
                      EXPECT_THROW(ask([](auto, auto) { throw std::runtime_error("no"); }), std::runtime_error);
                      EXPECT_EQ(ask([](auto, auto) { return flow::stop; }), outcome::stopped);
                  }),
                  outcome::complete);
        oracle::normalize(outer);
        EXPECT_EQ(outer, expected);
    }
}

// promise: pairs-of: `pairs_of` skips null, stale and repeated items.
TYPED_TEST(pairs_of, skip_null_stale_and_repeated_items) {
    bare_tree<TypeParam> tree;
    for (int count = 0; count < 20; ++count) {
        tree.insert(dot<TypeParam>(0, 0));
    }
    const item gone = tree.item_at(3);
    tree.erase(gone);
    const std::vector<item> items = {{}, tree.item_at(5), gone, tree.item_at(5), tree.item_at(6), tree.item_at(5)};
    pair_workspace workspace;
    std::vector<index_pair> found;
    const auto& read_only = tree;
    read_only.pairs_of(items, workspace, found);
    oracle::normalize(found);
    EXPECT_EQ(std::adjacent_find(found.begin(), found.end()), found.end());
    EXPECT_EQ(found.size(), 18U + 17U);
    EXPECT_TRUE(std::ranges::all_of(found, [](const index_pair& pair) {
        return (pair.a == 5 || pair.b == 5 || pair.a == 6 || pair.b == 6) && pair.a != 3 && pair.b != 3;
    }));
}

} // namespace
} // namespace quadrille::testing
