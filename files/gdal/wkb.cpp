// Reads and writes well-known binary: reads ISO 13249, and the older form whose types have a bit for z.
// SPDX-License-Identifier: MIT
#include "wkb.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

namespace quadrille::files {

namespace {

enum class wkb_type : std::uint32_t {
    point = 1,
    line = 2,
    polygon = 3,
    several_points = 4,
    several_lines = 5,
    several_polygons = 6,
    collection = 7,
    surface = 15, // of polygons
    tin = 16,     // of triangles
    triangle = 17
};

// ---- Reading --------------------------------------------------------------------------------------------------------

constexpr int deepest_wkb_collection = 16;

/// The type, and the number of coordinates of a position.
struct wkb_head {
    wkb_type type;
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
        head = {wkb_type{type % 1000}, 2 + std::size_t{more == 3 ? 2U : more != 0 || has_old_z ? 1U : 0U}};
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
        case wkb_type::point: return take_positions(1, head.numbers, part_kind::point);
        case wkb_type::line: return take_list_of_positions(head.numbers, part_kind::line);
        case wkb_type::polygon:
        case wkb_type::triangle: return take_rings(head.numbers);
        case wkb_type::several_points:
        case wkb_type::several_lines:
        case wkb_type::several_polygons:
        case wkb_type::collection:
        case wkb_type::surface:
        case wkb_type::tin: return depth < deepest_wkb_collection && take_geometries(depth + 1);
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
    /// The first ring with vertices is the outer ring.
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

// ---- Writing --------------------------------------------------------------------------------------------------------

wkb_type type_of(part_kind kind) {
    return kind == part_kind::point ? wkb_type::point : kind == part_kind::line ? wkb_type::line : wkb_type::polygon;
}

wkb_type several_of(wkb_type type) { return static_cast<wkb_type>(static_cast<std::uint32_t>(type) + 3); }

class bytes_written {
public:
    void begin(wkb_type type) {
        bytes_ += std::endian::native == std::endian::little ? '\1' : '\0';
        number(static_cast<std::uint32_t>(type));
    }
    template <class Number>
    void number(Number value) {
        bytes_.append(reinterpret_cast<const char*>(&value), sizeof(value));
    }
    void count(std::size_t of) { number(static_cast<std::uint32_t>(of)); }
    void position(const point<double>& at) {
        number(at.x);
        number(at.y);
    }
    void line(std::span<const point<double>> vertices, bool is_ring) {
        const bool lacks_end = vertices.size() == 1 || (is_ring && vertices.front() != vertices.back());
        count(vertices.size() + (lacks_end ? 1 : 0));
        for (const point<double>& each : vertices) {
            position(each);
        }
        if (lacks_end) {
            position(vertices.front());
        }
    }
    void append(const std::string& more) { bytes_ += more; }
    std::string take() && { return std::move(bytes_); }

private:
    std::string bytes_;
};

/// Consecutive parts of one type: those from `first` to before `last`.
class same_parts {
public:
    same_parts(const geometry_view& of, std::size_t first, std::size_t last) : of_(of), first_(first), last_(last) {}

    std::string wkb() const {
        const wkb_type type = type_of(of_.parts[first_].kind);
        std::vector<std::string> each = type == wkb_type::point  ? points()
                                        : type == wkb_type::line ? lines()
                                                                 : polygons();
        if (each.size() == 1) {
            return std::move(each.front());
        }
        bytes_written all;
        all.begin(several_of(type));
        all.count(each.size());
        for (const std::string& one : each) {
            all.append(one);
        }
        return std::move(all).take();
    }

private:
    std::span<const point<double>> vertices_of(std::size_t part) const {
        const std::size_t begin = part == 0 ? 0 : of_.parts[part - 1].end;
        return of_.vertices.subspan(begin, of_.parts[part].end - begin);
    }
    std::vector<std::string> points() const {
        std::vector<std::string> each;
        for (std::size_t part = first_; part < last_; ++part) {
            for (const point<double>& at : vertices_of(part)) {
                bytes_written one;
                one.begin(wkb_type::point);
                one.position(at);
                each.push_back(std::move(one).take());
            }
        }
        return each;
    }
    std::vector<std::string> lines() const {
        std::vector<std::string> each;
        for (std::size_t part = first_; part < last_; ++part) {
            bytes_written one;
            one.begin(wkb_type::line);
            one.line(vertices_of(part), false);
            each.push_back(std::move(one).take());
        }
        return each;
    }
    std::vector<std::string> polygons() const {
        std::vector<std::string> each;
        for (std::size_t part = first_; part < last_;) {
            std::size_t end = part + 1;
            while (end < last_ && of_.parts[end].kind == part_kind::further_ring) {
                ++end;
            }
            bytes_written one;
            one.begin(wkb_type::polygon);
            one.count(end - part);
            for (; part < end; ++part) {
                one.line(vertices_of(part), true);
            }
            each.push_back(std::move(one).take());
        }
        return each;
    }

    const geometry_view& of_;
    std::size_t first_;
    std::size_t last_;
};

} // namespace

bool read_wkb(std::string_view bytes, geometry& into) { return wkb_reader(bytes, into).read(); }

std::string_view wkb_type_name(std::string_view bytes) {
    geometry unused;
    wkb_head head{};
    if (!wkb_reader(bytes, unused).take_head(head)) {
        return "";
    }
    switch (head.type) {
    case wkb_type::point: return "Point";
    case wkb_type::line: return "LineString";
    case wkb_type::polygon: return "Polygon";
    case wkb_type::several_points: return "MultiPoint";
    case wkb_type::several_lines: return "MultiLineString";
    case wkb_type::several_polygons: return "MultiPolygon";
    case wkb_type::collection: return "GeometryCollection";
    case wkb_type::surface: return "PolyhedralSurface";
    case wkb_type::tin: return "TIN";
    case wkb_type::triangle: return "Triangle";
    }
    return "";
}

bool is_wkb_point(std::string_view bytes) {
    geometry none;
    wkb_head head{};
    return wkb_reader(bytes, none).take_head(head) && head.type == wkb_type::point;
}

std::string wkb_of(const geometry_view& shape) {
    std::vector<std::string> each;
    for (std::size_t first = 0; first < shape.parts.size();) {
        std::size_t last = first + 1;
        while (last < shape.parts.size() && type_of(shape.parts[last].kind) == type_of(shape.parts[first].kind)) {
            ++last;
        }
        each.push_back(same_parts(shape, first, last).wkb());
        first = last;
    }
    if (each.size() == 1) {
        return std::move(each.front());
    }
    bytes_written all;
    all.begin(wkb_type::collection);
    all.count(each.size());
    for (const std::string& one : each) {
        all.append(one);
    }
    return std::move(all).take();
}

} // namespace quadrille::files
