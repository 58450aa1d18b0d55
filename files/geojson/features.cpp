// Takes features: their ids, names and properties, and the reference system of the file.
// SPDX-License-Identifier: MIT
#include "reader.hpp"

#include "files/json/nested_json.hpp"
#include "files/rows/crs.hpp"
#include "files/text/errors.hpp"
#include "files/text/texts.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace quadrille::files::geojson {

void reader::take_root() {
    ++values_;
    if (json_.next() != json_event::object) {
        const bool is_array = values_ == 1 && json_.event() == json_event::array;
        const fault no_object = {
            json_.place(), is_array ? "GeoJSON, an object, or an array of rows, each one" : "an object", json_.shown()};
        json_.skip();
        throw bad_content{no_object};
    }
    const known_members root = take_object(collection_role | feature_role | geometry_role, 0);
    if (root.type_text.is_missing()) {
        reject(root.place, "GeoJSON, which has the member \"type\", or rows, each an object with x and y",
               "an object without; --x and --y name other members of rows");
    }
    const std::string& type = type_in(root);
    if (type == "FeatureCollection") {
        if (root.features.is_missing()) {
            reject_without(root.place, "features");
        }
        root.features.get();
        return;
    }
    if (is_alone() && features_ > 0) { // an object that is not a collection ignores "features"
        rows_.forget();
        if (watch_ != nullptr) {
            watch_->forget();
        }
        features_ = 0;
        report_.bad = {};
    }
    ++features_;
    if (type == "Feature") {
        add_feature(root);
        return;
    }
    known_members alone;
    alone.place = root.place;
    alone.geometry.value = geometry_in(root, 0, "a type of GeoJSON");
    add_feature(alone);
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

/// The reference system, which GeoJSON before RFC 7946 names by a name, a link or a code.
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
        reject(place, fmt::format("one crs in a file, {} as before", crs_shown(*crs_)), crs_shown(found));
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
    if (!geometry || geometry->bounds.max.x < geometry->bounds.min.x) {
        rows_.skip(); // the geometry is missing or empty
        return;
    }
    if (object.name.wrong) {
        throw bad_content{*object.name.wrong};
    }
    if (times_.are_on() && object.t.is_missing()) {
        reject(object.place, fmt::format("a feature with the property {} (--t)", shown(times_.name())), "one without");
    }
    const std::string id = id_of(object);
    rows_.add({id,
               times_.are_on() ? object.t.get() : 0,
               {object.place.line, object.place.column, features_},
               geometry->bounds,
               geometry->is_point,
               object.attributes,
               geometry->is_point ? geometry_view() : geometry_view(geometry->drawn),
               geometry->type});
}

/// Returns the id of a feature; empty if the number of the feature is its id.
std::string reader::id_of(const known_members& object) const {
    if (id_wanted_ == no_column) {
        return {};
    }
    const bool has_name = !object.name.is_missing() && !object.name.get().empty();
    const bool has_id = !object.id.is_missing() && (!id_wanted_ || *id_wanted_ == "id");
    const std::string id = has_name ? object.name.get() : has_id ? object.id.get() : std::string();
    if (id.empty() && id_wanted_) {
        reject(object.place, fmt::format("a feature with the property {} (--id)", shown(*id_wanted_)), "one without");
    }
    if (id.empty() && times_.are_on()) {
        reject(object.place,
               "a feature that says what it is a position of: by the property name or id, by its own id, or by the one "
               "that --id names (--id - where each is of its own thing)",
               "one without");
    }
    return id;
}

/// Goes to the value of a property.
void reader::next_value_of(const std::string& property) {
    json_.next();
    if (watch_ != nullptr) {
        const bool is_plain = json_.event() != json_event::object && json_.event() != json_event::array;
        watch_->take_property(property, json_.event(), is_plain ? json_.text() : std::string_view());
    }
}

/// Takes the properties. Returns the id among them, or an empty text; notes the time and the requested attributes.
std::string reader::take_properties(known_members& object) {
    if (json_.event() == json_event::null) {
        return {};
    }
    if (json_.event() != json_event::object) {
        reject(json_.place(), "an object or null", json_.shown());
    }
    std::array<answer<std::string>, 2> found; // there are at most this many names of ids
    ++objects_;
    const auto is_name_next = [&] {
        json_.keep_whole(!report_.attributes.empty() || times_.are_on() || id_wanted_);
        return json_.next() == json_event::key;
    };
    while (is_name_next()) {
        const auto known = std::find(id_names_.begin(), id_names_.end(), json_.text());
        const auto which = static_cast<std::size_t>(known - id_names_.begin());
        const bool is_id = which < id_names_.size();
        const bool is_time = times_.are_on() && json_.text() == times_.name();
        const std::string property(watch_ != nullptr || is_time ? json_.text() : std::string_view());
        const auto number = number_of_property();
        const json_place place = json_.place();
        json_.keep_whole(number || is_time || is_id);
        if ((is_time && !object.t.is_missing()) || (is_id && !found[which].is_missing())) {
            reject_repeated_member(place, fmt::format("\"{}\"", is_id ? *known : property));
        }
        next_value_of(property);
        const bool is_plain = json_.event() == json_event::text || json_.event() == json_event::number ||
                              json_.event() == json_event::null;
        if (is_time) {
            attempt(object.t, false, [&] { return take_time(); });
            if (json_.event() == json_event::end) {
                continue; // it was an object or array
            }
        }
        if (is_id) { // a value that is neither text nor number is no id; it is an error if the user names this property
            attempt(found[which], false, [&] { return is_plain || id_wanted_ ? take_id(*known) : std::string(); });
        }
        if (number) {
            object.attributes.push_back(take_attribute(*number));
        } else {
            json_.skip();
        }
    }
    for (const auto& each : found) {
        if (!each.is_missing() && !each.get().empty()) {
            return each.get();
        }
    }
    return {};
}

/// Takes the current text or number as a time.
double reader::take_time() {
    const json_place place = json_.place();
    if (json_.event() != json_event::text && json_.event() != json_event::number) {
        reject(place, fmt::format("a time for {} (--t)", shown(times_.name())), json_.shown());
    }
    auto [t, wanted] = times_.read(json_.text());
    if (!wanted.empty()) {
        reject(place, wanted, json_.shown());
    }
    return t;
}

/// Returns the number of the attribute with the current name; nothing if it is not requested.
std::optional<std::uint32_t> reader::number_of_property() {
    if (report_.attributes.empty()) {
        return std::nullopt;
    }
    const std::string name = demanded_text("a property");
    if (report_.attributes.all() && (id_wanted_ == name || (times_.are_on() && times_.name() == name))) {
        return std::nullopt; // it is the id or time of the row
    }
    const auto number = report_.attributes.number_of(name);
    if (number) {
        last_objects_.resize(report_.attributes.wanted().size());
        if (std::exchange(last_objects_[*number], objects_) == objects_) {
            reject_repeated_member(json_.place(), shown(name));
        }
    }
    return number;
}

/// Returns the current text or name. Rejects one that an output format cannot hold.
std::string reader::demanded_text(std::string_view what) {
    if (first_non_text(json_.text()) != std::string_view::npos) {
        reject(json_.place(), fmt::format("a text without the character 0 for {}", what), shown(json_.text()));
    }
    return std::string(json_.text());
}

/// Takes an attribute, and goes to the end of its value.
numbered_attribute reader::take_attribute(std::uint32_t number) {
    if (json_.event() == json_event::object || json_.event() == json_event::array) {
        const auto text = [this](std::string_view what) { return demanded_text(what); };
        return {number, value_kind::nested, take_nested(json_, text)};
    }
    return attribute_here(number);
}

/// Returns the current value, which is neither an object nor an array.
numbered_attribute reader::attribute_here(std::uint32_t number) {
    if (json_.event() == json_event::null) {
        return {number, value_kind::nothing, {}};
    }
    const bool is_text = json_.event() == json_event::text;
    return {number, is_text ? value_kind::text : value_kind::plain, demanded_text("an attribute")};
}

/// Takes a text or number as an id; empty for null.
std::string reader::take_id(const std::string& name) {
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
    return demanded_text(fmt::format("\"{}\"", name));
}

} // namespace quadrille::files::geojson
