// Distances on the ellipsoid, by GeographicLib; what decides most of them, and where what is near can lie.
// SPDX-License-Identifier: MIT
//
// A point of the ellipsoid with the reduced latitude β (tan β = (1 − f) tan φ) and the longitude λ is taken for the point of a sphere with
// these. Let σ be the angle of two of them there. A way on the sphere is at least as long on the ellipsoid as with the radius b, and at most
// as with a: b dσ ≤ ds ≤ a dσ. So b σ ≤ s ≤ a σ for the shortest ways, too.
#include "cli/globe/globe.hpp"

#include "cli/errors.hpp"

#include <GeographicLib/Geodesic.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <variant>

namespace quadrille::cli::globe {

namespace {

constexpr double equator = 6378137;                  // a, in metres
constexpr double flattening = 1 / 298.257223563;     // f
constexpr double polar = equator * (1 - flattening); // b
constexpr double slack = 1e-6;                       // metres: more than all that rounding does to chords
constexpr double degree = std::numbers::pi / 180;
constexpr double window_slack = 1e-9; // degrees: a tenth of a millimetre

double reduced(double latitude) noexcept { return std::atan((1 - flattening) * std::tan(latitude * degree)); }
double latitude_of(double angle) noexcept { return std::atan(std::tan(angle) / (1 - flattening)) / degree; }

std::array<double, 3> vector_of(const place& from) noexcept {
    const double beta = reduced(from.y);
    const double lambda = from.x * degree;
    return {std::cos(beta) * std::cos(lambda), std::cos(beta) * std::sin(lambda), std::sin(beta)};
}
/// Of an angle in radians; 4, which is that of all, from a half circle on.
double squared_chord(double angle) noexcept {
    const double chord = 2 * std::sin(std::min(angle, std::numbers::pi) / 2);
    return chord * chord;
}

} // namespace

double metres_between(const place& a, const place& b) {
    double metres = 0;
    GeographicLib::Geodesic::WGS84().Inverse(a.y, a.x, b.y, b.x, metres);
    return metres;
}

place taken_place(const place& from, const std::string& name) {
    if (!(std::abs(from.y) <= 90)) {
        throw bad_input(fmt::format(
            "{}: wanted latitudes of -90 to 90 (--metres, --km: x is the longitude, y the latitude), found {}", name,
            from.y));
    }
    const double turned = std::remainder(from.x, 360);
    return {turned, from.y};
}

void take_places(layer& of) {
    if (!of.crs.empty()) {
        throw bad_input(fmt::format("{}: wanted longitude and latitude (--metres, --km), found coordinates of {}",
                                    of.name, of.crs));
    }
    auto* const places = std::get_if<std::vector<place>>(&of.shapes);
    if (places == nullptr) {
        throw bad_input(fmt::format("{}: wanted points (--metres, --km), found {}", of.name,
                                    of.taken_as_boxes != 0 ? "lines, polygons or several shapes in one"
                                    : std::holds_alternative<std::vector<circle<double>>>(of.shapes) ? "circles"
                                                                                                     : "boxes"));
    }
    for (place& each : *places) {
        each = taken_place(each, of.name);
    }
    of.has_trees = false; // those of an index have other longitudes
}

sphere_places::sphere_places(std::span<const place> places) : places_(places) {
    vectors_.reserve(places.size());
    for (const place& each : places) {
        vectors_.push_back(vector_of(each));
    }
}

disc::disc(const place& center, double metres)
    : center_(center), metres_(metres), vector_(vector_of(center)),
      nearest_out_((metres + slack) / polar < std::numbers::pi ? squared_chord((metres + slack) / polar) : 5),
      farthest_in_(metres > slack ? squared_chord((metres - slack) / equator) : -1) {
    const double angle = (metres + slack) / polar;
    const double beta = reduced(center.y);
    const double low = beta - angle <= -std::numbers::pi / 2 ? -90 : latitude_of(beta - angle) - window_slack;
    const double high = beta + angle >= std::numbers::pi / 2 ? 90 : latitude_of(beta + angle) + window_slack;
    const bool has_pole = low == -90 || high == 90;
    const double half =
        has_pole ? 180 : std::asin(std::min(1.0, std::sin(angle) / std::cos(beta))) / degree + window_slack;
    const double west = center.x - half;
    const double east = center.x + half;
    if (half >= 180) {
        windows_[0] = {{-180, low}, {180, high}};
    } else if (west < -180 || east > 180) {
        windows_[0] = {{west < -180 ? west + 360 : west, low}, {180, high}};
        windows_[1] = {{-180, low}, {east > 180 ? east - 360 : east, high}};
        window_count_ = 2;
    } else {
        windows_[0] = {{west, low}, {east, high}};
    }
}

bool disc::contains(const sphere_places& places, std::uint32_t row) const {
    return contains(places.at(row), places.vector_at(row));
}
bool disc::contains(const place& other) const { return contains(other, vector_of(other)); }

bool disc::contains(const place& where, const std::array<double, 3>& other) const {
    const double x = other[0] - vector_[0];
    const double y = other[1] - vector_[1];
    const double z = other[2] - vector_[2];
    const double chord = x * x + y * y + z * z;
    if (chord > nearest_out_) {
        return false;
    }
    return chord < farthest_in_ || metres_between(center_, where) <= metres_;
}

} // namespace quadrille::cli::globe
