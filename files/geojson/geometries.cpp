// Takes geometries, and collections of them.
// SPDX-License-Identifier: MIT
#include "reader.hpp"

#include "files/text/errors.hpp"

#include <string>
#include <string_view>

namespace quadrille::files::geojson {

extent reader::take_geometry(int depth) {
    return geometry_in(take_object(geometry_role, depth), depth, "a type of geometry");
}

extent reader::geometry_in(const known_members& object, int depth, std::string_view type_wanted) const {
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
    if (with_vertices_ && !object.places.is_empty()) {
        object.places.draw(known->nesting, known->parts, found.drawn);
    }
    return found;
}

extent reader::take_geometries(int depth) {
    if (json_.event() != json_event::array) {
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

} // namespace quadrille::files::geojson
