// Counts distances between places and items by many radii at once.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BINDINGS_PYTHON_NATIVE_DISTANCE_COUNTS_HPP
#define QUADRILLE_BINDINGS_PYTHON_NATIVE_DISTANCE_COUNTS_HPP

#include "bindings/python/native/arrays.hpp"
#include "bindings/python/native/interpreter.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace quadrille::flat {

using number_array = py::array_t<double, py::array::c_style>;

/// Returns the index of the first of `count` ascending squares that is not less; of the last, if all are. It has no
/// branch, because the answers are as random as the distances.
inline std::size_t first_not_less(const double* squares, std::size_t count, double square) noexcept {
    const double* first = squares;
    while (count > 1) {
        const std::size_t half = count / 2;
        first += first[half - 1] < square ? half : 0;
        count -= half;
    }
    return static_cast<std::size_t>(first - squares);
}

/// Adds to `counts[i]` how many items of the rows have a squared distance above `squares[i - 1]` and up to
/// `squares[i]`. Rows are those that `query_within` found for the places, at the distance of the last square.
inline void count_distances(const number_array& places, const py::array_t<std::uint64_t, py::array::c_style>& ends,
                            const py::array_t<std::uint32_t, py::array::c_style>& indices, const number_array& items,
                            const number_array& squares, std::pair<double, double> period,
                            py::array_t<std::int64_t, py::array::c_style> counts) {
    const double* const place = places.data();
    const double* const item = items.data();
    const std::uint32_t* const index = indices.data();
    const double* const square = squares.data();
    std::int64_t* const sum = counts.mutable_data();
    const auto radii = static_cast<std::size_t>(squares.size());
    const auto rows = static_cast<std::size_t>(ends.size());
    const std::uint64_t* const end = ends.data();
    const auto nearest_image = [](double between, double size) noexcept {
        return size > 0 ? between - size * std::nearbyint(between / size) : between;
    };
    const interpreter_unlocked unlocked;
    std::uint64_t at = 0;
    for (std::size_t row = 0; row < rows; ++row) {
        for (; at < end[row]; ++at) {
            const double dx = nearest_image(place[2 * row] - item[2 * std::size_t{index[at]}], period.first);
            const double dy = nearest_image(place[2 * row + 1] - item[2 * std::size_t{index[at]} + 1], period.second);
            ++sum[first_not_less(square, radii, dx * dx + dy * dy)];
        }
    }
}

} // namespace quadrille::flat

#endif
