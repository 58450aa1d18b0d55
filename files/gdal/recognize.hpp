// Which files are read by GDAL.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_GDAL_RECOGNIZE_HPP
#define QUADRILLE_FILES_GDAL_RECOGNIZE_HPP

#include "files/rows/reading.hpp"

#include <string>
#include <vector>

namespace quadrille::files {

/// What is no file but a name of GDAL's (PG:dbname=…, /vsizip/…), a folder with Shapefiles, or a file that begins as one of its formats does; with
/// --driver everything. Throws `bad_input` if another option of GDAL's is given for a file that it does not read, and it is the only one.
bool is_read_by_gdal(const std::string& path, const reading& how);

/// "feed.zip/stops.txt" of "feed.zip", where that has one file which is read here, and nothing for GDAL; else the path as it is. Throws `bad_input`
/// where it has several such, which it names.
std::string path_within_zip(const std::string& path);
/// Says which file of a zip GDAL reads, if there are tables beside it.
void tell_of_tables_beside(const std::string& path, const reading& how);

/// Throws `bad_input` if an option of GDAL's is given, and it reads none of these files.
void demand_one_read_by_gdal(const std::vector<std::string>& paths, const reading& how);

} // namespace quadrille::files

#endif
