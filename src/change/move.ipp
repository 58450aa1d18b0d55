// Move: sets the new shape of one item, in place as long as its center and size fit its cell.
// SPDX-License-Identifier: MIT
#include "engine/engine.hpp"
#include "rebuild/rebuild.hpp"
#include "store/filing.hpp"
#include "store/lanes.hpp"

namespace quadrille::detail {

template <class Shape>
void core<Shape>::move_checked(std::uint32_t index, const Shape& shape) noexcept {
    engine<Shape>& owner = *engine_;
    store<Shape>& tree = owner.store;
    const std::uint32_t location = owner.slots.location[index];
    const address place = tree.links[block_of(location)].owner;
    block<Shape>& here = tree.blocks[block_of(location)];

    const stored_item<Shape> before = read_lane(here, lane_of(location));
    tree.uncount_clamped(before.shape);
    tree.count_clamped(shape);
    write_shape(here, lane_of(location), shape);

    const auto home = tree.grid.template home_at<scalar>(tree.path_at(place), is_wide_slot(slot_of(place)));
    const relocation done = home.holds(shape) ? relocation{place, place, true} : relocate(tree, owner.slots, index);
    const bool at_edge = reaches_edge(bounds_at(tree.nodes[node_of(place)], slot_of(place)), before.shape);
    widen(tree, done.to, measured_from(shape, before.layers));
    const bool may_shrink = at_edge || (done.happened() && !has_layers(tree, tree.at(done.from), before.layers));
    look_again(tree, owner.slots, done.from, may_shrink, options_.leaf_capacity);
    if (done.happened()) {
        split_if_due(tree, owner.slots, done.to, options_.leaf_capacity);
        merge(tree, owner.slots, done.from, options_.leaf_capacity);
    }
}

template <class Shape>
bool core<Shape>::move(item which, const Shape& shape) noexcept {
    if (!contains(which)) {
        return reject(error::no_item);
    }
    error_ = check(shape);
    if (error_ != error::none) {
        return false;
    }
    Shape image;
    move_checked(which.index, stored_image(shape, image));
    ++engine_->epoch;
    if (settle(*engine_, 1)) {
        engine_->release_spare();
    }
    return true;
}

template <class Shape>
change_report core<Shape>::move(std::span<const item> items, std::span<const Shape> shapes) noexcept {
    change_report report;
    if (items.size() != shapes.size()) {
        report.error = error::wrong_size;
    }
    for (std::uint32_t at = 0; report.error != error::wrong_size && at < items.size(); ++at) {
        const quadrille::error reason = contains(items[at]) ? check(shapes[at]) : error::no_item;
        if (reason != error::none && report.rejected++ == 0) {
            report.first_rejected = at;
            report.error = reason;
        }
    }
    error_ = report.error;
    if (!report || items.empty()) {
        return report;
    }

    engine<Shape>& owner = *engine_;
    Shape image;
    for (std::size_t at = 0; at < items.size(); ++at) {
        detail::prefetch_items(owner, items, at);
        move_checked(items[at].index, stored_image(shapes[at], image));
    }
    ++owner.epoch;
    report.method = settle(owner, items.size()) ? update_method::rebuild : update_method::reinsert;
    if (report.method == update_method::rebuild) {
        owner.release_spare();
    }
    return report;
}

} // namespace quadrille::detail
