// Solves the triangles of two ways by GeographicLib.
// SPDX-License-Identifier: MIT
//
// The curvature of the ellipsoid has the same sign everywhere, so the distance of two ways has no minimum inside both
// unless they cross: otherwise one of the four ends is nearest. Along a way, the distance to a place changes by minus
// the cosine of the angle between the way and the direction to the place. It has a minimum inside the way only if the
// place is ahead at the beginning and behind at the end.
#include "geodesic.hpp"

#include "sphere.hpp"

#include <GeographicLib/Geodesic.hpp>
#include <GeographicLib/GeodesicLine.hpp>
#include <GeographicLib/PolygonArea.hpp>

#include <algorithm>
#include <cmath>

namespace quadrille::cli::globe {

namespace {

constexpr double mean_radius = 6371008; // of the sphere for the first estimate of the foot

/// The shortest way from one place to another: its length, and its directions at the beginning and the end, in degrees
/// from north.
struct leg {
    double metres;
    double begins;
    double ends;

    leg back() const noexcept { return {metres, ends + 180, begins + 180}; }
};

leg leg_between(const place& from, const place& to) {
    leg found{};
    GeographicLib::Geodesic::WGS84().Inverse(from.y, from.x, to.y, to.x, found.metres, found.begins, found.ends);
    return found;
}

double cosine(double angle) noexcept { return std::cos(angle * in_radians); }
double sine(double angle) noexcept { return std::sin(std::remainder(angle, 360) * in_radians); }

/// Returns the distance along a way to the foot of a place on a sphere, from the cosine of the angle to the place.
double foot_ahead(double metres, double cosine_to_place) noexcept {
    const double angle = metres / mean_radius;
    return mean_radius * std::atan2(std::sin(angle) * cosine_to_place, std::cos(angle));
}

/// Returns the distance from a place to the inside of a way if it is less than to both ends; else the distance to the
/// nearer end.
double metres_to_inside(const way& of, const leg& along, const place& to, const leg& from_begin, const leg& from_end) {
    double least = std::min(from_begin.metres, from_end.metres);
    const double ahead = cosine(from_begin.begins - along.begins);
    if (least == 0 || !(ahead > 0) || !(cosine(from_end.begins - along.ends) < 0)) {
        return least;
    }
    const GeographicLib::GeodesicLine line = GeographicLib::Geodesic::WGS84().Line(of.from.y, of.from.x, along.begins);
    double low = 0;
    double high = along.metres;
    double at = foot_ahead(from_begin.metres, ahead);
    for (int tries = 0; tries < 60; ++tries) { // three or four suffice, unless the place is opposite
        if (!(at > low && at < high)) {
            at = (low + high) / 2;
        }
        place foot{};
        double direction = 0;
        line.Position(at, foot.y, foot.x, direction);
        const leg from_foot = leg_between(foot, to);
        least = std::min(least, from_foot.metres);
        const double step = foot_ahead(from_foot.metres, cosine(from_foot.begins - direction));
        // The remaining error is less than the square of the step divided by twice the distance.
        if (least == 0 || step * step <= 2e-8 * least * std::min(1.0, least) || high - low <= 1e-9) {
            break;
        }
        (step > 0 ? low : high) = at;
        at += step;
    }
    return least;
}

/// Returns the side of a way on which the end of a leg from the same place is: 1 for the right, −1 for the left, 0 on
/// the way.
int side(const leg& along, const leg& to) noexcept {
    const double turn = sine(to.begins - along.begins);
    return turn > 0 ? 1 : turn < 0 ? -1 : 0;
}

} // namespace

bool is_right_of(const way& of, const place& where) {
    return side(leg_between(of.from, of.to), leg_between(of.from, where)) > 0;
}

bool has_less_on_the_left(std::span<const place> ring) {
    GeographicLib::PolygonArea area(GeographicLib::Geodesic::WGS84(), false);
    for (const place& each : ring) {
        area.AddPoint(each.y, each.x);
    }
    double around = 0;
    double on_the_left = 0; // negative if the area on the right is smaller
    area.Compute(false, true, around, on_the_left);
    return on_the_left > 0;
}

double metres_between(const way& one, const way& other) {
    const place& a = one.from;
    const place& b = one.to;
    const place& c = other.from;
    const place& d = other.to;
    const leg ac = leg_between(a, c);
    const leg bc = one.is_place() ? ac : leg_between(b, c);
    const leg ad = other.is_place() ? ac : leg_between(a, d);
    const leg bd = one.is_place() ? ad : other.is_place() ? bc : leg_between(b, d);
    double least = std::min({ac.metres, bc.metres, ad.metres, bd.metres});
    const leg ab = one.is_place() ? leg{} : leg_between(a, b);
    const leg cd = other.is_place() ? leg{} : leg_between(c, d);
    if (!one.is_place()) {
        least = std::min(least, metres_to_inside(one, ab, c, ac, bc));
        if (!other.is_place()) {
            least = std::min(least, metres_to_inside(one, ab, d, ad, bd));
        }
    }
    if (!other.is_place()) {
        least = std::min(least, metres_to_inside(other, cd, a, ac.back(), ad.back()));
        if (!one.is_place()) {
            least = std::min(least, metres_to_inside(other, cd, b, bc.back(), bd.back()));
        }
    }
    if (least <= way_accuracy) {
        return 0;
    }
    // The ways cross if the ends of each are on different sides of the other, with turns that exclude the other half of
    // the globe.
    const int side_of_c = side(ab, ac);
    const bool do_cross = !one.is_place() && !other.is_place() && side_of_c != 0 && side(ab, ad) == -side_of_c &&
                          side(cd, ac.back()) == -side_of_c && side(cd, bc.back()) == side_of_c;
    return do_cross ? 0 : least;
}

} // namespace quadrille::cli::globe
