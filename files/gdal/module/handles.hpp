// Owners of GDAL's handles; each calls the function that frees its handle.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_GDAL_MODULE_HANDLES_HPP
#define QUADRILLE_FILES_GDAL_MODULE_HANDLES_HPP

#include <cpl_conv.h>
#include <gdal.h>
#include <ogr_api.h>
#include <ogr_srs_api.h>

#include <memory>
#include <type_traits>

namespace quadrille::files::gdal {

template <auto Release>
struct released_by {
    template <class Handle>
    void operator()(Handle* handle) const noexcept {
        Release(handle);
    }
};

template <class Handle, auto Release>
using held = std::unique_ptr<std::remove_pointer_t<Handle>, released_by<Release>>;

using held_dataset = held<GDALDatasetH, GDALClose>;
using held_feature = held<OGRFeatureH, OGR_F_Destroy>;
using held_geometry = held<OGRGeometryH, OGR_G_DestroyGeometry>;
using held_system = held<OGRSpatialReferenceH, OSRDestroySpatialReference>;
using held_change = held<OGRCoordinateTransformationH, OCTDestroyCoordinateTransformation>;

} // namespace quadrille::files::gdal

#endif
