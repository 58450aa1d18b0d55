// Items of a world that wraps: tests which can be stored, and finds their stored images.
// SPDX-License-Identifier: MIT
#include "engine/wrapping.hpp"
#include "store/lanes.hpp"
#include "wrap/images.hpp"

#include <algorithm>
#include <limits>

namespace quadrille::detail {
namespace {

/// Whether coordinates on an axis have enough steps, and images are finite.
template <class Shape>
bool is_good(const world_axis& axis) noexcept {
    using scalar = typename Shape::scalar;
    if (!axis.wraps()) {
        return true;
    }
    const double farthest = std::abs(axis.origin) + axis.period;
    const double step = (std::max)(farthest * double(std::numeric_limits<scalar>::epsilon()),
                                   double(std::numeric_limits<scalar>::denorm_min()));
    return axis.period >= 1024 * step && farthest <= double(max_circle_extent<scalar>) / 256;
}

template <class Shape>
QUADRILLE_RARE error check_in_world(const options& of, const Shape& shape) noexcept {
    const world_axes world(of);
    if (!is_good<Shape>(world.x) || !is_good<Shape>(world.y)) {
        return error::bad_period;
    }
    const auto bounds = bounds_of(shape);
    double wide = double(bounds.max.x) - double(bounds.min.x);
    double high = double(bounds.max.y) - double(bounds.min.y);
    if constexpr (is_circle<Shape>) { // even if its bounds are rounded to another size
        wide = high = 2 * double(shape.radius);
    }
    // Allows a few steps more: a shape may be rounded up when it is moved by periods.
    const auto most = [](const world_axis& axis) {
        constexpr double steps = 4 * double(std::numeric_limits<typename Shape::scalar>::epsilon());
        return axis.period / 2 + (std::abs(axis.origin) + 2 * axis.period) * steps;
    };
    const bool is_narrow = !(world.x.wraps() && wide > most(world.x)) && !(world.y.wraps() && high > most(world.y));
    return is_narrow ? error::none : error::too_wide;
}

template <class Shape>
QUADRILLE_RARE Shape bring_shape_in(const options& of, const Shape& shape) noexcept {
    return brought_in(world_axes(of), shape);
}

/// Limits within which shapes are stored as they are, in the shape's own scalar. Some shapes slightly outside may also
/// be stored as they are.
template <class Shape>
struct stored_frame {
    using scalar = typename Shape::scalar;

    scalar low[2]; ///< limits of twice the center
    scalar high[2];
    scalar widest[2];

    explicit stored_frame(const world_axes& world) noexcept {
        constexpr scalar most = max_circle_extent<scalar>;
        const world_axis* const axes[] = {&world.x, &world.y};
        for (int axis = 0; axis < 2; ++axis) {
            const world_axis& along = *axes[axis];
            low[axis] = -most;
            high[axis] = widest[axis] = most;
            if (!is_good<Shape>(along)) {
                widest[axis] = -1; // nothing fits
            } else if (along.wraps()) {
                const double slack = along.period * 0x1p-20;
                low[axis] = static_cast<scalar>(2 * along.origin + slack);
                high[axis] = static_cast<scalar>(2 * (along.origin + along.period) - slack);
                widest[axis] = static_cast<scalar>(along.period / 2 - slack);
            }
        }
    }
    /// Without branches, so that many shapes are tested at once.
    bool holds(const Shape& one) const noexcept {
        if constexpr (is_circle<Shape>) {
            const scalar wide = 2 * one.radius; // even if its bounds are rounded to another size
            return holds({2 * one.center.x, 2 * one.center.y}, {wide, wide}) & (0 <= one.radius);
        } else {
            const auto bounds = bounds_of(one);
            return holds({bounds.min.x + bounds.max.x, bounds.min.y + bounds.max.y},
                         {bounds.max.x - bounds.min.x, bounds.max.y - bounds.min.y});
        }
    }
    bool holds(const point<scalar>& middle, const point<scalar>& size) const noexcept {
        return (low[0] <= middle.x) & (middle.x <= high[0]) & (low[1] <= middle.y) & (middle.y <= high[1]) &
               (0 <= size.x) & (size.x <= widest[0]) & (0 <= size.y) & (size.y <= widest[1]);
    }
    bool holds(std::span<const Shape> some) const noexcept {
        unsigned outside = 0;
        for (const Shape& one : some) {
            outside += holds(one) ? 0U : 1U;
        }
        return outside == 0;
    }
};

/// Divides shapes into runs: calls `pass(first, count)` with a run that fits entirely, and `look(at)` with each shape
/// of any other run.
template <class Shape, class Pass, class Look>
void each_run(const stored_frame<Shape>& frame, std::span<const Shape> shapes, const Pass& pass, const Look& look) {
    constexpr std::size_t run = 64;
    for (std::size_t first = 0; first < shapes.size(); first += run) {
        const std::size_t count = std::min(run, shapes.size() - first);
        if (frame.holds(shapes.subspan(first, count))) {
            pass(first, count);
            continue;
        }
        for (std::size_t at = first; at < first + count; ++at) {
            look(at);
        }
    }
}

/// Examines shapes that do not fit the frame. If generations are given, shapes with even generations do not count.
template <class Shape>
struct judge {
    const options& of;
    std::span<const Shape> shapes;
    const std::uint32_t* generations;
    change_report report = {};
    bool are_elsewhere = false; ///< some shapes are stored as another image

    QUADRILLE_RARE void look(std::size_t at) noexcept {
        if (generations != nullptr && generations[at] % 2 == 0) {
            return;
        }
        const error reason = is_storable(shapes[at]) ? check_in_world(of, shapes[at]) : check_storable(shapes[at]);
        if (reason != error::none && report.rejected++ == 0) {
            report.first_rejected = static_cast<std::uint32_t>(at);
            report.error = reason;
        }
        are_elsewhere = are_elsewhere || (reason == error::none && bring_shape_in(of, shapes[at]) != shapes[at]);
    }
};

/// Examines all shapes.
template <class Shape>
judge<Shape> judge_all(const options& of, std::span<const Shape> shapes, const std::uint32_t* generations) noexcept {
    judge<Shape> judging{of, shapes, generations};
    const stored_frame<Shape> frame(of);
    const auto look = [&](std::size_t at) {
        if (!frame.holds(shapes[at])) {
            judging.look(at);
        }
    };
    each_run(frame, shapes, [](std::size_t, std::size_t) {}, look);
    return judging;
}

template <class Shape>
change_report check_all_in_world(const options& of, std::span<const Shape> shapes) noexcept {
    return judge_all(of, shapes, nullptr).report;
}

template <class Shape>
void bring_lanes_in(const options& of, const Shape* by_index, std::span<const std::uint32_t> ids,
                    Shape* images) noexcept {
    const world_axes world(of);
    const stored_frame<Shape> frame(world);
    const std::span<Shape> all(images, ids.size());
    for (std::size_t lane = 0; lane < all.size(); ++lane) {
        all[lane] = by_index[ids[lane]];
    }
    if (!frame.holds(all)) {
        for (Shape& image : all) {
            image = brought_in(world, image);
        }
    }
}

template <class Shape>
change_report check_tick_in_world(tick_shapes<Shape>& from, std::span<const Shape> shapes,
                                  const std::uint32_t* generations) noexcept {
    const judge<Shape> judging = judge_all(*from.world, shapes, generations);
    from.bring_in = judging.are_elsewhere ? &bring_lanes_in<Shape> : nullptr;
    return judging.report;
}

template <class Shape>
bool bring_all_shapes_in(engine<Shape>& owner, std::span<const Shape>& shapes) noexcept {
    const world_axes world(owner.options);
    const stored_frame<Shape> frame(world);
    Shape* images = nullptr; // from the first shape on that is stored elsewhere
    bool has_memory = true;
    const auto copy = [&](std::size_t first, std::size_t count) {
        if (images != nullptr) {
            std::copy_n(shapes.begin() + static_cast<std::ptrdiff_t>(first), count, images + first);
        }
    };
    const auto look = [&](std::size_t at) {
        const Shape inside = brought_in(world, shapes[at]);
        if (images == nullptr && has_memory && !(inside == shapes[at])) {
            shape_buffer<Shape>& room = owner.shapes;
            has_memory = room.capacity >= shapes.size() || room.allocate(owner.options.memory, shapes.size());
            images = room.shapes;
            copy(0, at);
        }
        if (images != nullptr) {
            images[at] = inside;
        }
    };
    each_run(frame, shapes, copy, look);
    shapes = images != nullptr ? std::span<const Shape>(images, shapes.size()) : shapes;
    return has_memory;
}

} // namespace
} // namespace quadrille::detail
