// The order in which a walk visits the images of the items.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_ENGINE_IMAGE_WALK_HPP
#define QUADRILLE_DETAIL_ENGINE_IMAGE_WALK_HPP

#include <quadrille/detail/base/apart.hpp>
#include <quadrille/detail/engine/images.hpp>
#include <quadrille/geometry.hpp>
#include <quadrille/period.hpp>

#include <algorithm>
#include <cstdint>

namespace quadrille::detail {

/// The position of a walk in a world that wraps: the walk answers for one image of the items after the other. In other
/// worlds none of these members is set.
struct image_walk {
    image_ranges all;
    std::int32_t x; ///< the present image: {0, 0} at first
    std::int32_t y;
    std::int32_t turns_x; ///< periods by which the question was moved
    std::int32_t turns_y;
    std::uint32_t found;    ///< number of reported items
    bool is_paired;         ///< the area is an item's shape, and the answers are paired with the item
    bool is_of_cell = true; ///< also if a walk visits the stored items of one cell, or has not begun
    bool has_begun;
    bool has_ended;  ///< there is no further image
    bool may_repeat; ///< several images of an item may meet the question

    void begin(const image_ranges& images, const point<double>& moved_by) noexcept {
        all = images;
        begin(moved_by);
    }
    void begin(const point<double>& moved_by) noexcept {
        x = y = 0;
        constexpr double farthest = 1 << 28;
        turns_x = static_cast<std::int32_t>(std::clamp(moved_by.x, -farthest, farthest));
        turns_y = static_cast<std::int32_t>(std::clamp(moved_by.y, -farthest, farthest));
        is_of_cell = has_begun = has_ended = false;
    }
    /// Advances to the next image; returns false after the last.
    QUADRILLE_RARE bool next(const world_axes& world) noexcept {
        image_range columns = all.in_row(world, y);
        if (x == 0 && y == 0) {
            y = all.y.first;
            columns = all.in_row(world, y);
            x = columns.first - 1;
        }
        do {
            for (++x; x > columns.last && y < all.y.last; x = columns.first) {
                columns = all.in_row(world, ++y);
            }
            has_ended = has_ended || x > columns.last;
        } while (!has_ended && x == 0 && y == 0);
        return !has_ended;
    }
    /// An item is reported at the first of its images that meet the question.
    image_number first(const world_axes& world) const noexcept { return all.first_of(world, turns_x, turns_y); }
    shift told() const noexcept { return told_shift(x - turns_x, y - turns_y); }
};

} // namespace quadrille::detail

#endif
