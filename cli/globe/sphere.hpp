// The auxiliary sphere: places of the ellipsoid by their reduced latitudes. Distances are angles there, within 0.34 %.
// SPDX-License-Identifier: MIT
//
// A point of the ellipsoid with the reduced latitude β (tan β = (1 − f) tan φ) and the longitude λ is mapped to the
// point of a sphere with this latitude and longitude. Let σ be the angle of two such points there. A way on the sphere
// is, on the ellipsoid, at least as long as with the radius b, and at most as long as with a: b dσ ≤ ds ≤ a dσ. So b σ
// ≤ s ≤ a σ holds for the shortest ways, too.
#ifndef QUADRILLE_CLI_GLOBE_SPHERE_HPP
#define QUADRILLE_CLI_GLOBE_SPHERE_HPP

#include "globe.hpp"

#include <array>
#include <cmath>
#include <numbers>

namespace quadrille::cli::globe {

inline constexpr double equator = 6378137;                   // a, in metres
inline constexpr double flattening = 1 / 298.257223563;      // f
inline constexpr double polar = equator * (1 - flattening);  // b
inline constexpr double slack = 1e-6;                        // metres: more than the rounding errors of chords
inline constexpr double in_radians = std::numbers::pi / 180; // a degree
inline constexpr double window_slack = 1e-9;                 // degrees: a tenth of a millimetre

using direction = std::array<double, 3>; ///< from the center of the sphere

inline double reduced(double latitude) noexcept {
    return std::atan((1 - flattening) * std::tan(latitude * in_radians));
}
inline double latitude_of(double angle) noexcept { return std::atan(std::tan(angle) / (1 - flattening)) / in_radians; }

inline direction direction_of(const place& from) noexcept {
    const double beta = reduced(from.y);
    const double lambda = from.x * in_radians;
    return {std::cos(beta) * std::cos(lambda), std::cos(beta) * std::sin(lambda), std::sin(beta)};
}
inline double squared_chord(const direction& one, const direction& other) noexcept {
    const double x = other[0] - one[0];
    const double y = other[1] - one[1];
    const double z = other[2] - one[2];
    return x * x + y * y + z * z;
}

} // namespace quadrille::cli::globe

#endif
