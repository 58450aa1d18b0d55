// Finds places near a place on the globe by a tree of longitudes and latitudes; pairs of them; and the nearest ones.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_GLOBE_GLOBE_PAIRS_HPP
#define QUADRILLE_CLI_GLOBE_GLOBE_PAIRS_HPP

#include "cli/answers/distances.hpp"
#include "cli/answers/near_row.hpp"
#include "cli/command/pool.hpp"
#include "cli/input/input.hpp"
#include "files/rows/explain.hpp"
#include "files/text/errors.hpp"
#include "files/text/texts.hpp"
#include "globe.hpp"

#include <quadrille/quadtree.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace quadrille::cli::globe {

/// Returns the flow that a visitor returns; some visitors return nothing.
template <class Visitor, class... Found>
flow told(Visitor& visitor, Found... found) {
    if constexpr (std::is_void_v<decltype(visitor(found...))>) {
        visitor(found...);
        return flow::next;
    } else {
        return visitor(found...);
    }
}

/// One row of a pair, in the form that the visitors of parallel.hpp take.
struct found_row {
    std::uint32_t row;
    std::uint32_t index() const noexcept { return row; }
};

/// Calls `visitor(row)`, which may return a flow, for the rows of a tree that are no farther from a place than a
/// distance. `is_in(disc, row, place)` decides.
template <class IsIn, class Visitor>
outcome
each_near(const files::tree_of<place>& tree, const place& center, double metres, const IsIn& is_in, Visitor&& visitor) {
    const disc around(center, metres);
    outcome end = outcome::complete;
    for (const box<double>& window : around.windows()) {
        end = tree.query(window, [&](auto hit) {
            const bool is_near = is_in(around, hit.index(), hit.shape());
            return files::explanation::of_this_run().note_test(is_near) ? told(visitor, hit.index()) : flow::next;
        });
        if (end != outcome::complete) {
            break;
        }
    }
    return end;
}
/// Does this for a few places, without vectors.
template <class Visitor>
outcome each_near(const files::tree_of<place>& tree, const place& center, double metres, Visitor&& visitor) {
    const auto is_in = [](const disc& around, std::uint32_t, const place& other) { return around.contains(other); };
    return each_near(tree, center, metres, is_in, std::forward<Visitor>(visitor));
}

/// Calls `make(piece)` for each piece of `rows`, and the visitor that it returns with the row of the center and a row
/// of the tree of `others` if `is_wanted(row, other)`.
template <class Make, class IsWanted>
outcome each_pair(pool& threads, std::span<const place> rows, const files::tree_of<place>& tree,
                  std::span<const place> others, double metres, const Make& make, const IsWanted& is_wanted) {
    const sphere_places known(others);
    const auto is_in = [&known](const disc& around, std::uint32_t row, const place&) {
        return around.contains(known, row);
    };
    return ask_rows(threads, static_cast<std::uint32_t>(rows.size()), make, [&](std::uint32_t row, auto& visit) {
        return each_near(tree, rows[row], metres, is_in, [&](std::uint32_t other) {
            return is_wanted(row, other) ? told(visit, found_row{row}, found_row{other}) : flow::next;
        });
    });
}

/// Returns the `most` rows that are nearest to a place, the nearest first, then by row. The rows that are nearest in
/// degrees give an upper limit of the distance.
inline std::vector<near_row> nearest_to(const files::tree_of<place>& tree, const place& center, std::uint32_t most) {
    std::vector<neighbor> guessed(std::min(most, tree.size()));
    double bound = std::numeric_limits<double>::infinity();
    for (const double turn : {0.0, center.x > 0 ? -360.0 : 360.0}) {
        double farthest = 0;
        const std::size_t count = tree.nearest({center.x + turn, center.y}, std::span<neighbor>(guessed));
        for (std::size_t each = 0; each < count; ++each) {
            farthest = std::max(farthest, metres_between(center, tree.shape(guessed[each].which).value_or(center)));
        }
        bound = std::min(bound, farthest);
    }
    std::vector<near_row> found;
    each_near(tree, center, bound, [&](std::uint32_t row) {
        found.push_back({metres_between(center, tree.shape(tree.item_at(row)).value_or(center)), row});
    });
    const auto end = found.begin() + static_cast<std::ptrdiff_t>(std::min(found.size(), guessed.size()));
    std::partial_sort(found.begin(), end, found.end());
    found.erase(end, found.end());
    return found;
}

} // namespace quadrille::cli::globe

namespace quadrille::cli {

/// Warns about edges that span half the globe or more: the edge is the shorter way between its ends.
inline void tell_of_long_edges(const files::layer& read, const files::reading& how) {
    constexpr double half_a_turn = 180;
    std::uint64_t count = 0;
    for (std::uint32_t row = 0; row < read.size() && !read.drawn.empty(); ++row) {
        const files::geometry_view shape = read.drawn[row];
        std::size_t first = 0;
        for (const files::geometry_part& part : shape.parts) {
            for (std::size_t at = first + 1; part.kind != files::part_kind::point && at < part.end; ++at) {
                count += std::abs(shape.vertices[at].x - shape.vertices[at - 1].x) >= half_a_turn ? 1U : 0U;
            }
            first = part.end;
        }
    }
    if (count > 0) {
        files::tell(how, read.name,
                    fmt::format("{} edge{} 180° of longitude or more, and {} the shorter way round (more vertices say "
                                "another)",
                                files::grouped(count), count == 1 ? " has" : "s have", count == 1 ? "goes" : "go"));
    }
}

/// Reads a layer; on the globe its coordinates are longitudes and latitudes.
inline files::layer read_on(const globe_options& on, const std::string& path, const input_options& how) {
    input_options read_as = how;
    read_as.every.on_globe = on.is_on();
    read_as.how.wants_degrees = on.is_on();
    files::layer read = read_input(path, read_as);
    if (on.is_on() && (how.wraps || read.wraps)) {
        throw files::bad_input(
            fmt::format("{}: wanted one of --period and {}, found both: on the globe longitudes wrap by themselves",
                        read.name, on.name()));
    }
    if (on.is_on()) {
        tell_of_long_edges(read, how.how);
    }
    return read;
}

/// Returns the distance of two shapes for answers.
template <class One, class Other>
double distance_in(const globe_options& on, const One& one, const Other& other, const period& world) {
    if constexpr (is_point<One> && is_point<Other>) {
        if (on.is_on()) {
            return globe::metres_between(one, other) / on.unit();
        }
    }
    return distance_of(one, other, world);
}

} // namespace quadrille::cli

#endif
