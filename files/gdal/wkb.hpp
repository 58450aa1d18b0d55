// Geometries as well-known binary.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_GDAL_WKB_HPP
#define QUADRILLE_FILES_GDAL_WKB_HPP

#include "files/rows/geometry.hpp"

#include <string>
#include <string_view>

namespace quadrille::files {

/// Reads the vertices of a geometry into `into`, which must be empty; of a position with z or m only the first two
/// numbers. Returns false if the bytes are not one geometry without curves, or if collections are nested more than 16
/// deep.
bool read_wkb(std::string_view bytes, geometry& into);

/// Returns whether the geometry is a Point, not a list with one point.
bool is_wkb_point(std::string_view bytes);

/// Returns the type of the geometry by its name in GeoJSON; if GeoJSON has none, a name such as "TIN".
std::string_view wkb_type_name(std::string_view bytes);

/// Writes consecutive parts of one type as one geometry, several of them as a list; parts of several types as a
/// collection. Rings end where they begin. The byte order is that of the processor; the first byte names it.
std::string wkb_of(const geometry_view& shape);

} // namespace quadrille::files

#endif
