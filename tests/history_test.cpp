// Histories: after any history, a tree's queries and memory cost about as much as those of a fresh tree.
// SPDX-License-Identifier: MIT
#include "support/effort.hpp"
#include "support/work.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_SHAPE_SUITE(history);

/// The methods by which a tree gets the new shapes of its items.
enum class method : std::uint8_t { sync, move, move_many };
constexpr method methods[] = {method::sync, method::move, method::move_many};
constexpr const char* method_names[] = {"sync", "move", "move of many"};

/// A world in motion: where each box is at a tick.
using motion = std::function<box<double>(std::uint32_t index, int tick)>;

box<double> square_at(double x, double y, double side) { return {{x, y}, {x + side, y + side}}; }

/// A random but fixed number in [0, 1) for an index.
double chance(std::uint32_t index, std::uint64_t of) { return random_source(index * 64 + of).unit(); }

/// A fixed place in a square of this side.
point<double> place_of(std::uint32_t index, double side) { return {chance(index, 1) * side, chance(index, 2) * side}; }

template <class Shape>
std::vector<Shape> shapes_at(const motion& world, std::uint32_t count, int tick) {
    using scalar = typename Shape::scalar;
    std::vector<Shape> all;
    for (std::uint32_t index = 0; index < count; ++index) {
        const box<double> here = world(index, tick);
        all.push_back(shaped_as<Shape>(box_of<scalar>(here.min.x, here.min.y, here.max.x, here.max.y)));
    }
    return all;
}

template <class Shape>
void update_tree(quadtree<void, Shape>& tree, method how, const std::vector<Shape>& shapes) {
    if (how == method::sync) {
        ASSERT_TRUE(tree.sync(shapes));
        return;
    }
    std::vector<item> movers;
    std::vector<Shape> moved;
    for (std::uint32_t index = 0; index < shapes.size(); ++index) {
        const item one = tree.item_at(index);
        if (one && !(*tree.shape(one) == shapes[index])) {
            movers.push_back(one);
            moved.push_back(shapes[index]);
        }
    }
    if (how == method::move_many) {
        ASSERT_TRUE(tree.move(std::span<const item>(movers), std::span<const Shape>(moved)));
        return;
    }
    for (std::size_t at = 0; at < movers.size(); ++at) {
        ASSERT_TRUE(tree.move(movers[at], moved[at]));
    }
}

/// Runs a motion by each method, and compares the work at every 64th tick.
template <class Shape>
void live(const char* name, const motion& world, std::uint32_t count, int ticks, const options& config = {}) {
    for (const method how : methods) {
        quadtree<void, Shape> tree(config);
        for (const Shape& shape : shapes_at<Shape>(world, count, 0)) {
            ASSERT_TRUE(tree.insert(shape));
        }
        for (int tick = 1; tick <= ticks; ++tick) {
            update_tree(tree, how, shapes_at<Shape>(world, count, tick));
            if (tick % 64 == 0) {
                ASSERT_TRUE(works_as_fresh(tree, count))
                    << name << " by " << method_names[static_cast<int>(how)] << ", tick " << tick;
            }
        }
    }
}

/// From one place to another, in this number of ticks.
double on_the_way(double from, double to, int tick, int ticks) {
    return from + (to - from) * std::min(1.0, double(tick) / ticks);
}

// promise: work-after-any-history: After a group spread from one spot, queries visit at most three times as much as
//     in a tree newly built.
TYPED_TEST(history, of_a_group_that_spreads_from_one_spot) {
    for (const int ticks : {64, 256}) {
        live<TypeParam>(
            "spawned on one spot",
            [&](std::uint32_t index, int tick) {
                const auto goal = place_of(index, 110);
                return square_at(on_the_way(40, goal.x, tick, ticks), on_the_way(40, goal.y, tick, ticks), 1);
            },
            3000, ticks);
    }
}

// promise: work-after-any-history: After a group spread from one spot, queries visit at most three times as much as
//     in a tree newly built.
TYPED_TEST(history, of_a_group_that_spreads_among_others) {
    for (const double spread : {5.0, 50.0, 800.0}) {
        live<TypeParam>(
            "spawned among others",
            [&](std::uint32_t index, int tick) {
                if (index < 1000) {
                    const auto there = place_of(index, 1000);
                    return square_at(there.x, there.y, 1);
                }
                const auto goal = place_of(index, spread);
                return square_at(on_the_way(300, 300 + goal.x, tick, 100), on_the_way(300, 300 + goal.y, tick, 100), 1);
            },
            3500, 128);
    }
}

// promise: work-after-any-history: It holds after items were large and then small.
TYPED_TEST(history, of_items_as_wide_as_the_world_that_shrink_and_of_small_ones_that_grow) {
    const auto side = [](int tick) { return 200 * std::pow(0.9, tick); };
    live<TypeParam>(
        "wide, then small",
        [&](std::uint32_t index, int tick) {
            const auto there = place_of(index, 100);
            const double now = std::max(side(tick), 0.5);
            return square_at(there.x - now / 2, there.y - now / 2, now);
        },
        2500, 128);
    live<TypeParam>(
        "some wide, then small",
        [&](std::uint32_t index, int tick) {
            const auto there = place_of(index, 100);
            const double now = index % 8 == 0 ? 0.5 : std::max(side(tick), 0.5);
            return square_at(there.x - now / 2, there.y - now / 2, now);
        },
        2500, 128);
    live<TypeParam>(
        "small, then wide",
        [&](std::uint32_t index, int tick) {
            const auto there = place_of(index, 100);
            const double now = std::min(0.5 * std::pow(1.1, tick), 200 * chance(index, 3) * chance(index, 4));
            return square_at(there.x - now / 2, there.y - now / 2, now);
        },
        1500, 64);
}

// promise: work-after-any-history: It holds after a world contracted or exploded.
TYPED_TEST(history, of_a_world_that_contracts_and_of_one_that_explodes) {
    for (const double factor : {0.7, 0.9, 1.15, 1.4}) {
        live<TypeParam>(
            "scaled at every tick",
            [&](std::uint32_t index, int tick) {
                const auto there = place_of(index, 100);
                const double scale = std::pow(factor, std::min(tick, 50));
                return square_at(there.x * scale, there.y * scale, 0.5 * scale);
            },
            2000, 128);
    }
    live<TypeParam>(
        "contracts but for a few",
        [&](std::uint32_t index, int tick) {
            const auto there = place_of(index, 100);
            const double scale = index % 200 == 0 ? 1 : std::pow(0.7, std::min(tick, 40));
            return square_at(50 + there.x * scale, 50 + there.y * scale, 0.5 * scale);
        },
        2000, 128);
}

// promise: work-after-any-history: It holds with runaways, also from a crowd that no cell can split.
TYPED_TEST(history, of_runaways) {
    for (const std::uint32_t one_in : {12U, 60U, 500U}) {
        for (const double speed : {1.03, 2.0}) {
            live<TypeParam>(
                "runaways",
                [&](std::uint32_t index, int tick) {
                    const auto there = place_of(index, 100);
                    const double scale = index % one_in == 0 ? std::pow(speed, std::min(tick, 90)) : 1;
                    return square_at(there.x * scale, there.y * scale, 0.5);
                },
                1000, 128);
        }
    }
}

/// What small windows visit all over a world around the origin, where hardly anything is.
template <class Tree>
counters work_in_empty_space(const Tree& tree, double reach) {
    using scalar = typename Tree::scalar;
    random_source source(5);
    counters done;
    for (int query = 0; query < 1000; ++query) {
        const double x = (source.unit() * 2 - 1) * reach;
        const double y = (source.unit() * 2 - 1) * reach;
        (void)tree.count(box_of<scalar>(x, y, x + 10, y + 10), {}, &done);
    }
    return done;
}

// promise: work-after-any-history: It holds with runaways, also from a crowd that no cell can split.
TYPED_TEST(history, of_a_few_that_leave_a_crowd_too_wide_to_split) {
    for (const std::uint32_t leavers : {1U, 2U, 6U, 30U, 40U}) {
        const motion world = [&](std::uint32_t index, int tick) {
            const double reach = tick > 0 && index < leavers ? 10000 : 1;
            const auto there = place_of(index, 2 * reach);
            return square_at(there.x - reach + tick % 2 * 0.001, there.y - reach, 2);
        };
        for (const method how : methods) {
            quadtree<void, TypeParam> tree;
            ASSERT_TRUE(tree.assign(shapes_at<TypeParam>(world, 1500, 0)));
            for (int tick = 1; tick <= 64; ++tick) {
                update_tree(tree, how, shapes_at<TypeParam>(world, 1500, tick));
            }
            quadtree<void, TypeParam> fresh;
            ASSERT_TRUE(fresh.assign(shapes_at<TypeParam>(world, 1500, 64)));
            ASSERT_TRUE(is_bounded("windows", work_in_empty_space(tree, 10000), work_in_empty_space(fresh, 10000)))
                << leavers << " leavers, by " << method_names[static_cast<int>(how)];
            ASSERT_TRUE(works_as_fresh(tree, 1500)) << leavers;
        }
    }
}

// promise: work-after-any-history: It holds for items that go to and fro, gather elsewhere, or are inserted far away.
TYPED_TEST(history, of_items_that_go_back_and_forth_across_borders) {
    live<TypeParam>(
        "oscillating",
        [&](std::uint32_t index, int tick) {
            const auto there = place_of(index, 100);
            const double step = (tick + int(index)) % 2 == 0 ? 3 : -3;
            return index % 4 == 0 ? square_at(there.x + step, there.y, 1) : square_at(there.x, there.y, 1);
        },
        2500, 128);
    live<TypeParam>(
        "thrown about, a quarter at each tick",
        [&](std::uint32_t index, int tick) {
            const int turn = (tick + int(index % 4)) / 4;
            const auto there = place_of(index + 7777 * static_cast<std::uint32_t>(turn), 100);
            return square_at(there.x, there.y, 1);
        },
        2500, 128);
}

// promise: work-after-any-history: It holds for items that go to and fro, gather elsewhere, or are inserted far away.
TYPED_TEST(history, of_clusters_that_gather_elsewhere) {
    live<TypeParam>(
        "gathering",
        [&](std::uint32_t index, int tick) {
            const auto from = place_of(index, 1000);
            const auto goal = place_of(index % 16, 1000);
            const double near = 0.01 * chance(index, 5);
            return square_at(on_the_way(from.x, goal.x + near, tick, 60), on_the_way(from.y, goal.y + near, tick, 60),
                             0.001);
        },
        1600, 128);
}

// ---- Crowds that grow and shrink -------------------------------------------------------------------------------------

/// One step of inserts and erases, then as many single changes as the contract allows before work is compared.
template <class Shape>
class population {
public:
    explicit population(const options& config = {}) : tree_(config) {}

    quadtree<void, Shape>& tree() noexcept { return tree_; }
    std::size_t size() const noexcept { return items_.size(); }
    std::uint32_t most() const noexcept { return most_; }

    void insert(const box<double>& where) {
        using scalar = typename Shape::scalar;
        items_.push_back(
            tree_.insert(shaped_as<Shape>(box_of<scalar>(where.min.x, where.min.y, where.max.x, where.max.y))));
        most_ = std::max(most_, tree_.index_limit());
    }
    /// Erases one that the source picks.
    void erase(random_source& source) {
        const std::uint32_t at = source.below(static_cast<std::uint32_t>(items_.size()));
        ASSERT_TRUE(tree_.erase(items_[at]));
        items_[at] = items_.back();
        items_.pop_back();
    }
    /// Moves every item once, to where it is.
    void intersect_all() {
        for (const item one : items_) {
            ASSERT_TRUE(tree_.move(one, *tree_.shape(one)));
        }
    }

private:
    quadtree<void, Shape> tree_;
    std::vector<item> items_;
    std::uint32_t most_ = 0;
};

// promise: work-after-any-history: It holds for items that go to and fro, gather elsewhere, or are inserted far away.
TYPED_TEST(history, of_inserts_far_from_the_first_ones) {
    population<TypeParam> some;
    for (std::uint32_t index = 0; index < 60; ++index) {
        const auto there = place_of(index, 1000);
        some.insert(square_at(there.x, there.y, 1));
    }
    for (std::uint32_t index = 60; index < 4000; ++index) {
        const auto there = place_of(index, 0.01);
        some.insert(square_at(500 + there.x, 500 + there.y, 1e-4));
    }
    EXPECT_TRUE(works_as_fresh(some.tree(), some.most())) << "a dense spot in a wide world";
    for (std::uint32_t index = 0; index < 8000; ++index) {
        const auto there = place_of(index, 30000);
        some.insert(square_at(there.x, there.y, 1));
    }
    EXPECT_TRUE(works_as_fresh(some.tree(), some.most())) << "and a wider world around it";
}

// promise: work-after-any-history: It holds after most items were erased, or batches came and went.
TYPED_TEST(history, of_a_group_that_is_erased_bit_by_bit) {
    for (const double clump : {1000.0, 3.0, 0.001}) { // evenly, and in 64 clumps
        random_source source(5);
        population<TypeParam> some;
        for (std::uint32_t index = 0; index < 6000; ++index) {
            const auto center = clump < 1000 ? place_of(index % 64, 1000) : point<double>{0, 0};
            const auto there = place_of(index, clump);
            some.insert(square_at(center.x + there.x, center.y + there.y, clump / 1000));
        }
        for (const std::size_t left : {3100U, 3000U, 2900U, 2000U, 1500U, 700U, 90U, 10U, 1U}) {
            while (some.size() > left) {
                some.erase(source);
            }
            ASSERT_TRUE(works_as_fresh(some.tree(), some.most())) << "clumps of " << clump << ", left " << left;
            some.intersect_all();
            ASSERT_TRUE(works_as_fresh(some.tree(), some.most()))
                << "touched, clumps of " << clump << ", left " << left;
        }
    }
}

// promise: work-after-any-history: It holds after most items were erased, or batches came and went.
TYPED_TEST(history, of_a_group_that_grows_and_shrinks) {
    random_source source(6);
    population<TypeParam> some;
    std::uint32_t next = 0;
    for (int season = 0; season < 4; ++season) {
        while (some.size() < 5000) {
            const auto there = place_of(next++, season % 2 == 0 ? 100 : 5);
            some.insert(square_at(there.x, there.y, 0.1));
        }
        ASSERT_TRUE(works_as_fresh(some.tree(), some.most())) << "grown, season " << season;
        while (some.size() > 300) {
            some.erase(source);
        }
        ASSERT_TRUE(works_as_fresh(some.tree(), some.most())) << "shrunk, season " << season;
    }
}

/// Batches that are inserted everywhere, or at one place, and erased later, among the items of before.
// promise: work-after-any-history: It holds after most items were erased, or batches came and went.
TYPED_TEST(history, of_batches_that_come_and_go) {
    for (const double spread : {1000.0, 3.0, 0.001}) {
        random_source source(8);
        quadtree<void, TypeParam> tree;
        std::vector<std::vector<item>> batches;
        std::uint32_t next = 0;
        std::uint32_t most = 0;
        for (int round = 0; round < 40; ++round) {
            std::vector<TypeParam> shapes;
            const std::uint32_t count = round % 10 == 0 ? 3000 : 50 + source.below(500);
            const auto there = place_of(static_cast<std::uint32_t>(round), 1000);
            for (std::uint32_t rest = count; rest > 0; --rest) {
                const auto within = place_of(next++, spread);
                const double x = spread < 1000 ? there.x + within.x : within.x;
                const double y = spread < 1000 ? there.y + within.y : within.y;
                shapes.push_back(made<TypeParam>(x, y, x + spread / 1000, y + spread / 1000));
            }
            batches.emplace_back();
            ASSERT_TRUE(tree.insert(shapes, batches.back()));
            most = std::max(most, tree.index_limit());
            if (round % 3 == 2) {
                const std::uint32_t going = source.below(static_cast<std::uint32_t>(batches.size()));
                ASSERT_TRUE(tree.erase(batches[going]));
                batches.erase(batches.begin() + going);
            }
            ASSERT_TRUE(works_as_fresh(tree, most)) << "spread " << spread << ", round " << round;
        }
    }
}

/// Random seasons one after another, each of 64 ticks by a random method: histories that no fixed list contains.
// promise: bounded-memory
// promise: work-after-any-history: It holds for random histories, and for queries of layers.
TYPED_TEST(history, of_random_seasons) {
    using scalar = typename TypeParam::scalar;
    const std::uint64_t seeds = effort<std::uint64_t>(3, 100);
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        random_source source(seed);
        quadtree<void, TypeParam> tree;
        std::vector<box<double>> boxes;
        std::uint32_t most = 0;
        std::string told;
        for (int season = 0; season < 6; ++season) {
            // Some are inserted, at one place or everywhere; some are erased.
            const std::uint32_t arriving = source.below(1500);
            const double spot = source.below(2) == 0 ? 0 : 100;
            const point<double> where = {source.unit() * 100, source.unit() * 100};
            for (std::uint32_t count = 0; count < arriving; ++count) {
                const point<double> there = {where.x + source.unit() * spot, where.y + source.unit() * spot};
                const item fresh = tree.insert(made<TypeParam>(there.x, there.y, there.x + 0.5, there.y + 0.5));
                boxes.resize(tree.index_limit());
                boxes[fresh.index] = square_at(there.x, there.y, 0.5);
                tree.set_layers(fresh, source.below(8) == 0 ? 2U : 1U);
            }
            most = std::max(most, tree.index_limit());
            const std::uint32_t leaving = source.below(3) == 0 ? 2 + source.below(8) : 1U << 30U;
            tree.erase_if([&](auto hit) { return hit.index() % leaving == leaving - 1; });

            // A part of them, during the whole season, drifts apart or together, and grows or shrinks.
            const std::uint32_t share = 1 + source.below(4);
            const double scale = source.below(4) == 0 ? 1 : source.between(0.93, 1.07);
            const double growth = source.below(4) == 0 ? 1 : source.between(0.93, 1.07);
            const double restless = source.below(3) == 0 ? 0 : source.unit();
            const method how = methods[source.below(3)];
            told += " season " + std::to_string(season) + ": " + std::to_string(boxes.size()) + " boxes, 1 in " +
                    std::to_string(share) + " scaled by " + std::to_string(scale) + ", sides by " +
                    std::to_string(growth) + ", by " + method_names[static_cast<int>(how)] + ";";
            for (int tick = 0; tick < 64; ++tick) {
                std::vector<TypeParam> shapes(boxes.size());
                for (std::uint32_t index = 0; index < boxes.size(); ++index) {
                    if (index % share == 0) {
                        const double side = std::min((boxes[index].max.x - boxes[index].min.x) * growth, 1e3);
                        boxes[index] = square_at(
                            where.x + (boxes[index].min.x - where.x) * scale + source.between(-1, 1) * restless,
                            where.y + (boxes[index].min.y - where.y) * scale + source.between(-1, 1) * restless, side);
                    }
                    const box<double>& here = boxes[index];
                    shapes[index] =
                        shaped_as<TypeParam>(box_of<scalar>(here.min.x, here.min.y, here.max.x, here.max.y));
                }
                update_tree(tree, how, shapes);
            }
            ASSERT_TRUE(works_as_fresh(tree, most)) << "seed " << seed << ":" << told;
        }
    }
}

// promise: splits-and-merges: Small leaves are split as a build would split them.
TYPED_TEST(history, of_leaves_of_one_item) {
    random_source source(7);
    population<TypeParam> some({.leaf_capacity = 1});
    for (std::uint32_t index = 0; index < 1000; ++index) {
        const auto there = place_of(index / 2, 1000);
        some.insert(square_at(there.x + (index % 2) * 1e-3, there.y, 1e-4));
    }
    while (some.size() > 400) {
        some.erase(source);
    }
    quadtree<void, TypeParam> fresh({.leaf_capacity = 1});
    std::vector<TypeParam> shapes;
    some.tree().each([&](auto hit) { shapes.push_back(hit.shape()); });
    ASSERT_TRUE(fresh.assign(shapes));
    EXPECT_LE(some.tree().stats().inner_cells, 2 * fresh.stats().inner_cells + 10);
}

/// Fewer items than a block has lanes are split as a build would split them.
// promise: splits-and-merges: Small leaves are split as a build would split them.
TYPED_TEST(history, of_a_few_items_in_small_leaves) {
    for (const std::uint32_t count : {2U, 3U, 10U, 15U}) {
        population<TypeParam> some({.leaf_capacity = 1});
        std::vector<TypeParam> shapes;
        for (std::uint32_t index = 0; index < count; ++index) {
            const auto there = place_of(index, 100);
            some.insert(square_at(there.x, there.y, 0.5));
        }
        some.tree().each([&](auto hit) { shapes.push_back(hit.shape()); });
        quadtree<void, TypeParam> fresh({.leaf_capacity = 1});
        ASSERT_TRUE(fresh.assign(shapes));
        EXPECT_GE(2 * some.tree().stats().leaves, fresh.stats().leaves) << count;
    }
}

/// Where options limit splits, a root that is too wide makes leaves that much fuller.
// promise: work-after-any-history: It holds after a world contracted or exploded.
TYPED_TEST(history, of_a_world_that_contracts_below_a_limited_depth) {
    for (const options& config : {options{.max_depth = 4}, options{.max_depth = 2}, options{.min_cell_side = 0.1}}) {
        for (const double wider : {2.1, 3.9}) {
            constexpr std::uint32_t count = 6000;
            const auto at = [](std::uint32_t index, double scale) {
                const auto there = place_of(index, scale);
                return made<TypeParam>(there.x, there.y, there.x + 1e-3, there.y + 1e-3);
            };
            quadtree<void, TypeParam> tree(config);
            for (std::uint32_t index = 0; index < count; ++index) {
                tree.insert(at(index, wider));
            }
            for (std::uint32_t index = 0; index < count; ++index) {
                ASSERT_TRUE(tree.move(tree.item_at(index), at(index, 1)));
            }
            for (std::uint32_t index = 0; index < count; ++index) {
                ASSERT_TRUE(tree.move(tree.item_at(index), at(index, 1)));
            }
            EXPECT_TRUE(works_as_fresh(tree, count, 500, config)) << wider << " times as wide before";
        }
    }
}

// promise: work-after-any-history: It holds after as many single moves as there are items.
TYPED_TEST(history, of_a_pile_that_disperses_by_as_many_single_moves_as_there_are_items) {
    random_source source(9);
    quadtree<void, TypeParam> tree;
    constexpr std::uint32_t count = 3000;
    for (std::uint32_t index = 0; index < count; ++index) {
        const auto there = place_of(index, 1);
        const double corner = index % 2 == 0 ? 0 : 1000;
        tree.insert(dot<TypeParam>(corner + there.x, corner + there.y));
    }
    for (std::uint32_t index = 0; index < count; ++index) {
        ASSERT_TRUE(tree.move(tree.item_at(index), dot<TypeParam>(0.375, 0.375)));
    }
    for (std::uint32_t turn = 0; turn < count; ++turn) {
        ASSERT_TRUE(tree.move(tree.item_at(source.below(count)), dot<TypeParam>(0.375 + 1e-3 * source.unit(), 0.375)));
    }
    EXPECT_TRUE(works_as_fresh(tree, count));
}

// promise: bounded-memory
TYPED_TEST(history, of_small_leaves_whose_items_grow_to_cover_each_other) {
    constexpr std::uint32_t count = 4000;
    for (const options& config : {options{.leaf_capacity = 4}, options{.leaf_capacity = 1}}) {
        quadtree<void, TypeParam> tree(config);
        std::vector<TypeParam> wide;
        for (std::uint32_t index = 0; index < count; ++index) {
            const auto there = place_of(index, 1);
            tree.insert(dot<TypeParam>(there.x, there.y));
            wide.push_back(made<TypeParam>(there.x - 2, there.y - 2, there.x + 2, there.y + 2));
        }
        ASSERT_TRUE(tree.sync(wide));
        for (std::uint32_t index = 0; index < count; ++index) {
            ASSERT_TRUE(tree.move(tree.item_at(index), wide[index]));
        }
        quadtree<void, TypeParam> fresh(config);
        ASSERT_TRUE(fresh.assign(wide));
        EXPECT_LE(tree.stats().bytes, 3 * fresh.stats().bytes + 10 * std::size_t{count});
    }
}

// promise: bounded-memory: Memory does not grow when a tree is cleared and filled again.
TYPED_TEST(history, of_a_tree_cleared_and_filled_at_every_tick_keeps_its_memory) {
    quadtree<void, TypeParam> tree;
    std::size_t bytes = 0;
    for (int tick = 0; tick < 40; ++tick) {
        tree.clear();
        for (std::uint32_t index = 0; index < 2000; ++index) {
            const auto there = place_of(index, 100);
            tree.insert(made<TypeParam>(there.x, there.y, there.x + 1, there.y + 1));
        }
        if (tick == 3) {
            bytes = tree.stats().bytes;
        }
        ASSERT_TRUE(tick < 3 || tree.stats().bytes == bytes) << tick;
    }
    EXPECT_TRUE(works_as_fresh(tree, 2000));
}

// promise: reserve
TYPED_TEST(history, of_reserved_room_keeps_it) {
    quadtree<void, TypeParam> tree;
    ASSERT_TRUE(tree.reserve(20000));
    const std::size_t bytes = tree.stats().bytes;
    const item one = tree.insert(made<TypeParam>(0, 0, 1, 1));
    for (int turn = 0; turn < 1000; ++turn) {
        ASSERT_TRUE(tree.move(one, made<TypeParam>(turn, 0, turn + 1, 1)));
    }
    EXPECT_GE(tree.stats().bytes, bytes);
}

// promise: work-after-any-history: It holds for random histories, and for queries of layers.
TYPED_TEST(history, of_layers_that_change) {
    random_source source(8);
    quadtree<void, TypeParam> tree;
    std::vector<item> items;
    for (std::uint32_t index = 0; index < 3000; ++index) {
        const auto there = place_of(index, 100);
        items.push_back(tree.insert(made<TypeParam>(there.x, there.y, there.x + 0.5, there.y + 0.5)));
    }
    for (int round = 0; round < 3; ++round) {
        for (std::uint32_t index = 0; index < items.size(); ++index) {
            ASSERT_TRUE(tree.set_layers(items[index], source.below(100) == 0 ? 2U : 1U));
        }
        ASSERT_TRUE(works_as_fresh(tree, 3000)) << round;
        for (std::uint32_t index = 0; index < items.size(); index += 2) {
            const auto there = place_of(index + 31 * static_cast<std::uint32_t>(round + 1), 100);
            ASSERT_TRUE(tree.move(items[index], made<TypeParam>(there.x, there.y, there.x + 0.5, there.y + 0.5)));
        }
        ASSERT_TRUE(works_as_fresh(tree, 3000)) << round;
    }
}

} // namespace
} // namespace quadrille::testing
