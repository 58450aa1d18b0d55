// Whether all that asks for the distance of two shapes agrees on it.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_SUPPORT_ONE_DISTANCE_HPP
#define QUADRILLE_TESTS_SUPPORT_ONE_DISTANCE_HPP

#include <quadrille/geometry.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace quadrille::testing {

/// Whether squares of lengths underflow, as of steps from 0.
template <class Scalar>
bool is_tiny(Scalar number) {
    return number != 0 && std::abs(number) < Scalar(1e-30);
}
/// What is near is near within every larger distance, what intersects within all, and what does not is at a distance.
template <class Shape, class Area>
void expect_one_distance(const Shape& shape, const Area& area) {
    bool was_near = intersects(shape, area);
    const double squared = distance2(shape, area);
    ASSERT_EQ(squared == 0, was_near);
    for (const double distance : {5e-324, 1e-200, 0x1p-512, 0x1p-511, 1e-100, 1e-20, 1e-10, 1.0}) {
        const bool is_near = are_within(shape, area, distance);
        ASSERT_TRUE(is_near || !was_near) << distance;
        ASSERT_EQ(is_near, std::sqrt(squared) <= distance) << distance;
        was_near = is_near;
    }
}
} // namespace quadrille::testing

#endif
