// The question `count`: the number of answers of another question.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_QUESTIONS_COUNT_HPP
#define QUADRILLE_QUESTIONS_COUNT_HPP

#include <cstdint>

namespace quadrille::question {

/// The number of answers of `of`, a question for items or pairs.
template <class Question>
struct count {
    Question of;

    static constexpr const char* name = "count";
    static constexpr bool wants_count = true;
    template <class Other>
    using about = count<Other>;
    using result = std::uint32_t;
    static constexpr result none = 0;

    /// Takes one buffer of answers after the other.
    template <class Tree, class Part>
    static void take(const Tree&, const Part& found, result& so_far) noexcept {
        so_far += found.count;
    }
    template <class Tree, class Source>
    static result reduce(const Tree& tree, Source& source) {
        result total = 0;
        if constexpr (requires { source.count(total); }) {
            if (source.count(total)) {
                return total;
            }
        }
        typename Source::buffer found;
        while (source.fill(found)) {
            take(tree, found, total);
        }
        return total;
    }
};
template <class Question>
count(Question) -> count<Question>;

} // namespace quadrille::question

#endif
