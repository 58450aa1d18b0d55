// Summaries over a runner: the cells are cut into parts by the tree alone, each is folded by a task, and the parts are joined.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_PARALLEL_SUMMARISE_HPP
#define QUADRILLE_DETAIL_PARALLEL_SUMMARISE_HPP

#include <quadrille/aggregate.hpp>
#include <quadrille/detail/pieces.hpp>
#include <quadrille/detail/tasks.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace quadrille::detail {

/// The fold of `cell_numbering` over a runner. A part is a cell with everything below it, or the items of a cell that is cut,
/// so that each sum is computed by the operations of the serial fold, in the same order.
struct parallel_fold {
    /// The cells are cut until there are so many parts. Those with more than one in `least_share` of all items are cut further.
    static constexpr std::size_t wanted_parts = 128;
    static constexpr std::size_t least_share = 64;
    static constexpr std::size_t max_parts = 1000;

    template <class Shape, class Tree, class Sum, class Of, class Combine>
    static outcome run(const task_runner& runner, cell_numbering<Shape>& cells, const Tree& tree,
                       std::vector<Sum>& sums, const Of& of, const Combine& combine, const filter& wanted) {
        static_assert(std::same_as<typename Tree::shape_type, Shape>, "these cells are for trees of another shape");
        static_assert(!std::same_as<Sum, bool>,
                      "neighbours in a std::vector<bool> cannot be written by several threads");
        if (insides::core(tree).runner_for(tree.size(), runner).run == nullptr) {
            return cells.fold(tree, sums, of, combine, wanted);
        }
        cells.forget(wanted);
        cut_cells(runner, cells, insides::core(tree));
        place_parts(cells, sums, tree.size());
        const outcome end = fold_parts(runner, cells, tree, sums, of, combine);
        return end == outcome::complete ? join_parts(cells, tree, sums, combine) : end;
    }

private:
    /// Cuts the tree into parts, in order, and counts what each has at most.
    template <class Shape>
    static void cut_cells(const task_runner& runner, cell_numbering<Shape>& cells, const core<Shape>& in) {
        std::vector<cell_part>& parts = cells.parts_;
        std::vector<cell_part>& cut = cells.cut_parts_;
        parts.reserve(max_parts);
        cut.reserve(max_parts);
        parts.assign(1, core<Shape>::all_cells());
        const auto cut_those = [&](const auto& are_wanted) {
            cut.clear();
            for (std::size_t at = 0; at < parts.size(); ++at) {
                cell_part below[5];
                const bool has_room = cut.size() + (parts.size() - at) + 4 <= max_parts;
                const std::uint32_t count =
                    has_room && are_wanted(parts[at]) ? in.cut(parts[at], cells.layers_, below) : 0;
                if (count == 0) {
                    cut.push_back(parts[at]);
                } else {
                    cut.insert(cut.end(), below, below + count);
                }
            }
            std::swap(parts, cut);
            return parts.size() > cut.size();
        };
        while (parts.size() < wanted_parts && cut_those([](const cell_part&) { return true; })) {
        }
        for (;;) {
            run_tasks(runner, static_cast<std::uint32_t>(parts.size()), [&](std::uint32_t part) {
                if (parts[part].cells == 0) {
                    in.count_cells(parts[part], cells.layers_);
                }
            });
            std::uint64_t items = 0;
            for (const cell_part& part : parts) {
                items += part.items;
            }
            if (!cut_those([&](const cell_part& part) { return part.items > items / least_share; })) {
                break;
            }
        }
    }

    /// Gives each part its place in the tables, which have room for all afterwards.
    template <class Shape, class Sum>
    static void place_parts(cell_numbering<Shape>& cells, std::vector<Sum>& sums, std::size_t items) {
        std::uint32_t next_cell = 0;
        std::uint32_t next_item = 0;
        for (cell_part& part : cells.parts_) {
            part.first_cell = next_cell;
            part.first_item = next_item;
            next_cell += part.cells;
            next_item += part.items;
        }
        cells.cells_.resize((std::max)(cells.cells_.size(), std::size_t{next_cell} + 1));
        cells.indices_.resize((std::max)(cells.indices_.size(), items));
        if (sums.capacity() < next_cell) {
            sums.clear(); // so that none is moved
        }
        sums.resize((std::max)(sums.size(), std::size_t{next_cell}));
    }

    template <class Shape, class Tree, class Sum, class Of, class Combine>
    static outcome fold_parts(const task_runner& runner, cell_numbering<Shape>& cells, const Tree& tree,
                              std::vector<Sum>& sums, const Of& of, const Combine& combine) {
        const auto fold_part = [&](cell_part& part) {
            const std::uint32_t limit = part.first_cell + part.cells;
            cell_walk walk;
            insides::core(tree).begin(walk, part);
            typename cell_numbering<Shape>::fold_position at{part.first_cell, part.first_item};
            const outcome end = cells.fold_walk(
                tree, walk, sums, of, combine, at, [limit](std::uint32_t) { return limit; }, !part.with_below);
            part.cells = at.cell - part.first_cell;
            part.items = at.item - part.first_item;
            return end;
        };
        piece_ends ends;
        run_tasks(runner, static_cast<std::uint32_t>(cells.parts_.size()),
                  [&](std::uint32_t number) { ends.run(number, [&] { return fold_part(cells.parts_[number]); }); });
        return ends.finish();
    }

    /// Closes gaps where parts have fewer cells or items than they could have, ends the cells that were cut, and adds to their
    /// sums those of their parts.
    template <class Shape, class Tree, class Sum, class Combine>
    static outcome
    join_parts(cell_numbering<Shape>& cells, const Tree& tree, std::vector<Sum>& sums, const Combine& combine) {
        const watch_of<Tree> watching(tree);
        typename cell_numbering<Shape>::fold_position next;
        std::uint32_t open[max_depth + 1]; // the cells that were cut around the present part, by depth
        int depth = 0;
        const auto add_to_parent = [&](std::uint32_t number) {
            if (depth > 0) {
                add_part(sums[open[depth - 1]], std::as_const(sums[number]), combine);
            }
            return !watching.sees_misuse();
        };
        const auto close = [&](int from) {
            while (depth > from) {
                const std::uint32_t number = open[--depth];
                cells.cells_[number].end = next.cell;
                if (cells.cells_[number].first_item == next.item) {
                    next.cell = number;
                } else if (!add_to_parent(number)) {
                    return false;
                }
            }
            return true;
        };
        for (const cell_part& part : cells.parts_) {
            if (part.cells == 0) {
                continue;
            }
            if (!close(cells.cells_[part.first_cell].depth)) {
                return outcome::changed;
            }
            move_part(cells, sums, part, next);
            const std::uint32_t first = next.cell;
            next.cell += part.cells;
            next.item += part.items;
            if (!part.with_below) {
                open[depth++] = first;
            } else if (!add_to_parent(first)) {
                return outcome::changed;
            }
        }
        if (!close(0)) {
            return outcome::changed;
        }
        cells.finish(tree, sums, next);
        return outcome::complete;
    }

    template <class Shape, class Sum>
    static void move_part(cell_numbering<Shape>& cells, std::vector<Sum>& sums, const cell_part& part,
                          const typename cell_numbering<Shape>::fold_position& to) {
        if (part.first_cell != to.cell) {
            std::move(sums.begin() + part.first_cell, sums.begin() + part.first_cell + part.cells,
                      sums.begin() + to.cell);
        }
        if (part.first_item != to.item) {
            std::copy_n(cells.indices_.begin() + part.first_item, part.items, cells.indices_.begin() + to.item);
        }
        if (part.first_cell != to.cell || part.first_item != to.item) {
            for (std::uint32_t at = 0; at < part.cells; ++at) {
                cell_record moved = cells.cells_[part.first_cell + at];
                moved.first_item -= part.first_item - to.item;
                moved.end -= part.first_cell - to.cell;
                cells.cells_[to.cell + at] = moved;
            }
        }
    }
};

} // namespace quadrille::detail

#endif
