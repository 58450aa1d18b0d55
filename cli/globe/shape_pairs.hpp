// Finds shapes near a shape on the globe by a tree of bounds in degrees; pairs of them; and the nearest to a place.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_GLOBE_SHAPE_PAIRS_HPP
#define QUADRILLE_CLI_GLOBE_SHAPE_PAIRS_HPP

#include "cli/answers/near_row.hpp"
#include "cli/command/pool.hpp"
#include "files/rows/explain.hpp"
#include "globe_pairs.hpp"
#include "shapes.hpp"

#include <quadrille/quadtree.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace quadrille::cli::globe {

/// The rows of one moment: row i of a tree is row `first` + i of `all`.
struct shapes_of_moment {
    const shapes& all;
    std::uint32_t first;
};

/// Calls `visitor(row)`, which returns a flow, once for each row of a tree that meets a window in degrees. Longitudes
/// of the window may be beyond ±180. The bounds in the tree have their west from −180 to 180, and their east up to 540.
template <class Tree, class Visitor>
outcome each_in(const Tree& tree, const box<double>& window, Visitor visitor) {
    const double turns[] = {0, 360, -360};
    const auto turned = [&](double by) {
        return box<double>{{window.min.x + by, window.min.y}, {window.max.x + by, window.max.y}};
    };
    for (const double& turn : turns) {
        const box<double> now = turned(turn);
        if (now.max.x < -180 || now.min.x > 540) {
            continue;
        }
        const outcome end = tree.query(now, [&](auto hit) {
            const bool is_told =
                std::any_of(&turns[0], &turn, [&](double before) { return intersects(hit.shape(), turned(before)); });
            return is_told ? flow::next : visitor(hit.index());
        });
        if (end != outcome::complete) {
            return end;
        }
    }
    return outcome::complete;
}

/// Calls `visitor(row)` for the rows of a tree that are no farther from a row than a distance.
template <class Tree, class Visitor>
outcome each_near(const Tree& tree, const shapes_of_moment& of_tree, const shapes& from, std::uint32_t row,
                  double metres, Visitor&& visitor) {
    return each_in(tree, grown(from.bounds(row), metres), [&](std::uint32_t other) {
        const bool is_near = from.are_within(metres, row, of_tree.all, of_tree.first + other);
        return files::explanation::of_this_run().note_test(is_near) ? told(visitor, other) : flow::next;
    });
}

/// Calls `make(piece)` for each piece of the `count` rows of `of`, and the visitor that it returns with a row of the
/// piece and a row of a tree that are no farther apart than a distance, if `is_wanted(row, other)`.
template <class Tree, class Make, class IsWanted>
outcome each_pair(pool& threads, const shapes_of_moment& of, std::uint32_t count, const Tree& tree,
                  const shapes_of_moment& of_tree, double metres, const Make& make, const IsWanted& is_wanted) {
    return ask_rows(threads, count, make, [&](std::uint32_t row, auto& visit) {
        const std::uint32_t of_row = of.first + row;
        return each_in(tree, grown(of.all.bounds(of_row), metres), [&](std::uint32_t other) {
            const bool is_pair = is_wanted(row, other) && files::explanation::of_this_run().note_test(of.all.are_within(
                                                              metres, of_row, of_tree.all, of_tree.first + other));
            return is_pair ? told(visit, found_row{row}, found_row{other}) : flow::next;
        });
    });
}

/// Returns the `most` rows of a tree that are nearest to row `from` of `places`, the nearest first, then by row. The
/// rows that are nearest in degrees give an upper limit of the distance.
template <class Tree>
std::vector<near_row> nearest_to(const Tree& tree, const shapes_of_moment& of_tree, const shapes& places,
                                 std::uint32_t from, std::uint32_t most) {
    const box<double> at = places.bounds(from);
    std::vector<neighbor> guessed(std::min(most, tree.size()));
    double bound = std::numeric_limits<double>::infinity();
    for (const double turn : {0.0, 360.0, -360.0}) {
        double farthest = 0;
        const std::size_t count = tree.nearest({at.min.x + turn, at.min.y}, std::span<neighbor>(guessed));
        for (std::size_t each = 0; each < count; ++each) {
            farthest =
                std::max(farthest, places.metres_between(from, of_tree.all, of_tree.first + guessed[each].which.index));
        }
        bound = std::min(bound, farthest);
    }
    std::vector<near_row> found;
    each_in(tree, grown(at, bound), [&](std::uint32_t row) {
        const double metres = places.metres_between(from, of_tree.all, of_tree.first + row, bound);
        if (files::explanation::of_this_run().note_test(metres <= bound)) {
            found.push_back({metres, row});
        }
        return flow::next;
    });
    const auto end = found.begin() + static_cast<std::ptrdiff_t>(std::min(found.size(), guessed.size()));
    std::partial_sort(found.begin(), end, found.end());
    found.erase(end, found.end());
    return found;
}

} // namespace quadrille::cli::globe

#endif
