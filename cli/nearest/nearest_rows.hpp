// Finds the rows nearest to a place, by their geometries.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_NEAREST_NEAREST_ROWS_HPP
#define QUADRILLE_CLI_NEAREST_NEAREST_ROWS_HPP

#include "cli/answers/near_row.hpp"
#include "cli/command/pool.hpp"
#include "cli/relations/row_outlines.hpp"
#include "exact/relations/distance.hpp"
#include "files/rows/explain.hpp"

#include <quadrille/quadtree.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace quadrille::cli {

/// Returns the distance of a row from a place; any number above `limit` if the distance is above it.
inline double distance_to(const row_outlines& rows, std::uint32_t number, const files::any_shape& shape,
                          const point<double>& place, double limit = std::numeric_limits<double>::infinity()) {
    const row_outlines::row row(rows, number, shape);
    return distance(exact::shape_outline(place).get(), row.get(), limit);
}

/// Returns the `most` rows of a tree that are nearest to a place, the nearest first, then by row. The first row of the
/// tree is row `first`. The tree returns rows by the distances of their bounds, which are at most those of the rows.
template <class Tree, class Shapes>
std::vector<near_row> nearest_to(const Tree& tree, const Shapes& shapes, const row_outlines& rows, std::uint32_t first,
                                 const point<double>& place, std::uint32_t most) {
    constexpr double rounding = 1 + 16 * std::numeric_limits<double>::epsilon();
    constexpr double vanishing = 4 * std::numeric_limits<double>::denorm_min();
    thread_local nearest_workspace workspace;
    std::vector<near_row> found; // a heap with the farthest at its front
    for (const auto hit : tree.nearest(place, workspace)) {
        const bool is_full = found.size() == most;
        const double limit = is_full ? found.front().distance : std::numeric_limits<double>::infinity();
        if (hit.distance2() > limit * limit * rounding + vanishing) {
            break;
        }
        const near_row next{distance_to(rows, first + hit.index(), shapes[hit.index()], place, limit), hit.index()};
        if (!files::explanation::of_this_run().note_test(!is_full || next < found.front())) {
            continue;
        }
        if (is_full) {
            std::pop_heap(found.begin(), found.end());
            found.pop_back();
        }
        found.push_back(next);
        std::push_heap(found.begin(), found.end());
    }
    std::sort_heap(found.begin(), found.end());
    return found;
}

/// Calls `visit(place, row)` for the places 0 … `count`, in order, with the rows that `nearest_to(place)` returns by
/// ascending distance. Many places are divided among several threads.
template <class NearestTo, class Visit>
void visit_nearest(pool& threads, std::size_t count, const NearestTo& nearest_to, const Visit& visit) {
    constexpr std::size_t places_at_once = std::size_t{1} << 16U;
    std::vector<std::vector<near_row>> found;
    for (std::size_t first = 0; first < count; first += places_at_once) {
        const std::size_t some = std::min(places_at_once, count - first);
        found.assign(some, {});
        in_pieces(threads, static_cast<std::uint32_t>(some), [&](std::uint32_t, std::uint32_t from, std::uint32_t to) {
            for (std::uint32_t at = from; at < to; ++at) {
                found[at] = nearest_to(static_cast<std::uint32_t>(first + at));
            }
        });
        for (std::size_t at = 0; at < some; ++at) {
            for (const near_row& each : found[at]) {
                visit(first + at, each.row);
            }
        }
    }
}

} // namespace quadrille::cli

#endif
