// Contacts and visits: no allocation in a steady tick, and the old lists when an allocation fails.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/counting_memory.hpp"
#include "support/scalars.hpp"

#include <quadrille/contacts.hpp>

#include <new>
#include <utility>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(contacts_memory);

template <class Entry>
std::vector<Entry> listed(std::span<const Entry> entries) {
    return {entries.begin(), entries.end()};
}

// promise: contacts-memory
TYPED_TEST(contacts_memory, of_steady_ticks_is_none) {
    scenes::world<TypeParam> world(scenes::kind::uniform, 4000, 43);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(world.boxes()));
    const std::vector<box<TypeParam>> zones = {box_of<TypeParam>(0, 0, 20, 20), box_of<TypeParam>(30, 30, 60, 60)};
    contacts intersecting;
    visits watched;
    std::uint64_t seen = 0;
    std::int64_t allocations = 0;
    const auto tick = [&](std::uint32_t number) {
        number % 40 < 20 ? world.step() : world.teleport();
        ASSERT_TRUE(tree.sync(world.boxes()));
        const std::int64_t before = memory::allocations();
        intersecting.update(tree);
        watched.update(tree, zones);
        allocations += memory::allocations() - before;
        seen += intersecting.began().size() + intersecting.ended().size() + watched.entered().size() +
                watched.left().size();
    };
    for (std::uint32_t warm_up = 0; warm_up < 400; ++warm_up) {
        tick(warm_up);
    }
    EXPECT_GT(std::exchange(allocations, 0), 0);
    seen = 0;
    for (std::uint32_t steady = 0; steady < 200; ++steady) {
        tick(steady);
    }
    EXPECT_EQ(allocations, 0);
    EXPECT_GT(seen, 1000U);
}

/// A copy has what is in the lists, without spare room.
// promise: contacts-memory
TYPED_TEST(contacts_memory, takes_80_bytes_per_contact_and_8_per_index) {
    const scenes::world<TypeParam> world(scenes::kind::pile, 3000, 44);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(world.boxes()));
    contacts intersecting;
    intersecting.update(tree);
    intersecting.update(tree);
    const std::int64_t before = memory::bytes();
    const contacts copy = intersecting;
    const auto taken = memory::bytes() - before;
    const auto expected = static_cast<std::int64_t>(80 * copy.now().size() + 8 * (tree.index_limit() + std::size_t{1}));
    EXPECT_GT(copy.now().size(), 3000U);
    EXPECT_EQ(taken, expected);
}

// promise: contacts-memory: When memory runs out, no list of contacts or visits changes.
TYPED_TEST(contacts_memory, lacking_leaves_the_lists_as_they_were) {
    scenes::world<TypeParam> world(scenes::kind::pile, 300, 44);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(world.boxes()));
    contacts intersecting;
    intersecting.update(tree);
    world.teleport();
    ASSERT_TRUE(tree.sync(world.boxes()));
    contacts expected = intersecting;
    expected.update(tree);
    const auto now = listed(intersecting.now());
    const auto began = listed(intersecting.began());
    int failures = 0;
    for (std::int64_t nth = 1;; ++nth) {
        try {
            const memory::failing lack(nth);
            intersecting.update(tree);
        } catch (const std::bad_alloc&) {
            ++failures;
            EXPECT_EQ(listed(intersecting.now()), now);
            EXPECT_EQ(listed(intersecting.began()), began);
            continue;
        }
        break;
    }
    EXPECT_GT(failures, 0);
    EXPECT_EQ(listed(intersecting.began()), listed(expected.began()));
    EXPECT_EQ(listed(intersecting.ended()), listed(expected.ended()));
}

// promise: contacts-memory: When memory runs out, no list of contacts or visits changes.
TYPED_TEST(contacts_memory, lacking_leaves_the_visits_as_they_were) {
    scenes::world<TypeParam> world(scenes::kind::pile, 300, 45);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(world.boxes()));
    const std::vector<box<TypeParam>> zones(world.boxes().begin(), world.boxes().begin() + 20);
    visits watched;
    watched.update(tree, zones);
    world.teleport();
    ASSERT_TRUE(tree.sync(world.boxes()));
    visits expected = watched;
    expected.update(tree, zones);
    const auto now = listed(watched.now());
    const auto entered = listed(watched.entered());
    int failures = 0;
    for (bool has_failed = true; has_failed;) {
        has_failed = false;
        try {
            const memory::failing lack(failures + 1);
            watched.update(tree, zones);
        } catch (const std::bad_alloc&) {
            has_failed = true;
            ++failures;
            EXPECT_EQ(listed(watched.now()), now);
            EXPECT_EQ(listed(watched.entered()), entered);
            ASSERT_LT(failures, 1000);
        }
    }
    EXPECT_GT(failures, 0);
    EXPECT_EQ(listed(watched.entered()), listed(expected.entered()));
    EXPECT_EQ(listed(watched.left()), listed(expected.left()));
}

} // namespace
} // namespace quadrille::testing
