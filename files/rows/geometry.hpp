// The geometries of a file: points, lines and polygons, as vertices.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_ROWS_GEOMETRY_HPP
#define QUADRILLE_FILES_ROWS_GEOMETRY_HPP

#include <quadrille/geometry.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace quadrille::files {

/// The kind of a part. A polygon is its first ring and the further rings after it. A place inside an odd number of them
/// is inside the polygon. Rings are closed whether or not the last vertex repeats the first.
enum class part_kind : std::uint8_t { point, line, first_ring, further_ring };

struct geometry_part {
    part_kind kind;
    std::uint32_t end; ///< after its last vertex; the part begins at the end of the part before it
};

/// All vertices of all parts. Without parts only the shape of the row is known.
struct geometry_view {
    std::span<const point<double>> vertices;
    std::span<const geometry_part> parts;

    bool empty() const noexcept { return parts.empty(); }
};

/// A geometry that is being built.
struct geometry {
    std::vector<point<double>> vertices;
    std::vector<geometry_part> parts;

    void clear() noexcept {
        vertices.clear();
        parts.clear();
    }
    /// Makes a part of this kind from the vertices since the last part. Without new vertices it adds no part.
    void end_part(part_kind kind) {
        const std::size_t begin = parts.empty() ? 0 : parts.back().end;
        if (vertices.size() > begin) {
            parts.push_back({kind, static_cast<std::uint32_t>(vertices.size())});
        }
    }
    void append(const geometry& more) {
        const auto before = static_cast<std::uint32_t>(vertices.size());
        vertices.insert(vertices.end(), more.vertices.begin(), more.vertices.end());
        for (const geometry_part& each : more.parts) {
            parts.push_back({each.kind, before + each.end});
        }
    }
    operator geometry_view() const noexcept { return {vertices, parts}; }
};

/// The geometries of rows; many may be empty.
class geometry_list {
public:
    /// Adds the geometry of a row after all earlier ones.
    void add(std::size_t row, const geometry_view& one) {
        ends_.resize(row, end());
        vertices_.insert(vertices_.end(), one.vertices.begin(), one.vertices.end());
        parts_.insert(parts_.end(), one.parts.begin(), one.parts.end());
        ends_.push_back(end());
        ++count_;
    }
    bool empty() const noexcept { return count_ == 0; }
    /// Returns the number of rows with a geometry.
    std::size_t count() const noexcept { return count_; }
    geometry_view operator[](std::size_t row) const noexcept {
        if (row >= ends_.size()) {
            return {};
        }
        const ends first = row == 0 ? ends{0, 0} : ends_[row - 1];
        const ends last = ends_[row];
        return {std::span(vertices_).subspan(first.vertices, last.vertices - first.vertices),
                std::span(parts_).subspan(first.parts, last.parts - first.parts)};
    }
    /// Returns the list with row `order[i]` as row i.
    geometry_list in_order(std::span<const std::uint32_t> order) const {
        geometry_list ordered;
        for (std::size_t row = 0; row < order.size(); ++row) {
            if (const geometry_view one = (*this)[order[row]]; !one.empty()) {
                ordered.add(row, one);
            }
        }
        return ordered;
    }

private:
    struct ends {
        std::size_t vertices;
        std::size_t parts;
    };
    ends end() const noexcept { return {vertices_.size(), parts_.size()}; }

    std::vector<point<double>> vertices_;
    std::vector<geometry_part> parts_;
    std::size_t count_ = 0;
    std::vector<ends> ends_; ///< of each row, up to the last one with a geometry
};

} // namespace quadrille::files

#endif
