// Geometries as well-known binary.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_GDAL_WKB_HPP
#define QUADRILLE_FILES_GDAL_WKB_HPP

#include "files/rows/geometry.hpp"

#include <string>
#include <string_view>

namespace quadrille::files {

/// Puts the vertices of a geometry into `into`, which has none; of positions with z or m the first two numbers. False where the bytes are
/// not one geometry without curves, or where collections are in each other more than 16 deep.
bool read_wkb(std::string_view bytes, geometry& into);

/// Whether it is a Point, not a list with one.
bool is_wkb_point(std::string_view bytes);

/// The type of geometry as GeoJSON calls it, or the "TIN" and the like that it has no name for.
std::string_view wkb_type_name(std::string_view bytes);

/// Parts that follow each other and are of one type are one geometry of it, several of them a list; of several types they are a
/// collection. Rings end where they begin. The order of bytes is the processor's, as its first byte says.
std::string wkb_of(const geometry_view& shape);

} // namespace quadrille::files

#endif
