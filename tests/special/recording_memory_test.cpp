// Recordings: which verbs allocate nothing, what a failed allocation leaves in them, and that no length is believed.
// SPDX-License-Identifier: MIT
#include "support/counting_memory.hpp"
#include "support/saved.hpp"

#include <quadrille/recording.hpp>
#include <quadrille/replay.hpp>

#include <cstdint>
#include <vector>

namespace quadrille::testing {
namespace {

// promise: recording-cost
TEST(recording_memory, of_changes_and_questions_is_that_of_the_tree) {
    quadtree<> world;
    const std::vector<box<float>> boxes(500, {{0, 0}, {1, 1}});
    world.assign(boxes);
    world.sync(boxes);
    std::uint64_t bytes = 0;
    recording record(world, [&](std::span<const std::byte> some) { bytes += some.size(); });
    const std::int64_t before = memory::allocations();
    record.sync(boxes);
    record.query({{0, 0}, {1, 1}}, [](auto) {});
    record.raycast({{0, 0}, {1, 1}}, [](auto) {});
    record.move(world.item_at(3), {{1, 1}, {2, 2}});
    record.tick();
    EXPECT_EQ(memory::allocations(), before);
    EXPECT_GT(bytes, 500U);
}

/// What the tree allocates, and nothing else, verb by verb; but for `sync` of a function and casts that return fractions.
// promise: recording-cost
TEST(recording_memory, of_every_verb_is_that_of_the_tree) {
    const auto live = [](auto& verbs, quadtree<>& world) {
        std::vector<std::int64_t> taken;
        const std::vector<box<float>> few(70, {{0, 0}, {1, 1}});
        const box<float> small = {{1, 1}, {2, 2}};
        std::vector<item> items;
        std::vector<neighbor> near;
        std::vector<index_pair> pairs;
        pairs.reserve(8000);
        const auto note = [&](auto&& act) {
            const std::int64_t before = memory::allocations();
            act();
            taken.push_back(memory::allocations() - before);
        };
        const auto ignore = [](auto...) {};
        for (int round = 0; round < 3; ++round) {
            note([&] { verbs.insert(small); });
            note([&] { verbs.insert(few, items); });
            note([&] { verbs.insert(few, std::span(items).last(few.size())); });
            note([&] { verbs.erase({items[0], items[0]}); });
            note([&] { verbs.erase(std::span<const item>(items).last(70)); });
            note([&] { verbs.erase(items[static_cast<std::size_t>(round)]); });
            note([&] { verbs.erase_if([](auto hit) { return hit.index() % 9 == 0; }); });
            note([&] { verbs.move(std::span<const item>(items).first(2), std::span(few).first(2)); });
            note([&] { verbs.set_layers(items[9], 2); });
            note([&] { verbs.reserve(300U << round); });
            note([&] { verbs.assign(few); });
            note([&] { verbs.intersecting(world.item_at(1), ignore); });
            note([&] { verbs.pairs(pairs); });
            note([&] { verbs.pairs_of({world.item_at(1)}, ignore); });
            note([&] { verbs.query_within(small, 2, ignore); });
            note([&] { static_cast<void>(verbs.any(small)); });
            note([&] { static_cast<void>(verbs.count(circle<float>{{1, 1}, 1})); });
            note([&] { verbs.nearest(point<float>{0, 0}, 9, near); });
            note([&] { static_cast<void>(verbs.closest_hit({{-1, 0}, {9, 0}})); });
            note([&] { verbs.cast(small, {9, 0}, ignore); });
            note([&] { static_cast<void>(verbs.closest_cast(small, {9, 0})); });
            note([&] { verbs.clear(); });
        }
        return taken;
    };
    quadtree<> alone;
    const auto expected = live(alone, alone);
    quadtree<> world;
    recording record(world, [](std::span<const std::byte>) {});
    EXPECT_EQ(live(record, world), expected);
    EXPECT_GT(expected.at(1), 1);
}

/// A change that was rejected for lack of memory is recorded as such, and not run again.
// promise: recordings: A change that memory rejected is recorded as rejected.
TEST(recording_memory, that_runs_out_is_in_the_recording) {
    bool struck = true;
    int rejected = 0;
    for (std::int64_t nth = 1; struck; ++nth) {
        quadtree<> world;
        byte_list bytes;
        bytes.reserve(1U << 20U);
        recording record(world, bytes);
        {
            const memory::failing shortage(nth);
            for (int count = 0; count < 60; ++count) {
                rejected += record.insert({{0, 0}, {1, 1}}) ? 0 : 1;
            }
            struck = shortage.struck();
        }
        record.finish();
        quadtree<> again;
        const replay_report report = replay(again, bytes);
        ASSERT_TRUE(report) << nth;
        ASSERT_EQ(again.size(), world.size());
    }
    EXPECT_GE(rejected, 2);
}

/// Lengths of 2³⁰ and more, of which the bytes have nothing, and room for as many items.
// promise: damaged-recordings: Nothing is allocated for lengths that the bytes only promise.
TEST(recording_memory, is_not_allocated_for_what_the_bytes_only_promise) {
    for (const recorded_verb verb :
         {recorded_verb::insert_many, recorded_verb::erase_many, recorded_verb::assign, recorded_verb::sync,
          recorded_verb::move_many, recorded_verb::reserve, recorded_verb::pairs_of, recorded_verb::nearest}) {
        quadtree<> world;
        byte_list bytes;
        {
            recording record(world, bytes);
        }
        bytes.resize(bytes.size() - detail::frame::head_bytes); // without its end
        detail::frame lie;
        lie.number = 1;
        lie.what = detail::section::operations;
        const std::uint8_t content[] = {
            1, 0, 0, 0, static_cast<std::uint8_t>(verb), 0x80, 0x80, 0x80, 0x80, 0x0F, 0x80, 0x80, 0x80, 0x80, 0x0F, 0,
            0, 0, 0, 0};
        lie.size = sizeof content;
        std::memcpy(lie.content(), content, sizeof content);
        detail::seal(lie);
        bytes.insert(bytes.end(), lie.bytes, lie.bytes + detail::frame::head_bytes + lie.size);
        quadtree<> again;
        const std::int64_t before = memory::bytes();
        replay(again, bytes);
        EXPECT_LT(memory::bytes() - before, 100'000) << to_string(verb);
        EXPECT_FALSE(again.validate());
    }
}

} // namespace
} // namespace quadrille::testing
