// The question `pairs`: every pair of items of one tree that intersect.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_QUESTIONS_PAIRS_HPP
#define QUADRILLE_QUESTIONS_PAIRS_HPP

#include <quadrille/detail/questions/sources.hpp>
#include <quadrille/recorded.hpp>

#include <cstdint>

namespace quadrille::question {

/// Every pair of items that intersect, or are no farther apart than the filter's `distance`, once.
struct pairs {
    pair_filter wanted = {};

    static constexpr const char* name = "pairs";
    static constexpr recorded_verb recorded = recorded_verb::pairs;
    static constexpr bool runs_user_code = false;
    static constexpr bool is_join = false;

    template <class Archive>
    void fields(Archive&&) {}

    template <class Shape>
    using source = detail::pair_source<Shape>;
    template <class Shape>
    const detail::core<Shape>& partners(const detail::core<Shape>& tree) const noexcept {
        return tree;
    }

    template <class Shape>
    detail::measured_image measured(const detail::core<Shape>& tree, std::uint32_t a, std::uint32_t b) const noexcept {
        if (!detail::matches_layers(tree.layers_at(a), tree.layers_at(b), wanted)) {
            return {};
        }
        return detail::least_beside(
            tree.chosen_options(), tree.shape_at(a), tree.shape_at(b),
            [&](const Shape& one, const Shape& other) { return are_within(one, other, wanted.distance) ? 0.0 : -1.0; });
    }
};

} // namespace quadrille::question

#endif
