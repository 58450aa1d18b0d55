// The memory layout: blocks of 16 lanes, nodes with their children, and the 32-bit references between them.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_BYTES_LAYOUT_HPP
#define QUADRILLE_SRC_BYTES_LAYOUT_HPP

#include <quadrille/detail/base/apart.hpp>
#include <quadrille/geometry.hpp>

#include "bytes/fan_out.hpp"

#include <bit>
#include <cstdint>
#include <limits>

namespace quadrille::detail {

inline constexpr std::uint32_t lanes = 16;

/// Sixteen shapes as structure of arrays. Live lanes come first; the others hold NaN, for which every comparison is
/// false.
template <class Shape>
struct block;

template <class Scalar>
struct alignas(64) block<point<Scalar>> {
    Scalar x[lanes];
    Scalar y[lanes];
    std::uint32_t id[lanes];
    std::uint32_t layers[lanes];
};

template <class Scalar>
struct alignas(64) block<box<Scalar>> {
    Scalar x0[lanes];
    Scalar y0[lanes];
    Scalar x1[lanes];
    Scalar y1[lanes];
    std::uint32_t id[lanes];
    std::uint32_t layers[lanes];
};

template <class Scalar>
struct alignas(64) block<circle<Scalar>> {
    Scalar x[lanes];
    Scalar y[lanes];
    Scalar r[lanes];
    std::uint32_t id[lanes];
    std::uint32_t layers[lanes];
};

static_assert(sizeof(block<point<float>>) == 256, "four cache lines, which an update streams through");
static_assert(sizeof(block<point<double>>) == 384, "six");
static_assert(sizeof(block<box<float>>) == 384, "six");
static_assert(sizeof(block<box<double>>) == 640, "ten");
static_assert(sizeof(block<circle<float>>) == 320, "five");
static_assert(sizeof(block<circle<double>>) == 512, "eight");

/// The members of a block that changes need; stored separately from the lanes, which queries read.
struct block_links {
    std::uint32_t next;      ///< the next block of the chain, or of the free list; `no_block` at the end
    std::uint32_t owner;     ///< the `address` of the bucket to which it belongs
    std::uint32_t length;    ///< blocks from here to the end of the chain; 0 when free
    std::uint32_t countdown; ///< in the head: number of changes until a long or overfull bucket is checked again
};

static_assert(sizeof(block_links) == 16);

inline constexpr std::uint32_t no_block = 0xFFFF'FFFFU;

/// A reference to the content of a child's place: nothing (0), a node, or a bucket. A bucket is given by its head block
/// and the number of live lanes in that block. Only the head of a chain may be partly filled, so this determines the
/// count of the whole chain.
using reference = std::uint32_t;

inline constexpr reference no_child = 0;
inline constexpr reference bucket_bit = 0x8000'0000U;
inline constexpr std::uint32_t max_blocks = 1U << 27;
inline constexpr std::uint32_t max_nodes = 1U << (32 - slot_bits);

constexpr bool is_bucket(reference child) noexcept { return (child & bucket_bit) != 0; }
constexpr bool is_node(reference child) noexcept { return child != no_child && !is_bucket(child); }
constexpr reference make_bucket(std::uint32_t head, std::uint32_t live) noexcept {
    return bucket_bit | head << 4U | (live - 1);
}
constexpr std::uint32_t head_of(reference bucket) noexcept { return (bucket & ~bucket_bit) >> 4U; }
constexpr std::uint32_t live_in_head(reference bucket) noexcept { return (bucket & 15U) + 1; }

/// Two levels of cells at once: a cell, its quarters, and their quarters. A quarter that is not split is a leaf in the
/// first of its four slots. Traversals read the first five cache lines; the sixth if limited to layers; the seventh and
/// eighth for wide items.
struct alignas(64) node {
    // Measured bounds of the children, always float and rounded outward; NaN where there is no child.
    float x0[fan_out];
    float y0[fan_out];
    float x1[fan_out];
    float y1[fan_out];
    reference child[fan_out];
    std::uint32_t layers[fan_out]; ///< of each child, OR-ed over all its items

    /// The wide items, those too wide for any child: one list for each quarter, and one for the node's cell.
    reference wide[wide_slots];
    std::uint32_t split_quarters; ///< one bit for each split quarter
    std::uint32_t parent;         ///< the node's own place, as an `address`
    std::uint32_t mark;           ///< the column prefix, followed by one bit whose position is the depth
    std::uint32_t row;            ///< the row prefix
    std::uint32_t items;          ///< number of items in all buckets of this node and below it
    std::uint32_t wide_layers[wide_slots];
    box<float> wide_bounds[wide_slots]; ///< NaN when empty
    std::uint32_t subtree;              ///< scratch of `sync`: the number of the subtree with this root, or 0
};

static_assert(sizeof(node) == 576,
              "five lines to test sixteen children, one for their layers, three for wide items and changes");

/// The content of one of a node's slots.
constexpr reference child_at(const node& here, std::uint32_t slot) noexcept {
    return is_wide_slot(slot) ? here.wide[slot - fan_out] : here.child[slot];
}
constexpr reference& child_at(node& here, std::uint32_t slot) noexcept {
    return is_wide_slot(slot) ? here.wide[slot - fan_out] : here.child[slot];
}

constexpr bool is_split(const node& here, std::uint32_t quarter) noexcept {
    return (here.split_quarters >> quarter & 1U) != 0;
}

/// Whether any list of wide items is not empty.
constexpr bool has_wide(const node& here) noexcept {
    return (here.wide[0] | here.wide[1] | here.wide[2] | here.wide[3] | here.wide[4]) != no_child;
}

/// Calls `visit(list)` for each list of wide items that is not empty.
template <class Visit>
constexpr void each_wide(const node& here, Visit&& visit) {
    if (!has_wide(here)) {
        return;
    }
    QUADRILLE_ROLLED
    for (std::uint32_t list = 0; list < wide_slots; ++list) {
        if (here.wide[list] != no_child) {
            visit(list);
        }
    }
}

/// The place of a bucket or a child: a node and one of its slots. The root cell is in slot 0 of node 0, the ground,
/// which is not the child of any node.
using address = std::uint32_t;

inline constexpr address root_address = 0;

constexpr address make_address(std::uint32_t which, std::uint32_t slot) noexcept { return which << slot_bits | slot; }
constexpr std::uint32_t node_of(address place) noexcept { return place >> slot_bits; }
constexpr std::uint32_t slot_of(address place) noexcept { return place & slot_mask; }

/// The place of a lane: a block and one of its lanes.
constexpr std::uint32_t make_location(std::uint32_t which, std::uint32_t lane) noexcept { return which << 4U | lane; }
constexpr std::uint32_t block_of(std::uint32_t location) noexcept { return location >> 4U; }
constexpr std::uint32_t lane_of(std::uint32_t location) noexcept { return location & 15U; }

constexpr std::uint32_t first_bits(std::uint32_t live) noexcept { return (2U << (live - 1)) - 1; }

/// Bounds as nodes store them, and the layers inside them.
struct measured {
    static constexpr float far_off = std::numeric_limits<float>::infinity();

    float x0 = far_off;
    float y0 = far_off;
    float x1 = -far_off;
    float y1 = -far_off;
    std::uint32_t layers = 0;

    /// NaN bounds add nothing: the comparisons are false.
    constexpr void add(float ox0, float oy0, float ox1, float oy1, std::uint32_t other_layers) noexcept {
        x0 = ox0 < x0 ? ox0 : x0;
        y0 = oy0 < y0 ? oy0 : y0;
        x1 = ox1 > x1 ? ox1 : x1;
        y1 = oy1 > y1 ? oy1 : y1;
        layers |= other_layers;
    }
    constexpr bool is_empty() const noexcept { return !(x0 <= x1); }
    friend constexpr bool operator==(const measured&, const measured&) = default;
};

/// The nearest float that is not above, or not below. Both are monotone, so shapes that intersect in double also
/// intersect in these floats.
inline float round_down(float value) noexcept { return value; }
inline float round_up(float value) noexcept { return value; }
inline float step_up(float value) noexcept {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if (value == 0) {
        return std::numeric_limits<float>::denorm_min();
    }
    return std::bit_cast<float>(value > 0 ? bits + 1 : bits - 1);
}
inline float round_up(double value) noexcept {
    const auto nearest = static_cast<float>(value); // infinite beyond the largest float, as IEC 60559 rounds
    return nearest < value ? step_up(nearest) : nearest;
}
inline float round_down(double value) noexcept { return -round_up(-value); }

/// A box rounded outward to float, for comparisons with nodes.
template <class Scalar>
box<float> rounded_outward(const box<Scalar>& area) noexcept {
    return {{round_down(area.min.x), round_down(area.min.y)}, {round_up(area.max.x), round_up(area.max.y)}};
}

/// The same rounded inward: a cell's bounds lie inside the original box if and only if they lie inside the rounded box.
template <class Scalar>
box<float> rounded_inward(const box<Scalar>& area) noexcept {
    return {{round_up(area.min.x), round_up(area.min.y)}, {round_down(area.max.x), round_down(area.max.y)}};
}

/// Whether the wide items of a list may intersect `area`.
inline bool intersects_wide(const node& here, std::uint32_t list, const box<float>& area) noexcept {
    const box<float>& wide = here.wide_bounds[list];
    return (wide.min.x <= area.max.x) & (area.min.x <= wide.max.x) & (wide.min.y <= area.max.y) &
           (area.min.y <= wide.max.y);
}

} // namespace quadrille::detail

#endif
