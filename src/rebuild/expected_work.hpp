// The expected work of small windows, estimated from the bounds of all cells, to compare trees of the same items.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_REBUILD_EXPECTED_WORK_HPP
#define QUADRILLE_SRC_REBUILD_EXPECTED_WORK_HPP

#include "store/bucket.hpp"
#include "store/filing.hpp"

#include <bit>
#include <cstdint>
#include <iterator>

namespace quadrille::detail {

/// The share of windows with sides of about 1 % of the world's that intersect these bounds.
inline double share_of(const measured& inner, const measured& world) noexcept {
    const auto along = [](double inner_low, double inner_high, double low, double high) {
        return high > low ? (inner_high - inner_low) / (high - low) + 0x1p-7 : 0x1p-7;
    };
    return inner.is_empty()
               ? 0
               : along(inner.x0, inner.x1, world.x0, world.x1) * along(inner.y0, inner.y1, world.y0, world.y1);
}

/// How unevenly the items of a bucket lie in its bounds: about 1 if evenly, up to 16 if all but a few are in one
/// sixteenth of the bounds.
template <class Shape>
QUADRILLE_RARE double unevenness(const store<Shape>& tree, reference bucket, const measured& around) noexcept {
    constexpr std::uint32_t cells_of_a_side = 4;
    const auto cell_of_side = [](double center, double low, double high) {
        const double inner = high > low ? (center - low) / (high - low) * cells_of_a_side : 0;
        return inner >= cells_of_a_side - 1 ? cells_of_a_side - 1 : inner > 0 ? static_cast<std::uint32_t>(inner) : 0U;
    };
    std::uint32_t counts[cells_of_a_side * cells_of_a_side] = {};
    each_block(tree, bucket, [&](std::uint32_t which, std::uint32_t live) {
        for (std::uint32_t lane = 0; lane < live; ++lane) {
            const point<double> center = center_of(bounds_of(read_shape(tree.blocks[which], lane)));
            ++counts[cell_of_side(center.x, around.x0, around.x1) * cells_of_a_side +
                     cell_of_side(center.y, around.y0, around.y1)];
        }
    });
    double squares = 0;
    for (const std::uint32_t count : counts) {
        squares += double(count) * count;
    }
    const double all = count_of(tree, bucket);
    return squares / (all + all * (all - 1) / std::size(counts));
}

/// The average cost of a window.
struct expected_work {
    double lanes = 0;
    double blocks = 0;
    double cells = 0;
    double width = 0;         ///< half of the world's width
    double height = 0;        ///< half of the world's height
    double uneven_lanes = 0;  ///< each weighted by the unevenness of its bucket
    double sparse_blocks = 0; ///< blocks of buckets with too few items to measure their unevenness

    /// Whether buckets that many windows intersect may hold crowds with empty space between them. Then chance decides
    /// whether the borders of a grid separate the crowds. Evenly filled trees cost the same with any grid.
    bool may_be_hollow() const noexcept { return uneven_lanes > 1.5 * lanes || sparse_blocks > 0.25; }

    /// Whether a single leaf of all items would cost less. A build of items that no grid separates may be one leaf.
    bool is_more_than_of_one_leaf(std::uint32_t items) const noexcept {
        return total() > double(items) + worth * (items / worth + 1);
    }

    /// Whether the total is less, and one kind of work is less by so much that the other tree could not keep the
    /// promised bounds for long. Of two trees at most one is clearly cheaper.
    bool is_clearly_less_than(const expected_work& other) const noexcept {
        constexpr double negligible = 0.125; // of a hundred windows, as many as a question may need to begin
        const auto is_less = [](double one, double than) { return 1.5 * (one + negligible) < than; };
        return total() < other.total() &&
               (is_less(lanes, other.lanes) || is_less(blocks, other.blocks) || is_less(cells, other.cells));
    }

    /// A number of 31 bits that identifies approximately this work, in a world of this number of items. 0 is like no
    /// other.
    std::uint32_t signature(std::uint32_t items) const noexcept {
        const std::uint32_t values[] = {leading_bits(lanes, -16), leading_bits(uneven_lanes / lanes, -8),
                                        leading_bits(items, 0), leading_bits(width, 0), leading_bits(height, 0)};
        std::uint32_t all = 0;
        for (std::uint32_t which = 0; which < std::size(values); ++which) {
            all = all << code_bits(which) | (values[which] & ((1U << code_bits(which)) - 1));
        }
        return all;
    }
    /// Whether all values of two signatures differ by less than two thirds.
    static bool are_alike(std::uint32_t one, std::uint32_t other) noexcept {
        bool are = one != 0 && other != 0;
        for (std::uint32_t which = codes; which-- > 0;) {
            const std::uint32_t all = (1U << code_bits(which)) - 1;
            are = are && ((one - other + 2) & all) <= 4; // two steps less, up to two more
            one >>= code_bits(which);
            other >>= code_bits(which);
        }
        return are;
    }

private:
    static constexpr std::uint32_t codes = 5;
    static constexpr std::uint32_t code_bits(std::uint32_t which) noexcept { return which == 0 ? 7 : 6; }
    /// The exponent and two more bits, so that a step is a quarter or less; 0 at 2 to the `least`. The bits wrap
    /// around: values that differ by a factor of 2¹⁶ or more may seem alike.
    static std::uint32_t leading_bits(double value, int least) noexcept {
        const std::uint32_t bits = std::bit_cast<std::uint32_t>(static_cast<float>(value)) >> 21U;
        return bits - static_cast<std::uint32_t>(4 * (127 + least));
    }

    /// A block or a cell costs about as much as its lanes or children.
    static constexpr double worth = 16;
    double total() const noexcept { return lanes + worth * (blocks + cells); }
};

template <class Shape>
QUADRILLE_RARE expected_work work_expected_in(const store<Shape>& tree) noexcept {
    const measured world = bounds_at(tree.nodes[0], slot_of(root_address));
    expected_work work;
    work.width = double(world.x1) * 0.5 - double(world.x0) * 0.5;
    work.height = double(world.y1) * 0.5 - double(world.y0) * 0.5;
    for (std::uint32_t which = 0; which < tree.blocks_begun; ++which) {
        const address place = tree.links[which].owner;
        if (tree.links[which].length == 0 || head_of(tree.at(place)) != which) {
            continue;
        }
        const reference bucket = tree.at(place);
        const measured around = bounds_at(tree.nodes[node_of(place)], slot_of(place));
        const double share = share_of(around, world);
        const double lanes_of_bucket = count_of(tree, bucket) * share;
        work.lanes += lanes_of_bucket;
        work.blocks += tree.links[which].length * share;
        constexpr std::uint32_t few = 8;
        work.sparse_blocks += count_of(tree, bucket) < few ? share : 0;
        work.uneven_lanes += lanes_of_bucket * unevenness(tree, bucket, around);
    }
    if (const reference root = tree.at(root_address); is_node(root)) {
        each_node_upwards(tree, root, [&](std::uint32_t which) {
            const address place = tree.nodes[which].parent;
            work.cells += share_of(bounds_at(tree.nodes[node_of(place)], slot_of(place)), world);
        });
    }
    return work;
}

} // namespace quadrille::detail

#endif
