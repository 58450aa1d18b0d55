// Filters the rows that a tree finds in areas, by their exact shapes.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_AREAS_AREA_FILTER_HPP
#define QUADRILLE_CLI_AREAS_AREA_FILTER_HPP

#include "area_question.hpp"
#include "cli/answers/distances.hpp"
#include "cli/command/pool.hpp"
#include "cli/relations/area_test.hpp"
#include "cli/relations/row_outlines.hpp"
#include "files/rows/explain.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

namespace quadrille::cli {

class area_filter {
public:
    area_filter(pool& threads, const files::layer& input, const area_question& question)
        : threads_(threads), rows_(input), areas_(question.areas), relation_(question.relation.value()),
          is_needed_(!input.drawn.empty() || relation_ != exact::topological_relation::intersects ||
                     (!input.wraps && std::any_of(areas_.begin(), areas_.end(), has_no_square))) {}

    bool is_needed() const noexcept { return is_needed_; }

    /// Returns the requested ones of the rows found for this area. `first` is the first row of the moment.
    template <class Shapes>
    std::span<const std::uint32_t>
    filtered(std::size_t area, std::span<const std::uint32_t> found, std::uint32_t first, const Shapes& shapes) {
        if (!is_needed_) {
            return found;
        }
        is_wanted_.assign(found.size(), 0);
        in_pieces(threads_, static_cast<std::uint32_t>(found.size()),
                  [&](std::uint32_t, std::uint32_t from, std::uint32_t to) {
                      for (std::uint32_t at = from; at < to; ++at) {
                          const row_outlines::row row(rows_, first + found[at], shapes[found[at]]);
                          const bool is_kept = is_related_to_area(relation_, row.get(), areas_[area]);
                          is_wanted_[at] = files::explanation::of_this_run().note_test(is_kept) ? 1 : 0;
                      }
                  });
        wanted_.clear();
        for (std::size_t at = 0; at < found.size(); ++at) {
            if (is_wanted_[at] != 0) {
                wanted_.push_back(found[at]);
            }
        }
        return wanted_;
    }

private:
    /// Returns whether the square of the radius overflows or vanishes, so that the tree finds everything in the bounds
    /// of the circle.
    static bool has_no_square(const any_area& area) {
        const auto* const of = std::get_if<circle<double>>(&area);
        return of != nullptr && of->radius > 0 &&
               (of->radius * of->radius < least_exact_square || of->radius * of->radius > most_exact_square);
    }

    pool& threads_;
    row_outlines rows_;
    const std::vector<any_area>& areas_;
    exact::topological_relation relation_;
    bool is_needed_;
    std::vector<std::uint8_t> is_wanted_; ///< for each row of the hits
    std::vector<std::uint32_t> wanted_;
};

} // namespace quadrille::cli

#endif
