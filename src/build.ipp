// Building: keys, one radix sort, then the cells from the top down.
// SPDX-License-Identifier: MIT
#include <quadrille/detail/apart.hpp>

#include "build.hpp"

#include "filing.hpp"
#include "item_sources.hpp"
#include "sort.hpp"

namespace quadrille::detail {
namespace {

/// The key of a shape, where that is not worth code of its own.
template <class Shape>
QUADRILLE_APART key key_of(const grid& by, const Shape& shape) noexcept {
    return by.key_of(shape);
}

/// Builds the cells from the top down. Ranges of sorted records become leaves or nodes; wide items are split off on the way.
template <class Shape>
class builder {
public:
    builder(store<Shape>& into, const build_items<Shape>& items, std::uint32_t* location, sorted_words& sorted,
            std::uint32_t capacity) noexcept
        : into_(into), items_(items), location_(location), sorted_(sorted), capacity_(capacity) {}

    bool run() noexcept {
        stack_[top_++] = {0, sorted_.size(), root_address, {}, sorted_.lowest_level(), 0};
        while (top_ > 0) {
            if (!place(stack_[--top_])) {
                return false;
            }
        }
        // Children have higher numbers than their parents: in reverse order every node follows all nodes below it.
        for (std::uint32_t which = into_.nodes_begun - 1; which > 0; --which) {
            const address parent = into_.nodes[which].parent;
            set_bounds(into_.nodes[node_of(parent)], slot_of(parent), united_bounds(into_.nodes[which]));
        }
        return true;
    }

private:
    struct range {
        std::uint32_t begin;
        std::uint32_t end;
        address place;
        cell_path path;
        int lowest_level; ///< a lower bound for all items in the range
        int first_level;  ///< that their words hold
    };

    bool place(range todo) noexcept {
        const std::uint32_t count = todo.end - todo.begin;
        if (count <= capacity_) {
            return fill(todo.begin, todo.end, todo.place);
        }
        if (todo.path.depth >= into_.grid.depth_limit) {
            into_.note_unsplittable(count);
            return fill(todo.begin, todo.end, todo.place);
        }
        std::uint32_t first_movable = todo.begin;
        if (todo.lowest_level <= todo.path.depth) {
            first_movable = sorted_.part_wide(todo.begin, todo.end, todo.path.depth, todo.lowest_level);
        }
        const std::uint32_t movable = todo.end - first_movable;
        if (movable < (count + 3) / 4) {
            return fill(todo.begin, todo.end, todo.place);
        }
        if (!differ(first_movable, todo)) {
            into_.note_unsplittable(count);
            return fill(todo.begin, todo.end, todo.place);
        }

        if (!into_.ensure_nodes(1)) {
            return false;
        }
        const split_cell parted = open_cell(into_, todo.place, todo.path);
        if (!fill(todo.begin, first_movable, parted.place_of_wide())) {
            return false;
        }
        std::uint32_t end = todo.end;
        for (std::uint32_t quarter = quarters; quarter-- > 0;) {
            const std::uint32_t begin =
                quarter == 0 ? first_movable : first_of_quarter(first_movable, end, todo, quarter);
            if (begin < end) {
                stack_[top_++] = {begin,
                                  end,
                                  parted.place_of_quarter(quarter),
                                  todo.path.quarter(quarter),
                                  todo.lowest_level,
                                  todo.first_level};
            }
            end = begin;
        }
        return true;
    }

    /// Whether the movable items differ in bits that cells can distinguish. Where their words do not tell, these get the bits of
    /// the levels after, until there are none.
    bool differ(std::uint32_t begin, range& todo) noexcept {
        const std::uint64_t usable = morton_bits(into_.grid.depth_limit);
        while (!sorted_.differ(begin, todo.end, usable << (2 * todo.first_level))) {
            const int next = todo.first_level + sorted_.levels();
            if (next >= most_depth) {
                return false;
            }
            sorted_.sort_from(begin, todo.end, next,
                              [&](std::uint32_t id) { return key_of(into_.grid, items_[id].shape); });
            todo.first_level = next;
        }
        return true;
    }

    /// Where the items of this quarter of the range's cell, or of later ones, begin among the sorted ones up to `end`.
    std::uint32_t first_of_quarter(std::uint32_t begin, std::uint32_t end, const range& todo,
                                   std::uint32_t quarter) const noexcept {
        const int depth = todo.path.depth;
        if (depth >= todo.first_level) {
            return sorted_.first_of_quarter(begin, end, depth - todo.first_level, quarter);
        }
        // The words hold later levels alone: so far all items are in the same quarters.
        return begin < end && key_of(into_.grid, items_[sorted_.id_at(begin)].shape).quarter(depth) >= quarter ? begin
                                                                                                               : end;
    }

    /// Makes one bucket of the range. The head takes the remainder, so that all other blocks are full.
    QUADRILLE_APART bool fill(std::uint32_t begin, std::uint32_t end, address place) noexcept {
        if (begin == end) {
            return true;
        }
        std::uint32_t length = (end - begin + lanes - 1) / lanes;
        std::uint32_t live = (end - begin - 1) % lanes + 1;
        if (!into_.ensure_blocks(length)) {
            return false;
        }
        box<typename Shape::scalar> around = nothing<typename Shape::scalar>();
        std::uint32_t layers = 0;
        into_.at(place) = make_bucket(into_.blocks_begun, live);
        const build_items<Shape> items = items_;
        const auto ids = sorted_.ids();
        for (; length > 0; --length) {
            const std::uint32_t which = into_.blocks_begun++; // there are no free ones
            into_.links[which] = {length > 1 ? which + 1 : no_block, place, length, 0};
            block<Shape>& here = into_.blocks[which];
            if (which + 2 < into_.blocks.capacity()) {
                prefetch_lanes(into_.blocks[which + 2]);
            }
            for (std::uint32_t lane = 0; lane < live; ++lane, ++begin) {
                const std::uint32_t later = ids[begin + sorted_words::most_ahead];
                items.prefetch_shape(later);
                prefetch(&location_[later]);
                const stored_item<Shape> what = items[ids[begin]];
                write_lane(here, lane, what);
                location_[what.id] = make_location(which, lane);
                around = united(bounds_of(what.shape), around);
                layers |= what.layers;
            }
            empty_lanes(here, live, lanes);
            live = lanes;
        }
        set_bounds(into_.nodes[node_of(place)], slot_of(place), measured_from(around, layers));
        return true;
    }

    store<Shape>& into_;
    const build_items<Shape>& items_;
    std::uint32_t* location_;
    sorted_words& sorted_;
    std::uint32_t capacity_;
    int top_ = 0;
    range stack_[walk_depth];
};

template <class Shape>
bool pack(store<Shape>& into, std::uint32_t* location, const build_items<Shape>& items, const options& options,
          bool make_room) noexcept {
    into.clear();
    if (!into.begin()) {
        return false;
    }
    if (items.size() == 0) {
        return true;
    }
    const grid by = choose_grid<Shape>(items, options, make_room);
    into.grid = by;
    sorted_words sorted;
    if (!sorted.reserve(items.size(), items.id_limit())) {
        return false;
    }
    std::uint32_t clamped = 0;
    items.each_run([&](const shape_run<Shape>& run) {
        for (std::uint32_t at = 0; at < run.count; ++at) {
            sorted.add(by.key_of(run.shapes[at]), run.first + at);
            clamped += by.is_outside(run.shapes[at]) ? 1U : 0U;
        }
    });
    into.clamped = clamped;
    sorted.sort();
    into.clamped_at_build = into.clamped;
    if (!builder<Shape>(into, items, location, sorted, options.leaf_capacity).run()) {
        into.clear();
        return false;
    }
    into.unsplittable_at_build = into.unsplittable;
    // Some spare room, so that ticks with about as many splits as merges allocate nothing soon. Optional: failure is ignored.
    into.ensure_blocks(into.blocks_in_use() / 32 + 32);
    into.ensure_nodes(into.nodes_in_use() / 32 + 32);
    return true;
}

} // namespace

template <class Shape>
bool build_from(store<Shape>& into, array<std::uint32_t>& location, std::span<const Shape> shapes,
                const options& options) noexcept {
    return (shapes.size() <= location.capacity() || location.resize(shapes.size(), 0)) &&
           pack(into, location.data(), build_items<Shape>{nullptr, shapes, all_layers}, options, false);
}

template <class Shape>
bool build_with(engine<Shape>& owner, store<Shape>& into, std::span<const Shape> added, std::uint32_t layers,
                bool make_room) noexcept {
    array<std::uint32_t>& location = owner.assigned_location;
    if (!location.reserve(owner.slots.location.capacity(), 0) ||
        !pack(into, location.data(), build_items<Shape>{&owner, added, layers}, owner.options, make_room)) {
        return false;
    }
    const std::uint32_t used = into.blocks_in_use();
    if (owner.reserved_blocks > used) {
        into.ensure_blocks(owner.reserved_blocks - used); // optional: failure is ignored
    }
    return true;
}

template <class Shape>
QUADRILLE_APART void adopt_locations(engine<Shape>& owner) noexcept {
    for (std::uint32_t id = 0; id < owner.index_limit; ++id) {
        if (owner.is_alive(id)) {
            owner.slots.location[id] = owner.assigned_location[id];
        }
    }
}

template <class Shape>
bool rebuild(engine<Shape>& owner, bool make_room) noexcept {
    if (!build_with(owner, owner.spare, {}, 0, make_room)) {
        return false;
    }
    adopt_locations(owner);
    owner.store.swap(owner.spare);
    owner.spare.clear();
    owner.was_rebuilt = true;
    return true;
}

} // namespace quadrille::detail
