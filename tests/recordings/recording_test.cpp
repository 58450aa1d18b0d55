// Recording: the tree's verbs, done on the tree and written, whatever else becomes of it.
// SPDX-License-Identifier: MIT
#include "cli/replays/replays.hpp"
#include "keep/saved.hpp"
#include "recordings/recorded_life.hpp"
#include "support/appearance.hpp"
#include "support/shapes.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <iterator>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_EVERY_SHAPE_SUITE(a_recording);

// promise: recordings
// promise: recordings: A recording rejects what the tree rejects; `error()` is the tree's.
TYPED_TEST(a_recording, does_what_the_tree_does_and_leaves_the_values_out) {
    quadtree<int, TypeParam> alone;
    quadtree<int, TypeParam> world;
    const auto expected = lead_life<TypeParam>(alone, alone, 5, 30);
    byte_list bytes;
    {
        recording record(world, bytes);
        ASSERT_EQ(lead_life<TypeParam>(record, world, 5, 30), expected);
        ASSERT_EQ(record.error(), world.error());
        ASSERT_EQ(&record.tree(), &world);
        ASSERT_EQ(record.recording_error(), save_error::none);
    }
    ASSERT_EQ(appearance_of(world), appearance_of(alone));
    quadtree<void, TypeParam> again;
    const replay_report report = replay(again, bytes);
    ASSERT_TRUE(report) << in_words(report);
    ASSERT_EQ(again.size(), world.size());
    EXPECT_GT(report.operations, 900U);
}

// promise: recordings: A recording answers questions about items and values as its tree does, and does not record
//     them.
TEST(a_recording_of_boxes, tells_of_items_what_the_tree_tells_and_records_none_of_it) {
    quadtree<int> world;
    byte_list bytes;
    recording record(world, bytes);
    EXPECT_TRUE(record.empty());
    const item one = record.insert({{0, 0}, {1, 1}}, 7, in_layers{4});
    const item other = record.insert({{2, 2}, {3, 3}}, 8);
    record.erase(other);
    const std::uint64_t operations = record.operations();
    EXPECT_FALSE(record.empty());
    EXPECT_EQ(record.size(), 1U);
    EXPECT_EQ(record.index_limit(), 2U);
    EXPECT_EQ(record.bounds(), world.bounds());
    EXPECT_TRUE(record.contains(one) && !record.contains(other));
    EXPECT_EQ(record.shape(one), (box<float>{{0, 0}, {1, 1}}));
    EXPECT_EQ(record.shape(other), std::nullopt);
    EXPECT_EQ(record.layers(one), 4U);
    EXPECT_EQ(record.item_at(0), one);
    EXPECT_EQ(record.find({{0, 0}, {1, 1}}), one);
    EXPECT_EQ(record.find({{0, 0}, {1, 1}}, 7), one);
    EXPECT_FALSE(record.find({{0, 0}, {1, 1}}, 8));
    ASSERT_EQ(record.value(one), world.value(one));
    *record.value(one) = 9;
    EXPECT_EQ(*world.value(one), 9);
    EXPECT_EQ(record.operations(), operations);
}

TEST(recorded_verbs, have_names_of_their_own) {
    std::set<std::string> names;
    for (int number = 1; number <= int(last_recorded_verb); ++number) {
        names.insert(to_string(static_cast<recorded_verb>(number)));
    }
    EXPECT_EQ(names.size(), std::size_t(last_recorded_verb));
    EXPECT_FALSE(names.contains("unknown verb"));
    EXPECT_STREQ(to_string(static_cast<recorded_verb>(0)), "unknown verb");
}

/// A value whose constructor does something else first.
struct herald {
    herald() = default;
    explicit(false) herald(const std::function<void()>& act) { act(); }
};

/// A tree that has never had an item has no count of changes.
TEST(a_recording_of_boxes, has_the_options_that_an_empty_tree_takes_from_another) {
    using tree = quadtree<>;
    options one_alone;
    one_alone.max_items = 1;
    const std::function<void(tree&)> changes[] = {[](tree& world) {
                                                      tree other;
                                                      world.swap(other);
                                                  },
                                                  [](tree& world) { world = tree(); },
                                                  [](tree& world) { world.copy_from(tree()); }};
    for (const auto& change : changes) {
        tree world(one_alone);
        byte_list bytes;
        {
            recording record(world, bytes);
            change(world);
            record.insert({{0, 0}, {1, 1}});
            record.insert({{2, 2}, {3, 3}});
        }
        ASSERT_EQ(world.size(), 2U);
        tree again;
        const replay_report report = replay(again, bytes);
        EXPECT_TRUE(report) << in_words(report);
        EXPECT_EQ(again.size(), 2U);
    }
}

// promise: recordings: What the constructor of a value changes meanwhile is in the recording, also when it throws.
TEST(a_recording_of_boxes, has_what_the_constructor_of_a_value_changes) {
    using tree_type = quadtree<herald, box<float>>;
    using record_type = recording<herald, box<float>, byte_list&>;
    const box<float> here = {{1, 0}, {2, 1}};
    const box<float> there = {{50, 0}, {51, 1}};
    const std::function<void(tree_type&, record_type&)> acts[] = {
        [](tree_type&, record_type&) {},
        [&](tree_type& tree, record_type&) { tree.insert(there, herald()); },
        [&](tree_type&, record_type& record) { record.insert(there, herald()); },
        [](tree_type& tree, record_type&) { tree.erase(tree.item_at(0)); },
        [](tree_type& tree, record_type&) { tree.clear(); },
        [](tree_type& tree, record_type&) { tree = tree_type(); },
        [&](tree_type& tree, record_type&) {
            tree.insert(there, herald());
            throw std::runtime_error("no such thing");
        },
    };
    using deed = std::function<void()>;
    const auto items_of = [](const auto& tree) {
        std::vector<std::pair<std::uint64_t, box<float>>> all;
        tree.each([&](auto hit) { all.emplace_back(detail::unmarked(hit.item()), hit.shape()); });
        return all;
    };
    const std::function<void(record_type&, const deed&)> verbs[] = {
        [&](record_type& record, const deed& act) { record.insert(here, act); },
        [&](record_type& record, const deed& act) {
            std::vector<item> items;
            record.insert(std::array{here, here}, std::array{act, deed([] {})}, items);
        },
        [&](record_type& record, const deed& act) {
            record.assign(std::array{here, here}, std::array{act, deed([] {})});
        },
    };
    for (std::size_t which = 0; which < std::size(acts); ++which) {
        for (const auto& verb : verbs) {
            tree_type world;
            byte_list bytes;
            record_type record(world, bytes);
            record.insert(here, herald());
            try {
                verb(record, [&] { acts[which](world, record); });
            } catch (const std::runtime_error&) {
            }
            record.erase(world.item_at(0));
            record.insert(there, herald());
            record.pairs([](auto, auto) {});
            record.finish();
            int states = 0;
            quadtree<> again;
            const replay_report report = replay(again, bytes, [&](const replayed& one, const auto&) {
                states += one.verb == recorded_verb::state ? 1 : 0;
            });
            ASSERT_TRUE(report) << which << ": " << in_words(report);
            EXPECT_EQ(items_of(again), items_of(world)) << which;
            EXPECT_EQ(states, which == 0 || which == 2 ? 1 : 2) << which;
        }
    }
}

/// As of the tree itself: a span of the vector stays as it is until the values are read.
// promise: recordings: The vector of handles may be the one that the values are read from, as in the tree itself.
TEST(a_recording_of_items, may_append_to_the_vector_that_its_values_are_read_from) {
    quadtree<item> world;
    byte_list bytes;
    recording record(world, bytes);
    std::vector<item> items(40);
    for (std::uint32_t at = 0; at < items.size(); ++at) {
        items[at] = {at, 7};
    }
    items.shrink_to_fit();
    const std::vector<item> values = items;
    const std::vector<box<float>> shapes(items.size(), {{0, 0}, {1, 1}});
    ASSERT_TRUE(record.insert(shapes, std::span<const item>(items), items));
    ASSERT_EQ(items.size(), 80U);
    for (std::size_t at = 0; at < values.size(); ++at) {
        EXPECT_EQ(items[at], values[at]);
        EXPECT_EQ(*world.value(items[40 + at]), values[at]);
    }
    record.finish();
    quadtree<> again;
    EXPECT_TRUE(replay(again, bytes));
    EXPECT_EQ(again.size(), 40U);
}

/// The user's array may be another when the value of an item is there; an assign has read it before.
// promise: recordings: The shapes of an `assign` are those that the tree has, whatever the constructors of its values
//     make of the array.
TEST(a_recording_of_boxes, has_the_shapes_that_the_tree_has_where_a_value_changes_the_array) {
    std::vector<box<float>> shapes(3, {{1, 0}, {2, 1}});
    const std::function<void()> act = [&] { shapes[1].max.x += 1; };
    const std::vector<std::function<void()>> given(shapes.size(), act);
    quadtree<herald> world;
    byte_list bytes;
    recording record(world, bytes);
    std::vector<item> items;
    ASSERT_TRUE(record.assign(shapes, given));
    ASSERT_TRUE(record.insert(shapes, given, items));
    ASSERT_TRUE(record.insert(shapes[1], act));
    record.finish();
    std::vector<box<float>> stored;
    world.each([&](auto hit) { stored.push_back(hit.shape()); });
    std::vector<box<float>> found;
    quadtree<> again;
    ASSERT_TRUE(replay(again, bytes));
    again.each([&](auto hit) { found.push_back(hit.shape()); });
    EXPECT_EQ(found, stored);
}

/// Whatever comes next finds the tree as it is then.
// promise: recordings: What is changed in the tree without the recording is recorded as the whole tree, before the
//     next verb.
TEST(a_recording_of_boxes, has_what_was_changed_past_it_before_every_verb) {
    const std::vector<box<float>> six(6, {{1, 1}, {2, 2}});
    const std::function<void(quadtree<>&, quadtree<>&)> changes[] = {
        [](quadtree<>& world, quadtree<>&) { ASSERT_TRUE(world.insert({{0, 0}, {3, 3}})); },
        [](quadtree<>& world, quadtree<>& other) { ASSERT_TRUE(world.copy_from(other)); },
        [](quadtree<>& world, quadtree<>& other) { world.swap(other); },
        [](quadtree<>& world, quadtree<>&) { world.clear(); },
    };
    std::size_t verbs = 1;
    for (std::size_t chosen = 0; chosen < verbs; ++chosen) {
        for (const auto& change : changes) {
            quadtree<> world;
            quadtree<> other;
            mark(other);
            std::vector<item> fresh;
            ASSERT_TRUE(other.insert(std::vector<box<float>>(7, {{0, 0}, {5, 5}}), fresh));
            byte_list bytes;
            recording record(world, bytes);
            ASSERT_TRUE(record.insert(std::vector<box<float>>(5, {{0, 0}, {1, 1}}), fresh));
            change(world, other);
            verbs = 0;
            each_verb(record, world, [&](const char* name, const auto& act) {
                if (verbs++ == chosen) {
                    SCOPED_TRACE(name);
                    act();
                    fresh.clear();
                    ASSERT_TRUE(record.insert(six, fresh));
                    ASSERT_TRUE(record.erase(fresh.back()))
                        << "whose handle is from an index that the recording had not seen";
                    record.finish();
                    int states = 0;
                    quadtree<> again;
                    const replay_report report = replay(again, bytes, [&](const replayed& one, const auto&) {
                        states += one.verb == recorded_verb::state ? 1 : 0;
                    });
                    EXPECT_TRUE(report) << in_words(report);
                    EXPECT_EQ(states, 2);
                    EXPECT_EQ(appearance_of(again), appearance_of(world));
                }
            });
        }
    }
    EXPECT_GT(verbs, 25U);
}

// promise: recordings: A sink that rejects or throws ends the recording; the tree goes on.
TEST(a_recording_of_boxes, ends_where_its_sink_rejects_and_the_tree_goes_on) {
    for (const bool throws : {false, true}) {
        for (int calls = 0; calls < 6; ++calls) {
            quadtree<> world;
            byte_list bytes;
            int left = calls;
            const auto sink = [&](std::span<const std::byte> some) {
                if (left-- <= 0) {
                    throws ? throw std::runtime_error("full") : void();
                    return false;
                }
                bytes.insert(bytes.end(), some.begin(), some.end());
                return true;
            };
            recording record(world, sink);
            for (int round = 0; round < 6; ++round) {
                const item one = record.insert({{0, 0}, {1, 1}});
                ASSERT_TRUE(one);
                ASSERT_TRUE(record.move(one, {{1, 1}, {2, 2}}));
                ASSERT_TRUE(record.sync(std::vector<box<float>>(world.index_limit(), {{0, 0}, {1, 1}})));
                record.tick();
            }
            record.finish();
            EXPECT_EQ(world.size(), 6U);
            EXPECT_EQ(record.recording_error(), save_error::sink);
            EXPECT_EQ(record.bytes(), bytes.size());
            EXPECT_EQ(left, -1) << "asked again after it rejected";
            quadtree<> again;
            const replay_report report = replay(again, bytes);
            EXPECT_EQ(report.stream.error, load_error::cut_short);
            EXPECT_EQ(report.different, 0U);
        }
    }
}

// promise: recordings: The sink is given what has been recorded at each tick, and before `sync` and `assign`.
TEST(a_recording_of_boxes, is_given_to_the_sink_at_each_tick) {
    quadtree<> world;
    std::size_t given = 0;
    recording record(world, [&](std::span<const std::byte> some) { given += some.size(); });
    const auto grows = [&](auto&& act) {
        const std::size_t before = given;
        act();
        return given > before;
    };
    EXPECT_GT(given, 0U);
    EXPECT_FALSE(grows([&] { record.insert({{0, 0}, {1, 1}}); }));
    EXPECT_TRUE(grows([&] { record.tick(); }));
    EXPECT_FALSE(grows([&] { record.pairs([](auto, auto) {}); }));
    EXPECT_TRUE(grows([&] { record.sync(std::vector<box<float>>(1, {{0, 0}, {1, 1}})); })) << "the tick before";
    EXPECT_TRUE(grows([&] { record.assign(std::vector<box<float>>(1, {{0, 0}, {1, 1}})); })) << "likewise";
    record.finish();
    EXPECT_FALSE(grows([&] { record.tick(); })) << "finished";
    EXPECT_EQ(given, record.bytes());
}

/// A part is one frame: what is put in at once may be longer.
// promise: recordings: The sink of a recording is given 16,400 bytes at a time at most.
TEST(a_recording_of_boxes, is_given_to_the_sink_in_parts_of_up_to_16_400_bytes) {
    quadtree<> world;
    std::size_t longest = 0;
    recording record(world, [&](std::span<const std::byte> some) { longest = std::max(longest, some.size()); });
    std::vector<box<float>> many(9000);
    for (std::size_t at = 0; at < many.size(); ++at) {
        many[at] = {{float(at), 0.3F}, {float(at) + 0.7F, 1}};
    }
    record.assign(many);
    record.tick();
    world.clear();
    record.tick();
    EXPECT_LE(longest, 16'400U);
    EXPECT_GT(longest, 16'300U) << "one was full";
}

// promise: recordings: After `finish` the verbs go on, unrecorded.
TEST(a_recording_of_boxes, that_has_ended_goes_on_unrecorded) {
    quadtree<> world;
    byte_list bytes;
    recording record(world, bytes);
    record.insert({{0, 0}, {1, 1}});
    record.finish();
    const std::size_t size = bytes.size();
    const std::uint64_t operations = record.operations();
    EXPECT_TRUE(record.insert({{0, 0}, {1, 1}}));
    EXPECT_TRUE(record.sync(std::vector<box<float>>(2, {{0, 0}, {1, 1}})));
    std::vector<index_pair> found;
    EXPECT_EQ(record.pairs(found), outcome::complete);
    EXPECT_EQ(found.size(), 1U);
    record.finish();
    EXPECT_EQ(bytes.size(), size);
    EXPECT_EQ(record.operations(), operations);
    EXPECT_EQ(world.size(), 2U);
}

/// Moved boxes are differences; resting ones a byte; a question some 30.
// promise: recording-cost
TEST(a_recording_of_boxes, is_compact) {
    constexpr std::uint32_t count = 2000;
    quadtree<> world;
    std::uint64_t bytes = 0;
    recording record(world, [&](std::span<const std::byte> some) { bytes += some.size(); });
    random_source source(8);
    std::vector<box<float>> boxes(count);
    for (box<float>& each : boxes) {
        const auto x = static_cast<float>(source.between(0, 1000));
        const auto y = static_cast<float>(source.between(0, 1000));
        each = {{x, y}, {x + 1, y + 1}};
    }
    const auto cost = [&](auto&& act) {
        record.tick();
        const std::uint64_t before = bytes;
        act();
        record.tick();
        return double(bytes - before);
    };
    EXPECT_LT(cost([&] { record.assign(boxes); }) / count, 14);
    EXPECT_LT(cost([&] { record.sync(boxes); }) / count, 1.1);
    for (box<float>& each : boxes) {
        const auto by = static_cast<float>(source.between(-0.5, 0.5));
        each = {{each.min.x + by, each.min.y - by}, {each.max.x + by, each.max.y - by}};
    }
    EXPECT_LT(cost([&] { record.sync(boxes); }) / count, 9);
    EXPECT_LT(cost([&] {
                  for (const box<float>& each : boxes) {
                      record.query(each, [](auto) {});
                  }
              }) / count,
              30);
}

// promise: saved-format: The format of recordings is what it always was.
TEST(a_recording_of_boxes, is_what_it_always_was) {
    const byte_list bytes = small_life().bytes;
    detail::answer_hash hash;
    for (const std::byte each : bytes) {
        hash.add(std::to_integer<std::uint64_t>(each));
    }
    EXPECT_EQ(bytes.size(), 617U);
    EXPECT_EQ(hash.in_order, 2572302150U);
}

// promise: recording-cost: Shapes come back bit for bit, also rejected ones.
TEST(a_shape_code, gives_every_shape_back_in_few_bytes) {
    random_source source(5);
    const auto awkward = awkward_coordinates<double>();
    const auto number = [&]() -> double {
        switch (source.below(4)) {
        case 0: return awkward[source.below(static_cast<std::uint32_t>(awkward.size()))];
        case 1: return infinite<double>;
        case 2: return not_a_number<double>;
        default: return source.between(-9, 9);
        }
    };
    const auto expect_back = [&]<class Shape>(Shape) {
        using scalar = typename Shape::scalar;
        using code = detail::shape_code<Shape>;
        scalar given[4];
        scalar known[4];
        for (int count = 0; count < 3000; ++count) {
            for (int at = 0; at < 4; ++at) {
                given[at] = static_cast<scalar>(number());
                known[at] = source.below(3) == 0 ? given[at] : static_cast<scalar>(number());
            }
            const auto reference = detail::put_together<Shape>(known);
            std::byte bytes[code::max_bytes];
            const std::size_t size = code::write(detail::put_together<Shape>(given), reference, bytes);
            ASSERT_EQ(size, 1 + code::rest_bytes(bytes[0]));
            const Shape back = code::read(bytes[0], bytes + 1, reference);
            scalar found[4];
            detail::take_apart(back, found);
            ASSERT_EQ(std::memcmp(found, given, detail::numbers_in<Shape> * sizeof(scalar)), 0);
        }
    };
    expect_back(point<float>());
    expect_back(box<float>());
    expect_back(circle<double>());
    expect_back(box<double>());
}

} // namespace
} // namespace quadrille::testing
