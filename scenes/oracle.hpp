// The O(n²) reference for every answer, and hashes of answers that do not depend on their order.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SCENES_ORACLE_HPP
#define QUADRILLE_SCENES_ORACLE_HPP

#include "scenes/random.hpp"

#include <quadrille/geometry.hpp>
#include <quadrille/vocabulary.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace quadrille::oracle {

/// One flag per shape; no flags at all say that every one is alive.
using flags = std::span<const std::uint8_t>;

inline bool is_alive(flags alive, std::size_t index) noexcept { return alive.empty() || alive[index] != 0; }

/// A pair with its lower index first: the form in which pairs are compared.
constexpr index_pair normalized(index_pair pair) noexcept {
    return pair.a < pair.b ? pair : index_pair{pair.b, pair.a};
}

/// Sorts answers, so that they can be compared with those of the oracle; optimized where the tests are not.
void sort(std::vector<std::uint32_t>& found);
void sort(std::vector<index_pair>& found);

/// Normalizes a collection of pairs and sorts it, so that it can be compared with that of `pairs`.
void normalize(std::vector<index_pair>& found);

/// The indices of all that intersect `area`, ascending.
template <class Shape, class Area>
std::vector<std::uint32_t> query(std::span<const Shape> shapes, const Area& area, flags alive = {}) {
    std::vector<std::uint32_t> found;
    for (std::size_t index = 0; index < shapes.size(); ++index) {
        if (is_alive(alive, index) && intersects(shapes[index], area)) {
            found.push_back(static_cast<std::uint32_t>(index));
        }
    }
    return found;
}

/// The indices of all others that intersect shape `which`, ascending.
template <class Shape>
std::vector<std::uint32_t> intersecting(std::span<const Shape> shapes, std::uint32_t which, flags alive = {}) {
    std::vector<std::uint32_t> found = query(shapes, shapes[which], alive);
    std::erase(found, which);
    return found;
}

/// Every pair that intersects, normalized and sorted. n²/2 tests.
template <class Shape>
std::vector<index_pair> pairs(std::span<const Shape> shapes, flags alive = {}) {
    std::vector<index_pair> found;
    for (std::uint32_t a = 0; a < shapes.size(); ++a) {
        for (std::uint32_t b = a + 1; is_alive(alive, a) && b < shapes.size(); ++b) {
            if (is_alive(alive, b) && intersects(shapes[a], shapes[b])) {
                found.push_back({a, b});
            }
        }
    }
    return found;
}

/// The same pairs, one by one in no order, by a sweep along x: the truth for worlds too large for n² tests. About n^1.5
/// tests where shapes are small and spread out.
template <class Shape, class Visitor>
void sweep(std::span<const Shape> shapes, Visitor&& visitor, flags alive = {}) {
    const auto left = [&](std::uint32_t index) { return bounds_of(shapes[index]).min.x; };
    std::vector<std::uint32_t> by_left(shapes.size());
    std::iota(by_left.begin(), by_left.end(), 0U);
    std::erase_if(by_left, [&](std::uint32_t index) { return !is_alive(alive, index); });
    std::sort(by_left.begin(), by_left.end(),
              [&](std::uint32_t one, std::uint32_t other) { return left(one) < left(other); });
    for (std::size_t first = 0; first < by_left.size(); ++first) {
        const Shape& own = shapes[by_left[first]];
        const auto right = bounds_of(own).max.x;
        for (std::size_t next = first + 1; next < by_left.size() && left(by_left[next]) <= right; ++next) {
            if (intersects(own, shapes[by_left[next]])) {
                visitor(normalized({by_left[first], by_left[next]}));
            }
        }
    }
}

/// Every pair that intersects, by the sweep, normalized and sorted.
template <class Shape>
std::vector<index_pair> swept_pairs(std::span<const Shape> shapes, flags alive = {}) {
    std::vector<index_pair> found;
    sweep(shapes, [&](index_pair pair) { found.push_back(pair); }, alive);
    sort(found);
    return found;
}

/// A hash of a set of answers that does not depend on their order: each is mixed, and the sum is taken. Equal sets hash
/// equally on every machine; an answer given twice counts twice.
class order_free_hash {
public:
    void add(std::uint64_t answer) noexcept {
        sum_ += scenes::mixed(answer + 0x9E37'79B9'7F4A'7C15U);
        ++count_;
    }
    void add(index_pair pair) noexcept {
        const index_pair low_first = normalized(pair);
        add((std::uint64_t{low_first.a} << 32U) | low_first.b);
    }

    std::uint64_t value() const noexcept { return scenes::mixed(sum_ ^ count_); }
    std::uint64_t count() const noexcept { return count_; }

    friend bool operator==(const order_free_hash&, const order_free_hash&) = default;

private:
    std::uint64_t sum_ = 0;
    std::uint64_t count_ = 0;
};

/// The order-free hash of pairs, from a collection or from the truth itself.
order_free_hash hash_of(std::span<const index_pair> pairs) noexcept;

template <class Shape>
order_free_hash hash_of_pairs(std::span<const Shape> shapes, flags alive = {}) {
    order_free_hash hash;
    sweep(shapes, [&](index_pair pair) { hash.add(pair); }, alive);
    return hash;
}

/// The shapes for which oracle.cpp, which is always optimized, compiles the scans: `DO(shape)` for each.
#define QUADRILLE_ORACLE_SHAPES(DO)                                                                                    \
    DO(point<float>)                                                                                                   \
    DO(point<double>)                                                                                                  \
    DO(box<float>)                                                                                                     \
    DO(box<double>)                                                                                                    \
    DO(circle<float>)                                                                                                  \
    DO(circle<double>)

#define QUADRILLE_ORACLE(SHAPE)                                                                                        \
    extern template std::vector<std::uint32_t> query(std::span<const SHAPE>, const box<SHAPE::scalar>&, flags);        \
    extern template std::vector<std::uint32_t> intersecting(std::span<const SHAPE>, std::uint32_t, flags);             \
    extern template std::vector<index_pair> pairs(std::span<const SHAPE>, flags);                                      \
    extern template std::vector<index_pair> swept_pairs(std::span<const SHAPE>, flags);                                \
    extern template order_free_hash hash_of_pairs(std::span<const SHAPE>, flags);
QUADRILLE_ORACLE_SHAPES(QUADRILLE_ORACLE)
#undef QUADRILLE_ORACLE

} // namespace quadrille::oracle

#endif
