// `update_shapes`: writes a bucket's new shapes, measures them, and notes displaced items.
// SPDX-License-Identifier: MIT
#if defined(QUADRILLE_SRC_CHANGE_UPDATE_SHAPES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HWY_TARGET_TOGGLE
#undef QUADRILLE_SRC_CHANGE_UPDATE_SHAPES_INL
#else
#define QUADRILLE_SRC_CHANGE_UPDATE_SHAPES_INL
#endif

#include "engine/engine.hpp"
#include "lanes/lanes-inl.hpp"
#include "store/bucket.hpp"

#include <bit>
#include <cstdint>
#include <limits>
#include <span>

QUADRILLE_BEFORE_KERNELS();
namespace quadrille::detail::QUADRILLE_KERNELS {

template <class Shape>
bucket_update update_shapes(store<Shape>& tree, address place, const tick_shapes<Shape>& shapes,
                            std::uint32_t* displaced, std::uint32_t room) noexcept {
    using scalar = typename Shape::scalar;
    static constexpr std::uint32_t each_lane[lanes] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const bool are_elsewhere = shapes.bring_in != nullptr;
    Shape images[lanes];
    const Shape* const from = are_elsewhere ? images : shapes.by_index;
    constexpr scalar far_off = std::numeric_limits<scalar>::infinity();
    const reference bucket = tree.at(place);
    const auto home = tree.grid.template home_at<scalar>(tree.path_at(place), is_wide_slot(slot_of(place)));
    const bool at_border = home.x0 == -far_off || home.y0 == -far_off || home.x1 == far_off || home.y1 == far_off;

    const auto everywhere = tree.grid.template whole<scalar>();

    bucket_update found{};
    lane_bounds_sum<scalar> around;
    std::uint32_t live = live_in_head(bucket);
    for (std::uint32_t which = head_of(bucket); which != no_block; which = tree.links[which].next) {
        block<Shape>& here = tree.blocks[which];
        if (are_elsewhere) {
            shapes.bring_in(*shapes.world, shapes.by_index, std::span(here.id, live), images);
        }
        const std::uint32_t left = update_lanes(here, live, from, are_elsewhere ? each_lane : here.id, home, around);
        if (at_border) {
            const std::uint32_t outside = ~lanes_at_home(here, everywhere) & first_bits(live);
            found.clamped += outside == 0 ? 0U : static_cast<std::uint32_t>(std::popcount(outside));
        }
        for (std::uint32_t rest = left; rest != 0; rest &= rest - 1) {
            if (found.left < room) {
                displaced[found.left] = here.id[std::countr_zero(rest)];
            }
            ++found.left;
        }
        live = lanes;
    }
    found.around = measured_from(around.total(), 0);
    return found;
}

} // namespace quadrille::detail::QUADRILLE_KERNELS
QUADRILLE_AFTER_KERNELS();

#endif
