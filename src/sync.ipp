// Sync: every item's new shape at once: written in place, and new cells only for those that left theirs.
// SPDX-License-Identifier: MIT
#include "build.hpp"
#include "judge.hpp"
#include "relocate.hpp"
#include "settle.hpp"

#include <algorithm>
#include <utility>

namespace quadrille::detail {
namespace {

/// What the pass over all buckets found.
struct tally {
    std::uint32_t left = 0;
    std::uint32_t noted = 0; ///< of these, in `leavers`
    std::uint32_t clamped = 0;
    std::uint32_t doubtful = 0; ///< of those who left: from cells so narrow that they may belong there
    bool is_due = false;        ///< an overfull leaf is to be looked at again
};

/// Streams the new shapes into all buckets, in the order of memory, which a build makes the order of every walk; measures
/// them, and notes who has left its home: all of them, but for lack of memory.
template <class Shape>
tally refresh_buckets(engine<Shape>& owner, const Shape* shapes) noexcept {
    constexpr std::uint32_t ahead = 6;
    constexpr std::uint32_t ticks_between_looks = 8;
    const std::uint32_t longest_leaf = owner.wishes.leaf_capacity / lanes; // whole blocks
    store<Shape>& within = owner.store;
    tally found;
    for (std::uint32_t which = 0; which < within.blocks_begun; ++which) {
        if (which + ahead < within.blocks_begun) {
            for (const std::uint32_t id : within.blocks[which + ahead].id) {
                prefetch(shapes + id);
            }
            const node& owning = within.nodes[node_of(within.links[which + ahead].owner)];
            prefetch(&owning);
            prefetch(owning.child);
        }
        const block_links& links = within.links[which];
        const reference bucket = within.at(links.owner);
        const bool is_head = links.length > 0 && head_of(bucket) == which;
        if (!is_head) {
            continue; // free, or refreshed with its chain
        }
        if (links.length > longest_leaf && is_overfull(within, links.owner, owner.wishes.leaf_capacity)) {
            found.is_due |= spend_patience(within, bucket, count_of(within, bucket) / (2 * ticks_between_looks) + 1);
        }
        // For all of the bucket, so that who is noted does not depend on the room that was there.
        owner.leavers.grow(found.noted + std::max(4U, links.length) * lanes, found.noted);
        const auto room = static_cast<std::uint32_t>(owner.leavers.capacity()) - found.noted;
        const refreshed part =
            owner.kernels->refresh(within, links.owner, shapes, owner.leavers.data() + found.noted, room);
        set_bounds(within.nodes[node_of(links.owner)], slot_of(links.owner), part.around);
        found.left += part.left;
        if (part.left > 0 && within.grid.is_narrow(within.path_at(links.owner).depth)) {
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

struct rehomed {
    std::uint32_t moved = 0;
    std::uint32_t stayed = 0; ///< those that belong where they are
};

/// Gives the noted leavers new cells. Bounds are kept at the buckets alone: those above them are
/// measured after this.
template <class Shape>
rehomed rehome(engine<Shape>& owner, std::uint32_t noted) noexcept {
    constexpr std::uint32_t step = 6;
    store<Shape>& within = owner.store;
    rehomed done_with;
    for (std::uint32_t at = 0; at < noted; ++at) {
        if (at + 2 * step < noted) {
            prefetch(&owner.slots.location[owner.leavers[at + 2 * step]]);
        }
        if (at + step < noted) {
            const std::uint32_t which = block_of(owner.slots.location[owner.leavers[at + step]]);
            prefetch(&within.links[which]);
            prefetch_lanes(within.blocks[which]);
        }
        const std::uint32_t index = owner.leavers[at];
        const relocation done = relocate(within, owner.slots, index);
        // Leavers were noted bucket by bucket: the last one of a bucket has it measured.
        const bool is_last = at + 1 == noted || owner_of(owner, owner.leavers[at + 1]) != done.from;
        if (is_last) {
            set_bounds(within.nodes[node_of(done.from)], slot_of(done.from), measure(within, within.at(done.from)));
        }
        if (!done.happened()) {
            done_with.stayed += done.is_home ? 1U : 0U;
            continue;
        }
        ++done_with.moved;
        const std::uint32_t location = owner.slots.location[index];
        const thing<Shape> what = read_lane(within.blocks[block_of(location)], lane_of(location));
        grow_bounds(within.nodes[node_of(done.to)], slot_of(done.to), measured_from(what.shape, what.layers));
        split_if_due(within, owner.slots, done.to, owner.wishes.leaf_capacity);
        merge(within, owner.slots, done.from, owner.wishes.leaf_capacity);
    }
    return done_with;
}

/// Tries to split the overfull leaves whose patience is at its end. Cells above know their bounds.
template <class Shape>
void split_due(engine<Shape>& owner) noexcept {
    store<Shape>& within = owner.store;
    for (std::uint32_t which = 0; which < within.blocks_begun; ++which) {
        const block_links& links = within.links[which];
        const address place = links.owner;
        if (links.length > 0 && links.patience == 0 && head_of(within.at(place)) == which &&
            is_overfull(within, place, owner.wishes.leaf_capacity)) {
            split(within, owner.slots, place, owner.wishes.leaf_capacity);
        }
    }
}

/// Measures all nodes from their children, depth first, children before parents.
template <class Shape>
void refit_all(store<Shape>& within) noexcept {
    struct step {
        std::uint32_t which;
        std::uint32_t slot;
    };
    step path[most_depth + 1];
    int top = 0;
    if (is_node(within.at(root_address))) {
        path[top++] = {within.at(root_address), 0};
    }
    while (top > 0) {
        step& now = path[top - 1];
        const node& here = within.nodes[now.which];
        if (now.slot < 4) {
            const reference child = here.child[now.slot++];
            if (is_node(child)) {
                path[top++] = {child, 0};
            }
            continue;
        }
        set_bounds(within.nodes[node_of(here.parent)], slot_of(here.parent), united_bounds(here));
        --top;
    }
}

/// A world where nothing leaves its cell has maintenance once in as many ticks.
constexpr std::uint32_t ticks_between_maintenance = 32;

/// How many may leave before it is cheaper to build anew.
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
        report = judge_all(shapes, [&](std::uint32_t index) { return engine_->is_alive(index); });
    }
    why_ = report.why;
    if (!report || head_->size == 0) {
        return report;
    }

    engine<Shape>& own = *engine_;
    const tally found = refresh_buckets(own, shapes.data());
    own.store.clamped = found.clamped;
    report.displaced = found.left;
    ++own.epoch;

    bool is_new = found.left - found.doubtful >= rebuild_at(own.size) && rebuild(own, false);
    if (!is_new) {
        const rehomed done = rehome(own, found.noted);
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
bool core<Shape>::borrow(shape_buffer<Shape>& buffer) noexcept {
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
void core<Shape>::give_back(shape_buffer<Shape>& buffer) noexcept {
    if (engine_ != nullptr && buffer.capacity > engine_->shapes.capacity) {
        std::swap(buffer, engine_->shapes);
    }
    release(buffer.shapes);
    buffer = {};
}

} // namespace quadrille::detail
