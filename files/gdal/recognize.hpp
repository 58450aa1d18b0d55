// Decides which files GDAL reads.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_GDAL_RECOGNIZE_HPP
#define QUADRILLE_FILES_GDAL_RECOGNIZE_HPP

#include "files/rows/reading.hpp"

#include <string>
#include <vector>

namespace quadrille::files {

/// Returns whether GDAL reads this path: a name of GDAL's (PG:dbname=…, /vsizip/…), a folder with Shapefiles, or a file
/// that begins like one of its formats; with --driver every path. Throws `bad_input` if an option of GDAL's is given,
/// and this is the only file, and GDAL does not read it.
bool is_read_by_gdal(const std::string& path, const reading& how);

/// Returns "feed.zip/stops.txt" for "feed.zip" if the archive has one file that this library reads and none for GDAL;
/// else the path itself. Throws `bad_input` with the names of the files if there are several.
std::string path_within_zip(const std::string& path);
/// Reports which file of a zip archive GDAL reads, if the archive also has tables.
void tell_of_tables_beside(const std::string& path, const reading& how);

/// Throws `bad_input` if an option of GDAL's is given, and GDAL reads none of these files.
void demand_one_read_by_gdal(const std::vector<std::string>& paths, const reading& how);

} // namespace quadrille::files

#endif
