// Finds the transformation between two reference systems, by PROJ.
// SPDX-License-Identifier: MIT
#include "reprojection.hpp"

#include "failed.hpp"

namespace quadrille::files::gdal {

namespace {

held_system system_named(const char* name) {
    held_system made(OSRNewSpatialReference(nullptr));
    if (OSRSetFromUserInput(made.get(), name) != OGRERR_NONE) {
        watch::installed().taken_error();
        throw failed{"a coordinate reference system such as EPSG:25832 (--crs)", std::string("\"") + name + '"'};
    }
    watch::installed().taken_error();
    OSRSetAxisMappingStrategy(made.get(), OAMS_TRADITIONAL_GIS_ORDER);
    return made;
}

} // namespace

std::string name_of(OGRSpatialReferenceH system) {
    if (system == nullptr) {
        return {};
    }
    const char* const name = OSRGetName(system);
    const char* const authority = OSRGetAuthorityName(system, nullptr);
    const char* const code = OSRGetAuthorityCode(system, nullptr);
    std::string made = name == nullptr ? "without a name" : name;
    if (authority != nullptr && code != nullptr) {
        made += std::string(" (") + authority + ":" + code + ")";
    }
    return made;
}

reprojection::reprojection(OGRSpatialReferenceH from, const char* into)
    : into_(system_named(into)), name_(name_of(into_.get())) {
    if (from == nullptr) {
        throw failed{"a layer that says which coordinate reference system it has, as --crs is given",
                     "one that does not"};
    }
    if (OSRIsSame(from, into_.get()) != 0) {
        return;
    }
    change_.reset(OCTNewCoordinateTransformation(from, into_.get()));
    if (!change_) {
        throw failed{"coordinates that can be brought into " + name_, said_or("those of " + name_of(from))};
    }
}

} // namespace quadrille::files::gdal
