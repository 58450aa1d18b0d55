// Many questions over a runner: equal to the serial verbs for any number of threads, whatever is asked, and however it ends.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/areas.hpp"
#include "support/batch.hpp"
#include "support/effort.hpp"
#include "support/joined_threads.hpp"
#include "support/reach.hpp"
#include "support/runners.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"
#include "support/worlds.hpp"

#include <quadrille/parallel.hpp>

#include "grid/digits.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(parallel_batch);
QUADRILLE_EVERY_SHAPE_SUITE(parallel_batch_of_every_shape);

// ---- Equal to the serial verbs -----------------------------------------------------------------------------------------

/// What one way of asking finds, byte for byte.
template <class Scalar>
struct found_by_all {
    answer_rows<item> items;
    answer_rows<std::uint32_t> indices;
    answer_rows<ray_hit<Scalar>> hits;
    std::vector<std::pair<std::size_t, item>> visited;
    std::vector<std::pair<std::size_t, std::uint32_t>> hit_in_turn;
    std::vector<std::uint32_t> counts;
    std::vector<neighbor> neighbors;
    std::vector<std::optional<ray_hit<Scalar>>> closest;
    counters seen[5];

    friend bool operator==(const found_by_all& one, const found_by_all& other) {
        const auto rows_of = [](const auto& rows) { return std::tie(rows.offsets, rows.answers); };
        return rows_of(one.items) == rows_of(other.items) && rows_of(one.indices) == rows_of(other.indices) &&
               rows_of(one.hits) == rows_of(other.hits) && one.visited == other.visited &&
               one.hit_in_turn == other.hit_in_turn && one.counts == other.counts && one.neighbors == other.neighbors &&
               one.closest == other.closest &&
               std::equal(std::begin(one.seen), std::end(one.seen), std::begin(other.seen));
    }
};

template <class Area, class Scalar>
struct questions {
    std::vector<Area> areas;
    std::vector<point<Scalar>> places;
    std::vector<ray<Scalar>> rays;
    filter wanted;
    double distance = infinite<double>;
};

/// Asks by verbs `ask.query(…)`, …
template <class Area, class Scalar, class Ask>
void ask_everything(const questions<Area, Scalar>& those, const Ask& ask, found_by_all<Scalar>& all) {
    all.visited.clear();
    all.hit_in_turn.clear();
    all.counts.assign(those.areas.size(), 77);
    all.neighbors.assign(those.places.size() * 3, {{7, 7}, -1});
    all.closest.assign(those.rays.size(), ray_hit<Scalar>{{7, 7}, 7});
    for (counters& seen : all.seen) {
        seen = {};
    }
    const auto visit = [&](std::size_t number, auto hit) { all.visited.emplace_back(number, hit.item()); };
    const auto shorten = [&](std::size_t number, auto met) {
        all.hit_in_turn.emplace_back(number, met.index());
        return number % 3 == 0 ? met.fraction() : Scalar(number % 3) - 1;
    };
    EXPECT_EQ(ask.query(those.areas, all.items, those.wanted, &all.seen[0]), outcome::complete);
    EXPECT_EQ(ask.query(those.areas, all.indices, those.wanted, nullptr), outcome::complete);
    EXPECT_EQ(ask.query(those.areas, visit, those.wanted, &all.seen[1]), outcome::complete);
    EXPECT_EQ(ask.raycast(those.rays, all.hits, those.wanted, &all.seen[2]), outcome::complete);
    EXPECT_EQ(ask.raycast(those.rays, shorten, those.wanted, nullptr), outcome::complete);
    EXPECT_TRUE(ask.count(those.areas, all.counts, those.wanted, &all.seen[3]));
    EXPECT_TRUE(ask.nearest(those.places, 3, all.neighbors, {those.wanted.layers, those.distance}, &all.seen[4]));
    EXPECT_TRUE(ask.closest_hit(those.rays, all.closest, those.wanted, nullptr));
}

template <class Tree>
struct ask_serially {
    const Tree& tree;
    batch_workspace& workspace;

    auto query(const auto& areas, auto& out, const filter& wanted, counters* counts) const {
        return tree.query(areas, workspace, out, wanted, counts);
    }
    auto raycast(const auto& rays, auto& out, const filter& wanted, counters* counts) const {
        return tree.raycast(rays, workspace, out, wanted, counts);
    }
    auto count(const auto& areas, auto& results, const filter& wanted, counters* counts) const {
        return tree.count(areas, workspace, results, wanted, counts);
    }
    auto nearest(const auto& places, std::size_t most, auto& results, const nearest_filter& wanted,
                 counters* counts) const {
        return tree.nearest(places, most, workspace, results, wanted, counts);
    }
    auto closest_hit(const auto& rays, auto& results, const filter& wanted, counters* counts) const {
        return tree.closest_hit(rays, workspace, results, wanted, counts);
    }
};

template <class Runner, class Tree>
struct ask_over {
    Runner& with;
    const Tree& tree;
    batch_workspace& workspace;

    auto query(const auto& areas, auto& out, const filter& wanted, counters* counts) const {
        return parallel::query(with, tree, areas, workspace, receiver(out), wanted, counts);
    }
    auto raycast(const auto& rays, auto& out, const filter& wanted, counters* counts) const {
        return parallel::raycast(with, tree, rays, workspace, receiver(out), wanted, counts);
    }
    auto count(const auto& areas, auto& results, const filter& wanted, counters* counts) const {
        return parallel::count(with, tree, areas, workspace, results, wanted, counts);
    }
    auto nearest(const auto& places, std::size_t most, auto& results, const nearest_filter& wanted,
                 counters* counts) const {
        return parallel::nearest(with, tree, places, most, workspace, results, wanted, counts);
    }
    auto closest_hit(const auto& rays, auto& results, const filter& wanted, counters* counts) const {
        return parallel::closest_hit(with, tree, rays, workspace, results, wanted, counts);
    }

private:
    template <class Answer>
    static answer_rows<Answer>& receiver(answer_rows<Answer>& rows) {
        return rows;
    }
    static auto receiver(const auto& visitor) { return parallel::in_order(visitor); }
};

/// Asks serially and over every runner. The memory is that of the calls before.
template <class Scalar>
struct asked_in_every_way {
    every_runner runners;
    batch_workspace serial_workspace;
    batch_workspace workspaces[2] = {batch_workspace(ordering::where_it_pays), batch_workspace(ordering::always)};
    std::uint32_t turn = 0;
    found_by_all<Scalar> expected;
    found_by_all<Scalar> found;

    template <class Tree, class Area>
    void expect_equal(const Tree& tree, const questions<Area, Scalar>& those, std::string_view what) {
        ask_everything(those, ask_serially<Tree>{tree, serial_workspace}, expected);
        runners.each([&](const std::string& runner, auto& with) {
            batch_workspace& workspace = workspaces[turn++ % 2];
            ask_everything(those, ask_over<std::remove_reference_t<decltype(with)>, Tree>{with, tree, workspace},
                           found);
            EXPECT_TRUE(found == expected) << what << ", " << those.areas.size() << " questions, " << runner;
        });
    }
};

/// Questions about a world, some of them equal to others, infinite or with a NaN.
template <class Scalar, class World, class AreaOf>
auto draw_questions(World& world, std::uint32_t count, const AreaOf& area_of) {
    random_source& source = world.source;
    const auto draw_one = [&] {
        return area_of(draw_areas(source, draw_area<Scalar>(source, world.how), draw_place<Scalar>(source, world.how)));
    };
    questions<decltype(draw_one()), Scalar> all;
    const bool are_many_equal = source.below(3) == 0;
    for (std::uint32_t number = 0; number < count; ++number) {
        const bool is_equal = number > 0 && source.below(10) < (are_many_equal ? 9U : 1U);
        all.areas.push_back(is_equal ? all.areas.front() : draw_one());
        all.places.push_back(is_equal ? all.places.front() : draw_place<Scalar>(source, world.how));
        all.rays.push_back(is_equal ? all.rays.front() : draw_ray<Scalar>(source, world.how));
    }
    all.wanted.layers = source.below(3) == 0 ? 1 + source.below(7) : all_layers;
    all.distance = source.below(2) == 0 ? infinite<double> : source.between(-1, 12);
    return all;
}

// promise: same-on-any-threads
// promise: same-on-any-threads: Many questions over a runner have the answers and counters of the serial verbs.
TYPED_TEST(parallel_batch_of_every_shape, finds_what_serial_verbs_do) {
    using scalar = typename TypeParam::scalar;
    asked_in_every_way<scalar> ways;
    std::uint32_t turn = 0;
    constexpr std::uint32_t counts[] = {257, 0, 1000, 1, 31, 256, 32, 33, 255};
    each_small_world<TypeParam>(61, [&](queried_world<TypeParam>& world) {
        if (world.source.below(in_rounds(40U)) != 0) {
            return;
        }
        scatter_layers(world);
        const std::uint32_t count = counts[turn++ % std::size(counts)];
        const auto check = [&](const char* form, const auto& area_of) {
            ways.expect_equal(world.tree, draw_questions<scalar>(world, count, area_of), form);
        };
        switch (world.source.below(3)) {
        case 0: check("box", [](const auto& one) { return one.frame; }); break;
        case 1: check("circle", [](const auto& one) { return one.disc; }); break;
        default: check("own", [](const auto& one) { return one.half; }); break;
        }
    });
    EXPECT_GT(turn, std::size(counts));
}

/// Windows around the items of a scene.
template <class Scalar>
questions<box<Scalar>, Scalar>
around_items(const scenes::world<Scalar>& scene, std::uint32_t count, std::uint64_t seed) {
    random_source source(seed);
    questions<box<Scalar>, Scalar> all;
    for (std::uint32_t number = 0; number < count; ++number) {
        const box<Scalar>& one = scene.boxes()[source.below(scene.count())];
        all.areas.push_back(one);
        all.places.push_back(one.max);
        all.rays.push_back({one.min, {one.max.x - one.min.x, Scalar(2)}});
    }
    return all;
}

// promise: same-on-any-threads: Many questions over a runner have the answers and counters of the serial verbs.
TYPED_TEST(parallel_batch, after_a_life_in_every_scene_finds_what_serial_verbs_do) {
    asked_in_every_way<TypeParam> ways;
    for (const scenes::kind which : scenes::every_kind) {
        scenes::world<TypeParam> scene(which, 600, 62);
        bare_tree<TypeParam> tree({.leaf_capacity = 8});
        ASSERT_TRUE(tree.assign(scene.boxes()));
        for (int tick = 0; tick < 20; ++tick) {
            scene.step();
            ASSERT_TRUE(tree.sync(scene.boxes()));
        }
        ways.expect_equal(tree, around_items(scene, 700, 63), scenes::to_string(which));
    }
}

/// More than are asked at a time, for visitors, and for rows and results of one size.
// promise: same-on-any-threads: More questions than are asked at a time have the same answers.
TYPED_TEST(parallel_batch, more_questions_than_one_window_find_what_serial_verbs_do) {
    const scenes::world<TypeParam> scene(scenes::kind::uniform, 200, 64);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(scene.boxes()));
    asked_in_every_way<TypeParam> ways;
    ways.runners.limit_to(7);
    ways.expect_equal(tree, around_items(scene, 100'000, 65), "uniform");

    const auto those = around_items(scene, detail::max_ordered + 5, 66);
    parallel::thread_pool pool(2);
    std::vector<std::uint32_t> counts(those.areas.size());
    std::vector<std::uint32_t> expected(those.areas.size());
    ASSERT_TRUE(parallel::count(pool, tree, those.areas, ways.workspaces[1], counts));
    ASSERT_TRUE(tree.count(those.areas, ways.workspaces[1], expected));
    EXPECT_EQ(counts, expected);
    ASSERT_EQ(parallel::query(pool, tree, those.areas, ways.workspaces[1], ways.found.indices), outcome::complete);
    ASSERT_EQ(tree.query(those.areas, ways.workspaces[1], ways.expected.indices), outcome::complete);
    EXPECT_EQ(ways.found.indices.answers, ways.expected.indices.answers);
    EXPECT_EQ(ways.found.indices.offsets, ways.expected.indices.offsets);
}

/// In a world of so many items the walks of several questions are in flight.
// promise: same-on-any-threads
TYPED_TEST(parallel_batch, questions_in_flight_find_what_serial_verbs_do) {
    const scenes::world<TypeParam> scene(scenes::kind::clustered, 33'000, 72);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(scene.boxes()));
    asked_in_every_way<TypeParam> ways;
    for (const std::uint32_t count : {1U, 9U, 700U}) {
        ways.expect_equal(tree, around_items(scene, count, 73), "in flight");
    }
}

// promise: same-on-any-threads: Empty trees and no questions have no answers.
TYPED_TEST(parallel_batch, empty_trees_and_no_questions_have_no_answers) {
    const bare_tree<TypeParam> empty;
    const scenes::world<TypeParam> scene(scenes::kind::uniform, 200, 67);
    asked_in_every_way<TypeParam> ways;
    for (const std::uint32_t count : {0U, 1000U}) {
        ways.expect_equal(empty, around_items(scene, count, 68), "an empty tree");
    }
}

// promise: same-on-any-threads: Fewer than 256 questions are one task; more are several, in any tree.
TYPED_TEST(parallel_batch, fewer_than_256_questions_are_one_task_and_more_are_several_in_any_tree) {
    bare_tree<TypeParam> tree;
    tree.insert(dot<TypeParam>(1, 1));
    const auto calls_for = [&](std::size_t questions) {
        batch_workspace workspace;
        shuffling_runner runner(2);
        std::vector<std::uint32_t> counts(questions);
        EXPECT_TRUE(parallel::count(runner, tree, std::vector(questions, tree.bounds()), workspace, counts));
        EXPECT_EQ(counts.back(), 1U);
        return runner.calls();
    };
    EXPECT_EQ(calls_for(255), 0U);
    EXPECT_GT(calls_for(256), 0U);
}

// promise: query-batch-results: Results of another length are rejected.
TYPED_TEST(parallel_batch, results_of_another_length_are_rejected) {
    const bare_tree<TypeParam> tree;
    batch_workspace workspace(ordering::always);
    parallel::inline_runner with;
    const std::vector<box<TypeParam>> areas(3);
    const std::vector<point<TypeParam>> places(3);
    const std::vector<ray<TypeParam>> rays(3);
    std::vector<std::uint32_t> counts(2, 77);
    std::vector<neighbor> neighbors(4);
    std::vector<std::optional<ray_hit<TypeParam>>> hits(2);
    EXPECT_EQ(parallel::count(with, tree, areas, workspace, counts).error, error::wrong_size);
    EXPECT_EQ(parallel::nearest(with, tree, places, 1, workspace, neighbors).error, error::wrong_size);
    EXPECT_EQ(parallel::closest_hit(with, tree, rays, workspace, hits).error, error::wrong_size);
    EXPECT_EQ(counts, (std::vector<std::uint32_t>{77, 77}));
}

// ---- Order -------------------------------------------------------------------------------------------------------------

// promise: same-on-any-threads: Tasks of 64 questions or more answer in Morton order, each question once.
TYPED_TEST(parallel_batch, tasks_ask_in_the_order_of_codes_and_share_equally) {
    for (const std::size_t count : {256U, 1000U, 5000U, 70000U}) {
        const detail::question_cut cut(count, true);
        EXPECT_GE(cut.tasks.pieces, 4U);
        EXPECT_LE(cut.tasks.pieces, detail::max_question_tasks);
        random_source source(69);
        std::vector<detail::placed_question> all(2 * count);
        for (std::uint32_t number = 0; number < count; ++number) {
            const point<double> where = {source.between(-2, 12), source.between(-2, 12)};
            all[number] = {detail::morton_code({0, 0, 10.0 / 4294967296.0}, where), number};
        }
        const auto chunk = [&](std::uint32_t which) {
            return std::span(all).subspan(cut.chunks.begin(which), cut.chunks.length(which));
        };
        const std::size_t values = std::size_t{1} << cut.leading_bits;
        std::vector<std::uint32_t> begins(values * cut.chunks.pieces);
        for (std::uint32_t which = 0; which < cut.chunks.pieces; ++which) {
            detail::count_leading(chunk(which), cut.leading_bits, begins.data() + which * values);
        }
        detail::find_begins(begins, cut.leading_bits);
        for (std::uint32_t which = cut.chunks.pieces; which-- > 0;) {
            detail::partition_chunk(chunk(which), cut.leading_bits, begins.data() + which * values, all.data() + count);
        }
        std::vector<int> asked(count);
        std::uint64_t highest = 0;
        for (std::uint32_t task = 0; task < cut.tasks.pieces; ++task) {
            EXPECT_GE(cut.tasks.length(task), detail::fewest_in_task);
            const auto bin = std::span(all).subspan(count + cut.tasks.begin(task), cut.tasks.length(task));
            const auto spare = std::span(all).subspan(cut.tasks.begin(task), cut.tasks.length(task));
            std::uint64_t before = 0;
            for (const auto& one : detail::sort_bin(bin, spare, static_cast<std::uint32_t>(count))) {
                const int ignored = 64 - detail::useful_bits(static_cast<std::uint32_t>(count));
                EXPECT_GE(one.key >> ignored, before);
                before = one.key >> ignored;
                const std::uint64_t leading = one.key >> (64 - cut.leading_bits);
                EXPECT_GE(leading, highest);
                highest = leading;
                ++asked[one.number];
            }
        }
        EXPECT_EQ(asked, std::vector<int>(count, 1));
    }
}

// ---- Visitors and user-defined areas ------------------------------------------------------------------------------------

struct asked_too_much : std::runtime_error {
    using std::runtime_error::runtime_error;
};

template <class Scalar>
struct window_that_throws {
    box<Scalar> frame;
    int number = -1; ///< is thrown

    box<Scalar> bounds() const {
        if (number >= 0) {
            throw asked_too_much(std::to_string(number));
        }
        return frame;
    }
    bool may_intersect(const box<float>&) const noexcept { return true; }
    bool intersects(const box<Scalar>& one) const noexcept {
        return one.min.x <= frame.max.x && frame.min.x <= one.max.x && one.min.y <= frame.max.y &&
               frame.min.y <= one.max.y;
    }
};

// promise: callbacks-over-threads
TYPED_TEST(parallel_batch, visitors_change_values_on_the_callers_thread_and_stop_all_questions) {
    scenes::world<TypeParam> scene(scenes::kind::uniform, 500, 70);
    numbered_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(scene.boxes(), std::vector<int>(500)));
    const auto those = around_items(scene, 3000, 71);
    every_runner().each([&](const std::string& runner, auto& with) {
        batch_workspace workspace(ordering::always);
        counters serial;
        counters seen;
        const auto caller = std::this_thread::get_id();
        const auto stop_at = [&](int& calls) {
            return [&](std::size_t, auto hit) {
                EXPECT_EQ(std::this_thread::get_id(), caller);
                hit.value() += 1;
                return ++calls == 100 ? flow::stop : flow::next;
            };
        };
        int serial_calls = 0;
        int calls = 0;
        EXPECT_EQ(tree.query(those.areas, workspace, stop_at(serial_calls), {}, &serial), outcome::stopped);
        EXPECT_EQ(parallel::query(with, tree, those.areas, workspace, parallel::in_order(stop_at(calls)), {}, &seen),
                  outcome::stopped);
        EXPECT_EQ(calls, 100) << runner;
        EXPECT_EQ(seen, serial) << runner;
    });
}

// promise: callbacks-over-threads: What areas and visitors throw comes out: that of the first task.
TYPED_TEST(parallel_batch, what_visitors_and_areas_throw_comes_back_and_all_goes_on) {
    scenes::world<TypeParam> scene(scenes::kind::uniform, 500, 72);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(scene.boxes()));
    const auto those = around_items(scene, 3000, 73);
    std::vector<window_that_throws<TypeParam>> areas;
    for (const auto& frame : those.areas) {
        areas.push_back({frame});
    }
    areas[2900].number = 2900;
    areas[1500].number = 1500;
    every_runner().each([&](const std::string& runner, auto& with) {
        batch_workspace workspace(ordering::always);
        answer_rows<> rows;
        const auto thrown_by = [&](const auto& call) -> std::string {
            try {
                call();
            } catch (const asked_too_much& one) {
                return one.what();
            }
            return "nothing";
        };
        EXPECT_EQ(thrown_by([&] { parallel::query(with, tree, areas, workspace, rows); }), "1500") << runner;
        EXPECT_TRUE(rows.empty());
        std::vector<std::uint32_t> counts(areas.size());
        EXPECT_EQ(thrown_by([&] { parallel::count(with, tree, areas, workspace, counts); }), "1500") << runner;
        int calls = 0;
        EXPECT_EQ(thrown_by([&] {
                      const auto visit = [&](std::size_t number, auto) {
                          if (++calls == 50) {
                              throw asked_too_much(std::to_string(number));
                          }
                      };
                      parallel::query(with, tree, those.areas, workspace, parallel::in_order(visit));
                  }) != "nothing",
                  true);
        EXPECT_EQ(calls, 50);
        answer_rows<> expected;
        tree.query(those.areas, workspace, expected);
        EXPECT_EQ(parallel::query(with, tree, those.areas, workspace, rows), outcome::complete);
        EXPECT_EQ(rows.answers, expected.answers) << runner;
        EXPECT_EQ(rows.offsets, expected.offsets) << runner;
    });
}

// promise: callbacks-over-threads: A visitor may ask others with the same workspace and runner.
TYPED_TEST(parallel_batch, a_visitor_asks_others_with_the_same_workspace_and_runner) {
    scenes::world<TypeParam> scene(scenes::kind::uniform, 500, 74);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(scene.boxes()));
    const auto those = around_items(scene, 600, 75);
    answer_rows<std::uint32_t> expected;
    batch_workspace workspace(ordering::always);
    tree.query(those.areas, workspace, expected);
    every_runner().each([&](const std::string& runner, auto& with) {
        answer_rows<std::uint32_t> inner;
        std::vector<std::uint32_t> visited;
        const auto visit = [&](std::size_t, auto hit) {
            if (visited.size() % 100 == 0) {
                parallel::query(with, tree, those.areas, workspace, inner);
                EXPECT_EQ(inner.answers, expected.answers);
            }
            visited.push_back(hit.index());
        };
        parallel::query(with, tree, those.areas, workspace, parallel::in_order(visit));
        EXPECT_EQ(visited, expected.answers) << runner;
    });
}

// promise: any-runner: A runner that misbehaves has all questions answered.
TYPED_TEST(parallel_batch, a_runner_that_misbehaves_gets_all_answered) {
    scenes::world<TypeParam> scene(scenes::kind::uniform, 500, 76);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(scene.boxes()));
    const auto those = around_items(scene, 2000, 77);
    batch_workspace workspace(ordering::always);
    answer_rows<> expected;
    tree.query(those.areas, workspace, expected);
    for (const conduct how : every_conduct) {
        shuffling_runner with(3, 78, how);
        answer_rows<> rows;
        bool threw = false;
        try {
            EXPECT_EQ(parallel::query(with, tree, those.areas, workspace, rows), outcome::complete);
        } catch (const runner_failed&) {
            threw = true;
        }
        EXPECT_EQ(threw, how == conduct::throws);
        EXPECT_EQ(rows.answers, expected.answers);
        EXPECT_EQ(rows.offsets, expected.offsets);
    }
}

// ---- A visitor per piece -------------------------------------------------------------------------------------------------

// promise: same-on-any-threads: Where pieces begin does not depend on the runner.
TYPED_TEST(parallel_batch, visitors_per_piece_get_each_hit_once_in_the_same_pieces_and_order) {
    scenes::world<TypeParam> scene(scenes::kind::clustered, 500, 81);
    numbered_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(scene.boxes(), std::vector<int>(500, 1)));
    const auto those = around_items(scene, 3000, 82);
    using visit = std::pair<std::size_t, std::uint32_t>;
    batch_workspace workspace(ordering::always);
    std::vector<visit> in_order;
    std::vector<visit> met_in_order;
    const auto first_half = [](const auto& met) {
        return met.fraction() < TypeParam(0.5) ? TypeParam(0.5) : TypeParam(-1);
    };
    tree.query(those.areas, workspace,
               [&](std::size_t number, auto hit) { in_order.emplace_back(number, hit.index()); });
    tree.raycast(those.rays, workspace, [&](std::size_t number, auto met) {
        met_in_order.emplace_back(number, met.index());
        return first_half(met);
    });
    std::vector<std::vector<visit>> before;
    every_runner().each([&](const std::string& runner, auto& with) {
        std::vector<std::vector<visit>> pieces(parallel::max_pieces);
        std::vector<std::vector<visit>> met(parallel::max_pieces);
        const auto note = [&](std::uint32_t piece) {
            return [&own = pieces[piece]](std::size_t number, auto hit) {
                EXPECT_EQ(hit.value(), 1);
                own.emplace_back(number, hit.index());
            };
        };
        const auto note_hits = [&](std::uint32_t piece) {
            return [&own = met[piece], &first_half](std::size_t number, auto hit) {
                own.emplace_back(number, hit.index());
                return first_half(hit);
            };
        };
        counters seen;
        counters expected;
        tree.query(those.areas, workspace, [](std::size_t, auto) {}, {}, &expected);
        EXPECT_EQ(parallel::query(with, tree, those.areas, workspace, parallel::per_piece(note), {}, &seen),
                  outcome::complete);
        EXPECT_EQ(seen, expected);
        EXPECT_EQ(parallel::raycast(with, tree, those.rays, workspace, parallel::per_piece(note_hits)),
                  outcome::complete);
        const auto by_number = [&](const std::vector<std::vector<visit>>& lists) {
            std::vector<std::vector<visit>> of_questions(those.areas.size());
            for (const auto& list : lists) {
                for (const visit& one : list) {
                    of_questions[one.first].push_back(one);
                }
            }
            std::vector<visit> all;
            for (const auto& own : of_questions) {
                all.insert(all.end(), own.begin(), own.end());
            }
            return all;
        };
        EXPECT_EQ(by_number(pieces), in_order) << runner;
        EXPECT_EQ(by_number(met), met_in_order) << runner;
        EXPECT_TRUE(before.empty() || before == pieces) << runner;
        before = std::move(pieces);
    });
}

// promise: callbacks-over-threads: `flow::stop` of one piece ends all.
TYPED_TEST(parallel_batch, visitors_per_piece_stop_all_and_the_first_that_throws_is_heard) {
    scenes::world<TypeParam> scene(scenes::kind::uniform, 500, 83);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(scene.boxes()));
    const auto those = around_items(scene, 3000, 84);
    batch_workspace workspace(ordering::always);
    every_runner().each([&](const std::string& runner, auto& with) {
        const auto stop = [](std::uint32_t) { return [](std::size_t, auto) { return flow::stop; }; };
        EXPECT_EQ(parallel::query(with, tree, those.areas, workspace, parallel::per_piece(stop)), outcome::stopped);
        const auto fail = [](std::uint32_t piece) {
            return [piece](std::size_t, auto) {
                if (piece >= 5) {
                    throw asked_too_much(std::to_string(piece));
                }
            };
        };
        try {
            parallel::query(with, tree, those.areas, workspace, parallel::per_piece(fail));
            ADD_FAILURE();
        } catch (const asked_too_much& one) {
            EXPECT_STREQ(one.what(), "5") << runner;
        }
    });
}

// ---- Threads -------------------------------------------------------------------------------------------------------------

// promise: threads: Several threads may ask with one pool.
TYPED_TEST(parallel_batch, threads_that_ask_many_do_not_disturb_those_that_ask_singly) {
    scenes::world<TypeParam> scene(scenes::kind::clustered, 1000, 79);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(scene.boxes()));
    const auto those = around_items(scene, 3000, 80);
    batch_workspace own(ordering::always);
    found_by_all<TypeParam> expected;
    ask_everything(those, ask_serially<bare_tree<TypeParam>>{tree, own}, expected);
    parallel::thread_pool pool(3);
    std::atomic<bool> is_done = false;
    std::atomic<int> wrong = 0;
    joined_threads readers;
    for (int reader = 0; reader < 2; ++reader) {
        readers.start([&] {
            for (std::size_t number = 0; !is_done; number = (number + 1) % those.areas.size()) {
                wrong += tree.count(those.areas[number]) != expected.counts[number] ? 1 : 0;
            }
        });
        readers.start([&] { // shares the pool
            batch_workspace workspace(ordering::always);
            std::vector<std::uint32_t> counts(those.areas.size());
            while (!is_done) {
                wrong += parallel::count(pool, tree, those.areas, workspace, counts) ? 0 : 1;
                wrong += counts != expected.counts ? 1 : 0;
            }
        });
    }
    found_by_all<TypeParam> found;
    for (int turn = 0; turn < 5; ++turn) {
        ask_everything(those, ask_over<parallel::thread_pool, bare_tree<TypeParam>>{pool, tree, own}, found);
        EXPECT_TRUE(found == expected);
    }
    is_done = true;
    readers.join();
    EXPECT_EQ(wrong, 0);
}

} // namespace
} // namespace quadrille::testing
