// Writes geometries row by row, and reads them back.
// SPDX-License-Identifier: MIT
#include "saved_geometry.hpp"

#include <cmath>
#include <cstddef>
#include <limits>

namespace quadrille::files {

void write_geometries(const geometry_list& drawn, std::uint32_t rows, byte_writer& out) {
    for (std::uint32_t row = 0; row < rows; ++row) {
        const geometry_view one = drawn[row];
        out.number(static_cast<std::uint32_t>(one.parts.size()));
        std::uint32_t begin = 0;
        for (const geometry_part& part : one.parts) {
            out.number(static_cast<std::uint8_t>(part.kind));
            out.number(part.end - begin);
            begin = part.end;
        }
        for (const point<double>& vertex : one.vertices) {
            out.number(vertex.x);
            out.number(vertex.y);
        }
    }
}

bool read_geometry(byte_reader& in, geometry& one) {
    one.clear();
    std::uint32_t parts = 0;
    if (!in.number(parts)) {
        return false;
    }
    std::uint64_t vertices = 0;
    for (; parts > 0; --parts) {
        std::uint8_t kind = 0;
        std::uint32_t count = 0;
        if (!in.number(kind) || !in.number(count) || kind > static_cast<std::uint8_t>(part_kind::further_ring) ||
            count == 0 || vertices + count > std::numeric_limits<std::uint32_t>::max()) {
            return false;
        }
        const bool has_first_ring = !one.parts.empty() && one.parts.back().kind >= part_kind::first_ring;
        if (part_kind{kind} == part_kind::further_ring && !has_first_ring) {
            return false;
        }
        vertices += count;
        one.parts.push_back({part_kind{kind}, static_cast<std::uint32_t>(vertices)});
    }
    for (; vertices > 0; --vertices) {
        point<double> vertex{};
        if (!in.number(vertex.x) || !in.number(vertex.y) || !std::isfinite(vertex.x) || !std::isfinite(vertex.y)) {
            return false;
        }
        one.vertices.push_back(vertex);
    }
    return true;
}

} // namespace quadrille::files
