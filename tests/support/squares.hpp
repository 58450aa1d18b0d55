// Squares: whether cells, their squares and what is filed in them follow one rule from coordinate to cell.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_SQUARES_HPP
#define QUADRILLE_TESTS_SQUARES_HPP

#include "support/answers.hpp"
#include "support/shapes.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace quadrille::testing {

/// Every cell, parents first.
template <class Tree>
std::vector<cell<typename Tree::scalar>> all_cells(const Tree& tree) {
    std::vector<cell<typename Tree::scalar>> all;
    EXPECT_EQ(tree.cells([&](const auto& seen) { all.push_back(seen); }), outcome::complete);
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
bool is_finite(const box<Scalar>& square) {
    const auto is_number = [](Scalar value) { return -largest<Scalar> <= value && value <= largest<Scalar>; };
    return is_number(square.min.x) && is_number(square.min.y) && is_number(square.max.x) && is_number(square.max.y);
}

/// Whether squares are finite, and the four of each inner cell's children are parted by one line along each axis.
template <class Scalar>
::testing::AssertionResult tile_the_root(const std::vector<cell<Scalar>>& all) {
    const auto fault = [](const char* what, const cell<Scalar>& of) {
        auto result = ::testing::AssertionFailure() << what << " at depth " << of.depth << ": ";
        std::ostringstream shown;
        print(shown, of.square);
        return result << shown.str();
    };
    std::vector<std::vector<box<Scalar>>> expected(std::size_t{max_depth} + 2);
    for (std::size_t at = 0; at < all.size(); ++at) {
        const cell<Scalar>& here = all[at];
        const auto depth = static_cast<std::size_t>(here.depth);
        if (!is_finite(here.square) || here.square.min.x > here.square.max.x || here.square.min.y > here.square.max.y) {
            return fault("a square is infinite or inverted", here);
        }
        if (depth == 0) {
            if (here.square.min.x == here.square.max.x || here.square.min.y == here.square.max.y) {
                return fault("the root is empty", here);
            }
        } else {
            if (expected[depth].empty() || expected[depth].back() != here.square) {
                return fault("a square does not tile its parent's", here);
            }
            expected[depth].pop_back();
        }
        if (!here.is_leaf) {
            // Parents come first and the lowest child next, so that its corner shows where the parent is split.
            const box<Scalar>& own = here.square;
            const point<Scalar> middle = all[at + 1].square.max;
            expected[depth + 1] = {{middle, own.max},
                                   {{own.min.x, middle.y}, {middle.x, own.max.y}},
                                   {{middle.x, own.min.y}, {own.max.x, middle.y}},
                                   {own.min, middle}};
        }
    }
    return ::testing::AssertionSuccess();
}

/// Points on every border of a square, and one step to either side of it.
template <class Scalar>
std::vector<point<Scalar>> points_beside(const box<Scalar>& square) {
    std::vector<point<Scalar>> all;
    const auto beside = [](Scalar low, Scalar high) {
        std::vector<Scalar> places = {low / 2 + high / 2};
        for (const Scalar line : {low, high}) {
            places.insert(places.end(), {std::max(next_below(line), -largest<Scalar>), line,
                                         std::min(next_above(line), largest<Scalar>)});
        }
        return places;
    };
    for (const Scalar x : beside(square.min.x, square.max.x)) {
        for (const Scalar y : beside(square.min.y, square.max.y)) {
            all.push_back({x, y});
        }
    }
    return all;
}

/// Whether `cell_at` names, for points next to all lines, the one leaf of `cells` whose square holds the point.
template <class Tree>
::testing::AssertionResult cells_hold_their_squares(const Tree& tree) {
    using scalar = typename Tree::scalar;
    const auto all = all_cells(tree);
    if (const auto tiled = tile_the_root(all); !tiled) {
        return tiled;
    }
    const box<scalar> root = all.front().square;
    std::vector<point<scalar>> places =
        points_beside(box<scalar>{{-largest<scalar>, -largest<scalar>}, {largest<scalar>, largest<scalar>}});
    for (const auto& each : all) {
        if (each.is_leaf) {
            const auto beside = points_beside(each.square);
            places.insert(places.end(), beside.begin(), beside.end());
        }
    }
    for (const auto& where : places) {
        const auto found = tree.cell_at(where);
        if (!found || !found->is_leaf || !is_in_square(where, found->square, root)) {
            std::ostringstream shown;
            print(shown, bounds_of(where)) << " is in ";
            print(shown, found ? found->square : empty_box<scalar>()) << " of ";
            print(shown, root);
            return ::testing::AssertionFailure() << shown.str();
        }
        const auto listed = std::count_if(all.begin(), all.end(), [&](const auto& each) {
            return each.is_leaf && each.square == found->square && each.depth == found->depth &&
                   each.count == found->count && each.bounds == found->bounds;
        });
        if (listed != 1) {
            return ::testing::AssertionFailure() << "the leaf of a point is listed " << listed << " times";
        }
    }
    return ::testing::AssertionSuccess();
}

/// Whether `cell_at` gives the item among those of the leaf that holds `where`.
template <class Tree>
bool is_filed_at(const Tree& tree, const point<typename Tree::scalar>& where, item which) {
    int seen = 0;
    tree.cell_at(where, [&](auto hit) { seen += hit.item() == which ? 1 : 0; });
    return seen == 1;
}

} // namespace quadrille::testing

#endif
