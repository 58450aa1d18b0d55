// Queries as ranges: loops get the answers of visitors, in the same order, until they end.
// SPDX-License-Identifier: MIT
#include "support/answers.hpp"
#include "support/reach.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <memory>
#include <ranges>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(ranges);
QUADRILLE_EVERY_SHAPE_SUITE(ranges_of_every_shape);

// ---- Types and sizes --------------------------------------------------------------------------------------------------

template <class Range>
void expect_input_range() {
    static_assert(std::ranges::input_range<Range>);
    static_assert(!std::ranges::forward_range<Range>, "a single pass");
    static_assert(!std::is_move_constructible_v<Range> && !std::is_copy_constructible_v<Range>);
    static_assert(!std::is_move_assignable_v<Range> && !std::is_copy_assignable_v<Range>);
}

template <class Tree>
void expect_input_ranges(Tree& tree) {
    using scalar = typename Tree::scalar;
    const quadtree<int, typename Tree::shape_type> other;
    nearest_workspace workspace;
    const ray<scalar> ray = {{0, 0}, {1, 1}};
    expect_input_range<decltype(tree.query(box<scalar>{}))>();
    expect_input_range<decltype(tree.query_within(segment<scalar>{}, 1))>();
    expect_input_range<decltype(tree.intersecting({}))>();
    expect_input_range<decltype(tree.pairs())>();
    expect_input_range<decltype(std::as_const(tree).join(other))>();
    expect_input_range<decltype(tree.nearest({0, 0}, workspace))>();
    expect_input_range<decltype(tree.raycast(ray))>();
    expect_input_range<decltype(tree.cast(point<scalar>{}, {1, 1}))>();
    expect_input_range<decltype(tree.each())>();
}

// promise: ranges: Ranges are single pass and cannot be moved.
TYPED_TEST(ranges_of_every_shape, are_input_ranges_that_cannot_be_moved) {
    quadtree<int, TypeParam> tree;
    expect_input_ranges(tree);
    expect_input_ranges(std::as_const(tree));
}

/// The sizes that queries.hpp documents.
// promise: ranges: Ranges are as large as the header says.
TYPED_TEST(ranges_of_every_shape, are_as_large_as_is_said) {
    using scalar = typename TypeParam::scalar;
    quadtree<int, TypeParam> tree;
    nearest_workspace workspace;
    constexpr std::size_t kilobyte = 1024;
    EXPECT_LE(sizeof(tree.query(box<scalar>{})), 13 * kilobyte / 4);
    EXPECT_LE(sizeof(tree.query_within(box<scalar>{}, 1)), 13 * kilobyte / 4);
    EXPECT_LE(sizeof(tree.intersecting({})), 13 * kilobyte / 4);
    EXPECT_LE(sizeof(tree.raycast({{0, 0}, {1, 1}})), 11 * kilobyte / 2);
    EXPECT_LE(sizeof(tree.nearest({0, 0}, workspace)), kilobyte / 4);
    EXPECT_LE(sizeof(tree.each()), kilobyte / 8);
    const bool is_large = std::is_same_v<TypeParam, circle<double>>;
    EXPECT_LE(sizeof(tree.pairs()), (is_large ? 33 : 26) * kilobyte);
    EXPECT_LE(sizeof(tree.join(tree)), (is_large ? 33 : 26) * kilobyte);
}

// ---- Answers ---------------------------------------------------------------------------------------------------------

/// A square grid of dots, 0 … 99, numbered by row.
template <class Scalar>
numbered_tree<Scalar> grid_of_dots() {
    numbered_tree<Scalar> tree({.leaf_capacity = 4});
    for (int number = 0; number < 100; ++number) {
        tree.insert(dot<Scalar>(number % 10, number / 10), number);
    }
    return tree;
}

TYPED_TEST(ranges, yield_hits_with_values_and_pairs_that_come_apart) {
    auto tree = grid_of_dots<TypeParam>();
    for (auto hit : tree.query({{0, 0}, {9, 0}})) {
        hit.value() += 1000;
    }
    int sum = 0;
    for (const auto hit : std::as_const(tree).each()) {
        static_assert(std::is_const_v<std::remove_reference_t<decltype(hit.value())>>);
        sum += hit.value();
    }
    EXPECT_EQ(sum, 99 * 100 / 2 + 10 * 1000);
    int rows = 0;
    for (auto [a, b] : tree.pairs({.distance = 1})) {
        a.value() += 0;
        rows += std::abs(a.value() % 1000 - b.value() % 1000) == 1 ? 1 : 0;
    }
    EXPECT_EQ(rows, 90);
    quadtree<double, box<TypeParam>> other;
    other.insert(dot<TypeParam>(4, 4), 0.5);
    for (auto [a, b] : tree.join(other)) {
        EXPECT_EQ(a.value() + 0.5, 44 + b.value());
    }
    for (const auto hit : tree.raycast({{2, -1}, {0, 2}})) {
        EXPECT_EQ(hit.value(), hit.fraction() == TypeParam(0.5) ? 1002 : 12);
    }
}

// promise: ranges: Ranges of nothing are empty, and complete.
TYPED_TEST(ranges, of_nothing_are_empty) {
    bare_tree<TypeParam> tree;
    nearest_workspace workspace;
    const auto expect_none = [](auto&& hits) {
        EXPECT_EQ(hits.begin(), hits.end());
        EXPECT_EQ(hits.outcome(), outcome::complete);
    };
    for (int turn = 0; turn < 2; ++turn) {
        expect_none(tree.query({{5, 5}, {6, 6}}));
        expect_none(tree.query(box<TypeParam>{{not_a_number<TypeParam>, 0}, {1, 1}}));
        expect_none(tree.query_within(point<TypeParam>{0, 0}, -1));
        expect_none(tree.pairs());
        expect_none(tree.join(tree, {.distance = -1}));
        expect_none(tree.intersecting({}));
        expect_none(tree.raycast({{5, 5}, {1, 1}}));
        expect_none(tree.nearest({0, 0}, workspace, {.distance = -1}));
        if (turn == 1) {
            expect_none(tree.intersecting(tree.item_at(0)));
        } else {
            expect_none(tree.each());
        }
        tree.insert(dot<TypeParam>(0, 0));
    }
}

// ---- Ends of loops ---------------------------------------------------------------------------------------------------

// promise: ranges: `break` ends a query; another loop goes on where it stopped.
TYPED_TEST(ranges, end_by_break_and_go_on_where_they_stopped) {
    const auto tree = grid_of_dots<TypeParam>();
    auto hits = tree.query({{0, 0}, {9, 9}});
    EXPECT_EQ(hits.outcome(), outcome::stopped) << "before the first answer";
    std::vector<std::uint32_t> seen;
    for (const auto hit : hits) {
        if (seen.size() == 30) {
            break;
        }
        seen.push_back(hit.index());
    }
    EXPECT_EQ(hits.outcome(), outcome::stopped);
    for (const auto hit : hits) {
        seen.push_back(hit.index());
    }
    EXPECT_EQ(hits.outcome(), outcome::complete);
    EXPECT_EQ(hits.begin(), hits.end()) << "and stays at its end";
    std::sort(seen.begin(), seen.end());
    EXPECT_EQ(seen, found_in(tree, {{0, 0}, {9, 9}})) << "each once";
}

// promise: visitors-that-throw: A loop may end by an exception; its workspace serves the next one.
TYPED_TEST(ranges, end_by_what_the_loop_throws) {
    auto tree = grid_of_dots<TypeParam>();
    nearest_workspace workspace;
    EXPECT_THROW(
        for (const auto hit : tree.query({{0, 0}, {9, 9}})) {
            hit.value() == 55 ? throw std::runtime_error("as asked") : void();
        },
        std::runtime_error);
    EXPECT_THROW(
        for ([[maybe_unused]] const auto& pair : tree.pairs({.distance = 1})) { throw std::runtime_error("no"); },
        std::runtime_error);
    EXPECT_THROW(
        for ([[maybe_unused]] const auto hit : tree.nearest({0, 0}, workspace)) { throw std::runtime_error("no"); },
        std::runtime_error);
    int seen = 0;
    for ([[maybe_unused]] const auto hit : tree.nearest({0, 0}, workspace)) {
        ++seen;
    }
    EXPECT_EQ(seen, 100) << "the workspace serves the next one";
    EXPECT_TRUE(is_sound(tree));
}

// promise: ranges: Loops over one tree nest.
TYPED_TEST(ranges, of_one_tree_nest) {
    const auto tree = grid_of_dots<TypeParam>();
    nearest_workspace outer;
    nearest_workspace inner;
    std::size_t pairs = 0;
    for (const auto a : tree.each()) {
        for (const auto b : tree.query_within(a.shape(), 1)) {
            pairs += a.index() < b.index() ? 1 : 0;
        }
        for ([[maybe_unused]] const auto b : tree.intersecting(a.item())) {
            ADD_FAILURE() << "none intersect";
        }
    }
    std::size_t found = 0;
    for ([[maybe_unused]] const auto& pair : tree.pairs({.distance = 1})) {
        ++found;
        for ([[maybe_unused]] const auto& again : tree.pairs({.distance = 1})) {
            break;
        }
    }
    EXPECT_EQ(pairs, 180U);
    EXPECT_EQ(found, 180U);
    for (const auto a : tree.nearest({0, 0}, outer, {.distance = 1})) {
        int near_ones = 0;
        for ([[maybe_unused]] const auto b : tree.nearest(a.shape().min, inner, {.distance = 1})) {
            ++near_ones;
        }
        EXPECT_EQ(near_ones, a.index() == 0 ? 3 : 4);
    }
}

/// `visitor_change_test` has every change in every loop, with an assert that counts; here it is the default one.
// promise: change-ends-the-walk: A loop over a range ends, and `outcome()` says so.
// promise: misuse: The default assert prints the message and aborts.
TEST(ranges_of_a_tree_that_changes, end_with_the_change) {
    quadtree<int> tree;
    for (int number = 0; number < 100; ++number) {
        tree.insert(dot<float>(number, 0), number);
    }
#ifdef QUADRILLE_CHECKED
    GTEST_FLAG_SET(death_test_style, "fast");
    EXPECT_DEATH(
        for (const auto hit : tree.each()) { tree.erase(hit.item()); },
        "watch.hpp:[0-9]+: quadrille misused: a visitor must not change the tree that calls it");
#else
    auto hits = tree.each();
    for (const auto hit : hits) {
        tree.erase(hit.item());
    }
    EXPECT_EQ(hits.outcome(), outcome::tree_changed);
    EXPECT_EQ(tree.size(), 99U);
    EXPECT_EQ(hits.begin(), hits.end());
    auto early = tree.query({{0, 0}, {99, 0}});
    tree.clear();
    EXPECT_EQ(early.begin(), early.end());
    EXPECT_EQ(early.outcome(), outcome::tree_changed);
#endif
}

// promise: change-ends-the-walk: A range of the nearest whose workspace is moved away ends.
TEST(ranges_of_the_nearest, end_when_their_workspace_is_moved_away) {
    quadtree<int> tree;
    for (int number = 0; number < 100; ++number) {
        tree.insert(dot<float>(number, 0), number);
    }
    nearest_workspace workspace;
    nearest_workspace other;
#ifdef QUADRILLE_CHECKED
    GTEST_FLAG_SET(death_test_style, "fast");
    EXPECT_DEATH(
        for ([[maybe_unused]] const auto hit : tree.nearest({0, 0}, workspace)) { other = std::move(workspace); },
        "one range at a time");
#else
    auto hits = tree.nearest({0, 0}, workspace);
    int seen = 0;
    for ([[maybe_unused]] const auto hit : hits) {
        other = std::move(workspace);
        ++seen;
    }
    EXPECT_EQ(seen, 1);
    EXPECT_EQ(hits.outcome(), outcome::tree_changed);
#endif
    for ([[maybe_unused]] const auto hit : tree.nearest({0, 0}, workspace)) {
        other = std::move(workspace);
        workspace = std::move(other); // and back: the range goes on
    }
}

// ---- Lifetimes -------------------------------------------------------------------------------------------------------

/// An area whose memory ends with it.
struct kept_area {
    std::unique_ptr<box<float>> covered;

    box<float> bounds() const { return *covered; }
    bool may_intersect(const box<float>& cell) const { return quadrille::intersects(cell, *covered); }
    bool intersects(const box<float>& shape) const { return quadrille::intersects(shape, *covered); }
};

// promise: ranges: Ranges are taken by standard algorithms, and by adaptors by name.
// promise: ranges: A range keeps a copy of its area.
// promise: ranges: A range refers to the vertices of a named polygon; that of a temporary one is rejected.
TEST(ranges_about_temporary_areas, keep_them_and_refer_to_the_vertices_of_polygons) {
    const auto tree = grid_of_dots<float>();
    const auto count_of = [](auto&& hits) { return std::ranges::distance(hits); };
    const auto corner = [] { return kept_area{std::make_unique<box<float>>(box<float>{{0, 0}, {3, 3}})}; };
    int seen = 0;
    for ([[maybe_unused]] const auto hit : tree.query(corner())) {
        ++seen;
    }
    EXPECT_EQ(seen, 16);
    EXPECT_EQ(count_of(tree.query(circle<float>{{0, 0}, 1})), 3);
    EXPECT_EQ(count_of(tree.query_within(segment<float>{{0, 0}, {9, 0}}, 1)), 20);
    auto hits = tree.query(box<float>(bounds_of(circle<float>{{5, 5}, 1})));
    EXPECT_EQ(count_of(hits), 9);
    const std::array<point<float>, 3> vertices = {point<float>{0, 0}, {3, 0}, {0, 3}};
    const polygon<float> triangle = {vertices};
    EXPECT_EQ(count_of(tree.query(triangle)), 10);
    EXPECT_EQ(count_of(tree.query_within(triangle, 0)), 10);
}

// promise: counters: Loops count as visitors do.
TYPED_TEST(ranges, count_what_they_visit_while_they_do) {
    const auto tree = grid_of_dots<TypeParam>();
    const auto counted = [](const auto& loop) {
        counters visited;
        auto range = loop(&visited);
        EXPECT_EQ(std::size_t(std::ranges::distance(range)), visited.answers);
        return visited;
    };
    counters visited;
    tree.query({{0, 0}, {9, 9}}, [](auto) {}, {}, &visited);
    EXPECT_EQ(counted([&](counters* to) { return tree.query({{0, 0}, {9, 9}}, {}, to); }), visited);
    EXPECT_EQ(visited.answers, 100U);
    EXPECT_EQ(counted([&](counters* to) { return tree.pairs({.distance = 1}, to); }).answers, 180U);
    const counters alone = counted([&](counters* to) { return tree.intersecting(tree.item_at(3), {}, to); });
    EXPECT_EQ(alone.answers, 0U) << "itself is no answer";
    EXPECT_GT(alone.lanes, 0U);
    nearest_workspace workspace;
    const auto near_ones = [&](counters* to) { return tree.nearest({3, 4}, workspace, {.distance = 2}, to); };
    EXPECT_EQ(counted(near_ones).answers, 13U);
}

// ---- With the standard library ---------------------------------------------------------------------------------------

#if !defined(__clang__) || __clang_major__ >= 16 // older ones cannot compile the views of libstdc++
// promise: ranges: Ranges are taken by standard algorithms, and by adaptors by name.
TYPED_TEST(ranges, are_taken_by_adaptors_by_name) {
    const auto tree = grid_of_dots<TypeParam>();
    auto hits = tree.query({{0, 0}, {9, 9}});
    std::vector<std::uint32_t> first;
    for (const auto hit : hits | std::views::take(3)) {
        first.push_back(hit.index());
    }
    EXPECT_EQ(first.size(), 3U);
    auto pairs = tree.pairs({.distance = 1});
    int rows = 0;
    const auto in_a_row = [](const auto& pair) { return std::abs(pair.a.value() - pair.b.value()) == 1; };
    const auto sum = [](const auto& pair) { return pair.a.value() + pair.b.value(); };
    for (const int both : pairs | std::views::filter(in_a_row) | std::views::transform(sum)) {
        rows += both % 2;
    }
    EXPECT_EQ(rows, 90);
}
#endif

} // namespace
} // namespace quadrille::testing
