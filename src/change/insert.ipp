// Insert, of one item or many: allocates a slot and a lane, and splits cells where needed.
// SPDX-License-Identifier: MIT
#include "engine/engine.hpp"
#include "engine/wrapping.hpp"
#include "rebuild/rebuild.hpp"
#include "store/filing.hpp"
#include "store/lanes.hpp"

namespace quadrille::detail {
namespace {

/// The index that the next item gets. Indices without generations left are skipped.
template <class Shape>
QUADRILLE_APART std::uint32_t next_index(const engine<Shape>& owner) noexcept {
    if (owner.slots.free_index != no_index) {
        return owner.slots.free_index;
    }
    std::uint32_t index = owner.index_limit;
    while (owner.slots.is_spent(index)) {
        ++index;
    }
    return index;
}

/// Whether to rebuild instead of filing items one by one: at this ratio of new to old items a rebuild is half the work
/// and allocates little more.
template <class Shape>
bool is_build_better(const engine<Shape>& owner, std::uint32_t added) noexcept {
    constexpr std::uint32_t ratio = 3;
    return added / ratio >= owner.size && owner.size + added > owner.options.leaf_capacity;
}

/// Plans the indices of the next items: those that the same number of single inserts would assign. Does not change the
/// free list yet.
template <class Shape>
error plan_indices(engine<Shape>& owner, std::uint32_t count) noexcept {
    insert_plan& plan = owner.plan;
    if (!plan.indices.grow(count, 0)) {
        return error::no_memory;
    }
    std::uint32_t planned = 0;
    plan.free_index = owner.slots.free_index;
    for (; planned < count && plan.free_index != no_index; plan.free_index = owner.slots.location[plan.free_index]) {
        plan.indices[planned++] = plan.free_index;
    }
    plan.index_limit = owner.index_limit;
    for (; planned < count; ++plan.index_limit) {
        if (!owner.slots.is_spent(plan.index_limit)) {
            plan.indices[planned++] = plan.index_limit;
        }
    }
    if (plan.index_limit > max_items) {
        return error::full;
    }
    plan.count = count;
    const bool has_slots = owner.slots.grow(plan.index_limit);
    owner.generations = owner.slots.generation.data();
    return has_slots ? error::none : error::no_memory;
}

/// Removes the first `filed` of the planned items from their buckets, last in first out. This restores every bucket,
/// the free lists and the blocks.
template <class Shape>
QUADRILLE_RARE void unfile(engine<Shape>& owner, std::uint32_t filed) noexcept {
    const insert_plan& plan = owner.plan;
    for (std::uint32_t at = filed; at-- > 0;) {
        const std::uint32_t location = owner.slots.location[plan.indices[at]];
        add_items(owner.store, owner.store.links[block_of(location)].owner, ~0U);
        take(owner.store, owner.slots, location);
        owner.store.unbegin_block(plan.blocks_begun);
    }
    // Free indices come first. The location of an index at or beyond the limit is not read before it is written.
    for (std::uint32_t at = 0; at < filed && plan.indices[at] < owner.index_limit; ++at) {
        const bool has_next = at + 1 < plan.count && plan.indices[at + 1] < owner.index_limit;
        owner.slots.location[plan.indices[at]] = has_next ? plan.indices[at + 1] : plan.free_index;
    }
}

/// Adds the planned items to their buckets, which may become overfull, and changes no bounds. So cells do not change,
/// and places can be found and prefetched some items ahead. Returns false when memory runs out; then only spare memory
/// has changed.
template <class Shape>
bool file_all(engine<Shape>& owner, std::span<const Shape> shapes, std::uint32_t layers) noexcept {
    constexpr std::uint32_t prefetch_distance = 8;
    store<Shape>& tree = owner.store;
    const insert_plan& plan = owner.plan;
    address places[prefetch_distance];
    for (std::uint32_t sought = 0; sought < plan.count + prefetch_distance; ++sought) {
        if (const std::uint32_t at = sought - prefetch_distance; sought >= prefetch_distance) {
            if (!tree.ensure_blocks(1)) {
                unfile(owner, at);
                return false;
            }
            const address place = places[at % prefetch_distance];
            put(tree, owner.slots, place, stored_item<Shape>{shapes[at], plan.indices[at], layers});
            add_items(tree, place, 1);
        }
        if (sought < plan.count) {
            const address place = place_of(tree, shapes[sought]);
            if (const reference bucket = tree.at(place); bucket != no_child) {
                prefetch_child(tree, bucket);
            }
            places[sought % prefetch_distance] = place;
        }
    }
    return true;
}

/// Bounds, splits and maintenance after `file_all`. Returns whether the tree was rebuilt.
template <class Shape>
bool settle_filed(engine<Shape>& owner, std::span<const item> items) noexcept {
    store<Shape>& tree = owner.store;
    for (std::size_t at = 0; at < items.size(); ++at) {
        prefetch_items(owner, items, at);
        const std::uint32_t location = owner.slots.location[items[at].index];
        const stored_item<Shape> added = read_lane(tree.blocks[block_of(location)], lane_of(location));
        const address place = tree.links[block_of(location)].owner;
        tree.count_clamped(added.shape);
        follow_up(tree, owner.slots, place, added, owner.options.leaf_capacity);
    }
    return settle(owner, items.size());
}

} // namespace

template <class Shape>
std::uint32_t core<Shape>::prepare_insert(const Shape& shape) noexcept {
    error_ = check(shape);
    if (error_ != error::none) {
        return no_index;
    }
    if (head_->size >= options_.max_items) {
        reject(error::full);
        return no_index;
    }
    if (!have_engine() || !engine_->store.ensure_blocks(1)) {
        reject(error::no_memory);
        return no_index;
    }
    const std::uint32_t index = next_index(*engine_);
    if (index >= max_items) {
        reject(error::full);
        return no_index;
    }
    const bool has_slot = engine_->slots.grow(index + 1);
    engine_->generations = engine_->slots.generation.data();
    if (!has_slot) {
        reject(error::no_memory);
        return no_index;
    }
    return index;
}

template <class Shape>
item core<Shape>::commit_insert(const Shape& shape, std::uint32_t layers) noexcept {
    engine<Shape>& owner = *engine_;
    Shape image;
    const Shape& stored = stored_image(shape, image);
    const std::uint32_t index = next_index(owner);
    if (index == owner.slots.free_index) {
        owner.slots.free_index = owner.slots.location[index];
    } else {
        for (; owner.index_limit < index; ++owner.index_limit) {
            owner.slots.location[owner.index_limit] = slots::retired;
        }
        ++owner.index_limit;
    }
    const item fresh{index, owner.slots.birth(index)};
    ++owner.size;
    ++owner.epoch;

    owner.store.count_clamped(stored);
    file(owner.store, owner.slots, stored_item<Shape>{stored, index, layers}, options_.leaf_capacity);
    if (settle(owner, 1)) {
        owner.release_spare();
    }
    return fresh;
}

template <class Shape>
QUADRILLE_RARE change_report core<Shape>::check_insert(std::span<const Shape> shapes) noexcept {
    change_report report;
    if (shapes.size() <= max_items) {
        report = check(shapes);
    }
    if (report && shapes.size() > options_.max_items - head_->size) {
        report.error = error::full;
    }
    error_ = report.error;
    return report;
}

template <class Shape>
change_report core<Shape>::prepare_insert(std::span<const Shape> shapes, std::uint32_t layers) noexcept {
    const change_report report = check_insert(shapes);
    if (!report || shapes.empty()) {
        return report;
    }
    const auto rejected = [&](quadrille::error reason) {
        reject(reason);
        return change_report{.error = reason};
    };
    if (!have_engine()) {
        return rejected(error::no_memory);
    }
    engine<Shape>& owner = *engine_;
    if (!bring_in(shapes)) {
        return rejected(error::no_memory);
    }
    if (const quadrille::error reason = plan_indices(owner, static_cast<std::uint32_t>(shapes.size()));
        reason != error::none) {
        return rejected(reason);
    }
    insert_plan& plan = owner.plan;
    plan.blocks_begun = owner.store.blocks_begun;
    plan.grid = owner.store.grid;
    if (is_build_better(owner, plan.count)) {
        ++owner.assigns; // a prepared assign uses the same spare store
        const bool is_here = owner.size == 0 && owner.store.blocks_begun == 0;
        plan.where = is_here ? insert_plan::place::built_here : insert_plan::place::built_aside;
        if (build_with(owner, is_here ? owner.store : owner.spare, shapes, layers, false)) {
            return report;
        }
        owner.store.grid = plan.grid;
    }
    plan.where = insert_plan::place::filed;
    return file_all(owner, shapes, layers) ? report : rejected(error::no_memory);
}

template <class Shape>
std::span<const std::uint32_t> core<Shape>::planned_indices() const noexcept {
    return {engine_->plan.indices.data(), engine_->plan.count};
}

template <class Shape>
std::uint32_t core<Shape>::planned_limit() const noexcept {
    return engine_->plan.index_limit;
}

template <class Shape>
QUADRILLE_RARE void core<Shape>::drop_insert() noexcept {
    engine<Shape>& owner = *engine_;
    switch (owner.plan.where) {
    case insert_plan::place::filed: unfile(owner, owner.plan.count); break;
    case insert_plan::place::built_aside: owner.release_spare(); break;
    case insert_plan::place::built_here:
        owner.store.clear();
        owner.store.grid = owner.plan.grid;
        break;
    }
}

template <class Shape>
update_method core<Shape>::commit_insert(std::span<item> items) noexcept {
    engine<Shape>& owner = *engine_;
    const insert_plan& plan = owner.plan;
    for (; owner.index_limit < plan.index_limit; ++owner.index_limit) {
        if (owner.slots.is_spent(owner.index_limit)) {
            owner.slots.location[owner.index_limit] = slots::retired;
        }
    }
    owner.slots.free_index = plan.free_index;
    for (std::uint32_t at = 0; at < plan.count; ++at) {
        items[at] = {plan.indices[at], owner.slots.birth(plan.indices[at])};
    }
    owner.size += plan.count;
    ++owner.epoch;

    if (plan.where == insert_plan::place::filed) {
        if (!settle_filed<Shape>(owner, items)) {
            return update_method::reinsert;
        }
        owner.release_spare();
        return update_method::rebuild;
    }
    if (plan.where == insert_plan::place::built_aside) {
        owner.store.swap(owner.spare);
    }
    adopt_locations(owner);
    owner.changes = 0;
    owner.settled_size = owner.size;
    owner.release_spare();
    return update_method::rebuild;
}

} // namespace quadrille::detail
