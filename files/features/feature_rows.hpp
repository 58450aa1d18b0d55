// Features as rows; they come from GeoJSON or from GDAL.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_FEATURES_FEATURE_ROWS_HPP
#define QUADRILLE_FILES_FEATURES_FEATURE_ROWS_HPP

#include "files/rows/attributes.hpp"
#include "files/rows/geometry.hpp"
#include "files/rows/row_sink.hpp"

#include <quadrille/geometry.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace quadrille::files {

struct feature {
    std::string_view id; ///< empty if the feature has none; then its number is the id
    double t;
    row_place place;
    box<double> bounds;
    bool is_point;
    std::span<const numbered_attribute> attributes;
    geometry_view drawn;   ///< the vertices, if they are requested; empty for a single point
    std::string_view type; ///< the type of the geometry, by the name that its source uses
};

/// Passes the features of a file to a sink of rows.
class feature_rows {
public:
    explicit feature_rows(row_sink& into) : into_(into) {}

    /// Call it before the first feature. If features have times, several may have the same id and are one thing;
    /// otherwise each feature is a thing of its own.
    void begin(const std::string& name, bool has_times, bool count_frames, bad_rows* passed_over);
    /// Adds a feature; one without a geometry is skipped.
    void add(const feature& one);
    void skip() { ++skipped_; }
    /// Discards the features so far: they were not features.
    void forget();

    std::uint64_t skipped() const noexcept { return skipped_; }
    std::uint64_t taken_as_boxes() const noexcept { return taken_as_boxes_; }
    /// Returns the number of features that have their number as the id.
    std::uint64_t numbered() const noexcept { return numbered_; }

private:
    row_sink& into_;
    std::string number_;
    std::uint64_t skipped_ = 0;
    std::uint64_t taken_as_boxes_ = 0;
    std::uint64_t numbered_ = 0;
};

} // namespace quadrille::files

#endif
