// The question `query`: every item that intersects an area.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_QUESTIONS_QUERY_HPP
#define QUADRILLE_QUESTIONS_QUERY_HPP

#include <quadrille/detail/questions/sources.hpp>
#include <quadrille/recorded.hpp>

#include <cstdint>
#include <type_traits>

namespace quadrille::question {

/// Every item that intersects `area`. `Area` is a box, circle, point, segment or polygon, or a class of your own
/// (queries.hpp); a const reference to avoid a copy of the area.
template <class Area>
struct query {
    Area area;
    filter wanted = {};

    static constexpr const char* name = "query";
    static constexpr recorded_verb recorded = recorded_verb::query;
    static constexpr recorded_verb recorded_any = recorded_verb::any;
    static constexpr recorded_verb recorded_count = recorded_verb::count;
    static constexpr bool runs_user_code = !detail::has_form<std::remove_cvref_t<Area>>;
    static constexpr bool is_read_by_walk = detail::has_functions<std::remove_cvref_t<Area>>;

    template <class Archive>
    void fields(Archive&& archive) {
        archive.form(area);
    }
    template <class Other>
    query<Other> with(const Other& form) const noexcept {
        return {form, wanted};
    }

    template <class Shape>
    using source = detail::area_source<Shape>;
    const std::remove_cvref_t<Area>& reach() const noexcept { return area; }
    point<double> center() const { return detail::middle_of(detail::around(reach())); }

    template <class Shape>
    detail::measured_image measured(const detail::core<Shape>& tree, std::uint32_t index) const noexcept {
        return detail::least_by(
            tree.chosen_options(), reach(), tree.shape_at(index),
            [](const auto& in, const Shape& shape) { return detail::is_found_by(in, shape) ? 0.0 : -1.0; });
    }
};
template <class Area>
query(Area, filter = {}) -> query<Area>;

} // namespace quadrille::question

#endif
