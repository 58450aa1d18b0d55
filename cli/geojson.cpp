// Takes the shapes out of GeoJSON, and refuses what is none.
// SPDX-License-Identifier: MIT
#include "errors.hpp"
#include "json_text.hpp"
#include "readers.hpp"

#include <quadrille/geometry.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace quadrille::cli {

namespace {

using nlohmann::json;

/// A type of geometry and how deep its coordinates are nested: 0 is one position.
struct geometry_type {
    std::string_view name;
    int nesting;
};
constexpr std::array<geometry_type, 6> geometry_types = {
    {{"Point", 0}, {"MultiPoint", 1}, {"LineString", 1}, {"MultiLineString", 2}, {"Polygon", 2}, {"MultiPolygon", 3}}};

// The standard advises against any nesting of collections.
constexpr int deepest_collection = 16;

struct feature {
    std::string id;
    box<double> bounds;
};

class geojson_reader {
public:
    explicit geojson_reader(const json_text& text) : text_(text) {}

    void take_root();
    layer finish() &&;

private:
    const json& member(const json_step& place, const json& object, const char* name) const;
    const std::string& type_of(const json_step& place, const json& object) const;
    void take_feature(const json_step& place, const json& value);
    void take_geometry(const json_step& place, const json& value, int depth);
    void take_coordinates(const json_step& place, const json& value, int nesting);
    void take_position(const json_step& place, const json& value);
    std::string own_id(const json_step& place, const json& value) const;
    void make_ids_differ();

    const json_text& text_;
    std::vector<feature> features_;
    box<double> bounds_ = nothing<double>(); ///< of the feature at hand
    bool all_points_ = true;
};

// ---- Features -------------------------------------------------------------------------------------------------------

const json& geojson_reader::member(const json_step& place, const json& object, const char* name) const {
    if (!object.is_object()) {
        text_.refuse(place, "an object", shown_json(object));
    }
    const auto found = object.find(name);
    if (found == object.end()) {
        text_.refuse(place, fmt::format("an object with the member \"{}\"", name), "one without");
    }
    return *found;
}

const std::string& geojson_reader::type_of(const json_step& place, const json& object) const {
    const json& type = member(place, object, "type");
    if (!type.is_string()) {
        text_.refuse({&place, "type"}, "a type of GeoJSON", shown_json(type));
    }
    return type.get_ref<const std::string&>();
}

void geojson_reader::take_root() {
    const json_step root;
    const std::string& type = type_of(root, text_.root());
    if (type == "Feature") {
        take_feature(root, text_.root());
        return;
    }
    if (type != "FeatureCollection") {
        take_geometry(root, text_.root(), 0);
        features_.push_back({"", bounds_});
        return;
    }
    const json_step place{&root, "features"};
    const json& features = member(root, text_.root(), "features");
    if (!features.is_array()) {
        text_.refuse(place, "an array of features", shown_json(features));
    }
    for (std::size_t index = 0; index < features.size(); ++index) {
        take_feature({&place, {}, index}, features[index]);
    }
}

void geojson_reader::take_feature(const json_step& place, const json& value) {
    if (const std::string& type = type_of(place, value); type != "Feature") {
        text_.refuse({&place, "type"}, "the type \"Feature\"", shown(type));
    }
    bounds_ = nothing<double>();
    take_geometry({&place, "geometry"}, member(place, value, "geometry"), 0);
    features_.push_back({own_id(place, value), bounds_});
}

/// Its name, or its number, as its properties or the feature itself give it; empty where there is none.
std::string geojson_reader::own_id(const json_step& place, const json& value) const {
    const auto text_in = [&](const json_step& at, const json& object, const char* name) -> std::string {
        const auto found = object.find(name);
        if (found == object.end() || found->is_null()) {
            return {};
        }
        if (found->is_number()) {
            return found->dump();
        }
        if (!found->is_string()) {
            text_.refuse({&at, name}, fmt::format("a text or a number for \"{}\"", name), shown_json(*found));
        }
        const auto& text = found->get_ref<const std::string&>();
        if (first_non_text(text) != std::string::npos) {
            text_.refuse({&at, name}, fmt::format("a text without the character 0 for \"{}\"", name), shown(text));
        }
        return text;
    };
    if (const auto properties = value.find("properties"); properties != value.end() && !properties->is_null()) {
        const json_step at{&place, "properties"};
        if (!properties->is_object()) {
            text_.refuse(at, "an object or null", shown_json(*properties));
        }
        for (const char* const name : {"name", "id"}) {
            if (std::string text = text_in(at, *properties, name); !text.empty()) {
                return text;
            }
        }
    }
    return text_in(place, value, "id");
}

// ---- Geometries -----------------------------------------------------------------------------------------------------

void geojson_reader::take_geometry(const json_step& place, const json& value, int depth) {
    const std::string& type = type_of(place, value);
    if (type == "GeometryCollection") {
        if (depth == deepest_collection) {
            text_.refuse(place, fmt::format("collections within each other {} deep at most", depth), "more");
        }
        const json_step inside{&place, "geometries"};
        const json& geometries = member(place, value, "geometries");
        if (!geometries.is_array() || geometries.empty()) {
            text_.refuse(inside, "an array of geometries", shown_json(geometries));
        }
        for (std::size_t index = 0; index < geometries.size(); ++index) {
            take_geometry({&inside, {}, index}, geometries[index], depth + 1);
        }
        all_points_ = false;
        return;
    }
    const auto* const known = std::find_if(geometry_types.begin(), geometry_types.end(),
                                           [&](const geometry_type& each) { return each.name == type; });
    if (known == geometry_types.end()) {
        text_.refuse({&place, "type"}, place.above == nullptr ? "a type of GeoJSON" : "a type of geometry",
                     shown(type));
    }
    all_points_ = all_points_ && known->nesting == 0;
    take_coordinates({&place, "coordinates"}, member(place, value, "coordinates"), known->nesting);
}

void geojson_reader::take_coordinates(const json_step& place, const json& value, int nesting) {
    if (nesting == 0) {
        take_position(place, value);
        return;
    }
    if (!value.is_array() || value.empty()) {
        text_.refuse(place, nesting == 1 ? "an array of positions" : "an array of arrays of positions",
                     shown_json(value));
    }
    for (std::size_t index = 0; index < value.size(); ++index) {
        take_coordinates({&place, {}, index}, value[index], nesting - 1);
    }
}

void geojson_reader::take_position(const json_step& place, const json& value) {
    constexpr std::string_view wanted = "a position, which is an array of two numbers or more";
    if (!value.is_array() || value.size() < 2) {
        text_.refuse(place, wanted, value.is_array() && !value.empty() ? "an array of one" : shown_json(value));
    }
    for (std::size_t index = 0; index < value.size(); ++index) {
        if (!value[index].is_number()) {
            text_.refuse({&place, {}, index}, "a number", shown_json(value[index]));
        }
    }
    const point<double> where = {value[0].get<double>(), value[1].get<double>()};
    bounds_ = united(bounds_, box<double>{where, where});
}

// ---- The layer ------------------------------------------------------------------------------------------------------

/// Features without an id get their number, from 1; several with one id get ` #` and their number behind it.
void geojson_reader::make_ids_differ() {
    std::unordered_map<std::string, int> bearers;
    for (std::size_t index = 0; index < features_.size(); ++index) {
        std::string& id = features_[index].id;
        if (id.empty()) {
            id = fmt::format("{}", index + 1);
        }
        ++bearers[id];
    }
    for (std::size_t index = 0; index < features_.size(); ++index) {
        if (std::string& id = features_[index].id; bearers[id] > 1) {
            id += fmt::format(" #{}", index + 1);
        }
    }
}

layer geojson_reader::finish() && {
    make_ids_differ();
    const shape_list no_shapes =
        all_points_ ? shape_list(std::vector<point<double>>()) : shape_list(std::vector<box<double>>());
    layer_builder built(text_.file_name(), no_shapes, false);
    const json_step root;
    const json_step all{&root, "features"};
    for (std::size_t index = 0; index < features_.size(); ++index) {
        const feature& each = features_[index];
        if (const std::uint64_t number = built.add(each.id, 0, index + 1); number != index + 1) {
            text_.refuse({&all, {}, index}, "an id of its own",
                         fmt::format("{}, which feature {} has already", shown(each.id), number));
        }
        all_points_ ? built.add_shape(each.bounds.min) : built.add_shape(each.bounds);
    }
    return std::move(built).finish();
}

} // namespace

layer read_geojson(text_file file) {
    const json_text text(std::move(file));
    geojson_reader reader(text);
    reader.take_root();
    return std::move(reader).finish();
}

} // namespace quadrille::cli
