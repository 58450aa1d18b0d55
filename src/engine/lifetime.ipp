// The engine's lifetime: created by the first change, moved and swapped by pointer.
// SPDX-License-Identifier: MIT
#include "engine/engine.hpp"
#include "engine/wrapping.hpp"
#include "store/bucket.hpp"
#include "store/lanes.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

namespace quadrille::detail {

template <class Shape>
options in_range(const options& chosen) noexcept {
    options of = chosen;
    of.leaf_capacity = std::clamp(of.leaf_capacity, 1U, 4096U);
    of.max_depth = std::clamp(of.max_depth, 0, max_depth);
    of.min_cell_side = of.min_cell_side > 0 ? of.min_cell_side : 0;
    of.max_items = std::min(of.max_items, max_items);
    of.min_parallel_items = std::max(of.min_parallel_items, 1U); // an empty tree has no engine to cut into tasks
    if (of.period && static_cast<const wrapping_of<Shape>&>(*of.period.wrapping()).find == nullptr) {
        of.period = {}; // the period of another shape
        of.max_items = 0;
    }
    return of;
}

/// A different number for each engine.
inline std::uint64_t draw_identity() noexcept {
    static std::atomic<std::uint64_t> drawn{0};
    return drawn.fetch_add(1, std::memory_order_relaxed) + 1;
}

/// The functions for this shape, if the world wraps.
template <class Shape>
const wrapping<Shape>* wrapping_wanted(const options& of) noexcept {
    return of.period ? &static_cast<const wrapping_of<Shape>&>(*of.period.wrapping()).find() : nullptr;
}

template <class Shape>
core<Shape>::core(const options& options, needed_library) noexcept : observers<Shape>(in_range<Shape>(options)) {}

template <class Shape>
core<Shape>::core(core&& other) noexcept : observers<Shape>(other.options_) {
    swap(other);
}

template <class Shape>
core<Shape>& core<Shape>::operator=(core&& other) noexcept {
    core(std::move(other)).swap(*this);
    return *this;
}

template <class Shape>
core<Shape>::~core() {
    if (engine_ != nullptr) {
        const memory_source from = engine_->options.memory;
        engine_->~engine<Shape>();
        release(from, engine_, 1);
    }
}

template <class Shape>
QUADRILLE_RARE void core<Shape>::swap(core& other) noexcept {
    std::swap(head_, other.head_);
    std::swap(engine_, other.engine_);
    std::swap(options_, other.options_);
    std::swap(error_, other.error_);
}

template <class Shape>
QUADRILLE_APART bool core<Shape>::have_engine() noexcept {
    return (engine_ != nullptr && engine_->store.ready()) || make_engine();
}
template <class Shape>
QUADRILLE_RARE bool core<Shape>::make_engine() noexcept {
    if (engine_ == nullptr) {
        auto* const room = allocate<engine<Shape>>(options_.memory, 1);
        if (room == nullptr) {
            return false;
        }
        engine_ = new (room) engine<Shape>(options_);
        engine_->kernels = pick_kernels<Shape>();
        engine_->wrapping = wrapping_wanted<Shape>(options_);
        engine_->identity = draw_identity();
        engine_->slots.first_generation = first_generation(engine_->identity);
        engine_->slots.last_generation = last_generation(engine_->slots.first_generation, options_.max_generations);
        head_ = engine_;
    }
    return engine_->store.begin();
}

template <class Shape>
QUADRILLE_APART error core<Shape>::check(const Shape& shape) const noexcept {
    if (!is_storable(shape) || !options_.period) {
        return check_storable(shape);
    }
    return wrapping_wanted<Shape>(options_)->check(options_, shape);
}
template <class Shape>
QUADRILLE_RARE change_report core<Shape>::check(std::span<const Shape> shapes) const noexcept {
    if (options_.period) {
        return wrapping_wanted<Shape>(options_)->check_all(options_, shapes);
    }
    const kernels<Shape>& by = engine_ != nullptr ? *engine_->kernels : *pick_kernels<Shape>();
    return by.first_unstorable(shapes) == shapes.size() ? change_report{} : check_all_storable(shapes, nullptr);
}
template <class Shape>
QUADRILLE_APART bool core<Shape>::bring_in(std::span<const Shape>& shapes) noexcept {
    const wrapping<Shape>* const by = wrapping_in<Shape>(*head_);
    return by == nullptr || by->bring_all_in(*engine_, shapes);
}
template <class Shape>
QUADRILLE_APART const Shape& core<Shape>::stored_image(const Shape& shape, Shape& room) const noexcept {
    const wrapping<Shape>* const by = wrapping_in<Shape>(*head_);
    return by == nullptr ? shape : room = by->bring_in(options_, shape);
}

template <class Shape>
bool core<Shape>::reject(quadrille::error reason) noexcept {
    error_ = reason;
    return false;
}

template <class Shape>
Shape core<Shape>::shape_at(std::uint32_t index) const noexcept {
    const std::uint32_t location = engine_->slots.location[index];
    return read_lane(engine_->store.blocks[block_of(location)], lane_of(location)).shape;
}

template <class Shape>
code_grid core<Shape>::grid() const noexcept {
    if (head_->size == 0) {
        return {};
    }
    const detail::grid& grid = engine_->store.grid;
    return {grid.x, grid.y, grid.unit};
}

template <class Shape>
bool core<Shape>::contains(item which) const noexcept {
    if (!which || engine_ == nullptr) {
        return false;
    }
#ifdef QUADRILLE_CHECKED
    QUADRILLE_ASSERT(which.generation >> tree_tag_shift == engine_->slots.first_generation >> tree_tag_shift,
                     "this item belongs to another tree");
#endif
    return which.index < engine_->index_limit && which.generation == engine_->slots.generation[which.index] &&
           engine_->is_alive(which.index);
}

} // namespace quadrille::detail
