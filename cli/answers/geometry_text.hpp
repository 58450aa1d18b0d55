// Geometries as GeoJSON and WKT.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_ANSWERS_GEOMETRY_TEXT_HPP
#define QUADRILLE_CLI_ANSWERS_GEOMETRY_TEXT_HPP

#include "files/rows/geometry.hpp"

#include <string>

namespace quadrille::cli {

/// Returns an object: a Point, LineString or Polygon, several of one of them, or a collection of these; null for an
/// empty geometry. Rings are closed, and otherwise unchanged.
std::string geojson_of(const files::geometry_view& shape);
/// Returns the same as WKT; an empty collection for an empty geometry.
std::string wkt_of(const files::geometry_view& shape);

} // namespace quadrille::cli

#endif
