// Lanes in plain C++: the counterpart of simd-inl.hpp and update-simd-inl.hpp, with the same names and answers.
// SPDX-License-Identifier: MIT
#if defined(QUADRILLE_SRC_LANES_PLAIN_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HWY_TARGET_TOGGLE
#undef QUADRILLE_SRC_LANES_PLAIN_INL
#else
#define QUADRILLE_SRC_LANES_PLAIN_INL
#endif

#include "lanes/rows.hpp"
#include "store/bucket.hpp"

#include <bit>
#include <cstdint>
#include <iterator>
#include <span>

QUADRILLE_BEFORE_KERNELS();
namespace quadrille::detail::QUADRILLE_KERNELS {

template <class Scalar>
bool lane_intersects(const box<Scalar>& area, Scalar x0, Scalar y0, Scalar x1, Scalar y1) noexcept {
    return (x0 <= area.max.x) & (area.min.x <= x1) & (y0 <= area.max.y) & (area.min.y <= y1);
}

/// Writes the ids of the lanes that intersect `area` to `ids`, which has room for 16; returns their number. No branch
/// depends on an answer: a misprediction costs more than the test.
template <class Shape>
std::uint32_t
collect_intersecting(const block<Shape>& from, const box<typename Shape::scalar>& area, std::uint32_t* ids) noexcept {
    std::uint32_t count = 0;
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
        const Shape shape = read_shape(from, lane);
        const auto bounds = bounds_of(shape);
        bool intersected = lane_intersects(area, bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y);
        if constexpr (is_circle<Shape>) {
            intersected = intersected & reaches(shape, area);
        }
        ids[count] = from.id[lane];
        count += intersected ? 1U : 0U;
    }
    return count;
}

/// The bounds of a walk's own lanes.
template <class Shape>
box<typename Shape::scalar> bounds_of_own(const lane_buffer<Shape>& walk) noexcept {
    using scalar = typename Shape::scalar;
    box<scalar> around = empty_box<scalar>();
    for (std::uint32_t lane = 0; lane < walk.own; ++lane) {
        around = united(around, box<scalar>{{walk.x0[lane], walk.y0[lane]}, {walk.x1[lane], walk.y1[lane]}});
    }
    return around;
}

/// The bit of each lane or child in a mask. With this table compilers vectorize loops that collect bits.
inline constexpr std::uint32_t lane_bit[] = {1U << 0U,  1U << 1U,  1U << 2U,  1U << 3U, 1U << 4U,  1U << 5U,
                                             1U << 6U,  1U << 7U,  1U << 8U,  1U << 9U, 1U << 10U, 1U << 11U,
                                             1U << 12U, 1U << 13U, 1U << 14U, 1U << 15U};
static_assert(std::size(lane_bit) == lanes && lanes == fan_out);

/// A bit for each child that exists.
inline std::uint32_t children_there(const node& here) noexcept {
    std::uint32_t there = 0;
    for (std::uint32_t slot = 0; slot < fan_out; ++slot) {
        there |= here.child[slot] != no_child ? lane_bit[slot] : 0U;
    }
    return there;
}

/// A bit for each child with items in any of `layers`.
inline std::uint32_t children_in_layers(const node& here, std::uint32_t layers) noexcept {
    std::uint32_t wanted = 0;
    for (std::uint32_t slot = 0; slot < fan_out; ++slot) {
        wanted |= (here.layers[slot] & layers) != 0 ? lane_bit[slot] : 0U;
    }
    return wanted;
}

/// A bit for each child that may intersect `area`.
inline std::uint32_t intersected_children(const node& here, const box<float>& area) noexcept {
    std::uint32_t intersected = 0;
    for (std::uint32_t slot = 0; slot < fan_out; ++slot) {
        const bool is_intersected = lane_intersects(area, here.x0[slot], here.y0[slot], here.x1[slot], here.y1[slot]);
        intersected |= is_intersected ? lane_bit[slot] : 0U;
    }
    return intersected;
}

/// A bit for each child that lies in `area`.
inline std::uint32_t children_inside(const node& here, const box<float>& area) noexcept {
    std::uint32_t inside = 0;
    for (std::uint32_t slot = 0; slot < fan_out; ++slot) {
        const bool is_inside = (area.min.x <= here.x0[slot]) & (here.x1[slot] <= area.max.x) &
                               (area.min.y <= here.y0[slot]) & (here.y1[slot] <= area.max.y);
        inside |= is_inside ? lane_bit[slot] : 0U;
    }
    return inside;
}

/// Writes a lane of `from` to position `at` of `into`, and its id to `ids`; returns its bounds.
template <class Shape>
box<typename Shape::scalar> write_candidate(const block<Shape>& from, std::uint32_t lane, lane_buffer<Shape>& into,
                                            std::uint32_t* ids, std::uint32_t at) noexcept {
    const auto around = lane_bounds(from, lane);
    into.x0[at] = around.min.x;
    into.y0[at] = around.min.y;
    into.x1[at] = around.max.x;
    into.y1[at] = around.max.y;
    if constexpr (is_circle<Shape>) {
        into.shapes.x[at] = from.x[lane];
        into.shapes.y[at] = from.y[lane];
        into.shapes.r[at] = from.r[lane];
    }
    ids[at] = from.id[lane];
    return around;
}

/// Appends the lanes that intersect `area` to those of `into`, and their ids to `ids`; there must be room for 16 more.
/// Returns the number of lanes that `into` then has.
template <class Shape>
std::uint32_t append_intersecting(const block<Shape>& from, const box<typename Shape::scalar>& area,
                                  lane_buffer<Shape>& into, std::uint32_t* ids) noexcept {
    std::uint32_t filled = into.filled;
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
        const auto around = write_candidate(from, lane, into, ids, filled);
        filled += lane_intersects(area, around.min.x, around.min.y, around.max.x, around.max.y) ? 1U : 0U;
    }
    return filled;
}

/// Plain loops use the count: no sentinel is needed after the last lane.
template <class Shape>
void close_buffer(lane_buffer<Shape>&) noexcept {}

/// Tests lane `one` of `among` against the lanes from `first` on; writes the pairs after the first `count`; returns the
/// new count.
template <class Shape>
std::uint32_t append_intersecting_pairs(const lane_buffer<Shape>& among, std::uint32_t one, std::uint32_t first,
                                        index_pair* pairs, std::uint32_t count) noexcept {
    const box<typename Shape::scalar> mine{{among.x0[one], among.y0[one]}, {among.x1[one], among.y1[one]}};
    const std::uint32_t index = among.index[one];
    for (std::uint32_t lane = first; lane < among.filled; ++lane) {
        pairs[count] = {index, among.index[lane]};
        count += lane_intersects(mine, among.x0[lane], among.y0[lane], among.x1[lane], among.y1[lane]) ? 1U : 0U;
    }
    return count;
}

/// Writes the children that intersect `area` to `intersected`, in ascending order; returns their number.
inline int select_children_intersecting(const node& here, const box<float>& area, std::uint32_t* intersected) noexcept {
    int selected = 0;
    for (std::uint32_t rest = intersected_children(here, area); rest != 0; rest &= rest - 1) {
        intersected[selected++] = here.child[std::countr_zero(rest)];
    }
    return selected;
}

/// Writes those of the first `count` references whose bounds intersect `area` to `intersected`; returns their number.
template <class Bounds>
int select_intersecting(const Bounds& bounds, const std::uint32_t* references, int count, const box<float>& area,
                        std::uint32_t* intersected) noexcept {
    int selected = 0;
    for (int at = 0; at < count; ++at) {
        intersected[selected] = references[at];
        selected += lane_intersects(area, bounds.x0[at], bounds.y0[at], bounds.x1[at], bounds.y1[at]) ? 1 : 0;
    }
    return selected;
}

/// The bounds of lanes.
template <class Scalar>
class lane_bounds_sum {
public:
    void add(const box<Scalar>& here) noexcept { around_ = united(around_, here); }
    box<Scalar> total() const noexcept { return around_; }

private:
    box<Scalar> around_ = empty_box<Scalar>();
};

/// Writes the new shapes of the live lanes, by these indices, and adds them to `around`; returns a bit for each lane
/// whose item has left its home.
template <class Shape>
std::uint32_t update_lanes(block<Shape>& which, std::uint32_t live, const Shape* shapes, const std::uint32_t* indices,
                           const home<typename Shape::scalar>& home,
                           lane_bounds_sum<typename Shape::scalar>& around) noexcept {
    std::uint32_t left = 0;
    for (std::uint32_t lane = 0; lane < live; ++lane) {
        const Shape shape = shapes[indices[lane]];
        write_shape(which, lane, shape);
        around.add(bounds_of(shape));
        left |= (home.holds(shape) ? 0U : 1U) << lane;
    }
    return left;
}

/// A bit for each live lane that this home holds.
template <class Shape>
std::uint32_t lanes_at_home(const block<Shape>& which, const home<typename Shape::scalar>& home) noexcept {
    std::uint32_t those = 0;
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
        those |= (home.holds(read_shape(which, lane)) ? 1U : 0U) << lane;
    }
    return those;
}

/// The index of the first shape that cannot be stored, or the number of shapes.
template <class Shape>
std::uint32_t first_unstorable(std::span<const Shape> shapes) noexcept {
    std::uint32_t at = 0;
    while (at < shapes.size() && is_storable(shapes[at])) {
        ++at;
    }
    return at;
}

} // namespace quadrille::detail::QUADRILLE_KERNELS
QUADRILLE_AFTER_KERNELS();

#endif
