// Caps of the auxiliary sphere, by which what lies far apart on the globe is told from what may be near.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_GLOBE_CAPS_HPP
#define QUADRILLE_CLI_GLOBE_CAPS_HPP

#include "globe.hpp"

#include <array>
#include <cstdint>

namespace quadrille::cli::globe {

/// All that is seen from the center of the sphere no farther than an angle from its middle; with π everything.
struct cap {
    std::array<double, 3> middle;
    double angle; ///< in radians
};

/// One that has all places of the shortest way between two places.
cap cap_of(const place& from, const place& to);
/// One that has two.
cap joined(const cap& one, const cap& other);

/// No place of one is nearer to one of the other, and none is farther, in metres.
double least_metres_between(const cap& one, const cap& other);
double most_metres_between(const cap& one, const cap& other);

/// How a place lies to a cap.
enum class cap_side : std::uint8_t { across, north, south, beside };

/// Asks how caps lie to a place: beside its meridian, or all to the north or south of it.
class meridian {
public:
    explicit meridian(const place& of);
    /// `north`: the place is north of the cap.
    cap_side side_of(const cap& one) const;

private:
    double latitude_;              ///< reduced, in radians
    std::array<double, 2> normal_; ///< of the plane of the meridian
};

/// The latitudes of the shortest way between two places are no higher, in degrees.
double highest_latitude(const place& from, const place& to);

} // namespace quadrille::cli::globe

#endif
