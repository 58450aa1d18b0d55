// The laws of circles that rounding may or may not have touch another shape.
// SPDX-License-Identifier: MIT
#include "support/effort.hpp"
#include "support/one_distance.hpp"
#include "support/shapes.hpp"

#include <cmath>

namespace quadrille::testing {
namespace {

template <class Scalar>
class tangent_laws : public ::testing::Test {};
using both_scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(tangent_laws, both_scalars);

// promise: laws: A circle as large as it is far from another shape is near it within all distances or from its distance on.
TYPED_TEST(tangent_laws, circles_as_large_as_they_are_far) {
    using scalar = TypeParam;
    random_source source(4712);
    const auto draw = [&](double from, double to) { return static_cast<scalar>(from + (to - from) * source.unit()); };
    for (int round = 0; round < in_rounds(20'000); ++round) {
        const double offset = source.below(2) == 0 ? 1000.3 : 0;
        const circle<scalar> other{{draw(offset, offset + 1), draw(0, 1)},
                                   source.below(2) == 0 ? draw(0, 1) : scalar(0)};
        const box<scalar> around{other.center, {draw(offset + 1, offset + 2), draw(1, 2)}};
        const point<scalar> center{draw(offset - 2, offset - 1), draw(-1, 1)};
        const auto as_large_as = [&](double length) {
            const auto radius = static_cast<scalar>(length);
            return circle<scalar>{center, source.below(2) == 0 ? radius : next_below(radius)};
        };
        expect_one_distance(as_large_as(std::sqrt(distance2(center, other))), other);
        expect_one_distance(as_large_as(std::sqrt(distance2(center, other.center))), other.center);
        expect_one_distance(as_large_as(std::sqrt(distance2(center, around))), around);
        if (this->HasFatalFailure()) {
            FAIL() << "round " << round;
        }
    }
}

} // namespace
} // namespace quadrille::testing
