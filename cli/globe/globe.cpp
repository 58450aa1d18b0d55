// Distances on the ellipsoid by GeographicLib, faster tests for most of them, and the windows that contain near places.
// SPDX-License-Identifier: MIT
#include "globe.hpp"

#include "files/rows/crs.hpp"
#include "files/text/errors.hpp"
#include "sphere.hpp"

#include <GeographicLib/Geodesic.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <variant>

namespace quadrille::cli::globe {

namespace {

/// Returns the squared chord of an angle in radians; 4, the greatest, from a half circle on.
double chord_of(double angle) noexcept {
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
        throw files::bad_input(fmt::format(
            "{}: wanted latitudes of -90 to 90 (--metres, --km: x is the longitude, y the latitude), found {}", name,
            from.y));
    }
    const double turned = std::remainder(from.x, 360);
    return {turned, from.y};
}

void demand_degrees(const files::layer& layer) {
    if (files::is_other_than_degrees(layer.crs)) {
        throw files::bad_input(fmt::format(
            "{}: wanted longitude and latitude (--metres, --km), found coordinates of {}", layer.name, layer.crs));
    }
}

void take_places(files::layer& layer) {
    demand_degrees(layer);
    auto* const places = std::get_if<std::vector<place>>(&layer.shapes);
    if (places == nullptr) {
        throw files::bad_input(
            fmt::format("{}: wanted points (--metres, --km), found {}", layer.name,
                        layer.taken_as_boxes != 0 || !layer.drawn.empty() ? "lines, polygons or several shapes in one"
                        : std::holds_alternative<std::vector<circle<double>>>(layer.shapes) ? "circles"
                                                                                            : "boxes"));
    }
    for (place& each : *places) {
        each = taken_place(each, layer.name);
    }
    layer.has_trees = false; // the trees of an index have other longitudes
}

box<double> grown(const box<double>& from, double metres) {
    const double angle = (metres + slack) / polar;
    const double south = reduced(from.min.y);
    const double north = reduced(from.max.y);
    const double low = south - angle <= -std::numbers::pi / 2 ? -90 : latitude_of(south - angle) - window_slack;
    const double high = north + angle >= std::numbers::pi / 2 ? 90 : latitude_of(north + angle) + window_slack;
    const double narrowest = std::cos(std::max(std::abs(south), std::abs(north)));
    const bool has_pole = low == -90 || high == 90;
    const double half =
        has_pole ? 180 : std::asin(std::min(1.0, std::sin(angle) / narrowest)) / in_radians + window_slack;
    if (half >= 180 || from.max.x - from.min.x + 2 * half >= 360) {
        return {{-180, low}, {540, high}};
    }
    return {{from.min.x - half, low}, {from.max.x + half, high}};
}

sphere_places::sphere_places(std::span<const place> places) : places_(places) {
    vectors_.reserve(places.size());
    for (const place& each : places) {
        vectors_.push_back(direction_of(each));
    }
}

disc::disc(const place& center, double metres)
    : center_(center), metres_(metres), vector_(direction_of(center)),
      nearest_out_((metres + slack) / polar < std::numbers::pi ? chord_of((metres + slack) / polar) : 5),
      farthest_in_(metres > slack ? chord_of((metres - slack) / equator) : -1) {
    const box<double> all = grown({center, center}, metres);
    const auto [west, low] = all.min;
    const auto [east, high] = all.max;
    if (east - west >= 360) {
        windows_[0] = {{-180, low}, {180, high}};
    } else if (west < -180 || east > 180) {
        windows_[0] = {{west < -180 ? west + 360 : west, low}, {180, high}};
        windows_[1] = {{-180, low}, {east > 180 ? east - 360 : east, high}};
        window_count_ = 2;
    } else {
        windows_[0] = all;
    }
}

bool disc::contains(const sphere_places& places, std::uint32_t row) const {
    return contains(places.at(row), places.vector_at(row));
}
bool disc::contains(const place& other) const { return contains(other, direction_of(other)); }

bool disc::contains(const place& where, const std::array<double, 3>& other) const {
    const double chord = squared_chord(vector_, other);
    if (chord > nearest_out_) {
        return false;
    }
    return chord < farthest_in_ || metres_between(center_, where) <= metres_;
}

} // namespace quadrille::cli::globe
