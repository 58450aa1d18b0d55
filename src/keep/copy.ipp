// Copy: copies another tree's items, cells and free lists unchanged into this tree's memory.
// SPDX-License-Identifier: MIT
#include "engine/engine.hpp"

namespace quadrille::detail {

template <class Shape>
bool core<Shape>::prepare_copy(const core& from) noexcept {
    error_ = error::none;
    if (from.engine_ == nullptr) {
        return true;
    }
    const bool has_room =
        have_engine() && engine_->store.make_room(from.engine_->store) && engine_->slots.make_room(from.engine_->slots);
    if (engine_ != nullptr) {
        engine_->generations = engine_->slots.generation.data();
    }
    return has_room || reject(error::no_memory);
}

/// The order of answers and the next handles also depend on the counts, so the counts are copied too.
template <class Shape>
QUADRILLE_RARE void core<Shape>::commit_copy(const core& from) noexcept {
    const memory_source own_memory = options_.memory;
    options_ = from.options_;
    options_.memory = own_memory;
    if (engine_ == nullptr) {
        return; // neither tree has an engine; otherwise `prepare_copy` has created one
    }
    engine<Shape>& owner = *engine_;
    owner.options = options_;
    owner.wrapping = wrapping_wanted<Shape>(options_);
    ++owner.epoch;
    if (from.engine_ == nullptr) {
        owner.store.clear();
        owner.store.grid = {};
        owner.slots.forget();
        owner.slots.last_generation = last_generation(owner.slots.first_generation, options_.max_generations);
        owner.size = 0;
        owner.index_limit = 0;
        owner.changes = 0;
        owner.settled_size = 0;
        owner.reserved_blocks = 0;
        return;
    }
    const engine<Shape>& source = *from.engine_;
    owner.store.copy(source.store);
    owner.slots.copy(source.slots);
    owner.size = source.size;
    owner.index_limit = source.index_limit;
    owner.changes = source.changes;
    owner.settled_size = source.settled_size;
    owner.reserved_blocks = source.reserved_blocks;
}

} // namespace quadrille::detail
