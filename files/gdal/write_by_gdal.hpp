// Files in GDAL's formats, made from GeoJSON.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_GDAL_WRITE_BY_GDAL_HPP
#define QUADRILLE_FILES_GDAL_WRITE_BY_GDAL_HPP

#include <string>

namespace quadrille::files {

/// Throws `failure` if there is no module, or if its GDAL cannot write with this driver; `file` is the output file.
void demand_gdal_writes(const std::string& file, const std::string& driver);

/// Makes the file `to` from the GeoJSON file `from`. It has one layer, named after `file`. Throws `failure` if this
/// fails, and `interrupted` after a signal.
void write_by_gdal(const std::string& file, const std::string& driver, const std::string& from, const std::string& to);

} // namespace quadrille::files

#endif
