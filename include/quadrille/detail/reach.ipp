// Bodies of quadtree.hpp: what lies near, and what lies ahead.
// SPDX-License-Identifier: MIT

#ifdef __cpp_exceptions
#include <exception>
#endif

namespace quadrille {

// ---- Nearest ---------------------------------------------------------------------------------------------------------

template <class Value, class Shape>
template <class Predicate>
    requires(!std::convertible_to<Predicate, counters*>)
std::size_t quadtree<Value, Shape>::nearest(const point<scalar>& where, std::span<neighbour> results,
                                            const nearest_filter& wanted, Predicate&& predicate,
                                            counters* counts) const {
    // As the compiled core calls it. The core knows no exceptions: what is thrown is kept until it has returned.
    struct judge {
        const quadtree& tree;
        std::remove_reference_t<Predicate>& predicate;
        watch watching;
#ifdef __cpp_exceptions
        std::exception_ptr thrown = nullptr;
#endif

        detail::opinion say(std::uint32_t index) {
            const bool is_wanted = predicate(const_hit(tree, index));
            if (watching.sees_misuse()) {
                return detail::opinion::stop;
            }
            return is_wanted ? detail::opinion::yes : detail::opinion::no;
        }
        static detail::opinion call(void* self, std::uint32_t index) {
#ifdef __cpp_exceptions
            try {
                return static_cast<judge*>(self)->say(index);
            } catch (...) {
                static_cast<judge*>(self)->thrown = std::current_exception();
                return detail::opinion::stop;
            }
#else
            return static_cast<judge*>(self)->say(index);
#endif
        }
    };
    judge asked{*this, predicate, watch(*this)};
    const std::size_t count = core_.nearest({where, wanted, counts, &judge::call, &asked}, results);
#ifdef __cpp_exceptions
    if (asked.thrown) {
        std::rethrow_exception(asked.thrown);
    }
#endif
    return count;
}

// ---- Casts -----------------------------------------------------------------------------------------------------------

namespace detail {

/// Calls a cast's visitor, which returns nothing, flow, or beyond which fraction nothing is asked for any more.
template <class Visitor, class Hit, class Scalar>
flow tell_met(Visitor& visitor, const Hit& met, Scalar& farthest) {
    if constexpr (!std::invocable<Visitor&, const Hit&>) {
        return tell(visitor, met); // says what it would be called with
    } else {
        using result = std::remove_cvref_t<std::invoke_result_t<Visitor&, const Hit&>>;
        static_assert(
            !std::is_integral_v<result>,
            "a visitor of a cast returns nothing, quadrille::flow or a fraction: float or double, not bool or int");
        if constexpr (std::floating_point<result>) {
            const auto wish = static_cast<Scalar>(visitor(met));
            farthest = wish < farthest ? wish : farthest;
            return farthest < 0 ? flow::stop : flow::next;
        } else {
            return tell(visitor, met);
        }
    }
}

/// A fraction that all are below, or equal to, that round to `fraction` or less.
template <class Scalar>
double none_beyond(Scalar fraction) noexcept {
    return double(fraction) * (1 + double(std::numeric_limits<Scalar>::epsilon())) +
           double(std::numeric_limits<Scalar>::denorm_min());
}

} // namespace detail

template <class Value, class Shape>
template <class Self, class Out>
outcome quadtree<Value, Shape>::answer_cast(Self& self, const detail::mover& moving, const filter& wanted,
                                            counters* counts, Out& out) {
    detail::cast_source<Shape> items(self.core_, moving, wanted, counts);
    detail::cast_buffer found;
    scalar farthest = 1;
    const auto fill = [&](auto& part) {
        items.shorten(farthest < 1 ? detail::none_beyond(farthest) : 1);
        return items.fill(part);
    };
    const watch watching(self);
    return detail::as_visitor(out, [&](auto& visitor) {
        const auto tell = [&](const detail::cast_answer& answer) {
            const auto fraction = static_cast<scalar>(answer.fraction);
            if (fraction > farthest) {
                return outcome::complete;
            }
            const detail::cast_hit<Self> met(self, answer.index, fraction);
            return watching.after(detail::tell_met(visitor, met, farthest));
        };
        return detail::tell_all(found, fill, tell);
    });
}

template <class Value, class Shape>
std::optional<ray_hit<typename quadtree<Value, Shape>::scalar>>
quadtree<Value, Shape>::closest(const detail::mover& moving, const filter& wanted, counters* counts) const noexcept {
    detail::cast_source<Shape> items(core_, moving, wanted, counts, true);
    detail::cast_buffer found;
    if (!items.fill(found)) {
        return std::nullopt;
    }
    return ray_hit<scalar>{item_at(found.answers[0].index), static_cast<scalar>(found.answers[0].fraction)};
}

} // namespace quadrille
