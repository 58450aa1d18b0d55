// Worlds that wrap: functions that answer for all images of items, linked by programs that make a period.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_ENGINE_WRAPPING_HPP
#define QUADRILLE_SRC_ENGINE_WRAPPING_HPP

#include <quadrille/detail/engine/core.hpp>

#include "engine/engine.hpp"

#include <cstddef>
#include <span>

namespace quadrille::detail {

/// Functions that verbs call instead of their own walk if the world wraps. The verbs refer to them only through the
/// period, so that programs without a period do not contain them.
template <class Shape>
struct wrapping {
    using scalar = typename Shape::scalar;

    /// Whether a storable shape can be stored in this world.
    error (*check)(const options& of, const Shape& shape) noexcept;
    /// The stored image of a shape.
    Shape (*bring_in)(const options& of, const Shape& shape) noexcept;
    /// Reports the number of shapes that cannot be stored, and the first one.
    change_report (*check_all)(const options& of, std::span<const Shape> shapes) noexcept;
    /// The same for a tick, for shapes whose generation is odd. If any of these is outside the period, `from` returns
    /// images afterwards.
    change_report (*check_tick)(tick_shapes<Shape>& from, std::span<const Shape> shapes,
                                const std::uint32_t* generations) noexcept;
    /// If the stored image of any shape is elsewhere, replaces the shapes by their stored images, in memory of the
    /// engine. Returns false when memory runs out.
    bool (*bring_all_in)(engine<Shape>& owner, std::span<const Shape>& shapes) noexcept;

    /// Moves the area into the period before the walk begins.
    void (*begin_area)(const options& of, query_walk<Shape>& walk) noexcept;
    bool (*fill_area)(const engine<Shape>& owner, query_walk<Shape>& walk, hit_buffer& found) noexcept;
    bool (*fill_pairs)(const engine<Shape>& owner, const engine<Shape>& other, pair_state<Shape>& walk,
                       pair_buffer& found) noexcept;
    void (*begin_cast)(const options& of, cast_walk& walk) noexcept;
    bool (*fill_cast)(const engine<Shape>& owner, cast_walk& walk, cast_buffer& found) noexcept;
    std::size_t (*nearest)(const engine<Shape>& owner, const nearest_query<scalar>& query,
                           std::span<neighbor> found) noexcept;
    void (*begin_nearest)(const engine<Shape>& owner, const nearest_query<scalar>& query,
                          nearest_buffer& found) noexcept;
    void (*open_nearest)(const engine<Shape>& owner, const nearest_query<scalar>& query,
                         const nearest_candidate& subtree, nearest_buffer& found) noexcept;
};

template <class Shape>
const wrapping<Shape>& wrapping_for() noexcept;

/// Finds the functions for one shape, if they exist.
template <class Shape>
struct wrapping_of {
    const wrapping<Shape>& (*find)() noexcept = nullptr;
};
struct every_wrapping : wrapping_of<point<float>>,
                        wrapping_of<point<double>>,
                        wrapping_of<box<float>>,
                        wrapping_of<box<double>>,
                        wrapping_of<circle<float>>,
                        wrapping_of<circle<double>> {};

} // namespace quadrille::detail

#endif
