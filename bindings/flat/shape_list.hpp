// The shapes for which the library for other languages is built; fewer shapes make it smaller.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BINDINGS_FLAT_SHAPE_LIST_HPP
#define QUADRILLE_BINDINGS_FLAT_SHAPE_LIST_HPP

#include <quadrille/shapes.hpp>

#include <tuple>

namespace quadrille::flat {

/// The build defines one macro for each of its shapes.
using built_shapes = decltype(std::tuple_cat(
#ifdef QUADRILLE_FLAT_POINT_FLOAT
    std::tuple<point<float>>(),
#endif
#ifdef QUADRILLE_FLAT_POINT_DOUBLE
    std::tuple<point<double>>(),
#endif
#ifdef QUADRILLE_FLAT_CIRCLE_FLOAT
    std::tuple<circle<float>>(),
#endif
#ifdef QUADRILLE_FLAT_CIRCLE_DOUBLE
    std::tuple<circle<double>>(),
#endif
#ifdef QUADRILLE_FLAT_BOX_FLOAT
    std::tuple<box<float>>(),
#endif
#ifdef QUADRILLE_FLAT_BOX_DOUBLE
    std::tuple<box<double>>(),
#endif
    std::tuple<>()));

} // namespace quadrille::flat

#endif
