// The question `intersecting`: every other item that intersects a given one.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_QUESTIONS_INTERSECTING_HPP
#define QUADRILLE_QUESTIONS_INTERSECTING_HPP

#include <quadrille/detail/questions/sources.hpp>
#include <quadrille/recorded.hpp>

#include <cstdint>

namespace quadrille::question {

/// Every other item that intersects this one; nothing for a null or stale item.
struct intersecting {
    item which;
    filter wanted = {};

    static constexpr const char* name = "intersecting";
    static constexpr recorded_verb recorded = recorded_verb::intersecting;
    static constexpr bool runs_user_code = false;

    template <class Archive>
    void fields(Archive&& archive) {
        archive.plain(which);
    }

    template <class Shape>
    using source = detail::intersecting_source<Shape>;

    template <class Shape>
    detail::measured_image measured(const detail::core<Shape>& tree, std::uint32_t index) const noexcept {
        if (!tree.contains(which) || index == which.index) {
            return {};
        }
        return detail::least_beside(
            tree.chosen_options(), tree.shape_at(which.index), tree.shape_at(index),
            [](const Shape& own, const Shape& other) { return intersects(other, own) ? 0.0 : -1.0; });
    }
};

} // namespace quadrille::question

#endif
