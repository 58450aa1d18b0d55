// The kinds of file that a layer can be read from.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_READERS_HPP
#define QUADRILLE_CLI_READERS_HPP

#include "layer.hpp"
#include "text_file.hpp"

namespace quadrille::cli {

// Each throws `bad_input` that says file, line and column (from 1, in characters), what was wanted and what was found.

/// Comma-separated text with a header: `id` and a shape's columns, `t` where there are times; columns in any order.
layer read_csv(text_file file);

/// GeoJSON (RFC 7946): a layer of points if all geometries are of type Point, else of their bounds.
layer read_geojson(text_file file);

} // namespace quadrille::cli

#endif
