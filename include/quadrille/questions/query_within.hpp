// The question `query_within`: every item no farther than a distance from an area.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_QUESTIONS_QUERY_WITHIN_HPP
#define QUADRILLE_QUESTIONS_QUERY_WITHIN_HPP

#include <quadrille/detail/questions/sources.hpp>
#include <quadrille/recorded.hpp>

#include <cstdint>
#include <type_traits>

namespace quadrille::question {

/// Every item that is no farther than `distance` (`are_within`) from `area`, a box, circle, point, segment or polygon.
template <class Area>
struct query_within {
    Area area;
    double distance = 0;
    filter wanted = {};

    static constexpr const char* name = "query_within";
    static constexpr recorded_verb recorded = recorded_verb::query_within;
    static constexpr bool runs_user_code = false;

    template <class Archive>
    void fields(Archive&& archive) {
        archive.plain(distance);
        archive.form(area);
    }
    template <class Other>
        requires(!detail::has_functions<Other>)
    query_within<Other> with(const Other& form) const noexcept {
        return {form, distance, wanted};
    }

    template <class Shape>
    using source = detail::area_source<Shape>;
    detail::surroundings<std::remove_cvref_t<Area>> reach() const noexcept { return {area, distance}; }
    point<double> center() const noexcept { return detail::middle_of(bounds_of(area)); }

    template <class Shape>
    detail::measured_image measured(const detail::core<Shape>& tree, std::uint32_t index) const noexcept {
        return detail::least_by(tree.chosen_options(), area, tree.shape_at(index),
                                [&](const auto& in, const Shape& shape) {
                                    const auto bounds = bounds_of(in);
                                    const bool is_sound = bounds == bounds; // nothing is near a NaN
                                    return is_sound && are_within(shape, in, distance) ? 0.0 : -1.0;
                                });
    }
};
template <class Area>
query_within(Area, double = 0, filter = {}) -> query_within<Area>;

} // namespace quadrille::question

#endif
