// Threads: any number of readers, then one writer, and readers again. For ThreadSanitizer to watch.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "threads/joined_threads.hpp"

#include <quadrille/save.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(threads);

/// All answers of one reader, in one number.
template <class Tree>
std::uint64_t read_everything(const Tree& tree, const box<typename Tree::scalar>& area) {
    oracle::order_free_hash hash;
    tree.pairs([&](auto a, auto b) { hash.add(index_pair{a.index(), b.index()}); });
    tree.query(area, [&](auto hit) { hash.add(static_cast<std::uint64_t>(hit.value()) << 8U); });
    hash.add(tree.count(area));
    hash.add(tree.any(area) ? 1 : 0);
    tree.intersecting(tree.item_at(0), [&](auto hit) { hash.add(hit.index()); });
    tree.each([&](auto hit) { hash.add(hit.item().generation); });
    tree.cells([&](const auto& seen) { hash.add(seen.count); });
    tree.cell_at(area.min, [&](auto hit) { hash.add(hit.index()); });
    tree.query_within(area, 1, [&](auto hit) { hash.add(hit.index()); });
    tree.raycast({area.min, {9, 4}}, [&](auto hit) { hash.add(hit.index()); });
    tree.cast(area, {9, 4}, [&](auto hit) { hash.add(hit.index()); });
    tree.join(tree, [&](auto a, auto b) { hash.add(index_pair{a.index(), b.index()}); });
    pair_workspace pairs;
    tree.pairs_of({tree.item_at(0), tree.item_at(1)}, pairs, [&](auto, auto b) { hash.add(b.index()); });
    nearest_workspace pending;
    for (const auto hit : tree.nearest(area.min, pending, {.distance = 3})) {
        hash.add(hit.index());
    }
    batch_workspace many(ordering::always);
    tree.query(std::vector(40, area), many, [&](std::size_t number, auto hit) { hash.add(number ^ hit.index()); });
    hash.add(tree.find(area).generation);
    hash.add(tree.stats().blocks);
    hash.add(tree.validate() ? 1 : 0);
    hash.add(tree.shape(tree.item_at(1)).has_value() ? 1 : 0);
    const auto write_value = [](int value, byte_writer& into) { into.number(value); };
    hash.add(save(tree, [&](std::span<const std::byte> some) { hash.add(some.size()); }, write_value).bytes);
    return hash.value();
}

// promise: threads
// promise: threads: Others may read the tree while it is saved (also under ThreadSanitizer).
TYPED_TEST(threads, many_readers_then_one_writer) {
    scenes::world<TypeParam> world(scenes::kind::clustered, 800, 20);
    numbered_tree<TypeParam> tree({.leaf_capacity = 8});
    ASSERT_TRUE(tree.assign(world.boxes(), std::vector<int>(world.count(), 3)));
    for (int round = 0; round < 6; ++round) {
        const auto area = world.boxes()[static_cast<std::size_t>(round)];
        const std::uint64_t expected = read_everything(tree, area);
        std::vector<std::uint64_t> found(4);
        joined_threads threads;
        for (std::uint64_t& answer : found) {
            threads.start([&] { answer = read_everything(tree, area); });
        }
        threads.join();
        EXPECT_EQ(found, std::vector<std::uint64_t>(4, expected));
        threads.start([&] {
            world.step();
            EXPECT_TRUE(tree.sync(world.boxes()));
            tree.move(tree.item_at(2), world.boxes()[5]);
            EXPECT_TRUE(tree.sync(world.boxes()));
        });
    }
    EXPECT_TRUE(agrees_with_oracle(tree));
}

// promise: threads
TYPED_TEST(threads, each_with_a_tree_of_its_own) {
    std::vector<std::uint64_t> found(3);
    joined_threads workers;
    for (std::uint64_t& answer : found) {
        workers.start([&answer] {
            scenes::world<TypeParam> world(scenes::kind::pile, 300, 21);
            numbered_tree<TypeParam> tree;
            EXPECT_TRUE(tree.assign(world.boxes(), std::vector<int>(world.count(), 3)));
            for (int tick = 0; tick < 20; ++tick) {
                world.step();
                EXPECT_TRUE(tree.sync(world.boxes()));
            }
            oracle::order_free_hash hash;
            tree.pairs([&](auto a, auto b) { hash.add(index_pair{a.index(), b.index()}); });
            answer = hash.value();
        });
    }
    workers.join();
    EXPECT_EQ(found, std::vector<std::uint64_t>(3, found[0]));
}

} // namespace
} // namespace quadrille::testing
