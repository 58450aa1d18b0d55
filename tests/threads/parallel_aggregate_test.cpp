// Summaries over a runner: the same cells and the same sums, to the last bit, as those of the serial verb.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"
#include "threads/joined_threads.hpp"
#include "threads/runners.hpp"

#include <quadrille/aggregate.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(parallel_aggregate);
QUADRILLE_EVERY_SHAPE_SUITE(parallel_aggregate_of_every_shape);

/// A sum that is not commutative and owns memory.
struct items_in_order {
    std::vector<std::uint32_t> items;

    items_in_order& operator+=(const items_in_order& other) {
        items.insert(items.end(), other.items.begin(), other.items.end());
        return *this;
    }
    friend bool operator==(const items_in_order&, const items_in_order&) = default;
};

/// Sums of far coordinates may be NaN.
bool are_same_bytes(const std::vector<totals>& one, const std::vector<totals>& other) {
    static_assert(sizeof(totals) == 32, "no padding");
    return one.size() == other.size() && std::memcmp(one.data(), other.data(), one.size() * sizeof(totals)) == 0;
}

/// The cells of a numbering in the order of a walk.
template <class Tree, class Sum>
auto walked(const cell_numbering<typename Tree::shape_type>& cells, const Tree& tree, const std::vector<Sum>& sums) {
    std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, int, bool>> all;
    cells.walk(tree, sums, [&](const auto& here) {
        all.emplace_back(here.number(), here.end(), here.count(), here.depth(), here.is_leaf());
        return descent::open;
    });
    return all;
}

/// Cells and sums are those of the serial verb, over every runner. The memory is that of the calls before.
template <class Shape>
class folded_in_every_way {
public:
    void expect_equal(const quadtree<void, Shape>& tree, const filter& wanted, const std::string& what) {
        SCOPED_TRACE(what);
        const auto list = [](const auto& hit) { return items_in_order{{hit.index()}}; };
        const auto uneven = totals_of{[](std::uint32_t index) { return 1.0 / (1 + index % 7); }};
        cell_numbering<Shape> serial_cells;
        std::vector<items_in_order> serial_lists;
        std::vector<totals> serial_sums;
        std::vector<totals> serial_weighed;
        ASSERT_EQ(serial_cells.aggregate(tree, serial_lists, list, wanted), outcome::complete);
        ASSERT_EQ(serial_cells.aggregate(tree, serial_weighed, uneven, wanted), outcome::complete);
        ASSERT_EQ(serial_cells.aggregate(tree, serial_sums, totals_of{}, wanted), outcome::complete);
        const auto serial_walk = walked(serial_cells, tree, serial_sums);
        for (const any_runner& with : runners_) {
            SCOPED_TRACE(with.name());
            EXPECT_EQ(parallel::aggregate(with, tree, cells_, lists_, list, wanted), outcome::complete);
            EXPECT_TRUE(lists_ == serial_lists);
            EXPECT_EQ(parallel::aggregate(with, tree, cells_, sums_, uneven, wanted), outcome::complete);
            EXPECT_TRUE(are_same_bytes(sums_, serial_weighed));
            EXPECT_EQ(parallel::aggregate(with, tree, cells_, sums_, totals_of{}, wanted), outcome::complete);
            EXPECT_TRUE(are_same_bytes(sums_, serial_sums));
            EXPECT_TRUE(cells_.describes(tree));
            EXPECT_TRUE(std::ranges::equal(cells_.items(), serial_cells.items()));
            EXPECT_TRUE(walked(cells_, tree, sums_) == serial_walk);
        }
    }

private:
    every_runner runners_;
    cell_numbering<Shape> cells_;
    std::vector<totals> sums_;
    std::vector<items_in_order> lists_;
};

// promise: same-on-any-threads
// promise: same-on-any-threads: Summaries over a runner are the same to the last bit.
TYPED_TEST(parallel_aggregate_of_every_shape, folds_what_the_serial_verb_does) {
    folded_in_every_way<TypeParam> ways;
    for (std::uint32_t how = 0; how < styles; ++how) {
        random_source source(90 + how);
        bare_tree<TypeParam> tree({.leaf_capacity = 1 + source.below(40), .min_parallel_items = 0});
        for (std::uint32_t count = 0; count < 6000; ++count) {
            tree.insert(draw<TypeParam>(source, style(how)), in_layers{1U << source.below(5)});
        }
        for (std::uint32_t change = 0; change < 1500; ++change) {
            const item some = tree.item_at(source.below(tree.index_limit()));
            switch (source.below(3)) {
            case 0: tree.erase(some); break;
            case 1: tree.move(some, draw<TypeParam>(source, style(how))); break;
            default: tree.set_layers(some, 16); break;
            }
        }
        for (const std::uint32_t layers : {all_layers, 1U, 6U, 64U}) {
            ways.expect_equal(tree, {layers}, "style " + std::to_string(how));
        }
    }
}

/// Long leaves know the layers of items that are gone for as long as they are not measured again, so tasks make room for cells and items
/// that they do not find.
TYPED_TEST(parallel_aggregate_of_every_shape, leaves_no_gap_where_a_cell_has_lost_its_last_item_of_a_layer) {
    random_source source(94);
    bare_tree<TypeParam> tree({.leaf_capacity = 300, .min_parallel_items = 0});
    std::vector<item> gone;
    const auto shape_at = [](double x, double y) { return made<TypeParam>(x, y, x + 0.1, y + 0.1); };
    for (std::uint32_t count = 0; count < 20'000; ++count) {
        const double x = source.between(0, 100);
        const bool is_rare = count % 40 == 0;
        const item added = tree.insert(shape_at(x, source.between(0, 100)), in_layers{is_rare ? 1U : 2U});
        if (is_rare && x < 70) {
            gone.push_back(added);
        }
    }
    for (const item each : gone) {
        ASSERT_TRUE(tree.erase(each));
    }
    counters visited;
    ASSERT_EQ(tree.count(box_of<typename TypeParam::scalar>(0, 0, 60, 100), {1}, &visited), 0U);
    ASSERT_GT(visited.blocks, 100U) << "their leaves do not know it";
    folded_in_every_way<TypeParam> ways;
    ways.expect_equal(tree, {1}, "long leaves");
}

/// Batches begin elsewhere than in the serial fold, also inside the long leaf.
// promise: same-on-any-threads: A long leaf among others has the same sum over a runner.
TYPED_TEST(parallel_aggregate, a_long_leaf_among_others_has_the_same_sum) {
    bare_tree<TypeParam> tree({.min_parallel_items = 0});
    random_source source(93);
    for (int number = 0; number < 9000; ++number) {
        const double x = number % 3 == 0 ? 0.1 : source.between(0, 9);
        tree.insert(box_of<TypeParam>(x, 0.7, x, 0.7));
    }
    folded_in_every_way<box<TypeParam>> ways;
    ways.expect_equal(tree, {}, "a long leaf");
    tree.clear();
    ways.expect_equal(tree, {}, "an empty tree that would start tasks from no items");
}

// promise: same-on-any-threads: A small world or few questions start no task.
TYPED_TEST(parallel_aggregate, of_small_worlds_starts_no_task) {
    const auto calls_in = [](std::uint32_t count, const options& those) {
        const scenes::world<TypeParam> scene(scenes::kind::uniform, count, 96);
        bare_tree<TypeParam> tree(those);
        EXPECT_TRUE(tree.assign(scene.boxes()));
        shuffling_runner runner(2);
        cell_numbering<box<TypeParam>> cells;
        std::vector<totals> sums;
        EXPECT_EQ(parallel::aggregate(runner, tree, cells, sums), outcome::complete);
        EXPECT_EQ(sums.at(0).count, count);
        return runner.calls();
    };
    EXPECT_EQ(calls_in(8191, {}), 0U);
    EXPECT_EQ(calls_in(9000, {.min_parallel_items = 9001}), 0U);
    EXPECT_GT(calls_in(9000, {}), 0U);
}

// promise: sums-that-fail: What functions of a summary throw comes back, that of the first task; there are no cells
//     and no sums, whether tasks were started or not.
TYPED_TEST(parallel_aggregate, what_functions_throw_comes_back_and_there_are_no_cells_and_no_sums) {
    const scenes::world<TypeParam> scene(scenes::kind::uniform, 10'000, 94);
    for (const std::uint32_t min_parallel_items : {0U, 8192U, 20'000U}) { // from the last no task is started
        bare_tree<TypeParam> tree({.min_parallel_items = min_parallel_items});
        ASSERT_TRUE(tree.assign(scene.boxes()));
        cell_numbering<box<TypeParam>> cells;
        std::vector<totals> sums;
        ASSERT_EQ(cells.aggregate(tree, sums), outcome::complete);
        const std::vector<std::uint32_t> order(cells.items().begin(), cells.items().end());
        const auto of = [&](const auto& hit) {
            if (hit.index() == order[9000] || hit.index() == order[4000]) {
                throw std::runtime_error(std::to_string(hit.index()));
            }
            return totals{1, 1, {}};
        };
        for (const any_runner& with : every_runner()) {
            SCOPED_TRACE(with.name() + " from " + std::to_string(min_parallel_items));
            ASSERT_EQ(parallel::aggregate(with, tree, cells, sums), outcome::complete);
            EXPECT_EQ(thrown_by([&] { parallel::aggregate(with, tree, cells, sums, of); }),
                      std::to_string(order[4000]));
            EXPECT_EQ(cells.size(), 0U);
            EXPECT_TRUE(sums.empty());
            EXPECT_FALSE(cells.describes(tree));
        }
    }
}

// promise: threads: Any number of walks of sums may run at once.
TYPED_TEST(parallel_aggregate, threads_that_walk_and_fold_do_not_disturb_each_other) {
    const scenes::world<TypeParam> scene(scenes::kind::clustered, 10'000, 95);
    bare_tree<TypeParam> tree({.min_parallel_items = 0});
    ASSERT_TRUE(tree.assign(scene.boxes()));
    cell_numbering<box<TypeParam>> cells;
    std::vector<totals> expected;
    ASSERT_EQ(cells.aggregate(tree, expected), outcome::complete);
    parallel::thread_pool pool(3);
    joined_threads folders;
    for (int folder = 0; folder < 3; ++folder) {
        folders.start([&] {
            cell_numbering<box<TypeParam>> own;
            std::vector<totals> sums;
            for (int turn = 0; turn < 5; ++turn) {
                EXPECT_EQ(parallel::aggregate(pool, tree, own, sums), outcome::complete);
                EXPECT_TRUE(sums == expected);
                std::uint64_t seen = 0;
                cells.walk(tree, expected, [&](const auto& here) {
                    seen += here.count();
                    return descent::take;
                });
                EXPECT_EQ(seen, 10'000U);
            }
        });
    }
}

} // namespace
} // namespace quadrille::testing
