// Reinserting: gives displaced items new cells. In a large tree each disjoint subtree reinserts its items as a task.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_CHANGE_REINSERT_HPP
#define QUADRILLE_SRC_CHANGE_REINSERT_HPP

#include <quadrille/detail/base/apart.hpp>

#include "engine/engine.hpp"
#include "store/filing.hpp"
#include "store/store.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

namespace quadrille::detail {

/// The maximum number of subtrees whose displaced items get new cells independently.
inline constexpr std::uint32_t max_subtrees = 256;

/// The tree in subtrees: the nodes of a level, each with everything below it, and the nodes above.
struct tree_cut {
    std::uint32_t found[2 * max_subtrees];
    std::uint32_t above = 0; ///< nodes before the level
    std::uint32_t end = 0;   ///< end of the level

    std::uint32_t subtrees() const noexcept { return end - above; }
    std::uint32_t top_of(std::uint32_t subtree) const noexcept { return found[above + subtree]; }
};

/// Cuts the tree into up to `max_subtrees` subtrees, with an average of a dozen nodes or more each. Returns false for a
/// tree that is too small. The cut depends only on the nodes.
template <class Shape>
QUADRILLE_RARE bool cut_tree(const store<Shape>& tree, tree_cut& cut) noexcept {
    constexpr std::uint32_t enough_subtrees = 64;
    const std::uint32_t most = std::min(tree.nodes_in_use() / 12, max_subtrees);
    cut.found[cut.end++] = tree.at(root_address);
    while (cut.subtrees() < enough_subtrees) {
        std::uint32_t end = cut.end;
        for (std::uint32_t at = cut.above; at < cut.end; ++at) {
            for (const reference child : tree.nodes[cut.found[at]].child) {
                if (is_node(child) && end < std::size(cut.found)) {
                    cut.found[end++] = child;
                }
            }
        }
        const std::uint32_t subtrees = end - cut.end;
        if (subtrees < cut.subtrees() || subtrees > most || end == std::size(cut.found)) {
            break;
        }
        cut.above = std::exchange(cut.end, end);
    }
    return cut.subtrees() > 1;
}

/// Whether a tree may be large enough to be cut.
template <class Shape>
bool has_many_nodes(const store<Shape>& tree) noexcept {
    return tree.nodes_in_use() >= 128;
}

/// Writes the number of each subtree, beginning with 1, to its top node. Returns false if the tree is not cut.
template <class Shape>
QUADRILLE_RARE bool number_subtrees(store<Shape>& tree) noexcept {
    tree_cut cut;
    if (!cut_tree(tree, cut)) {
        return false;
    }
    for (std::uint32_t subtree = 0; subtree < cut.subtrees(); ++subtree) {
        tree.nodes[cut.top_of(subtree)].subtree = subtree + 1;
    }
    return true;
}

/// The number of the subtree to which a node belongs, or 0.
template <class Shape>
std::uint32_t subtree_of(const store<Shape>& tree, std::uint32_t which) noexcept {
    while (which != 0 && tree.nodes[which].subtree == 0) {
        which = node_of(tree.nodes[which].parent);
    }
    return tree.nodes[which].subtree;
}

/// In a tree that is cut into subtrees, two words follow the items of a bucket: the number of its subtree, and the
/// number of these items.
inline constexpr std::uint32_t words_after = 2;

/// Writes these two words after the items that begin at `noted`; returns their end. If there is not enough room, notes
/// nothing.
template <class Shape>
QUADRILLE_APART std::uint32_t note_subtree(const store<Shape>& tree, displaced_items& displaced, std::uint32_t noted,
                                           std::uint32_t left, std::uint32_t which) noexcept {
    const std::uint32_t end = noted + left + words_after;
    if (end > displaced.ids.capacity()) {
        return noted;
    }
    displaced.ids[end - 2] = subtree_of(tree, which);
    displaced.ids[end - 1] = left;
    return end;
}

/// The bucket in which an item is filed.
template <class Shape>
address owner_of(const store<Shape>& tree, const slots& names, std::uint32_t index) noexcept {
    return tree.links[block_of(names.location[index])].owner;
}

struct reinserted {
    std::uint32_t moved = 0;
    std::uint32_t stayed = 0; ///< items that belong where they are
};

/// Gives displaced items new cells in the tree, or in a subtree of it. Updates only the bounds of buckets; the bounds
/// above are recomputed afterwards. In a subtree, items that belong outside it, or for which there is no block, stay at
/// the beginning of `ids`; returns their number.
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
        if (tree.is_subtree() && !done.happened() && !done.is_home) {
            ids[kept++] = index;
            continue; // its bucket is measured when it gets a cell elsewhere
        }
        // Displaced items are noted bucket by bucket. Each bucket is measured after its last item.
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

/// A subtree while its displaced items get new cells.
struct subtree_work {
    std::uint32_t top;
    std::uint32_t first; ///< of its items in `displaced_by_subtree`
    std::uint32_t count; ///< of its items; afterwards of the items that it could not place
    std::uint32_t unsplittable;
    bool is_split_due;
    reinserted done;
    free_lists lent;
};

/// Sorts the displaced items by their subtrees, after counting them. Items above all subtrees, whose number is 0, come
/// last. Returns false when there are none, or memory runs out.
template <class Shape>
QUADRILLE_RARE bool
sort_displaced(engine<Shape>& owner, std::uint32_t pieces, subtree_work* subtrees, std::uint32_t count) noexcept {
    for (std::uint32_t* sorted = nullptr;; sorted = owner.displaced_by_subtree.data()) {
        for (std::uint32_t piece = pieces; piece-- > 0;) {
            const displaced_items& displaced = owner.displaced_in(piece);
            for (std::uint32_t end = displaced.count; end > 0;) {
                const std::uint32_t more = displaced.ids[end - 1];
                subtree_work& subtree = subtrees[displaced.ids[end - 2]];
                end -= more + words_after;
                if (sorted == nullptr) {
                    subtree.count += more;
                    continue;
                }
                subtree.first -= more;
                QUADRILLE_ROLLED
                for (std::uint32_t at = 0; at < more; ++at) {
                    sorted[subtree.first + at] = displaced.ids[end + at];
                }
            }
        }
        if (sorted != nullptr) {
            return true;
        }
        std::uint32_t total = 0;
        QUADRILLE_ROLLED
        for (std::uint32_t number = 1; number <= count; ++number) {
            subtree_work& subtree = subtrees[number % count];
            total += subtree.count;
            subtree.first = total; // decreases to the beginning of its items
        }
        if (total == 0 || !owner.displaced_by_subtree.grow(total, 0)) {
            return false;
        }
    }
}

/// Gives the displaced items of a subtree new cells in it.
template <class Shape>
void reinsert_in(engine<Shape>& owner, subtree_work& subtree) noexcept {
    if (subtree.count == 0) {
        return;
    }
    store<Shape> tree(owner.options.memory);
    tree.borrow(owner.store, subtree.lent, subtree.top);
    subtree.count = reinsert(owner, tree, &owner.displaced_by_subtree[subtree.first], subtree.count, subtree.done);
    subtree.lent = static_cast<const free_lists&>(tree);
    subtree.unsplittable = tree.unsplittable;
    subtree.is_split_due = tree.is_split_due;
    tree.give_back();
}

/// Gives the displaced items new cells: first, as tasks, those that stay in their subtree, with blocks and nodes that
/// are lent to it; then the others. The serial verb does the same in the order of subtrees. Returns whether leaves
/// remain to be split.
template <class Shape>
QUADRILLE_RARE bool reinsert_in_subtrees(engine<Shape>& owner, std::uint32_t pieces, reinserted& done_with) noexcept {
    store<Shape>& tree = owner.store;
    tree_cut cut;
    cut_tree(tree, cut);
    const std::uint32_t end = cut.subtrees() + 1;
    subtree_work subtrees[max_subtrees + 1]; // the first holds the items above all subtrees
    subtrees[0] = {};
    for (std::uint32_t subtree = 1; subtree < end; ++subtree) {
        subtrees[subtree] = {};
        subtrees[subtree].top = cut.top_of(subtree - 1);
        tree.nodes[subtrees[subtree].top].subtree = 0;
    }
    if (!sort_displaced(owner, pieces, subtrees, end)) {
        return false;
    }

    // One item in a dozen needs a block until others release one; a split needs five.
    const auto blocks_for = [](std::uint32_t count) { return count == 0 ? 0 : 8 + count / 8; };
    const auto nodes_for = [](std::uint32_t count) { return count == 0 ? 0 : 2 + count / 64; };
    std::uint32_t blocks = 0;
    std::uint32_t nodes = 0;
    for (std::uint32_t subtree = 1; subtree < end; ++subtree) {
        blocks += blocks_for(subtrees[subtree].count);
        nodes += nodes_for(subtrees[subtree].count);
    }
    tree.stock(blocks, nodes);
    for (std::uint32_t subtree = 1; subtree < end; ++subtree) {
        tree.pass_on(tree, subtrees[subtree].lent, blocks_for(subtrees[subtree].count),
                     nodes_for(subtrees[subtree].count));
    }
    run_tasks(owner.tasks, end - 1, [&](std::uint32_t task) { reinsert_in(owner, subtrees[task + 1]); });

    bool is_due = false;
    for (std::uint32_t number = 1; number < end; ++number) {
        subtree_work& subtree = subtrees[number];
        tree.pass_on(subtree.lent, tree, subtree.lent.free_blocks, subtree.lent.free_nodes);
        tree.note_unsplittable(subtree.unsplittable);
        done_with.moved += subtree.done.moved;
        done_with.stayed += subtree.done.stayed;
        is_due |= subtree.is_split_due;
    }
    for (std::uint32_t number = 1; number <= end; ++number) {
        const subtree_work& subtree = subtrees[number % end];
        reinsert(owner, tree, &owner.displaced_by_subtree[subtree.first], subtree.count, done_with);
    }
    return is_due;
}

} // namespace quadrille::detail

#endif
