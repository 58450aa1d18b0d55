// The question `any`: whether another question has an answer.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_QUESTIONS_ANY_HPP
#define QUADRILLE_QUESTIONS_ANY_HPP

namespace quadrille::question {

/// Whether `of`, a question for items or pairs, has an answer.
template <class Question>
struct any {
    Question of;

    static constexpr const char* name = "any";
    template <class Other>
    using about = any<Other>;
    using result = bool;
    static constexpr result none = false;

    template <class Tree, class Source>
    static result reduce(const Tree&, Source& source) {
        typename Source::buffer found;
        while (source.fill(found)) {
            if (found.count > 0) {
                return true;
            }
        }
        return false;
    }
};
template <class Question>
any(Question) -> any<Question>;

} // namespace quadrille::question

#endif
