// The shapes of trees that are compiled: all, unless macros choose some in programs that compile the library.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_ENGINE_COMPILED_SHAPES_HPP
#define QUADRILLE_DETAIL_ENGINE_COMPILED_SHAPES_HPP

#include <quadrille/shapes.hpp>

namespace quadrille::detail {

#if defined(QUADRILLE_SHAPE_POINT_FLOAT) || defined(QUADRILLE_SHAPE_POINT_DOUBLE) ||                                   \
    defined(QUADRILLE_SHAPE_BOX_FLOAT) || defined(QUADRILLE_SHAPE_BOX_DOUBLE) ||                                       \
    defined(QUADRILLE_SHAPE_CIRCLE_FLOAT) || defined(QUADRILLE_SHAPE_CIRCLE_DOUBLE)
template <class Shape>
inline constexpr bool is_compiled = false;
#ifdef QUADRILLE_SHAPE_POINT_FLOAT
template <>
inline constexpr bool is_compiled<point<float>> = true;
#endif
#ifdef QUADRILLE_SHAPE_POINT_DOUBLE
template <>
inline constexpr bool is_compiled<point<double>> = true;
#endif
#ifdef QUADRILLE_SHAPE_BOX_FLOAT
template <>
inline constexpr bool is_compiled<box<float>> = true;
#endif
#ifdef QUADRILLE_SHAPE_BOX_DOUBLE
template <>
inline constexpr bool is_compiled<box<double>> = true;
#endif
#ifdef QUADRILLE_SHAPE_CIRCLE_FLOAT
template <>
inline constexpr bool is_compiled<circle<float>> = true;
#endif
#ifdef QUADRILLE_SHAPE_CIRCLE_DOUBLE
template <>
inline constexpr bool is_compiled<circle<double>> = true;
#endif
#else
template <class Shape>
inline constexpr bool is_compiled = true;
#define QUADRILLE_SHAPE_POINT_FLOAT
#define QUADRILLE_SHAPE_POINT_DOUBLE
#define QUADRILLE_SHAPE_BOX_FLOAT
#define QUADRILLE_SHAPE_BOX_DOUBLE
#define QUADRILLE_SHAPE_CIRCLE_FLOAT
#define QUADRILLE_SHAPE_CIRCLE_DOUBLE
#endif

} // namespace quadrille::detail

#endif
