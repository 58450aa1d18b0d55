// Answers one question after another, and passes each answer to a visitor.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BINDINGS_FLAT_VISITING_HPP
#define QUADRILLE_BINDINGS_FLAT_VISITING_HPP

#include "bindings/flat/question_maker.hpp"

#include <quadrille/quadtree.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace quadrille::flat {

/// One call of `tree::visit` or, if it `Appends`, of `tree::ask`.
template <class Shape, bool Appends = false>
class visiting : question_maker<Shape> {
    using base = question_maker<Shape>;
    using tree_type = quadtree<void, Shape>;
    using base::check;
    using base::demand;
    using base::made;
    using base::own_items;
    using base::with_question;
    using base::wraps;

public:
    visiting(const tree_type& tree, const questions& asked) : base(tree, asked), tree_(tree), asked_(asked) {}

    visited visit(const visitor& visit) const {
        visited done;
        answer_by(&visit, nullptr, done);
        return done;
    }
    /// Appends answers that are only indices or neighbors to `found`, in blocks. Returns false, and does nothing, if
    /// they have more.
    bool append(answers& found) const
        requires Appends
    {
        visited done;
        return answer_by(nullptr, &found, done);
    }

private:
    /// Both uses are in one function, so that the choice of the question's type is compiled once.
    bool answer_by(const visitor* visit, answers* found, visited& done) const {
        bool is_done = true;
        with_question([&](const auto& question) {
            if constexpr (Appends) {
                if (found != nullptr) {
                    is_done = append_each(question, *found);
                    return;
                }
            }
            done = visit_each(question, *visit);
        });
        return is_done;
    }

    // ---- Appended ---------------------------------------------------------------------------------------------------

    template <class Question>
    bool append_each(const Question& question, answers& found) const {
        const std::size_t count = check(question);
        if constexpr (detail::asks_nearest<Question>) {
            return append_nearest(question, count, found);
        } else if constexpr (requires { question.k; }) {
            return append_closest(question, found);
        } else if constexpr (requires(Question& one) { one.moving(); }) {
            return false; // the answers have measures
        } else if constexpr (about_pairs<Question, Shape>) {
            return append_pairs(question, found);
        } else {
            return append_lists(question, count, found);
        }
    }
    /// Returns whether the answers of an item need only its index.
    bool are_indices() const noexcept {
        return !wraps() && !asked_.with_items && (asked_.what == wanted::all || asked_.what == wanted::count);
    }
    template <class Question>
    bool append_lists(const Question& question, std::size_t count, answers& found) const {
        if (!are_indices()) {
            return false;
        }
        const bool is_count = asked_.what == wanted::count;
        (is_count ? found.counts.reserve(count) : found.ends.reserve(count));
        for (std::size_t number = 0; number < count; ++number) {
            tree_.ask(made(question, number), found.a, asked_.work);
            if (is_count) {
                found.counts.push_back(static_cast<std::uint32_t>(found.a.size()));
                found.a.clear();
            } else {
                found.ends.push_back(found.a.size());
            }
        }
        return true;
    }
    template <class Question>
    bool append_pairs(const Question& question, answers& found) const {
        if (!are_indices()) {
            return false;
        }
        const auto owned = own_items(made(question, 0));
        if (asked_.what == wanted::count) {
            std::uint64_t count = 0;
            tree_.ask(owned.question, [&](const auto&, const auto&) { ++count; }, asked_.work);
            found.put_pair_count(count);
            return true;
        }
        const auto take = [&](const auto& a, const auto& b) { // into memory that `found` keeps
            found.a.push_back(a.index());
            found.b.push_back(b.index());
        };
        tree_.ask(owned.question, take, asked_.work);
        found.ends.push_back(found.a.size());
        return true;
    }
    /// A range, which cannot be moved.
    template <class Range>
    struct kept_range {
        Range range;

        template <class Make>
        explicit kept_range(const Make& make) : range(make()) {}
    };
    /// All pairs are found before the first is passed on. Their memory is owned by `found` until then: a module whose
    /// exceptions do not run destructors frees it with the answers.
    template <class Question>
    bool append_closest(const Question& question, answers& found) const {
        if (wraps() || asked_.with_items || asked_.what != wanted::all) {
            return false;
        }
        const auto make = [&] { return tree_.ask(made(question, 0), asked_.work); };
        auto kept = std::make_shared<kept_range<decltype(make())>>(make);
        auto& pairs = kept->range;
        found.kept = std::move(kept); // no other object owns it
        for (const auto [a, b, distance2] : pairs) {
            found.a.push_back(a.index());
            found.b.push_back(b.index());
            found.measures.push_back(distance2);
        }
        found.ends.push_back(found.a.size());
        found.kept.reset();
        return true;
    }
    template <class Question>
    bool append_nearest(const Question& question, std::size_t count, answers& found) const {
        if (wraps() || asked_.with_items || asked_.what != wanted::all) {
            return false;
        }
        const auto each = static_cast<std::size_t>(std::min<std::uint64_t>(asked_.k, tree_.size()));
        found.ends.reserve(count);
        found.a.reserve(count * each);
        found.measures.reserve(count * each);
        std::vector<neighbor> room(each);
        for (std::size_t number = 0; number < count; ++number) {
            const std::size_t length =
                room.empty() ? 0 : tree_.ask(made(question, number), std::span<neighbor>(room), asked_.work);
            for (std::size_t at = 0; at < length; ++at) {
                found.a.push_back(room[at].which.index);
                found.measures.push_back(room[at].distance2);
            }
            found.ends.push_back(found.a.size());
        }
        return true;
    }

    // ---- Visited ----------------------------------------------------------------------------------------------------

    template <class Question>
    visited visit_each(const Question& question, const visitor& visit) const {
        const std::size_t count = check(question);
        demand(asked_.what != wanted::count, "all, the first, or any: a visitor sees the answers");
        constexpr bool has_path = requires(Question& one) { one.moving(); };
        demand(asked_.what != wanted::first || has_path, "all, a count, or whether there is any: it has no path");
        demand(asked_.what != wanted::any || !detail::asks_nearest<Question>,
               "all: of what is nearest there are as many as are wanted");
        for (std::size_t number = 0; number < count; ++number) {
            const outcome end = visit_of(made(question, number), number, visit);
            if (end == outcome::tree_changed || (end == outcome::stopped && asked_.what == wanted::all)) {
                return {end, count};
            }
        }
        return {outcome::complete, count};
    }
    template <class Question>
    outcome visit_of(const Question& question, std::size_t number, const visitor& visit) const {
        if constexpr (about_pairs<Question, Shape>) {
            constexpr double none = std::numeric_limits<double>::quiet_NaN();
            const auto owned = own_items(question);
            return tree_.ask(
                owned.question,
                [&](const auto& a, const auto& b, auto... distance2) {
                    return seen(visit({number, a.item(), b.item(), last_of(none, distance2...), b.shift()}));
                },
                asked_.work);
        } else if constexpr (detail::asks_nearest<Question>) {
            return visit_nearest(question, number, visit);
        } else if constexpr (requires(Question& one) { one.moving(); }) {
            return asked_.what == wanted::first
                       ? visit_first(question, number, visit)
                       : tree_.ask(
                             question,
                             [&](const auto& one) {
                                 return seen(visit({number, one.item(), {}, double(one.fraction()), one.shift()}));
                             },
                             asked_.work);
        } else {
            return tree_.ask(
                question,
                [&](const auto& one) {
                    return seen(visit({number, one.item(), {}, std::numeric_limits<double>::quiet_NaN(), one.shift()}));
                },
                asked_.work);
        }
    }
    /// One answer suffices to know that there is any.
    flow seen(flow wish) const noexcept { return asked_.what == wanted::any ? flow::stop : wish; }

    /// Visits the first hit: the least fraction, then the least index.
    template <class Question>
    outcome visit_first(const Question& question, std::size_t number, const visitor& visit) const {
        std::optional<answer> best;
        const outcome end = tree_.ask(
            question,
            [&](const auto& one) {
                if (!best || one.fraction() < best->measure ||
                    (one.fraction() == best->measure && one.index() < best->a.index)) {
                    best = answer{number, one.item(), {}, double(one.fraction()), one.shift()};
                }
                return one.fraction();
            },
            asked_.work);
        return best && visit(*best) == flow::stop ? outcome::stopped : end;
    }
    template <class Question>
    outcome visit_nearest(const Question& question, std::size_t number, const visitor& visit) const {
        nearest_workspace workspace;
        std::uint64_t rest = asked_.k;
        auto found = tree_.ask(question, workspace, asked_.work);
        for (const auto one : found) {
            if (rest-- == 0) {
                return outcome::complete;
            }
            if (visit({number, one.item(), {}, one.distance2(), one.shift()}) == flow::stop) {
                return outcome::stopped;
            }
        }
        return found.outcome();
    }
    static double last_of(double none) noexcept { return none; }
    static double last_of(double, double measure) noexcept { return measure; }

    const tree_type& tree_;
    const questions& asked_;
};

} // namespace quadrille::flat

#endif
