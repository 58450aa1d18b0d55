// The question `nearest`: the items nearest to a place.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_QUESTIONS_NEAREST_HPP
#define QUADRILLE_QUESTIONS_NEAREST_HPP

#include <quadrille/detail/questions/nearest.hpp>
#include <quadrille/recorded.hpp>

#include <cstdint>

namespace quadrille::question {

/// The items nearest to `where`, by ascending squared distance; equally far ones by index. How many follows from the room for the
/// results: in a batch each question gets an equal part of it.
template <class Scalar>
struct nearest {
    point<Scalar> where;
    nearest_filter wanted = {};

    static constexpr const char* name = "nearest";
    static constexpr const char* form_name = "point";
    static constexpr recorded_verb recorded = recorded_verb::nearest;
    static constexpr bool runs_user_code = false;

    template <class Archive>
    void fields(Archive&& archive) {
        archive.plain(where);
    }

    template <class Shape>
    using source = detail::nearest_source<Shape>;
    detail::nearest_query<Scalar> compiled(counters* counts) const noexcept { return {where, wanted, counts}; }
    point<double> center() const noexcept { return detail::middle_of(bounds_of(where)); }

    template <class Shape>
    double measure(const detail::core<Shape>& tree, std::uint32_t index) const noexcept {
        return are_within(tree.shape_at(index), where, wanted.distance) ? distance2(tree.shape_at(index), where) : -1;
    }
};
template <class Scalar>
nearest(point<Scalar>, nearest_filter = {}) -> nearest<Scalar>;

} // namespace quadrille::question

#endif
