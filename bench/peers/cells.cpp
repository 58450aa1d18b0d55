// Chooses the cells of a uniform grid for any world.
// SPDX-License-Identifier: MIT
#include "cells.hpp"

#include <array>

namespace quadrille::bench {
namespace {

struct spread_out {
    point<float> low;
    point<float> high;
    float largest = 0; ///< the side of a box
};

/// Returns the area of the lower corners.
spread_out everything(boxes now) {
    spread_out all{now[0].min, now[0].min};
    for (const box<float>& one : now) {
        all.low = {std::min(all.low.x, one.min.x), std::min(all.low.y, one.min.y)};
        all.high = {std::max(all.high.x, one.min.x), std::max(all.high.y, one.min.y)};
        all.largest = std::max({all.largest, one.max.x - one.min.x, one.max.y - one.min.y});
    }
    return all;
}

/// Returns the area of most items: a distant item must not put all others into one cell.
spread_out bulk(boxes now, float largest) {
    constexpr std::size_t samples = 256;
    constexpr std::size_t outliers = 4;
    std::array<float, samples> x;
    std::array<float, samples> y;
    for (std::size_t i = 0; i < samples; ++i) {
        const point<float>& where = now[i * now.size() / samples].min;
        x[i] = where.x;
        y[i] = where.y;
    }
    std::sort(x.begin(), x.end());
    std::sort(y.begin(), y.end());
    const float x0 = x[outliers];
    const float x1 = x[samples - 1 - outliers];
    const float y0 = y[outliers];
    const float y1 = y[samples - 1 - outliers];
    const float more = 0.05F;
    return {{x0 - more * (x1 - x0), y0 - more * (y1 - y0)}, {x1 + more * (x1 - x0), y1 + more * (y1 - y0)}, largest};
}

/// Returns the number of cells of this size in the area; it may exceed all integers.
double cells_over(const spread_out& area, float side) {
    return (static_cast<double>(area.high.x - area.low.x) / static_cast<double>(side) + 1) *
           (static_cast<double>(area.high.y - area.low.y) / static_cast<double>(side) + 1);
}

/// Returns slightly more than requested: the rounding of coordinates divided by the side must not put the corners of
/// the largest box two cells apart.
float safe_side(const spread_out& area, float scale) {
    const float extent = std::max(area.high.x - area.low.x, area.high.y - area.low.y);
    return scale * area.largest * (1 + 1e-6F) + extent * 1e-6F;
}

} // namespace

cell_frame frame_of(boxes now, float scale, float cells_per_item) {
    if (now.empty()) {
        return {};
    }
    const double most = static_cast<double>(cells_per_item) * static_cast<double>(now.size()) + 64;
    spread_out area = everything(now);
    float side = safe_side(area, scale);
    if (!(cells_over(area, side) <= most)) {
        area = bulk(now, area.largest);
        side = safe_side(area, scale);
        while (cells_over(area, side) > most) {
            side *= 1.25F;
        }
    }
    if (!(side > 0)) {
        return {};
    }
    cell_frame frame;
    frame.corner = area.low;
    frame.inverse = 1 / side;
    frame.largest = area.largest;
    frame.last_column = static_cast<float>(static_cast<std::uint32_t>((area.high.x - area.low.x) * frame.inverse));
    frame.last_row = static_cast<float>(static_cast<std::uint32_t>((area.high.y - area.low.y) * frame.inverse));
    frame.stride = static_cast<std::uint32_t>(frame.last_column) + 2;
    return frame;
}

} // namespace quadrille::bench
