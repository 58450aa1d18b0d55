// Save: what is loaded is the tree that was saved, and goes on as it does.
// SPDX-License-Identifier: MIT
#include "keep/saved.hpp"
#include "memory/chance.hpp"
#include "scenes/scene.hpp"
#include "support/appearance.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

namespace quadrille::testing {
namespace {

template <class Tree>
void expect_alike(const Tree& one, const Tree& other) {
    ASSERT_EQ(appearance_of(one), appearance_of(other));
    ASSERT_EQ(bytes_of(one), bytes_of(other));
    ASSERT_TRUE(is_sound(one) && is_sound(other));
}

QUADRILLE_EVERY_SHAPE_SUITE(a_saved_tree);

// promise: saved-tree
// promise: saved-tree: Equal changes keep the two equal, to the last byte that is saved.
TYPED_TEST(a_saved_tree, is_loaded_as_it_was_and_goes_on_alike) {
    const options all_options[] = {{},
                                   {.leaf_capacity = 4},
                                   {.leaf_capacity = 1, .max_depth = 5},
                                   {.leaf_capacity = 3, .min_cell_side = 0.5, .max_items = 700, .max_generations = 3}};
    for (const options& chosen : all_options) {
        numbered_tree<TypeParam> world(chosen);
        mark(world);
        numbered_tree<TypeParam> reused({.leaf_capacity = 9, .max_items = 2});
        reused.insert(made<TypeParam>(0, 0, 1, 1), 1);
        for (std::uint64_t age = 0; age < 24; ++age) {
            const byte_list bytes = bytes_of(world);
            numbered_tree<TypeParam> fresh;
            ASSERT_TRUE(load_bytes(fresh, bytes));
            const load_report report = load_bytes(reused, bytes);
            ASSERT_TRUE(report);
            ASSERT_EQ(report.at, bytes.size());
            expect_alike(fresh, world);
            expect_alike(reused, world);
            fresh.each([&](auto hit) { ASSERT_TRUE(world.contains(hit.item())); });
            for (const std::uint64_t later : {0U, 1U, 2U}) {
                change_by_chance(fresh, 100 * age + later);
                change_by_chance(reused, 100 * age + later);
                change_by_chance(world, 100 * age + later);
                expect_alike(fresh, world);
                expect_alike(reused, world);
            }
        }
    }
}

// promise: saved-tree: An empty tree, one leaf and a cleared tree are saved, too.
TYPED_TEST(a_saved_tree, may_be_empty_or_hold_one_leaf_or_have_been_cleared) {
    quadtree<void, TypeParam> world;
    quadtree<void, TypeParam> loaded;
    const auto expect_round = [&](std::uint32_t size) {
        loaded.insert(made<TypeParam>(8, 8, 9, 9));
        ASSERT_TRUE(load_bytes(loaded, bytes_of(world)));
        ASSERT_EQ(loaded.size(), size);
        ASSERT_EQ(bytes_of(loaded), bytes_of(world));
        ASSERT_TRUE(is_sound(loaded));
        ASSERT_EQ(loaded.count(box_of<typename TypeParam::scalar>(-9, -9, 9, 9)), size);
    };
    expect_round(0);
    world.insert(made<TypeParam>(1, 1, 2, 2));
    expect_round(1);
    for (int count = 1; count < 16; ++count) {
        world.insert(made<TypeParam>(1, 1, 2, 2));
    }
    expect_round(16);
    world.erase(world.item_at(15));
    expect_round(15);
    world.clear();
    expect_round(0);
    world.reserve(100);
    expect_round(0);
}

// promise: damaged-bytes: Trees of other shapes, scalars or values are rejected.
TYPED_TEST(a_saved_tree, of_another_shape_scalar_or_value_is_rejected) {
    numbered_tree<TypeParam> world;
    world.insert(made<TypeParam>(0, 0, 1, 1), 1);
    const byte_list bytes = bytes_of(world);
    const auto expect_error = [&]<class Value, class Shape>(quadtree<Value, Shape> other) {
        const load_report report = load_bytes(other, bytes);
        const bool is_same = std::is_same_v<Shape, TypeParam> && !std::is_void_v<Value>;
        EXPECT_EQ(report.error, is_same ? load_error::none : load_error::other_tree);
        EXPECT_TRUE(report || report.wanted != report.found);
        EXPECT_EQ(other.size(), report ? 1U : 0U);
    };
    expect_error(quadtree<void, TypeParam>());
    expect_error(numbered_tree<box<float>>());
    expect_error(numbered_tree<point<double>>());
    expect_error(numbered_tree<circle<double>>());
}

// ---- Values, sinks and sources ---------------------------------------------------------------------------------------

using names = quadtree<std::string>;

names named_tree(int count) {
    names tree({.leaf_capacity = 4});
    for (int number = 0; number < count; ++number) {
        const float at = static_cast<float>(number % 100);
        tree.insert({{at, at}, {at + 1, at + 2}}, std::string(static_cast<std::size_t>(number % 1000), 'a') + "Ä");
    }
    return tree;
}
void write_name(const std::string& name, byte_writer& out) { out.text(name); }
std::optional<std::string> read_name(byte_reader& in) {
    std::string name;
    return in.text(name) ? std::optional(name) : std::nullopt;
}

/// Of any length: those of up to 1000 bytes, and longer than a frame.
// promise: saved-values
TEST(saved_values, are_written_and_read_by_functions_of_the_user) {
    for (const int count : {0, 1, 30, 2000}) {
        names world = named_tree(count);
        world.erase_if([](auto hit) { return hit.index() % 5 == 1; });
        for (const std::size_t size : {16'383U, 16'384U, 16'385U, 70'000U, 0U, 5U}) {
            world.insert({{0, 0}, {1, 1}}, std::string(size, 'b'));
        }
        byte_list bytes;
        ASSERT_TRUE(save(world, bytes, write_name));
        names loaded = named_tree(3);
        ASSERT_TRUE(load(loaded, bytes, read_name));
        ASSERT_EQ(loaded.size(), world.size());
        world.each([&](auto hit) { ASSERT_EQ(*loaded.value(hit.item()), hit.value()); });
    }
}

/// A buffer of that size will do for each.
// promise: save-memory
TEST(a_saved_tree_of_boxes, goes_through_spans_of_up_to_16_kb_and_those_of_the_sink_have_16_bytes_more) {
    quadtree<int> world;
    for (int number = 0; number < 9000; ++number) {
        world.insert({{float(number), 0}, {float(number) + 1, 1}}, number);
    }
    byte_list bytes;
    std::size_t longest = 0;
    const auto sink = [&](std::span<const std::byte> some) {
        longest = std::max(longest, some.size());
        bytes.insert(bytes.end(), some.begin(), some.end());
    };
    ASSERT_TRUE(save(world, sink, [](int value, byte_writer& out) { out.number(value); }));
    EXPECT_LE(longest, 16'400U);
    EXPECT_GT(longest, 16'300U) << "one was full";
    longest = 0;
    auto source = [&, from = source_of{bytes, bytes.size()}](std::span<std::byte> into) mutable {
        longest = std::max(longest, into.size());
        return from(into);
    };
    quadtree<int> loaded;
    ASSERT_TRUE(load_bytes(loaded, source));
    EXPECT_EQ(loaded.size(), 9000U);
    EXPECT_LE(longest, 16'384U);
    EXPECT_GT(longest, 16'300U);
}

/// What is told of the size: some 41 bytes for each.
// promise: save-memory: A box of floats takes some 41 bytes in an evenly spread world.
TEST(a_saved_tree_of_boxes, takes_some_41_bytes_for_each_of_an_evenly_spread_world) {
    const scenes::world<float> scene(scenes::kind::uniform, 50'000, 3);
    quadtree<> world;
    ASSERT_TRUE(world.assign(scene.boxes()));
    const double bytes = double(bytes_of(world).size()) / 50'000;
    EXPECT_LT(bytes, 42);
    EXPECT_GT(bytes, 38);
}

// promise: saved-values
TEST(saved_values, may_only_be_movable) {
    quadtree<std::unique_ptr<int>> world;
    const item one = world.insert({{0, 0}, {1, 1}}, std::make_unique<int>(5));
    byte_list bytes;
    ASSERT_TRUE(save(world, bytes, [](const auto& value, byte_writer& out) { out.number(*value); }));
    quadtree<std::unique_ptr<int>> loaded;
    ASSERT_TRUE(load(loaded, bytes, [](byte_reader& in) -> std::optional<std::unique_ptr<int>> {
        int number = 0;
        in.number(number);
        return std::make_unique<int>(number);
    }));
    EXPECT_EQ(**loaded.value(one), 5);
}

// promise: saved-values: Values that are rejected, not read as written, or throw, leave the tree as it was.
// promise: saved-values: Nothing more can be read for the values than was written for them.
TEST(saved_values, that_are_rejected_or_not_read_as_written_leave_the_tree_as_it_was) {
    quadtree<tracked> world;
    for (int number = 0; number < 20; ++number) {
        world.insert({{0, 0}, {1, 1}}, number);
    }
    const byte_list bytes = bytes_of(world);
    quadtree<tracked> kept;
    kept.insert({{0, 0}, {1, 1}}, 70);
    const long before = tracked::living;
    const auto expect_error = [&](std::uint32_t where, auto read_value) {
        const load_report report = load(kept, bytes, read_value);
        EXPECT_EQ(report.error, load_error::value);
        EXPECT_EQ(report.broken.where, where);
        EXPECT_EQ(kept.size(), 1U);
        EXPECT_EQ(kept.value(kept.item_at(0))->number(), 70);
        EXPECT_EQ(tracked::living, before);
    };
    int calls = 0;
    expect_error(12, [&](byte_reader& in) -> std::optional<tracked> {
        int number = 0;
        in.number(number);
        return calls++ == 12 ? std::nullopt : std::optional<tracked>(number);
    });
    expect_error(20, [](byte_reader&) { return std::optional<tracked>(1); });
    int readable = 0;
    expect_error(10, [&](byte_reader& in) -> std::optional<tracked> {
        std::uint64_t number = 0;
        readable += in.number(number) ? 1 : 0;
        return tracked(1);
    });
    EXPECT_EQ(readable, 10) << "the 11th of twice as many bytes is not there";
    calls = 0;
    const auto throwing = [&](byte_reader&) -> std::optional<tracked> {
        if (++calls == 5) {
            throw std::runtime_error("as asked");
        }
        return tracked(1);
    };
    EXPECT_THROW(load(kept, bytes, throwing), std::runtime_error);
    EXPECT_EQ(kept.size(), 1U);
    EXPECT_EQ(tracked::living, before);
}

/// Nothing else was wrong when values are read, so that a function that reads them sees only bytes that were saved.
// promise: saved-values: Values are read last, from bytes with right checksums.
TEST(saved_values, are_read_after_everything_before_them_was_found_right) {
    quadtree<int> world;
    for (int number = 0; number < 9000; ++number) {
        world.insert({{0, 0}, {1, 1}}, number);
    }
    byte_list bytes = bytes_of(world);
    quadtree<int> loaded;
    bytes[bytes.size() / 2] ^= std::byte{1};
    int calls = 0;
    const auto read = [&](byte_reader& in) -> std::optional<int> {
        int number = 0;
        EXPECT_TRUE(!in.number(number) || number == calls);
        ++calls;
        return number;
    };
    EXPECT_EQ(load(loaded, bytes, read).error, load_error::checksum);
    EXPECT_EQ(calls, 0);
    bytes[bytes.size() / 2] ^= std::byte{1};
    bytes[bytes.size() - 100] ^= std::byte{1};
    EXPECT_EQ(load(loaded, bytes, read).error, load_error::checksum);
    EXPECT_TRUE(loaded.empty());
}

// promise: sinks-and-sources
TEST(a_sink, that_rejects_ends_the_save) {
    const names world = named_tree(500);
    byte_list whole;
    ASSERT_TRUE(save(world, whole, write_name));
    for (std::size_t most = 0;; ++most) {
        byte_list taken;
        std::size_t calls = 0;
        const auto sink = [&](std::span<const std::byte> some) {
            if (calls++ == most) {
                return false;
            }
            taken.insert(taken.end(), some.begin(), some.end());
            return true;
        };
        const save_report report = save(world, sink, write_name);
        ASSERT_EQ(report.bytes, taken.size());
        ASSERT_TRUE(std::equal(taken.begin(), taken.end(), whole.begin()));
        if (report) {
            ASSERT_EQ(taken.size(), whole.size());
            ASSERT_GT(most, 10U);
            break;
        }
        ASSERT_EQ(report.error, save_error::sink);
    }
}

// promise: sinks-and-sources
TEST(a_sink, may_return_nothing_and_throw) {
    const names world = named_tree(100);
    std::uint64_t bytes = 0;
    const auto count = [&](std::span<const std::byte> some) { bytes += some.size(); };
    EXPECT_EQ(save(world, count, write_name).bytes, bytes);
    int calls = 0;
    const auto throwing = [&](std::span<const std::byte>) {
        if (++calls == 5) {
            throw std::runtime_error("as asked");
        }
    };
    EXPECT_THROW(save(world, throwing, write_name), std::runtime_error);
    byte_list kept(3);
    EXPECT_THROW(save(world, kept, [](const std::string&, byte_writer&) { throw std::runtime_error("as asked"); }),
                 std::runtime_error);
    EXPECT_EQ(kept.size(), 3U) << "what was appended is removed";
}

// promise: sinks-and-sources: A source may give any part of what is wanted, and is asked for nothing after the tree.
// promise: sinks-and-sources: Bytes in memory must end where the tree ends.
TEST(a_source, may_give_as_little_as_it_likes_and_is_not_asked_for_more_than_the_tree) {
    const names world = named_tree(300);
    byte_list bytes;
    ASSERT_TRUE(save(world, bytes, write_name));
    const std::size_t one = bytes.size();
    ASSERT_TRUE(save(world, bytes, write_name));
    for (const std::size_t most : {1U, 7U, 1000U, 100000U}) {
        source_of source{bytes, most};
        names first;
        names second;
        ASSERT_TRUE(load(first, source, read_name));
        ASSERT_EQ(source.given, one);
        ASSERT_TRUE(load(second, source, read_name));
        ASSERT_EQ(source.given, bytes.size());
        ASSERT_EQ(second.size(), 300U);
        const load_report report = load(second, source, read_name);
        ASSERT_EQ(report.error, load_error::cut_short);
        ASSERT_EQ(second.size(), 300U);
    }
    names third;
    EXPECT_EQ(load(third, bytes, read_name).error, load_error::too_long);
    EXPECT_EQ(load(third, bytes, read_name).at, one);
    EXPECT_TRUE(third.empty());
    EXPECT_TRUE(load(third, std::span<const std::byte>(bytes).subspan(one), read_name));
}

/// The source may use the tree that is to be replaced, and even change it.
// promise: sinks-and-sources: A source may use the tree.
TEST(a_source, may_use_the_tree) {
    quadtree<> world;
    world.insert({{0, 0}, {1, 1}});
    const byte_list bytes = bytes_of(world);
    auto source = [&, from = source_of{bytes, bytes.size()}](std::span<std::byte> wanted) mutable {
        EXPECT_GE(world.count(box{{0, 0}, {1, 1}}), 1U);
        world.insert({{0, 0}, {1, 1}});
        return from(wanted);
    };
    EXPECT_TRUE(load(world, source));
    EXPECT_EQ(world.size(), 1U);
}

} // namespace
} // namespace quadrille::testing
