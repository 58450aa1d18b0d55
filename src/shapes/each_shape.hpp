// The shapes for which a unit of src/shapes/ is compiled: the program's, or the one that its includer chooses.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_SHAPES_EACH_SHAPE_HPP
#define QUADRILLE_SRC_SHAPES_EACH_SHAPE_HPP

#include <quadrille/detail/engine/compiled_shapes.hpp>

#ifndef QUADRILLE_EACH_SHAPE
#ifdef QUADRILLE_SHAPE_POINT_FLOAT
#define QUADRILLE_USE_POINT_FLOAT(use) use(point<float>)
#else
#define QUADRILLE_USE_POINT_FLOAT(use)
#endif
#ifdef QUADRILLE_SHAPE_POINT_DOUBLE
#define QUADRILLE_USE_POINT_DOUBLE(use) use(point<double>)
#else
#define QUADRILLE_USE_POINT_DOUBLE(use)
#endif
#ifdef QUADRILLE_SHAPE_CIRCLE_FLOAT
#define QUADRILLE_USE_CIRCLE_FLOAT(use) use(circle<float>)
#else
#define QUADRILLE_USE_CIRCLE_FLOAT(use)
#endif
#ifdef QUADRILLE_SHAPE_CIRCLE_DOUBLE
#define QUADRILLE_USE_CIRCLE_DOUBLE(use) use(circle<double>)
#else
#define QUADRILLE_USE_CIRCLE_DOUBLE(use)
#endif
#ifdef QUADRILLE_SHAPE_BOX_FLOAT
#define QUADRILLE_USE_BOX_FLOAT(use) use(box<float>)
#else
#define QUADRILLE_USE_BOX_FLOAT(use)
#endif
#ifdef QUADRILLE_SHAPE_BOX_DOUBLE
#define QUADRILLE_USE_BOX_DOUBLE(use) use(box<double>)
#else
#define QUADRILLE_USE_BOX_DOUBLE(use)
#endif
#define QUADRILLE_EACH_SHAPE(use)                                                                                      \
    QUADRILLE_USE_POINT_FLOAT(use)                                                                                     \
    QUADRILLE_USE_POINT_DOUBLE(use)                                                                                    \
    QUADRILLE_USE_CIRCLE_FLOAT(use)                                                                                    \
    QUADRILLE_USE_CIRCLE_DOUBLE(use)                                                                                   \
    QUADRILLE_USE_BOX_FLOAT(use)                                                                                       \
    QUADRILLE_USE_BOX_DOUBLE(use)
#endif

#endif
