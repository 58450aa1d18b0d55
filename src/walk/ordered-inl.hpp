// The ordered walk, nearest subtree first. `nearest` and `cast` are built on it.
// SPDX-License-Identifier: MIT
#if defined(QUADRILLE_SRC_WALK_ORDERED_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HWY_TARGET_TOGGLE
#undef QUADRILLE_SRC_WALK_ORDERED_INL
#else
#define QUADRILLE_SRC_WALK_ORDERED_INL
#endif

#include "lanes/lanes-inl.hpp"
#include "store/bucket.hpp"
#include "walk/states.hpp"

#include <bit>
#include <cstdint>

QUADRILLE_BEFORE_KERNELS();
namespace quadrille::detail::QUADRILLE_KERNELS {

/// The key of a bound ≥ 0 for one of a node's slots: the bits of the bound, of which the last are replaced by the slot.
/// So a key is never above its bound.
inline std::uint64_t key_of(double bound, std::uint32_t slot) noexcept {
    return (std::bit_cast<std::uint64_t>(bound) & ~std::uint64_t{slot_mask}) | slot;
}
/// The highest key of a bound that is not beyond `limit`.
inline std::uint64_t last_key(double limit) noexcept { return std::bit_cast<std::uint64_t>(limit) | slot_mask; }

/// Pushes a subtree below the nearer ones that were pushed since `first`.
inline void push_sorted(ordered_stack& stack, int first, std::uint64_t key, reference child) noexcept {
    int at = stack.top++;
    for (; at > first && stack.key[at - 1] < key; --at) {
        stack.key[at] = stack.key[at - 1];
        stack.entries[at] = stack.entries[at - 1];
    }
    stack.key[at] = key;
    stack.entries[at] = child;
}

/// Pushes a node's subtrees that are not beyond the search's limit, the nearest last; `known` is the slot of a child
/// that has already been visited, if any.
template <class Search>
void push_in_order(const node& here, const Search& search, ordered_stack& stack,
                   std::uint32_t known = fan_out) noexcept {
    alignas(64) typename Search::bound bounds[fan_out];
    const double limit = search.limit();
    const std::uint32_t layers = search.layers();
    const int first = stack.top;
    std::uint32_t within = search.measure(here, bounds) & ~(1U << known);
    if (layers != all_layers) {
        within &= children_in_layers(here, layers);
    }
    for (; within != 0; within &= within - 1) {
        const auto slot = static_cast<std::uint32_t>(std::countr_zero(within));
        push_sorted(stack, first, key_of(double(bounds[slot]), slot), here.child[slot]);
    }
    each_wide(here, [&](std::uint32_t list) {
        const double bound = search.measure(here.wide_bounds[list]);
        if (bound <= limit && matches_layers(here.wide_layers[list], layers)) {
            push_sorted(stack, first, key_of(bound, wide_slot(list)), here.wide[list]);
        }
    });
}

/// Visits subtrees, the nearest first, until none is left or the search has no room for another block's answers. Skips
/// subtrees that are beyond the limit when they are popped. A search that takes turns visits buckets until it has
/// opened a node.
template <class Shape, class Search>
void visit_in_order(const store<Shape>& tree, ordered_stack& stack, Search& search) noexcept {
    while (stack.top > 0 && search.has_room()) {
        const std::uint64_t key = stack.key[--stack.top];
        const reference next = stack.entries[stack.top];
        if (key > last_key(search.limit())) {
            continue;
        }
        if (is_node(next)) {
            ++search.seen.cells;
            push_in_order(tree.nodes[next], search, stack);
            if constexpr (Search::takes_turns) {
                return;
            }
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
