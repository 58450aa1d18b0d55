// Verification: in checked builds the answers of queries are compared with those of a full scan, where that was asked for.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_VERIFY_HPP
#define QUADRILLE_DETAIL_VERIFY_HPP

#include <quadrille/config.hpp>
#include <quadrille/detail/core.hpp>
#include <quadrille/detail/query.hpp>
#include <quadrille/geometry.hpp>
#include <quadrille/vocabulary.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>

namespace quadrille::detail {

#ifdef QUADRILLE_CHECKED
inline constexpr bool is_checked = true;
#else
inline constexpr bool is_checked = false;
#endif

/// What a query was asked: its verbs, and its numbers.
struct verified_question {
    const char* verbs;
    bool is_float;
    std::uint32_t layers;
    std::uint32_t partners = all_layers;
    double numbers[24] = {}; ///< the first ones
    std::uint32_t count = 0; ///< of all; more than there is room for when an area has many vertices

    void add(double number) noexcept {
        if (count < std::size(numbers)) {
            numbers[count] = number;
        }
        ++count;
    }
    template <class Scalar>
    void add(const point<Scalar>& one) noexcept {
        add(double(one.x));
        add(double(one.y));
    }
    template <class Scalar>
    void add(const box<Scalar>& one) noexcept {
        add(one.min);
        add(one.max);
    }
    template <class Scalar>
    void add(const circle<Scalar>& one) noexcept {
        add(one.center);
        add(double(one.radius));
    }
    template <class Scalar>
    void add(const segment<Scalar>& one) noexcept {
        add(one.a);
        add(one.b);
    }
    template <class Scalar>
    void add(const polygon<Scalar>& one) noexcept {
        for (const point<Scalar>& vertex : one.vertices) {
            add(vertex);
        }
    }
    template <class Area>
    void add(const surroundings<Area>& one) noexcept {
        add(one.area);
        add(one.distance);
    }
};

/// How the answers differ.
struct verify_difference {
    std::uint64_t expected = 0; ///< how many the scan finds
    std::uint64_t found = 0;
    bool is_wrong = false;          ///< whether what is named is no answer; else it is missing, or there twice
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

/// Up to how many items a tree is verified.
std::uint32_t verify_limit() noexcept;
/// The sentence for the assert: valid until the next one of this thread.
const char* verify_sentence(const verified_question& asked, const verify_difference& difference) noexcept;

/// Answers without their order: counted, and added up as hashes.
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

/// Compares the answers of one query. It asks once more, with counters of its own, calls no user code and allocates nothing.
template <class Shape>
class verification {
public:
    using scalar = typename Shape::scalar;

    explicit verification(const core<Shape>& of) noexcept : core_(of) {}

    bool is_wanted() const noexcept { return core_.head().size > 0 && core_.head().size <= verify_limit(); }

    template <class Area>
    void check_area(const Area& area, const filter& wanted, bool is_counted) const {
        verified_question asked{is_surroundings<Area> ? "query_within" : "query, any, count, intersecting or pairs_of",
                                sizeof(scalar) == 4, wanted.layers};
        asked.add(area);
        check_items(
            asked,
            [&](std::uint32_t index) {
                return matches_layers(core_.layers_at(index), wanted.layers) && is_in(area, core_.shape_at(index));
            },
            [&](auto&& answer) {
                counters unused;
                query_walk<Shape> walk;
                walk.query.about(wanted, is_counted ? &unused : nullptr);
                walk.area = bounds_of(area);
                walk.query.about(area);
                core_.begin(walk);
                for (hit_buffer found; core_.fill(walk, found);) {
                    for (std::uint32_t at = 0; at < found.count; ++at) {
                        answer(found.answers[at], 0);
                    }
                }
            },
            [](std::uint32_t) { return std::uint64_t{0}; });
    }

    void check_cast(const mover& moving, const filter& wanted, bool is_counted, bool is_closest) const {
        verified_question asked{is_closest ? "closest_hit or closest_cast" : "raycast or cast", sizeof(scalar) == 4,
                                wanted.layers};
        asked.add(moving.bounds);
        asked.add(moving.translation);
        const auto fraction = [&](std::uint32_t index) { return contact_fraction(moving, core_.shape_at(index)); };
        std::uint32_t closest = no_index;
        const auto is_hit = [&](std::uint32_t index) {
            return matches_layers(core_.layers_at(index), wanted.layers) && fraction(index) >= 0;
        };
        for (std::uint32_t index = 0; is_closest && index < core_.head().index_limit; ++index) {
            if (is_alive(index) && is_hit(index) && (closest == no_index || fraction(index) < fraction(closest))) {
                closest = index;
            }
        }
        check_items(
            asked, [&](std::uint32_t index) { return is_closest ? index == closest : is_hit(index); },
            [&](auto&& answer) {
                counters unused;
                cast_walk walk;
                walk.moving = moving;
                walk.wanted = wanted;
                walk.counts = is_counted ? &unused : nullptr;
                walk.is_first = is_closest;
                core_.begin(walk);
                for (cast_buffer found; core_.fill(walk, found);) {
                    for (std::uint32_t at = 0; at < found.count; ++at) {
                        answer(found.answers[at].index, std::bit_cast<std::uint64_t>(found.answers[at].fraction));
                    }
                    if (is_closest) {
                        return;
                    }
                }
            },
            [&](std::uint32_t index) { return std::bit_cast<std::uint64_t>(fraction(index)); });
    }

    /// Whether no item that is left out is nearer than one of `results`, which ascend.
    void check_nearest(const point<scalar>& where, const nearest_filter& wanted, std::span<const neighbor> results,
                       std::size_t most) const {
        const auto is_wanted = [&](std::uint32_t index) {
            return matches_layers(core_.layers_at(index), wanted.layers) &&
                   are_within(core_.shape_at(index), where, wanted.distance) &&
                   distance2(core_.shape_at(index), where) >= 0;
        };
        const auto is_before = [](const neighbor& one, const neighbor& other) {
            return one.distance2 < other.distance2 ||
                   (one.distance2 == other.distance2 && one.which.index < other.which.index);
        };
        verify_difference seen{.found = results.size()};
        for (std::size_t at = 0; at < results.size(); ++at) {
            const std::uint32_t index = results[at].which.index;
            const bool is_right = is_alive(index) && is_wanted(index) &&
                                  distance2(core_.shape_at(index), where) == results[at].distance2 &&
                                  (at == 0 || is_before(results[at - 1], results[at]));
            if (!is_right) {
                seen.name_wrong(index);
            }
        }
        std::size_t nearer = 0;
        for (std::uint32_t index = 0; index < core_.head().index_limit; ++index) {
            if (!is_alive(index) || !is_wanted(index)) {
                continue;
            }
            ++seen.expected;
            const neighbor one{{index, 0}, distance2(core_.shape_at(index), where)};
            nearer += !results.empty() && !is_before(results.back(), one) ? 1 : 0;
        }
        seen.expected = std::min<std::uint64_t>(seen.expected, most);
        if (seen.is_wrong || seen.expected != seen.found || nearer != seen.found) {
            verified_question asked{"nearest", sizeof(scalar) == 4, wanted.layers};
            asked.add(where);
            asked.add(wanted.distance);
            report(asked, seen);
        }
    }

    void check_pairs(const core<Shape>& other, const pair_query& query) const {
        const pair_filter& wanted = query.wanted;
        const auto is_pair = [&](std::uint32_t a, std::uint32_t b) {
            const std::uint32_t of_a = core_.layers_at(a);
            const std::uint32_t of_b = other.layers_at(b);
            const bool matches = query.is_join
                                     ? matches_layers(of_a, wanted.layers) && matches_layers(of_b, wanted.partners)
                                     : matches_layers(of_a, of_b, wanted);
            return matches && are_within(core_.shape_at(a), other.shape_at(b), wanted.distance);
        };
        const auto ask = [&](auto&& answer) {
            counters unused;
            pair_walk<Shape> walk;
            core_.begin(walk, {wanted, query.counts != nullptr ? &unused : nullptr, query.is_join});
            for (pair_buffer found; core_.fill(walk, other, found);) {
                for (std::uint32_t at = 0; at < found.count; ++at) {
                    const auto [a, b] = found.answers[at];
                    query.is_join || a < b ? answer(a, b) : answer(b, a);
                }
            }
        };
        const verification partners(other);
        answer_sum expected;
        const auto each_expected = [&](auto&& use) {
            for (std::uint32_t a = 0; a < core_.head().index_limit; ++a) {
                for (std::uint32_t b = query.is_join ? 0 : a + 1; is_alive(a) && b < other.head().index_limit; ++b) {
                    if (partners.is_alive(b) && is_pair(a, b)) {
                        use(a, b);
                    }
                }
            }
        };
        each_expected([&](std::uint32_t a, std::uint32_t b) { expected.add(a, b); });
        answer_sum found;
        verify_difference seen;
        ask([&](std::uint32_t a, std::uint32_t b) {
            found.add(a, b);
            if (!(is_alive(a) && partners.is_alive(b) && is_pair(a, b))) {
                seen.name_wrong(a, b);
            }
        });
        if (found == expected && !seen.is_wrong) {
            return;
        }
        seen.expected = expected.count();
        seen.found = found.count();
        each_expected([&](std::uint32_t a, std::uint32_t b) {
            if (seen.index == no_index) {
                int times = 0;
                ask([&](std::uint32_t one, std::uint32_t two) { times += one == a && two == b ? 1 : 0; });
                if (times != 1) {
                    seen.name_missing(a, b);
                }
            }
        });
        verified_question asked{query.is_join ? "join" : "pairs", sizeof(scalar) == 4, wanted.layers, wanted.partners};
        asked.add(wanted.distance);
        report(asked, seen);
    }

private:
    bool is_alive(std::uint32_t index) const noexcept {
        const engine_head& head = core_.head();
        return index < head.index_limit && (head.generations[index] & 1U) != 0;
    }
    template <class Area>
    static bool is_in(const Area& area, const Shape& shape) noexcept {
        return intersects(shape, area);
    }
    template <class Area>
    static bool is_in(const surroundings<Area>& those, const Shape& shape) noexcept {
        const auto around = bounds_of(those.area);
        return around == around && are_within(shape, those.area, those.distance); // nothing is near a NaN
    }

    /// `ask(answer)` calls it with each index and its number, which is `number_of(index)`.
    template <class IsAnswer, class Ask, class NumberOf>
    void check_items(const verified_question& asked, IsAnswer&& is_answer, Ask&& ask, NumberOf&& number_of) const {
        answer_sum expected;
        for (std::uint32_t index = 0; index < core_.head().index_limit; ++index) {
            if (is_alive(index) && is_answer(index)) {
                expected.add(index, number_of(index));
            }
        }
        answer_sum found;
        verify_difference seen;
        ask([&](std::uint32_t index, std::uint64_t number) {
            found.add(index, number);
            const bool is_right = is_alive(index) && is_answer(index) && number_of(index) == number;
            if (!is_right) {
                seen.name_wrong(index);
            }
        });
        if (found == expected && !seen.is_wrong) {
            return;
        }
        seen.expected = expected.count();
        seen.found = found.count();
        for (std::uint32_t index = 0; index < core_.head().index_limit && seen.index == no_index; ++index) {
            if (is_alive(index) && is_answer(index)) {
                int times = 0;
                ask([&](std::uint32_t one, std::uint64_t) { times += one == index ? 1 : 0; });
                if (times != 1) {
                    seen.name_missing(index);
                }
            }
        }
        report(asked, seen);
    }
    static void report(const verified_question& asked, const verify_difference& seen) {
        QUADRILLE_ASSERT(false, verify_sentence(asked, seen));
        static_cast<void>(asked); // an assert may be replaced by nothing
        static_cast<void>(seen);
    }

    const core<Shape>& core_;
};

} // namespace quadrille::detail

#endif
