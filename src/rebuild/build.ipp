// Building: computes keys, sorts them by one radix sort, then builds the cells from the top down.
// SPDX-License-Identifier: MIT
#include <quadrille/detail/base/apart.hpp>

#include "rebuild/rebuild.hpp"

#include "grid/cell_plan.hpp"
#include "grid/sort.hpp"
#include "rebuild/item_sources.hpp"
#include "store/filing.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace quadrille::detail {
namespace {

/// Opens the cells above buckets, which are visited in the order of traversal, beginning at a place with its own node.
template <class Shape>
class cell_opener {
public:
    cell_opener(store<Shape>& into, address place, int depth, std::uint32_t next_node) noexcept
        : into_(into), place_(place), depth_(depth), open_(depth), next_node_(next_node) {}

    /// The place of a bucket below `cells` split cells, given the key of an item in it.
    QUADRILLE_APART address place_of(const key& where, int cells, bool is_wide) noexcept {
        // The cells of the last bucket that also contain this key remain open.
        const std::uint32_t differences = (where.column ^ last_.column) | (where.row ^ last_.row);
        open_ = std::max(depth_, std::min(open_, std::countl_zero(differences) + 1));
        for (; open_ < cells; ++open_) {
            const std::uint32_t bits = path_bits(open_);
            const split_cell opened =
                open_cell(into_, place_at(where, open_), {where.column & bits, where.row & bits, open_}, next_node_);
            next_node_ += opened.is_whole() ? 1U : 0U;
            cells_[open_] = opened;
        }
        open_ = cells;
        last_ = where;
        return is_wide ? cells_[cells - 1].place_of_wide() : place_at(where, cells);
    }
    std::uint32_t next_node() const noexcept { return next_node_; }
    /// Reserves the numbers of this many nodes.
    void skip_nodes(std::uint32_t count) noexcept { next_node_ += count; }

private:
    address place_at(const key& where, int depth) const noexcept {
        return depth == depth_ ? place_ : cells_[depth - 1].place_of_quarter(where.quarter(depth - 1));
    }

    store<Shape>& into_;
    address place_;
    int depth_;
    int open_; ///< open cells, from the root down
    std::uint32_t next_node_;
    key last_{};
    split_cell cells_[max_depth];
};

/// Builds the cells: plans all buckets, numbers their blocks and nodes, and fills them.
template <class Shape>
class builder {
public:
    builder(store<Shape>& into, const build_items<Shape>& items, std::uint32_t* location, sorted_words& sorted) noexcept
        : into_(into), items_(items), location_(location), sorted_(sorted) {}

    QUADRILLE_RARE bool run(std::uint32_t capacity, int lowest_level, const task_runner& tasks) noexcept {
        const auto key_of_id = [this](std::uint32_t id) { return key_of(id); };
        cell_plan plan(sorted_, key_of_id, capacity, into_.grid.depth_limit);
        plan.run(lowest_level, tasks);
        const std::span<build_piece> pieces = plan.pieces();
        if (!make_room(plan.above(), pieces)) {
            return false;
        }
        open_above(pieces);
        run_tasks(tasks, static_cast<std::uint32_t>(pieces.size()),
                  [this, pieces](std::uint32_t piece) { fill_piece(pieces[piece]); });
        std::uint32_t end = into_.nodes_begun;
        for (std::size_t piece = pieces.size(); piece-- > 0;) {
            unite_bounds(pieces[piece].first_node + pieces[piece].nodes, end);
            end = pieces[piece].first_node;
        }
        unite_bounds(1, end);
        count_items(into_, 0);
        return true;
    }

private:
    bool make_room(const build_piece& above, std::span<const build_piece> pieces) noexcept {
        std::uint32_t blocks = 0;
        std::uint32_t nodes = above.nodes;
        into_.note_unsplittable(above.unsplittable);
        for (const build_piece& piece : pieces) {
            blocks += piece.blocks;
            nodes += piece.nodes;
            into_.note_unsplittable(piece.unsplittable);
        }
        return into_.ensure_nodes(nodes) && into_.ensure_blocks(blocks);
    }

    /// Opens the cells above the pieces, and numbers the blocks and nodes of each.
    void open_above(std::span<build_piece> pieces) noexcept {
        cell_opener<Shape> above(into_, root_address, 0, into_.nodes_begun);
        for (build_piece& piece : pieces) {
            piece.place = above.place_of(key_at(piece.range.begin), piece.cells(), piece.is_wide);
            piece.first_node = above.next_node();
            above.skip_nodes(piece.nodes);
            piece.first_block = into_.blocks_begun; // there are no free ones
            into_.blocks_begun += piece.blocks;
        }
        into_.nodes_begun = above.next_node();
    }

    void fill_piece(const build_piece& piece) noexcept {
        cell_opener<Shape> cells(into_, piece.place, piece.cells(), piece.first_node);
        std::uint32_t block = piece.first_block;
        std::uint32_t next = piece.range.begin;
        for (std::uint32_t at = next; at < piece.range.end; ++next) {
            const sorted_words::bucket found = sorted_.bucket_at(next);
            const address place =
                found.cells == piece.cells() ? piece.place : cells.place_of(key_at(at), found.cells, found.is_wide);
            block = fill(at, found.end, place, block);
            at = found.end;
        }
        unite_bounds(piece.first_node, cells.next_node());
    }

    QUADRILLE_APART key key_of(std::uint32_t id) const noexcept { return into_.grid.key_of(items_[id].shape); }
    key key_at(std::uint32_t at) const noexcept { return key_of(sorted_.id_at(at)); }

    /// Counts the items of nodes, and sets their bounds in the nodes above. Children have higher numbers than their
    /// parents: in reverse order every node follows all nodes below it.
    QUADRILLE_APART void unite_bounds(std::uint32_t first, std::uint32_t end) noexcept {
        for (std::uint32_t which = end; which-- > first;) {
            count_items(into_, which);
            const address parent = into_.nodes[which].parent;
            set_bounds(into_.nodes[node_of(parent)], slot_of(parent), united_bounds(into_.nodes[which]));
        }
    }

    /// Makes one bucket of the range, beginning with the block `which`; returns the block after it. The head takes the
    /// remainder, so that all other blocks are full.
    std::uint32_t fill(std::uint32_t begin, std::uint32_t end, address place, std::uint32_t which) noexcept {
        std::uint32_t length = (end - begin + lanes - 1) / lanes;
        std::uint32_t live = (end - begin - 1) % lanes + 1;
        box<typename Shape::scalar> around = empty_box<typename Shape::scalar>();
        std::uint32_t layers = 0;
        into_.at(place) = make_bucket(which, live);
        const build_items<Shape> items = items_;
        const auto ids = sorted_.ids();
        for (; length > 0; --length, ++which) {
            into_.links[which] = {length > 1 ? which + 1 : no_block, place, length, 0};
            block<Shape>& here = into_.blocks[which];
            if (which + 2 < into_.blocks.capacity()) {
                prefetch_lanes(into_.blocks[which + 2]);
            }
            for (std::uint32_t lane = 0; lane < live; ++lane, ++begin) {
                const std::uint32_t later = ids[begin + sorted_words::max_ahead];
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
        return which;
    }

    store<Shape>& into_;
    const build_items<Shape>& items_;
    std::uint32_t* location_;
    sorted_words& sorted_;
};

/// Sets the words of all items, and counts those outside the grid. Returns the lowest level.
template <class Shape>
QUADRILLE_RARE int set_words(sorted_words& sorted, store<Shape>& into, const items_in_pieces<Shape>& items) noexcept {
    std::atomic<std::uint32_t> clamped{0};
    std::atomic<std::uint64_t> levels{0}; // one bit for each level
    items.each_piece([&](std::uint32_t piece) {
        const grid by = into.grid;
        std::uint32_t next = items.begin(piece);
        int lowest_level = max_depth;
        std::uint32_t outside = 0;
        items.each_run(piece, [&](const shape_run<Shape>& run) {
            for (std::uint32_t at = 0; at < run.count; ++at) {
                run.prefetch_after(at);
                const key where = by.key_of(run.shapes[at]);
                lowest_level = std::min(lowest_level, where.level);
                sorted.set(next++, where, run.first + at);
                outside += by.is_outside(run.shapes[at]) ? 1U : 0U;
            }
        });
        clamped.fetch_add(outside, std::memory_order_relaxed);
        levels.fetch_or(std::uint64_t{1} << static_cast<unsigned>(lowest_level), std::memory_order_relaxed);
    });
    into.clamped = clamped.load(std::memory_order_relaxed);
    return std::countr_zero(levels.load(std::memory_order_relaxed));
}

template <class Shape>
QUADRILLE_RARE bool pack(store<Shape>& into, std::uint32_t* location, const build_items<Shape>& items,
                         const options& options, bool make_room, const task_runner& tasks) noexcept {
    into.clear();
    if (!into.begin()) {
        return false;
    }
    if (items.size() == 0) {
        return true;
    }
    const items_in_pieces<Shape> in_pieces(items, tasks);
    axis_spread x_axis;
    axis_spread y_axis;
    into.grid = choose_grid<Shape>(in_pieces, options, make_room, x_axis, y_axis);
    sorted_words sorted(options.memory);
    if (!sorted.reserve(items.size(), items.id_limit())) {
        return false;
    }
    const int lowest_level = set_words(sorted, into, in_pieces);
    into.clamped_at_build = into.clamped;
    sorted.sort(tasks);
    if (!builder<Shape>(into, items, location, sorted).run(options.leaf_capacity, lowest_level, tasks)) {
        into.clear();
        return false;
    }
    into.unsplittable_at_build = into.unsplittable;
    // Optional: failure is ignored.
    into.ensure_blocks(with_spare(into.blocks_in_use()) - into.blocks_in_use());
    into.ensure_nodes(with_spare(into.nodes_in_use()) - into.nodes_in_use());
    return true;
}

} // namespace

template <class Shape>
bool build_from(store<Shape>& into, array<std::uint32_t>& location, std::span<const Shape> shapes,
                const options& options, const task_runner& tasks) noexcept {
    return location.reserve(shapes.size(), 0) &&
           pack(into, location.data(), build_items<Shape>{nullptr, shapes, all_layers}, options, false, tasks);
}

template <class Shape>
bool build_with(engine<Shape>& owner, store<Shape>& into, std::span<const Shape> added, std::uint32_t layers,
                bool make_room) noexcept {
    array<std::uint32_t>& location = owner.assigned_location;
    if (!location.reserve(owner.slots.location.capacity(), 0) ||
        !pack(into, location.data(), build_items<Shape>{&owner, added, layers}, owner.options, make_room,
              owner.tasks)) {
        return false;
    }
    const std::uint32_t used = into.blocks_in_use();
    if (owner.reserved_blocks > used) {
        into.ensure_blocks(owner.reserved_blocks - used); // optional: failure is ignored
    }
    return true;
}

template <class Shape>
QUADRILLE_RARE void adopt_locations(engine<Shape>& owner) noexcept {
    const list_pieces ids(owner.index_limit);
    run_tasks(owner.tasks, ids.count(), [&owner, ids](std::uint32_t piece) {
        const std::uint32_t end = ids.end(piece);
        for (std::uint32_t id = ids.begin(piece); id < end; ++id) {
            if (owner.is_alive(id)) {
                owner.slots.location[id] = owner.assigned_location[id];
            }
        }
    });
}

template <class Shape>
QUADRILLE_RARE void adopt_spare(engine<Shape>& owner) noexcept {
    adopt_locations(owner);
    owner.store.swap(owner.spare);
    owner.spare.clear();
    owner.was_rebuilt = true;
}

template <class Shape>
bool rebuild(engine<Shape>& owner, bool make_room) noexcept {
    if (!build_with(owner, owner.spare, {}, 0, make_room)) {
        return false;
    }
    adopt_spare(owner);
    return true;
}

} // namespace quadrille::detail
