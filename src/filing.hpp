// Filing: the place where a key belongs, splitting a leaf that is too full, merging cells that are too empty.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_FILING_HPP
#define QUADRILLE_SRC_FILING_HPP

#include "bucket.hpp"
#include "engine.hpp"
#include "upkeep.hpp"

#include <cstdint>

namespace quadrille::detail {

/// The bucket's place where a thing with this key is filed, be there a bucket already or not.
template <class Shape>
address place_for(const store<Shape>& within, const key& where) noexcept {
    address place = root_address;
    for (int depth = 0;; ++depth) {
        const reference child = within.at(place);
        if (!is_node(child)) {
            return place;
        }
        if (where.level <= depth) {
            return make_address(child, wide_slot);
        }
        place = make_address(child, where.slot(depth));
    }
}

/// Whether a split of this leaf would part its items: a quarter of them at least must be able to go down, and not all to the
/// same grid point.
template <class Shape>
bool can_part(const store<Shape>& within, reference leaf, int depth) noexcept {
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
    const int limit = within.grid.depth_limit;
    const std::uint32_t usable = limit == 0 ? 0U : ~0U << (32 - limit);
    return movable * 4 >= count_of(within, leaf) && (differences & usable) != 0;
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
        if (path.depth >= within.grid.depth_limit || head.length <= 2 * head.tried) {
            continue;
        }
        if (!can_part(within, leaf, path.depth) || !split_once(within, names, here, path)) {
            head.tried = head.length;
            continue;
        }
        const reference parted = within.at(here);
        for (std::uint32_t slot = 0; slot < 4; ++slot) {
            waiting[top++] = make_address(parted, slot);
        }
    }
}

/// Makes one leaf again of the cell above `place`, and of the one above that, while all that they hold is half a leaf at
/// most (so that an item on the edge between too full and too empty does not split and merge for ever).
template <class Shape>
void merge(store<Shape>& within, slots& names, address place, std::uint32_t capacity) noexcept {
    while (place != root_address && node_of(place) != 0) {
        const std::uint32_t parent = node_of(place);
        std::uint32_t total = 0;
        for (std::uint32_t slot = 0; slot <= wide_slot; ++slot) {
            const reference child = within.at(make_address(parent, slot));
            if (is_node(child)) {
                return;
            }
            total += child == no_child ? 0 : count_of(within, child);
        }
        if (total > capacity / 2) {
            return;
        }

        const node emptied = within.nodes[parent];
        place = emptied.parent;
        within.at(place) = no_child;
        within.give_node(parent);
        const reference children[] = {emptied.child[0], emptied.child[1], emptied.child[2], emptied.child[3], emptied.wide};
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
