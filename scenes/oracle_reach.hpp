// The right answers of nearest, within, raycast and cast, by a full scan.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SCENES_ORACLE_REACH_HPP
#define QUADRILLE_SCENES_ORACLE_REACH_HPP

#include "scenes/oracle.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <tuple>
#include <vector>

namespace quadrille::oracle {

/// A squared distance or a fraction, and whose it is: in this order answers are compared.
struct measured_answer {
    double measure;
    std::uint32_t index;

    friend bool operator==(const measured_answer&, const measured_answer&) = default;
    friend bool operator<(const measured_answer& one, const measured_answer& other) noexcept {
        return std::tie(one.measure, one.index) < std::tie(other.measure, other.index);
    }
};

/// All that are no farther than `distance`, the nearest first, equally near ones by index.
template <class Shape>
std::vector<measured_answer> nearest(std::span<const Shape> shapes, const point<typename Shape::scalar>& where,
                                     double distance = std::numeric_limits<double>::infinity(), flags alive = {}) {
    std::vector<measured_answer> found;
    for (std::uint32_t index = 0; index < shapes.size(); ++index) {
        const double apart = distance2(shapes[index], where);
        if (is_alive(alive, index) && where.x == where.x && where.y == where.y &&
            are_within(shapes[index], where, distance)) {
            found.push_back({apart, index});
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

/// All items that the moving shape hits, in the order in which it hits them.
template <class Moving, class Shape>
std::vector<measured_answer> cast(std::span<const Shape> shapes, const Moving& moving,
                                  const point<typename Shape::scalar>& translation, flags alive = {}) {
    std::vector<measured_answer> found;
    for (std::uint32_t index = 0; index < shapes.size(); ++index) {
        const double fraction = is_alive(alive, index) ? cast_fraction(moving, translation, shapes[index]) : -1;
        if (fraction >= 0) {
            found.push_back({fraction, index});
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

/// The same for a ray, by its own formula.
template <class Shape>
std::vector<measured_answer>
raycast(std::span<const Shape> shapes, const ray<typename Shape::scalar>& ray, flags alive = {}) {
    std::vector<measured_answer> found;
    for (std::uint32_t index = 0; index < shapes.size(); ++index) {
        const double fraction = is_alive(alive, index) ? hit_fraction(ray, shapes[index]) : -1;
        if (fraction >= 0) {
            found.push_back({fraction, index});
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

/// Every pair (a of `one`, b of `other`) that is no farther apart than `distance`, sorted.
template <class Shape, class Other>
std::vector<index_pair> join_within(std::span<const Shape> one, std::span<const Other> other, double distance,
                                    flags alive = {}, flags other_alive = {}) {
    std::vector<index_pair> found;
    for (std::uint32_t a = 0; a < one.size(); ++a) {
        for (std::uint32_t b = 0; is_alive(alive, a) && b < other.size(); ++b) {
            if (is_alive(other_alive, b) && are_within(one[a], other[b], distance)) {
                found.push_back({a, b});
            }
        }
    }
    return found;
}

/// Every pair that is no farther apart than `distance`, normalized and sorted.
template <class Shape>
std::vector<index_pair> pairs_within(std::span<const Shape> shapes, double distance, flags alive = {}) {
    std::vector<index_pair> found;
    for (std::uint32_t a = 0; a < shapes.size(); ++a) {
        for (std::uint32_t b = a + 1; is_alive(alive, a) && b < shapes.size(); ++b) {
            if (is_alive(alive, b) && are_within(shapes[a], shapes[b], distance)) {
                found.push_back({a, b});
            }
        }
    }
    return found;
}

#define QUADRILLE_ORACLE(SHAPE)                                                                                        \
    extern template std::vector<measured_answer> nearest(std::span<const SHAPE>, const point<SHAPE::scalar>&, double,  \
                                                         flags);                                                       \
    extern template std::vector<measured_answer> raycast(std::span<const SHAPE>, const ray<SHAPE::scalar>&, flags);    \
    extern template std::vector<index_pair> join_within(std::span<const SHAPE>, std::span<const SHAPE>, double, flags, \
                                                        flags);                                                        \
    extern template std::vector<index_pair> pairs_within(std::span<const SHAPE>, double, flags);
QUADRILLE_ORACLE_SHAPES(QUADRILLE_ORACLE)
#undef QUADRILLE_ORACLE

} // namespace quadrille::oracle

#endif
