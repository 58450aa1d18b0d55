// Reads well-known binary: that of ISO 13249, and the older one whose types have a bit for z.
// SPDX-License-Identifier: MIT
#include "wkb.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace quadrille::cli {

namespace {

enum wkb_type : std::uint32_t {
    wkb_point = 1,
    wkb_line = 2,
    wkb_polygon = 3,
    wkb_points = 4,
    wkb_lines = 5,
    wkb_polygons = 6,
    wkb_collection = 7,
    wkb_surface = 15, // of polygons
    wkb_tin = 16,     // of triangles
    wkb_triangle = 17
};

constexpr int deepest_wkb_collection = 16;

/// A type, and how many numbers a position has.
struct wkb_head {
    std::uint32_t type;
    std::size_t numbers;
};

class wkb_reader {
public:
    wkb_reader(std::string_view bytes, geometry& into) : rest_(bytes), into_(into) {}

    bool read() { return take_geometry(0) && rest_.empty(); }
    bool take_head(wkb_head& head) {
        std::uint32_t type = 0;
        if (rest_.empty() || (rest_[0] != 0 && rest_[0] != 1)) {
            return false;
        }
        const auto order = rest_[0] == 1 ? std::endian::little : std::endian::big;
        is_swapped_ = order != std::endian::native;
        rest_.remove_prefix(1);
        if (!take(type)) {
            return false;
        }
        constexpr std::uint32_t old_z = 0x80000000U;
        const bool has_old_z = (type & old_z) != 0;
        type &= ~old_z;
        const std::uint32_t more = type / 1000; // 1: z, 2: m, 3: both
        head = {type % 1000, 2 + std::size_t{more == 3 ? 2U : more != 0 || has_old_z ? 1U : 0U}};
        return more <= 3;
    }

private:
    template <class Number>
    bool take(Number& into) {
        char bytes[sizeof(Number)];
        if (rest_.size() < sizeof(Number)) {
            return false;
        }
        for (std::size_t each = 0; each < sizeof(Number); ++each) {
            bytes[each] = rest_[is_swapped_ ? sizeof(Number) - 1 - each : each];
        }
        std::memcpy(&into, bytes, sizeof(Number));
        rest_.remove_prefix(sizeof(Number));
        return true;
    }

    bool take_geometry(int depth) {
        wkb_head head{};
        if (!take_head(head)) {
            return false;
        }
        switch (head.type) {
        case wkb_point: return take_positions(1, head.numbers, part_kind::point);
        case wkb_line: return take_list_of_positions(head.numbers, part_kind::line);
        case wkb_polygon:
        case wkb_triangle: return take_rings(head.numbers);
        case wkb_points:
        case wkb_lines:
        case wkb_polygons:
        case wkb_collection:
        case wkb_surface:
        case wkb_tin: return depth < deepest_wkb_collection && take_geometries(depth + 1);
        default: return false;
        }
    }
    bool take_geometries(int depth) {
        std::uint32_t count = 0;
        bool is_good = take(count);
        for (; count > 0 && is_good; --count) {
            is_good = take_geometry(depth);
        }
        return is_good;
    }
    /// The first ring that has vertices is the first one.
    bool take_rings(std::size_t numbers) {
        std::uint32_t count = 0;
        bool is_good = take(count);
        const std::size_t before = into_.parts.size();
        for (; count > 0 && is_good; --count) {
            const bool is_first = into_.parts.size() == before;
            is_good = take_list_of_positions(numbers, is_first ? part_kind::first_ring : part_kind::further_ring);
        }
        return is_good;
    }
    bool take_list_of_positions(std::size_t numbers, part_kind kind) {
        std::uint32_t count = 0;
        return take(count) && take_positions(count, numbers, kind);
    }
    bool take_positions(std::size_t count, std::size_t numbers, part_kind kind) {
        if (count > rest_.size() / (numbers * sizeof(double))) {
            return false;
        }
        into_.vertices.reserve(into_.vertices.size() + count);
        for (; count > 0; --count) {
            point<double> at{};
            take(at.x);
            take(at.y);
            rest_.remove_prefix((numbers - 2) * sizeof(double));
            into_.vertices.push_back(at);
        }
        into_.end_part(kind);
        return true;
    }

    std::string_view rest_;
    geometry& into_;
    bool is_swapped_ = false;
};

} // namespace

bool read_wkb(std::string_view bytes, geometry& into) { return wkb_reader(bytes, into).read(); }

bool is_wkb_point(std::string_view bytes) {
    geometry none;
    wkb_head head{};
    return wkb_reader(bytes, none).take_head(head) && head.type == wkb_point;
}

} // namespace quadrille::cli
