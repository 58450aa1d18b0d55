// What rows draw, as bytes of an index.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_INDEX_SAVED_GEOMETRY_HPP
#define QUADRILLE_FILES_INDEX_SAVED_GEOMETRY_HPP

#include "files/rows/geometry.hpp"

#include <quadrille/load.hpp>
#include <quadrille/save.hpp>

#include <cstdint>

namespace quadrille::files {

/// Of each row in turn the number of its parts, of each part what it is and how many vertices it has, then all these vertices.
void write_geometries(const geometry_list& drawn, std::uint32_t rows, byte_writer& out);

/// Reads those of one row in place of what is there. False where it is none, or one with numbers that are not finite. Its memory grows with the bytes
/// that there are, whatever the numbers say.
bool read_geometry(byte_reader& in, geometry& one);

} // namespace quadrille::files

#endif
