// The question `raycast`: every item that a ray hits.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_QUESTIONS_RAYCAST_HPP
#define QUADRILLE_QUESTIONS_RAYCAST_HPP

#include <quadrille/detail/questions/sources.hpp>
#include <quadrille/recorded.hpp>

#include <cstdint>

namespace quadrille::question {

/// Every item that the ray hits.
template <class Scalar>
struct raycast {
    using scalar = Scalar;

    ray<Scalar> along;
    filter wanted = {};

    static constexpr const char* name = "raycast";
    static constexpr const char* closest_name = "closest_hit";
    static constexpr const char* form_name = "ray";
    static constexpr recorded_verb recorded = recorded_verb::raycast;
    static constexpr recorded_verb recorded_closest = recorded_verb::closest_hit;
    static constexpr bool runs_user_code = false;

    template <class Archive>
    void fields(Archive&& archive) {
        archive.plain(along.origin);
        archive.plain(along.translation);
    }

    template <class Shape>
    using source = detail::cast_source<Shape>;
    detail::mover moving() const noexcept { return detail::mover_of(along); }
    point<double> center() const noexcept { return detail::middle_of(bounds_of(along.origin)); }

    template <class Shape>
    detail::measured_image measured(const detail::core<Shape>& tree, std::uint32_t index) const noexcept {
        return detail::least_on_path(tree.chosen_options(), moving(), tree.shape_at(index));
    }
};
template <class Scalar>
raycast(ray<Scalar>, filter = {}) -> raycast<Scalar>;

} // namespace quadrille::question

#endif
