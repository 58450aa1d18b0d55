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

/// An item that a ray or a moving shape meets.
template <class Tree>
class cast_hit : public hit<Tree> {
public:
    using scalar = typename Tree::scalar;

    cast_hit(Tree& tree, std::uint32_t index, scalar fraction) noexcept : hit<Tree>(tree, index), fraction_(fraction) {}

    /// Where on the way, 0 … 1.
    scalar fraction() const noexcept { return fraction_; }

private:
    scalar fraction_;
};

template <class>
inline constexpr bool is_vector = false;
template <class Element, class Allocator>
inline constexpr bool is_vector<std::vector<Element, Allocator>> = true;

/// What is called for each answer, as against what collects them. Whether the call is well-formed is not asked here: that
/// would compile a generic lambda for both the const and the mutable hit, and only one need fit.
template <class Visitor>
concept visitor = !is_vector<std::remove_cvref_t<Visitor>>;

/// What `find` can look for among the values.
template <class Value, class Sought>
concept comparable_values =
    !std::is_void_v<Value> && requires(std::add_lvalue_reference_t<const Value> one, const Sought& other) {
        { one == other } -> std::convertible_to<bool>;
    };

/// One answer less: it was found, but is not told.
inline void uncount_answer(counters* counts) noexcept {
    if (counts != nullptr) {
        --counts->answers;
    }
}

/// In the place of a visitor that was not given.
struct no_visitor {};

/// Calls a visitor; one that returns nothing goes on.
template <class Visitor, class... Answers>
flow tell(Visitor& visitor, Answers&&... answers) {
    constexpr bool is_callable = std::invocable<Visitor&, Answers&&...>;
    static_assert(is_callable || sizeof...(Answers) != 1, "this visitor is called with one answer: [](auto hit) {}");
    static_assert(is_callable || sizeof...(Answers) != 2, "this visitor is called with two: [](auto a, auto b) {}");
    if constexpr (is_callable) {
        using result = std::invoke_result_t<Visitor&, Answers&&...>;
        if constexpr (std::is_void_v<result>) {
            visitor(std::forward<Answers>(answers)...);
            return flow::next;
        } else {
            static_assert(std::same_as<result, flow>, "a visitor returns nothing or quadrille::flow");
            return visitor(std::forward<Answers>(answers)...);
        }
    }
    return flow::stop;
}

/// A part of the answers where each comes by itself.
template <class Answer>
struct one_answer {
    static constexpr std::uint32_t count = 1;
    Answer answers[1];
};

/// The loop of every question that calls a visitor: `fill(found)` finds the next part of the answers, false when there is none;
/// `tell(answer)` calls the visitor and says how the question stands.
template <class Part, class Fill, class Tell>
outcome tell_all(Part& found, Fill&& fill, Tell&& tell) {
    while (fill(found)) {
        for (std::uint32_t answer = 0; answer < found.count; ++answer) {
            const outcome end = tell(found.answers[answer]);
            if (end != outcome::complete) {
                return end;
            }
        }
    }
    return outcome::complete;
}

} // namespace quadrille::detail

#endif
