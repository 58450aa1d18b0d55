// Draws shapes one by one, or counts them by cell and draws the densities.
// SPDX-License-Identifier: MIT
#include "crowd.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace quadrille::cli {

namespace {

/// Pixels. Smaller boxes and circles are drawn as dots of this size.
constexpr double dot_side = 2;
/// Pixels. In a dense crowd, larger shapes are drawn as outlines.
constexpr double large_side = 12;

/// Returns the side of the cells: a power of two, as in a quadtree, of 2 to 4 pixels.
double side_for(const view& seen) {
    constexpr int least_exponent = -1'000;
    constexpr int max_exponent = 1'020;
    return std::ldexp(1.0, std::clamp(std::ilogb(seen.unit()) + 2, least_exponent, max_exponent));
}

double size_in(const view& seen, const mark& shape) {
    const double wide = shape.bounds.max.x / 2 - shape.bounds.min.x / 2;
    const double high = shape.bounds.max.y / 2 - shape.bounds.min.y / 2;
    return std::max(wide, high) / seen.unit() * 2;
}

/// Adds the part around the plot of a circle that is so large that its edge is nearly straight. `center` is relative to
/// the center of the plot.
void add_vast_circle(canvas& on, const frame& plot, const point<double>& center, double radius) {
    constexpr int corners = 64;
    const point<double> middle{plot.left + plot.width / 2, plot.top + plot.height / 2};
    const double reach = 2 * std::hypot(plot.width, plot.height);
    const double away = std::hypot(center.x, center.y);
    const double inside = radius - away; // the distance of the edge beyond the center of the plot
    if (inside > reach) {
        on.add_box({middle.x - reach, middle.y - reach, 2 * reach, 2 * reach});
        return;
    }
    if (inside < -reach) {
        return;
    }
    const point<double> outwards{-center.x / away, -center.y / away};
    std::vector<point<double>> vertices;
    const auto add = [&](double out, double aside) {
        vertices.push_back(
            {middle.x + out * outwards.x - aside * outwards.y, middle.y + out * outwards.y + aside * outwards.x});
    };
    for (int corner = 0; corner <= corners; ++corner) {
        const double aside = 2 * reach * (2.0 * corner / corners - 1);
        add(inside - aside * aside / radius / 2, aside); // on such a short piece, a circle is a parabola
    }
    add(-4 * reach, 2 * reach);
    add(-4 * reach, -2 * reach);
    on.add_polygon(vertices);
}

} // namespace

void add_mark(canvas& on, const view& seen, const mark& shape) {
    constexpr double vast = 1e5; // pixels; larger coordinates come close to the limit of cairo's 24 bits
    const box<double>& of = shape.bounds;
    const double left = seen.x(of.min.x);
    const double right = seen.x(of.max.x);
    const double top = std::min(seen.y(of.min.y), seen.y(of.max.y));
    const double bottom = std::max(seen.y(of.min.y), seen.y(of.max.y));
    if (!shape.is_round) {
        // Sizes are computed from the extent, not from rounded ends, which would change a box's size by a grain while
        // it moves; except for a box that reaches out of sight.
        const bool is_whole = std::max({-left, -top, right, bottom}) < vast;
        const double wide = std::max(is_whole ? seen.length(of.max.x - of.min.x) : right - left, dot_side / 2);
        const double high = std::max(is_whole ? seen.length(of.max.y - of.min.y) : bottom - top, dot_side / 2);
        on.add_box({left, top, wide, high});
        return;
    }
    const double radius = (of.max.x / 2 - of.min.x / 2) / seen.unit();
    const point<double> center{of.min.x / 2 + of.max.x / 2, of.min.y / 2 + of.max.y / 2};
    if (radius > vast) {
        add_vast_circle(on, seen.plot(), seen.from_middle(center), radius);
    } else {
        on.add_circle(seen.pixels(center), radius);
    }
}

crowd::crowd(const view& seen)
    : seen_(seen), side_(side_for(seen)),
      origin_{std::floor(seen.world().min.x / side_), std::floor(seen.world().min.y / side_)},
      columns_(static_cast<std::size_t>(seen.plot().width * (seen.unit() / side_)) + 2),
      rows_(static_cast<std::size_t>(seen.plot().height * (seen.unit() / side_)) + 2),
      densities_(columns_ * rows_ + 1) {}

std::size_t crowd::cell_of(const point<double>& where) const noexcept {
    const double column = std::floor(where.x / side_) - origin_.x;
    const double row = std::floor(where.y / side_) - origin_.y;
    const bool is_seen =
        column >= 0 && row >= 0 && column < static_cast<double>(columns_) && row < static_cast<double>(rows_);
    return is_seen ? static_cast<std::size_t>(row) * columns_ + static_cast<std::size_t>(column) : columns_ * rows_;
}

void crowd::add(const mark& shape) {
    ++count_;
    const box<double>& of = shape.bounds;
    ++densities_[cell_of({of.min.x / 2 + of.max.x / 2, of.min.y / 2 + of.max.y / 2})];
    const auto is_small = [this](const mark& each) { return size_in(seen_, each) < large_side; };
    if (count_ == max_strokes + 1) {
        std::erase_if(marks_, is_small);
    }
    if (marks_.size() < max_strokes && (!is_dense() || !is_small(shape))) {
        marks_.push_back(shape);
    }
}

void crowd::draw(canvas& on, const color& with, const color& deepest) const {
    is_dense() ? draw_densities(on, with, deepest) : draw_each(on, with);
}

void crowd::draw_each(canvas& on, const color& with) const {
    // Few dots are large, many dots are small.
    const double area = seen_.plot().width * seen_.plot().height;
    const double dot =
        std::clamp(0.3 * std::sqrt(area / static_cast<double>(std::max<std::size_t>(marks_.size(), 1))), 2.0, 7.0);
    bool has_dots = false;
    bool has_shapes = false;
    for (const mark& each : marks_) {
        const bool is_dot = size_in(seen_, each) < dot_side;
        has_dots = has_dots || is_dot;
        if (!is_dot) {
            add_mark(on, seen_, each);
            has_shapes = true;
        }
    }
    if (has_shapes) {
        on.fill_and_stroke(with.with(0.55), with, 1);
    }
    if (has_dots) {
        for (const mark& each : marks_) {
            if (size_in(seen_, each) < dot_side) {
                const box<double>& of = each.bounds;
                on.add_dot(seen_.pixels({of.min.x / 2 + of.max.x / 2, of.min.y / 2 + of.max.y / 2}));
            }
        }
        const bool are_points = marks_.front().bounds.min == marks_.front().bounds.max;
        on.stroke(with, are_points ? dot : std::min(dot, 1.5 * dot_side));
    }
}

void crowd::draw_densities(canvas& on, const color& with, const color& deepest) const {
    const std::uint32_t most = *std::max_element(densities_.begin(), densities_.end() - 1);
    const frame& plot = seen_.plot();
    const pixel_size size{static_cast<int>(plot.width), static_cast<int>(plot.height)};
    constexpr double shades = 32; // only a few, so that the picture compresses well
    const double scale = 1 / std::log1p(static_cast<double>(std::max(most, 1U)));
    const auto byte = [](double share) { return static_cast<std::uint32_t>(std::lround(share * 255)); };
    std::vector<std::uint32_t> pixels;
    pixels.reserve(static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height));
    for (int row = 0; row < size.height; ++row) {
        for (int column = 0; column < size.width; ++column) {
            const std::size_t cell = cell_of(seen_.world_at(plot.left + column + 0.5, plot.top + row + 0.5));
            const std::uint32_t count = cell + 1 < densities_.size() ? densities_[cell] : 0;
            const double share =
                count == 0 ? 0 : std::ceil(shades * std::log1p(static_cast<double>(count)) * scale) / shades;
            const double opacity = count == 0 ? 0 : std::min(1.0, 0.2 + 1.2 * share);
            const double depth = 0.7 * share * share;
            const auto mixed = [&](double one, double other) {
                return byte(opacity * ((1 - depth) * one + depth * other));
            };
            pixels.push_back(byte(opacity) << 24U | mixed(with.red, deepest.red) << 16U |
                             mixed(with.green, deepest.green) << 8U | mixed(with.blue, deepest.blue));
        }
    }
    on.image({plot.left, plot.top}, size, pixels);
    if (!marks_.empty() && marks_.size() < max_strokes) {
        for (const mark& each : marks_) {
            add_mark(on, seen_, each);
        }
        on.stroke(with, 1);
    }
}

} // namespace quadrille::cli
