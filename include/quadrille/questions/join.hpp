// The question `join`: every pair of items of two trees that intersect.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_QUESTIONS_JOIN_HPP
#define QUADRILLE_QUESTIONS_JOIN_HPP

#include <quadrille/detail/engine/insides.hpp>
#include <quadrille/detail/questions/mixed_join_source.hpp>
#include <quadrille/detail/questions/sources.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace quadrille::question {

/// Every pair of an item of this tree, in any of the filter's `layers`, and an item of `other`, in any of its
/// `partners`, that intersect, or are no farther apart than the filter's `distance`. `Other` is a tree of any shape and
/// scalar, const or not.
template <class Other>
struct join {
    Other& other;
    pair_filter wanted = {};

    static constexpr const char* name = "join";
    static constexpr bool runs_user_code = false;
    static constexpr bool is_join = true;

    template <class Archive>
    void fields(Archive&& archive) {
        archive.plain(other);
    }

    using other_shape = typename Other::shape_type;
    template <class Shape>
    using source = std::conditional_t<std::same_as<Shape, other_shape>, detail::pair_source<Shape>,
                                      detail::mixed_join_source<Shape, other_shape>>;
    template <class Shape>
    const detail::core<other_shape>& partners(const detail::core<Shape>&) const noexcept {
        return detail::insides::core(other);
    }

    template <class Shape>
    detail::measured_image measured(const detail::core<Shape>& tree, std::uint32_t a, std::uint32_t b) const noexcept {
        const detail::core<other_shape>& those = partners(tree);
        if (!detail::matches_layers(tree.layers_at(a), wanted.layers) ||
            !detail::matches_layers(those.layers_at(b), wanted.partners)) {
            return {};
        }
        const auto by_distance = [&](const auto& first, const auto& second) {
            return are_within(first, second, wanted.distance) ? 0.0 : -1.0;
        };
        if constexpr (detail::of_one_scalar<Shape, other_shape>) {
            return detail::least_beside(tree.chosen_options(), tree.shape_at(a), those.shape_at(b), by_distance);
        } else {
            return detail::least_beside(tree.chosen_options(), detail::in_double(tree.shape_at(a)),
                                        detail::in_double(those.shape_at(b)), by_distance);
        }
    }
};
template <class Other>
join(Other&, pair_filter = {}) -> join<Other>;

} // namespace quadrille::question

#endif
