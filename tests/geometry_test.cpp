// Points and boxes: what touches, what covers, what can be stored.
// SPDX-License-Identifier: MIT
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <type_traits>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(geometry);

TYPED_TEST(geometry, shapes_are_closed) {
    using scalar = TypeParam;
    const auto middle = box_of<scalar>(0, 0, 2, 2);
    EXPECT_TRUE(touches(middle, box_of<scalar>(2, 0, 3, 2))) << "an edge";
    EXPECT_TRUE(touches(middle, box_of<scalar>(2, 2, 3, 3))) << "a corner";
    EXPECT_TRUE(touches(middle, dot<scalar>(0, 2))) << "a point on a corner";
    EXPECT_TRUE(touches(dot<scalar>(1, 1), dot<scalar>(1, 1)));
    EXPECT_FALSE(touches(middle, box<scalar>{{next_above(scalar{2}), 0}, {3, 2}})) << "one step beside the edge";
}

TYPED_TEST(geometry, minus_zero_equals_zero) {
    using scalar = TypeParam;
    const box<scalar> left = {{-1, -1}, {-scalar{0}, -scalar{0}}};
    const box<scalar> right = {{scalar{0}, scalar{0}}, {1, 1}};
    EXPECT_TRUE(touches(left, right));
    EXPECT_TRUE(covers(left, dot<scalar>(0, 0)));
}

TYPED_TEST(geometry, a_nan_touches_nothing_and_cannot_be_stored) {
    using scalar = TypeParam;
    const box<scalar> all = {{-infinite<scalar>, -infinite<scalar>}, {infinite<scalar>, infinite<scalar>}};
    for (const box<scalar>& bad : bad_shapes<scalar>()) {
        EXPECT_FALSE(is_storable(bad));
        const bool has_nan = bad != bad;
        EXPECT_EQ(touches(all, bad), !has_nan);
    }
}

TYPED_TEST(geometry, everything_finite_can_be_stored) {
    using scalar = TypeParam;
    for (const scalar at : awkward_coordinates<scalar>()) {
        EXPECT_TRUE(is_storable(box<scalar>{{at, at}, {at, at}}));
        EXPECT_TRUE(is_storable(box<scalar>{{-largest<scalar>, at}, {largest<scalar>, at}}));
    }
}

TYPED_TEST(geometry, nothing_is_neutral) {
    using scalar = TypeParam;
    const auto some = box_of<scalar>(-3, 2, 5, 7);
    EXPECT_EQ(united(some, nothing<scalar>()), some);
    EXPECT_EQ(united(nothing<scalar>(), some), some);
    EXPECT_FALSE(touches(some, nothing<scalar>()));
    EXPECT_FALSE(touches(nothing<scalar>(), nothing<scalar>()));
}

TYPED_TEST(geometry, united_covers_both) {
    using scalar = TypeParam;
    random_source source(1);
    for (std::uint32_t round = 0; round < 1000; ++round) {
        const auto how = style(round % styles);
        const auto one = draw<scalar>(source, how);
        const auto other = draw<scalar>(source, how);
        EXPECT_TRUE(covers(united(one, other), one));
        EXPECT_TRUE(covers(united(one, other), other));
        EXPECT_EQ(touches(one, other), touches(other, one));
    }
}

TYPED_TEST(geometry, makers_say_what_they_make) {
    using scalar = TypeParam;
    EXPECT_EQ(box_from_corner(point<scalar>{1, 2}, point<scalar>{3, 4}), box_of<scalar>(1, 2, 4, 6));
    EXPECT_EQ(box_from_centre(point<scalar>{1, 2}, point<scalar>{3, 4}), box_of<scalar>(-2, -2, 4, 6));
}

TYPED_TEST(geometry, shapes_are_plain_aggregates) {
    using scalar = TypeParam;
    static_assert(std::is_aggregate_v<point<scalar>> && std::is_trivially_copyable_v<point<scalar>>);
    static_assert(std::is_aggregate_v<box<scalar>> && std::is_trivially_copyable_v<box<scalar>>);
    static_assert(sizeof(box<scalar>) == 4 * sizeof(scalar),
                  "four numbers and nothing else: users' arrays can be lent");
    static_assert(touches(box<scalar>{{0, 0}, {1, 1}}, box<scalar>{{1, 1}, {2, 2}}), "usable at compile time");
}

} // namespace
} // namespace quadrille::testing
