// The kernels in plain C++: one block of lanes against an area, against itself, measured, refreshed.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_KERNELS_PLAIN_HPP
#define QUADRILLE_SRC_KERNELS_PLAIN_HPP

#include <quadrille/vocabulary.hpp>

#include "../bytes.hpp"
#include "../grid.hpp"

#include <cstdint>
#include <limits>

namespace quadrille::detail::plain {

/// Writes the ids of the lanes that touch `area` to `ids`, which has room for 16; returns how many. No branch depends on an
/// answer: a mispredicted one costs more than the test.
template <class Scalar>
std::uint32_t collect_touching(const block<box<Scalar>>& from, const box<Scalar>& area, std::uint32_t* ids) noexcept {
    std::uint32_t count = 0;
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
        ids[count] = from.id[lane];
        count += static_cast<std::uint32_t>((from.x0[lane] <= area.max.x) & (area.min.x <= from.x1[lane]) &
                                            (from.y0[lane] <= area.max.y) & (area.min.y <= from.y1[lane]));
    }
    return count;
}

/// The exact bounds of the live lanes.
template <class Scalar>
box<Scalar> exact_bounds(const block<box<Scalar>>& of) noexcept {
    box<Scalar> around = nothing<Scalar>();
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
        around.min.x = of.x0[lane] < around.min.x ? of.x0[lane] : around.min.x;
        around.min.y = of.y0[lane] < around.min.y ? of.y0[lane] : around.min.y;
        around.max.x = of.x1[lane] > around.max.x ? of.x1[lane] : around.max.x;
        around.max.y = of.y1[lane] > around.max.y ? of.y1[lane] : around.max.y;
    }
    return around;
}

/// The bounds of the live lanes as nodes keep them.
template <class Scalar>
measured measure(const block<box<Scalar>>& of) noexcept {
    const box<Scalar> around = exact_bounds(of);
    std::uint32_t layers = 0;
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
        layers |= of.layers[lane];
    }
    return {round_down(around.min.x), round_down(around.min.y), round_up(around.max.x), round_up(around.max.y), layers};
}

/// Appends the lanes that touch `area` to the lanes of `into` (five arrays side by side, with room for 16 more); returns how
/// many it then has.
template <class Scalar, class Buffer>
std::uint32_t append_touching(const block<box<Scalar>>& from, const box<Scalar>& area, Buffer& into) noexcept {
    std::uint32_t filled = into.filled;
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
        into.x0[filled] = from.x0[lane];
        into.y0[filled] = from.y0[lane];
        into.x1[filled] = from.x1[lane];
        into.y1[filled] = from.y1[lane];
        into.index[filled] = from.id[lane];
        filled += static_cast<std::uint32_t>((from.x0[lane] <= area.max.x) & (area.min.x <= from.x1[lane]) &
                                             (from.y0[lane] <= area.max.y) & (area.min.y <= from.y1[lane]));
    }
    return filled;
}

/// Lane `one` of `among` against the lanes from `first` on: writes the pairs behind the first `count`; returns the new count.
template <class Buffer>
std::uint32_t meet(const Buffer& among, std::uint32_t one, std::uint32_t first, index_pair* pairs,
                   std::uint32_t count) noexcept {
    const auto x0 = among.x0[one];
    const auto y0 = among.y0[one];
    const auto x1 = among.x1[one];
    const auto y1 = among.y1[one];
    const std::uint32_t index = among.index[one];
    for (std::uint32_t lane = first; lane < among.filled; ++lane) {
        pairs[count] = {index, among.index[lane]};
        count += static_cast<std::uint32_t>((among.x0[lane] <= x1) & (x0 <= among.x1[lane]) & (among.y0[lane] <= y1) &
                                            (y0 <= among.y1[lane]));
    }
    return count;
}

/// Which of the four children may touch `area`: a bit each.
inline std::uint32_t touched_children(const node& here, const box<float>& area) noexcept {
    std::uint32_t touched = 0;
    for (std::uint32_t slot = 0; slot < 4; ++slot) {
        touched |= static_cast<std::uint32_t>((here.x0[slot] <= area.max.x) & (area.min.x <= here.x1[slot]) &
                                              (here.y0[slot] <= area.max.y) & (area.min.y <= here.y1[slot]))
                   << slot;
    }
    return touched;
}

/// Gives the live lanes their new shapes; a bit for each lane whose item has left its home.
template <class Scalar>
std::uint32_t refresh(block<box<Scalar>>& lanes_of, std::uint32_t live, const box<Scalar>* shapes,
                      const home<Scalar>& house) noexcept {
    std::uint32_t left = 0;
    for (std::uint32_t lane = 0; lane < live; ++lane) {
        const box<Scalar> shape = shapes[lanes_of.id[lane]];
        lanes_of.x0[lane] = shape.min.x;
        lanes_of.y0[lane] = shape.min.y;
        lanes_of.x1[lane] = shape.max.x;
        lanes_of.y1[lane] = shape.max.y;
        left |= static_cast<std::uint32_t>(!house.holds(shape)) << lane;
    }
    return left;
}

} // namespace quadrille::detail::plain

#endif
