// The name of a source of GDAL's for messages.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_GDAL_SHOWN_SOURCE_HPP
#define QUADRILLE_FILES_GDAL_SHOWN_SOURCE_HPP

#include <string>

namespace quadrille::files {

/// Returns the name as `shown_path` does, without passwords: PG:dbname=places password=… and
/// postgresql://me:…@host/places.
std::string shown_source(const std::string& path);

} // namespace quadrille::files

#endif
