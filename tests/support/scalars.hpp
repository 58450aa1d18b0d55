// The two scalars that every typed test runs with, and the trees made of them.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_SCALARS_HPP
#define QUADRILLE_TESTS_SCALARS_HPP

#include <quadrille/quadtree.hpp>

#include <gtest/gtest.h>

#include <string>
#include <type_traits>

namespace quadrille::testing {

using scalars = ::testing::Types<float, double>;

struct scalar_names {
    template <class Scalar>
    static std::string GetName(int) {
        return std::is_same_v<Scalar, float> ? "float" : "double";
    }
};

/// A tree without values, and one that numbers its items.
template <class Scalar>
using bare_tree = quadtree<void, box<Scalar>>;
template <class Scalar>
using numbered_tree = quadtree<int, box<Scalar>>;

/// A box from numbers that every scalar holds exactly.
template <class Scalar>
constexpr box<Scalar> box_of(double x0, double y0, double x1, double y1) {
    return {{static_cast<Scalar>(x0), static_cast<Scalar>(y0)}, {static_cast<Scalar>(x1), static_cast<Scalar>(y1)}};
}

/// A box without width and height.
template <class Scalar>
constexpr box<Scalar> dot(double x, double y) {
    return box_of<Scalar>(x, y, x, y);
}

} // namespace quadrille::testing

/// A suite named after a verb, run for float and for double; inside, `scalar` is the one.
#define QUADRILLE_TYPED_SUITE(suite)                                                                                   \
    template <class Scalar>                                                                                            \
    class suite : public ::testing::Test {};                                                                           \
    TYPED_TEST_SUITE(suite, ::quadrille::testing::scalars, ::quadrille::testing::scalar_names)

#endif
