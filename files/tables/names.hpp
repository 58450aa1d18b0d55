// The role of a column by its name alone.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_TABLES_NAMES_HPP
#define QUADRILLE_FILES_TABLES_NAMES_HPP

#include "files/rows/reading.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace quadrille::files {

/// How specific a name is. Of two columns for one role the more specific one is used; two of the same rank are
/// ambiguous.
enum class name_rank : std::uint8_t {
    own,   ///< id, time, lon: the usual word
    thing, ///< mmsi, vehicle_id: the id of a thing that occurs in several rows
    spare  ///< a name is an id, a frame is a time, if there is no other column for the role
};

struct named_role {
    role means;
    name_rank rank;
};

/// Returns the role of a column of this name, in upper or lower case.
std::optional<named_role> known_name(std::string_view name);
std::optional<role> role_named(std::string_view name);

/// Returns the axis, x or y, of a name such as gps_lon, decimalLatitude or x_lat: the word for the axis is the last
/// one, or the last before a unit.
std::optional<role> axis_named(std::string_view name);

/// Returns whether a column of this name counts the frames of a film.
bool is_frame(std::string_view name);

/// Returns whether a column of this name has the numbers of ships.
bool is_mmsi(std::string_view name);

/// Returns whether a text is a unit: m, [deg], degrees_east, s, UTC.
bool is_unit(std::string_view text);

/// Returns the text in lower case, without the blanks around it.
std::string lower(std::string_view text);

} // namespace quadrille::files

#endif
