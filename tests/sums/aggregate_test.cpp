// Aggregate: the sum of every cell is the fold of the items in it, and a walk hands out or sums up each item once.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/effort.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <quadrille/aggregate.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_EVERY_SHAPE_SUITE(aggregate);

using index_list = std::vector<std::uint32_t>;

/// The indices of the items, one behind the other: a sum that is not commutative, and that shows who is in it.
struct item_list {
    index_list items;

    item_list& operator+=(const item_list& other) {
        items.insert(items.end(), other.items.begin(), other.items.end());
        return *this;
    }
};
const auto list_of = [](auto hit) { return item_list{{hit.index()}}; };

/// A cell as `cells` reports it, and the items filed in it and below, in the order of the cells.
template <class Scalar>
struct known_cell {
    cell<Scalar> seen;
    index_list own;
    index_list items;
};

/// Those cells of a tree in which there are items in these layers.
template <class Tree>
auto known_cells(const Tree& tree, std::uint32_t layers = all_layers) {
    using scalar = typename Tree::scalar;
    std::vector<known_cell<scalar>> all;
    std::vector<std::size_t> above;
    tree.cells(
        [&](const cell<scalar>& seen) {
            above.resize(static_cast<std::size_t>(seen.depth));
            above.push_back(all.size());
            all.push_back({seen, {}, {}});
        },
        [&](auto hit) {
            if (layers == all_layers || (tree.layers(hit.item()) & layers) != 0) {
                all.back().own.push_back(hit.index());
                for (const std::size_t one : above) {
                    all[one].items.push_back(hit.index());
                }
            }
        });
    std::erase_if(all, [](const auto& one) { return one.items.empty(); });
    return all;
}

/// The sums of all cells, in order, are the folds of the items that the tree itself files in them.
template <class Tree>
void expect_right(const Tree& tree, cell_numbering<typename Tree::shape_type>& cells, const filter& wanted = {}) {
    ASSERT_TRUE(is_sound(tree));
    std::vector<item_list> lists;
    ASSERT_EQ(cells.aggregate(tree, lists, list_of, wanted), outcome::complete);
    const auto known = known_cells(tree, wanted.layers);
    ASSERT_EQ(cells.size(), known.size());
    ASSERT_EQ(lists.size(), known.size());
    std::uint32_t number = 0;
    index_list own;
    const auto compare = [&] {
        if (number > 0) {
            ASSERT_EQ(own, known[number - 1].own) << "cell " << number - 1;
        }
        own.clear();
    };
    const outcome end = cells.walk(
        tree, lists,
        [&](const auto& here) {
            compare();
            const auto& expected = known[number];
            EXPECT_EQ(here.number(), number);
            EXPECT_EQ(here.sum().items, expected.items);
            EXPECT_TRUE(std::ranges::equal(here.items(), expected.items));
            EXPECT_EQ(here.count(), expected.items.size());
            EXPECT_EQ(here.depth(), expected.seen.depth);
            EXPECT_EQ(here.is_leaf(), expected.seen.is_leaf);
            EXPECT_EQ(here.bounds(), expected.seen.bounds);
            const auto seen = here.cell();
            EXPECT_EQ(seen.square, expected.seen.square);
            EXPECT_EQ(seen.count, expected.seen.count);
            std::uint32_t below = number + 1;
            while (below < known.size() && known[below].seen.depth > expected.seen.depth) {
                ++below;
            }
            EXPECT_EQ(here.end(), below);
            ++number;
            return descent::open;
        },
        [&](auto hit) {
            own.push_back(hit.index());
            EXPECT_EQ(hit.shape(), *tree.shape(hit.item()));
            EXPECT_EQ(hit.item(), tree.item_at(hit.index()));
        });
    compare();
    ASSERT_EQ(end, outcome::complete);
    ASSERT_EQ(number, known.size());
    EXPECT_TRUE(known.empty() ? cells.items().empty() : std::ranges::equal(cells.items(), known[0].items));
}

template <class Shape>
std::vector<Shape> drawn(style how, std::uint32_t count, std::uint64_t seed) {
    random_source source(seed);
    std::vector<Shape> all(count);
    std::ranges::generate(all, [&] { return draw<Shape>(source, how); });
    return all;
}

// promise: sums: The center of no weight is {0, 0}.
TYPED_TEST(aggregate, of_an_empty_tree_is_nothing) {
    bare_tree<TypeParam> tree;
    cell_numbering<TypeParam> cells;
    std::vector<totals> sums(3);
    EXPECT_EQ(cells.aggregate(tree, sums), outcome::complete);
    EXPECT_TRUE(sums.empty());
    EXPECT_EQ(cells.size(), 0U);
    EXPECT_EQ(cells.walk(tree, sums, [](auto) { return descent::stop; }), outcome::complete);
    tree.insert(dot<TypeParam>(1, 1));
    tree.clear();
    expect_right(tree, cells);
    EXPECT_EQ(totals{}.center(), (point<double>{0, 0}));
}

// promise: sums
// promise: cell-numbers
// promise: cell-numbers: A tree without a grid is one cell.
// promise: cell-numbers: Items at one point are one long leaf.
TYPED_TEST(aggregate, every_cell_of_every_scene_has_the_fold_of_its_items) {
    cell_numbering<TypeParam> cells;
    for (const scenes::kind which : scenes::every_kind) {
        for (const std::uint32_t count : {1U, 3U, 20U, 3000U}) {
            const scenes::world<scalar_of<TypeParam>> world(which, count, 70);
            bare_tree<TypeParam> tree({.leaf_capacity = 8});
            ASSERT_TRUE(tree.assign(shaped_as<TypeParam>(world.boxes())));
            expect_right(tree, cells);
            EXPECT_TRUE(cells.size() == 1 || (count > 3 && which != scenes::kind::identical));
        }
    }
}

// promise: sums
// promise: cell-numbers: Several sums of one tree number its cells alike.
TYPED_TEST(aggregate, totals_equal_those_of_a_full_scan) {
    const auto shapes = drawn<TypeParam>(style::grid, 2000, 72); // halves and integers: sums in double are exact
    bare_tree<TypeParam> tree({.leaf_capacity = 4});
    ASSERT_TRUE(tree.assign(shapes));
    cell_numbering<TypeParam> cells;
    std::vector<totals> sums;
    const auto weight = [](std::uint32_t index) { return double(index % 5) - 1; };
    ASSERT_EQ(cells.aggregate(tree, sums, totals_of{weight}), outcome::complete);
    const auto known = known_cells(tree);
    ASSERT_EQ(sums.size(), known.size());
    EXPECT_GT(known.size(), 50U);
    for (std::size_t number = 0; number < known.size(); ++number) {
        totals expected;
        for (const std::uint32_t index : known[number].items) {
            const auto around = bounds_of(shapes[index]);
            const double x = (double(around.min.x) + double(around.max.x)) / 2;
            const double y = (double(around.min.y) + double(around.max.y)) / 2;
            expected += {1, weight(index), {weight(index) * x, weight(index) * y}};
        }
        ASSERT_EQ(sums[number], expected) << "cell " << number;
    }
    std::vector<std::uint32_t> counts;
    cells.aggregate(tree, counts, [](auto) { return 1U; });
    cells.walk(tree, sums, [&](auto here) {
        EXPECT_EQ(here.sum().count, counts[here.number()]);
        EXPECT_EQ(here.count(), counts[here.number()]);
        return descent::open;
    });
}

// promise: sums: Weights are by index or by hit.
TYPED_TEST(aggregate, weights_are_by_index_by_hit_or_by_value) {
    quadtree<double, TypeParam> tree({.leaf_capacity = 2});
    std::vector<double> mass;
    for (int number = 0; number < 100; ++number) {
        mass.push_back(number);
        tree.insert(dot<TypeParam>(number % 10, number / 10), mass.back());
    }
    cell_numbering<TypeParam> cells;
    std::vector<totals> by_index;
    std::vector<totals> by_value;
    std::vector<totals> by_item;
    cells.aggregate(tree, by_index, totals_of{[&](std::uint32_t index) { return mass[index]; }});
    cells.aggregate(tree, by_value, totals_of{[](auto hit) { return hit.value(); }});
    cells.aggregate(tree, by_item, totals_of{[&](auto hit) { return *tree.value(hit.item()); }});
    EXPECT_EQ(by_index, by_value);
    EXPECT_EQ(by_index, by_item);
    EXPECT_EQ(by_index.at(0).weight, 99 * 100 / 2);
    // The values may be written in a walk over a tree that is not const.
    cells.walk(tree, by_index, [](auto) { return descent::open; }, [](auto hit) { hit.value() += 1; });
    cells.aggregate(tree, by_value, totals_of{[](auto hit) { return hit.value(); }});
    EXPECT_EQ(by_value.at(0).weight, 99 * 100 / 2 + 100);
}

// promise: sums: `combine` changes its first argument or returns the new sum.
TYPED_TEST(aggregate, a_combination_of_the_users_own_returns_the_sum_or_changes_it) {
    bare_tree<TypeParam> tree({.leaf_capacity = 4});
    ASSERT_TRUE(tree.assign(drawn<TypeParam>(style::spread, 500, 73)));
    cell_numbering<TypeParam> cells;
    std::vector<std::uint32_t> highest;
    cells.aggregate(
        tree, highest, [](auto hit) { return hit.index(); },
        [](std::uint32_t one, std::uint32_t other) { return std::max(one, other); });
    std::vector<item_list> lists;
    cells.aggregate(tree, lists, list_of, [](item_list& sum, const item_list& part) { sum += part; });
    const auto known = known_cells(tree);
    ASSERT_EQ(highest.size(), known.size());
    ASSERT_EQ(lists.size(), known.size());
    for (std::size_t number = 0; number < known.size(); ++number) {
        EXPECT_EQ(highest[number], *std::ranges::max_element(known[number].items));
        EXPECT_EQ(lists[number].items, known[number].items);
    }
}

// promise: walk-of-sums
TYPED_TEST(aggregate, a_walk_hands_out_or_sums_up_each_item_once) {
    random_source source(74);
    for (std::uint32_t how = 0; how < styles; ++how) {
        const std::uint32_t count = 1000;
        bare_tree<TypeParam> tree({.leaf_capacity = 8});
        ASSERT_TRUE(tree.assign(drawn<TypeParam>(style(how), count, 75 + how)));
        cell_numbering<TypeParam> cells;
        std::vector<totals> sums;
        ASSERT_EQ(cells.aggregate(tree, sums), outcome::complete);
        for (const std::uint32_t opened_of_eight : {0U, 5U, 7U, 8U}) {
            std::vector<int> found(count);
            std::uint64_t summed = 0;
            std::uint32_t handed_out = 0;
            const outcome end = cells.walk(
                tree, sums,
                [&](auto here) {
                    if (source.below(8) < opened_of_eight) {
                        return descent::open;
                    }
                    summed += here.sum().count;
                    for (const std::uint32_t index : here.items()) {
                        ++found[index];
                    }
                    return descent::take;
                },
                [&](auto hit) {
                    ++found[hit.index()];
                    ++handed_out;
                });
            EXPECT_EQ(end, outcome::complete);
            EXPECT_EQ(summed + handed_out, count);
            EXPECT_EQ(found, std::vector<int>(count, 1));
            EXPECT_TRUE(opened_of_eight > 0 || summed == count);
            EXPECT_TRUE(opened_of_eight < 8 || handed_out == count);
        }
    }
}

// promise: walk-of-sums: `stop` ends a walk.
TYPED_TEST(aggregate, a_walk_stops_at_a_cell_and_at_an_item) {
    bare_tree<TypeParam> tree({.leaf_capacity = 4});
    ASSERT_TRUE(tree.assign(drawn<TypeParam>(style::spread, 300, 76)));
    cell_numbering<TypeParam> cells;
    std::vector<totals> sums;
    cells.aggregate(tree, sums);
    int calls = 0;
    const auto third = [&](auto) { return ++calls == 3 ? descent::stop : descent::open; };
    EXPECT_EQ(cells.walk(tree, sums, third), outcome::stopped);
    EXPECT_EQ(calls, 3);
    int items = 0;
    const auto fifth = [&](auto) { return ++items == 5 ? flow::stop : flow::next; };
    EXPECT_EQ(cells.walk(tree, sums, [](auto) { return descent::open; }, fifth), outcome::stopped);
    EXPECT_EQ(items, 5);
}

// promise: extreme-numbers: Sums of the largest numbers are finite.
TYPED_TEST(aggregate, sums_of_the_largest_numbers_are_finite) {
    using scalar = scalar_of<TypeParam>;
    const scalar most = is_circle<TypeParam>            ? max_circle_extent<scalar>
                        : std::is_same_v<scalar, float> ? largest<scalar>
                                                        : scalar(1e300);
    bare_tree<TypeParam> tree({.leaf_capacity = 1});
    for (const scalar place : {most, -most, most / 2, -most / 4}) {
        for (const scalar other : {most, scalar{0}, -most}) {
            ASSERT_TRUE(tree.insert(shaped_as<TypeParam>(box<scalar>{{place, other}, {place, other}})));
        }
    }
    cell_numbering<TypeParam> cells;
    std::vector<totals> sums;
    cells.aggregate(tree, sums);
    for (const totals& one : sums) {
        EXPECT_TRUE(std::isfinite(one.center().x) && std::isfinite(one.center().y));
    }
    cells.walk(tree, sums, [](auto here) {
        EXPECT_GE(here.width(), 0);
        return descent::open;
    });
    expect_right(tree, cells);
}

// promise: sums-of-one-state
TYPED_TEST(aggregate, describes_one_state_of_one_tree) {
    bare_tree<TypeParam> tree;
    bare_tree<TypeParam> other;
    const item one = tree.insert(dot<TypeParam>(1, 1));
    other.insert(dot<TypeParam>(1, 1));
    cell_numbering<TypeParam> cells;
    std::vector<totals> sums;
    const auto expect_stale_after = [&](auto&& change) {
        ASSERT_EQ(cells.aggregate(tree, sums), outcome::complete);
        ASSERT_TRUE(cells.describes(tree));
        change();
        EXPECT_FALSE(cells.describes(tree));
    };
    EXPECT_FALSE(cells.describes(tree));
    expect_stale_after([&] { tree.insert(dot<TypeParam>(2, 2)); });
    expect_stale_after([&] { tree.move(one, dot<TypeParam>(3, 3)); });
    expect_stale_after([&] { tree.set_layers(one, 4); });
    expect_stale_after([&] { tree.erase(one); });
    expect_stale_after([&] { tree.sync(std::vector<TypeParam>(tree.index_limit(), dot<TypeParam>(1, 2))); });
    expect_stale_after([&] { tree.swap(other); });
    EXPECT_TRUE(cells.describes(other)) << "the items went along";
    expect_stale_after([&] { tree.assign(std::vector<TypeParam>(2, dot<TypeParam>(1, 2))); });
    expect_stale_after([&] { tree.clear(); });
    EXPECT_EQ(cells.aggregate(tree, sums), outcome::complete);
    EXPECT_EQ(tree.count(bounds_of(dot<TypeParam>(1, 2))), 0U);
    EXPECT_TRUE(cells.describes(tree)) << "a query is no change";
}

// promise: sums: It holds in random lives.
// promise: sums: With a filter the items of other layers are left out.
TYPED_TEST(aggregate, random_lives_have_right_sums) {
    for (std::uint32_t how = 0; how < styles; ++how) {
        random_source source(80 + how);
        bare_tree<TypeParam> tree({.leaf_capacity = 1 + source.below(6)});
        cell_numbering<TypeParam> cells;
        for (int tick = effort(60, 2000); tick-- > 0;) {
            for (std::uint32_t change = source.below(20); change-- > 0;) {
                const item some = tree.item_at(source.below(tree.index_limit() + 1));
                switch (source.below(4)) {
                case 0: tree.erase(some); break;
                case 1: tree.move(some, draw<TypeParam>(source, style(how))); break;
                case 2: tree.set_layers(some, 1U << source.below(3)); break;
                default: tree.size() < 300 ? void(tree.insert(draw<TypeParam>(source, style(how)))) : void(); break;
                }
            }
            if (source.below(8) == 0) {
                tree.sync(drawn<TypeParam>(style(how), tree.index_limit(), source.word()));
            }
            if (source.below(30) == 0) {
                tree.assign(drawn<TypeParam>(style(how), source.below(300), source.word()));
            }
            expect_right(tree, cells, source.below(2) == 0 ? filter{source.below(16)} : filter{});
            if (this->HasFailure()) {
                FAIL() << "style " << how << ", " << tick << " ticks before the end";
            }
        }
    }
}

// promise: sums-of-one-state: Cells of sums that were moved from describe no tree.
TEST(aggregate, cells_that_were_moved_from_describe_no_tree) {
    quadtree<> world;
    world.insert({{0, 0}, {1, 1}});
    cell_numbering<box<float>> cells;
    std::vector<totals> sums;
    ASSERT_EQ(cells.aggregate(world, sums), outcome::complete);
    cell_numbering<box<float>> taken = std::move(cells);
    EXPECT_TRUE(taken.describes(world));
    EXPECT_FALSE(cells.describes(world)); // NOLINT(bugprone-use-after-move): that is what is asked
    EXPECT_EQ(cells.size(), 0U);
    EXPECT_TRUE(cells.items().empty());
    cells = std::move(taken);
    EXPECT_TRUE(cells.describes(world));
    EXPECT_EQ(cells.items().size(), 1U);
}

// promise: sums-that-fail
TYPED_TEST(aggregate, functions_that_throw_leave_no_cells_and_no_sums) {
    bare_tree<TypeParam> tree({.leaf_capacity = 4});
    ASSERT_TRUE(tree.assign(drawn<TypeParam>(style::spread, 500, 74)));
    cell_numbering<TypeParam> cells;
    std::vector<totals> sums;
    ASSERT_EQ(cells.aggregate(tree, sums), outcome::complete);
    const auto failing = [](auto hit) {
        return hit.index() == 300 ? throw std::runtime_error("no") : totals{1, 1, {}};
    };
    EXPECT_THROW(cells.aggregate(tree, sums, failing), std::runtime_error);
    EXPECT_EQ(cells.size(), 0U);
    EXPECT_TRUE(sums.empty());
    EXPECT_FALSE(cells.describes(tree));
    expect_right(tree, cells);
}

/// The layers of a long bucket are measured now and then only: cells may claim layers in which they have nothing any more.
// promise: cell-numbers
TYPED_TEST(aggregate, cells_that_have_lost_a_layer_have_no_number) {
    bare_tree<TypeParam> tree;
    std::vector<item> last_ones;
    for (const double place : {0.0, 50.0, 100.0}) {
        for (int number = 0; number < 400; ++number) {
            tree.insert(dot<TypeParam>(place, place), in_layers{1});
        }
        last_ones.push_back(tree.insert(dot<TypeParam>(place, place), in_layers{2}));
    }
    cell_numbering<TypeParam> cells;
    expect_right(tree, cells, {.layers = 2});
    EXPECT_EQ(cells.items().size(), 3U);
    for (const item one : last_ones) {
        ASSERT_TRUE(tree.erase(one));
        expect_right(tree, cells, {.layers = 2});
    }
    EXPECT_EQ(cells.size(), 0U);
}

} // namespace
} // namespace quadrille::testing
