// The ordered walk, nearest subtree first, on which nearest and cast are built.
// SPDX-License-Identifier: MIT
#if defined(QUADRILLE_SRC_KERNELS_ORDERED_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HWY_TARGET_TOGGLE
#undef QUADRILLE_SRC_KERNELS_ORDERED_INL
#else
#define QUADRILLE_SRC_KERNELS_ORDERED_INL
#endif

#include "../bucket.hpp"
#include "walk_state.hpp"

#include <bit>
#include <cstdint>

QUADRILLE_BEFORE_KERNELS();
namespace quadrille::detail::QUADRILLE_KERNELS {

/// The key of a bound ≥ 0 (or a NaN, which is beyond everything) for one of a node's slots: the bits of the bound, the last of
/// them replaced by the slot. So a key is never above its bound.
inline std::uint64_t key_of(double bound, std::uint32_t slot) noexcept {
    return (std::bit_cast<std::uint64_t>(bound) & ~std::uint64_t{slot_mask}) | slot;
}
/// The highest key of a bound that is not beyond `limit`.
inline std::uint64_t last_key(double limit) noexcept { return std::bit_cast<std::uint64_t>(limit) | slot_mask; }

inline constexpr std::uint64_t no_key = ~std::uint64_t{0};

inline void order(std::uint64_t& one, std::uint64_t& other) noexcept {
    const std::uint64_t low = one < other ? one : other;
    other = one < other ? other : one;
    one = low;
}

/// Sorts the keys of a node's children by a network.
inline void sort_children(std::uint64_t* keys) noexcept {
    static_assert(fan_out == 4, "another number of children needs another network");
    order(keys[0], keys[1]);
    order(keys[2], keys[3]);
    order(keys[0], keys[2]);
    order(keys[1], keys[3]);
    order(keys[1], keys[2]);
}

inline reference child_by(const node& here, std::uint64_t key) noexcept {
    return child_at(here, static_cast<std::uint32_t>(key & slot_mask));
}

/// Prefetches what the walk will read of this child; of a bucket also the block after its head, which after a build is the
/// next of its chain.
template <class Shape>
void prefetch_next(const store<Shape>& tree, reference child) noexcept {
    prefetch_child(tree, child);
    const std::uint32_t behind = head_of(child) + 1;
    if (is_bucket(child) && behind < tree.blocks_begun) {
        prefetch_lanes(tree.blocks[behind]);
    }
}

/// A node's slots, the nearest first; empty ones, and those without wanted items, are beyond everything.
struct ordered_keys {
    std::uint64_t keys[fan_out + 1];

    /// `known` is the slot of a child that has been visited already, if any.
    template <class Search>
    ordered_keys(const node& here, const Search& search, std::uint32_t known = no_index) noexcept {
        alignas(32) double bounds[fan_out];
        search.measure(here, bounds);
        const std::uint32_t layers = search.layers();
        for (std::uint32_t slot = 0; slot < fan_out; ++slot) {
            keys[slot] = slot != known ? key_of(bounds[slot], slot) : no_key;
        }
        for (std::uint32_t slot = 0; layers != all_layers && slot < fan_out; ++slot) {
            keys[slot] = (here.layers[slot] & layers) != 0 ? keys[slot] : no_key;
        }
        sort_children(keys);
        keys[wide_slot] = no_key;
        if (here.wide != no_child) {
            keys[wide_slot] = key_of(search.measure_wide(here), wide_slot);
            for (std::uint32_t slot = wide_slot; slot > 0; --slot) {
                order(keys[slot - 1], keys[slot]);
            }
        }
    }
};

/// Pushes all but the nearest, if not beyond the limit. No branch depends on their order.
inline void push_farther(const node& here, const ordered_keys& ordered, std::uint64_t limit,
                         ordered_stack& stack) noexcept {
    int top = stack.top;
    const auto push = [&](std::uint64_t one) {
        stack.key[top] = one;
        stack.entries[top] = child_by(here, one);
        top += one <= limit ? 1 : 0;
    };
    if (ordered.keys[fan_out] <= limit) {
        push(ordered.keys[fan_out]);
    }
    for (std::uint32_t at = fan_out; --at > 0;) {
        push(ordered.keys[at]);
    }
    stack.top = top;
}

/// Pushes a node's children that are not beyond the search's limit, except the nearest, which is returned with its
/// key; `no_child` when all are beyond.
template <class Shape, class Search>
reference open_in_order(const store<Shape>& tree, const node& here, ordered_stack& stack, const Search& search,
                        std::uint64_t& key) noexcept {
    const ordered_keys ordered(here, search);
    const std::uint64_t limit = last_key(search.limit());
    key = ordered.keys[0];
    const reference nearest = key <= limit ? child_by(here, key) : no_child;
    prefetch_next(tree, nearest);
    push_farther(here, ordered, limit, stack);
    return nearest;
}

/// Visits subtrees, the nearest first, until none is left or the search has no room for another block's answers. Skips
/// subtrees that are beyond the limit when they are popped.
template <class Shape, class Search>
void visit_in_order(const store<Shape>& tree, ordered_stack& stack, Search& search) noexcept {
    while (stack.top > 0 && search.has_room()) {
        std::uint64_t key = stack.key[--stack.top];
        reference next = stack.entries[stack.top];
        if (key > last_key(search.limit())) {
            continue;
        }
        while (is_node(next)) {
            ++search.seen.cells;
            next = open_in_order(tree, tree.nodes[next], stack, search, key);
        }
        if (next == no_child) {
            continue;
        }
        const std::uint32_t which = head_of(next);
        // The rest of the chain is pushed without a branch, since its link is often not loaded yet.
        const std::uint32_t rest = tree.links[which].next;
        stack.key[stack.top] = key;
        stack.entries[stack.top] = make_bucket(rest, lanes);
        stack.top += rest != no_block ? 1 : 0;
        const std::uint32_t live = live_in_head(next);
        ++search.seen.blocks;
        search.seen.lanes += live;
        search.take(tree.blocks[which], live);
    }
}

} // namespace quadrille::detail::QUADRILLE_KERNELS
QUADRILLE_AFTER_KERNELS();

#endif
