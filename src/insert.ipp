// Insert: a slot, a lane, and the cells that follow from it.
// SPDX-License-Identifier: MIT
#include "filing.hpp"
#include "judge.hpp"
#include "settle.hpp"

namespace quadrille::detail {
namespace {

/// The index that the next item gets: those on the way there that have no life left are passed over.
template <class Shape>
std::uint32_t next_index(const engine<Shape>& owner) noexcept {
    if (owner.slots.free_index != no_index) {
        return owner.slots.free_index;
    }
    std::uint32_t index = owner.index_limit;
    while (owner.slots.is_spent(index)) {
        ++index;
    }
    return index;
}

} // namespace

template <class Shape>
std::uint32_t core<Shape>::prepare_insert(const Shape& shape) noexcept {
    why_ = judge(shape);
    if (why_ != refusal::none) {
        return no_index;
    }
    if (head_->size >= wishes_.max_items) {
        refuse(refusal::full);
        return no_index;
    }
    if (!have_engine() || !engine_->store.ensure_blocks(1)) {
        refuse(refusal::no_memory);
        return no_index;
    }
    const std::uint32_t index = next_index(*engine_);
    if (index >= most_items) {
        refuse(refusal::full);
        return no_index;
    }
    const bool has_slot = engine_->slots.grow(index + 1);
    engine_->generations = engine_->slots.generation.data();
    if (!has_slot) {
        refuse(refusal::no_memory);
        return no_index;
    }
    return index;
}

template <class Shape>
item core<Shape>::commit_insert(const Shape& shape, std::uint32_t layers) noexcept {
    engine<Shape>& own = *engine_;
    const std::uint32_t index = next_index(own);
    if (index == own.slots.free_index) {
        own.slots.free_index = own.slots.location[index];
    } else {
        for (; own.index_limit < index; ++own.index_limit) {
            own.slots.location[own.index_limit] = slots::retired;
        }
        ++own.index_limit;
    }
    const item fresh{index, own.slots.birth(index)};
    ++own.size;
    ++own.epoch;

    own.store.count_clamped(shape);
    file(own.store, own.slots, thing<Shape>{shape, index, layers}, wishes_.leaf_capacity);
    if (settle(own, 1)) {
        own.release_spare();
    }
    return fresh;
}

} // namespace quadrille::detail
