// The coordinate reference system that a file names.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_READING_CRS_HPP
#define QUADRILLE_CLI_READING_CRS_HPP

#include "cli/reading/reading.hpp"

#include <string>
#include <string_view>

namespace quadrille::cli {

/// As messages call it, such as EPSG:25832; empty for longitude and latitude of WGS 84 under any usual name.
std::string crs_called(std::string_view name);

/// Says on standard error what coordinates are of, unless they are longitude and latitude.
void tell_of_crs(const std::string& file, const std::string& crs, const reading& how);

} // namespace quadrille::cli

#endif
