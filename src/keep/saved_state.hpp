// The saved state of a tree without its arrays.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_KEEP_SAVED_STATE_HPP
#define QUADRILLE_SRC_KEEP_SAVED_STATE_HPP

#include <quadrille/vocabulary.hpp>

#include "bytes/little_endian.hpp"
#include "grid/grid.hpp"
#include "store/slots.hpp"
#include "store/store.hpp"

#include <cstddef>
#include <cstdint>

namespace quadrille::detail {

/// The period of a world that wraps, in as many bytes as the state, which it follows; the remaining bytes are 0.
struct saved_period {
    double numbers[4] = {}; ///< width, height, and the origin

    explicit saved_period(const options& of) noexcept
        : numbers{of.period.width(), of.period.height(), of.origin.x, of.origin.y} {}
    explicit saved_period(const std::byte* from) noexcept {
        for (double& number : numbers) {
            number = read_number<double>(from);
            from += sizeof number;
        }
    }
    void write(std::byte* into) const noexcept {
        for (const double number : numbers) {
            write_number(into, number);
            into += sizeof number;
        }
    }
    void give_to(options& of, const every_wrapping& by) const noexcept {
        of.period = {numbers[0], numbers[1], by};
        of.origin = {numbers[2], numbers[3]};
    }
};

struct saved_state {
    quadrille::options options;
    std::uint32_t has_engine = 0; ///< without an engine the following members do not matter
    std::uint32_t size = 0;
    std::uint32_t index_limit = 0;
    std::uint32_t known = 0; ///< indices with a generation
    std::uint32_t free_index = no_index;
    std::uint32_t first_generation = 0;
    std::uint64_t changes = 0;
    std::uint32_t settled_size = 0;
    std::uint32_t root_due_and_tried = 0; ///< the lowest bit, and the other bits
    store_counts counts;

    /// Calls `visit(number)` for each number, in the order of the file.
    template <class State, class Visit>
    static void each_number(State& of, Visit&& visit) {
        visit(of.options.leaf_capacity);
        visit(of.options.max_depth);
        visit(of.options.min_cell_side);
        visit(of.options.max_items);
        visit(of.options.max_generations);
        visit(of.options.min_parallel_items);
        visit(of.has_engine);
        visit(of.size);
        visit(of.index_limit);
        visit(of.known);
        visit(of.free_index);
        visit(of.first_generation);
        visit(of.changes);
        visit(of.settled_size);
        visit(of.root_due_and_tried);
        visit(of.counts.grid.x);
        visit(of.counts.grid.y);
        visit(of.counts.grid.side);
        visit(of.counts.grid.narrow);
        visit(of.counts.grid.depth_limit);
        visit(of.counts.free_block);
        visit(of.counts.free_blocks);
        visit(of.counts.free_node);
        visit(of.counts.free_nodes);
        visit(of.counts.blocks_begun);
        visit(of.counts.nodes_begun);
        visit(of.counts.clamped);
        visit(of.counts.clamped_at_build);
        visit(of.counts.unsplittable);
        visit(of.counts.unsplittable_at_build);
    }

    static constexpr std::uint32_t bytes = 24 * 4 + 6 * 8;

    void write(std::byte* into) const noexcept {
        each_number(*this, [&](const auto& number) {
            write_number(into, number);
            into += sizeof number;
        });
    }
    void read(const std::byte* from) noexcept {
        each_number(*this, [&]<class Number>(Number& number) {
            number = read_number<Number>(from);
            from += sizeof number;
        });
        counts.grid.unit = counts.grid.side * 0x1p-32;
        counts.is_root_due = (root_due_and_tried & 1U) != 0;
        counts.tried = root_due_and_tried >> 1U;
    }
};

} // namespace quadrille::detail

#endif
