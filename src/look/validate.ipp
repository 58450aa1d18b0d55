// Validate: checks every invariant of the data structure and reports the first broken one. It reads nothing outside the
// arrays, and ends, for any content of the arrays: `load` relies on it.
// SPDX-License-Identifier: MIT
#include "engine/engine.hpp"
#include "engine/wrapping.hpp"
#include "store/bucket.hpp"

#include <cmath>

namespace quadrille::detail {
namespace {

/// Whether all numbers of a lane are NaN, and its id and layers 0.
template <class Shape>
bool is_empty_lane(const stored_item<Shape>& what) noexcept {
    const auto around = bounds_of(what.shape);
    bool is_empty = std::isnan(around.min.x) && std::isnan(around.min.y) && what.id == 0 && what.layers == 0;
    if constexpr (is_circle<Shape>) {
        is_empty = is_empty && std::isnan(what.shape.center.x) && std::isnan(what.shape.center.y) &&
                   std::isnan(what.shape.radius);
    }
    return is_empty && std::isnan(around.max.x) && std::isnan(around.max.y);
}

/// Whether a place is empty: its bounds are NaN on both axes, and it has no layers.
inline bool is_empty_place(const node& here, std::uint32_t slot) noexcept {
    const bool is_wide = is_wide_slot(slot);
    const std::uint32_t list = is_wide ? slot - fan_out : 0;
    const box<float>& wide = here.wide_bounds[list];
    return is_wide ? std::isnan(wide.min.x) && std::isnan(wide.min.y) && std::isnan(wide.max.x) &&
                         std::isnan(wide.max.y) && here.wide_layers[list] == 0
                   : std::isnan(here.x0[slot]) && std::isnan(here.y0[slot]) && std::isnan(here.x1[slot]) &&
                         std::isnan(here.y1[slot]) && here.layers[slot] == 0;
}

/// Counts everything that it visits, to compare the totals with the free lists. Visits nodes through the tree, and no
/// more nodes than exist: a cycle is reported as a fault. Prefetches the slots of the next block's items.
template <class Shape>
class inspector {
public:
    inspector(const engine<Shape>& of, bool is_counted) noexcept : own_(of), tree_(of.store), is_counted_(is_counted) {}

    fault run() noexcept {
        const bool is_sound =
            check_counts() && check_node(0) && check_cells() && check_totals() && check_slots() && check_period();
        return is_sound ? fault{} : found_;
    }

private:
    bool wrong(const char* what, std::uint32_t where) noexcept {
        found_ = {what, where};
        return false;
    }

    /// Checks in a world that wraps that all shapes are images in the period.
    bool check_period() noexcept {
        const wrapping<Shape>* const by = wrapping_in<Shape>(own_);
        for (std::uint32_t index = 0; by != nullptr && index < own_.index_limit; ++index) {
            if (own_.is_alive(index)) {
                const std::uint32_t location = own_.slots.location[index];
                const Shape shape = read_lane(tree_.blocks[block_of(location)], lane_of(location)).shape;
                if (by->check(own_.options, shape) != error::none || by->bring_in(own_.options, shape) != shape) {
                    return wrong("an item is not in the period", index);
                }
            }
        }
        return true;
    }

    /// Checks the conditions that the other checks need to stay within the arrays.
    bool check_counts() noexcept {
        if (tree_.blocks_begun > tree_.blocks.capacity() || tree_.blocks_begun > tree_.links.capacity() ||
            tree_.nodes_begun > tree_.nodes.capacity()) {
            return wrong("there is no room for the blocks or nodes in use", tree_.blocks_begun);
        }
        if (tree_.free_blocks > tree_.blocks_begun || tree_.free_nodes >= tree_.nodes_begun) {
            return wrong("more blocks or nodes are free than there are", tree_.free_blocks);
        }
        if (own_.index_limit > own_.slots.known || own_.slots.known > own_.slots.generation.capacity() ||
            own_.slots.known > own_.slots.location.capacity()) {
            return wrong("an index has no slot", own_.index_limit);
        }
        const node& ground = tree_.nodes[0];
        if (ground.mark != empty_node(root_address, {}).mark || ground.row != 0 || ground.parent != root_address ||
            ground.split_quarters != 0) {
            return wrong("the ground is none", 0);
        }
        return true;
    }

    bool check_cells() noexcept {
        std::uint32_t stack[walk_depth];
        int top = 0;
        if (is_node(tree_.at(root_address))) {
            stack[top++] = tree_.at(root_address);
        }
        while (top > 0) {
            const std::uint32_t which = stack[--top];
            if (!check_node(which)) {
                return false;
            }
            for (const reference child : tree_.nodes[which].child) {
                if (is_node(child)) {
                    stack[top++] = child;
                }
            }
        }
        return true;
    }

    bool check_node(std::uint32_t which) noexcept {
        if (++nodes_ > tree_.nodes_in_use()) {
            return wrong("a node is reached twice", which);
        }
        const node& here = tree_.nodes[which];
        if (here.split_quarters >> quarters != 0) {
            return wrong("a quarter is split that there is not", which);
        }
        std::uint32_t counted = 0;
        for (std::uint32_t slot = 0; slot < node_slots; ++slot) {
            const address place = make_address(which, slot);
            const reference child = tree_.at(place);
            const measured bounds = bounds_at(here, slot);
            prefetch_behind(here, slot);
            if (child == no_child) {
                if (!is_empty_place(here, slot)) {
                    return wrong("an empty place has bounds", which);
                }
            } else if (which == 0 && slot != 0) {
                return wrong("the ground holds more than the root", slot);
            } else if (!is_used(here, slot)) {
                return wrong("a quarter that is not split fills more than its first slot", which);
            } else if (is_bucket(child)) {
                if (!check_bucket(place, child, bounds)) {
                    return false;
                }
            } else if (is_wide_slot(slot)) {
                return wrong("the wide items are a node", which);
            } else if (tree_.is_whole_quarter(place)) {
                return wrong("a quarter is a node of its own", which);
            } else if (!check_child(place, child, bounds)) {
                return false;
            }
            counted += items_in(tree_, child);
        }
        return !is_counted_ || counted == here.items ||
               wrong("a node has another number of items than it counts", which);
    }

    /// Whether this slot may hold anything.
    static bool is_used(const node& here, std::uint32_t slot) noexcept {
        const bool is_whole = slot == own_wide_slot || (!is_wide_slot(slot) && slot % quarters == 0);
        return is_whole || is_split(here, quarter_of_slot(slot));
    }

    bool check_child(address place, reference child, const measured& bounds) noexcept {
        if (child >= tree_.nodes_begun || tree_.nodes[child].mark == 0) {
            return wrong("a child is not a node in use", child);
        }
        const node& below = tree_.nodes[child];
        if (below.parent != place) {
            return wrong("a node names another parent", child);
        }
        const cell_path path = path_of(below);
        const cell_path expected = tree_.path_at(place);
        if (path.column != expected.column || path.row != expected.row || path.depth != expected.depth) {
            return wrong("a node has another square than its place", child);
        }
        // The level of points: in a world of denormal size it is below the limit.
        if (path.depth + (below.split_quarters != 0 ? 1 : 0) >= tree_.grid.level_of(0)) {
            return wrong("a node lies deeper than the limit", child);
        }
        const measured inside = united_bounds(below);
        if (inside.is_empty()) {
            return wrong("a node has nothing below it", child);
        }
        return covers_all(bounds, inside) || wrong("a node reaches out of its bounds", child);
    }

    bool check_bucket(address place, reference bucket, const measured& bounds) noexcept {
        std::uint32_t which = head_of(bucket);
        std::uint32_t live = live_in_head(bucket);
        if (which >= tree_.blocks_begun) {
            return wrong("a bucket's head is no block in use", which);
        }
        for (std::uint32_t length = tree_.links[which].length; length > 0; --length) {
            if (which >= tree_.blocks_begun || tree_.links[which].length != length) {
                return wrong("a chain's lengths do not count down", which);
            }
            if (++blocks_ > tree_.blocks_in_use()) {
                return wrong("a block is reached twice", which);
            }
            if (tree_.links[which].owner != place) {
                return wrong("a block names another bucket", which);
            }
            prefetch_slots(tree_.links[which].next);
            if (!check_lanes(which, live, bounds)) {
                return false;
            }
            live = lanes;
            which = tree_.links[which].next;
        }
        return which == no_block || wrong("a chain is longer than its length", which);
    }

    bool check_lanes(std::uint32_t which, std::uint32_t live, const measured& bounds) noexcept {
        const block<Shape>& here = tree_.blocks[which];
        for (std::uint32_t lane = 0; lane < lanes; ++lane) {
            const stored_item<Shape> what = read_lane(here, lane);
            if (lane >= live) {
                if (!is_empty_lane(what)) {
                    return wrong("an empty lane does not hold NaN", which);
                }
                continue;
            }
            ++items_;
            if (!is_storable(what.shape)) {
                return wrong("a live lane holds a shape that cannot be stored", what.id);
            }
            if (what.id >= own_.index_limit) {
                return wrong("a lane holds an item that has no slot", what.id);
            }
            if (own_.slots.location[what.id] != make_location(which, lane)) { // dead items: `check_slots`
                return wrong("an item refers to another lane than its own", what.id);
            }
            if (!covers_all(bounds, measured_from(what.shape, what.layers))) {
                return wrong("an item reaches out of its cell's bounds", what.id);
            }
        }
        return true;
    }

    /// Prefetches the slots of the items in the next bucket, and the block of a later bucket, which names its items.
    void prefetch_behind(const node& here, std::uint32_t slot) const noexcept {
        keep_calls();
        if (slot + 1 < node_slots && is_bucket(child_at(here, slot + 1))) {
            prefetch_slots(head_of(child_at(here, slot + 1)));
        }
        if (slot + 3 < node_slots && is_bucket(child_at(here, slot + 3))) {
            const std::uint32_t which = head_of(child_at(here, slot + 3));
            if (which < tree_.blocks_begun) {
                prefetch_lanes(tree_.blocks[which]);
            }
        }
    }
    void prefetch_slots(std::uint32_t which) const noexcept {
        keep_calls();
        if (which < tree_.blocks_begun) {
            for (const std::uint32_t id : tree_.blocks[which].id) {
                if (id < own_.index_limit) {
                    prefetch(&own_.slots.location[id]);
                }
            }
        }
    }

    static bool covers_all(const measured& outer, const measured& inner) noexcept {
        return inner.is_empty() || (outer.x0 <= inner.x0 && outer.y0 <= inner.y0 && inner.x1 <= outer.x1 &&
                                    inner.y1 <= outer.y1 && (inner.layers & ~outer.layers) == 0);
    }

    bool check_totals() noexcept {
        if (items_ != own_.size) {
            return wrong("the lanes hold another number of items than the size", items_);
        }
        if (blocks_ != tree_.blocks_in_use() || nodes_ != tree_.nodes_in_use()) {
            return wrong("a block or node is in use and not reached", blocks_);
        }
        std::uint32_t free = 0;
        for (std::uint32_t which = tree_.free_block; which != no_block; which = tree_.links[which].next) {
            if (which >= tree_.blocks_begun || tree_.links[which].length != 0 ||
                tree_.links[which].owner != root_address || ++free > tree_.free_blocks) {
                return wrong("the list of free blocks is broken", which);
            }
        }
        if (free != tree_.free_blocks) {
            return wrong("free blocks are missing from their list", free);
        }
        free = 0;
        for (std::uint32_t which = tree_.free_node; which != 0; which = tree_.nodes[which].parent) {
            if (which >= tree_.nodes_begun || tree_.nodes[which].mark != 0 || ++free > tree_.free_nodes) {
                return wrong("the list of free nodes is broken", which);
            }
        }
        return free == tree_.free_nodes || wrong("free nodes are missing from their list", free);
    }

    /// Whether the location of an index names a live lane that holds it. For an index that is not alive the location
    /// may be anything.
    bool is_held(std::uint32_t index) const noexcept {
        const std::uint32_t location = own_.slots.location[index];
        const std::uint32_t which = block_of(location);
        return which < tree_.blocks_begun && tree_.links[which].length != 0 &&
               tree_.blocks[which].id[lane_of(location)] == index &&
               !is_empty_lane(read_lane(tree_.blocks[which], lane_of(location)));
    }

    bool check_slots() noexcept {
        std::uint32_t alive = 0;
        std::uint32_t retired = 0;
        for (std::uint32_t index = 0; index < own_.index_limit; ++index) {
            if (own_.is_alive(index)) {
                ++alive;
                continue;
            }
            if (is_held(index)) {
                return wrong("a lane holds an item that is not alive", index);
            }
            retired += own_.slots.location[index] == slots::retired ? 1U : 0U;
        }
        if (alive != own_.size) {
            return wrong("another number of slots is alive than the size", alive);
        }
        for (std::uint32_t index = own_.index_limit; index < own_.slots.known; ++index) {
            if (own_.is_alive(index)) {
                return wrong("an index beyond the limit is alive", index);
            }
        }
        std::uint32_t free = 0;
        const std::uint32_t dead = own_.index_limit - alive - retired;
        for (std::uint32_t index = own_.slots.free_index; index != no_index; index = own_.slots.location[index]) {
            if (index >= own_.index_limit || own_.is_alive(index) || ++free > dead) {
                return wrong("the list of free indices is broken", index);
            }
        }
        return free == dead || wrong("free indices are missing from their list", free);
    }

    const engine<Shape>& own_;
    const store<Shape>& tree_;
    bool is_counted_;
    fault found_;
    std::uint32_t nodes_ = 0;
    std::uint32_t blocks_ = 0;
    std::uint32_t items_ = 0;
};

} // namespace

template <class Shape>
fault observers<Shape>::validate() const noexcept {
    return engine_ == nullptr || !engine_->store.ready() ? fault{} : inspector<Shape>(*engine_, true).run();
}

template <class Shape>
fault observers<Shape>::validate_uncounted() const noexcept {
    return engine_ == nullptr || !engine_->store.ready() ? fault{} : inspector<Shape>(*engine_, false).run();
}

} // namespace quadrille::detail
