// Saving, loading and recording: what they allocate, and that no length is believed before its bytes have come.
// SPDX-License-Identifier: MIT
#include "keep/saved.hpp"
#include "memory/counting_memory.hpp"
#include "recordings/recorded_life.hpp"
#include "scenes/scene.hpp"
#include "support/scalars.hpp"

#include <quadrille/recording.hpp>
#include <quadrille/replay.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_SHAPE_SUITE(save_memory);

template <class Shape>
quadtree<int, Shape> world_of(std::uint32_t count) {
    const scenes::world<typename Shape::scalar> scene(scenes::kind::clustered, count, 23);
    quadtree<int, Shape> tree({.leaf_capacity = 8});
    EXPECT_TRUE(tree.assign(shaped_as<Shape>(scene.boxes()), std::vector<int>(count, 3)));
    tree.erase_if([](auto hit) { return hit.index() % 7 == 0; });
    return tree;
}

// promise: save-memory
TYPED_TEST(save_memory, of_a_save_to_a_function_is_none) {
    const auto tree = world_of<TypeParam>(3000);
    std::uint64_t bytes = 0;
    const std::int64_t before = memory::allocations();
    const save_report report = save(
        tree, [&](std::span<const std::byte> some) { bytes += some.size(); },
        [](int value, byte_writer& out) { out.number(value); });
    EXPECT_EQ(memory::allocations(), before);
    EXPECT_TRUE(report);
    EXPECT_EQ(report.bytes, bytes);
}

/// Each count in the state, one by one, promises 2²⁴ or more elements, of which the bytes have few.
// promise: save-memory
TYPED_TEST(save_memory, is_not_allocated_for_what_the_bytes_only_promise) {
    const byte_list bytes = bytes_of(world_of<TypeParam>(300));
    const saved_parts parts(bytes);
    for (std::size_t at = 0; at + 4 <= parts.frames[0].content.size(); at += 4) {
        for (const std::uint32_t promised : {1U << 24U, 1U << 26U, 0x3FFF'FFFFU}) {
            saved_parts changed = parts;
            std::memcpy(changed.frames[0].content.data() + at, &promised, sizeof promised);
            const byte_list lying = changed.joined();
            quadtree<int, TypeParam> tree;
            const std::int64_t before = memory::bytes();
            load_bytes(tree, lying);
            ASSERT_LT(memory::bytes() - before, static_cast<std::int64_t>(6 * bytes.size())) << "at " << at;
        }
    }
}

// promise: save-memory
TEST(save_memory_of_values, is_not_allocated_for_a_length_without_bytes) {
    quadtree<std::string> world;
    world.insert({{0, 0}, {1, 1}}, std::string("short"));
    byte_list bytes;
    ASSERT_TRUE(save(world, bytes, [](const std::string&, byte_writer& out) { out.number(std::uint64_t{1} << 60U); }));
    std::string name;
    EXPECT_EQ(
        load(world, bytes, [&](byte_reader& in) { return in.text(name) ? std::optional(name) : std::nullopt; }).error,
        load_error::value);
    EXPECT_LT(name.capacity(), 100U);
    EXPECT_EQ(*world.value(world.item_at(0)), "short");
}

/// What the tree allocates, and nothing else, verb by verb; but for `sync` of a function and casts that return fractions.
// promise: recording-cost
TEST(recording_memory, of_every_verb_is_that_of_the_tree) {
    const auto live = [](auto& verbs, quadtree<>& world) {
        std::vector<std::int64_t> taken;
        for (int round = 0; round < 3; ++round) {
            world.assign(std::vector<box<float>>(70, {{0, 0}, {1, 1}}));
            each_verb(verbs, world, [&](std::string_view name, const auto& act) {
                const std::int64_t before = memory::allocations();
                act();
                if (name == "tick") {
                    EXPECT_EQ(memory::allocations(), before);
                } else if (name != "sync by a function") {
                    taken.push_back(memory::allocations() - before);
                }
            });
        }
        return taken;
    };
    quadtree<> alone;
    const auto expected = live(alone, alone);
    quadtree<> world;
    recording record(world, [](std::span<const std::byte>) {});
    EXPECT_EQ(live(record, world), expected);
    EXPECT_GT(*std::ranges::max_element(expected), 1);
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
        saved_parts parts(bytes, detail::framed::recording);
        byte_list content(20);
        content[0] = std::byte{1};
        content[4] = std::byte(verb);
        for (const std::size_t length : {5U, 10U}) {
            std::fill_n(content.begin() + static_cast<std::ptrdiff_t>(length), 4, std::byte{0x80});
            content[length + 4] = std::byte{0x0F};
        }
        parts.frames.back() = {detail::section::operations, content}; // instead of its end
        const byte_list lying = parts.joined();
        quadtree<> again;
        const std::int64_t before = memory::bytes();
        replay(again, lying);
        EXPECT_LT(memory::bytes() - before, 100'000) << to_string(verb);
        EXPECT_FALSE(again.validate());
    }
}

} // namespace
} // namespace quadrille::testing
