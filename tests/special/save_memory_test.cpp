// Save and load: which allocate, what a failed allocation leaves, and that no length is believed before its bytes have come.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/counting_memory.hpp"
#include "support/saved.hpp"
#include "support/scalars.hpp"

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
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

// promise: damaged-bytes: When memory runs out in a load, the tree is as it was, and nothing leaks.
TYPED_TEST(save_memory, that_runs_out_in_a_load_leaves_the_tree_as_it_was) {
    const byte_list bytes = bytes_of(world_of<TypeParam>(700));
    bool struck = true;
    int rejected = 0;
    for (std::int64_t nth = 1; struck; ++nth) {
        auto kept = world_of<TypeParam>(50);
        const byte_list before = bytes_of(kept);
        const std::int64_t living = memory::living();
        load_report report;
        {
            const memory::failing shortage(nth);
            report = load_bytes(kept, bytes);
            struck = shortage.struck();
        }
        ASSERT_TRUE(report || struck) << "allocation " << nth;
        if (!report) {
            ASSERT_EQ(report.error, load_error::no_memory);
            ASSERT_EQ(memory::living(), living) << "allocation " << nth;
            ASSERT_EQ(bytes_of(kept), before);
            ++rejected;
        } else {
            ASSERT_EQ(bytes_of(kept), bytes) << "some are tried again for less";
        }
    }
    EXPECT_GT(rejected, 10);
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

} // namespace
} // namespace quadrille::testing
