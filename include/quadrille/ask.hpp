// `ask`: a tree's answers to questions that are values, one or many. A part of quadtree.hpp.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_ASK_HPP
#define QUADRILLE_ASK_HPP

#include <quadrille/detail/base/apart.hpp>
#include <quadrille/detail/base/cut_back.hpp>
#include <quadrille/detail/batch/batch.hpp>
#include <quadrille/detail/batch/in_turn.hpp>
#include <quadrille/detail/questions/answer.hpp>
#include <quadrille/questions.hpp>
#include <quadrille/vocabulary.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace quadrille {

/// The answers of a tree to the questions of questions.hpp. The verbs of queries.hpp and batch_queries.hpp call these
/// functions and have the same contracts: their rules for answers, order, exceptions, allocation and threads apply
/// here.
template <class Tree>
class asking {
public:
    // ---- One question -----------------------------------------------------------------------------------------------

    /// Gives each answer to `out`: a visitor, or a vector.
    template <detail::list_question Question, detail::sink Out>
    QUADRILLE_INLINE outcome ask(const Question& question, Out&& out, counters* counts = nullptr) {
        return detail::answer(self(), question, counts, out);
    }
    template <detail::list_question Question, detail::sink Out>
    QUADRILLE_INLINE outcome ask(const Question& question, Out&& out, counters* counts = nullptr) const {
        return detail::answer(self(), question, counts, out);
    }
    /// The answers as a range, which keeps the question.
    template <detail::list_question Question>
    [[nodiscard]] auto ask(Question question, counters* counts = nullptr) & {
        return detail::answers_in_range(self(), std::move(question), counts, detail::watch_for(self(), question));
    }
    template <detail::list_question Question>
    [[nodiscard]] auto ask(Question question, counters* counts = nullptr) const& {
        return detail::answers_in_range(self(), std::move(question), counts, detail::watch_for(self(), question));
    }
    /// The result of `any`, `count` or `closest`.
    template <detail::result_question Question>
    [[nodiscard]] typename Question::result ask(const Question& question, counters* counts = nullptr) const {
        return detail::find_result(self(), question, counts);
    }
    /// The nearest items, at most `results.size()`; returns their number. Overloads append to a vector, which stays as
    /// it was if a predicate throws; search among the items that a predicate accepts; return a range.
    template <detail::nearest_question Question>
    std::size_t ask(const Question& question, std::span<neighbor> results, counters* counts = nullptr) const
        noexcept(!Question::runs_user_code) {
        return detail::find_nearest(self(), question, results, counts);
    }
    template <detail::nearest_question Question>
    std::size_t
    ask(const Question& question, std::size_t k, std::vector<neighbor>& found, counters* counts = nullptr) const {
        const std::size_t before = found.size();
        detail::cut_back<neighbor> appended{found, before};
        found.resize(before + (std::min<std::size_t>)(k, self().size()));
        const std::size_t count = ask(question, std::span<neighbor>(found).subspan(before), counts);
        appended.kept = before + count;
        return count;
    }
    template <detail::nearest_question Question, class Predicate>
        requires(!std::convertible_to<Predicate, counters*>)
    std::size_t ask(const Question& question, std::span<neighbor> results, Predicate&& predicate,
                    counters* counts = nullptr) const {
        return detail::find_nearest_if(self(), question, results, predicate, counts);
    }
    template <detail::nearest_question Question>
    [[nodiscard]] auto ask(const Question& question, nearest_workspace& workspace, counters* counts = nullptr) & {
        return detail::answers_in_range(self(), question, counts,
                                        detail::nearest_watch(std::as_const(self()), workspace));
    }
    template <detail::nearest_question Question>
    [[nodiscard]] auto ask(const Question& question, nearest_workspace& workspace, counters* counts = nullptr) const& {
        return detail::answers_in_range(self(), question, counts, detail::nearest_watch(self(), workspace));
    }

    // ---- Many questions of one type ---------------------------------------------------------------------------------

    /// Gives the answers of each question to `out`: an `answer_rows`, or a visitor that is called with the number of
    /// the question and one answer.
    template <detail::list_questions Questions, class Out>
    outcome ask(const Questions& questions, batch_workspace& workspace, Out&& out, counters* counts = nullptr) {
        detail::lent_memory memory(workspace);
        return detail::answer_lists(self(), detail::listed(questions), detail::in_turn(memory), counts, out);
    }
    template <detail::list_questions Questions, class Out>
    outcome ask(const Questions& questions, batch_workspace& workspace, Out&& out, counters* counts = nullptr) const {
        detail::lent_memory memory(workspace);
        return detail::answer_lists(self(), detail::listed(questions), detail::in_turn(memory), counts, out);
    }
    /// `results[q]` is the result of question q; with `nearest` each question has an equal part of the results. Without
    /// a workspace the call allocates nothing.
    template <detail::result_questions Questions>
    batch_report
    ask(const Questions& questions, detail::results_of<Questions> results, counters* counts = nullptr) const {
        detail::unlent_memory memory;
        return detail::answer_results(self(), detail::listed(questions), detail::in_turn(memory), results, counts);
    }
    template <detail::result_questions Questions>
    batch_report ask(const Questions& questions, batch_workspace& workspace, detail::results_of<Questions> results,
                     counters* counts = nullptr) const {
        detail::lent_memory memory(workspace);
        return detail::answer_results(self(), detail::listed(questions), detail::in_turn(memory), results, counts);
    }

    // A range refers to its tree and does not own it: no ranges of temporary trees.
    template <detail::list_question Question>
    void ask(Question, // give it a name
             counters* = nullptr) const&& = delete;
    template <detail::nearest_question Question>
    void ask(const Question&, // give it a name
             nearest_workspace&, counters* = nullptr) const&& = delete;

private:
    Tree& self() noexcept { return static_cast<Tree&>(*this); }
    const Tree& self() const noexcept { return static_cast<const Tree&>(*this); }
};

} // namespace quadrille

#endif
