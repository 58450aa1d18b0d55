// The picture of a moment: what is on screen, as flat arrays that a page can read.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_PLAYGROUND_PICTURE_HPP
#define QUADRILLE_PLAYGROUND_PICTURE_HPP

#include <quadrille/shapes.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace quadrille::playground {

/// What is to be drawn.
struct frame {
    box<float> area = {{0, 0}, {0, 0}}; ///< of the world, that is on screen
    bool cells = false;                 ///< the squares of the grid
    bool bounds = false;                ///< the measured bounds
    std::uint32_t max_items = 60'000;   ///< with more of them on screen they are counted by tiles instead
    float tile = 1;                     ///< the side of these
};

/// The kinds of lines: what the page colors them by.
enum class stroke : std::uint8_t { link, ray, path, ring, pair };

/// What a cell is, as the sum of these.
enum cell_mark : std::uint8_t {
    is_leaf_cell = 1,
    is_opened_cell = 2 ///< by the query of the pane
};

/// The numbers that the page shows, by their position in `picture::facts`.
enum class fact : std::uint8_t {
    ticks,
    items,
    answers, ///< pairs, neighbors, items seen: what the scene is about
    began,
    ended,
    inner_cells,
    leaves,
    deepest,
    bytes,
    visible, ///< items on screen
    window_cells,
    window_blocks,
    window_lanes,
    answer_cells,
    answer_blocks,
    answer_lanes,
    answer_pairs,   ///< pairs of items that were tested
    compared,       ///< pairs by brute force
    compared_tests, ///< how many it tested
    pane_leaves,    ///< leaves that the query of the pane has opened
    pane_lanes,     ///< items that it has tested
    pane_answers,
    vertices,
    ringed,       ///< items in the ring of the torus
    across,       ///< of these, those that it sees across a seam
    tile_columns, ///< 0: items are drawn
    tiles_left,   ///< where the tiles begin
    tiles_top,
    count
};

struct picture {
    std::vector<float> shapes;        ///< four numbers for each item: its bounds; of boids place and heading
    std::vector<std::uint8_t> marks;  ///< one for each item: 0, at rest, to 255
    std::vector<std::uint32_t> ids;   ///< one for each item: its index
    std::vector<std::uint32_t> tiles; ///< row by row, how many items are in each
    std::vector<float> cells;         ///< six for each cell: its square, its depth, and what it is (cell_mark)
    std::vector<float> bounds;        ///< four for each cell
    std::vector<float> lines;         ///< five for each line: both ends, and its kind; of a ring center, radius and 0
    std::vector<float> vertices;      ///< two for each vertex of a polygon
    std::vector<std::uint32_t> polygons; ///< the number of vertices of each
    std::vector<float> dots;             ///< three for each: its place, and its mark
    std::array<double, static_cast<std::size_t>(fact::count)> facts = {};

    void clear() noexcept;
    void add_line(stroke how, point<float> from, point<float> to);
    void add_ring(point<float> center, float radius);
    void add_dot(point<float> place, std::uint8_t mark);
    void add_polygon(std::span<const point<float>> outline);
    void set(fact which, double value) noexcept { facts[static_cast<std::size_t>(which)] = value; }
};

} // namespace quadrille::playground

#endif
