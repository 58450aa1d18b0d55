// The shortest way between two places on the ellipsoid, by GeographicLib, and its distance from other places.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_GLOBE_GEODESIC_HPP
#define QUADRILLE_CLI_GLOBE_GEODESIC_HPP

#include "globe.hpp"

#include <span>

namespace quadrille::cli::globe {

/// The places of the shortest way; if both ends are equal, this place.
struct way {
    place from;
    place to;

    bool is_place() const noexcept { return from == to; }
};

/// The accuracy of the distances of ways, in metres; a smaller distance is 0.
inline constexpr double way_accuracy = 1e-6;

/// Returns the distance of the nearest places of two ways, in metres; 0 if they cross.
double metres_between(const way& one, const way& other);

/// Returns whether a place is on the right of a way, in its direction.
bool is_right_of(const way& of, const place& where);

/// Returns whether the part of the globe to the left of a ring, in its direction, is the smaller one. The first place
/// follows the last.
bool has_less_on_the_left(std::span<const place> ring);

} // namespace quadrille::cli::globe

#endif
