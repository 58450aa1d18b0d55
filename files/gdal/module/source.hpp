// A source that GDAL has opened, and its layer that is read.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_GDAL_MODULE_SOURCE_HPP
#define QUADRILLE_FILES_GDAL_MODULE_SOURCE_HPP

#include "failed.hpp"
#include "files/gdal/interface.hpp"
#include "handles.hpp"
#include "reprojection.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace quadrille::files::gdal {

struct source {
    /// Throws `failed` if GDAL cannot open it.
    source(const char* name, const char* driver);

    layer_facts begin(const wish& wanted);
    batch next();

    /// The memory of the results of calls.
    failed wrong;
    std::string warning;

private:
    /// A field by its index, the number of the row, or none.
    struct field {
        enum kind : std::uint8_t { none, column, number };
        kind is = none;
        int column_index = -1;
    };
    /// The memory of a row.
    struct texts {
        std::string geometry;
        std::string id;
        std::string time;
        std::vector<std::string> attributes;
        std::vector<value> values;
    };

    void choose_layer(const char* name);
    field field_called(const char* name) const;
    void choose_attributes(const wish& wanted);
    void leave_other_fields();
    value attribute_of(OGRFeatureH feature, const field& which, std::string& into) const;
    void count_rows();
    void demand_table() const;
    void demand_good_condition() const;
    row taken(OGRFeatureH feature, texts& into);
    bool take_geometry(OGRFeatureH feature, std::string& into);
    bool take_time(OGRFeatureH feature, std::string& into) const;
    void choose_ids_and_times(const wish& wanted);
    field demanded(const char* name, const char* option) const;
    bool take(OGRFeatureH feature, const field& which, std::string& into) const;

    held_dataset dataset_;
    OGRLayerH layer_ = nullptr; ///< owned by the dataset
    std::string layer_name_;
    std::vector<std::string> layer_names_; ///< the names of all layers with shapes
    std::vector<bytes_view> layers_;
    reprojection change_;
    std::string crs_;
    std::string own_crs_;
    bool has_condition_ = false;
    field name_;
    field id_;
    field time_;
    bool numbers_all_ = false; ///< a row without an id gets a number
    std::vector<field> attributes_;
    std::vector<bytes_view> taken_;  ///< the names of the attributes
    std::vector<bytes_view> others_; ///< the names of further fields
    std::uint64_t rows_said_ = 0;    ///< from the file; 0 if the file does not have it
    std::uint64_t rows_read_ = 0;
    std::vector<texts> texts_;
    std::vector<row> rows_;
};

} // namespace quadrille::files::gdal

#endif
