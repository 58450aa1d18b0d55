// Memory: which calls allocate, and the state after a failed allocation.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/counting_memory.hpp"
#include "support/effort.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <quadrille/parallel.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(memory_use);

TYPED_TEST(memory_use, of_an_empty_tree_is_none) {
    const std::int64_t before = memory::allocations();
    {
        numbered_tree<TypeParam> tree;
        numbered_tree<TypeParam> other(std::move(tree));
        other.clear();
        other.query(box_of<TypeParam>(0, 0, 1, 1), [](auto) {});
    }
    EXPECT_EQ(memory::allocations(), before);
}

TYPED_TEST(memory_use, of_queries_is_none) {
    for (const scenes::kind which : scenes::every_kind) {
        const scenes::world<TypeParam> world(which, 600, 23);
        numbered_tree<TypeParam> tree({.leaf_capacity = 8});
        ASSERT_TRUE(tree.assign(world.boxes(), std::vector<int>(world.count())));
        const std::int64_t before = memory::allocations();
        std::uint64_t answers = 0;
        tree.pairs([&](auto, auto) { ++answers; });
        tree.each([&](auto each) {
            tree.query(each.shape(), [&](auto) { ++answers; });
            tree.touching(each.item(), [&](auto) { ++answers; });
            answers += tree.count(each.shape()) + (tree.any(each.shape()) ? 1U : 0U);
            tree.cell_at(each.shape().min, [&](auto) { ++answers; });
            std::array<neighbour, 5> nearest;
            answers += tree.nearest(each.shape().min, nearest);
            answers += tree.nearest(each.shape().min, nearest, {}, [](auto hit) { return hit.value() == 0; });
            tree.raycast({each.shape().min, {9, 4}}, [&](auto) { ++answers; });
            answers += tree.closest_cast(each.shape(), {-9, 4}) ? 1U : 0U;
            tree.query(circle<TypeParam>{each.shape().min, 2}, [&](auto) { ++answers; }, {.layers = 2});
            tree.query(segment<TypeParam>{each.shape().min, {0, 0}}, [&](auto) { ++answers; });
            const point<TypeParam> vertices[] = {each.shape().min, each.shape().max, {0, 0}};
            answers += tree.count(polygon<TypeParam>{vertices}) + tree.find(each.shape()).generation;
        });
        tree.pairs([&](auto, auto) { ++answers; }, {.distance = 1});
        const auto count_all = [&](auto&& range) {
            for ([[maybe_unused]] const auto& answer : range) {
                ++answers;
            }
        };
        count_all(tree.each());
        count_all(tree.query(circle<TypeParam>{{5, 5}, 20}, {.layers = 2}));
        count_all(tree.query_within(tree.bounds(), 1));
        count_all(tree.touching(tree.item_at(5)));
        count_all(tree.raycast({{0, 0}, {9, 4}}));
        count_all(tree.cast(tree.bounds(), {9, 4}));
        count_all(tree.pairs({.distance = 1}));
        count_all(tree.join(tree));
        tree.join(tree, [&](auto, auto) { ++answers; });
        tree.set_layers(tree.item_at(5), 3);
        tree.cells([&](const auto&) { ++answers; }, [&](auto) { ++answers; });
        answers += tree.stats().blocks + (tree.validate() ? 1U : 0U);
        EXPECT_EQ(memory::allocations(), before) << scenes::to_string(which);
        EXPECT_GT(answers, 0U);
    }
}

TYPED_TEST(memory_use, of_pairs_over_a_runner_that_are_as_many_as_before_is_none) {
    const scenes::world<TypeParam> world(scenes::kind::uniform, 6000, 23);
    bare_tree<TypeParam> tree({.leaf_capacity = 4});
    ASSERT_TRUE(tree.assign(world.boxes()));
    parallel::thread_crew crew(3);
    parallel::answer_pieces<index_pair> found;
    parallel::answer_pieces<item_pair> items;
    parallel::answer_pieces<index_pair> workspace;
    std::vector<std::uint64_t> sums(parallel::most_pieces);
    std::vector<index_pair> into;
    std::int64_t before = 0;
    for (int turn = 0; turn < 3; ++turn) {
        parallel::pairs(crew, tree, found);
        parallel::join(crew, tree, tree, items);
        into.resize(static_cast<std::size_t>(found.size()));
        ASSERT_TRUE(parallel::pairs(crew, tree, found, into));
        parallel::pairs(crew, tree, parallel::in_order([&](auto, auto) { ++sums[0]; }, workspace));
        parallel::pairs(crew, tree, parallel::per_piece([&](std::uint32_t piece) {
                            return [&own = sums[piece]](auto, auto) { ++own; };
                        }));
        if (turn == 0) {
            EXPECT_GT(found.pieces().size(), 3U);
            before = memory::allocations();
        }
    }
    EXPECT_EQ(memory::allocations(), before);
}

TYPED_TEST(memory_use, of_pairs_over_a_runner_that_runs_out_is_passed_on) {
    const scenes::world<TypeParam> world(scenes::kind::uniform, 3000, 23);
    bare_tree<TypeParam> tree({.leaf_capacity = 4});
    ASSERT_TRUE(tree.assign(world.boxes()));
    std::vector<index_pair> expected;
    tree.pairs(expected);
    parallel::thread_crew crew(2);
    for (std::int64_t nth = 1;; ++nth) {
        parallel::answer_pieces<index_pair> found;
        bool struck = false;
        try {
            const memory::failing failing(nth, true);
            parallel::pairs(crew, tree, found);
            struck = failing.struck();
        } catch (const std::bad_alloc&) {
            struck = true;
            EXPECT_TRUE(found.empty());
        }
        if (!struck) {
            EXPECT_TRUE(std::equal(found.begin(), found.end(), expected.begin(), expected.end()));
            break;
        }
        parallel::pairs(crew, tree, found);
        ASSERT_TRUE(std::equal(found.begin(), found.end(), expected.begin(), expected.end())) << nth;
    }
}

TYPED_TEST(memory_use, of_a_second_range_in_the_same_workspace_is_none) {
    const scenes::world<TypeParam> world(scenes::kind::uniform, 600, 23);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(world.boxes()));
    nearest_workspace workspace;
    std::int64_t before = 0;
    for (int turn = 0; turn < 2; ++turn) {
        before = memory::allocations();
        std::uint32_t told = 0;
        for ([[maybe_unused]] const auto hit : tree.nearest({3, 4}, workspace)) {
            ++told;
        }
        EXPECT_EQ(told, 600U);
    }
    EXPECT_EQ(memory::allocations(), before);
}

TYPED_TEST(memory_use, of_many_questions_is_their_workspace_and_rows_alone) {
    const scenes::world<TypeParam> world(scenes::kind::uniform, 600, 23);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(world.boxes()));
    std::vector<point<TypeParam>> places;
    std::vector<ray<TypeParam>> rays;
    for (const auto& each : world.boxes()) {
        places.push_back(each.min);
        rays.push_back({each.min, {9, 4}});
    }
    std::vector<std::uint32_t> counts(600);
    std::vector<neighbour> found(600 * 3);
    std::vector<std::optional<ray_hit<TypeParam>>> hits(600);
    std::int64_t before = memory::allocations();
    EXPECT_TRUE(tree.count(world.boxes(), counts) && tree.nearest(places, 3, found) && tree.closest_hit(rays, hits));
    EXPECT_EQ(memory::allocations(), before) << "without a workspace";
    many_workspace workspace(ordering::always);
    answer_rows<> rows;
    answer_rows<ray_hit<TypeParam>> met;
    for (int turn = 0; turn < 2; ++turn) {
        before = memory::allocations();
        std::uint64_t answers = 0;
        tree.query(world.boxes(), workspace, rows);
        tree.query(world.boxes(), workspace, [&](std::size_t, auto) { ++answers; }, {.layers = 3});
        tree.raycast(rays, workspace, met);
        tree.raycast(rays, workspace, [&](std::size_t, auto) { ++answers; });
        EXPECT_TRUE(tree.count(world.boxes(), workspace, counts) && tree.nearest(places, 3, workspace, found) &&
                    tree.closest_hit(rays, workspace, hits));
        EXPECT_EQ(answers, rows.answers.size() + met.answers.size());
        EXPECT_EQ(memory::allocations() != before, turn == 0);
    }
}

TYPED_TEST(memory_use, of_many_questions_over_a_runner_is_their_workspace_and_rows_alone) {
    const scenes::world<TypeParam> world(scenes::kind::uniform, 3000, 23);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(world.boxes()));
    std::vector<point<TypeParam>> places;
    std::vector<ray<TypeParam>> rays;
    for (const auto& each : world.boxes()) {
        places.push_back(each.min);
        rays.push_back({each.min, {9, 4}});
    }
    std::vector<std::uint32_t> counts(3000);
    std::vector<neighbour> found(3000 * 3);
    std::vector<std::optional<ray_hit<TypeParam>>> hits(3000);
    parallel::thread_crew crew(3);
    many_workspace workspace(ordering::always);
    answer_rows<> rows;
    answer_rows<ray_hit<TypeParam>> met;
    for (int turn = 0; turn < 3; ++turn) {
        const std::int64_t before = memory::allocations();
        std::uint64_t answers = 0;
        std::atomic<std::uint64_t> answers_of_pieces = 0;
        const auto visit = [&](std::size_t, auto) { ++answers; };
        const auto make = [&](std::uint32_t) { return [&](std::size_t, auto) { ++answers_of_pieces; }; };
        parallel::query(crew, tree, world.boxes(), workspace, rows);
        parallel::query(crew, tree, world.boxes(), workspace, parallel::in_order(visit));
        parallel::query(crew, tree, world.boxes(), workspace, parallel::per_piece(make));
        parallel::raycast(crew, tree, rays, workspace, met);
        EXPECT_TRUE(parallel::count(crew, tree, world.boxes(), workspace, counts) &&
                    parallel::nearest(crew, tree, places, 3, workspace, found) &&
                    parallel::closest_hit(crew, tree, rays, workspace, hits));
        EXPECT_EQ(answers, rows.answers.size());
        EXPECT_EQ(answers, answers_of_pieces);
        EXPECT_EQ(memory::allocations() != before, turn == 0);
    }
}

TYPED_TEST(memory_use, of_many_questions_that_runs_out_is_passed_on_and_leaves_all_in_order) {
    const scenes::world<TypeParam> world(scenes::kind::uniform, 300, 23);
    const auto boxes = world.boxes();
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(boxes));
    answer_rows<> expected;
    {
        many_workspace workspace(ordering::always);
        tree.query(boxes, workspace, expected);
    }
    bool struck = true;
    for (int nth = 1; struck; ++nth) {
        many_workspace workspace(ordering::always);
        answer_rows<> rows;
        {
            const memory::failing failure(nth);
            try {
                tree.query(boxes, workspace, rows);
            } catch (const std::bad_alloc&) {
            }
            struck = failure.struck();
        }
        tree.query(boxes, workspace, rows);
        ASSERT_EQ(rows.answers, expected.answers) << nth;
    }
}

TYPED_TEST(memory_use, of_steady_ticks_is_none) {
    scenes::world<TypeParam> world(scenes::kind::uniform, 4000, 24);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(world.boxes()));
    std::uint64_t pairs = 0;
    const auto tick = [&] {
        world.step();
        EXPECT_TRUE(tree.sync(world.boxes()));
        tree.pairs([&](auto, auto) { ++pairs; });
    };
    tick(); // makes room for the displaced items
    const std::int64_t before = memory::allocations();
    for (int steady = 0; steady < 600; ++steady) {
        tick();
    }
    EXPECT_EQ(memory::allocations(), before);
    EXPECT_GT(pairs, 0U);
}

/// Of a world that is cut into pieces: the notes of each piece are as large as they were ever needed.
TYPED_TEST(memory_use, of_steady_ticks_over_a_runner_is_next_to_none) {
    scenes::world<TypeParam> world(scenes::kind::uniform, 9000, 35);
    bare_tree<TypeParam> tree({.leaf_capacity = 4, .parallel_from = 0});
    ASSERT_TRUE(tree.assign(world.boxes()));
    parallel::thread_crew crew(3);
    std::uint32_t allocating = 0;
    for (int tick = 0; tick < 300; ++tick) {
        world.step();
        const std::int64_t before = memory::allocations();
        ASSERT_TRUE(parallel::sync(crew, tree, world.boxes()));
        allocating += tick >= 100 && memory::allocations() != before ? 1U : 0U;
    }
    EXPECT_LE(allocating, 2U);
}

/// A tick allocates only when more blocks are in use than ever before, and spare room makes that rare.
TYPED_TEST(memory_use, of_ten_thousand_ticks_of_a_random_walk_is_next_to_none) {
    for (const std::uint32_t count : {60U, 300U, effort(600U, 4000U)}) {
        for (const scenes::kind which : {scenes::kind::uniform, scenes::kind::pile, scenes::kind::power_law}) {
            const std::uint32_t ticks = 10000;
            scenes::world<TypeParam> world(which, count, 28);
            bare_tree<TypeParam> tree;
            ASSERT_TRUE(tree.assign(world.boxes()));
            std::uint32_t allocating = 0;
            for (std::uint32_t tick = 0; tick < ticks; ++tick) {
                world.step();
                const std::int64_t before = memory::allocations();
                ASSERT_TRUE(tree.sync(world.boxes()));
                allocating += tick > 0 && memory::allocations() != before ? 1U : 0U;
            }
            EXPECT_LE(allocating, 3U) << scenes::to_string(which) << ", " << count;
        }
    }
}

TYPED_TEST(memory_use, of_steady_moves_and_of_sync_by_a_function_is_none) {
    scenes::world<TypeParam> world(scenes::kind::uniform, 3000, 25);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(world.boxes()));
    const auto tick = [&](int number) {
        world.step();
        if (number % 2 == 0) {
            EXPECT_TRUE(tree.sync([&](auto hit) { return world.boxes()[hit.index()]; }));
        } else {
            for (std::uint32_t index = 0; index < world.count(); ++index) {
                tree.move(tree.item_at(index), world.boxes()[index]);
            }
        }
    };
    for (int warm_up = 0; warm_up < 100; ++warm_up) {
        tick(warm_up);
    }
    const std::int64_t before = memory::allocations();
    for (int steady = 0; steady < 100; ++steady) {
        tick(steady);
    }
    EXPECT_EQ(memory::allocations(), before);
}

TYPED_TEST(memory_use, of_leaps_is_none_once_there_is_room) {
    scenes::world<TypeParam> world(scenes::kind::uniform, 3000, 26);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(world.boxes()));
    for (int warm_up = 0; warm_up < 20; ++warm_up) {
        world.teleport();
        ASSERT_EQ(tree.sync(world.boxes()).method, update_method::rebuild);
    }
    const std::int64_t before = memory::living();
    for (int steady = 0; steady < 20; ++steady) {
        world.teleport();
        ASSERT_EQ(tree.sync(world.boxes()).method, update_method::rebuild);
    }
    EXPECT_LE(memory::living(), before + 2) << "leaps pile nothing up";
}

TYPED_TEST(memory_use, of_clearing_and_filling_again_does_not_grow) {
    const scenes::world<TypeParam> world(scenes::kind::uniform, 3000, 27);
    numbered_tree<TypeParam> tree;
    std::int64_t filled = 0;
    for (int round = 0; round < 6; ++round) {
        for (const auto& shape : world.boxes()) {
            tree.insert(shape, 1);
        }
        if (round < 3) {
            filled = memory::living();
        }
        ASSERT_LE(memory::living(), filled) << "round " << round;
        tree.clear();
    }
}

/// A batch allocates no more often than as many single inserts, except for its array of indices. One that is rebuilt with
/// the few that were there before makes room for these, too, and for what a build needs.
TYPED_TEST(memory_use, of_batches_is_no_more_than_of_single_changes) {
    for (const scenes::kind which : {scenes::kind::uniform, scenes::kind::pile, scenes::kind::power_law}) {
        for (const std::uint32_t before : {0U, 100U, 3000U, 9000U}) {
            for (const std::uint32_t count : {1U, 10U, 300U, 3000U, 9000U}) {
                const scenes::world<TypeParam> world(which, before + count, 35);
                const auto old = std::span(world.boxes()).first(before);
                const auto added = std::span(world.boxes()).last(count);
                numbered_tree<TypeParam> together;
                numbered_tree<TypeParam> alone;
                ASSERT_TRUE(together.assign(old, std::vector<int>(before)));
                ASSERT_TRUE(alone.assign(old, std::vector<int>(before)));
                const std::vector<int> numbers(count, 1);
                std::vector<item> items(count);
                std::int64_t start = memory::allocations();
                const change_report report = together.insert(added, numbers, std::span<item>(items));
                const std::int64_t by_batch = memory::allocations() - start;
                ASSERT_TRUE(report);
                const bool is_built = report.method == update_method::rebuild;
                start = memory::allocations();
                for (const auto& shape : added) {
                    alone.insert(shape, 1);
                }
                const std::int64_t by_singles = memory::allocations() - start;
                EXPECT_LE(by_batch, is_built ? by_singles * 3 / 2 + 8 : by_singles + 1)
                    << scenes::to_string(which) << ", " << count << " into " << before;
                EXPECT_LE(together.stats().bytes, alone.stats().bytes * 2);
            }
        }
    }
}

TYPED_TEST(memory_use, of_batches_that_come_and_go_is_none_once_there_is_room) {
    const scenes::world<TypeParam> world(scenes::kind::uniform, 3000, 36);
    numbered_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(world.boxes(), std::vector<int>(3000)));
    const auto some = std::span(world.boxes()).first(100);
    const std::vector<int> numbers(100, 1);
    std::array<item, 100> items;
    std::int64_t allocated = 0;
    for (int round = 0; round < 60; ++round) {
        const std::int64_t before = memory::allocations();
        ASSERT_TRUE(tree.insert(some, numbers, items));
        const std::int64_t between = memory::allocations();
        ASSERT_TRUE(tree.erase(items));
        EXPECT_EQ(memory::allocations(), between) << "erase allocates";
        allocated += round < 4 ? 0 : between - before;
    }
    EXPECT_LE(allocated, 60 / 8) << "the note of indices, after maintenance";
}

/// Rollback: a ring of copies, and occasionally the world is reset to one of them.
TYPED_TEST(memory_use, of_copies_at_every_tick_is_none_once_there_is_room) {
    scenes::world<TypeParam> world(scenes::kind::uniform, 3000, 34);
    numbered_tree<TypeParam> tree;
    quadtree<std::shared_ptr<int>, box<TypeParam>> shared;
    ASSERT_TRUE(tree.assign(world.boxes(), std::vector<int>(world.count(), 5)));
    ASSERT_TRUE(shared.assign(world.boxes(), std::vector(world.count(), std::make_shared<int>(6))));
    std::array<numbered_tree<TypeParam>, 4> copies;
    quadtree<std::shared_ptr<int>, box<TypeParam>> shared_copy;
    std::int64_t allocated = 0;
    for (std::size_t tick = 0; tick < 60; ++tick) {
        world.step();
        EXPECT_TRUE(tree.sync(world.boxes()));
        const std::int64_t before = memory::allocations();
        EXPECT_TRUE(copies[tick % 4].copy_from(tree));
        EXPECT_TRUE(shared_copy.copy_from(shared));
        EXPECT_TRUE(tick % 8 != 7 || tree.copy_from(copies[(tick + 1) % 4]));
        allocated += tick < 12 ? 0 : memory::allocations() - before;
    }
    EXPECT_EQ(allocated, 0);
    EXPECT_TRUE(agrees_with_oracle(copies[3]));
}

QUADRILLE_TYPED_SUITE(memory_lack);

/// A world before a change, and the change. True: it says that it happened.
template <class Scalar>
struct attempt {
    const char* name;
    std::function<bool(numbered_tree<Scalar>&)> change;
    bool may_fail; ///< `move` and `sync` never do
};

/// Boxes of every size in a world that the attempts change completely.
template <class Scalar>
std::vector<box<Scalar>> many_boxes(std::uint64_t seed, std::uint32_t count) {
    random_source source(seed);
    std::vector<box<Scalar>> all(count);
    for (auto& each : all) {
        each = draw<Scalar>(source, style::sizes);
    }
    return all;
}

template <class Scalar>
std::vector<attempt<Scalar>> attempts(std::uint32_t size) {
    static const auto more = many_boxes<Scalar>(30, 500);
    static const std::vector<int> numbers(500, 4);
    static const numbered_tree<Scalar> other = [] {
        numbered_tree<Scalar> made({.leaf_capacity = 3});
        made.assign(more, numbers);
        return made;
    }();
    static std::vector<box<Scalar>> elsewhere;
    static std::vector<box<Scalar>> nudged;
    elsewhere = many_boxes<Scalar>(31, size);
    nudged = many_boxes<Scalar>(29, size);
    for (std::size_t index = 0; index < nudged.size(); index += 5) {
        nudged[index] = elsewhere[index];
    }
    return {
        {"insert", [](auto& tree) { return bool(tree.insert(more[0], 4)); }, true},
        {"insert far outside", [](auto& tree) { return bool(tree.insert(dot<Scalar>(1e20, 1e20), 4)); }, true},
        {"insert of a few",
         [](auto& tree) {
             std::array<item, 30> items;
             return bool(tree.insert(std::span(more).first(30), std::span(numbers).first(30), items));
         },
         true},
        {"insert of many",
         [](auto& tree) {
             static std::array<item, 500> items;
             return bool(tree.insert(more, numbers, items));
         },
         true},
        {"erase of many",
         [](auto& tree) {
             std::array<item, 30> items;
             const std::size_t count = std::min<std::size_t>(tree.size(), items.size());
             for (std::uint32_t index = 0, at = 0; at < count; ++index) {
                 items[at] = tree.item_at(index);
                 at += items[at] ? 1U : 0U;
             }
             return bool(tree.erase(std::span<const item>(items).first(count)));
         },
         false},
        {"assign", [](auto& tree) { return bool(tree.assign(more, numbers)); }, true},
        {"reserve", [](auto& tree) { return tree.reserve(5000); }, true},
        {"copy", [](auto& tree) { return tree.copy_from(other); }, true},
        {"copy of nothing", [](auto& tree) { return tree.copy_from(numbered_tree<Scalar>()); }, true},
        {"move", [](auto& tree) { return tree.size() == 0 || tree.move(tree.item_at(0), more[1]); }, false},
        {"move many",
         [](auto& tree) {
             std::array<item, 30> movers;
             const std::size_t count = std::min<std::size_t>(tree.size(), movers.size());
             for (std::uint32_t index = 0; index < count; ++index) {
                 movers[index] = tree.item_at(index);
             }
             return bool(tree.move(std::span<const item>(movers).first(count), std::span(more).first(count)));
         },
         false},
        {"sync a few", [](auto& tree) { return bool(tree.sync(std::span<const box<Scalar>>(nudged))); }, false},
        {"sync all", [](auto& tree) { return bool(tree.sync(std::span<const box<Scalar>>(elsewhere))); }, false},
    };
}

template <class Scalar>
numbered_tree<Scalar> tree_of(std::uint32_t size, std::uint32_t capacity) {
    numbered_tree<Scalar> tree({.leaf_capacity = capacity});
    for (const auto& shape : many_boxes<Scalar>(29, size)) {
        tree.insert(shape, 3);
    }
    return tree;
}

/// For each k the k-th allocation of the change fails, alone or with all later ones. Either all has happened, or nothing.
template <class Scalar>
void expect_old_or_new(std::uint32_t size, std::uint32_t capacity, bool for_ever) {
    const auto all = attempts<Scalar>(size);
    for (const auto& one : all) {
        bool struck = true;
        for (std::int64_t nth = 1; struck && nth < 200; ++nth) {
            const std::int64_t before = memory::living();
            {
                numbered_tree<Scalar> tree = tree_of<Scalar>(size, capacity);
                const auto old_state = state_of(tree);
                bool happened = false;
                {
                    const memory::failing shortage(nth, for_ever);
                    happened = one.change(tree);
                    struck = shortage.struck();
                }
                ASSERT_TRUE(happened || one.may_fail) << one.name << ", allocation " << nth;
                ASSERT_TRUE(happened || struck) << one.name << " was refused without need";
                if (!happened) {
                    ASSERT_EQ(tree.refusal(), refusal::no_memory) << one.name;
                    ASSERT_EQ(state_of(tree), old_state) << one.name << ", allocation " << nth;
                }
                ASSERT_TRUE(agrees_with_oracle(tree)) << one.name << ", allocation " << nth;
                ASSERT_TRUE(one.change(tree)) << one.name << " succeeds when there is memory again";
                ASSERT_TRUE(agrees_with_oracle(tree)) << one.name << ", allocation " << nth;
            }
            ASSERT_EQ(memory::living(), before) << one.name << " leaks";
        }
        EXPECT_FALSE(struck) << one.name << " allocates without end";
    }
}

TYPED_TEST(memory_lack, leaves_the_old_state_or_the_new) {
    struct circumstance {
        std::uint32_t size;
        std::uint32_t capacity;
    };
    for (const auto& [size, capacity] : {circumstance{0, 32}, {1, 1}, {40, 1}, {150, 32}}) {
        expect_old_or_new<TypeParam>(size, capacity, false);
        expect_old_or_new<TypeParam>(size, capacity, true);
    }
}

/// A build large enough for several tasks.
TYPED_TEST(memory_lack, of_a_build_in_tasks_leaves_the_old_state) {
    const scenes::world<TypeParam> world(scenes::kind::uniform, 70'000, 36);
    parallel::inline_runner runner;
    bool struck = true;
    int refused = 0;
    for (std::int64_t nth = 1; struck; nth += nth < 20 ? 1 : 37) {
        bare_tree<TypeParam> tree;
        ASSERT_TRUE(tree.assign(std::span(world.boxes()).first(10)));
        const auto before = state_of(tree);
        bool happened = false;
        {
            const memory::failing shortage(nth);
            happened = bool(parallel::assign(runner, tree, world.boxes()));
            struck = shortage.struck();
        }
        ASSERT_TRUE(happened || struck);
        refused += happened ? 0 : 1;
        if (happened) {
            EXPECT_EQ(tree.size(), world.count());
            EXPECT_FALSE(tree.validate());
        } else {
            EXPECT_EQ(state_of(tree), before);
            EXPECT_TRUE(agrees_with_oracle(tree));
        }
    }
    EXPECT_GT(refused, 8);
}

/// A tick over a runner happens, whichever allocation fails, alone or with all later ones; the next tick finds all items again.
TYPED_TEST(memory_lack, of_a_tick_over_a_runner_leaves_a_sound_tree) {
    constexpr std::uint32_t count = 7000;
    scenes::world<TypeParam> world(scenes::kind::uniform, count, 36);
    bare_tree<TypeParam> before({.leaf_capacity = 4, .parallel_from = 0});
    ASSERT_TRUE(before.assign(world.boxes()));
    world.step();
    bare_tree<TypeParam> expected = before.clone();
    ASSERT_EQ(expected.sync(world.boxes()).method, update_method::reinsert);
    const auto right = found_pairs(expected);
    for (const bool for_ever : {false, true}) {
        bool struck = true;
        std::int64_t nth = 1;
        for (; struck && nth < 200; ++nth) {
            bare_tree<TypeParam> tree = before.clone();
            {
                parallel::inline_runner runner;
                const memory::failing shortage(nth, for_ever);
                ASSERT_TRUE(parallel::sync(runner, tree, world.boxes()));
                struck = shortage.struck();
            }
            ASSERT_FALSE(tree.validate()) << tree.validate().what << ", allocation " << nth;
            ASSERT_EQ(found_pairs(tree), right) << "allocation " << nth;
            ASSERT_TRUE(parallel::sync(parallel::inline_runner(), tree, world.boxes()));
            ASSERT_FALSE(tree.validate()) << tree.validate().what << ", allocation " << nth;
            ASSERT_EQ(found_pairs(tree), right) << "allocation " << nth;
        }
        EXPECT_FALSE(struck);
        EXPECT_GT(nth, 5) << "notes, their order, blocks";
    }
}

/// Some allocations are made for speed alone: then the copy is whole.
TYPED_TEST(memory_lack, of_a_clone_leaves_it_empty_and_says_so) {
    const numbered_tree<TypeParam> tree = tree_of<TypeParam>(150, 4);
    int refused = 0;
    bool struck = true;
    for (std::int64_t nth = 1; struck; ++nth) {
        std::optional<memory::failing> shortage(std::in_place, nth);
        const numbered_tree<TypeParam> copy = tree.clone();
        struck = shortage->struck();
        shortage.reset();
        const bool is_refused = copy.refusal() != refusal::none;
        EXPECT_EQ(copy.refusal(), is_refused ? refusal::no_memory : refusal::none);
        EXPECT_EQ(copy.size(), is_refused ? 0U : 150U) << "allocation " << nth;
        EXPECT_TRUE(struck || !is_refused);
        EXPECT_TRUE(agrees_with_oracle(copy));
        refused += is_refused ? 1 : 0;
    }
    EXPECT_GT(refused, 0);
}

/// The vector of handles belongs to the user and may throw; then nothing has changed, and no value was moved.
TYPED_TEST(memory_lack, of_the_vector_of_handles_is_thrown) {
    for (const std::uint32_t size : {0U, 5U, 200U}) {
        int thrown = 0;
        for (std::int64_t nth = 1; nth < 60; ++nth) {
            quadtree<std::unique_ptr<int>, box<TypeParam>> tree;
            std::vector<std::unique_ptr<int>> values(size);
            std::vector<item> items;
            ASSERT_TRUE(tree.insert(many_boxes<TypeParam>(29, size), std::move(values), items));
            const auto before = snapshot_of(tree);
            const std::vector<item> had = items;
            items.shrink_to_fit();
            const auto shapes = many_boxes<TypeParam>(30, 300);
            std::vector<std::unique_ptr<int>> given;
            for (int number = 0; number < 300; ++number) {
                given.push_back(std::make_unique<int>(number));
            }
            change_report report;
            {
                const memory::failing shortage(nth);
                try {
                    report = tree.insert(shapes, std::move(given), items);
                } catch (const std::bad_alloc&) {
                    ++thrown;
                    report.why = refusal::no_memory;
                }
            }
            if (!report) {
                EXPECT_EQ(items, had);
                EXPECT_EQ(snapshot_of(tree), before);
                ASSERT_TRUE(given[0] && given[299]) << "moved"; // NOLINT: that is the question
            }
            ASSERT_TRUE(agrees_with_oracle(tree)) << "allocation " << nth;
        }
        EXPECT_EQ(thrown, 1);
    }
}

/// Only an insert that succeeds skips spent indices.
TYPED_TEST(memory_lack, leaves_the_index_limit) {
    numbered_tree<TypeParam> tree({.max_generations = 1});
    for (int number = 0; number < 256; ++number) {
        tree.insert(dot<TypeParam>(number, 0), number); // as many as one chunk of values holds
    }
    tree.clear();
    int refused = 0;
    for (std::int64_t nth = 1; nth < 20; ++nth) {
        item fresh;
        {
            const memory::failing shortage(nth, true);
            fresh = tree.insert(dot<TypeParam>(1, 1), 1);
        }
        if (fresh) {
            EXPECT_EQ(fresh.index, 256U);
            break;
        }
        ++refused;
        EXPECT_EQ(tree.index_limit(), 0U);
        EXPECT_TRUE(tree.sync(std::vector<box<TypeParam>>{}));
    }
    EXPECT_GT(refused, 0);
    EXPECT_EQ(tree.index_limit(), 257U);
    EXPECT_TRUE(agrees_with_oracle(tree));
}

/// Memory runs out while a tree grows: each insert either succeeds or fails, and the tree stays correct.
TYPED_TEST(memory_lack, during_a_whole_life_loses_nothing) {
    const auto shapes = many_boxes<TypeParam>(32, 400);
    for (std::int64_t nth = 1; nth < 60; ++nth) {
        numbered_tree<TypeParam> tree({.leaf_capacity = 2});
        std::uint32_t inserted = 0;
        bool struck = false;
        {
            const memory::failing shortage(nth, true);
            for (const auto& shape : shapes) {
                inserted += tree.insert(shape, 1) ? 1U : 0U;
            }
            for (std::uint32_t index = 0; index < inserted; index += 2) {
                if (!tree.move(tree.item_at(index), shapes[index + 1])) {
                    ADD_FAILURE() << "move refused";
                }
            }
            for (std::uint32_t index = 0; index < inserted; index += 3) {
                tree.erase(tree.item_at(index));
            }
            struck = shortage.struck();
        }
        ASSERT_TRUE(struck || inserted == 400);
        ASSERT_EQ(tree.size(), inserted - (inserted + 2) / 3);
        ASSERT_TRUE(agrees_with_oracle(tree)) << "allocation " << nth;
    }
}

} // namespace
} // namespace quadrille::testing
