// Verification: if the user requests it, checked builds compare the answers of queries with those of a full scan.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_ENGINE_VERIFY_HPP
#define QUADRILLE_DETAIL_ENGINE_VERIFY_HPP

#include <quadrille/config.hpp>
#include <quadrille/detail/engine/area_forms.hpp>
#include <quadrille/detail/engine/core.hpp>
#include <quadrille/geometry.hpp>
#include <quadrille/vocabulary.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace quadrille::detail {

#ifdef QUADRILLE_CHECKED
inline constexpr bool is_checked = true;
#else
inline constexpr bool is_checked = false;
#endif

/// The verb and the numbers of a query.
struct verified_question {
    const char* verb;
    bool is_float;
    std::uint32_t layers = all_layers;
    std::uint32_t partners = all_layers;
    double numbers[24] = {}; ///< the first ones
    std::uint32_t count = 0; ///< of all numbers; more than there is room for if an area has many vertices

    template <class Question>
    verified_question(const char* asked_as, Question asked, bool of_floats) noexcept
        : verb(asked_as), is_float(of_floats), layers(asked.wanted.layers) {
        asked.fields(*this);
        if constexpr (requires { asked.wanted.partners; }) {
            partners = asked.wanted.partners;
        }
        if constexpr (requires { asked.wanted.distance; }) {
            add(asked.wanted.distance);
        }
    }

    template <class Area>
    void form(const Area& one) noexcept {
        form_of<Area>::fields(one, *this);
    }
    void number(double one) noexcept { add(one); }
    template <class Choice>
    void choice(Choice one, Choice) noexcept {
        add(double(static_cast<std::uint8_t>(one)));
    }
    template <class Scalar>
    void vertices(std::span<const point<Scalar>> those) noexcept {
        for (const point<Scalar>& vertex : those) {
            add(vertex);
        }
    }
    template <class Field>
    void plain(const Field& one) noexcept {
        if constexpr (requires { add(one); }) {
            add(one);
        }
    }

private:
    void add(double number) noexcept {
        if (count < std::size(numbers)) {
            numbers[count] = number;
        }
        ++count;
    }
    void add(std::uint64_t number) noexcept { add(double(number)); }
    void add(const item& one) noexcept { add(double(one.index)); }
    template <class Scalar>
    void add(const point<Scalar>& one) noexcept {
        add(double(one.x));
        add(double(one.y));
    }
};

/// The difference between the answers and the expected ones.
struct verify_difference {
    std::uint64_t expected = 0; ///< number of answers of the scan
    std::uint64_t found = 0;
    bool is_wrong = false;          ///< the named item or pair is no answer; else it is missing, or present twice
    std::uint32_t index = no_index; ///< of an item, if one is known
    std::uint32_t partner = no_index;

    void name_wrong(std::uint32_t item, std::uint32_t other = no_index) noexcept {
        if (!is_wrong) {
            is_wrong = true;
            index = item;
            partner = other;
        }
    }
    void name_missing(std::uint32_t item, std::uint32_t other = no_index) noexcept {
        if (index == no_index) {
            index = item;
            partner = other;
        }
    }
};

/// The largest number of items for which the answers of a tree are verified.
std::uint32_t verify_limit() noexcept;
/// The sentence for the assert, valid until the next call on this thread.
const char* verify_sentence(const verified_question& asked, const verify_difference& difference) noexcept;

/// A question for the nearest items; and a question whose partners are in another tree.
template <class Question>
concept asks_nearest = requires { requires Question::finds_nearest; };
template <class Question>
concept has_partner_tree = requires(const Question& asked) { asked.other; };

/// Whether two trees, if there are two, have the same period. Trees with different periods are not joined.
template <class Shape, class Question>
bool has_one_period(const core<Shape>& in, const Question& asked) noexcept {
    if constexpr (has_partner_tree<Question>) {
        const options& one = in.chosen_options();
        const options& other = asked.partners(in).chosen_options();
        const bool is_one = one.period == other.period && (!one.period || one.origin == other.origin);
        QUADRILLE_ASSERT(is_one, "two trees are joined only if they have one period and origin");
        return is_one;
    } else {
        return true;
    }
}

/// The sum of answers regardless of their order: their number, and the sum of their hashes.
class answer_sum {
public:
    void add(std::uint64_t one, std::uint64_t other = 0) noexcept {
        ++count_;
        sum_ += mixed_wide(one, other);
    }
    std::uint64_t count() const noexcept { return count_; }
    friend bool operator==(const answer_sum&, const answer_sum&) = default;

private:
    static std::uint64_t mixed_wide(std::uint64_t one, std::uint64_t other) noexcept {
        std::uint64_t bits = (one + 0x9E37'79B9'7F4A'7C15ULL) * 0xBF58'476D'1CE4'E5B9ULL;
        bits = (bits ^ bits >> 32U ^ other) * 0x94D0'49BB'1331'11EBULL;
        return bits ^ bits >> 29U;
    }

    std::uint64_t count_ = 0;
    std::uint64_t sum_ = 0;
};

/// Whether an item passes a filter.
template <class Shape, class Filter>
bool passes(const core<Shape>& in, std::uint32_t index, const Filter& wanted) noexcept {
    return matches_layers(in.layers_at(index), wanted.layers) &&
           !(wanted.except.index == index && in.contains(wanted.except));
}

/// Compares the answers of one question with those of a full scan. Asks the question once more, with its own counters,
/// and calls no user code.
template <class Shape, class Question>
class comparison {
public:
    comparison(const core<Shape>& in, const Question& asked, const char* verb, bool is_counted) noexcept
        : in_(in), asked_(asked), verb_(verb), is_counted_(is_counted) {}

    void of_items() const {
        answer_sum expected;
        each_alive(in_, [&](std::uint32_t index) {
            if (const double measure = true_measure(index); measure >= 0) {
                expected.add(index, std::bit_cast<std::uint64_t>(measure));
            }
        });
        compare(
            expected,
            [&](const auto& found, auto&& use) {
                const double measure = measure_of(found);
                use(index_of(found), no_index, std::bit_cast<std::uint64_t>(measure),
                    is_alive(in_, index_of(found)) && true_measure(index_of(found)) == measure);
            },
            [&](auto&& use) {
                each_alive(in_, [&](std::uint32_t index) {
                    if (true_measure(index) >= 0) {
                        use(index, no_index);
                    }
                });
            });
    }

    void of_pairs() const {
        answer_sum expected;
        each_pair([&](std::uint32_t a, std::uint32_t b, double) { expected.add(a, b); });
        compare(
            expected,
            [&](const index_pair& found, auto&& use) {
                const std::uint32_t a = is_join ? found.a : (std::min)(found.a, found.b);
                const std::uint32_t b = is_join ? found.b : (std::max)(found.a, found.b);
                use(a, b, b, true_measure(a, b) >= 0);
            },
            [&](auto&& use) { each_pair([&](std::uint32_t a, std::uint32_t b, double) { use(a, b); }); });
    }

    /// Checks that no omitted pair is closer than one of the answers, which ascend.
    void of_closest_pairs() const {
        verify_difference seen;
        close_answer last{};
        ask([&](const close_answer& one) {
            if (true_measure(one.a, one.b) != one.distance2 || (seen.found > 0 && !(last < one))) {
                seen.name_wrong(one.a, one.b);
            }
            last = one;
            ++seen.found;
        });
        std::uint64_t closer = 0;
        each_pair([&](std::uint32_t a, std::uint32_t b, double measure) {
            ++seen.expected;
            closer += seen.found > 0 && close_answer{measure, a, b} <= last ? 1 : 0;
        });
        seen.expected = std::min<std::uint64_t>(seen.expected, asked_.k);
        if (seen.is_wrong || seen.expected != seen.found || closer != seen.found) {
            report(seen);
        }
    }

    /// Checks that this is the answer with the least measure, the one of lowest index among equals.
    template <class Hit>
    void of_first(const Hit& first) const {
        std::uint32_t expected = no_index;
        each_alive(in_, [&](std::uint32_t index) {
            if (const double measure = true_measure(index);
                measure >= 0 && (expected == no_index || measure < true_measure(expected))) {
                expected = index;
            }
        });
        const std::uint32_t found = first ? first->which.index : no_index;
        if (found != expected) {
            verify_difference seen{.expected = expected != no_index ? 1U : 0U, .found = first ? 1U : 0U};
            found != no_index ? seen.name_wrong(found) : seen.name_missing(expected);
            report(seen);
        }
    }

    /// Checks that a question has as many answers when a walk counts them, some by whole cells, as when it collects
    /// them.
    void of_count(std::uint32_t total) const {
        verify_difference seen{.found = total};
        ask([&](const auto&) { ++seen.expected; });
        if (seen.expected != seen.found) {
            report(seen);
        }
    }

    /// Checks that no omitted item is nearer than one of `results`, which ascend.
    void of_nearest(std::span<const neighbor> results, std::size_t room) const {
        verify_difference seen{.found = results.size()};
        for (std::size_t at = 0; at < results.size(); ++at) {
            const std::uint32_t index = results[at].which.index;
            const bool is_right = is_alive(in_, index) && true_measure(index) == results[at].distance2 &&
                                  (at == 0 || comes_before(results[at - 1], results[at]));
            if (!is_right) {
                seen.name_wrong(index);
            }
        }
        std::size_t nearer = 0;
        each_alive(in_, [&](std::uint32_t index) {
            const double measure = true_measure(index);
            if (measure >= 0) {
                ++seen.expected;
                nearer += !results.empty() && !comes_before(results.back(), {{index, 0}, measure}) ? 1 : 0;
            }
        });
        seen.expected = std::min<std::uint64_t>(seen.expected, room);
        if (seen.is_wrong || seen.expected != seen.found || nearer != seen.found) {
            report(seen);
        }
    }

private:
    static constexpr bool is_join = has_partner_tree<Question>;

    template <class Of>
    static bool is_alive(const core<Of>& in, std::uint32_t index) noexcept {
        const engine_head& head = in.head();
        return index < head.index_limit && (head.generations[index] & 1U) != 0;
    }
    template <class Of, class Use>
    static void each_alive(const core<Of>& in, Use&& use) {
        for (std::uint32_t index = 0; index < in.head().index_limit; ++index) {
            if (is_alive(in, index)) {
                use(index);
            }
        }
    }
    double true_measure(std::uint32_t index) const noexcept {
        return passes(in_, index, asked_.wanted) ? asked_.measured(in_, index).measure : -1;
    }
    /// The measure of two items that form a pair; in one tree the first item has the lower index.
    double true_measure(std::uint32_t a, std::uint32_t b) const noexcept {
        const bool is_pair = is_alive(in_, a) && is_alive(asked_.partners(in_), b) && (is_join || a < b);
        return is_pair ? asked_.measured(in_, a, b).measure : -1;
    }
    template <class Use>
    void each_pair(Use&& use) const {
        each_alive(in_, [&](std::uint32_t a) {
            each_alive(asked_.partners(in_), [&](std::uint32_t b) {
                if (const double measure = true_measure(a, b); measure >= 0) {
                    use(a, b, measure);
                }
            });
        });
    }
    static std::uint32_t index_of(std::uint32_t found) noexcept { return found; }
    static std::uint32_t index_of(const cast_answer& found) noexcept { return found.index; }
    static double measure_of(std::uint32_t) noexcept { return 0; }
    static double measure_of(const cast_answer& found) noexcept { return found.fraction; }

    /// Asks the question, and calls `use(answer)` with each answer.
    template <class Use>
    void ask(Use&& use) const {
        using source = typename Question::template source<Shape>;
        counters unused;
        const unwatched watching;
        source answers(in_, asked_, is_counted_ ? &unused : nullptr, watching);
        for (typename source::buffer found; answers.fill(found);) {
            for (std::uint32_t at = 0; at < found.count; ++at) {
                use(found.answers[at]);
            }
        }
    }
    /// Calls `read(answer, use)` with each answer; `read` calls `use(index, partner, number, is_right)`.
    /// `each_true(use)` calls `use(index, partner)` for the answers of the scan.
    template <class Read, class EachTrue>
    void compare(const answer_sum& expected, Read&& read, EachTrue&& each_true) const {
        answer_sum sum;
        verify_difference seen;
        ask([&](const auto& one) {
            read(one, [&](std::uint32_t index, std::uint32_t partner, std::uint64_t number, bool is_right) {
                sum.add(index, number);
                if (!is_right) {
                    seen.name_wrong(index, partner);
                }
            });
        });
        if (sum == expected && !seen.is_wrong) {
            return;
        }
        seen.expected = expected.count();
        seen.found = sum.count();
        each_true([&](std::uint32_t index, std::uint32_t partner) {
            if (seen.index == no_index) {
                int times = 0;
                ask([&](const auto& one) {
                    read(one, [&](std::uint32_t a, std::uint32_t b, std::uint64_t, bool) {
                        times += a == index && b == partner ? 1 : 0;
                    });
                });
                if (times != 1) {
                    seen.name_missing(index, partner);
                }
            }
        });
        report(seen);
    }
    void report(const verify_difference& seen) const {
        const verified_question told(verb_, asked_, sizeof(typename Shape::scalar) == 4);
        QUADRILLE_ASSERT(false, verify_sentence(told, seen));
        static_cast<void>(told); // an assert may be replaced by an empty macro
        static_cast<void>(seen);
    }

    const core<Shape>& in_;
    const Question& asked_;
    const char* verb_;
    bool is_counted_;
};

template <class Shape>
bool is_verified(const core<Shape>& in) noexcept {
    return in.head().size > 0 && in.head().size <= verify_limit();
}

/// Compares the answers of a question that has a list of them, if the tree's answers are verified.
template <class Shape, class Question>
void verify_answers(const core<Shape>& in, const Question& asked, const char* verb, bool is_counted) {
    if constexpr (requires { asked.partners(in); }) {
        if (is_verified(in) && is_verified(asked.partners(in))) {
            const comparison<Shape, Question> pairs(in, asked, verb, is_counted);
            if constexpr (requires { asked.k; }) {
                pairs.of_closest_pairs();
            } else {
                pairs.of_pairs();
            }
        }
    } else if constexpr (!Question::runs_user_code && !asks_nearest<Question>) {
        if (is_verified(in)) {
            comparison<Shape, Question>(in, asked, verb, is_counted).of_items();
        }
    }
}
template <class Shape, class Question, class Hit>
void verify_first(const core<Shape>& in, const Question& asked, const char* verb, const Hit& first) {
    if constexpr (!Question::runs_user_code) {
        if (is_verified(in)) {
            comparison<Shape, Question>(in, asked, verb, false).of_first(first);
        }
    }
}
template <class Shape, class Question>
void verify_count(const core<Shape>& in, const Question& asked, const char* verb, std::uint32_t total) {
    if constexpr (!Question::runs_user_code && !requires { asked.partners(in); }) {
        if (is_verified(in)) {
            comparison<Shape, Question>(in, asked, verb, false).of_count(total);
        }
    }
}
template <class Shape, class Question>
void verify_nearest(const core<Shape>& in, const Question& asked, std::span<const neighbor> results, std::size_t room) {
    if (is_verified(in)) {
        comparison<Shape, Question>(in, asked, asked.name, false).of_nearest(results, room);
    }
}

} // namespace quadrille::detail

#endif
