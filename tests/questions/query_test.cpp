// Query: how answers are given, and when they end.
// SPDX-License-Identifier: MIT
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <algorithm>
#include <type_traits>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_SHAPE_SUITE(query);

/// Answers are handed out in blocks: `flow::stop` at their borders, and within them.
template <class Query>
void expect_stops(const char* verb, std::uint32_t answers, const Query& query) {
    for (const std::uint32_t at : {1U, 15U, 16U, 17U, 255U, 256U, 257U, 511U, 512U, 513U, answers}) {
        std::uint32_t seen = 0;
        const auto stops = [&](const auto&...) { return ++seen == at ? flow::stop : flow::next; };
        EXPECT_EQ(query(stops), outcome::stopped) << verb;
        EXPECT_EQ(seen, at) << verb;
    }
    std::uint32_t seen = 0;
    EXPECT_EQ(query([&](const auto&...) { return ++seen, flow::next; }), outcome::complete) << verb;
    EXPECT_EQ(seen, answers) << verb;
    EXPECT_EQ(query([](const auto&...) {}), outcome::complete) << verb;
}

// promise: stop
// promise: stop: `flow::stop` ends queries of areas, `intersecting`, `pairs` and `each`.
TYPED_TEST(query, of_every_kind_stops_when_the_visitor_says_so) {
    using scalar = scalar_of<TypeParam>;
    bare_tree<TypeParam> tree({.leaf_capacity = 8});
    for (int number = 0; number < 1000; ++number) { // 600 at one place, and a grid of 20 × 20
        const int at = std::max(number - 600, -1);
        tree.insert(at < 0 ? dot<TypeParam>(-1, -1) : dot<TypeParam>(at % 20, at / 20));
    }
    const box<scalar> all = box_of<scalar>(-1, -1, 100, 100);
    const circle<scalar> disc = {{0, 0}, 1000};
    const segment<scalar> line = {{-1, -1}, {20, 20}};
    const item one = tree.item_at(5);
    const pair_filter limit{.distance = 0.5};
    expect_stops("query", 1000, [&](auto visitor) { return tree.query(all, visitor); });
    expect_stops("query of a circle", 1000, [&](auto visitor) { return tree.query(disc, visitor); });
    expect_stops("query of a segment", 620, [&](auto visitor) { return tree.query(line, visitor); });
    expect_stops("query_within", 1000, [&](auto visitor) { return tree.query_within(all, 1, visitor); });
    expect_stops("intersecting", 599, [&](auto visitor) { return tree.intersecting(one, visitor); });
    expect_stops("each", 1000, [&](auto visitor) { return tree.each(visitor); });
    expect_stops("raycast", 620, [&](auto visitor) { return tree.raycast({{-1, -1}, {21, 21}}, visitor); });
    expect_stops("pairs", 600 * 599 / 2, [&](auto visitor) { return tree.pairs(visitor); });
    expect_stops("pairs within", 600 * 599 / 2, [&](auto visitor) { return tree.pairs(visitor, limit); });
    expect_stops("join", 600 * 600 + 400, [&](auto visitor) { return tree.join(tree, visitor); });
}

// promise: receivers
TYPED_TEST(query, collects_items_and_indices_behind_what_is_there) {
    bare_tree<TypeParam> tree;
    const item one = tree.insert(dot<TypeParam>(1, 1));
    std::vector<item> items = {item{}};
    std::vector<std::uint32_t> indices = {42};
    tree.query(box_of<scalar_of<TypeParam>>(1, 1, 1, 1), items);
    tree.query(box_of<scalar_of<TypeParam>>(1, 1, 1, 1), indices);
    EXPECT_EQ(items, (std::vector{item{}, one}));
    EXPECT_EQ(indices, (std::vector{42U, one.index}));
}

// promise: receivers
TYPED_TEST(query, hits_show_the_item_and_let_its_value_be_changed) {
    numbered_tree<TypeParam> tree;
    const item one = tree.insert(made<TypeParam>(0, 0, 1, 1), 7);
    tree.query(box_of<scalar_of<TypeParam>>(0, 0, 1, 1), [&](auto hit) {
        EXPECT_EQ(hit.item(), one);
        EXPECT_EQ(hit.index(), one.index);
        EXPECT_EQ(hit.shape(), made<TypeParam>(0, 0, 1, 1));
        hit.value() += 1;
    });
    EXPECT_EQ(*tree.value(one), 8);
    const numbered_tree<TypeParam>& read_only = tree;
    read_only.query(box_of<scalar_of<TypeParam>>(0, 0, 1, 1), [](auto hit) {
        static_assert(std::is_const_v<std::remove_reference_t<decltype(hit.value())>>);
        EXPECT_EQ(hit.value(), 8);
    });
}

} // namespace
} // namespace quadrille::testing
