// Images: how a world that wraps moves shapes, which images a question visits, and the reference results.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_ENGINE_IMAGES_HPP
#define QUADRILLE_DETAIL_ENGINE_IMAGES_HPP

#include <quadrille/detail/base/apart.hpp>
#include <quadrille/detail/engine/query.hpp>
#include <quadrille/geometry.hpp>
#include <quadrille/vocabulary.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace quadrille::detail {

// Rules for both the engine and the reference results of questions:
// - The center of a stored shape lies in the period, both ends included, or a few rounding steps beyond.
// - A place, or an area that could be stored, is moved into the period like an item, and then moved to meet the items
//   next to it. If it returns to its original place, the original is used, which is not rounded twice.
// - Of two items that meet across a seam one is moved, always in the same direction, so that a pair is the same from
//   both sides.
// - Other areas meet the images of items where the images are, of which there may be many; paths are moved to meet the
//   items.

/// One axis of a world; the period is 0 if the axis does not wrap.
struct world_axis {
    double origin;
    double period;

    bool wraps() const noexcept { return period != 0; }

    /// The distance, in whole periods, by which a center is moved to lie in the period; 0 if it lies there or a few
    /// rounding steps beyond. `Scalar` determines how coordinates are rounded.
    template <class Scalar>
    double way_in(double center) const noexcept {
        constexpr double steps = 4 * double(std::numeric_limits<Scalar>::epsilon());
        const double end = origin + period;
        const double slack = (std::abs(origin) + std::abs(end)) * steps;
        return period == 0 || (origin - slack <= center && center <= end + slack) ? 0 : way_from(center, slack);
    }
    QUADRILLE_RARE double way_from(double center, double slack) const noexcept {
        if (!std::isfinite(center)) {
            return 0;
        }
        const double rest = std::fmod(center - origin, period);
        const double inside = origin + (rest < 0 ? rest + period : rest);
        const double way = std::round((inside - center) / period) * period;
        const double landed = center + way;
        const bool is_inside = origin - slack <= landed && landed <= origin + period + slack;
        return is_inside ? way : inside - center; // from so far away, rounding loses periods
    }
    /// The number of periods in such a distance.
    double turns(double way) const noexcept { return wraps() ? std::round(way / period) : 0; }
};

struct world_axes {
    world_axis x;
    world_axis y;

    world_axes(const options& of) noexcept // NOLINT: implicit, from the options of a world
        : x{of.origin.x, of.period.width()}, y{of.origin.y, of.period.height()} {}
};

/// The center of a shape, by which the shape is moved into the period.
template <class Shape>
point<double> center_of(const Shape& shape) noexcept {
    const auto core = core_box(shape);
    return {double(core.min.x) / 2 + double(core.max.x) / 2, double(core.min.y) / 2 + double(core.max.y) / 2};
}

/// The distance by which a shape is moved towards the period.
template <class Shape>
point<double> way_towards(const world_axes& world, const Shape& shape) noexcept {
    using scalar = typename Shape::scalar;
    const point<double> center = center_of(shape);
    return {world.x.template way_in<scalar>(center.x), world.y.template way_in<scalar>(center.y)};
}
/// A shape in the period, the distance by which it was moved, and the original shape.
template <class Shape>
struct moved_in {
    Shape shape;
    point<double> way;
    Shape given;
};
/// Moves twice: from so far away that rounding loses whole periods, the first move ends at 0 or a little beyond the
/// period.
template <class Shape>
QUADRILLE_APART moved_in<Shape> move_in(const world_axes& world, const Shape& shape) noexcept {
    const point<double> way = way_towards(world, shape);
    if (way == point<double>{0, 0}) {
        return {shape, way, shape};
    }
    const Shape nearer = moved(shape, way.x, way.y);
    const point<double> rest = way_towards(world, nearer);
    const Shape inside = rest == point<double>{0, 0} ? nearer : moved(nearer, rest.x, rest.y);
    return {inside, {way.x + rest.x, way.y + rest.y}, shape};
}
template <class Shape>
Shape brought_in(const world_axes& world, const Shape& shape) noexcept {
    return move_in(world, shape).shape;
}

/// The number of periods by which a shape is moved to be stored.
template <class Shape>
point<double> turns_of(const options& of, const Shape& shape) noexcept {
    if (!of.period) {
        return {0, 0};
    }
    const world_axes world(of);
    const point<double> way = move_in(world, shape).way;
    return {world.x.turns(way.x), world.y.turns(way.y)};
}

/// On an axis that wraps, a box wider than two periods meets everything that one of four periods meets. A box with an
/// infinite end keeps its finite end; a box with two infinite ends lies around the period. Ends at which rounding steps
/// are too wide for the period count as infinite.
template <class Scalar>
void cut_to_periods(const world_axis& axis, Scalar& low, Scalar& high) noexcept {
    if (!axis.wraps() || !(double(high) - double(low) > 4 * axis.period)) {
        return;
    }
    const auto is_exact = [&](Scalar edge) {
        return std::abs(double(edge)) * double(std::numeric_limits<Scalar>::epsilon()) < axis.period / 8;
    };
    const double middle = is_exact(low)    ? double(low) + 2 * axis.period
                          : is_exact(high) ? double(high) - 2 * axis.period
                                           : axis.origin + axis.period / 2;
    low = static_cast<Scalar>(middle - 2 * axis.period);
    high = static_cast<Scalar>(middle + 2 * axis.period);
}
template <class Shape>
Shape cut_to_periods(const world_axes& world, Shape area) noexcept {
    if constexpr (is_box<Shape>) {
        cut_to_periods(world.x, area.min.x, area.max.x);
        cut_to_periods(world.y, area.min.y, area.max.y);
    }
    return area;
}

/// The numbers of periods by which items may be shifted to meet an area or path.
struct image_range {
    std::int32_t first;
    std::int32_t last;
};

/// An image of an item: the number of periods by which it is shifted.
struct image_number {
    std::int32_t x;
    std::int32_t y;

    friend constexpr bool operator==(const image_number&, const image_number&) = default;
};

/// The maximum number of images that a question visits on an axis: for areas, and along lines, which meet few of the
/// images of two axes.
inline constexpr int max_images = 16;
inline constexpr int max_images_of_item = 1024; ///< that `each_image` reports of an item
inline constexpr int max_images_on_line = 64;

/// The images of items that may meet something in low … high, or be the nearest to something there. If there are too
/// many, only those around `from`.
QUADRILLE_RARE inline image_range images_in(const world_axis& axis, double low, double high, double from,
                                            int most) noexcept {
    if (!axis.wraps()) {
        return {};
    }
    constexpr double farthest = 1 << 28; // differences of such numbers still fit in the type
    const auto number = [&](double at) {
        const double number_there = (at - axis.origin) / axis.period;
        return number_there == number_there ? std::clamp(number_there, -farthest, farthest) : 0;
    };
    image_range all{static_cast<std::int32_t>(std::floor(number(low) - 1.5)),
                    static_cast<std::int32_t>(std::ceil(number(high) + 0.5))};
    if (all.last - all.first >= most) {
        const auto middle = static_cast<std::int32_t>(std::isfinite(from) ? std::floor(number(from)) : 0);
        all.first = (std::max)(all.first, middle - most / 2);
        all.last = (std::min)(all.last, middle + most / 2 - 1);
    }
    return all;
}

/// The images that a question visits: those of all columns in all rows, or those next to a line.
struct image_ranges {
    image_range x;
    image_range y;
    box<double> moving; ///< at the beginning of a line
    point<double> way;  ///< to its end; y is 0 if there is no line, or if all rows have the same columns

    /// The columns of a row.
    QUADRILLE_RARE image_range in_row(const world_axes& world, std::int32_t row) const noexcept {
        if (way.y == 0) {
            return x;
        }
        // The part of the path on which the moving box may meet this row's items, which reach a quarter of a period
        // beyond their period.
        const double low = world.y.origin + (row - 0.5) * world.y.period - moving.max.y;
        const double high = world.y.origin + (row + 1.5) * world.y.period - moving.min.y;
        const double first = std::clamp((way.y > 0 ? low : high) / way.y, 0.0, 1.0);
        const double last = std::clamp((way.y > 0 ? high : low) / way.y, 0.0, 1.0);
        const image_range near_line =
            images_in(world.x, moving.min.x + (std::min)(first * way.x, last * way.x),
                      moving.max.x + (std::max)(first * way.x, last * way.x), moving.min.x, max_images_on_line * 4);
        return {(std::max)(x.first, near_line.first), (std::min)(x.last, near_line.last)};
    }
    /// Whether the question visits only the stored shapes.
    bool is_one() const noexcept { return x.first == 0 && x.last == 0 && y.first == 0 && y.last == 0; }
    bool has(const world_axes& world, std::int32_t column, std::int32_t row) const noexcept {
        const image_range there = in_row(world, row);
        return there.first <= column && column <= there.last && y.first <= row && row <= y.last;
    }
    /// The image that is visited first, for an area that was moved by this number of periods: the image that is not
    /// shifted; if it is not among these, the stored shapes.
    image_number first_of(const world_axes& world, double turns_x, double turns_y) const noexcept {
        const auto is_among = [](double turns, const image_range& all) {
            return all.first <= turns && turns <= all.last;
        };
        const image_number unshifted{is_among(turns_x, x) ? static_cast<std::int32_t>(turns_x) : 0,
                                     is_among(turns_y, y) ? static_cast<std::int32_t>(turns_y) : 0};
        return has(world, unshifted.x, unshifted.y) ? unshifted : image_number{0, 0};
    }
    /// Calls `visit(x, y)` for every image, `first` before the others, until it returns false.
    template <class Visit>
    void each(const world_axes& world, const image_number& first, const Visit& visit) const {
        if (has(world, first.x, first.y) && !visit(first.x, first.y)) {
            return;
        }
        for (std::int32_t row = y.first; row <= y.last; ++row) {
            const image_range there = in_row(world, row);
            for (std::int32_t column = there.first; column <= there.last; ++column) {
                if ((row != first.y || column != first.x) && !visit(column, row)) {
                    return;
                }
            }
        }
    }
};

/// The images of items that an area in these bounds visits; if there are too many, those around its middle.
inline image_ranges images_in(const world_axes& world, const box<double>& bounds, int most = max_images) noexcept {
    const auto on = [most](const world_axis& axis, double low, double high) {
        return images_in(axis, low, high, low / 2 + high / 2, most);
    };
    image_ranges all{};
    all.x = on(world.x, bounds.min.x, bounds.max.x);
    all.y = on(world.y, bounds.min.y, bounds.max.y);
    return all;
}
/// The images that a box visits on its path; if there are too many, those around its beginning.
QUADRILLE_RARE inline image_ranges images_on(const world_axes& world, const box<double>& moving,
                                             const point<double>& way) noexcept {
    const box<double> all = united(moving, moved(moving, way.x, way.y));
    const auto on = [](const world_axis& axis, double low, double high, double from) {
        return images_in(axis, low, high, from, max_images_on_line);
    };
    return {on(world.x, all.min.x, all.max.x, moving.min.x),
            on(world.y, all.min.y, all.max.y, moving.min.y),
            moving,
            {way.x, world.x.wraps() && world.y.wraps() ? way.y : 0}};
}
template <class Area>
inline constexpr bool is_segment = false;
template <class Scalar>
inline constexpr bool is_segment<segment<Scalar>> = true;

/// The images that an area of any kind visits.
template <class Area>
image_ranges images_of(const world_axes& world, const Area& area) {
    if constexpr (is_segment<Area>) {
        const point<double> from = in_double(area.a);
        return images_on(world, bounds_of(from), {double(area.b.x) - from.x, double(area.b.y) - from.y});
    } else {
        return images_in(world, in_double(around(area)));
    }
}
/// The images next to a shape in the period.
inline image_ranges images_beside(const world_axes& world) noexcept {
    const auto on = [](const world_axis& axis) { return axis.wraps() ? image_range{-1, 1} : image_range{}; };
    image_ranges all{};
    all.x = on(world.x);
    all.y = on(world.y);
    return all;
}

template <class Scalar>
constexpr point<Scalar> by_axes(bool x, bool y, const point<Scalar>& one, const point<Scalar>& other) noexcept {
    return {x ? one.x : other.x, y ? one.y : other.y};
}
template <class Scalar>
constexpr box<Scalar> by_axes(bool x, bool y, const box<Scalar>& one, const box<Scalar>& other) noexcept {
    return {by_axes(x, y, one.min, other.min), by_axes(x, y, one.max, other.max)};
}
template <class Scalar>
constexpr circle<Scalar> by_axes(bool x, bool y, const circle<Scalar>& one, const circle<Scalar>& other) noexcept {
    return {by_axes(x, y, one.center, other.center), one.radius};
}
/// A shape that was moved into the period, moved again to meet an image of the items. On an axis on which it returns to
/// its original place it has its original coordinates.
template <class Shape>
Shape moved_against(const world_axes& world, const moved_in<Shape>& one, std::int32_t x, std::int32_t y) noexcept {
    return by_axes(x == world.x.turns(one.way.x), y == world.y.turns(one.way.y), one.given,
                   moved(one.shape, -(x * world.x.period), -(y * world.y.period)));
}

/// Whether, of two shapes that meet across a seam, the shape of this image is shifted, and not the other one in the
/// opposite direction.
constexpr bool is_shifted_itself(std::int32_t x, std::int32_t y) noexcept { return x > 0 || (x == 0 && y >= 0); }

/// Calls `test(one, other)` with a shape and the image of the other shape; one of them is shifted.
template <class One, class Other, class Test>
auto with_image(const world_axes& world, const One& one, const Other& other, std::int32_t x, std::int32_t y,
                const Test& test) {
    const double far_x = x * world.x.period;
    const double far_y = y * world.y.period;
    return is_shifted_itself(x, y) ? test(one, moved(other, far_x, far_y)) : test(moved(one, -far_x, -far_y), other);
}

/// Numbers of periods as hits report them.
inline shift told_shift(double x, double y) noexcept {
    const auto told = [](double number) {
        return static_cast<std::int16_t>(number == number ? std::clamp(number, -32767.0, 32767.0) : 0);
    };
    return {told(x), told(y)};
}

/// The shift of the other item, seen from the shifted one.
constexpr shift opposite(const shift& one) noexcept {
    return {static_cast<std::int16_t>(-one.x), static_cast<std::int16_t>(-one.y)};
}

/// A measure, negative if there is none, and the number of periods by which the item is shifted for it.
struct measured_image {
    double measure = -1;
    shift from_there = {};

    void keep_less(double other, double x, double y) noexcept {
        if (0 <= other && (measure < 0 || other < measure)) {
            measure = other;
            from_there = told_shift(x, y);
        }
    }
};

/// The path of a moving shape, moved to meet an image of the items as the images would meet the path.
inline mover moved_against(const world_axes& world, const mover& path, std::int32_t x, std::int32_t y) noexcept {
    mover other = path;
    other.bounds = moved(path.bounds, -(x * world.x.period), -(y * world.y.period));
    other.core = moved(path.core, -(x * world.x.period), -(y * world.y.period));
    return other;
}
inline image_ranges images_of_path(const world_axes& world, const mover& path) noexcept {
    return images_on(world, path.bounds, path.translation);
}

// The reference result: the least measure over all images of an item. A world that does not wrap has one image.

/// The least of `measure(x, y)` over these images, for an area that was moved by `turns` periods.
template <class Measure>
measured_image
least_over(const world_axes& world, const image_ranges& images, const point<double>& turns, const Measure& measure) {
    measured_image least;
    images.each(world, images.first_of(world, turns.x, turns.y), [&](std::int32_t x, std::int32_t y) {
        least.keep_less(measure(x, y), x - turns.x, y - turns.y);
        return least.measure != 0;
    });
    return least;
}
/// For two items: `test(one, other)` returns their measure; the other item is shifted.
template <class One, class Other, class Test>
measured_image least_beside(const options& of, const One& one, const Other& other, const Test& test) {
    if (!of.period) {
        return {.measure = test(one, other)};
    }
    const world_axes world(of);
    return least_over(world, images_beside(world), {0, 0},
                      [&](std::int32_t x, std::int32_t y) { return with_image(world, one, other, x, y, test); });
}
/// For an area that cannot be stored, and an item: `test(shape)`.
template <class Shape, class Area, class Test>
measured_image least_around(const options& of, const Area& area, const Shape& stored, const Test& test) {
    if (!of.period) {
        return {.measure = test(stored)};
    }
    const world_axes world(of);
    return least_over(world, images_of(world, area), {0, 0}, [&](std::int32_t x, std::int32_t y) {
        return test(moved(stored, x * world.x.period, y * world.y.period));
    });
}
/// For a moving shape and an item: the fraction of its path.
template <class Shape>
measured_image least_on_path(const options& of, const mover& path, const Shape& stored) {
    if (!of.period) {
        return {.measure = contact_fraction(path, stored)};
    }
    const world_axes world(of);
    return least_over(world, images_of_path(world, path), {0, 0}, [&](std::int32_t x, std::int32_t y) {
        return contact_fraction(moved_against(world, path, x, y), stored);
    });
}
/// For an area that could be stored, and an item: `test(area, shape)`.
template <class Shape, class Area, class Test>
measured_image least_of_moved(const options& of, const Area& area, const Shape& stored, const Test& test) {
    if (!of.period) {
        return {.measure = test(area, stored)};
    }
    const world_axes world(of);
    const moved_in<Area> inside = move_in(world, cut_to_periods(world, area));
    const point<double> turns{world.x.turns(inside.way.x), world.y.turns(inside.way.y)};
    return least_over(world, images_beside(world), turns,
                      [&](std::int32_t x, std::int32_t y) { return test(moved_against(world, inside, x, y), stored); });
}
/// For an area of any kind, and an item: `test(area, shape)`.
template <class Shape, class Area, class Test>
measured_image least_by(const options& of, const Area& area, const Shape& stored, const Test& test) {
    if constexpr (requires { area.instead(); }) {
        if (const auto* const plain = area.instead()) {
            return least_by(of, *plain, stored, test);
        }
    }
    if constexpr (storable<Area>) {
        return least_of_moved(of, area, stored, test);
    } else {
        return least_around(of, area, stored, [&](const Shape& image) { return test(area, image); });
    }
}

} // namespace quadrille::detail

#endif
