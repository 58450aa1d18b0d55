// Makes files in GDAL's formats from GeoJSON, as ogr2ogr does.
// SPDX-License-Identifier: MIT
#include "translation.hpp"

#include "drivers.hpp"
#include "failed.hpp"
#include "handles.hpp"

#include <cpl_error.h>
#include <gdal_utils.h>

#include <array>
#include <fstream>
#include <ios>
#include <string>
#include <string_view>

namespace quadrille::files::gdal {

namespace {

using held_options = held<GDALVectorTranslateOptions*, GDALVectorTranslateOptionsFree>;

int CPL_STDCALL goes_on(double, const char*, void* wanted) {
    return static_cast<const translation*>(wanted)->is_interrupted() ? FALSE : TRUE;
}

/// A plane of which nothing else is known, as GeoPackages define it. Without a system GDAL would assume degrees.
constexpr const char* undefined_plane =
    "ENGCRS[\"Undefined Cartesian SRS\",EDATUM[\"Unknown engineering datum\"],CS[Cartesian,2],"
    "AXIS[\"X\",unspecified,ORDER[1],LENGTHUNIT[\"unknown\",0]],AXIS[\"Y\",unspecified,ORDER[2],LENGTHUNIT[\"unknown\","
    "0]]]";

/// GDAL 3.6 treats a null system like a missing one, which means longitude and latitude.
bool has_no_system(const char* geojson) {
    constexpr std::string_view begin = R"({"type":"FeatureCollection","crs":null)";
    std::string found(begin.size(), '\0');
    std::ifstream(geojson, std::ios::binary).read(found.data(), static_cast<std::streamsize>(found.size()));
    return found == begin;
}

} // namespace

void make_of(const translation& wanted) {
    demand_writing_driver(wanted.driver);
    const char* const of_geojson[] = {"GeoJSON", nullptr};
    const held_dataset from(GDALOpenEx(wanted.from, GDAL_OF_VECTOR | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR,
                                       of_geojson, nullptr, nullptr));
    if (!from) {
        throw failed{"", said_or("the rows cannot be read back")};
    }
    std::array<const char*, 7> words = {"-f", wanted.driver, "-nln", wanted.layer};
    if (has_no_system(wanted.from)) {
        words[4] = "-a_srs";
        words[5] = std::string_view(wanted.driver) == "GPKG" ? undefined_plane : "NONE";
    }
    const held_options options(GDALVectorTranslateOptionsNew(const_cast<char**>(words.data()), nullptr));
    GDALVectorTranslateOptionsSetProgress(options.get(), goes_on, const_cast<translation*>(&wanted));
    GDALDatasetH source = from.get();
    held_dataset made(GDALVectorTranslate(wanted.to, nullptr, 1, &source, options.get(), nullptr));
    if (!made) {
        throw failed{"", said_or("it does not say why")};
    }
    made.reset(); // writes the remaining data
    demand_no_error();
}

} // namespace quadrille::files::gdal
