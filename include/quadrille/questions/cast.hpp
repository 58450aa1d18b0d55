// The question `cast`: every item that a moving shape hits.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_QUESTIONS_CAST_HPP
#define QUADRILLE_QUESTIONS_CAST_HPP

#include <quadrille/detail/questions/sources.hpp>
#include <quadrille/recorded.hpp>

#include <cstdint>

namespace quadrille::question {

/// Every item that a point, box or circle intersects while it moves by `translation`.
template <storable Moving>
struct cast {
    using scalar = typename Moving::scalar;

    Moving shape;
    point<scalar> translation;
    filter wanted = {};

    static constexpr const char* name = "cast";
    static constexpr const char* closest_name = "closest_cast";
    static constexpr recorded_verb recorded = recorded_verb::cast;
    static constexpr recorded_verb recorded_closest = recorded_verb::closest_cast;
    static constexpr bool runs_user_code = false;

    template <class Archive>
    void fields(Archive&& archive) {
        archive.form(shape);
        archive.plain(translation);
    }
    template <storable Other>
    cast<Other> with(const Other& form) const noexcept {
        return {form, translation, wanted};
    }

    template <class Shape>
    using source = detail::cast_source<Shape>;
    detail::mover moving() const noexcept { return detail::mover_of(shape, translation); }
    point<double> center() const noexcept { return detail::middle_of(bounds_of(shape)); }

    template <class Shape>
    detail::measured_image measured(const detail::core<Shape>& tree, std::uint32_t index) const noexcept {
        return detail::least_on_path(tree.chosen_options(), moving(), tree.shape_at(index));
    }
};
template <storable Moving>
cast(Moving, point<typename Moving::scalar>, filter = {}) -> cast<Moving>;

} // namespace quadrille::question

#endif
