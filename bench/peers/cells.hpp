// Where the cells of a uniform grid lie; both grids use it.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BENCH_CELLS_HPP
#define QUADRILLE_BENCH_CELLS_HPP

#include "../subject.hpp"

#include <algorithm>
#include <cstdint>

namespace quadrille::bench {

/// Square cells, no smaller than the largest box, numbered row by row. An item is filed by its lower corner, so it
/// intersects only what is filed in its own cell or in the eight around it. What lies outside is filed in the border
/// cells: clamping keeps the order of coordinates and brings nothing further apart.
struct cell_frame {
    point<float> corner{0, 0};
    float inverse = 0; ///< 1 / side
    float largest = 0; ///< the largest side of a box that they are fit for
    float last_column = 0;
    float last_row = 0;
    /// One cell more than there are columns: that empty cell is between two rows, so that the cells around one on
    /// the border need no test.
    std::uint32_t stride = 2;

    std::uint32_t rows() const noexcept { return static_cast<std::uint32_t>(last_row) + 1; }

    /// Cells 0 … stride are empty: there is a row above the first, and one cell before the first of a row.
    std::uint32_t cell_of(const box<float>& shape) const noexcept {
        const float column = std::clamp((shape.min.x - corner.x) * inverse, 0.0F, last_column);
        const float row = std::clamp((shape.min.y - corner.y) * inverse, 0.0F, last_row);
        return (static_cast<std::uint32_t>(row) + 1) * stride + static_cast<std::uint32_t>(column) + 1;
    }

    /// The numbers of cells, empty rows above and below included, and one more for the end.
    std::size_t starts() const noexcept { return (std::size_t{rows()} + 2) * stride + 2; }
};

/// Cells `scale` (≥ 1) times as large as the largest box, larger where that would make more than `cells_per_item` of
/// them for each item.
cell_frame frame_of(boxes now, float scale, float cells_per_item);

} // namespace quadrille::bench

#endif
