// The known names of columns.
// SPDX-License-Identifier: MIT
#include "names.hpp"

#include "files/text/numbers.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <span>
#include <vector>

namespace quadrille::files {

namespace {

struct known_word {
    std::string_view name;
    role means;
    name_rank rank = name_rank::own;
};
constexpr known_word known_words[] = {
    {"id", role::id},
    {"name", role::id, name_rank::spare},
    {"t", role::t},
    {"time", role::t},
    {"timestamp", role::t},
    {"datetime", role::t},
    {"date", role::date},
    {"x", role::x},
    {"lon", role::x},
    {"long", role::x},
    {"lng", role::x},
    {"longitude", role::x},
    {"easting", role::x},
    {"y", role::y},
    {"lat", role::y},
    {"latitude", role::y},
    {"northing", role::y},
    {"r", role::r},
    {"radius", role::r},
    {"w", role::w},
    {"h", role::h},
    {"x0", role::x0},
    {"min_x", role::x0},
    {"minx", role::x0},
    {"xmin", role::x0},
    {"y0", role::y0},
    {"min_y", role::y0},
    {"miny", role::y0},
    {"ymin", role::y0},
    {"x1", role::x1},
    {"max_x", role::x1},
    {"maxx", role::x1},
    {"xmax", role::x1},
    {"y1", role::y1},
    {"max_y", role::y1},
    {"maxy", role::y1},
    {"ymax", role::y1},
    {"wkt", role::wkt},
    {"geom", role::wkt},
    {"geometry", role::wkt},
    {"the_geom", role::wkt},
    {"wkt_geom", role::wkt},
    {"geom_wkt", role::wkt},
    {"geometry_wkt", role::wkt},
    // In reports of ships (AIS) from authorities of the United States, Denmark and Norway.
    {"basedatetime", role::t},
    {"base_date_time", role::t},
    {"# timestamp", role::t},
    {"date_time_utc", role::t},
    // In stops and shapes of public transport (GTFS).
    {"stop_lon", role::x},
    {"stop_lat", role::y},
    {"shape_pt_lon", role::x},
    {"shape_pt_lat", role::y}};
/// The ids of things that occur in several rows: ships, stops, vehicles, devices, aircraft, walkers, animals, tracked
/// objects.
constexpr std::string_view names_of_things[] = {
    "mmsi",     "stop_id",   "shape_id", "vehicle",       "vehicle_id",  "vehicleid",    "veh_id",
    "track_id", "trackid",   "device",   "device_id",     "deviceid",    "imei",         "icao24",
    "uid",      "user_id",   "userid",   "pedid",         "ped_id",      "person_id",    "personid",
    "agent_id", "agentid",   "traj_id",  "trajectory_id", "trajid",      "trajectoryid", "object_id",
    "obj_id",   "vessel_id", "ship_id",  "animal_id",     "particle_id", "entity_id",    "individual-local-identifier"};
constexpr std::string_view names_of_frames[] = {"frame",     "frame_id",     "frameid",     "frame_no",
                                                "frame_num", "frame_number", "framenumber", "frame_idx"};

bool is_among(std::span<const std::string_view> names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// A longer name, including the blanks around it, is not a known one.
constexpr std::size_t longest_known = 256;

/// Splits a name into words: decimalLatitude into decimal and latitude.
std::vector<std::string> words_of(std::string_view name) {
    std::vector<std::string> words(1);
    bool was_small = false;
    for (const char each : trimmed(name)) {
        const auto byte = static_cast<unsigned char>(each);
        const bool is_part = std::isalnum(byte) != 0 || byte >= 0x80;
        const bool is_capital = std::isupper(byte) != 0;
        if (!words.back().empty() && (!is_part || (is_capital && was_small))) {
            words.emplace_back();
        }
        if (is_part) {
            words.back() += static_cast<char>(std::tolower(byte));
        }
        was_small = std::islower(byte) != 0;
    }
    return words;
}

} // namespace

bool is_unit(std::string_view text) {
    static constexpr std::array<std::string_view, 44> units = {"m",
                                                               "km",
                                                               "cm",
                                                               "mm",
                                                               "ft",
                                                               "mi",
                                                               "nm",
                                                               "nmi",
                                                               "px",
                                                               "pixel",
                                                               "pixels",
                                                               "meter",
                                                               "meters",
                                                               "metre",
                                                               "metres",
                                                               "kilometer",
                                                               "kilometers",
                                                               "kilometre",
                                                               "kilometres",
                                                               "feet",
                                                               "miles",
                                                               "deg",
                                                               "degree",
                                                               "degrees",
                                                               "\u00B0",
                                                               "dd",
                                                               "decimal degrees",
                                                               "degrees_east",
                                                               "degrees_north",
                                                               "degree_east",
                                                               "degree_north",
                                                               "rad",
                                                               "radian",
                                                               "radians",
                                                               "s",
                                                               "sec",
                                                               "second",
                                                               "seconds",
                                                               "ms",
                                                               "min",
                                                               "h",
                                                               "utc",
                                                               "frame",
                                                               "frames"};
    std::string word = lower(text);
    if (word.size() > 2 &&
        ((word.front() == '[' && word.back() == ']') || (word.front() == '(' && word.back() == ')'))) {
        word = word.substr(1, word.size() - 2);
    }
    return std::find(units.begin(), units.end(), word) != units.end();
}

std::string lower(std::string_view text) {
    std::string made(trimmed(text));
    std::transform(made.begin(), made.end(), made.begin(),
                   [](unsigned char byte) { return static_cast<char>(std::tolower(byte)); });
    return made;
}

std::optional<named_role> known_name(std::string_view name) {
    if (name.size() > longest_known) {
        return std::nullopt;
    }
    const std::string key = lower(name);
    const auto* const known = std::find_if(std::begin(known_words), std::end(known_words),
                                           [&](const known_word& each) { return each.name == key; });
    if (known != std::end(known_words)) {
        return named_role{known->means, known->rank};
    }
    return is_among(names_of_things, key) ? std::optional(named_role{role::id, name_rank::thing})
           : is_frame(key)                ? std::optional(named_role{role::t, name_rank::spare})
                                          : std::nullopt;
}

std::optional<role> role_named(std::string_view name) {
    const auto known = known_name(name);
    return known ? std::optional(known->means) : std::nullopt;
}

std::optional<role> axis_named(std::string_view name) {
    constexpr std::string_view of_x[] = {"lon", "lng", "longitude"};
    constexpr std::string_view of_y[] = {"lat", "latitude"};
    constexpr std::string_view units[] = {"deg", "degrees", "dd", "decimal", "wgs84", "x", "y"};
    if (name.size() > longest_known) {
        return std::nullopt;
    }
    std::vector<std::string> words = words_of(name);
    if (words.size() > 1 && words.back() == "long") { // but not long_name
        return role::x;
    }
    if (words.size() > 1 && is_among(units, words.back())) {
        words.pop_back();
    }
    return is_among(of_x, words.back())   ? std::optional(role::x)
           : is_among(of_y, words.back()) ? std::optional(role::y)
                                          : std::nullopt;
}

bool is_frame(std::string_view name) { return is_among(names_of_frames, lower(name)); }

bool is_mmsi(std::string_view name) { return lower(name) == "mmsi"; }

} // namespace quadrille::files
