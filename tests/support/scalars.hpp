// The scalars and the shapes that typed tests run with, and the trees made of them.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_SCALARS_HPP
#define QUADRILLE_TESTS_SCALARS_HPP

#include "support/shaped_as.hpp"

#include <quadrille/quadtree.hpp>

#include <gtest/gtest.h>

#include <string>
#include <type_traits>

namespace quadrille::testing {

// To keep runs short, a build may have some of the shapes: of each kind one, in both scalars together; or the others. Between a
// build of these and one of those, every suite has met every shape. Or it has a few: one of each kind, which the library then has, too,
// and boxes in both scalars (QUADRILLE_SHAPES=point_double;circle_double;box_float;box_double).
#if defined QUADRILLE_SOME_SHAPES
using scalars = ::testing::Types<float>;
#elif defined QUADRILLE_OTHER_SHAPES || defined QUADRILLE_FEW_SHAPES
using scalars = ::testing::Types<double>;
#else
using scalars = ::testing::Types<float, double>;
#endif

struct scalar_names {
    template <class Scalar>
    static std::string GetName(int) {
        return std::is_same_v<Scalar, float> ? "float" : "double";
    }
};

/// All shapes of trees; and every kind of shape, with boxes in both scalars, with which most suites run, for the
/// compiler's sake.
#if defined QUADRILLE_SOME_SHAPES
using every_shape = ::testing::Types<point<double>, box<float>, circle<double>>;
using each_kind = ::testing::Types<point<float>, box<double>, circle<float>>;
#elif defined QUADRILLE_FEW_SHAPES
using every_shape = ::testing::Types<point<double>, box<float>, circle<double>>;
using each_kind = every_shape;
#elif defined QUADRILLE_OTHER_SHAPES
using every_shape = ::testing::Types<point<float>, box<double>, circle<float>>;
using each_kind = ::testing::Types<point<float>, box<float>, circle<float>>;
#else
using every_shape =
    ::testing::Types<point<float>, point<double>, box<float>, box<double>, circle<float>, circle<double>>;
using each_kind = ::testing::Types<point<float>, box<float>, box<double>, circle<float>>;
#endif

#ifdef QUADRILLE_FEWER_RUNS
using shapes_of_faults = ::testing::Types<box<float>>;
#else
using shapes_of_faults = every_shape;
#endif

struct shape_names {
    template <class Shape>
    static std::string GetName(int place) {
        const std::string kind = is_point<Shape> ? "point_" : is_box<Shape> ? "box_" : "circle_";
        return kind + scalar_names::GetName<typename Shape::scalar>(place);
    }
};

/// Tests that name a scalar alone mean boxes.
template <class Type>
struct meant {
    using shape = Type;
};
template <>
struct meant<float> {
    using shape = box<float>;
};
template <>
struct meant<double> {
    using shape = box<double>;
};

template <class Type>
using shape_of = typename meant<Type>::shape;
template <class Type>
using scalar_of = typename shape_of<Type>::scalar;

/// A tree without values, and one that numbers its items.
template <class Type>
using bare_tree = quadtree<void, shape_of<Type>>;
template <class Type>
using numbered_tree = quadtree<int, shape_of<Type>>;

/// A box from numbers that every scalar holds exactly.
template <class Scalar>
constexpr box<Scalar> box_of(double x0, double y0, double x1, double y1) {
    return {{static_cast<Scalar>(x0), static_cast<Scalar>(y0)}, {static_cast<Scalar>(x1), static_cast<Scalar>(y1)}};
}

template <class Type>
shape_of<Type> made(double x0, double y0, double x1, double y1) {
    return shaped_as<shape_of<Type>>(box_of<scalar_of<Type>>(x0, y0, x1, y1));
}

/// A shape without width and height.
template <class Type>
shape_of<Type> dot(double x, double y) {
    return made<Type>(x, y, x, y);
}

} // namespace quadrille::testing

#define QUADRILLE_SUITE_OF(suite, types, names)                                                                        \
    template <class Type>                                                                                              \
    class suite : public ::testing::Test {};                                                                           \
    TYPED_TEST_SUITE(suite, ::quadrille::testing::types, ::quadrille::testing::names)
/// A suite named after a verb, run for float and for double; inside, `TypeParam` is the scalar.
#define QUADRILLE_TYPED_SUITE(suite) QUADRILLE_SUITE_OF(suite, scalars, scalar_names)
/// A suite run for points, boxes and circles; inside, `TypeParam` is the shape.
#define QUADRILLE_SHAPE_SUITE(suite) QUADRILLE_SUITE_OF(suite, each_kind, shape_names)
/// The same for all of them in both scalars.
#define QUADRILLE_EVERY_SHAPE_SUITE(suite) QUADRILLE_SUITE_OF(suite, every_shape, shape_names)
/// For what fails at each of many steps in turn: all of them, too, but where runs are fewer boxes alone.
#define QUADRILLE_FAULTS_SUITE(suite) QUADRILLE_SUITE_OF(suite, shapes_of_faults, shape_names)

#endif
