// Knows the usual names of longitude and latitude, and codes of EPSG.
// SPDX-License-Identifier: MIT
#include "cli/reading/crs.hpp"

#include "cli/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace quadrille::cli {

std::string crs_called(std::string_view name) {
    if (name.empty()) {
        return "a crs without a name";
    }
    std::string upper(name);
    std::transform(upper.begin(), upper.end(), upper.begin(),
                   [](unsigned char byte) { return static_cast<char>(std::toupper(byte)); });
    if (upper.ends_with("CRS84") || upper.ends_with("CRS84H") || upper == "WGS84" || upper == "WGS 84") {
        return {};
    }
    const std::string code = upper.substr(upper.find_last_not_of("0123456789") + 1);
    const bool is_of_epsg = !code.empty() && (code == upper || upper.find("EPSG") != std::string::npos);
    return !is_of_epsg ? shown(name) : code == "4326" ? std::string() : "EPSG:" + code;
}

void tell_of_crs(const std::string& file, const std::string& crs, const reading& how) {
    if (!crs.empty()) {
        tell(how, file, fmt::format("coordinates are of {}", crs));
    }
}

} // namespace quadrille::cli
