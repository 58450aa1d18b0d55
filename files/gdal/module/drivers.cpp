// Registers GDAL's drivers.
// SPDX-License-Identifier: MIT
#include "drivers.hpp"

#include "failed.hpp"
#include "watch.hpp"

#include <cpl_conv.h>
#include <gdal.h>

#include <mutex>
#include <string>

namespace quadrille::files::gdal {

void register_drivers(bool with_those_that_follow) {
    static std::once_flag registered;
    std::call_once(registered, [&] {
        if (!with_those_that_follow) {
            const std::string left_out = CPLGetConfigOption("OGR_SKIP", "");
            CPLSetConfigOption("OGR_SKIP", (left_out + (left_out.empty() ? "" : ",") + "OGR_VRT,GMLAS").c_str());
        }
        if (CPLGetConfigOption("GML_DOWNLOAD_SCHEMA", nullptr) == nullptr) {
            CPLSetConfigOption("GML_DOWNLOAD_SCHEMA", "NO");
        }
        GDALAllRegister();
    });
    watch::installed().taken_error();
}

void demand_writing_driver(const char* name) {
    register_drivers(false);
    GDALDriverH const found = GDALGetDriverByName(name);
    if (found == nullptr || GDALGetMetadataItem(found, GDAL_DCAP_CREATE, nullptr) == nullptr) {
        throw failed{std::string("a GDAL that writes ") + name,
                     "one that does not (ogrinfo --formats lists what it has)"};
    }
}

} // namespace quadrille::files::gdal
