// The store: all blocks and nodes of one tree, their free lists, and its grid.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_STORE_STORE_HPP
#define QUADRILLE_SRC_STORE_STORE_HPP

#include "bytes/arrays.hpp"
#include "bytes/layout.hpp"
#include "grid/grid.hpp"
#include "store/lanes.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace quadrille::detail {

struct free_lists {
    std::uint32_t free_block = no_block;
    std::uint32_t free_blocks = 0; ///< on the free list
    std::uint32_t free_node = 0;   ///< linked by `parent`; 0 at the end, since the ground is never free
    std::uint32_t free_nodes = 0;
};

/// A number of blocks or nodes, plus the spare ones for which a build makes room, so that ticks with about as many
/// splits as merges do not soon allocate. The constant is for small worlds, in which a split takes five blocks.
constexpr std::uint32_t with_spare(std::uint32_t count) noexcept { return count + count / 32 + 32; }
/// The number of nodes for which memory is reserved along with this number of blocks that a user reserves. Nodes mostly
/// have seven or more blocks if items are inserted one by one, 30 after a build, and 9 where densities vary.
constexpr std::uint32_t nodes_for(std::uint32_t blocks) noexcept { return blocks / 6; }

/// The state of a store apart from its memory.
struct store_counts : free_lists {
    detail::grid grid;

    std::uint32_t blocks_begun = 0; ///< blocks from this one on have never been used
    std::uint32_t nodes_begun = 0;
    std::uint32_t topmost = 0; ///< changes reach no higher than this node: the ground, or the top of a part of the tree

    std::uint32_t clamped = 0;               ///< about how many items have their center outside the grid
    std::uint32_t clamped_at_build = 0;      ///< how many of them remained after the last build
    std::uint32_t unsplittable = 0;          ///< the most items in one leaf that the grid is too coarse to split
    std::uint32_t unsplittable_at_build = 0; ///< the most that remained after the last build
    std::uint32_t tried = 0; ///< the signature of the expected work at the last vain attempt of another build; 31 bits

    bool is_root_due = false; ///< the root is an overfull leaf; `settle` decides whether a grid would split it
    bool is_split_due =
        false; ///< in a part of the tree: an overfull leaf needs more memory for its split than was lent
};

template <class Shape>
struct store_memory {
    explicit store_memory(const memory_source& from) noexcept : blocks(from), links(from), nodes(from) {}

    pool<block<Shape>> blocks;
    array<block_links> links;
    array<node> nodes;
};

/// The members that are read most often come first.
template <class Shape>
struct store : store_memory<Shape>, store_counts {
    using store_memory<Shape>::blocks;
    using store_memory<Shape>::links;
    using store_memory<Shape>::nodes;

    using store_memory<Shape>::store_memory;

    std::uint32_t blocks_in_use() const noexcept { return blocks_begun - free_blocks; }
    std::uint32_t nodes_in_use() const noexcept { return nodes_begun - free_nodes; }
    std::size_t bytes() const noexcept { return blocks.bytes() + links.bytes() + nodes.bytes(); }
    static std::size_t bytes_of(std::size_t some_blocks, std::size_t some_nodes) noexcept {
        return some_blocks * (sizeof(block<Shape>) + sizeof(block_links)) + some_nodes * sizeof(node);
    }
    std::size_t bytes_begun() const noexcept { return bytes_of(blocks_begun, nodes_begun); }

    /// Counts an item that is added or removed, if it is outside the grid.
    void count_clamped(const Shape& added) noexcept { clamped += grid.is_outside(added) ? 1U : 0U; }
    void uncount_clamped(const Shape& removed) noexcept {
        clamped -= clamped > 0 && grid.is_outside(removed) ? 1U : 0U;
    }

    void note_unsplittable(std::uint32_t count) noexcept { unsplittable = count > unsplittable ? count : unsplittable; }

    bool ready() const noexcept { return nodes_begun > 0; }
    /// Creates the ground. Returns false when memory runs out.
    bool begin() noexcept;
    /// Removes everything; keeps the memory.
    void clear() noexcept;

    /// Makes room for everything in another store. Returns false when memory runs out; then only spare memory has
    /// changed.
    bool make_room(const store& from) noexcept {
        return blocks.make_room(from.blocks, from.blocks_begun) &&
               links.make_room(from.links, from.blocks_begun, blocks_begun) &&
               nodes.make_room(from.nodes, from.nodes_begun, nodes_begun);
    }
    /// Copies all blocks and nodes, including free ones, to the same places. Call it only after `make_room`.
    void copy(const store& from) noexcept {
        blocks.copy(from.blocks, from.blocks_begun);
        links.copy(from.links, from.blocks_begun);
        nodes.copy(from.nodes, from.nodes_begun);
        static_cast<store_counts&>(*this) = static_cast<const store_counts&>(from);
    }

    /// After this call, `wanted` calls of `allocate_block` cannot fail; the same for nodes.
    bool ensure_blocks(std::uint32_t wanted) noexcept;
    bool ensure_nodes(std::uint32_t wanted) noexcept;

    /// Fills the free lists up to these numbers of blocks and nodes. Optional: does nothing when memory runs out.
    void stock(std::uint32_t wanted_blocks, std::uint32_t wanted_nodes) noexcept;
    /// Moves up to these numbers of free blocks and nodes from one pair of lists to another.
    void pass_on(free_lists& from, free_lists& to, std::uint32_t some_blocks, std::uint32_t some_nodes) noexcept;

    /// Becomes a store of a part of another store, with only these free blocks and nodes. While parts are lent, tasks
    /// may change them at the same time.
    void borrow(const store& from, const free_lists& lent, std::uint32_t top) noexcept {
        blocks.borrow(from.blocks);
        links.borrow(from.links);
        nodes.borrow(from.nodes);
        static_cast<free_lists&>(*this) = lent;
        grid = from.grid;
        topmost = top;
        blocks_begun = max_blocks;
        nodes_begun = max_nodes;
    }
    void give_back() noexcept {
        blocks.give_back();
        links.give_back();
        nodes.give_back();
    }
    bool is_subtree() const noexcept { return topmost != 0; }

    /// Releases memory that was never used, except for `kept_blocks`. No block or node changes its number.
    void trim(std::uint32_t kept_blocks) noexcept {
        const std::uint32_t limit = kept_blocks > blocks_begun ? kept_blocks : blocks_begun;
        blocks.trim(limit, blocks_begun);
        links.trim(limit, blocks_begun);
        nodes.trim(nodes_begun, nodes_begun);
    }

    /// Returns a block whose lanes are all empty. Call it only after `ensure_blocks`.
    std::uint32_t allocate_block() noexcept;
    void release_block(std::uint32_t which) noexcept;
    /// Makes the last begun block unused again, if it was released last and is not one of the first `kept`.
    void unbegin_block(std::uint32_t kept) noexcept;
    std::uint32_t allocate_node() noexcept;
    void release_node(std::uint32_t which) noexcept;

    /// The number of live lanes of a block; 0 if it is free.
    std::uint32_t live_lanes(std::uint32_t which) const noexcept {
        if (links[which].length == 0) {
            return 0;
        }
        const reference bucket = at(links[which].owner);
        return head_of(bucket) == which ? live_in_head(bucket) : lanes;
    }

    reference& at(address place) noexcept { return child_at(nodes[node_of(place)], slot_of(place)); }
    reference at(address place) const noexcept { return child_at(nodes[node_of(place)], slot_of(place)); }

    /// Whether this is the place of a quarter that is not split: a leaf one level below its node.
    bool is_whole_quarter(address place) const noexcept {
        const std::uint32_t slot = slot_of(place);
        return !is_wide_slot(slot) && !is_split(nodes[node_of(place)], quarter_of_slot(slot)) && place != root_address;
    }

    /// The cell of a child's place, or of a bucket of wide items.
    cell_path path_at(address place) const noexcept {
        if (place == root_address) {
            return {};
        }
        const node& here = nodes[node_of(place)];
        const cell_path whole = path_of(here);
        const std::uint32_t slot = slot_of(place);
        if (slot == own_wide_slot) {
            return whole;
        }
        const cell_path quarter = whole.quarter(quarter_of_slot(slot));
        return is_wide_slot(slot) || !is_split(here, quarter_of_slot(slot)) ? quarter
                                                                            : quarter.quarter(slot % quarters);
    }

    QUADRILLE_RARE void swap(store& other) noexcept {
        blocks.swap(other.blocks);
        links.swap(other.links);
        nodes.swap(other.nodes);
        std::swap(static_cast<store_counts&>(*this), static_cast<store_counts&>(other));
    }
};

/// Calls `visit(node)` for the node `first`, if it is one, and for each node below it, children before parents. A visit
/// may replace its node by a leaf.
template <class Shape, class Visit>
void each_node_upwards(const store<Shape>& tree, reference first, Visit&& visit) {
    struct step {
        std::uint32_t which;
        std::uint32_t slot;
    };
    step path[max_nodes_above + 1];
    int top = 0;
    if (is_node(first)) {
        path[top++] = {first, 0};
    }
    while (top > 0) {
        step& now = path[top - 1];
        if (now.slot < fan_out) {
            const reference child = tree.nodes[now.which].child[now.slot++];
            if (is_node(child)) {
                path[top++] = {child, 0};
            }
            continue;
        }
        --top;
        visit(now.which);
    }
}

/// The same for each node except the ground.
template <class Shape, class Visit>
void each_node_upwards(const store<Shape>& tree, Visit&& visit) {
    each_node_upwards(tree, tree.at(root_address), visit);
}

/// An empty node.
inline node empty_node(address parent, const cell_path& path) noexcept {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    node fresh{};
    each_child(all_children,
               [&](std::uint32_t slot) { fresh.x0[slot] = fresh.y0[slot] = fresh.x1[slot] = fresh.y1[slot] = nan; });
    for (box<float>& bounds : fresh.wide_bounds) {
        bounds = {{nan, nan}, {nan, nan}};
    }
    fresh.parent = parent;
    set_path(fresh, path);
    return fresh;
}

template <class Shape>
bool store<Shape>::begin() noexcept {
    if (!ready()) {
        if (!nodes.grow(1, 0)) {
            return false;
        }
        nodes[0] = empty_node(root_address, {});
        nodes_begun = 1;
    }
    return true;
}

template <class Shape>
void store<Shape>::clear() noexcept {
    if (ready()) {
        nodes[0] = empty_node(root_address, {});
        nodes_begun = 1;
    }
    free_node = 0;
    free_nodes = 0;
    blocks_begun = 0;
    free_block = no_block;
    free_blocks = 0;
    clamped = 0;
    clamped_at_build = 0;
    unsplittable = 0;
    unsplittable_at_build = 0;
    is_root_due = false;
    tried = 0;
}

template <class Shape>
bool store<Shape>::ensure_blocks(std::uint32_t wanted) noexcept {
    if (wanted <= free_blocks) {
        return true;
    }
    const std::uint32_t limit = blocks_begun + (wanted - free_blocks);
    return limit <= max_blocks && blocks.reserve(limit) && links.grow(limit, blocks_begun);
}

template <class Shape>
bool store<Shape>::ensure_nodes(std::uint32_t wanted) noexcept {
    if (wanted <= free_nodes) {
        return true;
    }
    const std::uint32_t limit = nodes_begun + (wanted - free_nodes);
    return limit <= max_nodes && nodes.grow(limit, nodes_begun);
}

template <class Shape>
QUADRILLE_RARE void store<Shape>::stock(std::uint32_t wanted_blocks, std::uint32_t wanted_nodes) noexcept {
    if (ensure_blocks(wanted_blocks)) {
        while (free_blocks < wanted_blocks) {
            blocks[blocks_begun] = {}; // its ids are prefetched by a pass over the blocks
            release_block(blocks_begun++);
        }
    }
    if (ensure_nodes(wanted_nodes)) {
        while (free_nodes < wanted_nodes) {
            release_node(nodes_begun++);
        }
    }
}

template <class Shape>
QUADRILLE_RARE void
store<Shape>::pass_on(free_lists& from, free_lists& to, std::uint32_t some_blocks, std::uint32_t some_nodes) noexcept {
    for (; some_blocks > 0 && from.free_blocks > 0; --some_blocks) {
        const std::uint32_t which = from.free_block;
        from.free_block = std::exchange(links[which].next, to.free_block);
        to.free_block = which;
        --from.free_blocks;
        ++to.free_blocks;
    }
    for (; some_nodes > 0 && from.free_nodes > 0; --some_nodes) {
        const std::uint32_t which = from.free_node;
        from.free_node = std::exchange(nodes[which].parent, to.free_node);
        to.free_node = which;
        --from.free_nodes;
        ++to.free_nodes;
    }
}

template <class Shape>
std::uint32_t store<Shape>::allocate_block() noexcept {
    std::uint32_t which = free_block;
    if (which == no_block) {
        which = blocks_begun++;
    } else {
        free_block = links[which].next;
        --free_blocks;
    }
    empty_lanes(blocks[which], 0, lanes);
    links[which] = {no_block, root_address, 1, 0};
    return which;
}

template <class Shape>
void store<Shape>::release_block(std::uint32_t which) noexcept {
    links[which] = {free_block, root_address, 0, 0};
    free_block = which;
    ++free_blocks;
}

template <class Shape>
void store<Shape>::unbegin_block(std::uint32_t kept) noexcept {
    if (free_blocks > 0 && blocks_begun > kept && free_block == blocks_begun - 1) {
        free_block = links[free_block].next;
        --free_blocks;
        --blocks_begun;
    }
}

template <class Shape>
std::uint32_t store<Shape>::allocate_node() noexcept {
    if (free_node == 0) {
        return nodes_begun++;
    }
    const std::uint32_t which = free_node;
    free_node = nodes[which].parent;
    --free_nodes;
    return which;
}

template <class Shape>
void store<Shape>::release_node(std::uint32_t which) noexcept {
    nodes[which] = empty_node(free_node, {});
    nodes[which].mark = 0;
    free_node = which;
    ++free_nodes;
}

} // namespace quadrille::detail

#endif
