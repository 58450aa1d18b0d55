// Takes features: their ids, names, properties, and the crs of all.
// SPDX-License-Identifier: MIT
#include "cli/geojson/reader.hpp"

#include "cli/errors.hpp"
#include "cli/reading/crs.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace quadrille::cli::geojson {

void reader::take_root() {
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

void reader::take_features() {
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
void reader::take_crs() {
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

void reader::take_feature() {
    ++features_;
    const known_members object = take_object(feature_role, 0);
    if (const std::string& type = type_in(object); type != "Feature") {
        reject(object.type_place, "the type \"Feature\"", shown(type));
    }
    add_feature(object);
}

void reader::add_feature(const known_members& object) {
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

void reader::add_row(std::string_view id, const std::optional<std::string>& label, const extent& geometry) {
    into_.add({id, features_, geometry.bounds, geometry.is_point, label,
               geometry.is_point ? geometry_view() : geometry_view(geometry.drawn), geometry.type});
}

/// Goes to the value of a property.
void reader::next_value_of(const std::string& property) {
    json_.next();
    if (into_.wants_properties()) {
        const bool is_plain = json_.event() != json_event::object && json_.event() != json_event::array;
        into_.property(property, json_.event(), is_plain ? json_.text() : std::string_view());
    }
}

/// The name or number that properties give; empty where there is none. And the property that is the label, if there is one.
std::string reader::take_name(std::optional<std::string>& label) {
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
std::string reader::label_here() const {
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
std::string reader::take_id(const char* name) {
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

} // namespace quadrille::cli::geojson
