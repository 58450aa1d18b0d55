// The lists of questions that the verbs for many areas, places and rays ask.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_BATCH_QUESTION_LISTS_HPP
#define QUADRILLE_DETAIL_BATCH_QUESTION_LISTS_HPP

#include <quadrille/detail/batch/question_order.hpp>
#include <quadrille/questions.hpp>
#include <quadrille/vocabulary.hpp>

#include <cstddef>
#include <span>

namespace quadrille::detail {

template <class Areas>
auto queries_of(const Areas& areas, const filter& wanted) noexcept {
    return questions_about(areas, [wanted](const auto& area) { return question::query<decltype(area)>{area, wanted}; });
}
template <class Areas>
auto counts_of(const Areas& areas, const filter& wanted) noexcept {
    return questions_about(
        areas, [wanted](const auto& area) { return question::count<question::query<decltype(area)>>{{area, wanted}}; });
}
/// Lists of places: `nearest` finds items of a tree of `Shape` around them.
template <class Places, class Shape>
concept places_for = requires { typename area_of<Places>; } && measurable<area_of<Places>, typename Shape::scalar>;

template <class Places>
auto nearest_of(const Places& places, const nearest_filter& wanted) noexcept {
    return questions_about(places,
                           [wanted](const auto& where) { return question::nearest<area_of<Places>>{where, wanted}; });
}
template <class Scalar>
auto raycasts_of(std::span<const ray<Scalar>> rays, const filter& wanted) noexcept {
    return questions_about(rays,
                           [wanted](const ray<Scalar>& along) { return question::raycast<Scalar>{along, wanted}; });
}
template <class Scalar>
auto closest_of(std::span<const ray<Scalar>> rays, const filter& wanted) noexcept {
    return questions_about(rays, [wanted](const ray<Scalar>& along) {
        return question::closest<question::raycast<Scalar>>{{along, wanted}};
    });
}

/// Whether `results` have room for k results of each question.
inline batch_report check_room(std::size_t questions, std::size_t k, std::size_t results) noexcept {
    constexpr auto limit = static_cast<std::size_t>(-1);
    const bool overflows = k > 0 && questions > limit / k;
    const std::size_t room = overflows ? limit : questions * k;
    return {results == room ? error::none : error::wrong_size, room, results};
}

} // namespace quadrille::detail

#endif
