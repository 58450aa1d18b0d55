// Queries with a sink: nearest items with a predicate, rays and casts.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_NEAREST_CAST_HPP
#define QUADRILLE_DETAIL_NEAREST_CAST_HPP

#include <quadrille/detail/core.hpp>
#include <quadrille/detail/hit.hpp>
#include <quadrille/detail/insides.hpp>
#include <quadrille/detail/sink.hpp>
#include <quadrille/detail/source.hpp>
#include <quadrille/detail/verify.hpp>
#include <quadrille/detail/watch.hpp>
#include <quadrille/vocabulary.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#ifdef __cpp_exceptions
#include <exception>
#endif
#include <limits>
#include <optional>
#include <span>
#include <type_traits>

namespace quadrille::detail {

/// The nearest items.
template <class Tree>
std::size_t find_nearest(const Tree& tree, const point<typename Tree::scalar>& where, std::span<neighbor> results,
                         const nearest_filter& wanted, counters* counts) noexcept {
    const std::size_t count = insides::core(tree).nearest({where, wanted, counts}, results);
    if constexpr (is_checked) {
        if (const verification<shape_of<Tree>> compared(insides::core(tree)); compared.is_wanted()) {
            compared.check_nearest(where, wanted, results.first(count), results.size());
        }
    }
    return count;
}

/// The nearest items that a predicate accepts.
template <class Tree, class Predicate>
std::size_t find_nearest(const Tree& tree, const point<typename Tree::scalar>& where, std::span<neighbor> results,
                         const nearest_filter& wanted, Predicate& predicate, counters* counts) {
    // The form in which the compiled core calls it. The core has no exceptions: one that is thrown is kept until it returns.
    struct predicate_call {
        const Tree& tree;
        Predicate& predicate;
        watch_of<Tree> watching;
#ifdef __cpp_exceptions
        std::exception_ptr thrown = nullptr;
#endif

        acceptance decide(std::uint32_t index) {
            const bool is_accepted = predicate(hit<const Tree>(tree, index));
            if (watching.sees_misuse()) {
                return acceptance::stop;
            }
            return is_accepted ? acceptance::yes : acceptance::no;
        }
        static acceptance call(void* self, std::uint32_t index) {
#ifdef __cpp_exceptions
            try {
                return static_cast<predicate_call*>(self)->decide(index);
            } catch (...) {
                static_cast<predicate_call*>(self)->thrown = std::current_exception();
                return acceptance::stop;
            }
#else
            return static_cast<predicate_call*>(self)->decide(index);
#endif
        }
    };
    predicate_call context{tree, predicate, watch_of<Tree>(tree)};
    const std::size_t count =
        insides::core(tree).nearest({where, wanted, counts, &predicate_call::call, &context}, results);
#ifdef __cpp_exceptions
    if (context.thrown) {
        std::rethrow_exception(context.thrown);
    }
#endif
    return count;
}

/// Calls the visitor of a cast, which returns nothing, `flow`, or the fraction beyond which hits are no longer reported.
template <class Visitor, class Hit, class Scalar>
flow invoke_cast_visitor(Visitor& visitor, const Hit& met, Scalar& farthest) {
    if constexpr (!std::invocable<Visitor&, const Hit&>) {
        return invoke_visitor(visitor, met); // for its message
    } else {
        using result = std::remove_cvref_t<std::invoke_result_t<Visitor&, const Hit&>>;
        static_assert(
            !std::is_integral_v<result>,
            "a visitor of a cast returns nothing, quadrille::flow or a fraction: float or double, not bool or int");
        if constexpr (std::floating_point<result>) {
            const auto limit = static_cast<Scalar>(visitor(met));
            farthest = limit < farthest ? limit : farthest;
            return farthest < 0 ? flow::stop : flow::next;
        } else {
            return invoke_visitor(visitor, met);
        }
    }
}

/// An upper bound of all numbers that round to `fraction` or less.
template <class Scalar>
double none_beyond(Scalar fraction) noexcept {
    return double(fraction) * (1 + double(std::numeric_limits<Scalar>::epsilon())) +
           double(std::numeric_limits<Scalar>::denorm_min());
}

template <class Self, class Out>
outcome answer_cast(Self& self, const mover& moving, const filter& wanted, counters* counts, Out& out) {
    cast_source<shape_of<Self>> items(insides::core(self), moving, wanted, counts);
    cast_buffer found;
    using scalar = typename Self::scalar;
    scalar farthest = 1;
    const auto fill = [&](auto& into) {
        items.shorten(farthest < 1 ? none_beyond(farthest) : 1);
        return items.fill(into);
    };
    const watch_of<Self> watching(self);
    return as_visitor(out, [&](auto& visitor) {
        const auto visit = [&](const cast_answer& answer) {
            const auto fraction = static_cast<scalar>(answer.fraction);
            if (fraction > farthest) {
                return outcome::complete;
            }
            const cast_hit<Self> met(self, answer.index, fraction);
            return watching.after(invoke_cast_visitor(visitor, met, farthest));
        };
        return visit_all(found, fill, visit);
    });
}

/// The closest hit.
template <class Tree>
std::optional<ray_hit<typename Tree::scalar>>
closest(const Tree& tree, const mover& moving, const filter& wanted, counters* counts) noexcept {
    cast_source<shape_of<Tree>> items(insides::core(tree), moving, wanted, counts, true);
    cast_buffer found;
    if (!items.fill(found)) {
        return std::nullopt;
    }
    const cast_answer& met = found.answers[0];
    return ray_hit<typename Tree::scalar>{tree.item_at(met.index), static_cast<typename Tree::scalar>(met.fraction)};
}

} // namespace quadrille::detail

#endif
