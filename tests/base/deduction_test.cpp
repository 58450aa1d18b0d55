// Deduction: the scalar of shapes of literals; items as keys of maps.
// SPDX-License-Identifier: MIT
#include <quadrille/quadtree.hpp>

#include <gtest/gtest.h>

#include <compare>
#include <set>
#include <type_traits>
#include <unordered_set>
#include <vector>

namespace quadrille::testing {
namespace {

template <class Expected, class Given>
constexpr bool is = std::is_same_v<Expected, std::remove_const_t<Given>>;

constexpr point<double> double_place = {1, 2};

static_assert(is<point<float>, decltype(point{1, 2})>);
static_assert(is<point<float>, decltype(point{1.0F, 2})>);
static_assert(is<point<float>, decltype(point{1.0F, 2.0F})>);
static_assert(is<point<double>, decltype(point{1.0, 2})>);
static_assert(is<point<double>, decltype(point{1.0F, 2.0})>);
static_assert(is<box<float>, decltype(box{{0, 0}, {1, 1}})>);
static_assert(is<box<float>, decltype(box{{0.0F, 0.0F}, {1, 1}})>);
static_assert(is<box<double>, decltype(box{{0.5, 0.5}, {1, 1}})>);
static_assert(is<box<double>, decltype(box{{0.5F, 0.5F}, {1.0, 1.0}})>);
static_assert(is<box<double>, decltype(box{double_place, double_place})>);
static_assert(is<circle<float>, decltype(circle{{0, 0}, 2})>);
static_assert(is<circle<float>, decltype(circle{{0, 0}, 2.0F})>);
static_assert(is<circle<double>, decltype(circle{{0, 0}, 2.0})>);
static_assert(is<circle<double>, decltype(circle{{0.0, 0.0}, 2})>);
static_assert(is<circle<double>, decltype(circle{double_place, 2})>);
static_assert(is<segment<float>, decltype(segment{{0, 0}, {1, 1}})>);
static_assert(is<segment<double>, decltype(segment{double_place, double_place})>);
static_assert(is<ray<double>, decltype(ray{{0, 0}, {0.5, 1.0}})>);
static_assert(is<ray<double>, decltype(ray{double_place, double_place})>);
static_assert(is<polygon<float>, decltype(polygon{std::vector<point<float>>()})>);
static_assert(circle{{1, 2}, 3}.center.y == 2 && box{{0, 1}, {2, 3}}.max.x == 2);

// promise: plain-shapes: Literals deduce their scalar: integers count as float.
TEST(deduced_shapes, are_what_the_tree_takes) {
    quadtree<> tree;
    const item one = tree.insert(box{{0, 0}, {1, 1}});
    EXPECT_EQ(tree.count(circle{{2, 0}, 1}), 1U);
    EXPECT_EQ(tree.count(segment{{2, 2}, {1, 1}}), 1U);
    EXPECT_EQ(tree.count(point{1, 1}), 1U);
    EXPECT_TRUE(tree.move(one, box{{4, 4}, {5, 5}}));
    const std::vector vertices = {point{3, 3}, point{6, 3}, point{6, 6}};
    EXPECT_EQ(tree.count(polygon{vertices}), 1U);
}

// promise: handles: Items and pairs are ordered, by index first, and have a `std::hash`.
TEST(items, are_keys_of_maps_and_sets) {
    std::unordered_set<item> hashed;
    std::unordered_set<item_pair> pairs;
    std::unordered_set<index_pair> index_pairs;
    for (std::uint32_t index = 0; index < 500; ++index) {
        for (const std::uint32_t generation : {1U, 3U, 1U}) {
            hashed.insert(item{index, generation});
            pairs.insert(item_pair{{index, generation}, {generation, 1}});
            index_pairs.insert(index_pair{index, generation});
        }
    }
    EXPECT_EQ(hashed.size(), 1000U);
    EXPECT_EQ(pairs.size(), 1000U);
    EXPECT_EQ(index_pairs.size(), 1000U);
    EXPECT_LT((item{1, 9}), (item{2, 1}));
    EXPECT_LT((item{2, 1}), (item{2, 3}));
    EXPECT_GT((item_pair{{2, 1}, {0, 0}}), (item_pair{{1, 1}, {5, 1}}));
    EXPECT_LT((item_pair{{1, 1}, {0, 1}}), (item_pair{{1, 1}, {1, 1}}));
    EXPECT_EQ((item_pair{{1, 1}, {0, 1}} <=> item_pair{{1, 1}, {0, 1}}), std::strong_ordering::equal);
    std::set<std::size_t> buckets;
    for (std::uint32_t index = 0; index < 4096; ++index) {
        buckets.insert(std::hash<item>()({index * 64, 1}) % 4096);
    }
    EXPECT_GT(buckets.size(), 2000U) << "neighbors in index are spread";
}

} // namespace
} // namespace quadrille::testing
