// Where things begin: sides of a distribution, places in a square that leaves them room, and motion between its walls.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_PLAYGROUND_PLACING_HPP
#define QUADRILLE_PLAYGROUND_PLACING_HPP

#include "playground/settings.hpp"
#include "scenes/random.hpp"

#include <quadrille/shapes.hpp>

#include <vector>

namespace quadrille::playground {

/// A side, or a diameter.
float side_of(sizes how_wide, scenes::random_source& source) noexcept;

/// As many sides.
std::vector<float> sides_of(const settings& how, scenes::random_source& source);

/// The side of a square of which squares with these sides cover this part.
float room_for(const std::vector<float>& sides, float covered) noexcept;

/// A place whose distance from the walls is at least `margin`, where there is room.
point<float> anywhere(float side_of_world, float margin, scenes::random_source& source) noexcept;

point<float> heading(scenes::random_source& source) noexcept;

/// The velocity with which what is `margin` wide goes on inside: inwards where it has reached a wall.
point<float> reflected(point<float> velocity, point<float> place, float margin, float side_of_world) noexcept;

} // namespace quadrille::playground

#endif
