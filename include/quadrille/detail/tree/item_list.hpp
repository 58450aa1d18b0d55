// The items that a query receives: a vector, span or array, or items in braces.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_TREE_ITEM_LIST_HPP
#define QUADRILLE_DETAIL_TREE_ITEM_LIST_HPP

#include <quadrille/vocabulary.hpp>

#include <concepts>
#include <initializer_list>
#include <span>

namespace quadrille::detail {

/// A span with a conversion from braces. It does not own the items.
struct item_list : std::span<const item> {
    template <class Items>
        requires std::convertible_to<Items&&, std::span<const item>>
    item_list(Items&& items) noexcept : span(items) {} // NOLINT: implicit, as a parameter
    item_list(std::initializer_list<item> items) noexcept : span(items.begin(), items.size()) {} // NOLINT: the same
};

} // namespace quadrille::detail

#endif
