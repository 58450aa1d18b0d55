// Reinserting: gives displaced items new cells, those of each part of the tree as a task.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_REINSERT_HPP
#define QUADRILLE_SRC_REINSERT_HPP

#include <quadrille/detail/apart.hpp>

#include "parts.hpp"
#include "relocate.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace quadrille::detail {

/// Where the tree is in parts, two words after the items of a bucket: the number of its part, and how many these are.
inline constexpr std::uint32_t words_after = 2;

/// Writes these after the items from `noted` on; returns where they end. Without room for all of it nothing is noted.
template <class Shape>
QUADRILLE_APART std::uint32_t note_part(const store<Shape>& tree, displaced_items& displaced, std::uint32_t noted,
                                        std::uint32_t left, std::uint32_t which) noexcept {
    const std::uint32_t end = noted + left + words_after;
    if (end > displaced.ids.capacity()) {
        return noted;
    }
    displaced.ids[end - 2] = part_of(tree, which);
    displaced.ids[end - 1] = left;
    return end;
}

/// The bucket that an item is filed in.
template <class Shape>
address owner_of(const store<Shape>& tree, const slots& names, std::uint32_t index) noexcept {
    return tree.links[block_of(names.location[index])].owner;
}

struct reinserted {
    std::uint32_t moved = 0;
    std::uint32_t stayed = 0; ///< those that belong where they are
};

/// Gives displaced items new cells in the tree, or in a part of it. Updates the bounds of buckets only; those above are recomputed
/// afterwards. Of a part, items that must or can only leave it are kept, at the beginning; returns how many these are.
template <class Shape>
QUADRILLE_APART std::uint32_t reinsert(engine<Shape>& owner, store<Shape>& tree, std::uint32_t* ids,
                                       std::uint32_t noted, reinserted& done_with) noexcept {
    constexpr std::uint32_t step = 6;
    std::uint32_t kept = 0;
    for (std::uint32_t at = 0; at < noted; ++at) {
        if (at + 2 * step < noted) {
            prefetch(&owner.slots.location[ids[at + 2 * step]]);
        }
        if (at + step < noted) {
            const std::uint32_t which = block_of(owner.slots.location[ids[at + step]]);
            prefetch(&tree.links[which]);
            prefetch_lanes(tree.blocks[which]);
        }
        const std::uint32_t index = ids[at];
        const relocation done = relocate(tree, owner.slots, index);
        if (tree.is_part() && !done.happened() && !done.is_home) {
            ids[kept++] = index;
            continue; // its bucket is measured when it gets a cell of another part
        }
        // Displaced items are noted bucket by bucket: each bucket is measured after its last one.
        const bool is_last = at + 1 == noted || owner_of(tree, owner.slots, ids[at + 1]) != done.from;
        if (is_last) {
            remeasure(tree, done.from);
        }
        if (!done.happened()) {
            done_with.stayed += done.is_home ? 1U : 0U;
            continue;
        }
        ++done_with.moved;
        const std::uint32_t location = owner.slots.location[index];
        const stored_item<Shape> what = read_lane(tree.blocks[block_of(location)], lane_of(location));
        grow_bounds(tree.nodes[node_of(done.to)], slot_of(done.to), measured_from(what.shape, what.layers));
        split_if_due(tree, owner.slots, done.to, owner.options.leaf_capacity);
        merge(tree, owner.slots, done.from, owner.options.leaf_capacity);
    }
    return kept;
}

/// A part of the tree while its displaced items get new cells.
struct tree_part {
    std::uint32_t top;
    std::uint32_t first; ///< of its items in `displaced_by_part`
    std::uint32_t count; ///< of its items; afterwards of those that it could not place
    std::uint32_t unsplittable;
    bool is_split_due;
    reinserted done;
    free_lists lent;
};

/// Sorts the displaced items by the parts of the tree that they are in, first counting them; those above all parts, whose number is
/// 0, are last. False when there are none, or memory runs out.
template <class Shape>
QUADRILLE_RARE bool
sort_displaced(engine<Shape>& owner, std::uint32_t pieces, tree_part* parts, std::uint32_t count) noexcept {
    for (std::uint32_t* sorted = nullptr;; sorted = owner.displaced_by_part.data()) {
        for (std::uint32_t piece = pieces; piece-- > 0;) {
            const displaced_items& displaced = owner.displaced_in(piece);
            for (std::uint32_t end = displaced.count; end > 0;) {
                const std::uint32_t more = displaced.ids[end - 1];
                tree_part& part = parts[displaced.ids[end - 2]];
                end -= more + words_after;
                if (sorted == nullptr) {
                    part.count += more;
                    continue;
                }
                part.first -= more;
                QUADRILLE_ROLLED
                for (std::uint32_t at = 0; at < more; ++at) {
                    sorted[part.first + at] = displaced.ids[end + at];
                }
            }
        }
        if (sorted != nullptr) {
            return true;
        }
        std::uint32_t total = 0;
        QUADRILLE_ROLLED
        for (std::uint32_t number = 1; number <= count; ++number) {
            tree_part& part = parts[number % count];
            total += part.count;
            part.first = total; // moves to the beginning of its items
        }
        if (total == 0 || !owner.displaced_by_part.grow(total, 0)) {
            return false;
        }
    }
}

/// Gives the displaced items of a part new cells in it.
template <class Shape>
void reinsert_in(engine<Shape>& owner, tree_part& part) noexcept {
    if (part.count == 0) {
        return;
    }
    store<Shape> tree;
    tree.borrow(owner.store, part.lent, part.top);
    part.count = reinsert(owner, tree, &owner.displaced_by_part[part.first], part.count, part.done);
    part.lent = static_cast<const free_lists&>(tree);
    part.unsplittable = tree.unsplittable;
    part.is_split_due = tree.is_split_due;
    tree.give_back();
}

/// Gives the displaced items new cells: those that stay in their part of the tree as tasks, with blocks and nodes that are lent to
/// the part, then the others. The serial verb does the same, in the order of parts. Returns whether leaves are left to be split.
template <class Shape>
QUADRILLE_RARE bool reinsert_in_parts(engine<Shape>& owner, std::uint32_t pieces, reinserted& done_with) noexcept {
    store<Shape>& tree = owner.store;
    tree_cut cut;
    cut_tree(tree, cut);
    const std::uint32_t end = cut.parts() + 1;
    tree_part parts[max_parts + 1]; // the first is what is above all parts
    parts[0] = {};
    for (std::uint32_t part = 1; part < end; ++part) {
        parts[part] = {};
        parts[part].top = cut.top_of(part - 1);
        tree.nodes[parts[part].top].part = 0;
    }
    if (!sort_displaced(owner, pieces, parts, end)) {
        return false;
    }

    // One item in a dozen needs a block, until others release one; a split needs five.
    const auto blocks_for = [](std::uint32_t count) { return count == 0 ? 0 : 8 + count / 8; };
    const auto nodes_for = [](std::uint32_t count) { return count == 0 ? 0 : 2 + count / 64; };
    std::uint32_t blocks = 0;
    std::uint32_t nodes = 0;
    for (std::uint32_t part = 1; part < end; ++part) {
        blocks += blocks_for(parts[part].count);
        nodes += nodes_for(parts[part].count);
    }
    tree.stock(blocks, nodes);
    for (std::uint32_t part = 1; part < end; ++part) {
        tree.pass_on(tree, parts[part].lent, blocks_for(parts[part].count), nodes_for(parts[part].count));
    }
    run_tasks(owner.tasks, end - 1, [&](std::uint32_t task) { reinsert_in(owner, parts[task + 1]); });

    bool is_due = false;
    for (std::uint32_t number = 1; number < end; ++number) {
        tree_part& part = parts[number];
        tree.pass_on(part.lent, tree, part.lent.free_blocks, part.lent.free_nodes);
        tree.note_unsplittable(part.unsplittable);
        done_with.moved += part.done.moved;
        done_with.stayed += part.done.stayed;
        is_due |= part.is_split_due;
    }
    for (std::uint32_t number = 1; number <= end; ++number) {
        const tree_part& part = parts[number % end];
        reinsert(owner, tree, &owner.displaced_by_part[part.first], part.count, done_with);
    }
    return is_due;
}

} // namespace quadrille::detail

#endif
