// All shapes in worlds that wrap: what a period refers to.
// SPDX-License-Identifier: MIT
#include <quadrille/detail/engine/compiled_shapes.hpp>

#include "engine/wrapping.hpp"

#include <type_traits>

namespace quadrille::detail {

namespace {

#if defined(QUADRILLE_FLOAT_ALONE)
template <class Scalar>
inline constexpr bool is_there = std::is_same_v<Scalar, float>;
#elif defined(QUADRILLE_DOUBLE_ALONE)
template <class Scalar>
inline constexpr bool is_there = std::is_same_v<Scalar, double>;
#else
template <class Scalar>
inline constexpr bool is_there = true;
#endif

/// Nothing for shapes that this library is built without, or whose scalar, as modules of WebAssembly are.
template <class Shape>
constexpr wrapping_of<Shape> wrapping_if_there() noexcept {
    if constexpr (is_there<typename Shape::scalar> && is_compiled<Shape>) {
        return {&wrapping_for<Shape>};
    } else {
        return {};
    }
}

} // namespace

const every_wrapping all_wrappings = {wrapping_if_there<point<float>>(),  wrapping_if_there<point<double>>(),
                                      wrapping_if_there<box<float>>(),    wrapping_if_there<box<double>>(),
                                      wrapping_if_there<circle<float>>(), wrapping_if_there<circle<double>>()};

} // namespace quadrille::detail
