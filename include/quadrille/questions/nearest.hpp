// The question `nearest`: the items nearest to a place.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_QUESTIONS_NEAREST_HPP
#define QUADRILLE_QUESTIONS_NEAREST_HPP

#include <quadrille/detail/questions/nearest.hpp>
#include <quadrille/recorded.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

namespace quadrille::detail {

/// What the nearest items can be asked for.
template <class Area, class Scalar>
concept place_for = std::same_as<Area, point<Scalar>>;

} // namespace quadrille::detail

namespace quadrille::question {

/// The items nearest to `where`, by ascending squared distance; equally far ones by index. How many follows from the room for the
/// results: in a batch each question gets an equal part of it.
template <class Area>
struct nearest {
    using scalar = typename Area::scalar;

    Area where;
    nearest_filter wanted = {};

    static constexpr const char* name = "nearest";
    static constexpr const char* form_name = "point";
    static constexpr recorded_verb recorded = recorded_verb::nearest;
    static constexpr bool runs_user_code = false;
    static constexpr bool finds_nearest = true;

    template <class Archive>
    void fields(Archive&& archive) {
        archive.plain(where);
    }

    template <class Shape>
    using source = detail::nearest_source<Shape>;
    detail::nearest_query<scalar> compiled(counters* counts) const noexcept { return {where, wanted, counts}; }
    point<double> center() const noexcept { return detail::middle_of(bounds_of(where)); }

    /// Writes the nearest items that are accepted to `results`; returns how many.
    template <class Shape>
    std::size_t find(const detail::core<Shape>& in, std::span<neighbor> results, const detail::acceptor& accept,
                     counters* counts) const noexcept {
        detail::nearest_query<scalar> query = compiled(counts);
        query.accept = accept.decide;
        query.context = accept.context;
        return in.nearest(query, results);
    }

    template <class Shape>
    double measure(const detail::core<Shape>& tree, std::uint32_t index) const noexcept {
        return are_within(tree.shape_at(index), where, wanted.distance) ? distance2(tree.shape_at(index), where) : -1;
    }
};
template <class Area>
nearest(Area, nearest_filter = {}) -> nearest<Area>;

} // namespace quadrille::question

#endif
