// Stats: counts and bytes of the tree.
// SPDX-License-Identifier: MIT
#include "engine/engine.hpp"
#include "store/bucket.hpp"

#include <algorithm>
#include <bit>

namespace quadrille::detail {

template <class Shape>
statistics observers<Shape>::stats() const noexcept {
    statistics now;
    if (engine_ == nullptr) {
        now.kernels = pick_kernels<Shape>()->name;
        return now;
    }
    const store<Shape>& tree = engine_->store;
    now.size = head_->size;
    now.blocks = tree.blocks_in_use();
    now.clamped = tree.clamped;
    now.bytes = engine_->bytes();
    now.kernels = engine_->kernels->name;
    for (std::uint32_t which = 0; which < tree.nodes_begun; ++which) {
        const node& here = tree.nodes[which];
        if (here.mark == 0) {
            continue; // on the free list
        }
        now.inner_cells += which == 0 ? 0U : 1U + static_cast<std::uint32_t>(std::popcount(here.split_quarters));
        each_wide(here, [&](std::uint32_t list) { now.large_items += count_of(tree, here.wide[list]); });
        for (std::uint32_t slot = 0; slot < fan_out; ++slot) {
            const reference child = here.child[slot];
            now.leaves += is_bucket(child) ? 1U : 0U;
            if (child != no_child) {
                now.deepest = std::max(now.deepest, tree.path_at(make_address(which, slot)).depth);
            }
        }
    }
    return now;
}

} // namespace quadrille::detail
