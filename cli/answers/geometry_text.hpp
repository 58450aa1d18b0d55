// Geometries as GeoJSON and WKT have them.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_ANSWERS_GEOMETRY_TEXT_HPP
#define QUADRILLE_CLI_ANSWERS_GEOMETRY_TEXT_HPP

#include "files/rows/geometry.hpp"

#include <string>

namespace quadrille::cli {

/// An object: a Point, LineString or Polygon, several of one of them, or a collection of such; null of nothing. Rings are closed, and
/// otherwise as they are.
std::string geojson_of(const files::geometry_view& shape);
/// The same in WKT; of nothing an empty collection.
std::string wkt_of(const files::geometry_view& shape);

} // namespace quadrille::cli

#endif
