// Answers to one question after the other, told to a visitor one by one.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BINDINGS_FLAT_VISITING_HPP
#define QUADRILLE_BINDINGS_FLAT_VISITING_HPP

#include "bindings/flat/question_maker.hpp"

#include <quadrille/quadtree.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>

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

    outcome visit(const visitor& visit) const {
        outcome end = outcome::complete;
        with_question([&](const auto& question) { end = visit_of(question, visit); });
        return end;
    }

private:
    template <class Question>
    outcome visit_of(const Question& question, const visitor& visit) const {
        const std::size_t count = check(question);
        demand(asked_.what == wanted::all, "all: a visitor sees the answers");
        constexpr double none = std::numeric_limits<double>::quiet_NaN();
        for (std::size_t number = 0; number < count; ++number) {
            outcome end = outcome::complete;
            if constexpr (about_pairs<Question, Shape>) {
                const auto asked = own_items(made(question, number));
                end = tree_.ask(
                    asked.question,
                    [&](const auto& a, const auto& b, auto... distance2) {
                        return visit({number, a.item(), b.item(), last_of(none, distance2...), b.shift()});
                    },
                    asked_.work);
            } else if constexpr (detail::asks_nearest<Question>) {
                end = visit_nearest(made(question, number), number, visit);
            } else {
                end = tree_.ask(
                    made(question, number),
                    [&](const auto& one) { return visit({number, one.item(), {}, measure_of(one), one.shift()}); },
                    asked_.work);
            }
            if (end != outcome::complete) {
                return end;
            }
        }
        return outcome::complete;
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
    template <class Hit>
    static double measure_of(const Hit& one) noexcept {
        if constexpr (requires { one.fraction(); }) {
            return double(one.fraction());
        } else {
            return std::numeric_limits<double>::quiet_NaN();
        }
    }

    const tree_type& tree_;
    const questions& asked_;
};

} // namespace quadrille::flat

#endif
