// The question `nearest`: the items nearest to a place.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_QUESTIONS_NEAREST_HPP
#define QUADRILLE_QUESTIONS_NEAREST_HPP

#include <quadrille/detail/questions/nearest.hpp>
#include <quadrille/detail/questions/rings.hpp>
#include <quadrille/recorded.hpp>
#include <quadrille/relations.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

namespace quadrille::detail {

/// The places of a search for nearest items.
template <class Area, class Scalar>
concept measurable = has_form<Area> && !has_functions<Area> && std::same_as<typename Area::scalar, Scalar>;

} // namespace quadrille::detail

namespace quadrille::question {

/// The items nearest to `where`, a point, box, circle, segment or polygon, by ascending squared distance; equally far
/// ones by index. The room for the results sets their number: in a batch each question has an equal part of it.
template <class Area>
struct nearest {
    static_assert(!detail::is_relation<Area>, "nearest measures from a point, box, circle, segment or polygon; "
                                              "inside(area) and containing(area) are asked by query, any and count");
    using scalar = typename Area::scalar;

    Area where;
    nearest_filter wanted = {};

    static constexpr const char* name = "nearest";
    static constexpr const char* form_name = is_point<Area> ? "point" : "area";
    static constexpr recorded_verb recorded = is_point<Area> ? recorded_verb::nearest : recorded_verb::nearest_to_area;
    static constexpr bool runs_user_code = false;
    static constexpr bool finds_nearest = true;

    template <class Archive>
    void fields(Archive&& archive) {
        if constexpr (is_point<Area>) {
            archive.plain(where);
        } else {
            archive.form(where);
        }
    }
    template <class Other>
        requires(!detail::has_functions<Other>)
    nearest<Other> with(const Other& form) const noexcept {
        return {form, wanted};
    }

    template <class Shape>
    using source = std::conditional_t<is_point<Area>, detail::nearest_source<Shape>, detail::rings_source<Shape, Area>>;
    detail::nearest_query<scalar> compiled(counters* counts) const noexcept
        requires is_point<Area>
    {
        return {where, wanted, counts};
    }
    point<double> center() const noexcept { return detail::middle_of(bounds_of(where)); }

    /// Writes the nearest accepted items to `results`; returns their number.
    template <class Shape>
    std::size_t find(const detail::core<Shape>& in, std::span<neighbor> results, const detail::acceptor& accept,
                     counters* counts) const noexcept {
        static_assert(std::same_as<scalar, typename Shape::scalar>,
                      "nearest measures from a place of the tree's own scalar: in a tree of floats a "
                      "quadrille::point<float>");
        if constexpr (is_point<Area>) {
            detail::nearest_query<scalar> query = compiled(counts);
            query.accept = accept.decide;
            query.context = accept.context;
            return in.nearest(query, results);
        } else {
            return detail::find_around(in, where, wanted, results, accept, counts);
        }
    }

    template <class Shape>
    detail::measured_image measured(const detail::core<Shape>& tree, std::uint32_t index) const noexcept {
        const auto measure = [&](const Area& from, const Shape& shape) {
            return are_within(shape, from, wanted.distance) ? distance2(shape, from) : -1.0;
        };
        if constexpr (is_point<Area>) {
            return detail::least_of_moved(tree.chosen_options(), where, tree.shape_at(index), measure);
        } else {
            return detail::least_around(tree.chosen_options(), where, tree.shape_at(index),
                                        [&](const Shape& image) { return measure(where, image); });
        }
    }
};
template <class Area>
nearest(Area, nearest_filter = {}) -> nearest<Area>;

} // namespace quadrille::question

#endif
