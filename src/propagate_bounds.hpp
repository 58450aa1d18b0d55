// Bounds propagation: stores a child's measured bounds in its parent, and so on up to the ground.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_PROPAGATE_BOUNDS_HPP
#define QUADRILLE_SRC_PROPAGATE_BOUNDS_HPP

#include <quadrille/detail/apart.hpp>

#include "bucket.hpp"
#include "store.hpp"

#include <cstdint>
#include <limits>

namespace quadrille::detail {

inline void set_bounds(node& here, std::uint32_t slot, const measured& around) noexcept {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    const bool none = around.is_empty();
    if (is_wide_slot(slot)) {
        here.wide_bounds[slot - fan_out] =
            none ? box<float>{{nan, nan}, {nan, nan}} : box<float>{{around.x0, around.y0}, {around.x1, around.y1}};
        here.wide_layers[slot - fan_out] = around.layers;
        return;
    }
    here.x0[slot] = none ? nan : around.x0;
    here.y0[slot] = none ? nan : around.y0;
    here.x1[slot] = none ? nan : around.x1;
    here.y1[slot] = none ? nan : around.y1;
    here.layers[slot] = around.layers;
}

/// The bounds and layers stored for one place; empty where there is nothing.
inline measured bounds_at(const node& here, std::uint32_t slot) noexcept {
    measured around;
    if (is_wide_slot(slot)) {
        const box<float>& wide = here.wide_bounds[slot - fan_out];
        around.add(wide.min.x, wide.min.y, wide.max.x, wide.max.y, here.wide_layers[slot - fan_out]);
    } else {
        around.add(here.x0[slot], here.y0[slot], here.x1[slot], here.y1[slot], here.layers[slot]);
    }
    return around;
}

inline QUADRILLE_APART measured united_bounds(const node& here) noexcept {
    measured around;
    for (std::uint32_t slot = 0; slot < fan_out; ++slot) {
        around.add(here.x0[slot], here.y0[slot], here.x1[slot], here.y1[slot], here.layers[slot]);
    }
    each_wide(here, [&](std::uint32_t list) {
        const box<float>& wide = here.wide_bounds[list];
        around.add(wide.min.x, wide.min.y, wide.max.x, wide.max.y, here.wide_layers[list]);
    });
    return around;
}

/// Sets the bounds of one place to those of its bucket; the caller updates those above it.
template <class Shape>
QUADRILLE_APART void remeasure(store<Shape>& tree, address place) noexcept {
    set_bounds(tree.nodes[node_of(place)], slot_of(place), measure(tree, tree.at(place)));
}

/// Adds to the bounds of one place; the caller updates those above it.
inline void grow_bounds(node& here, std::uint32_t slot, const measured& added) noexcept {
    measured around = bounds_at(here, slot);
    around.add(added.x0, added.y0, added.x1, added.y1, added.layers);
    set_bounds(here, slot, around);
}

/// Whether bounds may shrink when this shape is removed from them. (Circles and doubles are rounded outward.)
template <class Shape>
bool reaches_edge(const measured& around, const Shape& shape) noexcept {
    const measured own = measured_from(shape, 0);
    return own.x0 <= around.x0 || own.y0 <= around.y0 || own.x1 >= around.x1 || own.y1 >= around.y1;
}

/// Whether bounds cover others, and have their layers.
inline bool covers(const measured& around, const measured& other) noexcept {
    return (around.x0 <= other.x0) & (around.y0 <= other.y0) & (other.x1 <= around.x1) & (other.y1 <= around.y1) &
           ((other.layers & ~around.layers) == 0);
}

/// Grows the bounds at `place` and above to cover `added`; stops where they already do.
template <class Shape>
QUADRILLE_APART void widen(store<Shape>& tree, address place, const measured& added) noexcept {
    for (;;) {
        node& here = tree.nodes[node_of(place)];
        measured around = bounds_at(here, slot_of(place));
        if (covers(around, added)) {
            return;
        }
        around.add(added.x0, added.y0, added.x1, added.y1, added.layers);
        set_bounds(here, slot_of(place), around);
        if (node_of(place) == tree.topmost) {
            return;
        }
        place = here.parent;
    }
}

/// Sets the bounds at `place` and recomputes those above; stops where nothing changes.
template <class Shape>
void refit(store<Shape>& tree, address place, const measured& around) noexcept {
    measured fresh = around;
    for (;;) {
        node& here = tree.nodes[node_of(place)];
        const measured before = bounds_at(here, slot_of(place));
        set_bounds(here, slot_of(place), fresh);
        if (node_of(place) == tree.topmost || fresh == before) {
            return;
        }
        fresh = united_bounds(here);
        place = here.parent;
    }
}

} // namespace quadrille::detail

#endif
