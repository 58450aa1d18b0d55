// Reads what GDAL reads: other formats, and databases.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_FEEDS_READ_BY_GDAL_HPP
#define QUADRILLE_FILES_FEEDS_READ_BY_GDAL_HPP

#include "files/json/feature_sink.hpp"
#include "files/layer/layer.hpp"
#include "files/rows/reading.hpp"

#include <string>
#include <string_view>

namespace quadrille::files {

/// What is known of a layer of GDAL's when all of it has been read.
struct gdal_report {
    std::string crs; ///< of coordinates, such as EPSG:25832; empty where it has none
    attribute_names attributes;
};

/// Feature by feature, as those of GeoJSON; the id of one that has no name and no id is the number that its source has for it.
/// Throws `bad_input` that says which layer and feature is wrong, and what GDAL says of it;
/// `failure` where the module over GDAL is not installed.
gdal_report read_by_gdal(const std::string& path, const reading& how, feature_sink& into);
/// The same, as a layer.
layer read_by_gdal(const std::string& path, const reading& how);

} // namespace quadrille::files

#endif
