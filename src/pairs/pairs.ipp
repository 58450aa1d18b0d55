// Pairs: all pairs of items that intersect or are within a distance, in one tree or in two, one buffer at a time.
// SPDX-License-Identifier: MIT
#include "engine/engine.hpp"
#include "engine/wrapping.hpp"
#include "lanes/rows.hpp"
#include "walk/states.hpp"

#include <iterator>
#include <numeric>
#include <utility>

namespace quadrille::detail {

template <class Shape>
void core<Shape>::begin_pairs(pair_walk<Shape>& begun, const pair_query& query) const noexcept {
    pair_state<Shape>& walk = make_in<pair_state<Shape>>(begun.state);
    walk.query = query;
    pair_filter& wanted = walk.query.wanted;
    walk.is_limited = (wanted.layers & wanted.partners) != all_layers;
    // In one tree with equal layers, lanes are tested against later lanes. With different layers, own lanes are tested
    // against partners in the whole tree, so that buckets without own lanes need not be opened; a pair of two items
    // that are both own lane and partner is found twice.
    walk.has_repeats = !query.is_join && wanted.layers != wanted.partners;
    if (walk.has_repeats && wanted.layers == all_layers) {
        std::swap(wanted.layers, wanted.partners);
    }
    walk.starts_at_root = query.is_join || walk.has_repeats;
    walk.needs_exact_test = is_circle<Shape> || walk.has_repeats ||
                            (query.wanted.distance > 0 && needs_lengths<Shape>(query.wanted.distance));
    if (walk.needs_exact_test) {
        std::iota(std::begin(walk.index), std::end(walk.index), 0U);
    }
    if (head_->size != 0 && query.wanted.distance >= 0) {
        push_slot(walk, engine_->store.nodes[0], 0);
        walk.nodes = engine_->store.nodes.data();
        walk.links = engine_->store.links.data();
        walk.blocks = engine_->store.blocks_in_use();
    }
}

template <class Shape>
bool core<Shape>::fill_pairs(pair_walk<Shape>& walk, const core& other, pair_buffer& found) const noexcept {
    found.count = 0;
    if (head_->size != 0 && other.head_->size != 0) {
        auto& state = state_in<pair_state<Shape>>(walk.state);
        if (wrapping_in<Shape>(*head_) != nullptr) {
            return wrapping_in<Shape>(*head_)->fill_pairs(*engine_, *other.engine_, state, found);
        }
        engine_->kernels->fill_pairs(engine_->store, other.engine_->store, state, found);
    }
    return found.count > 0;
}

template <class Shape>
void core<Shape>::prefetch_items(std::span<const item> items, std::size_t at) const noexcept {
    if (engine_ != nullptr) {
        detail::prefetch_items(*engine_, items, at);
    }
}

} // namespace quadrille::detail
