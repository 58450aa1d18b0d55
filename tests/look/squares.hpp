// Squares: whether cells, their squares and what is filed in them follow one rule from coordinate to cell.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_SQUARES_HPP
#define QUADRILLE_TESTS_SQUARES_HPP

#include "support/answers.hpp"
#include "support/shapes.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <sstream>
#include <vector>

namespace quadrille::testing {

/// A cell, and what is filed in it.
template <class Scalar>
struct filled_cell : cell<Scalar> {
    std::vector<item> items = {};

    friend bool operator==(const filled_cell& one, const filled_cell& other) {
        return one.square == other.square && one.bounds == other.bounds && one.depth == other.depth &&
               one.count == other.count && one.is_leaf == other.is_leaf && one.items == other.items;
    }
};

/// Every cell, parents first.
template <class Tree>
std::vector<filled_cell<typename Tree::scalar>> all_cells(const Tree& tree) {
    std::vector<filled_cell<typename Tree::scalar>> all;
    const outcome end = tree.cells([&](const auto& seen) { all.push_back({seen}); },
                                   [&](auto hit) { all.back().items.push_back(hit.item()); });
    EXPECT_EQ(end, outcome::complete);
    return all;
}

/// The rule of `cell`, along one axis: from `low` up to `high` without it, and unbounded outwards at the border of
/// the root; nothing where the two are equal.
template <class Scalar>
bool is_between(Scalar where, Scalar low, Scalar high, Scalar root_low, Scalar root_high) {
    return low < high && (low <= where || low == root_low) && (where < high || high == root_high);
}
template <class Scalar>
bool is_in_square(const point<Scalar>& where, const box<Scalar>& square, const box<Scalar>& root) {
    return is_between(where.x, square.min.x, square.max.x, root.min.x, root.max.x) &&
           is_between(where.y, square.min.y, square.max.y, root.min.y, root.max.y);
}

template <class Scalar>
::testing::AssertionResult wrong_cell(const char* what, const cell<Scalar>& of) {
    std::ostringstream shown;
    print(shown, of.square);
    return ::testing::AssertionFailure() << what << " at depth " << of.depth << ": " << shown.str();
}

/// Whether squares are finite, and the four of each inner cell's children are parted by one line along each axis; and the bounds of
/// each cell are in those of its parent.
template <class Scalar>
::testing::AssertionResult tile_the_root(const std::vector<filled_cell<Scalar>>& all) {
    struct child {
        box<Scalar> square;
        box<Scalar> around; ///< the bounds of the parent
    };
    std::vector<std::vector<child>> expected(std::size_t{max_depth} + 2);
    for (std::size_t at = 0; at < all.size(); ++at) {
        const auto& here = all[at];
        const box<Scalar>& own = here.square;
        const auto depth = static_cast<std::size_t>(here.depth);
        if (!is_storable(own)) {
            return wrong_cell("a square is infinite or inverted", here);
        }
        if (depth == 0) {
            if (own.min.x == own.max.x || own.min.y == own.max.y) {
                return wrong_cell("the root is empty", here);
            }
        } else {
            if (expected[depth].empty() || expected[depth].back().square != own) {
                return wrong_cell("a square does not tile its parent's", here);
            }
            if (here.bounds != empty_box<Scalar>() && !covers(expected[depth].back().around, here.bounds)) {
                return wrong_cell("bounds reach out of the parent's", here);
            }
            expected[depth].pop_back();
        }
        if (!here.is_leaf) {
            // Parents come first and the lowest child next, so that its corner shows where the parent is split.
            const point<Scalar> middle = all[at + 1].square.max;
            expected[depth + 1] = {{{middle, own.max}, here.bounds},
                                   {{{own.min.x, middle.y}, {middle.x, own.max.y}}, here.bounds},
                                   {{{middle.x, own.min.y}, {own.max.x, middle.y}}, here.bounds},
                                   {{own.min, middle}, here.bounds}};
        }
    }
    return ::testing::AssertionSuccess();
}

/// Points on every border of a square, and one step to either side of it.
template <class Scalar>
std::vector<point<Scalar>> points_beside(const box<Scalar>& square) {
    std::vector<point<Scalar>> all;
    const auto beside = [](Scalar low, Scalar high) {
        std::vector<Scalar> places = {low / 2 + high / 2, next_below(low), low, next_above(low), next_below(high), high,
                                      next_above(high)};
        std::erase_if(places, [](Scalar place) { return std::abs(place) > largest<Scalar>; });
        return places;
    };
    for (const Scalar x : beside(square.min.x, square.max.x)) {
        for (const Scalar y : beside(square.min.y, square.max.y)) {
            all.push_back({x, y});
        }
    }
    return all;
}

/// Whether `cell_at` names, for points next to all lines, the one leaf of `cells` whose square holds the point,
/// with what is filed there.
template <class Tree>
::testing::AssertionResult cells_hold_their_squares(const Tree& tree) {
    using scalar = typename Tree::scalar;
    const auto all = all_cells(tree);
    if (const auto tiled = tile_the_root(all); !tiled) {
        return tiled;
    }
    const box<scalar> root = all.front().square;
    const auto lowest = tree.cell_at({-infinite<scalar>, -infinite<scalar>});
    const auto highest = tree.cell_at({infinite<scalar>, infinite<scalar>});
    if (!lowest || lowest->square.min != root.min || !highest || highest->square.max != root.max) {
        return wrong_cell("leaves at the border are bounded outwards", all.front());
    }
    auto places = points_beside(box<scalar>{{-largest<scalar>, -largest<scalar>}, {largest<scalar>, largest<scalar>}});
    for (const auto& each : all) {
        if (each.is_leaf) {
            const auto beside = points_beside(each.square);
            places.insert(places.end(), beside.begin(), beside.end());
        }
    }
    for (const auto& where : places) {
        std::vector<item> items;
        const auto found = tree.cell_at(where, [&](auto hit) { items.push_back(hit.item()); });
        if (!found || !found->is_leaf || !is_in_square(where, found->square, root)) {
            std::ostringstream shown;
            print(shown, box<scalar>{where, where});
            return wrong_cell("another leaf", found.value_or(cell<scalar>{})) << " for the place " << shown.str();
        }
        if (std::count(all.begin(), all.end(), filled_cell<scalar>{*found, items}) != 1) {
            return wrong_cell("the leaf of a point is not listed once", *found);
        }
    }
    return ::testing::AssertionSuccess();
}

/// Every item is in one cell, a wide one in an inner cell, and a point where `cell_at` looks for it; what cells and statistics count is
/// there.
template <class Tree>
void expect_all_filed_once(const Tree& tree) {
    using scalar = typename Tree::scalar;
    std::vector<int> seen(tree.index_limit());
    statistics counted;
    for (const auto& each : all_cells(tree)) {
        EXPECT_EQ(each.items.size(), each.count);
        EXPECT_EQ(each.count == 0 && each.is_leaf, each.is_leaf && each.bounds == empty_box<scalar>());
        for (const item one : each.items) {
            ++seen[one.index];
            EXPECT_TRUE(covers(each.bounds, bounds_of(*tree.shape(one))));
        }
        counted.leaves += each.is_leaf && each.count > 0 ? 1U : 0U;
        counted.inner_cells += each.is_leaf ? 0U : 1U;
        counted.large_items += each.is_leaf ? 0U : each.count;
    }
    const statistics stats = tree.stats();
    EXPECT_EQ(counted.leaves, stats.leaves);
    EXPECT_EQ(counted.inner_cells, stats.inner_cells);
    EXPECT_EQ(counted.large_items, stats.large_items);
    tree.each([&](auto hit) {
        EXPECT_EQ(seen[hit.index()], 1);
        if (const box<scalar> around = bounds_of(hit.shape()); around.min == around.max) {
            int found = 0;
            tree.cell_at(around.min, [&](auto filed) { found += filed.item() == hit.item() ? 1 : 0; });
            EXPECT_EQ(found, 1) << "filed elsewhere";
        }
    });
}

} // namespace quadrille::testing

#endif
