// Transforms geometries into another reference system.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_GDAL_MODULE_REPROJECTION_HPP
#define QUADRILLE_FILES_GDAL_MODULE_REPROJECTION_HPP

#include "handles.hpp"

#include <string>

namespace quadrille::files::gdal {

class reprojection {
public:
    /// Makes a reprojection that leaves geometries as they are.
    reprojection() = default;
    /// Makes one from the system of a layer, which may be null, to the system of this name. X is the longitude or
    /// easting. Throws `failed` if there is no transformation.
    reprojection(OGRSpatialReferenceH from, const char* into);

    /// Returns whether coordinates change.
    explicit operator bool() const noexcept { return change_ != nullptr; }
    const std::string& name() const noexcept { return name_; }
    bool apply_to(OGRGeometryH geometry) const { return OGR_G_Transform(geometry, change_.get()) == OGRERR_NONE; }

private:
    held_system into_;
    held_change change_;
    std::string name_; ///< the name of the target system
};

/// Returns the name for messages, such as ETRS89 / UTM zone 32N (EPSG:25832). Empty for null.
std::string name_of(OGRSpatialReferenceH system);

} // namespace quadrille::files::gdal

#endif
