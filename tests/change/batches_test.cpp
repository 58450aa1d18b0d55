// Batches: insert, erase and move of several items have the result of as many single calls, or change nothing.
// SPDX-License-Identifier: MIT
#include "support/appearance.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_SHAPE_SUITE(batches);
QUADRILLE_SHAPE_SUITE(insert_many);
QUADRILLE_SHAPE_SUITE(erase_many);

template <class Shape>
std::vector<Shape> drawn_shapes(std::size_t count, style how, std::uint64_t seed) {
    random_source source(seed);
    std::vector<Shape> shapes(count);
    std::generate(shapes.begin(), shapes.end(), [&] { return draw<Shape>(source, how); });
    return shapes;
}

/// New items of a tree without values, in order.
template <class Shape>
std::vector<item> inserted(quadtree<void, Shape>& tree, std::size_t count, std::uint64_t seed) {
    std::vector<item> items;
    EXPECT_TRUE(tree.insert(drawn_shapes<Shape>(count, style::spread, seed), items));
    return items;
}

// ---- What all of them have in common ---------------------------------------------------------------------------------

// promise: batches: A batch of none does nothing, and succeeds.
TYPED_TEST(batches, of_none_are_nothing) {
    bare_tree<TypeParam> tree;
    std::vector<item> items(2);
    for (const std::size_t size : {0U, 1U}) {
        for (const change_report& report :
             {tree.insert(std::vector<TypeParam>{}, items),
              tree.insert(std::span<const TypeParam>(), std::span<item>()), tree.erase(std::vector<item>{}),
              tree.erase(std::span<const item>()), tree.move(std::span<const item>(), std::span<const TypeParam>())}) {
            EXPECT_TRUE(report);
            EXPECT_EQ(report.method, update_method::none);
            EXPECT_EQ(report.rejected, 0U);
        }
        EXPECT_EQ(items.size(), 2U);
        EXPECT_EQ(tree.size(), size);
        EXPECT_TRUE(size > 0 || tree.stats().bytes == 0);
        tree.insert(dot<TypeParam>(1, 1));
    }
}

/// What two trees that have lived alike have in common: handles, shapes and layers.
template <class Tree>
auto contents_of(const Tree& tree) {
    std::vector<std::tuple<item, typename Tree::shape_type, std::uint32_t>> all;
    tree.each([&](auto hit) { all.emplace_back(unmarked(hit.item()), hit.shape(), tree.layers(hit.item())); });
    return all;
}

/// Few into many, many into few, into nothing, and into a tree with holes and spent indices. The last shape of an item that is moved
/// twice counts.
// promise: batches
// promise: batches: All new items of a batch are in the same layers.
// promise: batches: Batches have the result of single calls also over a long life in which they come and go.
// promise: handles-are-unique: Batches retire and skip indices as single changes do.
// promise: batches: A batch may add so many items to one leaf that it is split several times.
TYPED_TEST(batches, are_as_many_single_changes) {
    for (std::uint32_t how = 0; how < styles; ++how) {
        for (const options& config :
             {options{.leaf_capacity = 1}, {.leaf_capacity = 4, .max_generations = 2}, {.leaf_capacity = 48}}) {
            bare_tree<TypeParam> together(config);
            bare_tree<TypeParam> alone(config);
            std::vector<item> items;
            std::vector<item> lone_items;
            random_source source(how);
            const auto expect_alike = [&](const change_report& report) {
                ASSERT_TRUE(report);
                EXPECT_NE(report.method, update_method::none);
                EXPECT_EQ(together.error(), error::none);
                ASSERT_TRUE(std::equal(items.begin(), items.end(), lone_items.begin(), lone_items.end(),
                                       [](item one, item other) { return unmarked(one) == unmarked(other); }));
                ASSERT_EQ(contents_of(together), contents_of(alone));
                ASSERT_EQ(together.index_limit(), alone.index_limit());
                ASSERT_TRUE(agrees_with_oracle(together));
            };
            for (const std::uint32_t count : {60U, 1U, 20U, 300U, 7U, 2U, 900U, 30U}) {
                SCOPED_TRACE("style " + std::to_string(how) + ", a batch of " + std::to_string(count));
                const auto shapes = drawn_shapes<TypeParam>(count, style(how), count);
                const change_report report = together.insert(shapes, items, in_layers{count});
                for (const TypeParam& shape : shapes) {
                    lone_items.push_back(alone.insert(shape, in_layers{count}));
                }
                ASSERT_NO_FATAL_FAILURE(expect_alike(report));

                std::vector<item> chosen;
                const auto targets = drawn_shapes<TypeParam>(count / 2 + 1, style(how), count + 1);
                for (const TypeParam& target : targets) {
                    const std::size_t lot = source.below(static_cast<std::uint32_t>(items.size()));
                    chosen.push_back(items[lot]);
                    ASSERT_TRUE(alone.move(lone_items[lot], target));
                }
                ASSERT_NO_FATAL_FAILURE(expect_alike(together.move(chosen, targets)));

                chosen.clear();
                for (std::size_t rest = count == 30 ? items.size() : items.size() / 3 + 1; rest > 0; --rest) {
                    const auto lot = std::ptrdiff_t(source.below(static_cast<std::uint32_t>(items.size())));
                    chosen.push_back(*(items.begin() + lot));
                    ASSERT_TRUE(alone.erase(*(lone_items.begin() + lot)));
                    items.erase(items.begin() + lot);
                    lone_items.erase(lone_items.begin() + lot);
                }
                ASSERT_NO_FATAL_FAILURE(expect_alike(together.erase(chosen)));
                ASSERT_TRUE(
                    std::none_of(chosen.begin(), chosen.end(), [&](item one) { return together.contains(one); }));
            }
            EXPECT_TRUE(together.empty());
        }
    }
}

/// A bad shape at each place, and another one at the end.
// promise: all-or-nothing
// promise: bad-shapes: The report of an `insert` has the number of bad shapes and the first one.
// promise: all-or-nothing: `assign` is all or nothing.
// promise: all-or-nothing: A `move` of several is all or nothing.
// promise: all-or-nothing: `sync` by a function is all or nothing.
TYPED_TEST(batches, with_bad_shapes_change_nothing_and_say_which) {
    for (const std::uint32_t count : {0U, 2U, 10U, 100U}) {
        bare_tree<TypeParam> tree({.leaf_capacity = 4});
        const std::vector<item> items = inserted(tree, count, 6);
        const auto was = appearance_of(tree);
        std::vector<item> kept = items;
        std::vector<std::function<change_report(const std::vector<TypeParam>&)>> changes = {
            [&](const auto& shapes) { return tree.insert(shapes, kept); },
            [&](const auto& shapes) { return tree.assign(shapes); }};
        if (count == 10) {
            changes.push_back([&](const auto& shapes) { return tree.move(items, shapes); });
            changes.push_back([&](const auto& shapes) { return tree.sync(shapes); });
            changes.push_back(
                [&](const auto& shapes) { return tree.sync([&](auto hit) { return shapes[hit.index()]; }); });
        }
        const auto good = drawn_shapes<TypeParam>(10, style::spread, 7);
        for (const auto& change : changes) {
            for (std::size_t at = 0; at < good.size(); ++at) {
                for (const TypeParam& bad : bad_shapes<TypeParam>()) {
                    auto spoilt = good;
                    spoilt[at] = bad;
                    spoilt.back() = bad;
                    const change_report report = change(spoilt);
                    EXPECT_FALSE(report);
                    EXPECT_EQ(report.method, update_method::none);
                    EXPECT_EQ(report.error, judged(bad));
                    EXPECT_EQ(tree.error(), judged(bad));
                    EXPECT_EQ(report.rejected, at + 1 == good.size() ? 1U : 2U);
                    EXPECT_EQ(report.first_rejected, at);
                    EXPECT_EQ(kept, items);
                    ASSERT_EQ(appearance_of(tree), was);
                }
            }
        }
        EXPECT_TRUE(tree.insert(good, kept)) << "and goes on";
        EXPECT_TRUE(agrees_with_oracle(tree));
    }
}

/// An item may be moved twice, and not be erased twice.
// promise: all-or-nothing: An `erase` of several is all or nothing, also with repeated items.
// promise: all-or-nothing: A `move` of several is all or nothing.
TYPED_TEST(batches, with_a_null_stale_or_doubled_item_change_nothing_and_say_which) {
    bare_tree<TypeParam> tree({.leaf_capacity = 4});
    const std::vector<item> items = inserted(tree, 60, 8);
    tree.erase(items[9]);
    const item successor = tree.insert(dot<TypeParam>(1, 1));
    ASSERT_EQ(successor.index, items[9].index);
    tree.erase(items[30]);
    const auto was = appearance_of(tree);
    const auto expect_rejected = [&](const change_report& report, std::ptrdiff_t first) {
        EXPECT_FALSE(report);
        EXPECT_EQ(report.error, error::no_item);
        EXPECT_EQ(tree.error(), error::no_item);
        EXPECT_EQ(report.method, update_method::none);
        EXPECT_EQ(report.rejected, 1U);
        EXPECT_EQ(report.first_rejected, std::uint32_t(first));
        ASSERT_EQ(appearance_of(tree), was);
        ASSERT_TRUE(is_sound(tree));
    };
    const std::vector<item> good = {items[0], items[1], successor, items[2], items[59]};
    std::vector<item> bad_ones = {item{}, items[9], items[30], good[0], good[2], good[4]};
#ifndef QUADRILLE_CHECKED
    bad_ones.push_back({1000, 1}); // of another tree, which checked builds assert
#endif
    const std::vector<TypeParam> shapes(6, dot<TypeParam>(1, 1));
    for (const item bad : bad_ones) {
        for (std::ptrdiff_t at = 0; at <= std::ptrdiff_t(good.size()); ++at) {
            std::vector<item> spoilt = good;
            spoilt.insert(spoilt.begin() + at, bad);
            const auto once = std::find(spoilt.begin(), spoilt.end(), bad);
            const auto twice = std::find(once + 1, spoilt.end(), bad);
            if (twice == spoilt.end()) {
                expect_rejected(tree.move(spoilt, shapes), at);
            }
            expect_rejected(tree.erase(spoilt), (twice == spoilt.end() ? once : twice) - spoilt.begin());
        }
    }
    EXPECT_EQ(tree.erase(std::vector<item>(3, items[5])).rejected, 2U);
    EXPECT_EQ(tree.erase(std::vector<item>(3, items[5])).first_rejected, 1U);
    EXPECT_TRUE(tree.erase(good)) << "and goes on";
    EXPECT_TRUE(agrees_with_oracle(tree));
    EXPECT_FALSE(bare_tree<TypeParam>().erase(std::vector<item>(2)));
}

// ---- Insert ----------------------------------------------------------------------------------------------------------

// promise: world-moves: A batch that is as large as the tree and far from it gets a grid for both.
TYPED_TEST(insert_many, of_as_many_again_far_away_lays_another_grid) {
    bare_tree<TypeParam> tree;
    std::vector<item> items = inserted(tree, 400, 5);
    std::vector<TypeParam> away;
    for (int number = 0; number < 400; ++number) {
        away.push_back(dot<TypeParam>(1e6 + number % 20, 1e6 + number / 20));
    }
    EXPECT_EQ(tree.insert(away, items).method, update_method::rebuild);
    EXPECT_LE(tree.stats().clamped, 64U);
    EXPECT_TRUE(agrees_with_oracle(tree));
}

// promise: batches: With three times as many new items as old ones the tree is built as by `assign`.
TYPED_TEST(insert_many, of_three_times_as_many_as_there_are_builds_the_tree_that_assign_does) {
    const auto shapes = drawn_shapes<TypeParam>(1200, style::spread, 18);
    bare_tree<TypeParam> tree({.leaf_capacity = 4});
    bare_tree<TypeParam> assigned({.leaf_capacity = 4});
    std::vector<item> items;
    ASSERT_TRUE(tree.insert(std::span(shapes).first(300), items));
    EXPECT_EQ(tree.insert(std::span(shapes).last(900), items).method, update_method::rebuild);
    ASSERT_TRUE(assigned.assign(shapes));
    EXPECT_EQ(tree.stats().leaves, assigned.stats().leaves);
    EXPECT_EQ(tree.stats().inner_cells, assigned.stats().inner_cells);
    EXPECT_TRUE(agrees_with_oracle(tree));
}

// promise: batches: Handles are appended to a vector, or written to a span of equal length.
// promise: batches: One vector may be erased from, and receive the new handles.
TYPED_TEST(insert_many, writes_handles_to_a_span_or_behind_those_of_a_vector) {
    bare_tree<TypeParam> tree;
    const auto shapes = drawn_shapes<TypeParam>(5, style::spread, 11);
    std::array<item, 5> five;
    ASSERT_TRUE(tree.insert(shapes, five));
    std::vector<item> items(1);
    ASSERT_TRUE(tree.insert(shapes, items));
    ASSERT_EQ(items.size(), 6U);
    EXPECT_FALSE(items[0]);
    for (std::size_t at = 0; at < shapes.size(); ++at) {
        EXPECT_EQ(tree.shape(five[at]), shapes[at]);
        EXPECT_EQ(tree.shape(items[at + 1]), shapes[at]);
    }
    items.erase(items.begin());
    const std::vector<item> old = items;
    ASSERT_TRUE(tree.erase(items));
    ASSERT_TRUE(tree.insert(shapes, std::span<item>(items)));
    EXPECT_EQ(tree.index_limit(), 10U) << "in the same places";
    for (std::size_t at = 0; at < old.size(); ++at) {
        EXPECT_FALSE(tree.contains(old[at]));
        EXPECT_EQ(tree.shape(items[at]), shapes[at]);
    }
    EXPECT_TRUE(agrees_with_oracle(tree));
}

/// The values are read before the vector grows.
// promise: batches: The vector of handles may be the one that the values are read from.
TEST(insert_many_of_items, may_append_to_the_vector_that_its_values_are_read_from) {
    quadtree<item> tree;
    const auto shapes = drawn_shapes<box<float>>(40, style::spread, 3);
    std::vector<item> items;
    for (std::uint32_t at = 0; at < shapes.size(); ++at) {
        items.push_back({at, 7});
    }
    items.shrink_to_fit();
    const std::vector<item> values = items;
    ASSERT_TRUE(tree.insert(shapes, items, items));
    ASSERT_EQ(items.size(), 80U);
    for (std::size_t at = 0; at < values.size(); ++at) {
        EXPECT_EQ(items[at], values[at]);
        EXPECT_EQ(*tree.value(items[40 + at]), values[at]);
    }
}

// ---- Erase -----------------------------------------------------------------------------------------------------------

// promise: batches: `erase` takes a vector, a span, an array or braces.
TYPED_TEST(erase_many, takes_items_in_braces) {
    bare_tree<TypeParam> tree;
    const std::vector<item> items = inserted(tree, 4, 5);
    EXPECT_TRUE(tree.erase({items[0], items[2]}));
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

} // namespace
} // namespace quadrille::testing
