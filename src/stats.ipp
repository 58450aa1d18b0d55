// Stats: counts and bytes of the tree.
// SPDX-License-Identifier: MIT
#include "bucket.hpp"
#include "engine.hpp"

#include <algorithm>

namespace quadrille::detail {

template <class Shape>
statistics core<Shape>::stats() const noexcept {
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
        const int children_depth = which == 0 ? 0 : path_of(here).depth + node_levels;
        now.inner_cells += which == 0 ? 0U : 1U;
        now.wide_items += here.wide == no_child ? 0U : count_of(tree, here.wide);
        for (const reference child : here.child) {
            now.leaves += is_bucket(child) ? 1U : 0U;
            now.deepest = std::max(now.deepest, child == no_child ? 0 : children_depth);
        }
    }
    return now;
}

} // namespace quadrille::detail
