// The coordinate reference system that a file names.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_ROWS_CRS_HPP
#define QUADRILLE_FILES_ROWS_CRS_HPP

#include "reading.hpp"

#include <string>
#include <string_view>

namespace quadrille::files {

/// Longitude and latitude of WGS 84. GeoJSON that names no system has this one.
inline constexpr const char* crs_of_degrees = "EPSG:4326";

/// Returns the code of a system, such as EPSG:25832, if the name contains one; else the name for messages. Returns
/// `crs_of_degrees` for every usual name of it.
std::string crs_called(std::string_view name);

/// Returns the name for messages.
std::string crs_shown(const std::string& crs);

/// Returns whether the system is known and is not longitude and latitude; an empty text is unknown.
bool is_other_than_degrees(std::string_view crs) noexcept;

/// Throws `bad_input` if the systems of two files are known and differ.
void demand_one_crs(const std::string& a_name, const std::string& a, const std::string& b_name, const std::string& b);

/// Reports the system of the coordinates on standard error, unless it is longitude and latitude, or the one that the
/// user requests.
void tell_of_crs(const std::string& file, const std::string& crs, const reading& how);

} // namespace quadrille::files

#endif
