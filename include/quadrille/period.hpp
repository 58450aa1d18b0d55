// The period of a world that wraps, and the shift of an item from its stored place.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_PERIOD_HPP
#define QUADRILLE_PERIOD_HPP

#include <quadrille/shapes.hpp>

#include <cmath>
#include <cstdint>

namespace quadrille {
namespace detail {

struct every_wrapping;
/// The functions that trees of each shape need in worlds that wrap. A program is linked with them only if it makes a
/// period.
extern const every_wrapping all_wrappings;
/// The same for trees of one shape.
template <class Shape>
const every_wrapping& one_wrapping() noexcept;

/// Whether two numbers are equal, or both are NaN.
constexpr bool is_same(double one, double other) noexcept { return one == other || (one != one && other != other); }

} // namespace detail

/// The distance after which a world repeats itself: `{width, height}`, in the user's unit; 0 for an axis that does not
/// wrap. So {360, 0} is a cylinder, and {100, 100} a torus. Each item then stands for all its *images*, shifted by
/// whole periods, and a question finds an item if it would find one of these images; `hit.shift()` gives the image.
class period {
public:
    constexpr period() noexcept = default;
    constexpr period(double width, double height) noexcept : period(width, height, detail::all_wrappings) {}
    constexpr period(double width, double height, const detail::every_wrapping& by) noexcept // for the tree alone
        : width_(width), height_(height), wrapping_(width == 0 && height == 0 ? nullptr : &by) {}

    /// Along x; 0 if this axis does not wrap.
    constexpr double width() const noexcept { return width_; }
    /// Along y; 0 if this axis does not wrap.
    constexpr double height() const noexcept { return height_; }
    /// Whether any axis wraps.
    constexpr explicit operator bool() const noexcept { return wrapping_ != nullptr; }
    constexpr const detail::every_wrapping* wrapping() const noexcept { return wrapping_; } // for the tree alone

    friend constexpr bool operator==(const period& one, const period& other) noexcept {
        return detail::is_same(one.width_, other.width_) && detail::is_same(one.height_, other.height_);
    }

private:
    double width_ = 0;
    double height_ = 0;
    const detail::every_wrapping* wrapping_ = nullptr;
};

/// The same for trees of one shape: a program that makes no other periods is linked only with the functions for this
/// shape, 40 kB instead of 180. With it, trees of other shapes accept no items, as with `max_items` 0.
template <storable Shape>
period period_for(double width, double height) noexcept {
    return {width, height, detail::one_wrapping<Shape>()};
}

/// The number of periods from an item's stored place to the place where a question meets it: {0, 0} in worlds that do
/// not wrap, and if no seam is between. Beyond ± 32,767 periods the value is ± 32,767.
struct shift {
    std::int16_t x = 0;
    std::int16_t y = 0;

    friend constexpr bool operator==(const shift&, const shift&) = default;
};

/// A vector between two places, or a sum of such vectors, as short as periods can make it: −period/2 … period/2 on each
/// axis that wraps.
template <std::floating_point Scalar>
point<Scalar> shortest(const point<Scalar>& between, const period& world) noexcept {
    const auto along = [](Scalar length, double one) {
        return one > 0 ? static_cast<Scalar>(std::remainder(double(length), one)) : length;
    };
    return {along(between.x, world.width()), along(between.y, world.height())};
}

namespace detail {

template <class Shape>
Shape moved(const Shape& one, double x, double y) noexcept {
    using scalar = typename Shape::scalar;
    const auto to = [&](const point<scalar>& from) {
        return point<scalar>{static_cast<scalar>(double(from.x) + x), static_cast<scalar>(double(from.y) + y)};
    };
    if constexpr (is_point<Shape>) {
        return to(one);
    } else if constexpr (is_circle<Shape>) {
        return {to(one.center), one.radius};
    } else {
        return {to(one.min), to(one.max)};
    }
}

} // namespace detail

/// An image of a shape that a tree stores: each coordinate (of a circle its center's) plus whole periods, rounded once.
template <storable Shape>
Shape shifted(const Shape& stored, const shift& from_there, const period& world) noexcept {
    return detail::moved(stored, from_there.x * world.width(), from_there.y * world.height());
}

} // namespace quadrille

#endif
