// Points, lines and polygons on the globe: their edges are shortest ways on the ellipsoid.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_GLOBE_SHAPES_HPP
#define QUADRILLE_CLI_GLOBE_SHAPES_HPP

#include "caps.hpp"
#include "files/layer/layer.hpp"
#include "geodesic.hpp"
#include "globe.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace quadrille::cli::globe {

/// The rows of a layer. A place inside an odd number of a row's rings is inside the row; the inside of a ring around a
/// pole is the smaller part of the globe. Several threads may query it.
class shapes {
public:
    /// Throws `bad_input` if rows are boxes or circles, or have latitudes beyond 90.
    explicit shapes(const files::layer& layer);
    explicit shapes(std::span<const place> places);

    /// Returns the bounds of a row, in degrees: the west is from −180 to 180, the east may be beyond 180.
    box<double> bounds(std::uint32_t row) const { return rows_[row].bounds; }

    /// Returns the distance of two rows in metres, within `way_accuracy`; any number above `limit` if the distance is
    /// above it.
    double metres_between(std::uint32_t row, const shapes& others, std::uint32_t other,
                          double limit = std::numeric_limits<double>::infinity()) const;
    /// Returns whether they are no farther apart than `metres`.
    bool are_within(double metres, std::uint32_t row, const shapes& others, std::uint32_t other) const;

private:
    static constexpr std::uint32_t no_ring = std::numeric_limits<std::uint32_t>::max();

    /// Longitudes continue from edge to edge of a ring. If a ring passes a pole, it has an edge there, from one
    /// longitude to the other.
    struct edge {
        way along;
        std::uint32_t ring; ///< `no_ring` for lines and points
    };
    struct row_of_edges {
        std::size_t first; ///< the first of its edges
        std::size_t last;
        std::size_t first_part;
        std::size_t last_part;
        box<double> bounds;
        bool has_rings = false;
        bool has_north_pole = false; ///< the north pole is inside
    };
    /// A node of the tree of a row: consecutive edges. The caps are in order: a node before its first half, and that
    /// before its second.
    struct node {
        std::size_t first;
        std::size_t last;
        std::size_t cap;

        bool is_edge() const noexcept { return last - first == 1; }
        node first_half() const noexcept { return {first, middle(), cap + 1}; }
        node second_half() const noexcept { return {middle(), last, cap + 2 * (middle() - first)}; }

    private:
        std::size_t middle() const noexcept { return first + (last - first) / 2; }
    };
    class search;

    void add_row(const files::layer& layer, std::uint32_t number);
    void add_place(row_of_edges& to, const place& one);
    row_of_edges begun_row() const;
    void finish(row_of_edges& row);
    void add_line(row_of_edges& to, std::span<const place> vertices);
    void add_ring(row_of_edges& to, std::span<const place> vertices, std::uint32_t ring);
    void add_edge(row_of_edges& to, const way& along, std::uint32_t ring);
    cap add_caps(const node& below);

    node root_of(std::uint32_t row) const noexcept {
        return {rows_[row].first, rows_[row].last, 2 * rows_[row].first - row};
    }
    /// Returns whether a place is inside the rings of a row.
    bool is_inside(std::uint32_t row, const place& where) const;
    /// Returns whether an odd number of the edges is north of a place.
    bool is_odd_to_the_north(const node& of, const place& where, const meridian& through) const;
    /// Returns whether the first place of a part of the row is inside another row.
    bool has_part_inside(std::uint32_t row, const shapes& others, std::uint32_t other) const;

    std::vector<edge> edges_;
    std::vector<cap> caps_;    ///< for each row, one less than twice its edges
    std::vector<place> parts_; ///< the first place of each part
    std::vector<row_of_edges> rows_;
};

/// Takes the rows of a layer; the layer's own shapes are then their bounds. Throws `bad_input` as the constructor does,
/// and if the coordinates have another system.
shapes take_shapes(files::layer& layer);
/// Does the same for a layer that is not only points; if it is, moves its longitudes into −180 … 180, and returns
/// nothing.
std::optional<shapes> take_rows(files::layer& layer);

} // namespace quadrille::cli::globe

#endif
