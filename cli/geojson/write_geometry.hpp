// Geometries as GeoJSON has them.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_GEOJSON_WRITE_GEOMETRY_HPP
#define QUADRILLE_CLI_GEOJSON_WRITE_GEOMETRY_HPP

#include "cli/exact/geometry.hpp"

#include <string>

namespace quadrille::cli::geojson {

/// An object: a Point, LineString or Polygon, several of one of them, or a collection of such; null of nothing. Rings are closed, and
/// otherwise as they are.
std::string geometry_text(const geometry_view& shape);

} // namespace quadrille::cli::geojson

#endif
