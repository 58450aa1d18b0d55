// Replay: a recording is run again with the same answers; whatever its bytes are, they are run as far as they are right.
// SPDX-License-Identifier: MIT
#include "cli/replays/replays.hpp"
#include "keep/saved.hpp"
#include "recordings/recorded_life.hpp"
#include "support/appearance.hpp"
#include "support/effort.hpp"
#include "support/shapes.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_EVERY_SHAPE_SUITE(a_recorded_life);

// promise: recordings
TYPED_TEST(a_recorded_life, is_replayed_with_the_same_answers_to_the_same_tree) {
    const options all_options[] = {{},
                                   {.leaf_capacity = 3, .min_cell_side = 0.5, .max_items = 200, .max_generations = 9}};
    for (const options& chosen : all_options) {
        for (std::uint64_t seed = 0; seed < 6; ++seed) {
            quadtree<void, TypeParam> world(chosen);
            mark(world);
            const recorded_life life = record_life(world, seed, 12);
            quadtree<void, TypeParam> again;
            std::uint64_t calls = 0;
            const replay_report report = replay(again, life.bytes, [&](const replayed& one, const auto& tree) {
                ASSERT_EQ(one.number, ++calls);
                ASSERT_EQ(&tree, &again);
                ASSERT_LT(one.at, life.bytes.size());
            });
            ASSERT_TRUE(report) << in_words(report);
            ASSERT_EQ(report.operations, life.operations);
            ASSERT_EQ(calls, life.operations);
            ASSERT_EQ(bytes_of(again), bytes_of(world));
        }
    }
}

// promise: damaged-recordings
TEST(a_recording_of_boxes, that_is_cut_anywhere_is_replayed_up_to_there) {
    const recorded_life life = small_life();
    std::uint64_t most = 0;
    for (std::size_t size = 0; size < life.bytes.size(); ++size) {
        quadtree<> again;
        const replay_report report = replay(again, std::span(life.bytes).first(size));
        ASSERT_EQ(report.stream.error, load_error::cut_short) << size;
        ASSERT_EQ(report.stream.at, size);
        ASSERT_EQ(report.different, 0U);
        ASSERT_GE(report.operations, most) << "more bytes, fewer operations";
        ASSERT_FALSE(again.validate());
        most = report.operations;
    }
    EXPECT_EQ(most, life.operations) << "the last frame has no operation";
}

// promise: damaged-recordings: The first operation of a recording is the whole tree; before that is sound, nothing is
//     run, and the tree is as it was.
TEST(a_recording_of_boxes, of_which_the_first_tree_is_damaged_has_no_answers_and_changes_nothing) {
    const saved_parts parts(small_life().bytes, detail::framed::recording);
    for (std::size_t at = detail::operation_count_bytes + 1; at < parts.frames[0].content.size(); ++at) {
        saved_parts damaged = parts;
        damaged.frames[0].content[at] ^= std::byte{4};
        quadtree<> again;
        again.insert({{1, 1}, {2, 2}});
        const byte_list before = bytes_of(again);
        const replay_report report = replay(again, damaged.joined());
        ASSERT_FALSE(report.stream) << at;
        ASSERT_EQ(report.operations, 0U) << at;
        ASSERT_EQ(report.hash, replay_report().hash) << at;
        ASSERT_EQ(bytes_of(again), before) << at;
    }
}

// promise: damaged-recordings: If any bit is flipped, the recording is replayed up to there; nothing damaged is run,
//     and what is left out is counted.
TEST(a_recording_of_boxes, of_which_any_bit_is_another_is_replayed_up_to_there) {
    recorded_life life = small_life();
    for (std::size_t bit = 0; bit < 8 * life.bytes.size(); ++bit) {
        life.bytes[bit / 8] ^= std::byte(1U << bit % 8);
        quadtree<> again;
        const replay_report report = replay(again, life.bytes);
        ASSERT_FALSE(report) << "bit " << bit;
        ASSERT_EQ(report.different, 0U) << "bit " << bit;
        ASSERT_LE(report.operations + report.left_out, life.operations) << "bit " << bit;
        ASSERT_FALSE(again.validate());
        life.bytes[bit / 8] ^= std::byte(1U << bit % 8);
    }
    // The last byte of the second of three ticks: the five operations of the third and its end are named.
    const std::size_t third =
        detail::frame::head_bytes + saved_parts(life.bytes, detail::framed::recording).frames[3].content.size();
    life.bytes[life.bytes.size() - detail::frame::head_bytes - third - 1] ^= std::byte{1};
    quadtree<> again;
    const replay_report report = replay(again, life.bytes);
    EXPECT_EQ(report.left_out, 6U);
    EXPECT_EQ(report.operations, 7U);
}

/// A hostile author's checksums are right: no byte behind them is believed.
// promise: damaged-recordings: Hostile bytes with right checksums do no harm; what no recording has is rejected.
TYPED_TEST(a_recorded_life, of_a_hostile_author_does_no_harm) {
    const std::uint64_t seeds = effort<std::uint64_t>(300, 30'000);
    quadtree<void, TypeParam> world;
    const saved_parts sound(record_life(world, 3, 3).bytes, detail::framed::recording);
    int rejected = 0;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        random_source source(seed);
        saved_parts parts = sound;
        for (std::uint32_t rest = 1 + source.below(3); rest > 0; --rest) {
            saved_frame& one = parts.frames[1 + source.below(static_cast<std::uint32_t>(parts.frames.size()) - 1)];
            const auto size = static_cast<std::uint32_t>(one.content.size());
            if (size == 0) {
                continue;
            }
            switch (source.below(5)) {
            case 0: one.content.resize(source.below(size)); break;
            case 1: one.content[source.below(size)] = std::byte(source.below(256)); break;
            case 2: one.content[source.below(size)] = std::byte{0xFF}; break;
            case 3: one.content[source.below(size)] ^= std::byte(1U << source.below(8)); break;
            default: std::swap(one, parts.frames[source.below(static_cast<std::uint32_t>(parts.frames.size()))]); break;
            }
        }
        quadtree<void, TypeParam> again;
        rejected += replay(again, parts.joined()).stream ? 0 : 1;
        ASSERT_FALSE(again.validate()) << seed;
    }
    EXPECT_GT(rejected, 30);
}

// promise: damaged-recordings: A recording of another kind of tree, and what is no recording, is rejected; the tree is
//     as it was. A saved tree in the place of a recording is named as such, and the other way round.
TEST(a_recording_of_boxes, of_another_tree_is_rejected_and_names_its_kind) {
    const recorded_life life = small_life();
    quadtree<void, circle<double>> other;
    other.insert({{0, 0}, 1});
    const replay_report report = replay(other, life.bytes);
    EXPECT_EQ(report.stream.error, load_error::other_tree);
    EXPECT_EQ(report.stream.found, 2U | 4U << 8U);
    EXPECT_EQ(report.operations, 0U);
    EXPECT_EQ(other.size(), 1U);
    quadtree<> tree;
    EXPECT_EQ(replay(tree, bytes_of(tree)).stream.error, load_error::other_file);
    EXPECT_EQ(load_bytes(tree, life.bytes).error, load_error::other_file);
    EXPECT_STREQ(to_string(load_error::other_file), "a quadrille file of the other sort: a recording is no saved tree");
    EXPECT_EQ(load_bytes(tree, std::vector(life.bytes.begin(), life.bytes.begin() + 7)).error, load_error::not_a_tree);
    EXPECT_EQ(replay(tree, std::vector(life.bytes.size(), std::byte{'Q'})).stream.error, load_error::not_a_tree);
}

using tree_change = std::function<void(quadtree<>&)>;

/// Asks for a box and for pairs.
saved_parts recorded_questions(const tree_change& before) {
    quadtree<> world;
    mark(world);
    before(world);
    byte_list bytes;
    recording record(world, bytes);
    record.tick();
    record.query({{0, 0}, {8, 9}}, [](auto) {});
    record.pairs([](auto, auto) {});
    record.finish();
    return saved_parts(bytes, detail::framed::recording);
}
/// Replays the questions to one tree as if they had been asked of another.
replay_report replay_with(const tree_change& recorded, const tree_change& replayed) {
    saved_parts parts = recorded_questions(recorded);
    parts.frames[0] = recorded_questions(replayed).frames[0];
    quadtree<> again;
    return replay(again, parts.joined());
}

// promise: replay-differences
TEST(a_recording_of_boxes, of_which_answers_differ_tells_the_first_and_what_was_asked) {
    const auto nothing = [](quadtree<>&) {};
    const replay_report same = replay_with(nothing, nothing);
    EXPECT_TRUE(same);
    const replay_report report = replay_with(nothing, [](quadtree<>& tree) { tree.insert({{1, 1}, {2, 2}}); });
    EXPECT_FALSE(report);
    EXPECT_TRUE(report.stream);
    EXPECT_EQ(report.operations, 4U);
    EXPECT_EQ(report.different, 1U);
    EXPECT_EQ(report.first.number, 3U);
    EXPECT_EQ(report.first.verb, recorded_verb::query);
    EXPECT_STREQ(report.first.form, "box");
    EXPECT_EQ(report.first.number_count, 4U);
    EXPECT_EQ(report.first.numbers[2], 8);
    EXPECT_EQ(report.first.numbers[3], 9);
    EXPECT_EQ(report.first.recorded, 0U);
    EXPECT_EQ(report.first.found, 1U);
    EXPECT_FALSE(report.first.is_in_other_order);
    EXPECT_NE(report.hash, same.hash);
}

/// Whatever it was rejected for: what is not in the recording, as how much memory there was, is not there again.
// promise: recordings: A change that memory or a length rejected when it was recorded is not run.
TEST(a_recording_of_boxes, of_a_change_that_memory_or_a_length_rejected_does_not_run_it) {
    using record_type = recording<void, box<float>, byte_list&>;
    /// How far from its end a change has what it was rejected for: the counts of a change of many follow.
    struct kind {
        std::ptrdiff_t distance;
        std::function<void(record_type&, item)> change;
    };
    const box<float> other = {{5, 5}, {6, 6}};
    std::vector<item> fresh;
    const kind kinds[] = {
        {1, [&](record_type& record, item which) { record.erase(which); }},
        {1, [&](record_type& record, item which) { record.move(which, other); }},
        {1, [&](record_type& record, item which) { record.set_layers(which, 4); }},
        {3, [&](record_type& record, item which) { record.erase(std::array{which}); }},
        {3, [&](record_type& record, item which) { record.move(std::array{which}, std::array{other}); }},
        {3, [&](record_type& record, item) { record.sync(std::array{other}); }},
        {3, [&](record_type& record, item) { record.assign(std::array{other}); }},
        {3, [&](record_type& record, item) { record.insert(std::array{other, other}, fresh); }},
    };
    for (const auto& [distance, change] : kinds) {
        for (const error reason : {error::none, error::no_memory, error::wrong_size, error::tree_changed}) {
            quadtree<> world;
            const item one = world.insert({{1, 1}, {2, 2}});
            const auto before = appearance_of(world);
            byte_list bytes;
            record_type record(world, bytes);
            record.tick();
            change(record, one);
            record.finish();
            saved_parts parts(bytes, detail::framed::recording);
            byte_list& content = parts.frames[2].content;
            ASSERT_EQ(content.end()[-distance] & std::byte{0xF}, std::byte(error::none));
            content.end()[-distance] = std::byte(reason);
            bool was_run = false;
            quadtree<> again;
            const replay_report report =
                replay(again, parts.joined(), [&](const replayed& each, const auto&) { was_run = each.is_run; });
            EXPECT_TRUE(report) << in_words(report);
            EXPECT_EQ(was_run, reason == error::none);
            EXPECT_EQ(appearance_of(again), was_run ? appearance_of(world) : before);
        }
    }
}

// promise: replay-differences: Answers in another order are reported as such, also pairs found the other way round.
TEST(a_recording_of_boxes, of_which_answers_have_another_order_or_are_others_says_so) {
    const auto fill = [](std::uint32_t emptied) {
        return [emptied](quadtree<>& tree) {
            for (int number = 0; number < 3; ++number) {
                tree.insert({{1, 1}, {2, 2}});
            }
            tree.erase(tree.item_at(emptied));
            tree.insert({{1, 1}, {2, 2}});
        };
    };
    EXPECT_TRUE(replay_with(fill(0), fill(0)));
    const replay_report report = replay_with(fill(0), fill(2));
    EXPECT_EQ(report.first.verb, recorded_verb::query);
    EXPECT_TRUE(report.first.is_in_other_order);
    EXPECT_EQ(report.first.recorded, 3U);
    EXPECT_EQ(report.first.found, 3U);

    const auto one_of_two = [](std::uint32_t erased) {
        return [erased](quadtree<>& tree) {
            tree.insert({{1, 1}, {2, 2}});
            tree.insert({{1, 1}, {2, 2}});
            tree.erase(tree.item_at(erased));
        };
    };
    const replay_report other = replay_with(one_of_two(0), one_of_two(1));
    EXPECT_EQ(other.first.recorded, 1U);
    EXPECT_EQ(other.first.found, 1U);
    EXPECT_FALSE(other.first.is_in_other_order);
}

/// A pair is (a, b) in one tree and (b, a) in another, in which items stand in another order.
// promise: replay-differences: Answers in another order are reported as such, also pairs found the other way round.
TEST(a_recording_of_boxes, of_which_pairs_are_found_the_other_way_round_has_another_order) {
    for (const std::uint32_t count : {2U, 3U}) {
        const auto recorded = [count](std::uint32_t emptied) {
            quadtree<> tree;
            for (std::uint32_t number = 0; number < count; ++number) {
                tree.insert({{1, 1}, {2, 2}});
            }
            tree.erase(tree.item_at(emptied));
            tree.insert({{1, 1}, {2, 2}});
            byte_list bytes;
            recording record(tree, bytes);
            std::vector<index_pair> found;
            EXPECT_EQ(record.pairs(found), outcome::complete);
            EXPECT_EQ(found.size(), count * (count - 1) / 2);
            record.finish();
            return std::pair(saved_parts(bytes, detail::framed::recording), found);
        };
        auto [parts, first] = recorded(0);
        const auto [others, second] = recorded(count - 1);
        EXPECT_FALSE(first == second);
        parts.frames[0] = others.frames[0];
        quadtree<> again;
        const replay_report report = replay(again, parts.joined());
        EXPECT_TRUE(count == 2 ? bool(report) : report.first.is_in_other_order) << "one pair is the same in any order";
    }
}

// promise: damaged-recordings: Hostile bytes with right checksums do no harm; what no recording has is rejected.
// promise: damaged-recordings: The first operation of a recording is the whole tree; before that is sound, nothing is
//     run, and the tree is as it was.
TEST(a_recording_of_boxes, that_has_what_no_recording_has_is_damaged) {
    const auto recorded_erase = [](bool has_item) {
        quadtree<> world;
        mark(world);
        const item one = has_item ? world.insert({{1, 1}, {2, 2}}) : item{};
        byte_list bytes;
        recording record(world, bytes);
        record.erase(one);
        record.finish();
        return saved_parts(bytes, detail::framed::recording);
    };
    saved_parts too_short = recorded_questions([](quadtree<>&) {});
    too_short.frames[1].content.resize(3);
    saved_parts beheaded = recorded_questions([](quadtree<>&) {});
    beheaded.frames.erase(beheaded.frames.begin());
    saved_parts foreign = recorded_erase(true);
    foreign.frames[0] = recorded_erase(false).frames[0];
    struct {
        const saved_parts& parts;
        const char* what;
        std::uint64_t operations;
    } const all[] = {{too_short, "a frame is too short", 1},
                     {beheaded, "a first operation other than the whole tree", 0},
                     {foreign, "an item that the tree does not have", 1}};
    for (const auto& [parts, what, operations] : all) {
        quadtree<> again;
        again.insert({{1, 1}, {2, 2}});
        const byte_list before = bytes_of(again);
        const replay_report report = replay(again, parts.joined());
        EXPECT_EQ(report.stream.error, load_error::damaged);
        EXPECT_STREQ(report.stream.broken.what, what);
        EXPECT_EQ(report.operations, operations) << what;
        EXPECT_EQ(bytes_of(again) == before, operations == 0) << what;
    }
}

// promise: replay-observers
TEST(a_replay, may_be_stopped_by_its_observer) {
    const recorded_life life = small_life();
    quadtree<> again;
    const replay_report report = replay(
        again, life.bytes, [](const replayed& one, const auto&) { return one.number < 4 ? flow::next : flow::stop; });
    EXPECT_EQ(report.operations, 4U);
    EXPECT_TRUE(report.stream);
    EXPECT_TRUE(report.was_stopped);
    EXPECT_FALSE(report) << "not all was replayed";
}

/// Is told of each operation before it and after it.
struct both_sides {
    std::vector<recorded_verb>& begun;
    std::vector<std::uint32_t>& sizes;

    void before(recorded_verb verb, const quadtree<>& tree) {
        begun.push_back(verb);
        sizes.push_back(tree.size());
    }
    void operator()(const replayed& one, const quadtree<>&) const { EXPECT_EQ(one.verb, begun.back()); }
};

// promise: replay-observers
TEST(a_replay, tells_an_observer_of_operations_before_they_are_run) {
    quadtree<> world;
    world.insert({{0, 0}, {1, 1}});
    byte_list bytes;
    {
        recording record(world, bytes);
        record.insert({{2, 2}, {3, 3}});
        record.clear();
        record.tick();
    }
    std::vector<recorded_verb> begun;
    std::vector<std::uint32_t> sizes;
    quadtree<> again;
    EXPECT_TRUE(replay(again, bytes, both_sides{begun, sizes}));
    using verb = recorded_verb;
    EXPECT_EQ(begun, (std::vector{verb::state, verb::insert, verb::clear, verb::tick}));
    EXPECT_EQ(sizes, (std::vector<std::uint32_t>{0, 1, 2, 0}));
}

// promise: damaged-recordings: Bytes in memory end where the recording ends.
TEST(a_recording_of_boxes, must_end_where_its_bytes_end) {
    recorded_life life = small_life();
    const std::size_t end = life.bytes.size();
    life.bytes.push_back(std::byte{0});
    quadtree<> again;
    const replay_report report = replay(again, life.bytes);
    EXPECT_EQ(report.stream.error, load_error::too_long);
    EXPECT_EQ(report.stream.at, end);
    EXPECT_EQ(report.operations, life.operations);
    EXPECT_FALSE(report);
}

// promise: replay-observers
TEST(a_replay, tells_what_was_asked) {
    const auto ignore = [](auto...) {};
    const std::array<point<float>, 3> corners = {{{1, 2}, {5, 2}, {5, 7}}};
    const ray<float> path = {{1, 2}, {3, 5}};
    quadtree<> world;
    byte_list bytes;
    recording record(world, bytes);
    const item first = record.insert({{0, 0}, {1, 1}});
    const item second = record.insert({{2, 3}, {5, 7}});
    record.query({{1, 2}, {3, 5}}, ignore);
    static_cast<void>(record.any(circle<float>{{1, 2}, 3}));
    static_cast<void>(record.count(point<float>{1, 2}));
    record.query_within(segment<float>{{1, 2}, {3, 5}}, 7, ignore);
    record.query(polygon<float>{corners}, ignore);
    record.intersecting(second, ignore);
    record.pairs(ignore);
    record.pairs_of(std::array{second, first}, ignore);
    std::vector<neighbor> near;
    record.nearest({1, 2}, 9, near);
    record.raycast(path, ignore);
    static_cast<void>(record.closest_hit(path));
    record.cast(box<float>{{1, 2}, {3, 5}}, {7, 8}, ignore);
    static_cast<void>(record.closest_cast(circle<float>{{1, 2}, 3}, {7, 8}));
    record.finish();
    const std::string expected = "query box 1 2 3 5\n"
                                 "any circle 1 2 3\n"
                                 "count point 1 2\n"
                                 "query_within segment 1 2 3 5\n"
                                 "query polygon 1 2 5 2 5 7\n"
                                 "intersecting item 1\n"
                                 "pairs \n"
                                 "pairs_of item 1 0\n"
                                 "nearest point 1 2 9\n"
                                 "raycast ray 1 2 3 5\n"
                                 "closest_hit ray 1 2 3 5\n"
                                 "cast box 1 2 3 5 7 8\n"
                                 "closest_cast circle 1 2 3 7 8\n";
    std::ostringstream told;
    quadtree<> again;
    EXPECT_TRUE(replay(again, bytes, [&](const replayed& one, const auto&) {
        if (one.verb >= recorded_verb::query) {
            told << to_string(one.verb) << ' ' << one.form;
            for (std::uint32_t number = 0; number < one.number_count; ++number) {
                told << ' ' << one.numbers[number];
            }
            told << '\n';
        }
    }));
    EXPECT_EQ(told.str(), expected);
}

/// Of a recording's bytes no memory is made: room for more is not reserved, and told as not run.
// promise: recording-cost: A replay reserves room for 2²⁰ items at most.
TEST(a_replay, reserves_room_for_a_million_items_at_most) {
    for (const std::uint32_t more : {0U, 1U}) {
        quadtree<void, point<float>> world;
        byte_list bytes;
        recording record(world, bytes);
        ASSERT_TRUE(record.reserve((1U << 20U) + more));
        record.finish();
        quadtree<void, point<float>> again;
        std::vector<bool> were_run;
        EXPECT_TRUE(replay(again, bytes, [&](const replayed& one, const auto&) { were_run.push_back(one.is_run); }));
        EXPECT_EQ(were_run, (std::vector<bool>{true, more == 0}));
        EXPECT_EQ(again.stats().bytes > 1'000'000, more == 0);
    }
}

// promise: replay-observers: An observer learns how much a change was given and a question got; equal answers have an
//     equal hash.
TEST(a_replay, tells_how_many_a_change_was_given_and_a_question_got) {
    const std::vector<box<float>> five(5, {{0, 0}, {1, 1}});
    const auto ignore = [](auto...) {};
    quadtree<> world;
    byte_list bytes;
    recording record(world, bytes);
    std::vector<item> items;
    record.insert({{0, 0}, {1, 1}});
    record.insert(five, items);
    record.erase({items[0], items[1]});
    record.erase(items[0]);
    record.move(std::span<const item>(items).last(3), std::span(five).first(3));
    record.sync(std::vector<box<float>>(6, {{0, 0}, {1, 1}}));
    record.query({{0, 0}, {1, 1}}, ignore);
    record.pairs([](auto, auto) { return flow::stop; });
    static_cast<void>(record.count({{0, 0}, {1, 1}}));
    static_cast<void>(record.closest_hit({{5, 5}, {1, 1}}));
    record.assign(std::span(five).first(2));
    record.finish();
    std::vector<std::uint64_t> found;
    quadtree<> again;
    const auto note = [&](const replayed& one, const auto&) { found.push_back(one.items); };
    const replay_report report = replay(again, bytes, note);
    EXPECT_TRUE(report) << in_words(report);
    EXPECT_EQ(found, (std::vector<std::uint64_t>{0, 1, 5, 2, 1, 3, 6, 4, 1, 4, 0, 2}));
    EXPECT_EQ(report.operations, record.operations());
    EXPECT_EQ(report.hash, replay(again, bytes).hash) << "that of the same answers";
}

/// This is how one sees why a tick was slow.
// promise: replay-observers
TEST(a_replay, tells_of_each_change_how_the_tree_was_brought_up_to_date) {
    const auto boxes_at = [](auto place) {
        std::vector<box<float>> boxes;
        for (int number = 0; number < 2000; ++number) {
            const point<float> where = place(number);
            boxes.push_back({where, {where.x + 1, where.y + 1}});
        }
        return boxes;
    };
    const auto spread = [](int number) { return point<float>{float(number % 50) * 8, float(number / 50) * 8}; };
    const auto few_moved = [&](int number) { return number % 100 == 0 ? point<float>{7, 7} : spread(number); };
    const auto turned = [&](int number) { return point<float>{spread(number).y * 5, spread(1999 - number).x}; };
    quadtree<> world;
    byte_list bytes;
    recording record(world, bytes);
    std::vector<change_report> reports;
    reports.push_back(record.assign(boxes_at(spread)));
    reports.push_back(record.sync(boxes_at(spread)));
    reports.push_back(record.sync(boxes_at(few_moved)));
    reports.push_back(record.sync(boxes_at(turned)));
    record.finish();
    std::set<update_method> methods;
    for (const change_report& each : reports) {
        ASSERT_TRUE(each);
        methods.insert(each.method);
    }
    ASSERT_EQ(methods.size(), 3U) << "a refit, a reinsertion and a rebuild";
    std::size_t next = 0;
    quadtree<> again;
    EXPECT_TRUE(replay(again, bytes, [&](const replayed& one, const auto&) {
        if (one.verb == recorded_verb::sync || one.verb == recorded_verb::assign) {
            ASSERT_LT(next, reports.size());
            EXPECT_EQ(one.method, reports[next].method) << next;
            EXPECT_EQ(one.reinserted, reports[next].reinserted) << next;
            ++next;
        }
    }));
    EXPECT_EQ(next, reports.size());
}

} // namespace
} // namespace quadrille::testing
