// What a column may be by its name alone.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_TABLES_NAMES_HPP
#define QUADRILLE_FILES_TABLES_NAMES_HPP

#include "files/rows/reading.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace quadrille::files {

/// How much a name says. Of two columns for one role the one that says more has it; two that say as much leave the choice.
enum class name_rank : std::uint8_t {
    own,   ///< id, time, lon: the word for it
    thing, ///< mmsi, vehicle_id: the id of what is in several rows
    spare  ///< a name is an id, a frame is a time, where there is nothing else
};

struct named_role {
    role means;
    name_rank rank;
};

/// What a column of this name is taken for, in any case of letters.
std::optional<named_role> known_name(std::string_view name);
std::optional<role> role_named(std::string_view name);

/// The axis, x or y, of a name such as gps_lon, decimalLatitude or x_lat: a word for it is the last one, or in front of a unit.
std::optional<role> axis_named(std::string_view name);

/// Whether a column of this name counts the pictures of a film.
bool is_frame(std::string_view name);

/// Whether a column of this name has the numbers of ships.
bool is_mmsi(std::string_view name);

/// Whether a text is that of a unit: m, [deg], degrees_east, s, UTC.
bool is_unit(std::string_view text);

/// Without blanks around it, in small letters.
std::string lower(std::string_view text);

} // namespace quadrille::files

#endif
