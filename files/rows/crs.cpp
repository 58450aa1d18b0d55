// Recognizes the usual names of longitude and latitude, and codes of EPSG.
// SPDX-License-Identifier: MIT
#include "crs.hpp"

#include "files/text/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace quadrille::files {

std::string crs_called(std::string_view name) {
    if (name.empty()) {
        return "a crs without a name";
    }
    std::string upper(name);
    std::transform(upper.begin(), upper.end(), upper.begin(),
                   [](unsigned char byte) { return static_cast<char>(std::toupper(byte)); });
    if (upper.ends_with("CRS84") || upper.ends_with("CRS84H") || upper == "WGS84" || upper == "WGS 84") {
        return crs_of_degrees;
    }
    const std::string code = upper.substr(upper.find_last_not_of("0123456789") + 1);
    const std::string number = code.substr(std::min(code.find_first_not_of('0'), code.size()));
    const bool is_of_epsg = !number.empty() && (code == upper || upper.find("EPSG") != std::string::npos);
    // Longitude and latitude in other frames, one or two metres apart: NAD83, ETRS89, and WGS 84 with heights.
    const bool is_of_degrees = number == "4269" || number == "4258" || number == "4979";
    return !is_of_epsg ? shown(name) : is_of_degrees ? crs_of_degrees : "EPSG:" + number;
}

std::string crs_shown(const std::string& crs) { return crs == crs_of_degrees ? "longitude and latitude" : crs; }

bool is_other_than_degrees(std::string_view crs) noexcept { return !crs.empty() && crs != crs_of_degrees; }

void demand_one_crs(const std::string& a_name, const std::string& a, const std::string& b_name, const std::string& b) {
    if (a != b && !a.empty() && !b.empty()) {
        throw bad_input(fmt::format("{}: wanted coordinates of {} as in {}, found {} (for what GDAL reads --crs brings "
                                    "coordinates into another system)",
                                    b_name, crs_shown(a), a_name, crs_shown(b)));
    }
}

void tell_of_crs(const std::string& file, const std::string& crs, const reading& how) {
    if (is_other_than_degrees(crs) && !how.of_gdal.crs) {
        tell(how, file, fmt::format("coordinates are of {}", crs));
    }
}

} // namespace quadrille::files
