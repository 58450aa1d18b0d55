// The geometries of rows, as bytes of an index.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_INDEX_SAVED_GEOMETRY_HPP
#define QUADRILLE_FILES_INDEX_SAVED_GEOMETRY_HPP

#include "files/rows/geometry.hpp"

#include <quadrille/load.hpp>
#include <quadrille/save.hpp>

#include <cstdint>

namespace quadrille::files {

/// Writes for each row the number of its parts, for each part its kind and the number of its vertices, then all
/// vertices.
void write_geometries(const geometry_list& drawn, std::uint32_t rows, byte_writer& out);

/// Reads the geometry of one row into `one`. Returns false if the bytes are not a geometry, or have numbers that are
/// not finite. Its memory grows with the number of bytes, whatever numbers the bytes contain.
bool read_geometry(byte_reader& in, geometry& one);

} // namespace quadrille::files

#endif
