// Reads the shapes of GeoJSON, feature by feature, and rejects invalid ones.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_GEOJSON_READER_HPP
#define QUADRILLE_FILES_GEOJSON_READER_HPP

#include "coordinates.hpp"
#include "files/bytes/text_file.hpp"
#include "files/features/feature_rows.hpp"
#include "files/features/feature_times.hpp"
#include "files/json/json_reader.hpp"
#include "files/layer/readers.hpp"
#include "files/rows/attributes.hpp"
#include "files/rows/geometry.hpp"
#include "files/rows/reading.hpp"

#include <quadrille/geometry.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace quadrille::files::geojson {

/// A type of geometry, the nesting of its coordinates (0 is one position), and the kind of its parts.
struct geometry_type {
    std::string_view name;
    std::size_t nesting;
    part_kind parts;
};
inline constexpr std::array<geometry_type, 6> geometry_types = {{{"Point", 0, part_kind::point},
                                                                 {"MultiPoint", 1, part_kind::point},
                                                                 {"LineString", 1, part_kind::line},
                                                                 {"MultiLineString", 2, part_kind::line},
                                                                 {"Polygon", 2, part_kind::first_ring},
                                                                 {"MultiPolygon", 3, part_kind::first_ring}}};

inline const geometry_type* geometry_type_of(std::string_view name) {
    const auto* const found = std::find_if(geometry_types.begin(), geometry_types.end(),
                                           [&](const geometry_type& each) { return each.name == name; });
    return found == geometry_types.end() ? nullptr : found;
}

// The standard advises against any nesting of collections.
inline constexpr int deepest_collection = 16;

/// The possible roles of an object, as a set.
enum object_role : std::uint8_t { collection_role = 1, feature_role = 2, geometry_role = 4 };

/// A member that is read if the object has the role; all other members are skipped.
struct member_role {
    std::string_view name;
    std::uint8_t role;
};
inline constexpr std::array<member_role, 8> members = {{{"type", collection_role | feature_role | geometry_role},
                                                        {"features", collection_role},
                                                        {"geometry", feature_role},
                                                        {"properties", feature_role},
                                                        {"id", feature_role},
                                                        {"coordinates", geometry_role},
                                                        {"geometries", geometry_role},
                                                        {"crs", collection_role | feature_role | geometry_role}}};

/// Thrown if the content of a file is invalid but its syntax is not: the reading can go on after the value.
struct bad_content {
    fault error;
    bool is_certain = false; ///< true if the type of the object does not matter
};

/// The bounds of a geometry, whether it is a single point, and its vertices if they are requested.
struct extent {
    box<double> bounds = empty_box<double>();
    bool is_point = false;
    std::string_view type = {};
    geometry drawn = {};
};

/// The value of a member. It may be missing or invalid; that is an error only if the value is needed.
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

/// An object. Its members come in any order, and its type may be the last.
struct known_members {
    json_place place;
    std::bitset<members.size()> seen;
    std::string type;
    json_place type_place;
    answer<std::string> type_text;
    answer<bool> features;
    answer<std::optional<extent>> geometry; ///< nothing for null
    answer<std::string> name;               ///< from the properties
    answer<double> t;                       ///< from the properties, if times are read
    std::vector<numbered_attribute> attributes;
    answer<extent> geometries;
    answer<std::string> id;
    bool has_coordinates = false;
    coordinates places;
};

class reader {
public:
    reader(row_sink& into, const reading& how, file_watch* watch, file_report& report)
        : rows_(into), watch_(watch), report_(report), times_(how), id_wanted_(how.property(role::id)),
          skips_bad_(how.skips_bad), with_vertices_(into.wants_vertices()) {
        if (!id_wanted_) {
            id_names_ = {"name", "id"};
        } else if (*id_wanted_ != no_column) {
            id_names_ = {*id_wanted_};
        }
    }

    void begin(const std::string& file, const reading& how);
    void read(text_file file);
    /// Reads each value separately; `ending` is the last byte of each.
    void read_records(text_file file, char ending);

private:
    void take_values();
    void take_record(const std::string& name, std::string_view text, std::uint64_t line);
    void pass_over(const bad_content& wrong, std::size_t outside);
    /// Whether the file has one value, as far as is known.
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
    std::string take_properties(known_members& object);
    double take_time();
    std::string id_of(const known_members& object) const;
    std::optional<std::uint32_t> number_of_property();
    void next_value_of(const std::string& property);
    numbered_attribute take_attribute(std::uint32_t number);
    numbered_attribute attribute_here(std::uint32_t number);
    std::string demanded_text(std::string_view what);
    std::string take_id(const std::string& name);
    void note_counts();

    /// Calls `take` for the value that has just begun, and stores the result or the error.
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
    feature_rows rows_;
    file_watch* watch_;
    file_report& report_;
    feature_times times_;
    std::optional<std::string> id_wanted_; ///< the property with the id; `no_column` if ids are numbers
    std::vector<std::string> id_names_;    ///< the properties that may have it, in order of preference
    bool skips_bad_;
    bool are_records_ = false;      ///< the values of the file are read one by one
    bool is_in_collection_ = false; ///< the current value is a collection
    bool with_vertices_;
    std::uint64_t features_ = 0;              ///< so far, including those without geometry
    std::uint64_t values_ = 0;                ///< of the file, including the current one
    std::uint64_t objects_ = 0;               ///< objects of properties, including the current one
    std::vector<std::uint64_t> last_objects_; ///< for each attribute, the last object that has it
    std::optional<std::string> crs_;
};

[[noreturn]] inline void reject(const json_place& place, std::string_view wanted, std::string found) {
    throw bad_content{{place, std::string(wanted), std::move(found)}};
}

[[noreturn]] inline void reject_without(const json_place& place, std::string_view name) {
    reject(place, fmt::format("an object with the member \"{}\"", name), "one without");
}

[[noreturn]] inline void reject_repeated_member(const json_place& place, const std::string& name) {
    throw bad_content{{place, "each member once", name + " again"}, true};
}

/// Returns the type of an object. Rejects an object without a type.
inline const std::string& type_in(const known_members& object) {
    if (object.type_text.is_missing()) {
        reject_without(object.place, "type");
    }
    return object.type_text.get();
}

} // namespace quadrille::files::geojson

#endif
