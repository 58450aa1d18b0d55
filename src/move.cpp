// Move: one item's new shape, in place while it stays about where it was.
// SPDX-License-Identifier: MIT
#include "build.hpp"
#include "judge.hpp"
#include "relocate.hpp"

namespace quadrille::detail {

template <class Shape>
bool core<Shape>::move(item which, const Shape& shape) noexcept {
    if (!contains(which)) {
        return refuse(refusal::no_item);
    }
    why_ = judge(shape);
    if (why_ != refusal::none) {
        return false;
    }
    engine<Shape>& own = *engine_;
    store<Shape>& within = own.store;
    const std::uint32_t location = own.slots.location[which.index];
    const address place = within.links[block_of(location)].owner;
    block<Shape>& here = within.blocks[block_of(location)];

    within.clamped -= within.grid.is_outside(read_lane(here, lane_of(location)).shape) ? 1U : 0U;
    within.clamped += within.grid.is_outside(shape) ? 1U : 0U;
    write_shape(here, lane_of(location), shape);
    ++own.epoch;

    const auto house = within.grid.template home_at<scalar>(within.path_at(place), slot_of(place) == wide_slot);
    if (house.holds(shape) || !relocate(within, own.slots, which.index, wishes_.leaf_capacity)) {
        remeasure(within, place);
        widen(within, place, measured_from(shape, 0));
    }
    if (settle(own)) {
        own.release_spare();
    }
    return true;
}

template bool core<box<float>>::move(item, const box<float>&) noexcept;
template bool core<box<double>>::move(item, const box<double>&) noexcept;

} // namespace quadrille::detail
