// Sides, places and motion: + − × ÷ √ alone, so the same everywhere.
// SPDX-License-Identifier: MIT
#include "playground/placing.hpp"

#include <algorithm>
#include <cmath>

namespace quadrille::playground {
namespace {

float reflected(float velocity, float place, float margin, float side_of_world) noexcept {
    const float speed = std::abs(velocity);
    return place < margin ? speed : place > side_of_world - margin ? -speed : velocity;
}

} // namespace

float side_of(sizes how_wide, scenes::random_source& source) noexcept {
    switch (how_wide) {
    case sizes::log_normal: return static_cast<float>(scenes::exponential(-0.18 + 0.6 * source.gaussian()));
    case sizes::power_law: return static_cast<float>(0.35 / (1 - source.unit() * (1 - 0.35 / 14)));
    case sizes::equal: break;
    }
    return 1;
}

std::vector<float> sides_of(const settings& how, scenes::random_source& source) {
    std::vector<float> sides(how.count);
    for (float& side : sides) {
        side = side_of(how.how_wide, source);
    }
    return sides;
}

float room_for(const std::vector<float>& sides, float covered) noexcept {
    double area = 0;
    float widest = 1;
    for (const float side : sides) {
        area += double(side) * double(side);
        widest = std::max(widest, side);
    }
    return std::max(static_cast<float>(std::sqrt(area / double(covered))), 4 * widest);
}

point<float> anywhere(float side_of_world, float margin, scenes::random_source& source) noexcept {
    const double room = std::max(0.0, double(side_of_world) - 2 * double(margin));
    const double x = double(margin) + source.unit() * room;
    return {static_cast<float>(x), static_cast<float>(double(margin) + source.unit() * room)};
}

point<float> heading(scenes::random_source& source) noexcept {
    const scenes::direction towards = source.heading();
    return {static_cast<float>(towards.x), static_cast<float>(towards.y)};
}

point<float> reflected(point<float> velocity, point<float> place, float margin, float side_of_world) noexcept {
    return {reflected(velocity.x, place.x, margin, side_of_world),
            reflected(velocity.y, place.y, margin, side_of_world)};
}

} // namespace quadrille::playground
