// The plan of a build's cells, top down: the ranges of sorted items that become buckets. A task per piece.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_GRID_CELL_PLAN_HPP
#define QUADRILLE_SRC_GRID_CELL_PLAN_HPP

#include <quadrille/detail/base/apart.hpp>
#include <quadrille/detail/base/task.hpp>

#include "bytes/fan_out.hpp"
#include "grid/grid.hpp"
#include "grid/sort.hpp"

#include <algorithm>
#include <cstdint>
#include <span>

namespace quadrille::detail {

/// A range of sorted items in one cell.
struct cell_range {
    std::uint32_t begin;
    std::uint32_t end;
    int depth;
    int lowest_level; ///< a lower bound for all items in the range
    int first_level;  ///< that their words hold
};

/// A piece of a build: a subtree with a node of its own, or one bucket.
struct build_piece {
    cell_range range;
    bool is_bucket;
    bool is_wide; ///< a bucket of the wide items of the cell
    std::uint32_t blocks;
    std::uint32_t nodes;
    std::uint32_t unsplittable; ///< the most items in one leaf that the grid is too coarse to split
    // Set when all pieces are planned:
    address place;
    std::uint32_t first_block;
    std::uint32_t first_node;

    /// The number of split cells above the bucket.
    int cells() const noexcept { return range.depth + (is_wide ? 1 : 0); }
    void note_unsplittable(std::uint32_t count) noexcept { unsplittable = count > unsplittable ? count : unsplittable; }
};

/// Cuts sorted items into pieces by their cells, and plans the buckets of each. `key_of(id)` is the key of an item.
template <class KeyOf>
class cell_plan {
public:
    cell_plan(sorted_words& sorted, const KeyOf& key_of, std::uint32_t capacity, int depth_limit) noexcept
        : sorted_(sorted), key_of_(key_of), capacity_(capacity), depth_limit_(depth_limit) {}

    void run(int lowest_level, const task_runner& tasks) noexcept {
        cut({0, sorted_.size(), 0, lowest_level, 0});
        run_tasks(tasks, count_, [this](std::uint32_t piece) {
            if (!pieces_[piece].is_bucket) {
                plan(pieces_[piece]);
            }
        });
    }
    /// The pieces, in the order of traversal.
    std::span<build_piece> pieces() noexcept { return {pieces_, count_}; }
    /// The counts above the pieces: only nodes.
    const build_piece& above() const noexcept { return above_; }

private:
    static constexpr std::uint32_t max_pieces = 384; // a sixteenth of a sixteenth of even items each, and wide items
    static constexpr std::uint32_t max_of_cut = 5 * quarters + 1; ///< the pieces that a cut of two levels produces
    static constexpr std::uint32_t fewest_items = 2048;           ///< of a subtree that is cut
    static constexpr int stack_size = static_cast<int>(quarters - 1) * max_depth + 1;

    /// Splits ranges with more items than a piece should have, as long as there is room for more pieces. Subtrees have
    /// their own nodes, so no two pieces write to the same node, except to their own slots of a node above.
    QUADRILLE_RARE void cut(const cell_range& whole) noexcept {
        const std::uint32_t enough =
            list_pieces(whole.end).count() == 1 ? whole.end : std::max(whole.end / 64, fewest_items);
        cell_range pending[stack_size];
        cell_range* top = pending;
        *top++ = whole;
        std::uint32_t expected = 1; // upper limit of the number of pieces
        while (top != pending) {
            cell_range now = *--top;
            const cell_range* const before = top;
            const bool has_node = now.depth % node_levels == 0;
            const bool is_bucket = !has_node || (now.end - now.begin > enough && expected + max_of_cut <= max_pieces);
            if (is_bucket) {
                now.end = split(now, top, above_);
            }
            const auto found = static_cast<std::uint32_t>(top - before);
            if (now.end > now.begin) {
                build_piece& fresh = pieces_[count_++];
                fresh = {now, is_bucket, found > 0, 0, 0, 0, root_address, 0, 0};
                fresh.blocks = is_bucket ? note_bucket(now.begin, now, found > 0) : 0;
                ++expected;
            }
            // Each quarter of a node becomes at most five pieces: its own quarters, and its wide items.
            expected += has_node ? found * (quarters + 1) - 1 : found - (quarters + 1);
        }
    }

    /// Plans all buckets of a subtree, and notes them side by side: the number of a bucket is at most that of its first
    /// item.
    void plan(build_piece& piece) noexcept {
        std::uint32_t next = piece.range.begin;
        cell_range pending[stack_size];
        cell_range* top = pending;
        *top++ = piece.range;
        while (top != pending) {
            cell_range now = *--top;
            const cell_range* const before = top;
            now.end = split(now, top, piece);
            if (now.end > now.begin) {
                piece.blocks += note_bucket(next++, now, top != before);
            }
        }
    }

    /// Notes a bucket; returns the number of blocks that it needs.
    QUADRILLE_APART std::uint32_t note_bucket(std::uint32_t at, const cell_range& all, bool is_wide) noexcept {
        sorted_.plan_bucket(at, {all.end, all.depth + (is_wide ? 1 : 0), is_wide});
        return (all.end - all.begin + lanes - 1) / lanes;
    }

    /// Pushes the quarters of a range, the last first; returns where they begin. The items before are wide. Returns the
    /// end if the range is not split.
    QUADRILLE_APART std::uint32_t split(cell_range whole, cell_range*& top, build_piece& counts) noexcept {
        const std::uint32_t count = whole.end - whole.begin;
        if (count <= capacity_) {
            return whole.end;
        }
        if (whole.depth >= depth_limit_) {
            counts.note_unsplittable(count);
            return whole.end;
        }
        std::uint32_t first_movable = whole.begin;
        if (whole.lowest_level <= whole.depth) {
            first_movable = sorted_.partition_wide(whole.begin, whole.end, whole.depth, whole.lowest_level);
        }
        if (whole.end - first_movable < (count + 3) / 4) {
            return whole.end;
        }
        if (!differ(first_movable, whole)) {
            counts.note_unsplittable(count);
            return whole.end;
        }
        counts.nodes += whole.depth % node_levels == 0 ? 1U : 0U;
        std::uint32_t end = whole.end;
        QUADRILLE_ROLLED
        for (std::uint32_t after = quarters; after > 0; --after) {
            const std::uint32_t begin =
                after == 1 ? first_movable : first_of_quarter(first_movable, end, whole, after - 1);
            if (begin < end) {
                *top++ = {begin, end, whole.depth + 1, whole.lowest_level, whole.first_level};
            }
            end = begin;
        }
        return first_movable;
    }

    /// Whether the movable items differ in bits that cells can distinguish. If their words do not differ, the words are
    /// replaced by the bits of later levels, until there are none.
    QUADRILLE_APART bool differ(std::uint32_t begin, cell_range& whole) noexcept {
        const std::uint64_t usable = morton_bits(depth_limit_);
        while (!sorted_.differ(begin, whole.end, usable << (2 * whole.first_level))) {
            const int next = whole.first_level + sorted_.levels();
            if (next >= max_depth) {
                return false;
            }
            sorted_.sort_from(begin, whole.end, next, key_of_);
            whole.first_level = next;
        }
        return true;
    }

    /// Where the items of this quarter of the range's cell, or of later quarters, begin among the sorted items up to
    /// `end`.
    std::uint32_t first_of_quarter(std::uint32_t begin, std::uint32_t end, const cell_range& whole,
                                   std::uint32_t quarter) const noexcept {
        const int depth = whole.depth;
        if (depth >= whole.first_level) {
            return sorted_.first_of_quarter(begin, end, depth - whole.first_level, quarter);
        }
        // The words hold only later levels: down to here all items are in the same quarters.
        return begin < end && key_of_(sorted_.id_at(begin)).quarter(depth) >= quarter ? begin : end;
    }

    sorted_words& sorted_;
    const KeyOf& key_of_;
    std::uint32_t capacity_;
    int depth_limit_;
    std::uint32_t count_ = 0;
    build_piece above_{};
    build_piece pieces_[max_pieces]; // not initialized: small builds have one piece
};

} // namespace quadrille::detail

#endif
