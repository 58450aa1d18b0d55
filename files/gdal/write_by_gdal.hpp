// Files of GDAL's formats, made of GeoJSON.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_GDAL_WRITE_BY_GDAL_HPP
#define QUADRILLE_FILES_GDAL_WRITE_BY_GDAL_HPP

#include <string>

namespace quadrille::files {

/// Throws `failure` where there is no module, or its GDAL does not write by this driver; `file` is what is to be written.
void demand_gdal_writes(const std::string& file, const std::string& driver);

/// Makes `to` of the GeoJSON in `from`, with one layer that is called as `file` is. Throws `failure` where that fails, and `interrupted`
/// after a signal.
void write_by_gdal(const std::string& file, const std::string& driver, const std::string& from, const std::string& to);

} // namespace quadrille::files

#endif
