// Geometries as well-known binary, for Shapely.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BINDINGS_PYTHON_FILES_WKB_HPP
#define QUADRILLE_BINDINGS_PYTHON_FILES_WKB_HPP

#include "files/rows/geometry.hpp"

#include <string>

namespace quadrille::files {

/// Parts that follow each other and are of one type are one geometry of it, several of them a list; of several types they are a
/// collection. Rings end where they begin. The order of bytes is the processor's, as its first byte says.
std::string wkb_of(const cli::geometry_view& shape);

} // namespace quadrille::files

#endif
