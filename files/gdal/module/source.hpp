// What GDAL has opened, and the layer of it that is read.
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
    /// Throws `failed` where GDAL cannot open it.
    source(const char* name, const char* driver);

    layer_facts begin(const wish& wanted);
    batch next();

    /// The memory of what a call has answered.
    failed wrong;
    std::string warning;

private:
    /// A field by its index; the row's own number; or none.
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
    OGRLayerH layer_ = nullptr; ///< the dataset's
    std::string layer_name_;
    std::vector<std::string> layer_names_; ///< of all with shapes
    std::vector<bytes_view> layers_;
    reprojection change_;
    std::string crs_;
    std::string own_crs_;
    bool has_condition_ = false;
    field name_;
    field id_;
    field time_;
    bool numbers_all_ = false; ///< what has no id of its own gets a number
    std::vector<field> attributes_;
    std::vector<bytes_view> taken_;  ///< names of the attributes
    std::vector<bytes_view> others_; ///< names of further fields
    std::uint64_t rows_said_ = 0;    ///< as the file says; 0 where it does not
    std::uint64_t rows_read_ = 0;
    std::vector<texts> texts_;
    std::vector<row> rows_;
};

} // namespace quadrille::files::gdal

#endif
