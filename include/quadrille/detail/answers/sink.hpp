// Sinks receive answers: a visitor that is called with each answer, or a vector to which answers are appended.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_ANSWERS_SINK_HPP
#define QUADRILLE_DETAIL_ANSWERS_SINK_HPP

#include <quadrille/detail/answers/hit.hpp>
#include <quadrille/detail/base/apart.hpp>
#include <quadrille/detail/base/function_ref.hpp>
#include <quadrille/detail/engine/query.hpp>
#include <quadrille/vocabulary.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace quadrille::detail {

template <class Type>
inline constexpr bool is_filter = std::same_as<Type, filter> || std::same_as<Type, nearest_filter> ||
                                  std::same_as<Type, pair_filter> || std::same_as<Type, closest_pair_filter>;

template <class>
inline constexpr bool is_vector = false;
template <class Element, class Allocator>
inline constexpr bool is_vector<std::vector<Element, Allocator>> = true;

/// A receiver of answers. The concept does not test whether a visitor can be called: the test would compile a generic
/// lambda for both the const and the mutable hit, and only one of them has to compile.
template <class Out>
concept sink = !is_filter<std::remove_cvref_t<Out>> && !std::is_arithmetic_v<std::remove_cvref_t<Out>>;

/// A receiver that is called with each answer, as opposed to a vector.
template <class Visitor>
concept visitor = sink<Visitor> && !is_vector<std::remove_cvref_t<Visitor>>;

/// Subtracts one answer, which the walk counted and does not report.
inline void uncount_answer(counters* counts) noexcept {
    if (counts != nullptr) {
        --counts->answers;
    }
}

/// Stands for an omitted visitor.
struct no_visitor {};

/// Calls a visitor; returns `flow::next` if the visitor returns nothing.
template <class Visitor, class... Answers>
flow invoke_visitor(Visitor& visitor, Answers&&... answers) {
    constexpr bool is_callable = std::invocable<Visitor&, Answers&&...>;
    static_assert(is_callable || sizeof...(Answers) != 1, "this visitor is called with one answer: [](auto hit) {}");
    static_assert(is_callable || sizeof...(Answers) != 2, "this visitor is called with two: [](auto a, auto b) {}");
    constexpr bool has_distance = (std::same_as<std::remove_cvref_t<Answers>, double> || ...);
    static_assert(is_callable || sizeof...(Answers) != 3 || has_distance,
                  "this visitor is called with three: [](std::size_t question, auto a, auto b) {}");
    static_assert(is_callable || sizeof...(Answers) != 3 || !has_distance,
                  "this visitor is called with three: [](auto a, auto b, double distance2) {}");
    static_assert(is_callable || sizeof...(Answers) != 4,
                  "this visitor is called with four: [](std::size_t question, auto a, auto b, double distance2) {}");
    if constexpr (is_callable) {
        using result = std::invoke_result_t<Visitor&, Answers&&...>;
        if constexpr (std::is_void_v<result>) {
            visitor(std::forward<Answers>(answers)...);
            return flow::next;
        } else {
            static_assert(std::same_as<result, flow>, "a visitor returns nothing or quadrille::flow");
            return visitor(std::forward<Answers>(answers)...);
        }
    }
    return flow::stop;
}

/// A buffer of one answer, for sources that return one at a time.
template <class Answer>
struct one_answer {
    static constexpr std::uint32_t count = 1;
    shift from_there;
    Answer answers[1];
};

/// The loop of every query that calls a visitor. `fill(found)` fetches the next buffer of answers, and returns false
/// when there is none. `visit(answer)` calls the visitor and returns the state of the query.
template <class Part, class Fill, class Visit>
QUADRILLE_INLINE outcome visit_all(Part& found, Fill&& fill, Visit&& visit) {
    while (fill(found)) {
        for (std::uint32_t answer = 0; answer < found.count; ++answer) {
            const outcome end = visit(found.answers[answer]);
            if (end != outcome::complete) {
                return end;
            }
        }
    }
    return outcome::complete;
}

/// Calls a visitor with two items.
template <class Visitor, class Tree, class Other>
flow invoke_visitor(Visitor& visitor, hit_pair<Tree, Other>&& pair) {
    return invoke_visitor(visitor, std::move(pair.a), std::move(pair.b));
}

template <class Visitor, class Tree, class Other>
flow invoke_visitor(Visitor& visitor, close_hits<Tree, Other>&& pair) {
    return invoke_visitor(visitor, std::move(pair.a), std::move(pair.b), std::move(pair.distance2));
}

/// An answer as an element of a vector.
template <class Element, class Tree>
Element answer_as(const hit<Tree>& one) {
    constexpr bool fits = std::same_as<Element, item> || std::same_as<Element, std::uint32_t>;
    static_assert(fits, "answers are appended to a vector of quadrille::item or of std::uint32_t");
    if constexpr (std::same_as<Element, item>) {
        return one.item();
    } else if constexpr (fits) {
        return one.index();
    }
}
template <class Element, class Tree, class Other>
Element answer_as(const hit_pair<Tree, Other>& pair) {
    constexpr bool fits = std::same_as<Element, item_pair> || std::same_as<Element, index_pair>;
    static_assert(fits, "pairs are appended to a vector of quadrille::item_pair or of quadrille::index_pair");
    if constexpr (std::same_as<Element, item_pair>) {
        return {pair.a.item(), pair.b.item()};
    } else if constexpr (fits) {
        return {pair.a.index(), pair.b.index()};
    }
}
template <class Element, class Tree, class Other>
Element answer_as(const close_hits<Tree, Other>& pair) {
    if constexpr (std::same_as<Element, close_pair>) {
        return {pair.a.item(), pair.b.item(), pair.distance2};
    } else {
        return answer_as<Element>(hit_pair<Tree, Other>{pair.a, pair.b});
    }
}
template <class Element, class Tree>
Element answer_as(const cast_hit<Tree>& met) {
    if constexpr (std::same_as<Element, ray_hit<typename Tree::scalar>>) {
        return {met.item(), met.fraction()};
    } else {
        return answer_as<Element>(static_cast<const hit<Tree>&>(met));
    }
}

/// If `out` is a vector whose elements cannot be answers, reports this before any other error.
template <class Out, class Answer, class Scalar>
constexpr void check_elements() noexcept {
    if constexpr (is_vector<Out>) {
        using element = typename Out::value_type;
        if constexpr (std::same_as<Answer, index_pair>) {
            static_assert(std::same_as<element, item_pair> || std::same_as<element, index_pair>,
                          "pairs are appended to a vector of quadrille::item_pair or of quadrille::index_pair");
        } else if constexpr (std::same_as<Answer, close_answer>) {
            static_assert(std::same_as<element, close_pair> || std::same_as<element, item_pair> ||
                              std::same_as<element, index_pair>,
                          "closest pairs are appended to a vector of quadrille::close_pair, of quadrille::item_pair or "
                          "of quadrille::index_pair");
        } else {
            constexpr bool is_hit = std::same_as<Answer, cast_answer> && std::same_as<element, ray_hit<Scalar>>;
            static_assert(is_hit || std::same_as<element, item> || std::same_as<element, std::uint32_t>,
                          "answers are appended to a vector of quadrille::item or of std::uint32_t");
        }
    }
}

/// A visitor that appends answers to a vector, converted to its element type.
template <class Vector>
class appender {
public:
    explicit appender(Vector& into) noexcept : into_(into) {}

    template <class Tree>
    void operator()(const hit<Tree>& one) const {
        into_.push_back(answer_as<element>(one));
    }
    template <class Tree>
    void operator()(const cast_hit<Tree>& met) const {
        into_.push_back(answer_as<element>(met));
    }
    template <class Tree, class Other>
    void operator()(const hit<Tree>& a, const hit<Other>& b) const {
        into_.push_back(answer_as<element>(hit_pair<Tree, Other>{a, b}));
    }
    template <class Tree, class Other>
    void operator()(const hit<Tree>& a, const hit<Other>& b, double distance2) const {
        into_.push_back(answer_as<element>(close_hits<Tree, Other>{a, b, distance2}));
    }

private:
    using element = typename Vector::value_type;

    Vector& into_;
};

/// Calls `use` with `out`, or with a visitor that appends to `out`.
template <class Out, class Use>
decltype(auto) as_visitor(Out& out, Use&& use) {
    if constexpr (is_vector<Out>) {
        appender<Out> visitor(out);
        return use(visitor);
    } else {
        return use(out);
    }
}

/// Calls the visitor of a cast, which returns nothing, `flow`, or the fraction beyond which hits are no longer
/// reported.
template <class Visitor, class Hit, class Scalar>
flow invoke_cast_visitor(Visitor& visitor, const Hit& met, Scalar& farthest) {
    if constexpr (!std::invocable<Visitor&, const Hit&>) {
        return invoke_visitor(visitor, met); // for the error message of `invoke_visitor`
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

/// A source of hits on a path; the visitor can shorten the path.
template <class Source>
concept path_source = requires(Source& source) { source.shorten(1.0); };

/// Appends answers to a vector; any code may own the vector's memory.
template <class Answer>
using append_function = function_ref<void(std::span<const Answer>)>;

template <class Vector>
auto appending_to(Vector& all) noexcept {
    return
        [&all](std::span<const typename Vector::value_type> some) { all.insert(all.end(), some.begin(), some.end()); };
}

template <class Out, class Answer>
inline constexpr bool takes_whole_buffers = std::same_as<Out, append_function<Answer>>;
template <class Answer, class Allocator>
inline constexpr bool takes_whole_buffers<std::vector<Answer, Allocator>, Answer> = true;

/// Passes every answer of a source to `out`.
template <class Source, class Make, class Watching, class Out>
QUADRILLE_INLINE outcome drain(Source& source, const Make& make, const Watching& watching, Out& out) {
    typename Source::buffer found;
    if constexpr (takes_whole_buffers<Out, typename Source::answer>) {
        while (source.fill(found)) {
            if (watching.sees_misuse()) {
                return outcome::tree_changed;
            }
            const std::span<const typename Source::answer> some(found.answers, found.count);
            if constexpr (is_vector<Out>) {
                appending_to(out)(some);
            } else {
                out(some);
            }
        }
        return watching.sees_misuse() ? outcome::tree_changed : outcome::complete;
    } else if constexpr (path_source<Source>) {
        using scalar = decltype(make(cast_answer{}).fraction());
        scalar farthest = 1;
        const auto fill = [&](auto& into) {
            source.shorten(farthest < 1 ? none_beyond(farthest) : 1);
            return source.fill(into);
        };
        return as_visitor(out, [&](auto& visitor) {
            const auto call = [&](const cast_answer& answer) {
                const auto met = make(answer, found.from_there);
                return met.fraction() > farthest ? outcome::complete
                                                 : watching.after(invoke_cast_visitor(visitor, met, farthest));
            };
            const outcome end = visit_all(found, fill, call);
            return end == outcome::complete && watching.sees_misuse() ? outcome::tree_changed : end;
        });
    } else {
        const auto fill = [&](auto& into) { return source.fill(into); };
        return as_visitor(out, [&](auto& visitor) {
            const auto call = [&](const auto& answer) {
                return watching.after(invoke_visitor(visitor, make(answer, found.from_there)));
            };
            const outcome end = visit_all(found, fill, call);
            // The walk itself calls user-defined areas.
            return end == outcome::complete && watching.sees_misuse() ? outcome::tree_changed : end;
        });
    }
}

} // namespace quadrille::detail

#endif
