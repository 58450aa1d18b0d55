// Insert of many: the handles that single inserts would give, and all or nothing.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/appearance.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"
#include "support/tracked.hpp"

#include <array>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_SHAPE_SUITE(insert_many);

template <class Shape>
std::vector<Shape> drawn_shapes(std::size_t count, style how, std::uint64_t seed) {
    random_source source(seed);
    std::vector<Shape> shapes(count);
    for (Shape& each : shapes) {
        each = draw<Shape>(source, how);
    }
    return shapes;
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> without_tags(const std::vector<item>& items) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> bare;
    for (const item& each : items) {
        bare.emplace_back(each.index, each.generation & 0xFFFFFU); // the bits that do not name the tree
    }
    return bare;
}

// promise: batches: A batch of none does nothing, and succeeds.
TYPED_TEST(insert_many, of_none_is_nothing) {
    bare_tree<TypeParam> tree;
    std::vector<item> items(2);
    const change_report report = tree.insert(std::vector<TypeParam>{}, items);
    EXPECT_TRUE(report);
    EXPECT_EQ(report.method, update_method::none);
    EXPECT_EQ(items.size(), 2U);
    EXPECT_EQ(tree.stats().bytes, 0U);
    tree.insert(dot<TypeParam>(1, 1));
    EXPECT_TRUE(tree.insert(std::span<const TypeParam>(), std::span<item>()));
    EXPECT_EQ(tree.size(), 1U);
}

/// Few into many, many into few, into nothing, and into a tree with holes.
// promise: batches
// promise: batches: All new items of a batch are in the same layers.
TYPED_TEST(insert_many, gives_the_handles_of_as_many_inserts) {
    for (std::uint32_t how = 0; how < styles; ++how) {
        for (const std::uint32_t capacity : {1U, 4U, 48U}) {
            bare_tree<TypeParam> together({.leaf_capacity = capacity});
            bare_tree<TypeParam> alone({.leaf_capacity = capacity});
            std::vector<item> items;
            std::vector<item> lone_items;
            int round = 0;
            for (const std::size_t count : {60U, 1U, 20U, 300U, 7U, 2U, 900U}) {
                const auto shapes = drawn_shapes<TypeParam>(count, style(how), std::uint64_t(++round));
                const in_layers layers{1U << round};
                const change_report report = together.insert(shapes, items, layers);
                ASSERT_TRUE(report);
                EXPECT_NE(report.method, update_method::none);
                EXPECT_EQ(together.error(), error::none);
                for (const TypeParam& shape : shapes) {
                    lone_items.push_back(alone.insert(shape, layers));
                }
                ASSERT_EQ(without_tags(items), without_tags(lone_items));
                ASSERT_EQ(snapshot_of(together), snapshot_of(alone));
                ASSERT_EQ(together.index_limit(), alone.index_limit());
                ASSERT_EQ(together.layers(items.back()), layers.bits);
                ASSERT_TRUE(agrees_with_oracle(together)) << "style " << how << ", " << count;
                for (std::size_t at = 0; at < items.size(); at += 3) {
                    together.erase(items[at]);
                    alone.erase(lone_items[at]);
                }
            }
        }
    }
}

/// The first items of a leaf split it; the others are filed in the new leaves.
// promise: batches: A batch may add so many items to one leaf that it is split several times.
TYPED_TEST(insert_many, into_one_leaf_splits_it_as_often_as_it_takes) {
    bare_tree<TypeParam> tree;
    const std::vector<TypeParam> vertices = {dot<TypeParam>(0, 0), dot<TypeParam>(1000, 1000)};
    std::vector<item> items;
    ASSERT_TRUE(tree.insert(vertices, items));
    ASSERT_TRUE(tree.insert(drawn_shapes<TypeParam>(500, style::spread, 4), items));
    std::vector<TypeParam> dense;
    for (int number = 0; number < 900; ++number) {
        dense.push_back(dot<TypeParam>(900 + (number % 30) * 0.01, 900 + (number / 30) * 0.01));
    }
    ASSERT_TRUE(tree.insert(dense, items));
    EXPECT_GT(tree.stats().deepest, 5);
    EXPECT_TRUE(agrees_with_oracle(tree));
    ASSERT_TRUE(tree.insert(std::vector<TypeParam>(700, dense.front()), items)) << "all on one spot";
    EXPECT_TRUE(agrees_with_oracle(tree));
}

// promise: world-moves: A batch that is as large as the tree and far from it gets a grid for both.
TYPED_TEST(insert_many, of_as_many_again_far_away_lays_another_grid) {
    bare_tree<TypeParam> tree;
    std::vector<item> items;
    ASSERT_TRUE(tree.insert(drawn_shapes<TypeParam>(400, style::spread, 5), items));
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

// promise: all-or-nothing
// promise: bad-shapes: The report of an `insert` has the number of bad shapes and the first one.
TYPED_TEST(insert_many, with_bad_shapes_changes_nothing_and_says_which) {
    for (const std::size_t before : {0U, 2U, 100U}) {
        bare_tree<TypeParam> tree({.leaf_capacity = 4});
        std::vector<item> items;
        ASSERT_TRUE(tree.insert(drawn_shapes<TypeParam>(before, style::spread, 6), items));
        const auto was = appearance_of(tree);
        const auto good = drawn_shapes<TypeParam>(10, style::spread, 7);
        for (std::size_t at = 0; at < good.size(); ++at) {
            for (const TypeParam& bad : bad_shapes<TypeParam>()) {
                auto spoilt = good;
                spoilt[at] = bad;
                spoilt.back() = bad;
                std::vector<item> kept = items;
                const change_report report = tree.insert(spoilt, kept);
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
        EXPECT_TRUE(tree.insert(good, items)) << "and goes on";
        EXPECT_TRUE(agrees_with_oracle(tree));
    }
}

// promise: wrong-number: A batch beyond `max_items` is rejected as a whole.
TYPED_TEST(insert_many, of_more_than_the_tree_may_hold_is_rejected) {
    bare_tree<TypeParam> tree({.max_items = 50});
    std::vector<item> items;
    ASSERT_TRUE(tree.insert(drawn_shapes<TypeParam>(30, style::spread, 8), items));
    const auto was = appearance_of(tree);
    const change_report report = tree.insert(drawn_shapes<TypeParam>(21, style::spread, 9), items);
    EXPECT_EQ(report.error, error::full);
    EXPECT_EQ(report.rejected, 0U);
    EXPECT_EQ(items.size(), 30U);
    EXPECT_EQ(appearance_of(tree), was);
    EXPECT_TRUE(tree.insert(drawn_shapes<TypeParam>(20, style::spread, 9), items));
    EXPECT_EQ(tree.size(), 50U);
    EXPECT_TRUE(agrees_with_oracle(tree));
}

/// Indices whose generations are spent are skipped, in the free list and beyond.
// promise: handles-are-unique: Batches retire and skip indices as single changes do.
TYPED_TEST(insert_many, passes_over_spent_indices) {
    bare_tree<TypeParam> tree({.max_generations = 2});
    bare_tree<TypeParam> alone({.max_generations = 2});
    const auto shapes = drawn_shapes<TypeParam>(40, style::spread, 10);
    for (int round = 0; round < 7; ++round) {
        std::vector<item> items;
        std::vector<item> lone_items;
        ASSERT_TRUE(tree.insert(shapes, items));
        for (const TypeParam& shape : shapes) {
            lone_items.push_back(alone.insert(shape));
        }
        ASSERT_EQ(without_tags(items), without_tags(lone_items));
        ASSERT_TRUE(agrees_with_oracle(tree));
        if (round % 3 == 2) {
            tree.clear();
            alone.clear();
            continue;
        }
        for (std::size_t at = 0; at < items.size(); at += round % 2 == 0 ? 1 : 2) {
            tree.erase(items[at]);
            alone.erase(lone_items[at]);
        }
    }
    EXPECT_EQ(tree.index_limit(), alone.index_limit());
}

// promise: batches: Handles are appended to a vector, or written to a span of equal length.
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
    const auto was = appearance_of(tree);
    const auto before = five;
    EXPECT_EQ(tree.insert(shapes, std::span<item>(five).first(4)).error, error::wrong_size);
    EXPECT_EQ(tree.error(), error::wrong_size);
    EXPECT_EQ(five, before);
    EXPECT_EQ(appearance_of(tree), was);
}

/// The values are read before the vector grows.
// promise: batches: The vector of handles may be the one that the values are read from.
TEST(insert_many_of_items, may_append_to_the_vector_that_its_values_are_read_from) {
    quadtree<item> tree;
    const auto shapes = drawn_shapes<box<float>>(40, style::spread, 3);
    std::vector<item> items(shapes.size());
    for (std::uint32_t at = 0; at < items.size(); ++at) {
        items[at] = {at, 7};
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

/// One vector is the argument of the erase and receives the new handles.
// promise: batches: One vector may be erased from, and receive the new handles.
TYPED_TEST(insert_many, replaces_what_was_erased_in_the_same_places) {
    bare_tree<TypeParam> tree;
    std::vector<item> items;
    ASSERT_TRUE(tree.insert(drawn_shapes<TypeParam>(100, style::spread, 12), items));
    const std::vector<item> old = items;
    ASSERT_TRUE(tree.erase(items));
    ASSERT_TRUE(tree.insert(drawn_shapes<TypeParam>(100, style::spread, 13), std::span<item>(items)));
    EXPECT_EQ(tree.size(), 100U);
    EXPECT_EQ(tree.index_limit(), 100U);
    for (std::size_t at = 0; at < old.size(); ++at) {
        EXPECT_FALSE(tree.contains(old[at]));
        EXPECT_TRUE(tree.contains(items[at]));
    }
    EXPECT_TRUE(agrees_with_oracle(tree));
}

// promise: batches: Values of a batch are copied; those of an rvalue that owns them are moved.
// promise: all-or-nothing: A rejected value is unchanged.
TYPED_TEST(insert_many, has_values_copied_or_moved) {
    const auto shapes = drawn_shapes<TypeParam>(30, style::spread, 14);
    quadtree<std::string, TypeParam> named;
    std::vector<item> items;
    const std::vector<std::string> names(30, "long enough to be allocated, as long strings are");
    ASSERT_TRUE(named.insert(shapes, names, items));
    ASSERT_TRUE(named.insert(shapes, std::span<const std::string>(names), items, in_layers{4}));
    ASSERT_TRUE(named.insert(shapes, std::vector<const char*>(30, "a word"), items));
    std::vector<std::string> given = names;
    ASSERT_TRUE(named.insert(shapes, std::move(given), items));
    EXPECT_EQ(*named.value(items[0]), names[0]);
    EXPECT_EQ(*named.value(items[59]), names[0]);
    EXPECT_EQ(named.layers(items[59]), 4U);
    EXPECT_EQ(*named.value(items[60]), "a word");
    EXPECT_EQ(*named.value(items[119]), names[0]);

    quadtree<std::unique_ptr<int>, TypeParam> owning;
    std::vector<std::unique_ptr<int>> owned;
    for (int number = 0; number < 30; ++number) {
        owned.push_back(std::make_unique<int>(number));
    }
    auto spoilt = shapes;
    spoilt[20] = bad_shapes<TypeParam>().front();
    items.clear();
    EXPECT_FALSE(owning.insert(spoilt, std::move(owned), items));
    ASSERT_TRUE(owned[0] && owned[29]) << "rejected values are unchanged"; // NOLINT: that is the question
    EXPECT_EQ(owning.insert(std::span(shapes).first(29), std::move(owned), items).error, error::wrong_size);
    ASSERT_TRUE(owned[0] && owned[29]); // NOLINT: that is the question
    ASSERT_TRUE(owning.insert(shapes, std::move(owned), items));
    EXPECT_EQ(**owning.value(items[29]), 29);
    EXPECT_TRUE(agrees_with_oracle(owning));
}

/// A contiguous range of the user's own: a view, whose elements are not const in its const form.
struct word_view {
    std::string* first;
    std::size_t count;

    std::string* begin() const { return first; }
    std::string* end() const { return first + count; }
};

// promise: batches: Values come from any contiguous range: vector, span, array, braces.
TYPED_TEST(insert_many, takes_values_from_any_contiguous_range) {
    const auto shapes = drawn_shapes<TypeParam>(3, style::spread, 17);
    const std::string word = "long enough to be allocated, as long strings are";
    quadtree<std::string, TypeParam> named;
    std::vector<item> items;
    std::array<std::string, 3> three = {word, word, word};
    std::string bare[3] = {word, word, word};
    const std::array<const char*, 3> literals = {"a", "b", "c"};
    ASSERT_TRUE(named.insert(shapes, three, items));
    ASSERT_TRUE(named.insert(shapes, std::as_const(three), items));
    ASSERT_TRUE(named.insert(shapes, bare, items));
    ASSERT_TRUE(named.insert(shapes, std::span(three), items));
    ASSERT_TRUE(named.insert(shapes, std::span<std::string, 3>(bare), items));
    ASSERT_TRUE(named.insert(shapes, word_view{bare, 3}, items));
    ASSERT_TRUE(named.insert(shapes, {word, word, word}, items, in_layers{4}));
    for (const item each : items) {
        EXPECT_EQ(*named.value(each), word);
    }
    EXPECT_EQ(named.layers(items.back()), 4U);
    EXPECT_EQ(three[2], word) << "a view does not own what it shows: it is copied";
    EXPECT_EQ(bare[2], word);
    ASSERT_TRUE(named.insert(shapes, literals, items));
    EXPECT_EQ(*named.value(items.back()), "c");

    ASSERT_TRUE(named.insert(shapes, std::move(three), items));
    EXPECT_EQ(*named.value(items.back()), word);
    EXPECT_EQ(three[2], "") << "moved from"; // NOLINT: that is the question
    const std::vector<std::string> kept(3, word);
    ASSERT_TRUE(named.insert(shapes, std::move(kept), items)); // NOLINT: that is the question
    EXPECT_EQ(kept[2], word);
    EXPECT_EQ(named.insert(shapes, {word, word}, items).error, error::wrong_size);

    quadtree<std::unique_ptr<int>, TypeParam> owning;
    std::unique_ptr<int> owned[3] = {std::make_unique<int>(1), std::make_unique<int>(2), std::make_unique<int>(3)};
    ASSERT_TRUE(owning.insert(shapes, std::move(owned), items));
    EXPECT_EQ(**owning.value(items.back()), 3);
    EXPECT_TRUE(agrees_with_oracle(named));
    EXPECT_TRUE(agrees_with_oracle(owning));
}

/// Into an empty tree, into few items and into many: built in place, built in the spare store, and filed one by one.
// promise: values-that-throw: A value that throws leaves a batch undone, and the vector of handles.
TYPED_TEST(insert_many, of_a_value_that_throws_changes_nothing) {
    const auto shapes = drawn_shapes<TypeParam>(12, style::spread, 15);
    const std::vector<tracked> given(12, tracked(5));
    const long apart = tracked::living;
    for (const int before : {0, 2, 40}) {
        for (const bool moved : {false, true}) {
            for (long nth = 1; nth <= 25; ++nth) {
                quadtree<tracked, TypeParam> tree({.leaf_capacity = 2});
                random_source source(16);
                for (int number = 0; number < before; ++number) {
                    tree.insert(draw<TypeParam>(source, style::spread), tracked(number));
                }
                tree.erase(tree.item_at(1));
                const auto was = appearance_of(tree);
                const long living = tracked::living;
                std::vector<item> items(3);
                std::vector<tracked> own = given;
                bool thrown = false;
                tracked::arm(nth);
                try {
                    EXPECT_TRUE(moved ? tree.insert(shapes, std::move(own), items) : tree.insert(shapes, given, items));
                } catch (const std::runtime_error&) {
                    thrown = true;
                }
                tracked::disarm();
                ASSERT_EQ(thrown, nth <= (moved ? 12 : 24)) << "copied to spare memory, then moved to their places";
                ASSERT_EQ(items.size(), thrown ? 3U : 15U);
                own.clear();
                ASSERT_EQ(tracked::living, living + (thrown ? 0 : 12));
                if (thrown) {
                    ASSERT_EQ(appearance_of(tree), was);
                }
                ASSERT_TRUE(tree.insert(shapes, given, items)) << "and goes on";
                ASSERT_TRUE(agrees_with_oracle(tree));
            }
        }
    }
    EXPECT_EQ(tracked::living, apart);
}

// promise: batches: Batches have the result of single calls also over a long life in which they come and go.
TYPED_TEST(insert_many, among_erases_of_many_over_a_long_life) {
    const scenes::world<scalar_of<TypeParam>> world(scenes::kind::pile, 2000, 41);
    const auto shapes = shaped_as<TypeParam>(world.boxes());
    numbered_tree<TypeParam> tree;
    std::vector<item> items;
    for (std::size_t round = 0; round < 40; ++round) {
        const auto some = std::span<const TypeParam>(shapes).subspan(round * 37 % 1000, 50 + round * 13 % 400);
        ASSERT_TRUE(tree.insert(some, std::vector<int>(some.size(), int(round)), items));
        const std::size_t going = items.size() / 3;
        ASSERT_TRUE(tree.erase(std::span<const item>(items).first(going)));
        items.erase(items.begin(), items.begin() + std::ptrdiff_t(going));
        ASSERT_EQ(tree.size(), items.size());
        ASSERT_TRUE(agrees_with_oracle(tree)) << "round " << round;
    }
}

} // namespace
} // namespace quadrille::testing
