// What no answer tells of the inside of a tree: the grid that its items are given, and the subtrees that tasks work on.
// SPDX-License-Identifier: MIT
#include "support/inside.hpp"
#include "support/shapes.hpp"

#include "scenes/scene.hpp"

#include <quadrille/parallel.hpp>
#include <quadrille/runners.hpp>

#include "change/reinsert.hpp"
#include "rebuild/item_sources.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace quadrille::testing {
namespace {

template <class Items>
detail::grid chosen(const Items& items, const options& by, bool make_room) {
    detail::axis_spread x_axis;
    detail::axis_spread y_axis;
    return detail::choose_grid<box<float>>(items, by, make_room, x_axis, y_axis);
}

/// The grid that a rebuild chooses for these items, and the one of an assign.
void expect_equal_grids(const std::vector<box<float>>& shapes, std::uint32_t capacity) {
    quadtree<void, box<float>> tree({.leaf_capacity = capacity});
    for (const box<float>& each : shapes) {
        ASSERT_TRUE(tree.insert(each));
    }
    const detail::engine<box<float>>& inside = engine_of(tree);
    const detail::build_items<box<float>> listed{nullptr, shapes, all_layers};
    const detail::task_runner alone{};
    const detail::items_in_pieces<box<float>> in_pieces(listed, alone);
    for (const bool make_room : {false, true}) {
        const detail::grid found = chosen(detail::block_items<box<float>>{inside}, inside.options, make_room);
        const detail::grid expected = chosen(in_pieces, inside.options, make_room);
        EXPECT_EQ(found.x, expected.x);
        EXPECT_EQ(found.y, expected.y);
        EXPECT_EQ(found.side, expected.side);
    }
}

/// A rebuild chooses from the blocks of the tree, an assign from a list of shapes. Of whole numbers no rounding differs, and of up to
/// 1024 items all are in the sample.
TEST(inside_a_rebuild, the_grid_is_that_of_an_assign_of_the_same_shapes) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        random_source source(seed);
        std::vector<box<float>> shapes;
        const std::uint32_t count = 9 + source.below(900);
        const std::uint32_t extent = 1 + source.below(2000);
        for (std::uint32_t index = 0; index < count; ++index) {
            // The widest reach far out of what their middles do, each on a side of its own.
            const auto wide = index % 50 == 7 ? extent : source.below(4);
            const auto high = index % 50 == 8 ? extent : source.below(4);
            const auto x = float(source.below(extent));
            const auto y = float(source.below(extent));
            shapes.push_back({{x, y}, {x + float(2 * wide), y + float(2 * high)}});
        }
        expect_equal_grids(shapes, 1 + source.below(32));
    }
}

/// It has the size of the largest, wide or high, where no middle is beside another.
TEST(inside_a_rebuild, the_grid_of_items_around_one_point_is_as_large_as_they_are) {
    for (const box<float>& largest : {box<float>{{-64, 0}, {64, 0}}, {{0, -64}, {0, 64}}}) {
        const std::vector<box<float>> shapes = {{{-1, -1}, {1, 1}}, largest, {{0, 0}, {0, 0}}};
        expect_equal_grids(shapes, 4);
        quadtree<void, box<float>> tree;
        ASSERT_TRUE(tree.assign(shapes));
        EXPECT_GE(engine_of(tree).store.grid.side, 128);
    }
}

/// Whether one of these nodes, or one below it, is this node.
bool is_below(const detail::store<box<float>>& tree, std::uint32_t which, const std::set<std::uint32_t>& tops) {
    while (which != 0 && !tops.contains(which)) {
        which = detail::node_of(tree.nodes[which].parent);
    }
    return which != 0;
}

/// Small subtrees cost more than they gain, and the tasks have room for so many.
TEST(inside_a_parallel_sync, a_part_has_a_dozen_nodes_on_average_and_there_are_256_at_most) {
    using scenes::kind;
    std::set<std::uint32_t> seen;
    for (const kind scene : {kind::uniform, kind::clustered, kind::line, kind::power_law}) {
        for (double size = 200; size < 300'000; size *= 1.9) {
            const scenes::world<float> world(scene, static_cast<std::uint32_t>(size), 5);
            quadtree<void, box<float>> tree({.leaf_capacity = 4});
            ASSERT_TRUE(tree.assign(world.boxes()));
            const detail::store<box<float>>& inside = engine_of(tree).store;
            detail::tree_cut cut;
            if (!detail::cut_tree(inside, cut)) {
                continue;
            }
            seen.insert(cut.subtrees());
            ASSERT_LE(cut.subtrees(), 256U);
            ASSERT_LE(12 * cut.subtrees(), inside.nodes_in_use()) << size << " items";
            std::set<std::uint32_t> tops;
            for (std::uint32_t subtree = 0; subtree < cut.subtrees(); ++subtree) {
                ASSERT_TRUE(tops.insert(cut.top_of(subtree)).second);
            }
            for (const std::uint32_t top : tops) {
                ASSERT_FALSE(is_below(inside, detail::node_of(inside.nodes[top].parent), tops)) << "subtrees overlap";
            }
        }
    }
    EXPECT_GT(seen.size(), 8U) << "nothing was cut";
}

/// A tree so large that `sync` gives its items new cells subtree by subtree.
struct world_in_subtrees {
    std::vector<box<float>> shapes;
    quadtree<void, box<float>> tree{options{.leaf_capacity = 4, .min_parallel_items = 0}};
    detail::tree_cut cut;

    world_in_subtrees() {
        const scenes::world<float> world(scenes::kind::uniform, 60'000, 5);
        shapes.assign(world.boxes().begin(), world.boxes().end());
        EXPECT_TRUE(tree.assign(shapes));
        const detail::store<box<float>>& inside = engine_of(tree).store;
        EXPECT_TRUE(detail::has_many_nodes(inside) && detail::cut_tree(inside, cut));
    }
};

/// A leaf that a task cannot split for want of nodes is left to be split by one thread, after all of them. Here as many items leave
/// each place as come, so that what the subtrees are given is not used.
TEST(inside_a_parallel_sync, each_part_has_blocks_and_nodes_to_split_leaves_with) {
    world_in_subtrees world;
    std::vector<box<float>>& shapes = world.shapes;
    quadtree<void, box<float>>& tree = world.tree;
    const detail::store<box<float>>& inside = engine_of(tree).store;
    for (std::size_t index = 0; index + 30'000 < shapes.size(); index += 50) {
        std::swap(shapes[index], shapes[index + 30'000]);
    }
    const auto report = tree.sync(shapes);
    ASSERT_EQ(report.method, update_method::reinsert);
    ASSERT_GT(report.reinserted, 10 * world.cut.subtrees()) << "every subtree has some";
    EXPECT_GE(inside.free_nodes, world.cut.subtrees() / 2);
    EXPECT_GE(inside.free_blocks, 4 * world.cut.subtrees());
}

/// Runs tasks one after the other, and these before and after all.
struct observed_runner {
    std::function<void()> before;
    std::function<void()> after;

    void run(std::uint32_t count, const parallel::task& each) const {
        before();
        for (std::uint32_t number = 0; number < count; ++number) {
            each(number);
        }
        after();
    }
};

void move_aside(box<float>& one) {
    const float aside = one.min.x < 200 ? 2 : -2;
    one = {{one.min.x + aside, one.min.y}, {one.max.x + aside, one.max.y}};
}

/// The smaller number of them leaves its subtree.
TEST(inside_a_parallel_sync, most_displaced_items_are_given_their_cells_by_tasks) {
    world_in_subtrees world;
    for (std::size_t index = 0; index < world.shapes.size(); index += 20) {
        move_aside(world.shapes[index]);
    }
    const detail::engine<box<float>>& inside = engine_of(world.tree);
    const auto owners = [&inside] {
        std::vector<detail::address> all;
        for (std::uint32_t index = 0; index < inside.index_limit; ++index) {
            all.push_back(detail::owner_of(inside.store, inside.slots, index));
        }
        return all;
    };
    std::vector<detail::address> before;
    std::uint32_t filed = 0;
    const observed_runner tasks{[&] { before = owners(); },
                                [&] {
                                    const std::vector<detail::address> after = owners();
                                    for (std::size_t index = 0; index < before.size(); ++index) {
                                        filed += before[index] != after[index] ? 1U : 0U;
                                    }
                                }};
    const change_report report = parallel::sync(tasks, world.tree, world.shapes);
    ASSERT_EQ(report.method, update_method::reinsert);
    ASSERT_GT(report.reinserted, 1000U);
    EXPECT_GT(filed, report.reinserted / 2);
}

/// A tree merges such a cell when it loses items; saved bytes that were changed by hand may have one.
TEST(inside_a_parallel_sync, the_top_of_a_part_that_would_fit_into_a_leaf_stays_while_there_are_tasks) {
    world_in_subtrees world;
    engine_of(world.tree).options.leaf_capacity = 1000;
    const detail::store<box<float>>& inside = engine_of(world.tree).store;
    for (std::size_t round = 0; round < 3; ++round) {
        for (std::size_t index = round; index < world.shapes.size(); index += 8) {
            move_aside(world.shapes[index]);
        }
        detail::tree_cut cut;
        ASSERT_TRUE(detail::cut_tree(inside, cut));
        const auto tops_in_use = [&] {
            std::uint32_t count = 0;
            for (std::uint32_t subtree = 0; subtree < cut.subtrees(); ++subtree) {
                count += inside.nodes[cut.top_of(subtree)].mark != 0 ? 1U : 0U;
            }
            return count;
        };
        std::uint32_t before = 0;
        const observed_runner tasks{[&] { before = tops_in_use(); }, [&] { EXPECT_EQ(tops_in_use(), before); }};
        ASSERT_EQ(parallel::sync(tasks, world.tree, world.shapes).method, update_method::reinsert);
        ASSERT_FALSE(world.tree.validate());
    }
}

/// Its items leave it after all tasks, one by one.
TEST(inside_a_parallel_sync, a_part_that_is_left_by_nearly_all_becomes_a_leaf) {
    world_in_subtrees world;
    std::vector<box<float>>& shapes = world.shapes;
    quadtree<void, box<float>>& tree = world.tree;
    const detail::store<box<float>>& inside = engine_of(tree).store;
    const int depth = detail::path_of(inside.nodes[world.cut.top_of(0)]).depth;
    const auto middle = tree.cell_at({200, 200}, [](auto) {});
    ASSERT_TRUE(middle && middle->depth > depth);
    std::optional<box<float>> square;
    tree.cells([&](const cell<float>& each) {
        if (each.depth == depth && intersects(each.square, middle->square.min)) {
            square = each.square;
        }
    });
    ASSERT_TRUE(square);
    const float width = square->max.x - square->min.x;
    std::uint32_t inhabitants = 0;
    for (box<float>& each : shapes) {
        const point<float> center = {(each.min.x + each.max.x) / 2, (each.min.y + each.max.y) / 2};
        if (intersects(*square, center) && ++inhabitants > 1) {
            each = {{each.min.x + width, each.min.y}, {each.max.x + width, each.max.y}};
        }
    }
    ASSERT_GT(inhabitants, 100U);
    const auto report = tree.sync(shapes);
    ASSERT_EQ(report.method, update_method::reinsert);
    const auto left =
        tree.cell_at({(square->min.x + square->max.x) / 2, (square->min.y + square->max.y) / 2}, [](auto) {});
    ASSERT_TRUE(left);
    EXPECT_LE(left->depth, depth);
}

} // namespace
} // namespace quadrille::testing
