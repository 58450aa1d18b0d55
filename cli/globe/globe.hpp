// Places on the ellipsoid of WGS 84 by longitude and latitude: their distances, and the windows around them.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_GLOBE_GLOBE_HPP
#define QUADRILLE_CLI_GLOBE_GLOBE_HPP

#include "cli/command/verb.hpp"
#include "files/layer/layer.hpp"

#include <quadrille/geometry.hpp>
#include <quadrille/period.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace quadrille::cli {

/// The options `--metres` and `--km`: coordinates are degrees of longitude and latitude, distances are on the globe.
struct globe_options {
    bool metres = false;
    bool kilometres = false;

    bool is_on() const noexcept { return metres || kilometres; }
    const char* name() const noexcept { return kilometres ? "--km" : "--metres"; }
    /// Returns the number of metres in the unit of distances.
    double unit() const noexcept { return kilometres ? 1000 : 1; }
};

/// The period of longitudes.
inline const period globe_period = {360, 0};

/// Adds these options.
void add_globe_options(verb& to, globe_options& wanted);

namespace globe {

/// A place in degrees: x is the longitude, y the latitude.
using place = point<double>;

/// Returns the length of the shortest way between two places, in metres, by GeographicLib: within 15 nanometres.
double metres_between(const place& a, const place& b);

/// Returns whether all rows are points.
inline bool has_places(const files::layer& layer) { return std::holds_alternative<std::vector<place>>(layer.shapes); }
/// Throws `bad_input` if the coordinates of a layer are known to have another system.
void demand_degrees(const files::layer& layer);
/// Moves the longitudes of a layer into −180 … 180. Throws `bad_input` if its coordinates have another system, if its
/// rows are not points, or if they have latitudes beyond 90.
void take_places(files::layer& layer);
/// Returns the place. Throws `bad_input` if it is not a longitude and a latitude; `name` names it in the message.
place taken_place(const place& from, const std::string& name);

/// Returns a box in degrees with all places that are no farther than a distance from a place in `from`. Its longitudes,
/// and those of `from`, may extend beyond ±180. A box with all longitudes has them from −180 to 540.
box<double> grown(const box<double>& from, double metres);

/// Places as vectors on the auxiliary sphere; their chords decide most distances.
class sphere_places {
public:
    explicit sphere_places(std::span<const place> places);

    std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(places_.size()); }
    const place& at(std::uint32_t row) const noexcept { return places_[row]; }
    const std::array<double, 3>& vector_at(std::uint32_t row) const noexcept { return vectors_[row]; }

private:
    std::span<const place> places_;
    std::vector<std::array<double, 3>> vectors_;
};

/// All places that are no farther than a distance from one place.
class disc {
public:
    disc(const place& center, double metres);

    /// Returns one or two boxes in degrees that contain all these places.
    std::span<const box<double>> windows() const noexcept { return {windows_.data(), window_count_}; }
    bool contains(const sphere_places& places, std::uint32_t row) const;
    bool contains(const place& other) const;

private:
    bool contains(const place& where, const std::array<double, 3>& other) const;

    place center_;
    double metres_;
    std::array<double, 3> vector_;
    double nearest_out_; ///< places with a squared chord above this are farther than the distance …
    double farthest_in_; ///< … and places with one below this are not
    std::array<box<double>, 2> windows_;
    std::size_t window_count_ = 1;
};

} // namespace globe

} // namespace quadrille::cli

#endif
