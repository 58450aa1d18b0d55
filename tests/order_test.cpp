// Order: a hundred histories of the same world give the same answers; the same history gives them in the same order.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <numeric>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(order);

void shuffle(std::vector<std::uint32_t>& numbers, random_source& source) {
    for (std::size_t left = numbers.size(); left > 1; --left) {
        std::swap(numbers[left - 1], numbers[source.below(static_cast<std::uint32_t>(left))]);
    }
}

// promise: same-order: The order of inserts does not change the answers.
TYPED_TEST(order, of_inserts_does_not_matter) {
    for (const scenes::kind which : {scenes::kind::clustered, scenes::kind::power_law, scenes::kind::lattice}) {
        const scenes::world<TypeParam> world(which, 250, 17);
        const auto expected = oracle::pairs(world.boxes());
        std::vector<std::uint32_t> turn(world.count());
        std::iota(turn.begin(), turn.end(), 0U);
        random_source source(26);
        for (int round = 0; round < 100; ++round) {
            shuffle(turn, source);
            numbered_tree<TypeParam> tree({.leaf_capacity = 1 + source.below(20)});
            for (const std::uint32_t number : turn) {
                tree.insert(world.boxes()[number], static_cast<int>(number));
            }
            std::vector<index_pair> found;
            tree.pairs([&](auto a, auto b) {
                found.push_back({static_cast<std::uint32_t>(a.value()), static_cast<std::uint32_t>(b.value())});
            });
            oracle::normalize(found);
            ASSERT_EQ(found, expected) << scenes::to_string(which) << " round " << round;
            ASSERT_TRUE(is_sound(tree));
        }
    }
}

// promise: any-history: `assign`, `insert`, `move` and `sync` arrive at the same answers.
TYPED_TEST(order, assign_insert_and_sync_arrive_at_the_same_answers) {
    for (const scenes::kind which : scenes::every_kind) {
        scenes::world<TypeParam> world(which, 300, 18);
        bare_tree<TypeParam> synced;
        ASSERT_TRUE(synced.assign(world.boxes()));
        for (int tick = 0; tick < 10; ++tick) {
            world.step();
        }
        ASSERT_TRUE(synced.sync(world.boxes()));
        bare_tree<TypeParam> assigned;
        ASSERT_TRUE(assigned.assign(world.boxes()));
        bare_tree<TypeParam> inserted;
        bare_tree<TypeParam> moved;
        for (const auto& shape : world.boxes()) {
            inserted.insert(shape);
            moved.move(moved.insert(dot<TypeParam>(0, 0)), shape);
        }
        const auto expected = oracle::pairs(world.boxes());
        EXPECT_EQ(found_pairs(synced), expected) << scenes::to_string(which);
        EXPECT_EQ(found_pairs(assigned), expected) << scenes::to_string(which);
        EXPECT_EQ(found_pairs(inserted), expected) << scenes::to_string(which);
        EXPECT_EQ(found_pairs(moved), expected) << scenes::to_string(which);
        for (const auto& area : world.boxes().first(20)) {
            const auto found = oracle::query(world.boxes(), area);
            EXPECT_EQ(found_in(synced, area), found);
            EXPECT_EQ(found_in(assigned, area), found);
            EXPECT_EQ(found_in(inserted, area), found);
            EXPECT_EQ(found_in(moved, area), found);
        }
    }
}

// promise: same-order
TYPED_TEST(order, of_answers_depends_on_the_history_alone) {
    const auto history = [](std::vector<index_pair>& pairs, std::vector<std::uint32_t>& found) {
        scenes::world<TypeParam> world(scenes::kind::pile, 800, 19);
        bare_tree<TypeParam> tree;
        EXPECT_TRUE(tree.assign(world.boxes()));
        for (int tick = 0; tick < 20; ++tick) {
            world.step();
            EXPECT_TRUE(tree.sync(world.boxes()));
            tree.erase(tree.item_at(static_cast<std::uint32_t>(tick)));
            tree.insert(world.boxes()[static_cast<std::size_t>(tick)]);
        }
        tree.pairs(pairs);
        tree.query(world.walls(), found);
    };
    std::vector<index_pair> first_pairs;
    std::vector<index_pair> second_pairs;
    std::vector<std::uint32_t> first_found;
    std::vector<std::uint32_t> second_found;
    history(first_pairs, first_found);
    history(second_pairs, second_found);
    EXPECT_EQ(first_pairs, second_pairs);
    EXPECT_EQ(first_found, second_found);
}

} // namespace
} // namespace quadrille::testing
