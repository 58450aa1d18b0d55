// The geometry of a row of a layer.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_LAYER_ROW_GEOMETRY_HPP
#define QUADRILLE_FILES_LAYER_ROW_GEOMETRY_HPP

#include "files/rows/geometry.hpp"
#include "layer.hpp"

#include <cstdint>

namespace quadrille::files {

/// A row of a layer.
struct layer_row {
    const layer& of;
    std::uint32_t row;
};

/// Returns the row's geometry from its file. A circle becomes a polygon with 64 corners, a box without an extent a
/// point.
geometry drawn(const layer_row& one);
} // namespace quadrille::files

#endif
