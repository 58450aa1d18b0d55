// The question `closest`: the item that a ray or a moving shape hits first.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_QUESTIONS_CLOSEST_HPP
#define QUADRILLE_QUESTIONS_CLOSEST_HPP

#include <quadrille/vocabulary.hpp>

#include <optional>

namespace quadrille::detail {

/// The ray or cast of a question for hits on a path.
template <class Question>
struct path_question {
    using type = Question;
};

} // namespace quadrille::detail

namespace quadrille::question {

/// The item that `of`, a `raycast` or `cast`, hits first; among items at the same fraction the one of lowest index.
template <class Question>
    requires requires(const Question& asked) { asked.moving(); }
struct closest {
    Question of;

    static constexpr const char* name = detail::path_question<Question>::type::closest_name;
    template <class Other>
    using about = closest<Other>;
    using scalar = typename detail::path_question<Question>::type::scalar;
    using result = std::optional<ray_hit<scalar>>;
    static constexpr result none = std::nullopt;

    static constexpr bool wants_first = true;

    template <class Tree, class Part>
    static void take(const Tree& tree, const Part& found, result& first) noexcept {
        if (found.count > 0) {
            first =
                ray_hit<scalar>{tree.item_at(found.answers[0].index), static_cast<scalar>(found.answers[0].fraction)};
        }
    }
    template <class Tree, class Source>
    static result reduce(const Tree& tree, Source& source) {
        typename Source::buffer found;
        result first = none;
        source.want_first();
        if (source.fill(found)) {
            take(tree, found, first);
        }
        return first;
    }
};
template <class Question>
closest(Question) -> closest<Question>;

} // namespace quadrille::question

#endif
