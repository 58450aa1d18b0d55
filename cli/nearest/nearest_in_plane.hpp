// Finds the rows nearest to places in the plane.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_NEAREST_NEAREST_IN_PLANE_HPP
#define QUADRILLE_CLI_NEAREST_NEAREST_IN_PLANE_HPP

#include "cli/answers/distances.hpp"
#include "cli/answers/trees.hpp"
#include "near_place.hpp"
#include "nearest_rows.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace quadrille::cli {

/// A source of nearest rows, as `near_place` says.
class nearest_in_plane {
public:
    nearest_in_plane(const files::layer& input, std::span<const point<double>> places, std::uint32_t most)
        : input_(input), rows_(input), places_(places), most_(most) {}

    template <class Visit>
    void each(pool& threads, const Visit& visit) {
        at_each_moment(threads, input_, [&](const auto& tree, auto shapes, const files::moment& now) {
            const auto visit_row = [&](std::size_t place, std::uint32_t index) {
                visit(near_place{now.t, place, now.first + index},
                      [&] { return distance(place, now.first + index, shapes[index]); });
            };
            if (is_drawn()) {
                const auto nearest = [&](std::uint32_t place) { return exactly(tree, shapes, now.first, place); };
                visit_nearest(threads, places_.size(), nearest, visit_row);
            } else {
                visit_by_many(threads, tree, shapes, now.first, visit_row);
            }
        });
    }

private:
    /// Returns whether rows are lines or polygons; trees store their bounds.
    bool is_drawn() const noexcept { return !input_.drawn.empty(); }

    template <class Tree, class Shapes>
    std::vector<near_row>
    exactly(const Tree& tree, const Shapes& shapes, std::uint32_t first, std::size_t place) const {
        return nearest_to(tree, shapes, rows_, first, places_[place], most_);
    }
    template <class Shape>
    double distance(std::size_t place, std::uint32_t row, const Shape& shape) const {
        return is_drawn() ? distance_to(rows_, row, shape, places_[place])
                          : distance_of(places_[place], shape, input_.wraps);
    }

    /// Queries many places in one call, for rows whose shapes are those in the tree.
    template <class Tree, class Shapes, class Visit>
    void
    visit_by_many(pool& threads, const Tree& tree, const Shapes& shapes, std::uint32_t first_row, const Visit& visit) {
        constexpr std::size_t max_at_once = std::size_t{1} << 20U;
        const std::size_t each = std::min(most_, tree.size());
        const std::size_t step = std::max<std::size_t>(1, max_at_once / std::max<std::size_t>(1, each));
        for (std::size_t first = 0; first < places_.size() && each > 0; first += step) {
            const auto some = places_.subspan(first, std::min(step, places_.size() - first));
            found_.resize(some.size() * each);
            parallel::nearest(threads, tree, some, each, workspace_, found_);
            for (std::size_t place = 0; place < some.size(); ++place) {
                const auto found = std::span<const neighbor>(found_).subspan(place * each, each);
                if (tree.period() || are_ordered_by_squares(shapes, found, some[place])) {
                    std::for_each(found.begin(), found.end(),
                                  [&](const neighbor& next) { visit(first + place, next.which.index); });
                } else {
                    for (const near_row& next : exactly(tree, shapes, first_row, first + place)) {
                        visit(first + place, next.row);
                    }
                }
            }
        }
    }
    /// Returns whether the squares decide which row is nearer; they do unless they overflow or vanish.
    template <class Shapes>
    static bool
    are_ordered_by_squares(const Shapes& shapes, std::span<const neighbor> found, const point<double>& place) {
        return found.back().distance2 <= most_exact_square &&
               std::all_of(found.begin(), found.end(), [&](const neighbor& each) {
                   return each.distance2 >= least_exact_square || intersects(shapes[each.which.index], place);
               });
    }

    const files::layer& input_;
    row_outlines rows_;
    std::span<const point<double>> places_;
    std::uint32_t most_;
    batch_workspace workspace_;
    std::vector<neighbor> found_;
};

} // namespace quadrille::cli

#endif
