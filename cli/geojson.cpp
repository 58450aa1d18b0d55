// Reads the shapes of GeoJSON, feature by feature, and rejects invalid ones.
// SPDX-License-Identifier: MIT
#include "cli/reading/crs.hpp"
#include "coordinates.hpp"
#include "errors.hpp"
#include "feature_layer.hpp"
#include "json_reader.hpp"
#include "readers.hpp"

#include <quadrille/config.hpp>
#include <quadrille/geometry.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace quadrille::cli {

namespace {

/// A type of geometry, how deep its coordinates are nested (0 is one position), and what the parts are that they draw.
struct geometry_type {
    std::string_view name;
    std::size_t nesting;
    part_kind parts;
};
constexpr std::array<geometry_type, 6> geometry_types = {{{"Point", 0, part_kind::point},
                                                          {"MultiPoint", 1, part_kind::point},
                                                          {"LineString", 1, part_kind::line},
                                                          {"MultiLineString", 2, part_kind::line},
                                                          {"Polygon", 2, part_kind::first_ring},
                                                          {"MultiPolygon", 3, part_kind::first_ring}}};

const geometry_type* geometry_type_of(std::string_view name) {
    const auto* const found = std::find_if(geometry_types.begin(), geometry_types.end(),
                                           [&](const geometry_type& each) { return each.name == name; });
    return found == geometry_types.end() ? nullptr : found;
}

// The standard advises against any nesting of collections.
constexpr int deepest_collection = 16;

/// What an object may be, as a set.
enum object_role : std::uint8_t { collection_role = 1, feature_role = 2, geometry_role = 4 };

/// The members that are read, if the object has the role; all others are skipped.
struct member_role {
    std::string_view name;
    std::uint8_t role;
};
constexpr std::array<member_role, 8> members = {{{"type", collection_role | feature_role | geometry_role},
                                                 {"features", collection_role},
                                                 {"geometry", feature_role},
                                                 {"properties", feature_role},
                                                 {"id", feature_role},
                                                 {"coordinates", geometry_role},
                                                 {"geometries", geometry_role},
                                                 {"crs", collection_role | feature_role | geometry_role}}};

/// Thrown where the content of a file, not its syntax, is wrong: the reading can go on behind the value.
struct bad_content {
    fault error;
    bool is_certain = false; ///< whatever the type of the object
};

/// The bounds of a geometry, whether it is a single point, and, if they are wanted, its vertices.
struct extent {
    box<double> bounds = empty_box<double>();
    bool is_point = false;
    std::string_view type = {};
    geometry drawn = {};
};

/// The value of a member: it may be missing, or wrong, which does not matter if it is not needed.
template <class Value>
struct answer {
    std::optional<Value> value;
    std::optional<fault> wrong;

    bool is_missing() const noexcept { return !value && !wrong; }
    const Value& get() const {
        if (!value || wrong) {
            throw bad_content{wrong.value_or(fault{})};
        }
        return *value;
    }
};

/// An object whose members come in any order, its type perhaps last.
struct known_members {
    json_place place;
    std::bitset<members.size()> seen;
    std::string type;
    json_place type_place;
    answer<std::string> type_text;
    answer<bool> features;
    answer<std::optional<extent>> geometry; ///< nothing for null
    answer<std::string> name;               ///< as the properties give it
    std::optional<std::string> label;       ///< the property that was asked for
    answer<extent> geometries;
    answer<std::string> id;
    bool has_coordinates = false;
    coordinates places;
};

class geojson_reader {
public:
    geojson_reader(feature_sink& into, const reading& how, std::string_view label_property)
        : into_(into), skips_bad_(how.skips_bad), label_property_(label_property),
          with_vertices_(into.wants_vertices()) {}

    geojson_report read(text_file file) &&;
    /// Each value for itself; it ends with this byte.
    geojson_report read_records(text_file file, char ending) &&;

private:
    void take_values();
    void take_record(const std::string& name, std::string_view text, std::uint64_t line);
    void pass_over(const bad_content& wrong, std::size_t outside);
    /// As far as is known, the file has one value.
    bool is_alone() const noexcept { return values_ == 1 && !are_records_; }
    void take_root();
    known_members take_object(std::uint8_t roles, int depth);
    void take_member(known_members& object, std::size_t which, int depth);
    void take_features();
    void take_crs();
    void take_feature();
    void add_feature(const known_members& object);
    extent take_geometry(int depth);
    extent take_geometries(int depth);
    extent geometry_in(const known_members& object, int depth, std::string_view type_wanted) const;
    std::string take_name(std::optional<std::string>& label);
    void next_value_of(const std::string& property);
    std::string label_here() const;
    std::string take_id(const char* name);
    void add_row(std::string_view id, const std::optional<std::string>& label, const extent& geometry);

    /// Calls `take`, which takes the value that has just begun, and notes its answer or what was wrong.
    template <class Value, class Take>
    void attempt(answer<Value>& into, bool is_sure, Take take) {
        const bool is_container = json_.event() == json_event::object || json_.event() == json_event::array;
        const std::size_t outside = json_.depth() - (is_container ? 1 : 0);
        try {
            into.value = take();
        } catch (const bad_content& wrong) {
            if (is_sure || wrong.is_certain) {
                throw;
            }
            into.wrong = wrong.error;
            json_.leave(outside);
        }
    }

    json_reader json_ = json_reader(text_file("", {}, 0, false, ""));
    feature_sink& into_;
    bool skips_bad_;
    bool are_records_ = false;      ///< the values of the file are read one by one
    bool is_in_collection_ = false; ///< the present value
    std::string label_property_;    ///< none when empty
    bool with_vertices_;
    std::uint64_t features_ = 0; ///< so far, those without geometry included
    std::uint64_t values_ = 0;   ///< of the file, the present one included
    geojson_report report_;
    std::optional<std::string> crs_;
};

[[noreturn]] void reject(const json_place& place, std::string_view wanted, std::string found) {
    throw bad_content{{place, std::string(wanted), std::move(found)}};
}

[[noreturn]] void reject_without(const json_place& place, std::string_view name) {
    reject(place, fmt::format("an object with the member \"{}\"", name), "one without");
}

[[noreturn]] void reject_repeated_member(const json_place& place, const std::string& name) {
    throw bad_content{{place, "each member once", name + " again"}, true};
}

/// The type of an object that needs one.
const std::string& type_in(const known_members& object) {
    if (object.type_text.is_missing()) {
        reject_without(object.place, "type");
    }
    return object.type_text.get();
}

// ---- Objects --------------------------------------------------------------------------------------------------------

known_members geojson_reader::take_object(std::uint8_t roles, int depth) {
    if (json_.event() != json_event::object) {
        reject(json_.place(), "an object", json_.shown());
    }
    known_members object;
    object.place = json_.place();
    while (json_.next() == json_event::key) {
        const auto* const known = std::find_if(members.begin(), members.end(),
                                               [&](const member_role& each) { return each.name == json_.text(); });
        if (known == members.end()) {
            json_.next();
            json_.skip();
            continue;
        }
        const auto which = static_cast<std::size_t>(known - members.begin());
        if (object.seen[which]) {
            reject_repeated_member(json_.place(), fmt::format("\"{}\"", known->name));
        }
        object.seen[which] = true;
        json_.next();
        if ((known->role & roles) == 0) {
            json_.skip();
            continue;
        }
        take_member(object, which, depth);
        if (const auto& type = object.type_text.value; which == 0 && type) {
            roles &= *type == "FeatureCollection" ? collection_role : *type == "Feature" ? feature_role : geometry_role;
        }
    }
    return object;
}

void geojson_reader::take_member(known_members& object, std::size_t which, int depth) {
    const bool is_sure = object.type_text.value.has_value();
    const std::string_view type = is_sure ? std::string_view(*object.type_text.value) : std::string_view();
    const std::string_view name = members[which].name;
    if (name == "type") {
        object.type_place = json_.place();
        attempt(object.type_text, false, [&] {
            if (json_.event() != json_event::text) {
                reject(json_.place(), "a type of GeoJSON", json_.shown());
            }
            return std::string(json_.text());
        });
    } else if (name == "features" && !is_alone() && !is_sure) {
        // The features of values before cannot be told from these, if these are none.
        object.features.wrong = {json_.place(), "\"features\" behind \"type\" where a file has several values",
                                 "it before"};
        json_.skip();
    } else if (name == "crs") {
        take_crs();
    } else if (name == "features") {
        attempt(object.features, is_sure, [&] { return take_features(), true; });
    } else if (name == "geometry") {
        attempt(object.geometry, is_sure,
                [&] { return json_.event() == json_event::null ? std::nullopt : std::optional(take_geometry(0)); });
    } else if (name == "properties") {
        attempt(object.name, false, [&] { return take_name(object.label); });
    } else if (name == "id") {
        attempt(object.id, false, [&] { return take_id("id"); });
    } else if (name == "geometries" && depth < deepest_collection && (!is_sure || type == "GeometryCollection")) {
        attempt(object.geometries, is_sure, [&] { return take_geometries(depth + 1); });
    } else if (const geometry_type* const known = geometry_type_of(type);
               name == "coordinates" && (!is_sure || known != nullptr)) {
        object.has_coordinates = true;
        object.places.take(json_, is_sure ? known->nesting : 0, is_sure ? known->nesting : coordinates::deepest,
                           with_vertices_);
    } else {
        json_.skip();
    }
}

// ---- Features -------------------------------------------------------------------------------------------------------

void geojson_reader::take_root() {
    ++values_;
    if (json_.next() != json_event::object) {
        const fault no_object = {json_.place(), "an object", json_.shown()};
        json_.skip();
        throw bad_content{no_object};
    }
    const known_members root = take_object(collection_role | feature_role | geometry_role, 0);
    const std::string& type = type_in(root);
    if (type == "FeatureCollection") {
        if (root.features.is_missing()) {
            reject_without(root.place, "features");
        }
        root.features.get();
        return;
    }
    if (is_alone()) { // features of an object that is no collection are ignored
        into_.forget();
        features_ = 0;
        report_.bad = {};
    }
    ++features_;
    type == "Feature" ? add_feature(root) : add_row("", {}, geometry_in(root, 0, "a type of GeoJSON"));
}

void geojson_reader::take_features() {
    if (json_.event() != json_event::array) {
        reject(json_.place(), "an array of features", json_.shown());
    }
    is_in_collection_ = true;
    const std::size_t outside = json_.depth();
    while (json_.next() != json_event::end) {
        try {
            take_feature();
        } catch (const bad_content& wrong) {
            if (!skips_bad_) {
                throw;
            }
            pass_over(wrong, outside);
        }
    }
    is_in_collection_ = false;
}

/// The system that coordinates are of, which GeoJSON before RFC 7946 names: by a name, a link or a code.
void geojson_reader::take_crs() {
    const json_place place = json_.place();
    std::string name(json_.event() == json_event::text ? json_.text() : "");
    if (json_.event() == json_event::null) {
        return;
    }
    const std::size_t outside = json_.depth() - (json_.event() == json_event::object ? 1 : 0);
    while (json_.depth() > outside && json_.event() != json_event::array) {
        if (json_.next() != json_event::key) {
            continue;
        }
        const bool is_name = json_.text() == "name" || json_.text() == "href" || json_.text() == "code";
        json_.next();
        if (is_name && (json_.event() == json_event::text || json_.event() == json_event::number)) {
            name = json_.text();
        } else if (json_.event() == json_event::array) {
            json_.skip();
        }
    }
    json_.skip();
    std::string found = crs_called(name);
    if (crs_ && *crs_ != found) {
        reject(place, fmt::format("one crs in a file, {} as before", crs_->empty() ? "longitude and latitude" : *crs_),
               found.empty() ? "longitude and latitude" : found);
    }
    crs_ = std::move(found);
}

void geojson_reader::take_feature() {
    ++features_;
    const known_members object = take_object(feature_role, 0);
    if (const std::string& type = type_in(object); type != "Feature") {
        reject(object.type_place, "the type \"Feature\"", shown(type));
    }
    add_feature(object);
}

void geojson_reader::add_feature(const known_members& object) {
    if (object.geometry.is_missing()) {
        reject_without(object.place, "geometry");
    }
    const std::optional<extent>& geometry = object.geometry.get();
    if (!geometry) {
        into_.skip();
        return;
    }
    const bool has_name = !object.name.is_missing() && !object.name.get().empty();
    const bool has_id = !has_name && !object.id.is_missing();
    add_row(has_name ? object.name.get() : has_id ? object.id.get() : std::string(), object.label, *geometry);
}

void geojson_reader::add_row(std::string_view id, const std::optional<std::string>& label, const extent& geometry) {
    into_.add({id, features_, geometry.bounds, geometry.is_point, label,
               geometry.is_point ? geometry_view() : geometry_view(geometry.drawn), geometry.type});
}

/// Goes to the value of a property.
void geojson_reader::next_value_of(const std::string& property) {
    json_.next();
    if (into_.wants_properties()) {
        const bool is_plain = json_.event() != json_event::object && json_.event() != json_event::array;
        into_.property(property, json_.event(), is_plain ? json_.text() : std::string_view());
    }
}

/// The name or number that properties give; empty where there is none. And the property that is the label, if there is one.
std::string geojson_reader::take_name(std::optional<std::string>& label) {
    if (json_.event() == json_event::null) {
        return {};
    }
    if (json_.event() != json_event::object) {
        reject(json_.place(), "an object or null", json_.shown());
    }
    constexpr std::array<const char*, 2> names = {"name", "id"};
    std::array<answer<std::string>, names.size()> found;
    while (json_.next() == json_event::key) {
        const auto* const known = std::find(names.begin(), names.end(), json_.text());
        const std::string property(into_.wants_properties() ? json_.text() : std::string_view());
        const bool is_label = !label_property_.empty() && json_.text() == label_property_;
        if (is_label && label) {
            reject_repeated_member(json_.place(), shown(label_property_));
        }
        if (known == names.end()) {
            next_value_of(property);
            if (is_label) {
                label = label_here();
            }
            json_.skip();
            continue;
        }
        auto& into = found[static_cast<std::size_t>(known - names.begin())];
        if (!into.is_missing()) {
            reject_repeated_member(json_.place(), fmt::format("\"{}\"", *known));
        }
        next_value_of(property);
        if (is_label) {
            label = label_here();
        }
        attempt(into, false, [&] { return take_id(*known); });
    }
    for (const auto& each : found) {
        if (!each.is_missing() && !each.get().empty()) {
            return each.get();
        }
    }
    return {};
}

/// The value that has just begun as a label: what is no text, number, true or false is an empty one, and so is a text that is cut.
std::string geojson_reader::label_here() const {
    if (json_.event() == json_event::text && json_.is_cut()) {
        return {};
    }
    switch (json_.event()) {
    case json_event::text:
    case json_event::number:
    case json_event::boolean: return std::string(json_.text());
    default: return {};
    }
}

/// A text or number as an id; empty for null.
std::string geojson_reader::take_id(const char* name) {
    if (json_.event() == json_event::null) {
        return {};
    }
    if (json_.event() == json_event::number) {
        const bool is_whole = json_.text().find_first_of(".eE") == std::string_view::npos;
        return is_whole ? std::string(json_.text()) : nlohmann::json(json_.number()).dump();
    }
    if (json_.event() != json_event::text) {
        reject(json_.place(), fmt::format("a text or a number for \"{}\"", name), json_.shown());
    }
    if (json_.is_cut()) {
        reject(json_.place(), fmt::format("a text of at most {} bytes for \"{}\"", json_reader::max_text, name),
               "a longer one");
    }
    if (first_non_text(json_.text()) != std::string_view::npos) {
        reject(json_.place(), fmt::format("a text without the character 0 for \"{}\"", name), shown(json_.text()));
    }
    return std::string(json_.text());
}

// ---- Geometries -----------------------------------------------------------------------------------------------------

extent geojson_reader::take_geometry(int depth) {
    return geometry_in(take_object(geometry_role, depth), depth, "a type of geometry");
}

extent geojson_reader::geometry_in(const known_members& object, int depth, std::string_view type_wanted) const {
    const std::string& type = type_in(object);
    if (type == "GeometryCollection") {
        if (depth == deepest_collection) {
            reject(object.place, fmt::format("collections within each other {} deep at most", depth), "more");
        }
        if (object.geometries.is_missing()) {
            reject_without(object.place, "geometries");
        }
        return object.geometries.get();
    }
    const geometry_type* const known = geometry_type_of(type);
    if (known == nullptr) {
        reject(object.type_place, type_wanted, shown(type));
    }
    if (!object.has_coordinates) {
        reject_without(object.place, "coordinates");
    }
    if (const auto& wrong = object.places.fault_of(known->nesting)) {
        throw bad_content{*wrong};
    }
    extent found = {object.places.bounds(), known->nesting == 0, known->name};
    if (with_vertices_) {
        object.places.draw(known->nesting, known->parts, found.drawn);
    }
    return found;
}

extent geojson_reader::take_geometries(int depth) {
    if (json_.event() != json_event::array || json_.shown() == "an empty array") {
        reject(json_.place(), "an array of geometries", json_.shown());
    }
    extent all;
    all.type = "GeometryCollection";
    while (json_.next() != json_event::end) {
        const extent one = take_geometry(depth);
        all.bounds = united(all.bounds, one.bounds);
        all.drawn.append(one.drawn);
    }
    return all;
}

// ---- The whole ------------------------------------------------------------------------------------------------------

void geojson_reader::pass_over(const bad_content& wrong, std::size_t outside) {
    json_.leave(outside); // what is behind may be worse
    report_.bad.add(json_.fault_at(wrong.error.place, wrong.error.wanted, wrong.error.found));
}

/// All of a text.
void geojson_reader::take_values() {
    try {
        std::optional<bad_content> first_wrong;
        json_.next_text();
        for (bool is_first = true;; is_first = false) {
            const std::uint64_t features = features_;
            try {
                take_root();
            } catch (const bad_content& wrong) {
                if (!skips_bad_ || are_records_) {
                    throw;
                }
                pass_over(wrong, 0);
                features_ = std::max(features_, features + 1);
                first_wrong = is_first ? std::optional(wrong) : first_wrong;
            }
            if (!json_.next_text()) {
                break;
            }
        }
        json_.next();
        if (is_alone() && first_wrong) { // there is nothing else
            throw bad_content(*first_wrong);
        }
    } catch (const bad_content& wrong) {
        json_.reject(wrong.error.place, wrong.error.wanted, wrong.error.found);
    }
}

geojson_report geojson_reader::read(text_file file) && {
    json_ = json_reader(std::move(file));
    take_values();
    report_.values = values_;
    report_.crs = crs_.value_or("");
    return std::move(report_);
}

void geojson_reader::take_record(const std::string& name, std::string_view text, std::uint64_t line) {
    const std::uint64_t features = features_;
    const std::uint64_t values = values_;
    try {
        json_ = json_reader(text_file(name, {text.begin(), text.end()}, 0, false, ""), line);
        take_values();
    } catch (const bad_row& wrong) {
        if (is_in_collection_) { // some of its features may have been taken, and the others would be lost
            throw;
        }
        report_.bad.add(wrong);
        features_ = std::max(features_, features + 1);
    }
    values_ = std::max(values_, values + 1);
}

geojson_report geojson_reader::read_records(text_file file, char ending) && {
    constexpr std::size_t longest = std::size_t{1} << 28U;
    const std::string begin(ending == text_file::record_separator ? 1 : 0, ending); // for the columns of messages
    are_records_ = true;
    std::uint64_t line = 1;
    for (std::string record; file.append_line(record, longest, ending); record = begin) {
        std::string_view text = record;
        text.remove_prefix(text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0);
        text.remove_suffix(text.ends_with(text_file::record_separator) ? 1 : 0);
        if (record.size() > longest) {
            throw bad_input(fmt::format("{}:{}:1: wanted a value of at most {} bytes, found a longer one", file.name(),
                                        line, longest));
        }
        if (text.find_first_not_of(" \t\r\n\x1E") != std::string_view::npos) {
            take_record(file.name(), text, line);
        }
        line += static_cast<std::uint64_t>(std::count(record.begin(), record.end(), '\n'));
    }
    report_.values = values_;
    report_.crs = crs_.value_or("");
    return std::move(report_);
}

/// What each value of a file ends with, by its beginning: none where values cannot be told apart without reading them.
std::optional<char> ending_of_values(std::string_view sample) {
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t first = std::min(sample.find_first_not_of(blanks), sample.size());
    const std::size_t end_of_first = std::min(sample.find('\n', first), sample.size());
    const std::size_t second = std::min(sample.find_first_not_of(blanks, end_of_first), sample.size());
    if (sample.substr(first).starts_with(text_file::record_separator)) {
        return text_file::record_separator;
    }
    const auto without_blanks = [&](std::string_view line) {
        return line.substr(0, line.find_last_not_of(blanks) + 1);
    };
    const std::string_view line = without_blanks(sample.substr(first, end_of_first - first));
    const std::string_view next = without_blanks(sample.substr(second, sample.find('\n', second) - second));
    const bool may_go_on = line.find("\"FeatureCollection\"") != std::string_view::npos;
    // One of the two may be bad.
    const bool are_lines =
        !may_go_on && line.starts_with('{') && next.starts_with('{') && (line.ends_with('}') || next.ends_with('}'));
    return are_lines ? std::optional('\n') : std::nullopt;
}

} // namespace

geojson_report read_geojson(text_file file, feature_sink& into, const reading& how, std::string_view label_property) {
    into.begin(file.name());
    geojson_reader reader(into, how, label_property);
    const auto ending = how.skips_bad ? ending_of_values(file.sample()) : std::nullopt;
    return ending ? std::move(reader).read_records(std::move(file), *ending) : std::move(reader).read(std::move(file));
}

layer read_geojson(text_file file, const reading& how, std::string_view label_property) {
    feature_layer built(!label_property.empty(), how.with_vertices);
    geojson_report report = read_geojson(std::move(file), built, how, label_property);
    layer read = std::move(built).finish();
    report.bad.tell(read.name, how);
    read.crs = std::move(report.crs);
    return read;
}

} // namespace quadrille::cli
