// Intersecting: the other items that intersect one item.
// SPDX-License-Identifier: MIT
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <map>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_SHAPE_SUITE(intersecting);

// promise: of-one-item
TYPED_TEST(intersecting, gives_every_other_one_and_never_itself) {
    for (std::uint32_t how = 0; how < styles; ++how) {
        random_source source(how);
        bare_tree<TypeParam> tree({.leaf_capacity = 6});
        for (int count = 0; count < 250; ++count) {
            tree.insert(draw<TypeParam>(source, style(how)));
        }
        const auto truth = snapshot_of(tree);
        for (std::uint32_t index = 0; index < 250; ++index) {
            ASSERT_EQ(found_intersecting(tree, tree.item_at(index)),
                      oracle::intersecting(std::span<const TypeParam>(truth.shapes), index))
                << "style " << how;
        }
    }
}

// promise: of-one-item: `intersecting` of all items gives each pair twice.
TYPED_TEST(intersecting, of_all_items_gives_each_pair_twice) {
    random_source source(15);
    bare_tree<TypeParam> tree;
    for (int count = 0; count < 400; ++count) {
        tree.insert(draw<TypeParam>(source, style::sizes));
    }
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> seen;
    tree.each([&](auto one) {
        tree.intersecting(one.item(), [&](auto other) { ++seen[std::minmax(one.index(), other.index())]; });
    });
    const auto pairs = found_pairs(tree);
    ASSERT_EQ(seen.size(), pairs.size());
    for (const index_pair& pair : pairs) {
        EXPECT_EQ((seen[{pair.a, pair.b}]), 2);
    }
}

// promise: of-one-item: `intersecting` of a null or stale item finds nothing.
TYPED_TEST(intersecting, of_a_null_or_stale_item_is_nothing) {
    bare_tree<TypeParam> tree;
    const item one = tree.insert(dot<TypeParam>(0, 0));
    const item two = tree.insert(dot<TypeParam>(0, 0));
    tree.erase(two);
    for (const item stranger : {item{}, two, item{77, one.generation}}) {
        EXPECT_EQ(tree.intersecting(stranger, [](auto) { ADD_FAILURE() << "an answer"; }), outcome::complete);
    }
}

// promise: stop: `flow::stop` ends queries of areas, `intersecting`, `pairs` and `each`.
TYPED_TEST(intersecting, stops_when_told_to) {
    numbered_tree<TypeParam> tree;
    for (int count = 0; count < 100; ++count) {
        tree.insert(dot<TypeParam>(0, 0), count);
    }
    int seen = 0;
    EXPECT_EQ(tree.intersecting(tree.item_at(50),
                                [&](auto hit) { return hit.value() == 50 || ++seen == 10 ? flow::stop : flow::next; }),
              outcome::stopped);
    EXPECT_EQ(seen, 10);
}

} // namespace
} // namespace quadrille::testing
