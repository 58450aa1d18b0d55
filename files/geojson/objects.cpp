// Takes the members of objects, in any order.
// SPDX-License-Identifier: MIT
#include "reader.hpp"

#include "files/text/errors.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace quadrille::files::geojson {

known_members reader::take_object(std::uint8_t roles, int depth) {
    if (json_.event() != json_event::object) {
        reject(json_.place(), "an object", json_.shown());
    }
    known_members object;
    object.place = json_.place();
    while (json_.next() == json_event::key) {
        json_.keep_whole(json_.text() == "id");
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

void reader::take_member(known_members& object, std::size_t which, int depth) {
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
        // If these are not features, the features of earlier values cannot be separated from them.
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
        attempt(object.name, false, [&] { return take_properties(object); });
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

} // namespace quadrille::files::geojson
