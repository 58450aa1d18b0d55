// Sync: sets every item's new shape: writes in place, and reinserts only the items that have left their cells.
// SPDX-License-Identifier: MIT
#include "build.hpp"
#include "check_storable.hpp"
#include "relocate.hpp"
#include "settle.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace quadrille::detail {
namespace {

/// What the pass over all buckets found.
struct tally {
    std::uint32_t left = 0;
    std::uint32_t noted = 0; ///< of these, in `displaced`
    std::uint32_t clamped = 0;
    std::uint32_t doubtful = 0; ///< of those that left: from cells so narrow that they may belong there
    bool is_due = false;        ///< an overfull leaf is to be checked again
};

/// Writes the new shapes into all buckets in memory order, which after a build is the order of traversal; measures them, and
/// notes the items that have left their homes: all, unless memory runs out.
template <class Shape>
tally update_buckets(engine<Shape>& owner, const Shape* shapes) noexcept {
    constexpr std::uint32_t prefetch_distance = 6;
    constexpr std::uint32_t ticks_between_looks = 8;
    const std::uint32_t longest_leaf = owner.options.leaf_capacity / lanes; // whole blocks
    store<Shape>& tree = owner.store;
    tally found;
    for (std::uint32_t which = 0; which < tree.blocks_begun; ++which) {
        if (which + prefetch_distance < tree.blocks_begun) {
            for (const std::uint32_t id : tree.blocks[which + prefetch_distance].id) {
                prefetch(shapes + id);
            }
            prefetch_node(tree.nodes[node_of(tree.links[which + prefetch_distance].owner)]);
        }
        const block_links& links = tree.links[which];
        const reference bucket = tree.at(links.owner);
        const bool is_head = links.length > 0 && head_of(bucket) == which;
        if (!is_head) {
            continue; // free, or updated with its chain
        }
        if (links.length > longest_leaf && is_overfull(tree, links.owner, owner.options.leaf_capacity)) {
            found.is_due |= count_down(tree, bucket, count_of(tree, bucket) / (2 * ticks_between_looks) + 1);
        }
        // Room for the whole bucket, so that the noted items do not depend on the room that there was.
        owner.displaced.grow(found.noted + std::max(4U, links.length) * lanes, found.noted);
        const auto room = static_cast<std::uint32_t>(owner.displaced.capacity()) - found.noted;
        bucket_update part =
            owner.kernels->update_shapes(tree, links.owner, shapes, owner.displaced.data() + found.noted, room);
        node& above = tree.nodes[node_of(links.owner)];
        // Layers change only with the items, and are recorded then. Those of several may be too many since an item was removed.
        const std::uint32_t layers = bounds_at(above, slot_of(links.owner)).layers;
        part.around.layers = std::has_single_bit(layers) ? layers : layers_of(tree, bucket);
        set_bounds(above, slot_of(links.owner), part.around);
        found.left += part.left;
        if (part.left > 0 && tree.grid.is_narrow(tree.path_at(links.owner).depth)) {
            found.doubtful += part.left;
        }
        found.noted += std::min(part.left, room);
        found.clamped += part.clamped;
    }
    return found;
}

/// The bucket that an item is filed in.
template <class Shape>
address owner_of(const engine<Shape>& owner, std::uint32_t index) noexcept {
    return owner.store.links[block_of(owner.slots.location[index])].owner;
}

struct reinserted {
    std::uint32_t moved = 0;
    std::uint32_t stayed = 0; ///< those that belong where they are
};

/// Gives the noted displaced items new cells. Updates the bounds of buckets only; those above are
/// recomputed afterwards.
template <class Shape>
reinserted reinsert(engine<Shape>& owner, std::uint32_t noted) noexcept {
    constexpr std::uint32_t step = 6;
    store<Shape>& tree = owner.store;
    reinserted done_with;
    for (std::uint32_t at = 0; at < noted; ++at) {
        if (at + 2 * step < noted) {
            prefetch(&owner.slots.location[owner.displaced[at + 2 * step]]);
        }
        if (at + step < noted) {
            const std::uint32_t which = block_of(owner.slots.location[owner.displaced[at + step]]);
            prefetch(&tree.links[which]);
            prefetch_lanes(tree.blocks[which]);
        }
        const std::uint32_t index = owner.displaced[at];
        const relocation done = relocate(tree, owner.slots, index);
        // Displaced items are noted bucket by bucket: each bucket is measured after its last one.
        const bool is_last = at + 1 == noted || owner_of(owner, owner.displaced[at + 1]) != done.from;
        if (is_last) {
            remeasure(tree, done.from);
        }
        if (!done.happened()) {
            done_with.stayed += done.is_home ? 1U : 0U;
            continue;
        }
        ++done_with.moved;
        const std::uint32_t location = owner.slots.location[index];
        const stored_item<Shape> what = read_lane(tree.blocks[block_of(location)], lane_of(location));
        grow_bounds(tree.nodes[node_of(done.to)], slot_of(done.to), measured_from(what.shape, what.layers));
        split_if_due(tree, owner.slots, done.to, owner.options.leaf_capacity);
        merge(tree, owner.slots, done.from, owner.options.leaf_capacity);
    }
    return done_with;
}

/// Tries to split the overfull leaves whose countdown has ended. The cells above have their bounds already.
template <class Shape>
void split_due(engine<Shape>& owner) noexcept {
    store<Shape>& tree = owner.store;
    for (std::uint32_t which = 0; which < tree.blocks_begun; ++which) {
        const block_links& links = tree.links[which];
        const address place = links.owner;
        if (links.length > 0 && links.countdown == 0 && head_of(tree.at(place)) == which &&
            is_overfull(tree, place, owner.options.leaf_capacity)) {
            split(tree, owner.slots, place, owner.options.leaf_capacity);
        }
    }
}

/// Recomputes the bounds of all nodes from their children.
template <class Shape>
void refit_all(store<Shape>& tree) noexcept {
    each_node_upwards(tree, [&](std::uint32_t which) {
        const node& here = tree.nodes[which];
        set_bounds(tree.nodes[node_of(here.parent)], slot_of(here.parent), united_bounds(here));
    });
}

/// The ticks between maintenance in a world where nothing leaves its cell.
constexpr std::uint32_t ticks_between_maintenance = 32;

/// The number of displaced items from which a rebuild is cheaper.
constexpr std::uint32_t rebuild_at(std::uint32_t size) noexcept { return size / 4 + 16; }

} // namespace

template <class Shape>
change_report core<Shape>::sync(std::span<const Shape> shapes) noexcept {
    if (shapes.size() != head_->index_limit) {
        refuse(refusal::wrong_size);
        return {.why = refusal::wrong_size};
    }
    change_report report;
    if (engine_ != nullptr && engine_->kernels->first_unstorable(shapes) < shapes.size()) {
        report = check_all_storable(shapes, [&](std::uint32_t index) { return engine_->is_alive(index); });
    }
    why_ = report.why;
    if (!report || head_->size == 0) {
        return report;
    }

    engine<Shape>& own = *engine_;
    const tally found = update_buckets(own, shapes.data());
    own.store.clamped = found.clamped;
    report.displaced = found.left;
    ++own.epoch;

    bool is_new = found.left - found.doubtful >= rebuild_at(own.size) && rebuild(own, false);
    if (!is_new) {
        const reinserted done = reinsert(own, found.noted);
        report.reinserted = done.moved;
        report.displaced -= done.stayed;
        refit_all(own.store);
        if (found.is_due) {
            split_due(own);
        }
    }
    report.method = report.reinserted > 0 ? update_method::reinsert : update_method::refit;
    is_new |= settle(own, own.size / (2 * ticks_between_maintenance) + 1 + report.reinserted);
    if (is_new) {
        report.method = update_method::rebuild;
        report.reinserted = report.displaced;
    }
    return report;
}

template <class Shape>
bool core<Shape>::borrow_buffer(shape_buffer<Shape>& buffer) noexcept {
    const std::uint32_t limit = head_->index_limit;
    if (limit == 0) {
        return true;
    }
    std::swap(buffer, engine_->shapes);
    if (buffer.capacity >= limit) {
        return true;
    }
    release(buffer.shapes);
    buffer.capacity = limit + limit / 4 + 1;
    buffer.shapes = allocate<Shape>(buffer.capacity);
    if (buffer.shapes == nullptr) {
        buffer.capacity = limit;
        buffer.shapes = allocate<Shape>(limit);
    }
    buffer.capacity = buffer.shapes == nullptr ? 0 : buffer.capacity;
    return buffer.shapes != nullptr;
}

template <class Shape>
void core<Shape>::return_buffer(shape_buffer<Shape>& buffer) noexcept {
    if (engine_ != nullptr && buffer.capacity > engine_->shapes.capacity) {
        std::swap(buffer, engine_->shapes);
    }
    release(buffer.shapes);
    buffer = {};
}

} // namespace quadrille::detail
