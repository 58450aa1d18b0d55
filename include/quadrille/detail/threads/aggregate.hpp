// Aggregates over a runner: pieces of cells, cut by the tree alone, are folded as tasks and then joined.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_THREADS_AGGREGATE_HPP
#define QUADRILLE_DETAIL_THREADS_AGGREGATE_HPP

#include <quadrille/aggregate.hpp>
#include <quadrille/detail/threads/pieces.hpp>
#include <quadrille/detail/threads/tasks.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace quadrille::detail {

/// The fold of `cell_numbering` over a runner. A piece is a cell with everything below it, or the items of a cell that
/// is cut. So each sum is computed by the operations of the serial fold, in the same order.
struct parallel_fold {
    /// Cells are cut until there are `wanted_pieces` pieces. Pieces with more than one in `least_share` of all items
    /// are cut further.
    static constexpr std::size_t wanted_pieces = 128;
    static constexpr std::size_t least_share = 64;
    static constexpr std::size_t max_pieces = 1000;

    template <class Shape, class Tree, class Sum, class Of, class Combine>
    static outcome run(const task_runner& runner, cell_numbering<Shape>& cells, const Tree& tree,
                       std::vector<Sum>& sums, const Of& of, const Combine& combine, const filter& wanted) {
        static_assert(std::same_as<typename Tree::shape_type, Shape>, "these cells are for trees of another shape");
        static_assert(!std::same_as<Sum, bool>,
                      "neighbors in a std::vector<bool> cannot be written by several threads");
        if (insides::core(tree).runner_for(tree.size(), runner).run == nullptr) {
            return cells.fold(tree, sums, of, combine, wanted);
        }
        cells.forget(wanted);
        cut_cells(runner, cells, insides::core(tree));
        place_pieces(cells, sums, tree.size());
        const outcome end = fold_pieces(runner, cells, tree, sums, of, combine);
        return end == outcome::complete ? join_pieces(cells, tree, sums, combine) : end;
    }

private:
    /// Cuts the tree into pieces, in order, and sets upper limits of the cells and items of each.
    template <class Shape>
    static void cut_cells(const task_runner& runner, cell_numbering<Shape>& cells, const core<Shape>& in) {
        std::vector<cell_piece>& pieces = cells.pieces_;
        std::vector<cell_piece>& cut = cells.cut_pieces_;
        pieces.reserve(max_pieces);
        cut.reserve(max_pieces);
        pieces.assign(1, core<Shape>::all_cells());
        const auto cut_those = [&](const auto& are_wanted) {
            cut.clear();
            for (std::size_t at = 0; at < pieces.size(); ++at) {
                cell_piece below[5];
                const bool has_room = cut.size() + (pieces.size() - at) + 4 <= max_pieces;
                const std::uint32_t count =
                    has_room && are_wanted(pieces[at]) ? in.cut(pieces[at], cells.layers_, below) : 0;
                if (count == 0) {
                    cut.push_back(pieces[at]);
                } else {
                    cut.insert(cut.end(), below, below + count);
                }
            }
            std::swap(pieces, cut);
            return pieces.size() > cut.size();
        };
        while (pieces.size() < wanted_pieces && cut_those([](const cell_piece&) { return true; })) {
        }
        for (;;) {
            run_tasks(runner, static_cast<std::uint32_t>(pieces.size()), [&](std::uint32_t piece) {
                if (pieces[piece].cells == 0) {
                    in.count_cells(pieces[piece], cells.layers_);
                }
            });
            std::uint64_t items = 0;
            for (const cell_piece& piece : pieces) {
                items += piece.items;
            }
            if (!cut_those([&](const cell_piece& piece) { return piece.items > items / least_share; })) {
                break;
            }
        }
    }

    /// Assigns each piece its place in the tables, and makes room for all pieces.
    template <class Shape, class Sum>
    static void place_pieces(cell_numbering<Shape>& cells, std::vector<Sum>& sums, std::size_t items) {
        std::uint32_t next_cell = 0;
        std::uint32_t next_item = 0;
        for (cell_piece& piece : cells.pieces_) {
            piece.first_cell = next_cell;
            piece.first_item = next_item;
            next_cell += piece.cells;
            next_item += piece.items;
        }
        cells.cells_.resize((std::max)(cells.cells_.size(), std::size_t{next_cell} + 1));
        cells.indices_.resize((std::max)(cells.indices_.size(), items));
        if (sums.capacity() < next_cell) {
            sums.clear(); // so that no sum is moved
        }
        sums.resize((std::max)(sums.size(), std::size_t{next_cell}));
    }

    template <class Shape, class Tree, class Sum, class Of, class Combine>
    static outcome fold_pieces(const task_runner& runner, cell_numbering<Shape>& cells, const Tree& tree,
                               std::vector<Sum>& sums, const Of& of, const Combine& combine) {
        const auto fold_piece = [&](cell_piece& piece) {
            const std::uint32_t limit = piece.first_cell + piece.cells;
            cell_walk walk;
            insides::core(tree).begin_piece(walk, piece);
            typename cell_numbering<Shape>::fold_position at{piece.first_cell, piece.first_item};
            const outcome end = cells.fold_walk(
                tree, walk, sums, of, combine, at, [limit](std::uint32_t) { return limit; }, !piece.with_below);
            piece.cells = at.cell - piece.first_cell;
            piece.items = at.item - piece.first_item;
            return end;
        };
        piece_ends ends;
        run_tasks(runner, static_cast<std::uint32_t>(cells.pieces_.size()),
                  [&](std::uint32_t number) { ends.run(number, [&] { return fold_piece(cells.pieces_[number]); }); });
        return ends.finish();
    }

    /// Closes the gaps of pieces with fewer cells or items than their limits, sets the ends of the cells that were cut,
    /// and adds the sums of their pieces to their sums.
    template <class Shape, class Tree, class Sum, class Combine>
    static outcome
    join_pieces(cell_numbering<Shape>& cells, const Tree& tree, std::vector<Sum>& sums, const Combine& combine) {
        const watch_of<Tree> watching(tree);
        typename cell_numbering<Shape>::fold_position next;
        std::uint32_t open[max_depth + 1]; // the cells that were cut around the present piece, by depth
        int depth = 0;
        const auto add_to_parent = [&](std::uint32_t number) {
            if (depth > 0) {
                add_term(sums[open[depth - 1]], std::as_const(sums[number]), combine);
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
        for (const cell_piece& piece : cells.pieces_) {
            if (piece.cells == 0) {
                continue;
            }
            if (!close(cells.cells_[piece.first_cell].depth)) {
                return outcome::tree_changed;
            }
            move_piece(cells, sums, piece, next);
            const std::uint32_t first = next.cell;
            next.cell += piece.cells;
            next.item += piece.items;
            if (!piece.with_below) {
                open[depth++] = first;
            } else if (!add_to_parent(first)) {
                return outcome::tree_changed;
            }
        }
        if (!close(0)) {
            return outcome::tree_changed;
        }
        cells.finish(tree, sums, next);
        return outcome::complete;
    }

    template <class Shape, class Sum>
    static void move_piece(cell_numbering<Shape>& cells, std::vector<Sum>& sums, const cell_piece& piece,
                           const typename cell_numbering<Shape>::fold_position& to) {
        if (piece.first_cell != to.cell) {
            std::move(sums.begin() + piece.first_cell, sums.begin() + piece.first_cell + piece.cells,
                      sums.begin() + to.cell);
        }
        if (piece.first_item != to.item) {
            std::copy_n(cells.indices_.begin() + piece.first_item, piece.items, cells.indices_.begin() + to.item);
        }
        if (piece.first_cell != to.cell || piece.first_item != to.item) {
            for (std::uint32_t at = 0; at < piece.cells; ++at) {
                cell_record moved = cells.cells_[piece.first_cell + at];
                moved.first_item -= piece.first_item - to.item;
                moved.end -= piece.first_cell - to.cell;
                cells.cells_[to.cell + at] = moved;
            }
        }
    }
};

} // namespace quadrille::detail

#endif
