// Pairs: large worlds, large items, and how pairs are given; `within_test` compares the answers with a full scan.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/effort.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_SHAPE_SUITE(pairs);

// promise: pairs-once
TYPED_TEST(pairs, of_every_scene_equal_those_of_a_sweep) {
    for (const scenes::kind which : scenes::every_kind) {
        const std::uint32_t count = which == scenes::kind::identical ? 1000 : 20000;
        scenes::world<scalar_of<TypeParam>> world(which, count, 11);
        bare_tree<TypeParam> tree;
        ASSERT_TRUE(tree.assign(shaped_as<TypeParam>(world.boxes())));
        for (int tick = 0; tick < 3; ++tick) {
            std::vector<index_pair> found;
            tree.pairs(found);
            const std::vector<TypeParam> shapes = shaped_as<TypeParam>(world.boxes());
            const auto expected = oracle::hash_of_pairs(std::span<const TypeParam>(shapes));
            ASSERT_EQ(found.size(), expected.count()) << scenes::to_string(which);
            ASSERT_EQ(oracle::hash_of(found), expected) << scenes::to_string(which);
            world.step();
            ASSERT_TRUE(tree.sync(shaped_as<TypeParam>(world.boxes())));
        }
    }
}

// promise: pairs-once: Pairs are counted in 64 bits.
TYPED_TEST(pairs, beyond_what_32_bits_count) {
    const std::uint32_t count = effort(5000U, 66000U);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(std::vector<TypeParam>(count, dot<TypeParam>(0, 0))));
    std::uint64_t found = 0;
    tree.pairs([&](auto, auto) { ++found; });
    EXPECT_EQ(found, std::uint64_t{count} * (count - 1) / 2);
}

// promise: receivers: Pairs come as hits, items or indices alike.
TYPED_TEST(pairs, come_as_hits_items_and_indices_alike) {
    numbered_tree<TypeParam> tree;
    random_source source(16);
    for (int number = 0; number < 300; ++number) {
        tree.insert(draw<TypeParam>(source, style::grid), number);
    }
    std::vector<item_pair> seen;
    tree.pairs([&](auto a, auto b) {
        EXPECT_TRUE(intersects(a.shape(), b.shape()));
        EXPECT_EQ(a.value(), static_cast<int>(a.index()));
        seen.push_back({a.item(), b.item()});
        b.value() += 0;
    });
    std::vector<item_pair> items = {{}};
    std::vector<index_pair> indices = {{}};
    tree.pairs(items);
    tree.pairs(indices);
    ASSERT_EQ(items.size(), seen.size() + 1) << "appended, behind what was there";
    ASSERT_EQ(indices.size(), seen.size() + 1);
    for (std::size_t pair = 0; pair < seen.size(); ++pair) {
        EXPECT_EQ(items[pair + 1], seen[pair]);
        EXPECT_EQ(indices[pair + 1], (index_pair{seen[pair].a.index, seen[pair].b.index}));
    }
}

} // namespace
} // namespace quadrille::testing
