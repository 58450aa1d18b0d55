// Answers to one question after the other, told to a visitor one by one.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BINDINGS_FLAT_VISITING_HPP
#define QUADRILLE_BINDINGS_FLAT_VISITING_HPP

#include "bindings/flat/question_maker.hpp"

#include <quadrille/quadtree.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

namespace quadrille::flat {

/// One call of `tree::visit`.
template <class Shape>
class visiting : question_maker<Shape> {
    using base = question_maker<Shape>;
    using tree_type = quadtree<void, Shape>;
    using base::check;
    using base::demand;
    using base::made;
    using base::own_items;
    using base::with_question;

public:
    visiting(const tree_type& tree, const questions& asked) : base(tree, asked), tree_(tree), asked_(asked) {}

    visited visit(const visitor& visit) const {
        visited done;
        with_question([&](const auto& question) { done = visit_each(question, visit); });
        return done;
    }

private:
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
    /// One answer is enough to know that there is any.
    flow seen(flow wish) const noexcept { return asked_.what == wanted::any ? flow::stop : wish; }

    /// Of hits in the order of their fractions the first of least index.
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
