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
    box<double> bounds;         ///< of all positions; empty where there are none
    bool is_point;              ///< a single one
    std::string_view srid = {}; ///< the number of its reference system, in the text; empty where it has none
};

/// Positions have two numbers or more, of which the first two count; `SRID=…;` may be before it. None where it is no such text.
/// What it draws goes to `drawn`, in place of what is there.
std::optional<wkt_extent> wkt_in(std::string_view text, geometry& drawn);

} // namespace quadrille::files

#endif
