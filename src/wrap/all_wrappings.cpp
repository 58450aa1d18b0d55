// The functions for all shapes in worlds that wrap, to which a period refers.
// SPDX-License-Identifier: MIT
#include <quadrille/detail/engine/compiled_shapes.hpp>

#include "engine/wrapping.hpp"

namespace quadrille::detail {

namespace {

/// Empty for shapes without which this library is built.
template <class Shape>
constexpr wrapping_of<Shape> wrapping_if_there() noexcept {
    if constexpr (is_compiled<Shape>) {
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
