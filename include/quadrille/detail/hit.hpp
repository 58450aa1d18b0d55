// The view that a visitor is given of one answer.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_HIT_HPP
#define QUADRILLE_DETAIL_HIT_HPP

#include <quadrille/vocabulary.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace quadrille::detail {

/// One item in a tree: lazy (nothing is read before it is asked for), two words, valid during the visitor's call.
template <class Tree>
class hit {
public:
    hit(Tree& tree, std::uint32_t index) noexcept : tree_(&tree), index_(index) {}

    std::uint32_t index() const noexcept { return index_; }
    quadrille::item item() const noexcept { return tree_->item_at(index_); }
    /// The shape as it is stored.
    auto shape() const noexcept { return tree_->stored_shape(index_); }
    /// The user's value: const from a const tree; absent where the tree has none.
    auto& value() const noexcept
        requires(!std::is_void_v<typename Tree::value_type>)
    {
        return tree_->stored_value(index_);
    }

private:
    Tree* tree_;
    std::uint32_t index_;
};

template <class>
inline constexpr bool is_vector = false;
template <class Element, class Allocator>
inline constexpr bool is_vector<std::vector<Element, Allocator>> = true;

/// What is called for each answer, as against what collects them. Whether the call is well-formed is not asked here: that
/// would compile a generic lambda for both the const and the mutable hit, and only one need fit.
template <class Visitor>
concept visitor = !is_vector<std::remove_cvref_t<Visitor>>;

/// Calls a visitor; one that returns nothing goes on.
template <class Visitor, class... Answers>
flow tell(Visitor& visitor, Answers&&... answers) {
    using result = std::invoke_result_t<Visitor&, Answers&&...>;
    if constexpr (std::is_void_v<result>) {
        visitor(std::forward<Answers>(answers)...);
        return flow::next;
    } else {
        static_assert(std::same_as<result, flow>, "a visitor returns nothing or quadrille::flow");
        return visitor(std::forward<Answers>(answers)...);
    }
}

} // namespace quadrille::detail

#endif
