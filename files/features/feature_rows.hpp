// Features as rows: GeoJSON, and what GDAL reads.
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
    std::string_view id; ///< empty where it has none: then its number is it
    double t;
    row_place place;
    box<double> bounds;
    bool is_point;
    std::span<const numbered_attribute> attributes;
    geometry_view drawn;   ///< by vertices, if they are wanted; nothing of a single point
    std::string_view type; ///< of its geometry, as its source calls it
};

/// Brings the features of a file to who takes rows.
class feature_rows {
public:
    explicit feature_rows(row_sink& into) : into_(into) {}

    /// Before the first feature. Where features have times, several may be of one thing; else each is a thing of its own.
    void begin(const std::string& name, bool has_times, bool count_frames, bad_rows* passed_over);
    /// Without a geometry none is taken.
    void add(const feature& one);
    void skip() { ++skipped_; }
    /// What was added were no features after all.
    void forget();

    std::uint64_t skipped() const noexcept { return skipped_; }
    std::uint64_t taken_as_boxes() const noexcept { return taken_as_boxes_; }
    /// Features whose number is their id.
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
