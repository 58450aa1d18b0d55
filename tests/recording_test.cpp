// Recording and replay: a life is run again with the same answers; whatever the bytes are, they are run as far as they are right.
// SPDX-License-Identifier: MIT
#include "support/appearance.hpp"
#include "support/effort.hpp"
#include "support/reach.hpp"
#include "support/saved.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <quadrille/recording.hpp>
#include <quadrille/replay.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace quadrille::testing {
namespace {

/// Every question, of a tree or of a recording of one; the answers as numbers.
template <class Shape, class World, class Tree>
std::vector<double> ask_all_questions(World& world, const Tree& tree, random_source& source) {
    using scalar = typename Shape::scalar;
    std::vector<double> all;
    const auto note = [&](auto... hits) { (all.push_back(double(hits.index())), ...); };
    const auto note_met = [&](auto hit) {
        all.push_back(double(hit.index()));
        all.push_back(double(hit.fraction()));
    };
    const auto someone = [&] { return tree.item_at(source.below(tree.index_limit() + 1)); };
    auto few = [&, left = 3](auto hit) mutable {
        note(hit);
        return --left > 0 ? flow::next : flow::stop;
    };
    const filter some{1 + source.below(7)};
    const auto area = draw_area<scalar>(source, style::spread);
    const std::array<point<scalar>, 3> corners = {area.min, {area.max.x, area.min.y}, area.max};
    const circle<scalar> disc{area.min, scalar(3)};
    const segment<scalar> stroke{area.min, area.max};
    const ray<scalar> path = draw_ray<scalar>(source, style::spread);
    world.query(area, note);
    world.query(area, few, some);
    world.query(disc, note);
    world.query(area.min, note);
    world.query(stroke, note);
    world.query(polygon<scalar>{corners}, note, some);
    world.query_within(disc, 1.5, note, some);
    all.push_back(world.any(area, some) ? 1 : 0);
    all.push_back(world.count(polygon<scalar>{corners}));
    world.touching(someone(), note);
    world.touching(item{}, note);
    world.pairs(note, {.layers = some.layers, .partners = 6, .distance = 0.25});
    world.pairs_of({someone(), someone()}, note);
    std::vector<neighbour> nearest;
    world.nearest(area.min, 5, nearest, {.layers = some.layers, .distance = 9});
    nearest.resize(nearest.size() + 3);
    all.push_back(double(world.nearest(area.max, std::span(nearest).last(3))));
    for (const neighbour& each : nearest) {
        all.push_back(each.distance2);
    }
    world.raycast(path, note_met);
    world.raycast(path, [&](auto hit) { return note_met(hit), hit.fraction(); });
    world.raycast(path, [&](auto hit) { return note_met(hit), hit.index() % 2 == 0 ? 0.5 : 1.0; });
    world.cast(disc, path.translation, [&](auto hit) { return note_met(hit), flow::stop; }, some);
    world.cast(area, path.translation, note_met);
    for (const auto met : {world.closest_hit(path, some), world.closest_cast(area.min, path.translation)}) {
        all.push_back(met ? double(met->fraction) : -1);
    }
    return all;
}

/// Changes of every kind, refused ones, too; and questions. The same seed does the same.
template <class Shape, class World, class Tree>
std::vector<double> lead_life(World& world, Tree& tree, std::uint64_t seed, int rounds) {
    constexpr bool is_bare = std::is_void_v<typename Tree::value_type>;
    random_source source(seed);
    std::vector<double> all;
    std::vector<item> items;
    const auto someone = [&] { return tree.item_at(source.below(tree.index_limit() + 1)); };
    const auto some_shapes = [&](std::uint32_t count) {
        std::vector<Shape> shapes(count);
        for (Shape& each : shapes) {
            each = draw<Shape>(source, source.below(9) == 0 ? style::sizes : style::spread);
        }
        return shapes;
    };
    const std::vector<Shape> bad = bad_shapes<Shape>();
    for (int round = 0; round < rounds; ++round) {
        items.clear();
        const auto several = some_shapes(source.below(20));
        if constexpr (is_bare) {
            world.insert(draw<Shape>(source, style::cluster), in_layers{source.below(8)});
            world.insert(bad[source.below(static_cast<std::uint32_t>(bad.size()))]);
            world.insert(several, items, in_layers{3});
            world.insert(bad, items);
        } else {
            world.insert(draw<Shape>(source, style::cluster), round, in_layers{source.below(8)});
            world.insert(bad[source.below(static_cast<std::uint32_t>(bad.size()))], 1);
            world.insert(several, std::vector<int>(several.size(), round), items, in_layers{3});
            world.insert(several, {1}, items);
        }
        world.erase(someone());
        world.erase(item{});
        world.erase({someone(), someone()});
        world.move(someone(), draw<Shape>(source, style::cluster));
        world.move(someone(), bad[0]);
        const std::vector<item> some = {someone(), someone(), someone()};
        world.move(some, some_shapes(3));
        world.move(some, some_shapes(2));
        world.set_layers(someone(), source.below(8));
        switch (source.below(12)) {
        case 0: world.erase_if([&](auto hit) { return hit.index() % 5 == 0; }); break;
        case 1: world.reserve(source.below(700)); break;
        case 2: world.clear(); break;
        case 3:
            if constexpr (is_bare) {
                world.assign(some_shapes(60));
            } else {
                world.assign(some_shapes(60), std::vector<int>(60, 4));
            }
            break;
        case 4: world.sync(some_shapes(tree.index_limit() + 1)); break;
        case 5: world.sync(std::vector<Shape>(tree.index_limit(), bad[0])); break;
        case 6: world.sync([&](auto) { return draw<Shape>(source, style::grid); }); break;
        default: world.sync(some_shapes(tree.index_limit())); break;
        }
        const auto answers = ask_all_questions<Shape>(world, tree, source);
        all.insert(all.end(), answers.begin(), answers.end());
    }
    return all;
}
/// A recording of such a life, and how many operations it has.
struct recorded_life {
    byte_list bytes;
    std::uint64_t operations = 0;
};
template <class Shape>
recorded_life record_life(quadtree<void, Shape>& world, std::uint64_t seed, int rounds) {
    recorded_life life;
    {
        recording record(world, life.bytes);
        for (int round = 0; round < rounds; ++round) {
            lead_life<Shape>(record, world, seed + static_cast<std::uint64_t>(round), 1);
            record.tick();
        }
        life.operations = record.operations();
    }
    return life;
}

std::string in_words(const replay_report& report) {
    return std::string(to_string(report.stream.why)) + " at " + std::to_string(report.stream.at) + "; different " +
           std::to_string(report.different) + ", first " + std::to_string(report.first.number) + " " +
           to_string(report.first.verb);
}

/// In checked builds handles carry the mark of the tree that made the first of them, which is saved.
template <class Tree>
void mark(Tree& tree) {
    if constexpr (std::is_void_v<typename Tree::value_type>) {
        tree.erase(tree.insert(made<typename Tree::shape_type>(0, 0, 1, 1)));
    } else {
        tree.erase(tree.insert(made<typename Tree::shape_type>(0, 0, 1, 1), 1));
    }
}

QUADRILLE_EVERY_SHAPE_SUITE(a_recording);

TYPED_TEST(a_recording, is_replayed_with_the_same_answers_to_the_same_tree) {
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

TYPED_TEST(a_recording, does_what_the_tree_does_and_leaves_the_values_out) {
    quadtree<int, TypeParam> alone;
    quadtree<int, TypeParam> world;
    const auto expected = lead_life<TypeParam>(alone, alone, 5, 30);
    byte_list bytes;
    {
        recording record(world, bytes);
        ASSERT_EQ(lead_life<TypeParam>(record, world, 5, 30), expected);
        ASSERT_EQ(&record.tree(), &world);
        ASSERT_EQ(record.why(), save_refusal::none);
    }
    ASSERT_EQ(appearance_of(world), appearance_of(alone));
    quadtree<void, TypeParam> again;
    const replay_report report = replay(again, bytes);
    ASSERT_TRUE(report) << in_words(report);
    ASSERT_EQ(again.size(), world.size());
    EXPECT_GT(report.operations, 900U);
}

/// A recording that may be cut and changed, small enough for each of its bits.
recorded_life small_life() {
    quadtree<void, box<float>> world;
    recorded_life life;
    recording record(world, life.bytes);
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
        const item one = record.insert({{float(seed), 0}, {4, 4}});
        record.insert({{1, 1}, {2, 2}}, in_layers{2});
        record.move(one, {{0, 0}, {3, 3}});
        record.query({{0, 0}, {9, 9}}, [](auto) {});
        record.pairs([](auto, auto) {});
        record.tick();
    }
    record.finish();
    life.operations = record.operations();
    return life;
}

TEST(a_recording_of_boxes, that_is_cut_anywhere_is_replayed_up_to_there) {
    const recorded_life life = small_life();
    std::uint64_t most = 0;
    for (std::size_t size = 0; size < life.bytes.size(); ++size) {
        quadtree<> again;
        const replay_report report = replay(again, std::span(life.bytes).first(size));
        ASSERT_EQ(report.stream.why, load_refusal::cut_short) << size;
        ASSERT_EQ(report.stream.at, size);
        ASSERT_EQ(report.different, 0U);
        ASSERT_GE(report.operations, most) << "more bytes, fewer operations";
        ASSERT_FALSE(again.validate());
        most = report.operations;
    }
    EXPECT_EQ(most, life.operations) << "the last frame has no operation";
}

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
TYPED_TEST(a_recording, of_a_hostile_author_does_no_harm) {
    const std::uint64_t seeds = effort<std::uint64_t>(300, 30'000);
    quadtree<void, TypeParam> world;
    const saved_parts sound(record_life(world, 3, 3).bytes, detail::framed::recording);
    int refused = 0;
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
        refused += replay(again, parts.joined()).stream ? 0 : 1;
        ASSERT_FALSE(again.validate()) << seed;
    }
    EXPECT_GT(refused, 30);
}

TEST(a_recording_of_boxes, of_another_tree_is_refused_and_names_its_kind) {
    const recorded_life life = small_life();
    quadtree<void, circle<double>> other;
    other.insert({{0, 0}, 1});
    const replay_report report = replay(other, life.bytes);
    EXPECT_EQ(report.stream.why, load_refusal::other_tree);
    EXPECT_EQ(report.stream.found, 2U | 4U << 8U);
    EXPECT_EQ(report.operations, 0U);
    EXPECT_EQ(other.size(), 1U);
    quadtree<> tree;
    EXPECT_EQ(replay(tree, bytes_of(tree)).stream.why, load_refusal::not_a_tree);
    EXPECT_EQ(load_bytes(tree, life.bytes).why, load_refusal::not_a_tree);
}

using change = std::function<void(quadtree<>&)>;

/// Asks for a box and for pairs.
saved_parts recorded_questions(const change& before) {
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
replay_report replay_with(const change& recorded, const change& replayed) {
    saved_parts parts = recorded_questions(recorded);
    parts.frames[0] = recorded_questions(replayed).frames[0];
    quadtree<> again;
    return replay(again, parts.joined());
}

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

/// Too short for the number of its operations, under a right checksum.
TEST(a_recording_of_boxes, of_which_a_frame_is_too_short_is_damaged) {
    saved_parts parts = recorded_questions([](quadtree<>&) {});
    parts.frames[1].content.resize(3);
    quadtree<> again;
    const replay_report report = replay(again, parts.joined());
    EXPECT_EQ(report.stream.why, load_refusal::damaged);
    EXPECT_STREQ(report.stream.broken.what, "a frame is too short");
}

TEST(a_recording_of_boxes, refuses_what_the_tree_refuses) {
    quadtree<> world;
    byte_list bytes;
    recording record(world, bytes);
    record.insert({{0, 0}, {1, 1}});
    EXPECT_EQ(record.sync(std::vector<box<float>>(2)).why, refusal::wrong_size);
    EXPECT_EQ(world.refusal(), refusal::wrong_size);
    EXPECT_EQ(record.move(std::array{world.item_at(0)}, std::vector<box<float>>(2)).why, refusal::wrong_size);
    EXPECT_EQ(world.refusal(), refusal::wrong_size);
    record.finish();
    quadtree<> again;
    EXPECT_TRUE(replay(again, bytes));
    EXPECT_EQ(appearance_of(again), appearance_of(world));
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

TEST(a_recording_of_boxes, of_an_item_that_the_tree_does_not_have_is_damaged) {
    const auto erasing = [](bool has_item) {
        quadtree<> world;
        mark(world);
        const item one = has_item ? world.insert({{1, 1}, {2, 2}}) : item{};
        byte_list bytes;
        recording record(world, bytes);
        record.erase(one);
        record.finish();
        return saved_parts(bytes, detail::framed::recording);
    };
    saved_parts parts = erasing(true);
    parts.frames[0] = erasing(false).frames[0];
    quadtree<> again;
    const replay_report report = replay(again, parts.joined());
    EXPECT_EQ(report.stream.why, load_refusal::damaged);
    EXPECT_STREQ(report.stream.broken.what, "an item that the tree does not have");
    EXPECT_EQ(report.operations, 1U);
}

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

TEST(a_recording_of_boxes, has_what_was_changed_past_it) {
    quadtree<> world;
    quadtree<> other;
    mark(other);
    other.insert({{0, 0}, {5, 5}});
    byte_list bytes;
    {
        recording record(world, bytes);
        record.insert({{0, 0}, {1, 1}});
        world.insert({{1, 1}, {2, 2}});
        record.pairs([](auto, auto) {});
        world.copy_from(other);
        record.insert({{0, 0}, {1, 1}});
        world.swap(other);
        record.tick();
        world.clear();
    }
    quadtree<> again;
    std::map<recorded_verb, int> counts;
    const replay_report report = replay(again, bytes, [&](const replayed& one, const auto&) { ++counts[one.verb]; });
    EXPECT_TRUE(report) << in_words(report);
    EXPECT_EQ(counts[recorded_verb::state], 5);
    EXPECT_EQ(counts[recorded_verb::insert], 2);
    EXPECT_TRUE(again.empty());
}

/// Whatever comes next finds the tree as it is then.
TEST(a_recording_of_boxes, has_what_was_changed_past_it_before_every_verb) {
    using record_type = recording<void, box<float>, byte_list&>;
    const box<float> small = {{0, 0}, {1, 1}};
    const std::vector<box<float>> six(6, {{1, 1}, {2, 2}});
    const ray<float> path = {{-1, 0}, {9, 0}};
    const auto ignore = [](auto...) {};
    std::vector<item> fresh;
    const std::pair<const char*, std::function<void(record_type&, quadtree<>&)>> verbs[] = {
        {"tick", [&](auto& record, auto&) { record.tick(); }},
        {"insert", [&](auto& record, auto&) { record.insert(small); }},
        {"insert of many", [&](auto& record, auto&) { record.insert(six, fresh); }},
        {"erase", [&](auto& record, auto& tree) { record.erase(tree.item_at(1)); }},
        {"erase of many", [&](auto& record, auto& tree) { record.erase({tree.item_at(1), tree.item_at(2)}); }},
        {"erase_if", [&](auto& record, auto&) { record.erase_if([](auto hit) { return hit.index() == 5; }); }},
        {"move", [&](auto& record, auto& tree) { record.move(tree.item_at(5), small); }},
        {"move of many",
         [&](auto& record, auto& tree) {
             record.move(std::array{tree.item_at(5)}, std::vector<box<float>>(1, small));
         }},
        {"set_layers", [&](auto& record, auto& tree) { record.set_layers(tree.item_at(5), 2); }},
        {"clear", [&](auto& record, auto&) { record.clear(); }},
        {"reserve", [&](auto& record, auto&) { record.reserve(100); }},
        {"assign", [&](auto& record, auto&) { record.assign(six); }},
        {"sync", [&](auto& record, auto&) { record.sync(six); }},
        {"sync by a function", [&](auto& record, auto&) { record.sync([&](auto) { return small; }); }},
        {"query", [&](auto& record, auto&) { record.query(small, ignore); }},
        {"query_within", [&](auto& record, auto&) { record.query_within(small, 2, ignore); }},
        {"any", [&](auto& record, auto&) { static_cast<void>(record.any(small)); }},
        {"count", [&](auto& record, auto&) { static_cast<void>(record.count(small)); }},
        {"touching", [&](auto& record, auto& tree) { record.touching(tree.item_at(5), ignore); }},
        {"pairs", [&](auto& record, auto&) { record.pairs(ignore); }},
        {"pairs_of", [&](auto& record, auto& tree) { record.pairs_of({tree.item_at(5)}, ignore); }},
        {"nearest",
         [&](auto& record, auto&) {
             std::vector<neighbour> near;
             record.nearest(point<float>{0, 0}, 9, near);
         }},
        {"nearest in a span",
         [&](auto& record, auto&) {
             std::array<neighbour, 9> near;
             record.nearest(point<float>{0, 0}, std::span(near));
         }},
        {"raycast", [&](auto& record, auto&) { record.raycast(path, ignore); }},
        {"closest_hit", [&](auto& record, auto&) { static_cast<void>(record.closest_hit(path)); }},
        {"cast", [&](auto& record, auto&) { record.cast(small, path.translation, ignore); }},
        {"closest_cast", [&](auto& record, auto&) { static_cast<void>(record.closest_cast(small, path.translation)); }},
    };
    for (const auto& [name, act] : verbs) {
        SCOPED_TRACE(name);
        quadtree<> world;
        byte_list bytes;
        record_type record(world, bytes);
        std::vector<item> items;
        ASSERT_TRUE(record.insert(std::vector<box<float>>(5, small), items));
        ASSERT_TRUE(world.insert({{0, 0}, {3, 3}})) << "past the recording";
        act(record, world);
        record.finish();
        quadtree<> again;
        const replay_report report = replay(again, bytes);
        EXPECT_TRUE(report) << in_words(report);
        EXPECT_EQ(appearance_of(again), appearance_of(world));
    }
}

TEST(a_recording_of_boxes, ends_where_its_sink_refuses_and_the_tree_goes_on) {
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
            EXPECT_EQ(record.why(), save_refusal::sink);
            EXPECT_EQ(record.bytes(), bytes.size());
            EXPECT_EQ(left, -1) << "asked again after it refused";
            quadtree<> again;
            const replay_report report = replay(again, bytes);
            EXPECT_EQ(report.stream.why, load_refusal::cut_short);
            EXPECT_EQ(report.different, 0U);
        }
    }
}

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

/// Moved boxes are differences; resting ones a byte; a question some 30.
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

TEST(a_recording_of_boxes, is_what_it_always_was) {
    const byte_list bytes = small_life().bytes;
    detail::answer_hash hash;
    for (const std::byte each : bytes) {
        hash.add(std::to_integer<std::uint64_t>(each));
    }
    EXPECT_EQ(bytes.size(), 617U);
    EXPECT_EQ(hash.in_order, 2572302150U);
}

TEST(a_replay, may_be_stopped_by_its_observer) {
    const recorded_life life = small_life();
    quadtree<> again;
    const replay_report report = replay(
        again, life.bytes, [](const replayed& one, const auto&) { return one.number < 4 ? flow::next : flow::stop; });
    EXPECT_EQ(report.operations, 4U);
    EXPECT_TRUE(report.stream);
}

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
    record.touching(second, ignore);
    record.pairs(ignore);
    record.pairs_of(std::array{second, first}, ignore);
    std::vector<neighbour> near;
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
                                 "touching item 1\n"
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

/// This is how one sees why a tick was slow.
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
            std::byte bytes[code::most_bytes];
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
