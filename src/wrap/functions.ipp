// The table of the functions with which trees of one shape answer in worlds that wrap.
// SPDX-License-Identifier: MIT
#include "engine/wrapping.hpp"

namespace quadrille::detail {

template <class Shape>
const wrapping<Shape>& wrapping_for() noexcept {
    static constexpr wrapping<Shape> functions = {
        .check = &check_in_world<Shape>,
        .bring_in = &bring_shape_in<Shape>,
        .check_all = &check_all_in_world<Shape>,
        .check_tick = &check_tick_in_world<Shape>,
        .bring_all_in = &bring_all_shapes_in<Shape>,
        .begin_area = &begin_images_of_area<Shape>,
        .fill_area = &fill_images_of_area<Shape>,
        .fill_pairs = &fill_pairs_across<Shape>,
        .begin_cast = &begin_images_of_cast,
        .fill_cast = &fill_images_of_cast<Shape>,
        .nearest = &nearest_image<Shape>,
        .begin_nearest = &begin_nearest_image<Shape>,
        .open_nearest = &open_nearest_image<Shape>,
    };
    return functions;
}

template <class Shape>
const every_wrapping& one_wrapping() noexcept {
    static constexpr every_wrapping alone = [] {
        every_wrapping found;
        static_cast<wrapping_of<Shape>&>(found).find = &wrapping_for<Shape>;
        return found;
    }();
    return alone;
}

} // namespace quadrille::detail
