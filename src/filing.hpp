// Filing: the place where a key belongs, splitting a leaf that is too full, merging cells that are too empty.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_FILING_HPP
#define QUADRILLE_SRC_FILING_HPP

#include "bucket.hpp"
#include "engine.hpp"
#include "upkeep.hpp"

#include <cstdint>

namespace quadrille::detail {

/// The bucket's place where a thing with this key is filed, be there a bucket already or not, in the node `which` at `depth`
/// that holds the key, or below it.
template <class Shape>
address place_below(const store<Shape>& within, const key& where, std::uint32_t which, int depth) noexcept {
    while (where.level > depth) {
        const address place = make_address(which, where.slot(depth));
        const reference child = within.at(place);
        if (!is_node(child)) {
            return place;
        }
        which = child;
        ++depth;
    }
    return make_address(which, wide_slot);
}

/// The same, from the root down.
template <class Shape>
address place_for(const store<Shape>& within, const key& where) noexcept {
    const reference root = within.at(root_address);
    return is_node(root) ? place_below(within, where, root, 0) : root_address;
}

/// The same, sought from a place near by: up to the first cell that holds the key, and down from there.
template <class Shape>
address place_near(const store<Shape>& within, const key& where, address near_by) noexcept {
    std::uint32_t which = node_of(near_by);
    int depth = 0;
    for (;; which = node_of(within.nodes[which].parent)) {
        if (which == 0) {
            return place_for(within, where);
        }
        const cell_path path = path_of(within.nodes[which]);
        depth = path.depth;
        const std::uint32_t prefix = depth == 0 ? 0U : ~0U << (32 - depth);
        if ((((where.column ^ path.column) | (where.row ^ path.row)) & prefix) == 0 && where.level >= depth) {
            break;
        }
    }
    return place_below(within, where, which, depth);
}

/// Whether a split of a leaf would part its items: a quarter of them at least must be able to go down, and not all to the
/// same grid point.
enum class parting : std::uint8_t { parts, too_wide, too_close };

template <class Shape>
parting judge_parting(const store<Shape>& within, reference leaf, int depth) noexcept {
    std::uint32_t movable = 0;
    key first{};
    std::uint32_t differences = 0;
    each_block(within, leaf, [&](std::uint32_t which, std::uint32_t live) {
        for (std::uint32_t lane = 0; lane < live; ++lane) {
            const key where = within.grid.key_of(read_lane(within.blocks[which], lane).shape);
            if (where.level > depth) {
                first = movable == 0 ? where : first;
                differences |= (where.column ^ first.column) | (where.row ^ first.row);
                ++movable;
            }
        }
    });
    if (depth < within.grid.depth_limit && movable * 4 < count_of(within, leaf)) {
        return parting::too_wide;
    }
    const int limit = within.grid.depth_limit;
    const std::uint32_t usable = limit == 0 ? 0U : ~0U << (32 - limit);
    return (differences & usable) != 0 ? parting::parts : parting::too_close;
}

/// Replaces the leaf at `place` by a node over its items. False, and nothing changed, without memory.
template <class Shape>
bool split_once(store<Shape>& within, slots& names, address place, const cell_path& path) noexcept {
    if (!within.ensure_nodes(1) || !within.ensure_blocks(wide_slot + 1)) {
        return false;
    }
    const reference leaf = within.at(place);
    const std::uint32_t fresh = within.take_node();
    within.nodes[fresh] = empty_node(place, path);
    within.at(place) = fresh;

    pour_out(within, leaf, [&](const thing<Shape>& moving) {
        const key where = within.grid.key_of(moving.shape);
        const std::uint32_t slot = where.level > path.depth ? where.slot(path.depth) : wide_slot;
        put(within, names, make_address(fresh, slot), moving);
    });
    for (std::uint32_t slot = 0; slot <= wide_slot; ++slot) {
        set_bounds(within.nodes[fresh], slot, measure(within, within.at(make_address(fresh, slot))));
    }
    return true;
}

/// Splits the leaf at `place`, and what comes of it, as long as leaves are too full and a split parts them. A leaf that
/// cannot be parted is left alone until it is twice as long, so that a million equal things cost no more than their room.
/// A root that is a leaf is left to `settle`, which lays the grid first.
template <class Shape>
void split(store<Shape>& within, slots& names, address place, std::uint32_t capacity) noexcept {
    address waiting[4 * most_depth];
    int top = 0;
    if (place != root_address) {
        waiting[top++] = place;
    }
    while (top > 0) {
        const address here = waiting[--top];
        const reference leaf = within.at(here);
        if (!is_bucket(leaf) || slot_of(here) == wide_slot || count_of(within, leaf) <= capacity) {
            continue;
        }
        block_links& head = within.links[head_of(leaf)];
        const cell_path path = within.path_at(here);
        if (head.length <= 2 * head.tried) {
            continue;
        }
        const parting hope = judge_parting(within, leaf, path.depth);
        if (hope == parting::too_close) {
            within.note_crowd(count_of(within, leaf));
        }
        if (hope != parting::parts || !split_once(within, names, here, path)) {
            head.tried = head.length;
            continue;
        }
        const reference parted = within.at(here);
        for (std::uint32_t slot = 0; slot < 4; ++slot) {
            waiting[top++] = make_address(parted, slot);
        }
    }
}

/// How many items a node holds: in its big list and in four leaves; some number above `enough` where a child is a node, or
/// where that can be told without counting on.
template <class Shape>
std::uint32_t held_in(const store<Shape>& within, std::uint32_t which, std::uint32_t enough) noexcept {
    const node& here = within.nodes[which];
    const reference children[] = {here.child[0], here.child[1], here.child[2], here.child[3], here.wide};
    std::uint32_t total = 0;
    for (const reference child : children) {
        if (is_node(child)) {
            return enough + 1;
        }
        total += child == no_child ? 0 : live_in_head(child);
    }
    if (total > enough) {
        return total;
    }
    total = 0;
    for (const reference child : children) {
        total += child == no_child ? 0 : count_of(within, child);
    }
    return total;
}

/// Makes one leaf again of the cell above `place`, and of the one above that, while all that they hold is half a leaf at
/// most (so that an item on the edge between too full and too empty does not split and merge for ever).
template <class Shape>
void merge(store<Shape>& within, slots& names, address place, std::uint32_t capacity) noexcept {
    while (place != root_address && node_of(place) != 0) {
        const std::uint32_t parent = node_of(place);
        if (held_in(within, parent, capacity / 2) > capacity / 2) {
            return;
        }

        const node emptied = within.nodes[parent];
        place = emptied.parent;
        within.at(place) = no_child;
        within.give_node(parent);
        const reference children[] = {emptied.child[0], emptied.child[1], emptied.child[2], emptied.child[3],
                                      emptied.wide};
        for (const reference child : children) {
            pour_out(within, child, [&](const thing<Shape>& moving) { put(within, names, place, moving); });
        }
        refit(within, place, measure(within, within.at(place)));
    }
}

/// Files a thing anew. One free block must be there. Splits where there is memory for it.
template <class Shape>
void file(store<Shape>& within, slots& names, const thing<Shape>& what, std::uint32_t capacity) noexcept {
    const address place = place_for(within, within.grid.key_of(what.shape));
    put(within, names, place, what);
    widen(within, place, measured_from(what.shape, what.layers));
    split(within, names, place, capacity);
}

} // namespace quadrille::detail

#endif
