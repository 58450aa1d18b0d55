// The cells of a uniform grid; both grids use them.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BENCH_CELLS_HPP
#define QUADRILLE_BENCH_CELLS_HPP

#include "../subject.hpp"

#include <algorithm>
#include <cstdint>

namespace quadrille::bench {

/// Square cells, no smaller than the largest box, numbered row by row. An item is filed by its lower corner. So it
/// intersects only items in its own cell or in the eight around it. Items outside are filed in the border cells:
/// clamping keeps the order of coordinates and increases no distance.
struct cell_frame {
    point<float> corner{0, 0};
    float inverse = 0; ///< 1 / side
    float largest = 0; ///< the largest side of a box for which the cells are large enough
    float last_column = 0;
    float last_row = 0;
    /// One cell more than there are columns: this empty cell separates two rows, so that the cells around a border cell
    /// need no test.
    std::uint32_t stride = 2;

    std::uint32_t rows() const noexcept { return static_cast<std::uint32_t>(last_row) + 1; }

    /// Cells 0 … stride are empty: there is a row above the first, and one cell before the first of a row.
    std::uint32_t cell_of(const box<float>& shape) const noexcept {
        const float column = std::clamp((shape.min.x - corner.x) * inverse, 0.0F, last_column);
        const float row = std::clamp((shape.min.y - corner.y) * inverse, 0.0F, last_row);
        return (static_cast<std::uint32_t>(row) + 1) * stride + static_cast<std::uint32_t>(column) + 1;
    }

    /// Returns the number of cells, including the empty rows above and below, and one for the end.
    std::size_t starts() const noexcept { return (std::size_t{rows()} + 2) * stride + 2; }
};

/// Returns cells `scale` (≥ 1) times as large as the largest box; larger ones if there would be more than
/// `cells_per_item` for each item.
cell_frame frame_of(boxes now, float scale, float cells_per_item);

} // namespace quadrille::bench

#endif
