// The name of a source of GDAL's as messages may show it.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_GDAL_SHOWN_SOURCE_HPP
#define QUADRILLE_FILES_GDAL_SHOWN_SOURCE_HPP

#include <string>

namespace quadrille::files {

/// As `shown_path`, without passwords: PG:dbname=places password=… and postgresql://me:…@host/places.
std::string shown_source(const std::string& path);

} // namespace quadrille::files

#endif
