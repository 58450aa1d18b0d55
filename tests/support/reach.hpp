// Places and rays that are hard for searches: on corners and edges, equally far, parallel to an axis, of no length, endless.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_REACH_HPP
#define QUADRILLE_TESTS_REACH_HPP

#include "scenes/oracle_reach.hpp"
#include "support/answers.hpp"
#include "support/shapes.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace quadrille::testing {

using oracle::measured_answer;

/// A place in the style `how`: mostly among the boxes, sometimes on a corner, in a center, far out, infinite or NaN.
template <class Scalar>
point<Scalar> draw_place(random_source& source, style how) {
    const box<Scalar> near_by = draw<Scalar>(source, how);
    const box<Scalar> other = draw<Scalar>(source, how);
    switch (source.below(12)) {
    case 0: return near_by.min;
    case 1: return {near_by.min.x, near_by.max.y};
    case 2: return {infinite<Scalar>, near_by.min.y};
    case 3: return {-infinite<Scalar>, -infinite<Scalar>};
    case 4: return {near_by.min.x, not_a_number<Scalar>};
    case 5: return {largest<Scalar>, -largest<Scalar>};
    case 6: return {near_by.max.x, other.max.y};
    default:
        return {near_by.min.x / 2 + other.max.x / 2 + static_cast<Scalar>(source.unit()),
                near_by.min.y / 2 + other.max.y / 2 + static_cast<Scalar>(source.unit())};
    }
}

/// A ray from one place to another, along an edge, or without length.
template <class Scalar>
ray<Scalar> draw_ray(random_source& source, style how) {
    const box<Scalar> first = draw<Scalar>(source, how);
    const box<Scalar> last = draw<Scalar>(source, how);
    const point<Scalar> far_off = {last.min.x - first.min.x, last.min.y - first.min.y};
    switch (source.below(12)) {
    case 0: return {first.min, {0, 0}};
    case 1: return {first.min, {far_off.x, 0}};
    case 2: return {first.max, {0, far_off.y}};
    case 3: return {first.max, {-Scalar{0}, -far_off.y}};
    case 4: return {first.min, {far_off.x, far_off.x}};
    case 5: return {first.min, {not_a_number<Scalar>, 1}};
    case 6: return {first.max, {infinite<Scalar>, far_off.y}};
    case 7: return {first.min, {denormal<Scalar>, far_off.y}};
    case 8: return {first.min, {largest<Scalar>, -far_off.y}};
    default: return {first.min, far_off};
    }
}

/// The fractions as hits have them, in order.
template <class Scalar>
std::vector<measured_answer> rounded(std::vector<measured_answer> all) {
    for (measured_answer& one : all) {
        one.measure = static_cast<double>(static_cast<Scalar>(one.measure));
    }
    std::sort(all.begin(), all.end());
    return all;
}

/// A cast's hits and its closest hit equal the oracle's. `ask(visitor)` is the cast.
template <class Scalar, class Ask>
::testing::AssertionResult reports_what_is_hit(const char* verb, const std::vector<measured_answer>& exact,
                                               const std::optional<ray_hit<Scalar>>& first, Ask&& ask) {
    std::vector<measured_answer> found;
    ask([&](auto hit) { found.push_back({double(hit.fraction()), hit.index()}); });
    std::sort(found.begin(), found.end());
    if (found != rounded<Scalar>(exact)) {
        return differ(verb, exact.size(), found.size());
    }
    if (first.has_value() == exact.empty()) {
        return differ(verb, exact.size(), found.size()) << ", and the first is another";
    }
    if (first && (first->which.index != exact[0].index || first->fraction != static_cast<Scalar>(exact[0].measure))) {
        return ::testing::AssertionFailure()
               << verb << ": expected item " << exact[0].index << " at " << exact[0].measure << " first, found "
               << first->which.index << " at " << first->fraction;
    }
    return ::testing::AssertionSuccess();
}

} // namespace quadrille::testing

#endif
