// The values of a batch: any contiguous range of known size, read in place or moved from.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_TREE_VALUE_RANGE_HPP
#define QUADRILLE_DETAIL_TREE_VALUE_RANGE_HPP

#include <concepts>
#include <span>
#include <type_traits>
#include <utility>

namespace quadrille::detail {

/// The elements of a contiguous range of known size: const if they are read only.
template <class Values>
using element_of = typename decltype(std::span(std::declval<Values&>()))::element_type;

template <class Values>
concept has_const_elements = std::is_const_v<element_of<Values>>;

/// Whether the elements are moved from: `Values` is not a reference, and owns them. The elements of a const container
/// are const; those of a const view, such as std::span, are not.
template <class Values>
inline constexpr bool is_moved_from =
    !std::is_lvalue_reference_v<Values> && !has_const_elements<Values> && has_const_elements<const Values>;

/// The argument from which a value is constructed.
template <class Values>
using given_by =
    std::conditional_t<is_moved_from<Values>, element_of<Values>&&, const std::remove_const_t<element_of<Values>>&>;

/// The ranges from whose elements values can be constructed.
template <class Values, class Value>
concept values_for = !std::is_void_v<Value> && requires { typename element_of<Values>; } &&
                     std::constructible_from<Value, given_by<Values>>;

} // namespace quadrille::detail

#endif
