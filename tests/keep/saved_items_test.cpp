// The items of a saved tree, one by one: those of the tree, of which nothing is kept; or a report, as of a load.
// SPDX-License-Identifier: MIT
#include "keep/saved.hpp"
#include "keep/scarred.hpp"
#include "support/reach.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <quadrille/saved_items.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>

namespace quadrille::testing {
namespace {

QUADRILLE_EVERY_SHAPE_SUITE(saved_items_of);

template <class Shape>
struct told_items {
    std::optional<saved_head> head;
    std::map<std::uint32_t, std::pair<Shape, std::uint32_t>> items; ///< shape and layers, by index
    std::uint32_t calls = 0;
};
template <class Value, class Shape, class Source>
load_report read_into(told_items<Shape>& told, Source&& source) {
    return each_saved_item<quadtree<Value, Shape>>(
        source,
        [&](const saved_head& head) {
            EXPECT_TRUE(!told.head && told.calls == 0);
            told.head = head;
        },
        [&](const saved_item<Shape>& one) {
            ++told.calls;
            told.items[one.index] = {one.shape, one.layers};
        });
}
template <class Tree>
void expect_all(const Tree& tree, const told_items<typename Tree::shape_type>& told) {
    ASSERT_TRUE(told.head);
    const saved_head head = told.head.value_or(saved_head{});
    ASSERT_EQ(head.size, tree.size());
    ASSERT_EQ(head.index_limit, tree.index_limit());
    ASSERT_EQ(head.options.period, tree.period());
    ASSERT_EQ(told.calls, tree.size());
    tree.each([&](auto hit) {
        ASSERT_TRUE(told.items.contains(hit.index()));
        ASSERT_EQ(told.items.at(hit.index()), std::pair(hit.shape(), tree.layers(hit.item())));
    });
}

// promise: saved-tree: Its items can be read one by one, without a tree.
TYPED_TEST(saved_items_of, a_tree_are_its_items) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const auto tree = scarred_tree<TypeParam>(seed % 8, static_cast<int>(seed) * 7);
        const byte_list bytes = bytes_of(tree);
        told_items<TypeParam> told;
        const load_report report = read_into<int>(told, bytes);
        ASSERT_TRUE(report) << "seed " << seed;
        ASSERT_EQ(report.at, bytes.size());
        expect_all(tree, told);
    }
    const quadtree<void, TypeParam> nothing;
    told_items<TypeParam> told;
    byte_list bytes;
    save(nothing, bytes);
    ASSERT_TRUE((read_into<void>(told, bytes)));
    expect_all(nothing, told);
}

TYPED_TEST(saved_items_of, a_large_tree_in_a_world_that_wraps_are_its_items) {
    quadtree<void, TypeParam> tree({.leaf_capacity = 20, .period = {64, 0}});
    random_source source(3);
    for (int count = 0; count < 9000; ++count) {
        tree.insert(draw<TypeParam>(source, style::cluster), in_layers{source.below(4)});
    }
    for (std::uint32_t index = 100; index < 5000; ++index) {
        tree.erase(tree.item_at(index));
    }
    byte_list bytes;
    save(tree, bytes);
    told_items<TypeParam> told;
    ASSERT_TRUE((read_into<void>(told, source_of{bytes, 7})));
    expect_all(tree, told);
}

// promise: damaged-bytes: Items read one by one: what a call sees has the right checksum.
TYPED_TEST(saved_items_of, bytes_that_are_damaged_are_rejected) {
    const auto tree = scarred_tree<TypeParam>(6, 12);
    byte_list bytes = bytes_of(tree);
    told_items<TypeParam> whole;
    ASSERT_TRUE(read_into<int>(whole, bytes));
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        told_items<TypeParam> told;
        const load_report report = read_into<int>(told, std::span<const std::byte>(bytes).first(size));
        ASSERT_EQ(report.error, load_error::cut_short) << size;
        ASSERT_EQ(report.found, size);
    }
    for (std::size_t bit = 0; bit < 8 * bytes.size(); bit += 3) {
        bytes[bit / 8] ^= std::byte(1U << bit % 8);
        told_items<TypeParam> told;
        const load_report report = read_into<int>(told, bytes);
        ASSERT_FALSE(report) << "bit " << bit;
        for (const auto& [index, item] : told.items) {
            ASSERT_EQ(whole.items.at(index), item) << "bit " << bit;
        }
        bytes[bit / 8] ^= std::byte(1U << bit % 8);
    }
    bytes.push_back(std::byte{0});
    told_items<TypeParam> told;
    ASSERT_EQ(read_into<int>(told, bytes).error, load_error::too_long);
    told_items<TypeParam> other;
    ASSERT_EQ(read_into<void>(other, bytes).error, load_error::other_tree);
    ASSERT_FALSE(other.head);
}

TYPED_TEST(saved_items_of, a_tree_go_as_far_as_a_function_wants) {
    const byte_list bytes = bytes_of(scarred_tree<TypeParam>(2, 200));
    int told = 0;
    const auto stop = [&](const saved_item<TypeParam>&) {
        if (++told == 5) {
            throw std::runtime_error("enough");
        }
    };
    EXPECT_THROW(
        (each_saved_item<quadtree<int, TypeParam>>(bytes, [](const saved_head&) {}, stop)), std::runtime_error);
    EXPECT_EQ(told, 5);
}

} // namespace
} // namespace quadrille::testing
