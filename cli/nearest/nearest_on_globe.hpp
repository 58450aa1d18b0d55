// Finds the rows nearest to places on the globe.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_NEAREST_NEAREST_ON_GLOBE_HPP
#define QUADRILLE_CLI_NEAREST_NEAREST_ON_GLOBE_HPP

#include "cli/answers/trees.hpp"
#include "cli/globe/globe.hpp"
#include "cli/globe/shape_pairs.hpp"
#include "near_place.hpp"
#include "nearest_rows.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace quadrille::cli {

/// A source of nearest rows, as `near_place` says.
class nearest_on_globe {
public:
    /// Afterwards the layer has places of the globe or, if it has other shapes, bounds in degrees.
    nearest_on_globe(files::layer& input, std::span<const globe::place> places, std::uint32_t most,
                     const globe_options& on)
        : input_(input), drawn_(globe::take_rows(input)), places_(places),
          drawn_places_(drawn_ ? places : std::span<const globe::place>()), most_(most), unit_(on.unit()) {}

    template <class Visit>
    void each(pool& threads, const Visit& visit) const {
        at_each_moment(threads, input_,
                       [&]<class Shape>(const files::tree_of<Shape>& tree, auto shapes, const files::moment& now) {
                           const auto visit_row = [&](std::size_t place, std::uint32_t index) {
                               visit(near_place{now.t, place, now.first + index}, [&] {
                                   if constexpr (is_point<Shape>) {
                                       return globe::metres_between(places_[place], shapes[index]) / unit_;
                                   } else {
                                       return drawn_places_.metres_between(static_cast<std::uint32_t>(place), *drawn_,
                                                                           now.first + index) /
                                              unit_;
                                   }
                               });
                           };
                           const auto nearest = [&](std::uint32_t place) {
                               if constexpr (is_point<Shape>) {
                                   return globe::nearest_to(tree, places_[place], most_);
                               } else {
                                   return globe::nearest_to(tree, {*drawn_, now.first}, drawn_places_, place, most_);
                               }
                           };
                           visit_nearest(threads, places_.size(), nearest, visit_row);
                       });
    }

private:
    const files::layer& input_;
    std::optional<globe::shapes> drawn_; ///< empty if the rows are places
    std::span<const globe::place> places_;
    globe::shapes drawn_places_; ///< empty if the rows are places
    std::uint32_t most_;
    double unit_; ///< in metres
};

} // namespace quadrille::cli

#endif
