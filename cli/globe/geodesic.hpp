// The shortest way between two places on the ellipsoid, by GeographicLib: how far others are from it, and on which side.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_GLOBE_GEODESIC_HPP
#define QUADRILLE_CLI_GLOBE_GEODESIC_HPP

#include "globe.hpp"

#include <span>

namespace quadrille::cli::globe {

/// The places of the shortest way; where both ends are one, this place.
struct way {
    place from;
    place to;

    bool is_place() const noexcept { return from == to; }
};

/// Distances of ways are computed to so many metres, and less is none.
inline constexpr double way_accuracy = 1e-6;

/// The distance of their nearest places, in metres; 0 where they cross.
double metres_between(const way& one, const way& other);

/// Whether a place lies to the right of a way, seen in its direction.
bool is_right_of(const way& of, const place& where);

/// Whether less of the globe lies to the left of a ring, seen in its direction, than to the right. The last place is followed by the first.
bool has_less_on_the_left(std::span<const place> ring);

} // namespace quadrille::cli::globe

#endif
