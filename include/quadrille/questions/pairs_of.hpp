// The question `pairs_of`: the pairs of some items.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_QUESTIONS_PAIRS_OF_HPP
#define QUADRILLE_QUESTIONS_PAIRS_OF_HPP

#include <quadrille/detail/questions/pairs_of_source.hpp>
#include <quadrille/questions/pairs.hpp>
#include <quadrille/recorded.hpp>

#include <cstdint>
#include <span>

namespace quadrille::question {

/// Every pair of `question::pairs` with at least one of `items`, once; a is one of them. Null, stale and repeated items
/// are skipped. Without a workspace, it allocates one.
struct pairs_of {
    std::span<const item> items;
    pair_filter wanted = {};
    pair_workspace* workspace = nullptr; ///< serves one call at a time

    static constexpr const char* name = "pairs_of";
    static constexpr recorded_verb recorded = recorded_verb::pairs_of;
    static constexpr bool runs_user_code = false;

    template <class Archive>
    void fields(Archive&& archive) {
        archive.plain(items);
    }

    template <class Shape>
    using source = detail::pairs_of_source<Shape>;
    template <class Shape>
    const detail::core<Shape>& partners(const detail::core<Shape>& tree) const noexcept {
        return tree;
    }

    template <class Shape>
    detail::measured_image measured(const detail::core<Shape>& tree, std::uint32_t a, std::uint32_t b) const noexcept {
        const auto is_given = [&](std::uint32_t index) {
            for (const item& one : items) {
                if (one.index == index && tree.contains(one)) {
                    return true;
                }
            }
            return false;
        };
        return is_given(a) || is_given(b) ? pairs{wanted}.measured(tree, a, b) : detail::measured_image{};
    }
};

} // namespace quadrille::question

#endif
