// Brings geometries into another reference system.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_GDAL_MODULE_REPROJECTION_HPP
#define QUADRILLE_FILES_GDAL_MODULE_REPROJECTION_HPP

#include "handles.hpp"

#include <string>

namespace quadrille::files::gdal {

class reprojection {
public:
    /// None: geometries stay as they are.
    reprojection() = default;
    /// From the system of a layer, which may be null, into the one with this name. X is the longitude or easting. Throws `failed` where
    /// there is no way from the one to the other.
    reprojection(OGRSpatialReferenceH from, const char* into);

    /// Whether coordinates change.
    explicit operator bool() const noexcept { return change_ != nullptr; }
    const std::string& name() const noexcept { return name_; }
    bool apply_to(OGRGeometryH geometry) const { return OGR_G_Transform(geometry, change_.get()) == OGRERR_NONE; }

private:
    held_system into_;
    held_change change_;
    std::string name_; ///< of the system that they come in
};

/// As people call it: ETRS89 / UTM zone 32N (EPSG:25832). Empty for null.
std::string name_of(OGRSpatialReferenceH system);

} // namespace quadrille::files::gdal

#endif
