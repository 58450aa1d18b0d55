// Item sources: the items for which a grid is chosen, from a span or from a tree; and the choice of that grid.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_REBUILD_ITEM_SOURCES_HPP
#define QUADRILLE_SRC_REBUILD_ITEM_SOURCES_HPP

#include "engine/engine.hpp"
#include "grid/list_pieces.hpp"
#include "grid/spread.hpp"
#include "store/bucket.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>

namespace quadrille::detail {

/// Shapes with consecutive ids.
template <class Shape>
struct shape_run {
    const Shape* shapes;
    std::uint32_t count;
    std::uint32_t first; ///< id of the first shape

    /// For loops over all shapes: the automatic prefetch of processors stops at the end of each page.
    void prefetch_after(std::uint32_t at) const noexcept {
        constexpr std::uint32_t ahead = 64;
        prefetch(shapes + (at + ahead < count ? at + ahead : at));
    }
};

/// The items that a build packs: the live items of a tree, if there is one, by ascending index, followed by new ones.
/// With a tree its plan contains the indices of the new items; otherwise they are 0, 1, 2 …
template <class Shape>
struct build_items {
    const engine<Shape>* owner;
    std::span<const Shape> added;
    std::uint32_t layers; ///< of the added items

    std::uint32_t first_added() const noexcept { return owner != nullptr ? owner->index_limit : 0; }
    std::uint32_t size() const noexcept {
        return (owner != nullptr ? owner->size : 0) + static_cast<std::uint32_t>(added.size());
    }
    /// All ids are below this number.
    std::uint32_t id_limit() const noexcept { return first_added() + static_cast<std::uint32_t>(added.size()); }
    stored_item<Shape> operator[](std::uint32_t id) const noexcept {
        if (owner == nullptr) {
            return {added[id], id, layers};
        }
        if (id >= owner->index_limit) {
            const std::uint32_t at = id - owner->index_limit;
            return {added[at], owner->plan.indices[at], layers};
        }
        const std::uint32_t location = owner->slots.location[id];
        return read_lane(owner->store.blocks[block_of(location)], lane_of(location));
    }
    void prefetch_shape(std::uint32_t id) const noexcept {
        const std::uint32_t limit = first_added();
        prefetch(id >= limit ? static_cast<const void*>(added.data() + (id - limit)) : &owner->slots.location[id]);
    }
    /// Calls `visit(run)` for all items with ids from `begin` to before `end`, by ascending id.
    template <class Visit>
    void each_run(std::uint32_t begin, std::uint32_t end, Visit&& visit) const {
        Shape copies[max_copied];
        while (begin < end) {
            const shape_run<Shape> run = run_at(begin, end, copies);
            visit(run);
            begin = run.first + run.count;
        }
    }
    /// The number of items with ids from `begin` to before `end`.
    std::uint32_t count(std::uint32_t begin, std::uint32_t end) const noexcept {
        std::uint32_t total = end - begin;
        const std::uint32_t limit = std::min(end, first_added());
        for (std::uint32_t id = begin; id < limit; ++id) {
            total -= owner->is_alive(id) ? 0U : 1U;
        }
        return total;
    }

private:
    static constexpr std::uint32_t max_copied = 32;

    /// The items with ids from `id` to before `end`: the next live ones of the tree, copied, or all added ones.
    QUADRILLE_APART shape_run<Shape> run_at(std::uint32_t id, std::uint32_t end, Shape* copies) const noexcept {
        const std::uint32_t limit = std::min(end, first_added());
        while (id < limit && !owner->is_alive(id)) {
            ++id;
        }
        if (id >= limit) {
            return {added.data() + (id - limit), end - id, id};
        }
        std::uint32_t count = 0;
        while (count < max_copied && id + count < limit && owner->is_alive(id + count)) {
            copies[count] = (*this)[id + count].shape;
            ++count;
        }
        return {copies, count, id};
    }
};

/// The items of a build in pieces, by id. Each piece is a task.
template <class Shape>
class items_in_pieces {
public:
    QUADRILLE_RARE items_in_pieces(const build_items<Shape>& items, const task_runner& tasks) noexcept
        : items_(items), tasks_(tasks), ids_(items.id_limit()) {
        begins_[0] = 0;
        if (ids_.count() > 1) {
            each_piece(
                [this](std::uint32_t piece) { begins_[piece + 1] = items_.count(ids_.begin(piece), ids_.end(piece)); });
            for (std::uint32_t piece = 1; piece < ids_.count(); ++piece) {
                begins_[piece + 1] += begins_[piece];
            }
        }
    }

    std::uint32_t size() const noexcept { return items_.size(); }
    std::uint32_t piece_count() const noexcept { return ids_.count(); }
    /// The number of items before those of a piece.
    std::uint32_t begin(std::uint32_t piece) const noexcept { return begins_[piece]; }
    /// Calls `work(piece)` for each piece, as tasks.
    template <class Work>
    void each_piece(Work&& work) const noexcept {
        run_tasks(tasks_, ids_.count(), work);
    }
    /// Calls `visit(run)` for the items of a piece, by ascending id.
    template <class Visit>
    void each_run(std::uint32_t piece, Visit&& visit) const {
        items_.each_run(ids_.begin(piece), ids_.end(piece), visit);
    }

private:
    const build_items<Shape>& items_;
    const task_runner& tasks_;
    list_pieces ids_;
    std::uint32_t begins_[list_pieces::max_count + 1];
};

/// The items of a tree in memory order, block by block: a single streaming pass, for uses that need no ids.
template <class Shape>
struct block_items {
    const engine<Shape>& owner;

    std::uint32_t size() const noexcept { return owner.size; }
    /// Calls `visit(block, live lanes)` for every block in use.
    template <class Visit>
    void each_block(Visit&& visit) const {
        const store<Shape>& tree = owner.store;
        for (std::uint32_t which = 0; which < tree.blocks_begun; ++which) {
            if (const std::uint32_t live = tree.live_lanes(which); live > 0) {
                visit(tree.blocks[which], live);
            }
        }
    }
};

/// The distances between the items of a sample. They are irregular, so that a sample of alternating items (one of each
/// kind, one of each town) does not contain only one kind.
class sample_steps {
public:
    explicit sample_steps(std::uint32_t size) noexcept : most_(2 * (size / axis_spread::max_samples) + 1) {}

    /// 1 … `most_`; the average is the size of the list divided by that of the sample.
    std::uint32_t next() noexcept {
        state_ = state_ * 1664525U + 1013904223U;
        return 1 + static_cast<std::uint32_t>(std::uint64_t{state_} * most_ >> 32U);
    }

private:
    std::uint32_t most_;
    std::uint32_t state_ = 1;
};

/// Measures the spread of items on both axes; returns the size of the largest shape.
template <class Shape>
QUADRILLE_RARE double
measure_spread(const items_in_pieces<Shape>& items, axis_spread& x_axis, axis_spread& y_axis) noexcept {
    struct partial {
        axis_range x;
        axis_range y;
        double size;
        std::uint32_t sampled; ///< before the end of the piece
    };
    partial partials[list_pieces::max_count];
    items.each_piece([&](std::uint32_t piece) {
        partial own{{}, {}, 0, 0};
        sample_steps steps(items.size());
        std::uint32_t until_sample = 0;
        const std::uint32_t before = items.begin(piece);
        for (; until_sample < before; until_sample += steps.next()) {
            own.sampled += own.sampled < axis_spread::max_samples ? 1U : 0U;
        }
        until_sample -= before;
        items.each_run(piece, [&](const shape_run<Shape>& run) {
            for (std::uint32_t at = 0; at < run.count; ++at) {
                run.prefetch_after(at);
                const auto around = bounds_of(run.shapes[at]);
                const point<double> center = center_of(around);
                own.x.reach(center.x);
                own.y.reach(center.y);
                const double width = double(around.max.x) - double(around.min.x);
                const double height = double(around.max.y) - double(around.min.y);
                own.size = std::max(own.size, std::max(width, height));
            }
            QUADRILLE_ROLLED
            for (; until_sample < run.count; until_sample += steps.next()) {
                const point<double> center = center_of(bounds_of(run.shapes[until_sample]));
                if (own.sampled < axis_spread::max_samples) {
                    x_axis.samples[own.sampled] = center.x;
                    y_axis.samples[own.sampled] = center.y;
                    ++own.sampled;
                }
            }
            until_sample -= run.count;
        });
        partials[piece] = own;
    });
    double size = 0;
    for (std::uint32_t piece = 0; piece < items.piece_count(); ++piece) {
        const partial& own = partials[piece];
        x_axis.unite(own.x);
        y_axis.unite(own.y);
        size = std::max(size, own.size);
        x_axis.sampled = y_axis.sampled = own.sampled;
    }
    return size;
}

/// The same lane by lane, which compilers vectorize. Empty lanes are NaN and change nothing.
template <class Shape>
double measure_spread(const block_items<Shape>& items, axis_spread& x_axis, axis_spread& y_axis) noexcept {
    using scalar = typename Shape::scalar;
    constexpr scalar far_off = std::numeric_limits<scalar>::infinity();
    scalar left[lanes];
    scalar right[lanes];
    scalar low[lanes];
    scalar high[lanes];
    scalar widest[lanes] = {};
    std::fill_n(left, lanes, far_off);
    std::fill_n(low, lanes, far_off);
    std::fill_n(right, lanes, -far_off);
    std::fill_n(high, lanes, -far_off);
    sample_steps steps(items.size());
    std::uint32_t until_sample = 0; // in lanes
    items.each_block([&](const block<Shape>& here, std::uint32_t live) {
        for (std::uint32_t lane = 0; lane < lanes; ++lane) {
            const box<scalar> around = lane_bounds(here, lane);
            const scalar x = around.min.x * scalar(0.5) + around.max.x * scalar(0.5);
            const scalar y = around.min.y * scalar(0.5) + around.max.y * scalar(0.5);
            const scalar width = around.max.x - around.min.x;
            const scalar height = around.max.y - around.min.y;
            left[lane] = x < left[lane] ? x : left[lane];
            right[lane] = x > right[lane] ? x : right[lane];
            low[lane] = y < low[lane] ? y : low[lane];
            high[lane] = y > high[lane] ? y : high[lane];
            widest[lane] = width > widest[lane] ? width : widest[lane];
            widest[lane] = height > widest[lane] ? height : widest[lane];
        }
        for (; until_sample < live; until_sample += steps.next()) {
            const point<double> center = center_of(lane_bounds(here, until_sample));
            x_axis.sample(center.x);
            y_axis.sample(center.y);
        }
        until_sample -= live;
    });
    double size = 0;
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
        if (left[lane] <= right[lane]) { // otherwise no block has an item in this lane
            x_axis.reach(left[lane]);
            x_axis.reach(right[lane]);
            y_axis.reach(low[lane]);
            y_axis.reach(high[lane]);
            size = std::max(size, double(widest[lane]));
        }
    }
    return size;
}

/// The grid that a build uses for these items. Measures their spread; `make_room` makes the grid twice as wide as
/// needed. O(n).
template <class Shape, class Items>
grid choose_grid(const Items& items, const options& options, bool make_room, axis_spread& x_axis,
                 axis_spread& y_axis) noexcept {
    const double size = measure_spread(items, x_axis, y_axis);
    return grid_over<typename Shape::scalar>(x_axis, y_axis, size, items.size(), make_room, options);
}

} // namespace quadrille::detail

#endif
