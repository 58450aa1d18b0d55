// Geometries as well-known text: POINT (1 2), POLYGON ((0 0, 1 0, 1 1, 0 0)).
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_TABLES_WKT_HPP
#define QUADRILLE_FILES_TABLES_WKT_HPP

#include "files/rows/geometry.hpp"

#include <quadrille/geometry.hpp>

#include <optional>
#include <string_view>

namespace quadrille::files {

struct wkt_extent {
    box<double> bounds;         ///< of all positions; empty if there are none
    bool is_point;              ///< the geometry is a single point
    std::string_view srid = {}; ///< the number of the reference system, as text; empty if there is none
};

/// Reads positions of two or more numbers, and uses the first two; `SRID=…;` may precede the geometry. Returns nothing
/// if the text is not a geometry. Stores the vertices in `drawn`, and replaces its old content.
std::optional<wkt_extent> wkt_in(std::string_view text, geometry& drawn);

} // namespace quadrille::files

#endif
