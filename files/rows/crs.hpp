// The coordinate reference system that a file names.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_ROWS_CRS_HPP
#define QUADRILLE_FILES_ROWS_CRS_HPP

#include "reading.hpp"

#include <string>
#include <string_view>

namespace quadrille::files {

/// That of longitude and latitude of WGS 84, which GeoJSON has where it names none.
inline constexpr const char* crs_of_degrees = "EPSG:4326";

/// By its code, such as EPSG:25832, if the name has one; else as messages call it. `crs_of_degrees` under any usual name.
std::string crs_called(std::string_view name);

/// As messages have it.
std::string crs_shown(const std::string& crs);

/// Whether coordinates are of another one than longitude and latitude; none is known where it is empty.
bool is_other_than_degrees(std::string_view crs) noexcept;

/// Throws `bad_input` if the coordinates of two files are known to be of different ones.
void demand_one_crs(const std::string& a_name, const std::string& a, const std::string& b_name, const std::string& b);

/// Says on standard error what coordinates are of, unless they are longitude and latitude, or as the user wants them.
void tell_of_crs(const std::string& file, const std::string& crs, const reading& how);

} // namespace quadrille::files

#endif
