// Reads rows by GDAL's classic interface; that of Arrow took two thirds of the time, but numbers no invalid row.
// SPDX-License-Identifier: MIT
#include "source.hpp"

#include "drivers.hpp"

#include <cpl_string.h>
#include <cpl_vsi.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace quadrille::files::gdal {

namespace {

constexpr std::size_t rows_at_once = 256;

bool is_local(const std::string& name) {
    VSIStatBufL about{};
    return VSIStatExL(name.c_str(), &about, VSI_STAT_EXISTS_FLAG) == 0;
}

bool is_zipped(const char* name) {
    VSILFILE* const file = VSIFOpenL(name, "rb");
    if (file == nullptr) {
        return false;
    }
    std::string begin(4, '\0');
    const bool is_read = VSIFReadL(begin.data(), 1, begin.size(), file) == begin.size();
    VSIFCloseL(file);
    return is_read && begin == "PK\3\4";
}

held_dataset opened(const std::string& name, const char* driver) {
    const char* const drivers[] = {driver, nullptr};
    return held_dataset(GDALOpenEx(name.c_str(), GDAL_OF_VECTOR | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR,
                                   driver == nullptr ? nullptr : drivers, nullptr, nullptr));
}

/// Returns null if the system is unknown, or undefined as GeoPackages name it.
OGRSpatialReferenceH known_system_of(OGRLayerH layer) {
    OGRSpatialReferenceH const system = OGR_L_GetSpatialRef(layer);
    const char* const name = system == nullptr ? nullptr : OSRGetName(system);
    return name != nullptr && std::string_view(name).starts_with("Undefined ") ? nullptr : system;
}

std::string quoted(const char* text) { return std::string("\"") + text + '"'; }

std::string joined(const std::vector<std::string>& names) {
    constexpr std::size_t most = 20;
    std::string all;
    for (std::size_t which = 0; which < std::min(names.size(), most); ++which) {
        all += (which == 0 ? "" : ", ") + names[which];
    }
    return names.size() > most ? all + ", …" : all;
}

} // namespace

source::source(const char* name, const char* driver) {
    register_drivers(driver != nullptr);
    if (driver != nullptr && GDALGetDriverByName(driver) == nullptr) {
        throw failed{"the name of a driver that GDAL has (ogrinfo --formats lists them)", quoted(driver)};
    }
    dataset_ = opened(name, driver);
    if (!dataset_ && is_zipped(name)) {
        watch::installed().taken_error();
        dataset_ = opened(std::string("/vsizip/") + name, driver);
    }
    if (!dataset_) {
        throw failed{"", said_or("no driver of it knows what this is")};
    }
    demand_no_error();
}

void source::choose_layer(const char* name) {
    std::vector<std::string>& names = layer_names_;
    names.clear();
    const int count = GDALDatasetGetLayerCount(dataset_.get());
    for (int which = 0; which < count; ++which) {
        OGRLayerH const each = GDALDatasetGetLayer(dataset_.get(), which);
        if (each != nullptr && OGR_L_GetGeomType(each) != wkbNone) {
            layer_ = each;
            names.emplace_back(OGR_L_GetName(each));
        }
    }
    demand_no_error();
    if (name != nullptr) {
        layer_ = GDALDatasetGetLayerByName(dataset_.get(), name);
        watch::installed().taken_error();
    }
    if (names.empty() && layer_ == nullptr) {
        throw failed{"a layer with shapes", "none"};
    }
    if (name == nullptr && names.size() > 1) {
        throw failed{"--layer with the name of one of the layers: " + joined(names), "none"};
    }
    if (layer_ == nullptr) {
        throw failed{"one of the layers (--layer): " + joined(names), quoted(name)};
    }
    layer_name_ = OGR_L_GetName(layer_);
    layers_.clear();
    for (const std::string& each : names) {
        layers_.push_back(view_of(each));
    }
}

source::field source::field_called(const char* name) const {
    if (name == nullptr) {
        return {};
    }
    OGRFeatureDefnH const columns = OGR_L_GetLayerDefn(layer_);
    for (int which = 0; which < OGR_FD_GetFieldCount(columns); ++which) {
        if (std::string_view(OGR_Fld_GetNameRef(OGR_FD_GetFieldDefn(columns, which))) == name) {
            return {field::column, which};
        }
    }
    const int other_case = OGR_FD_GetFieldIndex(columns, name);
    const char* const of_numbers = OGR_L_GetFIDColumn(layer_);
    return other_case >= 0                                    ? field{field::column, other_case}
           : of_numbers != nullptr && EQUAL(of_numbers, name) ? field{field::number}
                                                              : field();
}

/// Returns the field that an option names.
source::field source::demanded(const char* name, const char* option) const {
    OGRFeatureDefnH const columns = OGR_L_GetLayerDefn(layer_);
    const field found = field_called(name);
    if (found.is == field::column &&
        OGR_Fld_GetSubType(OGR_FD_GetFieldDefn(columns, found.column_index)) == OFSTBoolean) {
        throw failed{std::string("a field with texts or numbers (") + option + ")", quoted(name) + " with booleans"};
    }
    if (found.is != field::none) {
        return found;
    }
    std::vector<std::string> names;
    names.reserve(static_cast<std::size_t>(OGR_FD_GetFieldCount(columns)));
    for (int which = 0; which < OGR_FD_GetFieldCount(columns); ++which) {
        names.emplace_back(OGR_Fld_GetNameRef(OGR_FD_GetFieldDefn(columns, which)));
    }
    throw failed{std::string("a field ") + quoted(name) + " (" + option + ")",
                 names.empty() ? std::string("no fields") : joined(names)};
}

void source::choose_ids_and_times(const wish& wanted) {
    const bool has_field = wanted.id != nullptr && std::string_view(wanted.id) != "-";
    name_ = has_field ? demanded(wanted.id, "--id") : wanted.id != nullptr ? field() : field_called("name");
    id_ = wanted.id != nullptr ? field() : field_called("id");
    time_ = wanted.time != nullptr ? demanded(wanted.time, "--t") : field();
    const bool has_ids = name_.is != field::none || id_.is != field::none;
    numbers_all_ = !has_ids || (wanted.id == nullptr && wanted.time == nullptr);
}

void source::choose_attributes(const wish& wanted) {
    attributes_.clear();
    taken_.clear();
    others_.clear();
    OGRFeatureDefnH const columns = OGR_L_GetLayerDefn(layer_);
    for (std::uint64_t each = 0; each < wanted.field_count; ++each) {
        if (const field found = field_called(wanted.fields[each]); found.is != field::none) {
            attributes_.push_back(found);
            taken_.push_back({wanted.fields[each], std::string_view(wanted.fields[each]).size()});
        }
    }
    for (int which = 0; which < OGR_FD_GetFieldCount(columns); ++which) {
        const char* const name = OGR_Fld_GetNameRef(OGR_FD_GetFieldDefn(columns, which));
        const bytes_view told = {name, std::string_view(name).size()};
        if (wanted.all_fields != 0) {
            attributes_.push_back({field::column, which});
            taken_.push_back(told);
        } else if (wanted.field_count > 0) {
            others_.push_back(told);
        }
    }
}

/// Ignores the other fields: they cannot cause errors then, and cost nothing.
void source::leave_other_fields() {
    OGRFeatureDefnH const columns = OGR_L_GetLayerDefn(layer_);
    CPLStringList left;
    left.AddString("OGR_STYLE");
    for (int which = 0; which < OGR_FD_GetFieldCount(columns); ++which) {
        const auto is_it = [&](const field& one) { return one.is == field::column && one.column_index == which; };
        if (!is_it(name_) && !is_it(id_) && !is_it(time_) &&
            std::none_of(attributes_.begin(), attributes_.end(), is_it)) {
            left.AddString(OGR_Fld_GetNameRef(OGR_FD_GetFieldDefn(columns, which)));
        }
    }
    OGR_L_SetIgnoredFields(layer_, const_cast<const char**>(left.List()));
    watch::installed().taken_error(); // drivers that read all fields report an error
}

/// Counts the rows of local files only. A database may change during the reading, and reports itself if it cannot go
/// on.
void source::count_rows() {
    if (is_local(GDALGetDescription(dataset_.get())) && OGR_L_TestCapability(layer_, OLCFastFeatureCount) != 0) {
        rows_said_ = static_cast<std::uint64_t>(std::max<GIntBig>(0, OGR_L_GetFeatureCount(layer_, 0)));
    }
}

/// GDAL reads a Shapefile whose table is damaged as one without a table.
void source::demand_table() const {
    const char* const driver = GDALGetDriverShortName(GDALGetDatasetDriver(dataset_.get()));
    if (!EQUAL(driver, "ESRI Shapefile") || OGR_FD_GetFieldCount(OGR_L_GetLayerDefn(layer_)) > 0) {
        return;
    }
    const CPLStringList files(GDALGetFileList(dataset_.get()));
    for (int which = 0; which < files.size(); ++which) {
        const std::string table = CPLResetExtension(files[which], "dbf");
        if (layer_name_ == CPLGetBasename(files[which]) && is_local(table)) {
            throw failed{"fields in " + table, "none"};
        }
    }
}

layer_facts source::begin(const wish& wanted) {
    choose_layer(wanted.layer);
    demand_table();
    OGRSpatialReferenceH const own = known_system_of(layer_);
    const bool is_brought = wanted.crs != nullptr && (own != nullptr || wanted.crs_is_optional == 0);
    change_ = is_brought ? reprojection(own, wanted.crs) : reprojection();
    crs_ = is_brought ? change_.name() : name_of(own);
    own_crs_ = change_ ? name_of(own) : std::string();
    choose_ids_and_times(wanted);
    choose_attributes(wanted);
    if (wanted.where == nullptr) {
        leave_other_fields();
        count_rows();
    } else if (OGR_L_SetAttributeFilter(layer_, wanted.where) != OGRERR_NONE) {
        watch::installed().hear_error("one that the driver does not understand");
    }
    has_condition_ = wanted.where != nullptr;
    demand_good_condition();
    OGR_L_ResetReading(layer_);
    demand_no_error();
    watch::installed().be_strict(true);
    layer_facts facts{};
    facts.name = view_of(layer_name_);
    facts.rows = rows_said_;
    facts.crs = view_of(crs_);
    facts.reprojected_of = change_ ? view_of(own_crs_) : bytes_view{};
    facts.taken = taken_.data();
    facts.taken_count = taken_.size();
    facts.others = others_.data();
    facts.others_count = others_.size();
    const std::string_view driver = GDALGetDriverShortName(GDALGetDatasetDriver(dataset_.get()));
    facts.driver = {driver.data(), driver.size()};
    facts.layers = layers_.data();
    facts.layer_count = layers_.size();
    facts.has_numbers_as_ids = std::uint8_t{name_.is != field::column && id_.is != field::column};
    return facts;
}

bool source::take(OGRFeatureH feature, const field& which, std::string& into) const {
    if (which.is == field::number) {
        into = std::to_string(OGR_F_GetFID(feature));
        return OGR_F_GetFID(feature) != OGRNullFID;
    }
    if (which.is == field::none || OGR_F_IsFieldSetAndNotNull(feature, which.column_index) == 0) {
        return false;
    }
    into = OGR_F_GetFieldAsString(feature, which.column_index);
    return true;
}

/// Writes a field that the source knows as a time in ISO 8601, and other fields as they are.
bool source::take_time(OGRFeatureH feature, std::string& into) const {
    if (!take(feature, time_, into) || time_.is != field::column) {
        return time_.is == field::number;
    }
    const int which = time_.column_index;
    OGRFieldDefnH const of = OGR_FD_GetFieldDefn(OGR_L_GetLayerDefn(layer_), which);
    std::array<int, 6> at{}; // the year, month, day, hour, minute and zone
    float seconds = 0;
    const bool is_date = OGR_Fld_GetType(of) == OFTDate || OGR_Fld_GetType(of) == OFTDateTime;
    if (!is_date ||
        OGR_F_GetFieldAsDateTimeEx(feature, which, &at[0], &at[1], &at[2], &at[3], &at[4], &seconds, &at[5]) == 0) {
        return true;
    }
    constexpr int utc = 100; // a zone is 100 plus quarters of an hour; 0 is unknown, 1 is local
    const int quarters = at[5] > 1 ? at[5] - utc : 0;
    std::array<char, 64> text{};
    const int length = std::snprintf(text.data(), text.size(), "%04d-%02d-%02dT%02d:%02d:%06.3f%c%02d:%02d", at[0],
                                     at[1], at[2], at[3], at[4], static_cast<double>(seconds), quarters < 0 ? '-' : '+',
                                     std::abs(quarters) / 4, std::abs(quarters) % 4 * 15);
    into.assign(text.data(), static_cast<std::size_t>(length));
    return true;
}

/// Writes numbers with as many digits as distinguish them from all others.
value source::attribute_of(OGRFeatureH feature, const field& which, std::string& into) const {
    if (!take(feature, which, into)) {
        return {};
    }
    if (which.is == field::number) {
        return {view_of(into), 1};
    }
    OGRFieldDefnH const of = OGR_FD_GetFieldDefn(OGR_L_GetLayerDefn(layer_), which.column_index);
    const OGRFieldType type = OGR_Fld_GetType(of);
    bool is_plain = type == OFTInteger || type == OFTInteger64;
    if (OGR_Fld_GetSubType(of) == OFSTBoolean && is_plain) {
        into = OGR_F_GetFieldAsInteger(feature, which.column_index) != 0 ? "true" : "false";
    } else if (type == OFTReal) {
        std::array<char, 32> digits{};
        const double number = OGR_F_GetFieldAsDouble(feature, which.column_index);
        into.assign(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr);
        is_plain = std::isfinite(number);
    }
    return {view_of(into), std::uint8_t{is_plain}};
}

bool source::take_geometry(OGRFeatureH feature, std::string& into) {
    held_geometry shape(OGR_F_StealGeometry(feature));
    if (!shape || OGR_G_IsEmpty(shape.get()) != 0) {
        return false;
    }
    if (OGR_G_HasCurveGeometry(shape.get(), 1) != 0) {
        shape.reset(OGR_G_GetLinearGeometry(shape.get(), 0, nullptr));
    }
    if (change_ && shape && !change_.apply_to(shape.get())) {
        throw failed{"coordinates that can be brought into " + crs_, said_or("others"), rows_read_};
    }
    into.resize(shape ? static_cast<std::size_t>(OGR_G_WkbSize(shape.get())) : 0);
    if (!shape ||
        OGR_G_ExportToIsoWkb(shape.get(), wkbNDR, reinterpret_cast<unsigned char*>(into.data())) != OGRERR_NONE) {
        throw failed{"", said_or("its geometry cannot be given on"), rows_read_};
    }
    return true;
}

row source::taken(OGRFeatureH feature, texts& into) {
    row made{};
    if (take_geometry(feature, into.geometry)) {
        made.geometry = view_of(into.geometry);
    }
    const bool has_id = (take(feature, name_, into.id) && !into.id.empty()) ||
                        (take(feature, id_, into.id) && !into.id.empty()) ||
                        (numbers_all_ && take(feature, {field::number}, into.id));
    if (has_id) {
        made.id = view_of(into.id);
    }
    if (time_.is != field::none && take_time(feature, into.time)) {
        made.time = view_of(into.time);
    }
    into.attributes.resize(attributes_.size());
    into.values.resize(attributes_.size());
    for (std::size_t each = 0; each < attributes_.size(); ++each) {
        into.values[each] = attribute_of(feature, attributes_[each], into.attributes[each]);
    }
    made.values = into.values.data();
    return made;
}

/// Databases evaluate the condition when the first row is read.
void source::demand_good_condition() const {
    if (std::string said = has_condition_ ? watch::installed().taken_error() : std::string(); !said.empty()) {
        throw failed{"a condition in SQL that is right for the layer (--where)", std::move(said)};
    }
}

batch source::next() {
    rows_.clear();
    texts_.resize(rows_at_once);
    while (rows_.size() < rows_at_once) {
        const held_feature feature(OGR_L_GetNextFeature(layer_));
        if (rows_read_ == 0) {
            demand_good_condition();
        }
        demand_no_error(rows_read_ + 1);
        if (!feature) {
            if (rows_said_ > 0 && rows_read_ != rows_said_) {
                throw failed{std::to_string(rows_said_) + " features, as the layer says itself",
                             std::to_string(rows_read_)};
            }
            break;
        }
        ++rows_read_;
        rows_.push_back(taken(feature.get(), texts_[rows_.size()]));
        demand_no_error(rows_read_);
    }
    return {rows_.data(), rows_.size()};
}

} // namespace quadrille::files::gdal
