// Casts in a world that wraps: the path is moved to meet each image; an item's hit is the earliest of all images.
// SPDX-License-Identifier: MIT
#include "engine/wrapping.hpp"
#include "wrap/images.hpp"

namespace quadrille::detail {
namespace {

QUADRILLE_RARE inline void begin_images_of_cast(const options& of, cast_walk& walk) noexcept {
    walk.path = walk.moving;
    walk.images.begin(images_of_path(world_axes(of), walk.moving), {0, 0});
}

/// Begins the walk for the next image that may contain items; returns false if there is none.
template <class Shape>
QUADRILLE_RARE bool begin_next_image(const engine<Shape>& owner, cast_walk& walk) noexcept {
    const world_axes world(owner.options);
    while (walk.images.next(world)) {
        const mover moving = moved_against(world, walk.path, walk.images.x, walk.images.y);
        const ray<double> ray{{0, 0}, moving.translation};
        if (!stretch_inside(ray, grown_by(bounds_of_all(owner), moving.bounds)).is_empty()) {
            walk.moving = moving;
            auto& stack = state_in<ordered_stack>(walk.stack);
            stack.key[0] = 0;
            stack.entries[0] = owner.store.at(root_address);
            stack.top = 1;
            return true;
        }
    }
    return false;
}

/// Keeps the items that are not hit earlier at another image, or equally early at an earlier image.
template <class Shape>
QUADRILLE_RARE void keep_first_hits(const engine<Shape>& owner, const cast_walk& walk, cast_buffer& found) noexcept {
    const world_axes world(owner.options);
    const image_walk& at = walk.images;
    std::uint32_t kept = 0;
    for (std::uint32_t one = 0; one < found.count; ++one) {
        const cast_answer answer = found.answers[one];
        const Shape item = shape_in(owner, answer.index);
        bool is_first = true;
        bool is_before = true;
        at.all.each(world, {0, 0}, [&](std::int32_t x, std::int32_t y) {
            if (x == at.x && y == at.y) {
                is_before = false;
                return true;
            }
            const double there = contact_fraction(moved_against(world, walk.path, x, y), item);
            is_first = there < 0 || (is_before ? answer.fraction < there : answer.fraction <= there);
            return is_first;
        });
        found.answers[kept] = answer;
        kept += is_first ? 1 : 0;
    }
    uncount(walk.counts, found.count - kept);
    found.count = kept;
}

/// Finds the item that is hit first.
template <class Shape>
QUADRILLE_RARE bool fill_first_of_images(const engine<Shape>& owner, cast_walk& walk, cast_buffer& found) noexcept {
    cast_answer best{no_index, 2};
    shift of_best;
    auto& stack = state_in<ordered_stack>(walk.stack);
    do {
        found.count = 0;
        if (stack.top > 0) {
            owner.kernels->fill_cast(owner.store, walk, found);
            stack.top = 0;
        }
        uncount(walk.counts, found.count);
        const bool is_better =
            found.count > 0 && (found.answers[0].fraction < best.fraction ||
                                (found.answers[0].fraction == best.fraction && found.answers[0].index < best.index));
        if (is_better) {
            best = found.answers[0];
            of_best = walk.images.told();
            walk.farthest = best.fraction;
        }
    } while (begin_next_image(owner, walk));
    found.count = best.index != no_index ? 1 : 0;
    found.answers[0] = best;
    found.from_there = of_best;
    add_to(walk.counts, {.answers = found.count});
    return found.count > 0;
}

template <class Shape>
bool fill_images_of_cast(const engine<Shape>& owner, cast_walk& walk, cast_buffer& found) noexcept {
    auto& stack = state_in<ordered_stack>(walk.stack);
    image_walk& at = walk.images;
    found.count = 0;
    if (!at.has_begun) {
        at.has_begun = true;
        at.has_ended = stack.top == 0;
        stack.top = at.all.has(owner.options, 0, 0) ? stack.top : 0;
    }
    if (at.has_ended && stack.top == 0) {
        return false;
    }
    if (walk.is_first) {
        return fill_first_of_images(owner, walk, found);
    }
    while (found.count == 0 && (stack.top > 0 || (!at.has_ended && begin_next_image(owner, walk)))) {
        owner.kernels->fill_cast(owner.store, walk, found);
        keep_first_hits(owner, walk, found);
    }
    found.from_there = at.told();
    return found.count > 0;
}

} // namespace
} // namespace quadrille::detail
