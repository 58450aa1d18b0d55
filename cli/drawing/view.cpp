// Fits a world into a plot. Coordinates are halved if their differences could exceed the range of double.
// SPDX-License-Identifier: MIT
#include "view.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace quadrille::cli {

namespace {

constexpr double air = 1.06;
constexpr double farthest_pixel = 1e6;

double finite(double number, double otherwise) { return std::isfinite(number) ? number : otherwise; }

} // namespace

view::view(const box<double>& world, const frame& plot, bool y_down, grain finest)
    : plot_(plot), y_down_(y_down), grain_(finest == grain::whole ? 1 : 8) {
    const bool is_empty = !(world.min.x <= world.max.x && world.min.y <= world.max.y);
    constexpr double most = std::numeric_limits<double>::max();
    const point<double> low =
        is_empty ? point<double>{0, 0} : point<double>{finite(world.min.x, -most), finite(world.min.y, -most)};
    const point<double> high =
        is_empty ? point<double>{0, 0} : point<double>{finite(world.max.x, most), finite(world.max.y, most)};
    half_middle_ = {low.x / 4 + high.x / 4, low.y / 4 + high.y / 4};
    unit_ = std::max((high.x / 2 - low.x / 2) / (plot.width / 2), (high.y / 2 - low.y / 2) / (plot.height / 2)) * air;

    // If a pixel is at most 1e-13 of the largest coordinate, or 1e-290, the world has no extent.
    const double far = 2 * std::max(std::abs(half_middle_.x), std::abs(half_middle_.y));
    const double least = std::max(far * 1e-13, 1e-290);
    if (!(unit_ > least)) {
        unit_ = std::max(2 / std::min(plot.width, plot.height), 1e4 * least);
    }
}

box<double> view::world() const noexcept {
    const auto along = [this](double half_middle, double pixels, double sign) {
        return 2 * (half_middle + sign * unit_ / 4 * pixels);
    };
    return {{along(half_middle_.x, plot_.width, -1), along(half_middle_.y, plot_.height, -1)},
            {along(half_middle_.x, plot_.width, 1), along(half_middle_.y, plot_.height, 1)}};
}

point<double> view::from_middle(const point<double>& where) const noexcept {
    const double down = (where.y / 2 - half_middle_.y) / unit_ * 2;
    return {(where.x / 2 - half_middle_.x) / unit_ * 2, y_down_ ? down : -down};
}

double view::rounded(double pixels) const noexcept {
    if (std::isnan(pixels)) {
        return -farthest_pixel;
    }
    // Lines in the middle of pixels are sharp.
    const double offset = grain_ == 1 ? 0.5 : 0;
    return std::round(grain_ * (std::clamp(pixels, -farthest_pixel, farthest_pixel) - offset)) / grain_ + offset;
}

double view::length(double world) const noexcept {
    return std::round(grain_ * std::min(world / unit_, farthest_pixel)) / grain_;
}

double view::x(double world_x) const noexcept {
    return rounded(plot_.left + plot_.width / 2 + from_middle({world_x, 0}).x);
}

double view::y(double world_y) const noexcept {
    return rounded(plot_.top + plot_.height / 2 + from_middle({0, world_y}).y);
}

point<double> view::world_at(double pixel_x, double pixel_y) const noexcept {
    const double right = pixel_x - plot_.left - plot_.width / 2;
    const double down = pixel_y - plot_.top - plot_.height / 2;
    return {2 * (half_middle_.x + right * (unit_ / 2)), 2 * (half_middle_.y + (y_down_ ? down : -down) * (unit_ / 2))};
}

} // namespace quadrille::cli
