// Collects the answers to many questions in arrays.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BINDINGS_FLAT_COLLECTING_HPP
#define QUADRILLE_BINDINGS_FLAT_COLLECTING_HPP

#include "bindings/flat/question_maker.hpp"

#include <quadrille/parallel.hpp>
#include <quadrille/quadtree.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace quadrille::flat {

/// The threads of a tree, or only the caller's thread.
struct crew {
    parallel::thread_pool* threads = nullptr;

    void run(std::uint32_t count, const parallel::task& each) const noexcept {
        if (threads != nullptr) {
            threads->run(count, each);
        } else {
            parallel::inline_runner::run(count, each);
        }
    }
};

/// One call of `tree::ask`.
template <class Shape>
class collector : question_maker<Shape> {
    using base = question_maker<Shape>;
    using tree_type = quadtree<void, Shape>;
    using base::check;
    using base::demand;
    using base::made;
    using base::own_items;
    using base::with_question;
    using base::wraps;

public:
    /// `self` is the flat tree that contains `of`.
    collector(const tree& self, const tree_type& of, const questions& asked, const crew& with)
        : base(of, asked), self_(self), tree_(of), asked_(asked), with_(with) {}

    void collect(answers& found) const {
        found.clear();
        with_question([&](const auto& question) { collect_of(question, found); });
    }

private:
    static constexpr std::size_t pairs_between_looks = std::size_t{1} << 16U;
    static constexpr std::size_t most_at_once = std::size_t{1} << 16U; ///< questions

    void demand_no_interruption() const {
        if (asked_.goes_on != nullptr && !asked_.goes_on()) {
            interrupt();
        }
    }
    void add(answers& found, const item& a, const shift& from_there) const {
        found.a.push_back(a.index);
        if (asked_.with_items) {
            found.a_generations.push_back(a.generation);
        }
        if (wraps()) {
            found.shifts.push_back(from_there);
        }
    }
    template <class Hit>
    void add(answers& found, const Hit& one) const {
        add(found, one.item(), one.shift());
        if constexpr (requires { one.fraction(); }) {
            found.measures.push_back(double(one.fraction()));
        } else if constexpr (requires { one.distance2(); }) {
            found.measures.push_back(one.distance2());
        }
    }
    template <class A, class B>
    void add_pair(answers& found, const A& a, const B& b) const {
        add(found, a.item(), b.shift());
        found.b.push_back(b.index());
        if (asked_.with_items) {
            found.b_generations.push_back(b.item().generation);
        }
    }
    static void end_rows(answers& found, std::size_t questions) { found.ends.resize(questions, found.a.size()); }

    template <class Question>
    void collect_of(const Question& question, answers& found) const {
        const std::size_t count = check(question);
        if constexpr (about_pairs<Question, Shape>) {
            collect_pairs(own_items(made(question, 0)), found);
        } else if (wraps() && (detail::asks_nearest<Question> || asked_.what == wanted::first)) {
            self_.tree::ask(asked_, found); // batches of these questions report no shifts
            if (asked_.distances != nullptr) {
                put_rows(found);
            }
        } else {
            for (std::size_t first = 0; first < count; first += most_at_once) {
                demand_no_interruption();
                const std::size_t some = std::min(most_at_once, count - first);
                switch (asked_.what) {
                case wanted::all: collect_some(question, first, some, found); break;
                case wanted::first: collect_first(question, first, some, found); break;
                default: collect_counts(question, first, some, found); break;
                }
            }
        }
    }
    template <class Question, class Make>
    auto list_of(std::size_t first, std::size_t some, const Make& make) const {
        std::vector<Question> list;
        list.reserve(some);
        for (std::size_t number = first; number < first + some; ++number) {
            list.push_back(make(number));
        }
        return list;
    }
    template <class Question>
    auto list_of(const Question& question, std::size_t first, std::size_t some) const {
        return list_of<Question>(first, some, [&](std::size_t number) { return made(question, number); });
    }

    template <class Question>
    void collect_some(const Question& question, std::size_t first, std::size_t some, answers& found) const {
        if constexpr (detail::asks_nearest<Question>) {
            collect_nearest(question, first, some, found);
        } else {
            constexpr bool is_measured = requires(Question& one) { one.moving(); };
            const bool are_indices = !is_measured && !wraps() && !asked_.with_items;
            if (some == 1 && are_indices) { // without the memory of a batch
                tree_.ask(made(question, first), found.a, asked_.work);
                end_rows(found, first + 1);
                return;
            }
            const std::vector<Question> list = list_of(question, first, some);
            batch_workspace workspace;
            if (are_indices) {
                answer_rows<std::uint32_t> rows;
                parallel::ask(with_, tree_, list, workspace, rows, asked_.work);
                for (std::size_t number = 0; number < some; ++number) {
                    found.ends.push_back(found.a.size() + rows.offsets[number + 1]);
                }
                if (first == 0) {
                    found.a = std::move(rows.answers);
                } else {
                    found.a.insert(found.a.end(), rows.answers.begin(), rows.answers.end());
                }
                return;
            }
            parallel::ask(with_, tree_, list, workspace, parallel::in_order([&](std::size_t number, const auto& one) {
                              end_rows(found, first + number);
                              add(found, one);
                          }),
                          asked_.work);
            end_rows(found, first + some);
        }
    }
    // Writes to a row of `asked_.distances` and `asked_.indices`, which have one row for each question.
    void put(std::size_t row, std::size_t place, std::uint32_t index, double distance2) const noexcept {
        const std::size_t at = row * static_cast<std::size_t>(asked_.k) + place;
        asked_.distances[at] = std::sqrt(distance2);
        asked_.indices[at] = index;
    }
    void put_none(std::size_t row, std::size_t place) const noexcept {
        for (; place < asked_.k; ++place) {
            const std::size_t at = row * static_cast<std::size_t>(asked_.k) + place;
            asked_.distances[at] = std::numeric_limits<double>::infinity();
            asked_.indices[at] = tree_.index_limit();
        }
    }
    void put_rows(const answers& found) const noexcept {
        std::size_t at = 0;
        for (std::size_t row = 0; row < found.ends.size(); ++row) {
            std::size_t place = 0;
            for (; at < found.ends[row]; ++at) {
                put(row, place++, found.a[at], found.measures[at]);
            }
            put_none(row, place);
        }
    }
    template <class Question>
    void collect_nearest(const Question& question, std::size_t first, std::size_t some, answers& found) const {
        const auto k = static_cast<std::size_t>(std::min<std::uint64_t>(asked_.k, tree_.size()));
        std::vector<neighbor> results(some * k);
        if (some == 1 && k > 0) { // without the memory of a batch
            tree_.ask(made(question, first), std::span<neighbor>(results), asked_.work);
        } else {
            batch_workspace workspace;
            parallel::ask(with_, tree_, list_of(question, first, some), workspace, results, asked_.work);
        }
        if (asked_.distances != nullptr) {
            for (std::size_t number = 0; number < some; ++number) {
                std::size_t place = 0;
                for (; place < k && results[number * k + place].which; ++place) {
                    const neighbor& one = results[number * k + place];
                    put(first + number, place, one.which.index, one.distance2);
                }
                put_none(first + number, place);
            }
            return;
        }
        for (std::size_t number = 0; number < some; ++number) {
            for (std::size_t at = number * k; at < (number + 1) * k && results[at].which; ++at) {
                add(found, results[at].which, {});
                found.measures.push_back(results[at].distance2);
            }
            end_rows(found, first + number + 1);
        }
    }
    template <class Question>
    void collect_first(const Question& question, std::size_t first, std::size_t some, answers& found) const {
        if constexpr (requires(Question& one) { one.moving(); }) {
            using closest = question::closest<Question>;
            const auto list =
                list_of<closest>(first, some, [&](std::size_t number) { return closest{made(question, number)}; });
            std::vector<typename closest::result> results(some);
            batch_workspace workspace;
            parallel::ask(with_, tree_, list, workspace, std::span<typename closest::result>(results), asked_.work);
            for (std::size_t number = 0; number < some; ++number) {
                if (results[number]) {
                    add(found, results[number]->which, {});
                    found.measures.push_back(double(results[number]->fraction));
                }
                end_rows(found, first + number + 1);
            }
        } else {
            demand(false, "all, a count, or whether there is any: it has no path");
        }
    }
    template <class Question>
    void collect_counts(const Question& question, std::size_t first, std::size_t some, answers& found) const {
        if constexpr (detail::asks_nearest<Question>) {
            demand(false, "all: of what is nearest there are as many as are wanted");
        } else if (asked_.what == wanted::count) {
            using counted = question::count<Question>;
            const auto list =
                list_of<counted>(first, some, [&](std::size_t number) { return counted{made(question, number)}; });
            found.counts.resize(first + some);
            batch_workspace workspace;
            parallel::ask(with_, tree_, list, workspace, std::span<std::uint32_t>(found.counts).subspan(first),
                          asked_.work);
        } else {
            using any = question::any<Question>;
            const auto list =
                list_of<any>(first, some, [&](std::size_t number) { return any{made(question, number)}; });
            const auto results = std::make_unique<bool[]>(some);
            batch_workspace workspace;
            parallel::ask(with_, tree_, list, workspace, std::span<bool>(results.get(), some), asked_.work);
            found.counts.insert(found.counts.end(), results.get(), results.get() + some);
        }
    }

    /// Counts pair by pair, because a call may be interrupted.
    template <class Question>
    void count_pairs(const Question& question, answers& found) const {
        std::uint64_t count = 0;
        tree_.ask(
            question,
            [&](const auto&, const auto&, auto...) {
                if (count++ % pairs_between_looks == 0) {
                    demand_no_interruption();
                }
            },
            asked_.work);
        found.put_pair_count(count);
    }
    template <class Owned>
    void collect_pairs(const Owned& asked, answers& found) const {
        using question_type = std::remove_cvref_t<decltype(asked.question)>;
        switch (asked_.what) {
        case wanted::count: count_pairs(asked.question, found); return;
        case wanted::any:
            found.counts.push_back(tree_.ask(question::any<question_type>{asked.question}, asked_.work) ? 1 : 0);
            return;
        case wanted::first: demand(false, "all, a count, or whether there is any: it has no path"); return;
        case wanted::all: break;
        }
        const auto take = [&](const auto& a, const auto& b, auto... distance2) {
            if (found.a.size() % pairs_between_looks == 0) {
                demand_no_interruption();
            }
            add_pair(found, a, b);
            (found.measures.push_back(distance2), ...);
        };
        collect_pairs_of(asked.question, take);
        end_rows(found, 1);
    }

    /// On one thread each pair is taken when it is found, so that an interruption ends the call at once; several
    /// threads collect pairs by pieces.
    template <class Question, class Take>
    void collect_pairs_of(const Question& question, const Take& take) const {
        if constexpr (std::is_same_v<Question, question::pairs>) {
            if (with_.threads != nullptr) {
                parallel::pairs(with_, tree_, parallel::in_order(take), question.wanted, asked_.work);
                return;
            }
        } else if constexpr (about_two_trees<Question> && !requires { question.k; }) {
            if (with_.threads != nullptr) {
                parallel::join(with_, tree_, question.other, parallel::in_order(take), question.wanted, asked_.work);
                return;
            }
        }
        tree_.ask(question, take, asked_.work);
    }

    const tree& self_;
    const tree_type& tree_;
    const questions& asked_;
    const crew& with_;
};

} // namespace quadrille::flat

#endif
