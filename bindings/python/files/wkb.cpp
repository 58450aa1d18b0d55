// Writes geometries as well-known binary.
// SPDX-License-Identifier: MIT
#include "bindings/python/files/wkb.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace quadrille::files {

namespace {

using cli::geometry_part;
using cli::geometry_view;
using cli::part_kind;

enum class wkb_type : std::uint32_t {
    point = 1,
    line = 2,
    polygon = 3,
    several_points = 4,
    several_lines = 5,
    several_polygons = 6,
    collection = 7
};

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

/// The parts of a shape from `first` to before `last`, which are of one type.
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
