// The questions `closest_pairs` and `closest_join`: the closest pairs of items of one tree, and of two.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_QUESTIONS_CLOSEST_PAIRS_HPP
#define QUADRILLE_QUESTIONS_CLOSEST_PAIRS_HPP

#include <quadrille/detail/engine/insides.hpp>
#include <quadrille/detail/questions/closest_pairs_source.hpp>
#include <quadrille/recorded.hpp>

#include <concepts>
#include <cstdint>

namespace quadrille::question {

/// The k closest pairs of items, or all if there are fewer. They ascend by squared distance, then by index a, then by
/// index b; a is the one of lower index.
struct closest_pairs {
    std::uint64_t k = 1;
    closest_pair_filter wanted = {};

    static constexpr const char* name = "closest_pairs";
    static constexpr recorded_verb recorded = recorded_verb::closest_pairs;
    static constexpr bool runs_user_code = false;
    static constexpr bool is_join = false;

    template <class Archive>
    void fields(Archive&& archive) {
        archive.plain(k);
    }

    template <class Shape>
    using source = detail::closest_pairs_source<Shape>;
    template <class Shape>
    const detail::core<Shape>& partners(const detail::core<Shape>& tree) const noexcept {
        return tree;
    }
    /// The pairs that are compared.
    pair_filter pairs() const noexcept { return {wanted.layers, wanted.partners, wanted.distance}; }

    template <class Shape>
    detail::measured_image measured(const detail::core<Shape>& tree, std::uint32_t a, std::uint32_t b) const noexcept {
        const bool may_be = detail::matches_layers(tree.layers_at(a), tree.layers_at(b), pairs());
        return may_be ? detail::least_between(tree, a, tree, b, wanted.distance) : detail::measured_image{};
    }
};

/// The same of an item a of this tree, in any of the filter's `layers`, and an item b of `other`, in any of its
/// `partners`. `Other` is a tree of the same shape, const or not.
template <class Other>
struct closest_join {
    Other& other;
    std::uint64_t k = 1;
    closest_pair_filter wanted = {};

    static constexpr const char* name = "closest_pairs of two trees";
    static constexpr bool runs_user_code = false;
    static constexpr bool is_join = true;

    template <class Archive>
    void fields(Archive&& archive) {
        archive.plain(other);
        archive.plain(k);
    }

    template <class Shape>
    using source = detail::closest_pairs_source<Shape>;
    template <class Shape>
    const detail::core<Shape>& partners(const detail::core<Shape>&) const noexcept {
        static_assert(std::same_as<typename Other::shape_type, Shape>,
                      "closest_pairs is asked of two trees of one shape and scalar: of others take "
                      "join(other, visitor, {.distance = 5}), or nearest for each item");
        return detail::insides::core(other);
    }
    /// The pairs that are compared.
    pair_filter pairs() const noexcept { return {wanted.layers, wanted.partners, wanted.distance}; }

    template <class Shape>
    detail::measured_image measured(const detail::core<Shape>& tree, std::uint32_t a, std::uint32_t b) const noexcept {
        const detail::core<Shape>& those = partners(tree);
        const bool may_be = detail::matches_layers(tree.layers_at(a), wanted.layers) &&
                            detail::matches_layers(those.layers_at(b), wanted.partners);
        return may_be ? detail::least_between(tree, a, those, b, wanted.distance) : detail::measured_image{};
    }
};
template <class Other>
closest_join(Other&, std::uint64_t = 1, closest_pair_filter = {}) -> closest_join<Other>;

} // namespace quadrille::question

#endif
