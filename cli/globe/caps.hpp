// Caps of the auxiliary sphere. They distinguish shapes that are far apart on the globe from those that may be near.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_GLOBE_CAPS_HPP
#define QUADRILLE_CLI_GLOBE_CAPS_HPP

#include "globe.hpp"

#include <array>
#include <cstdint>

namespace quadrille::cli::globe {

/// All directions from the center of the sphere within an angle from that of the middle; π includes everything.
struct cap {
    std::array<double, 3> middle;
    double angle; ///< radians
};

/// Returns a cap that contains all places of the shortest way between two places.
cap cap_of(const place& from, const place& to);
/// Returns a cap that contains both.
cap joined(const cap& one, const cap& other);

/// Lower and upper limits of the distance between a place of one cap and a place of the other, in metres.
double least_metres_between(const cap& one, const cap& other);
double most_metres_between(const cap& one, const cap& other);

/// The position of a place relative to a cap.
enum class cap_side : std::uint8_t { across, north, south, beside };

/// The meridian of a place; finds whether caps are beside it, or to the north or south of the place.
class meridian {
public:
    explicit meridian(const place& of);
    /// `north` means that the place is north of the cap.
    cap_side side_of(const cap& one) const;

private:
    double latitude_;              ///< reduced, in radians
    std::array<double, 2> normal_; ///< the normal of the plane of the meridian
};

/// Returns an upper limit of the latitudes on the shortest way between two places, in degrees.
double highest_latitude(const place& from, const place& to);

} // namespace quadrille::cli::globe

#endif
