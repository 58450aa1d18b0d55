// Cast: finds the items that a ray or a moving shape hits, one buffer at a time; or only the closest of them.
// SPDX-License-Identifier: MIT
#include "engine/engine.hpp"
#include "engine/wrapping.hpp"
#include "walk/states.hpp"

namespace quadrille::detail {

template <class Shape>
void core<Shape>::begin_cast(cast_walk& walk) const noexcept {
    auto& stack = make_in<ordered_stack>(walk.stack);
    stack.top = 0;
    if (head_->size != 0 && walk.moving.is_good) {
        stack.key[0] = 0;
        stack.entries[0] = engine_->store.at(root_address);
        stack.top = 1;
    }
    if (wrapping_in<Shape>(*head_) != nullptr) {
        wrapping_in<Shape>(*head_)->begin_cast(options_, walk);
    }
}

template <class Shape>
bool core<Shape>::fill_cast(cast_walk& walk, cast_buffer& found) const noexcept {
    found.count = 0;
    if (wrapping_in<Shape>(*head_) != nullptr) {
        return wrapping_in<Shape>(*head_)->fill_cast(*engine_, walk, found);
    }
    if (state_in<ordered_stack>(walk.stack).top > 0) {
        engine_->kernels->fill_cast(engine_->store, walk, found);
    }
    return found.count > 0;
}

} // namespace quadrille::detail
