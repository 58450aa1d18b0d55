// The skyline: the nearest wall in each direction from one place, as an upper envelope.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_VISIBILITY_SKYLINE_HPP
#define QUADRILLE_DETAIL_VISIBILITY_SKYLINE_HPP

#include <quadrille/geometry.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace quadrille::detail {

/// A place relative to the viewer, or a direction.
using offset = point<double>;

constexpr double cross(const offset& one, const offset& other) noexcept { return one.x * other.y - one.y * other.x; }

constexpr double longer_side(const offset& place) noexcept {
    const double x = place.x < 0 ? -place.x : place.x;
    const double y = place.y < 0 ? -place.y : place.y;
    return x < y ? y : x;
}

/// The same direction with a length of about 1. The factor is a power of two, so nothing is rounded.
inline offset of_unit_size(const offset& direction) noexcept {
    const double longer = longer_side(direction);
    if (!(0 < longer && longer <= (std::numeric_limits<double>::max)())) {
        return direction;
    }
    const int exponent = std::ilogb(longer);
    return {std::ldexp(direction.x, -exponent), std::ldexp(direction.y, -exponent)};
}

/// The first point on the way from `place` to `other` at which both coordinates are at most `most`; `place` itself if
/// its coordinates are. If the way has no such point, the result is some point beyond.
constexpr offset drawn_near(offset place, const offset& other, double most) noexcept {
    const auto cut = [most](double& far_off, double& aside, double other_far, double other_aside) {
        const double border = far_off < 0 ? -most : most;
        const bool is_beyond =
            far_off < 0 ? far_off < border && border <= other_far : far_off > border && border >= other_far;
        if (is_beyond) {
            // Differences may overflow, so both are halved. The result is computed from the near end, which is exact.
            const double share = (border / 2 - other_far / 2) / (far_off / 2 - other_far / 2);
            aside = 2 * (other_aside / 2 + share * (aside / 2 - other_aside / 2));
            far_off = border;
        }
    };
    cut(place.x, place.y, other.x, other.y);
    cut(place.y, place.x, other.y, other.x);
    return place;
}

/// Rotates clockwise by this many quarters: from that quarter into the first one, |y| ≤ x.
constexpr offset turned_down(const offset& place, int quarter) noexcept {
    switch (quarter) {
    case 1: return {place.y, -place.x};
    case 2: return {-place.x, -place.y};
    case 3: return {-place.y, place.x};
    default: return place;
    }
}
/// The inverse.
constexpr offset turned_up(const offset& place, int quarter) noexcept { return turned_down(place, (4 - quarter) % 4); }

/// A direction: its quarter, and its slope in the quarter, −1 … 1, which increases counter-clockwise.
struct heading {
    int quarter;
    double slope;
};

constexpr heading heading_of(const offset& direction) noexcept {
    for (int quarter = 0; quarter < 3; ++quarter) {
        const offset here = turned_down(direction, quarter);
        if (-here.x <= here.y && here.y <= here.x) {
            return {quarter, here.y / here.x};
        }
    }
    const offset here = turned_down(direction, 3);
    return {3, here.y / here.x};
}

/// A wall as the viewer sees it.
struct seen_wall {
    offset a; ///< from here …
    offset b; ///< … counter-clockwise to here, by less than half a turn

    /// The side of `place`: positive on the viewer's side of the wall's line, 0 on it, negative behind it. Mostly exact
    /// for coordinates in float.
    double side_of(const offset& place) const noexcept {
        return (b.x - a.x) * (place.y - a.y) - (b.y - a.y) * (place.x - a.x);
    }
};

/// The part of a wall in one quarter. Its *height* is 1 ÷ (distance along the quarter's middle axis), which is linear
/// in the slope for a straight wall; the nearest wall is the highest, and an infinitely far one is at 0. So the nearest
/// walls are an upper envelope of line segments, found by merging; crossing walls are no special case.
struct wall_face {
    double from;
    double to;
    double from_height;
    double to_height;
    double slant; ///< height gained per slope
    std::uint32_t wall;
    bool has_start; ///< begins at the wall's end `a`, not at the quarter's edge
    bool has_end;   ///< ends at the wall's end `b`

    double height_at(double slope) const noexcept { return from_height + slant * (slope - from); }
};

/// A range of slopes in which one face is the nearest.
struct skyline_piece {
    double from;
    double to;
    std::uint32_t face;
};

/// One quarter of the directions.
class skyline_quarter {
public:
    std::vector<wall_face> faces;
    std::vector<skyline_piece> pieces; ///< by ascending slope, without overlap

    void clear() noexcept {
        faces.clear();
        pieces.clear();
    }

    /// Adds the part of `wall`, rotated into the first quarter, that lies in it.
    void add(std::uint32_t number, const seen_wall& wall) {
        const offset low_edge = {1, -1};
        const offset high_edge = {1, 1};
        const auto is_here = [](const offset& place) { return -place.x <= place.y && place.y <= place.x; };
        const auto covers = [&](const offset& edge) { return cross(wall.a, edge) >= 0 && cross(edge, wall.b) >= 0; };
        const auto intersection_with = [&](const offset& edge) {
            const double before = cross(wall.a, edge);
            const double share = before / (before + cross(edge, wall.b));
            return wall.a.x + share * (wall.b.x - wall.a.x);
        };
        wall_face face{};
        face.wall = number;
        face.has_start = is_here(wall.a);
        face.has_end = is_here(wall.b);
        if ((!face.has_start && !covers(low_edge)) || (!face.has_end && !covers(high_edge))) {
            return;
        }
        face.from = face.has_start ? wall.a.y / wall.a.x : -1;
        face.to = face.has_end ? wall.b.y / wall.b.x : 1;
        face.from_height = 1 / (face.has_start ? wall.a.x : intersection_with(low_edge));
        face.to_height = 1 / (face.has_end ? wall.b.x : intersection_with(high_edge));
        if (face.from < face.to) {
            const double slant = (face.to_height - face.from_height) / (face.to - face.from);
            face.slant = std::abs(slant) <= (std::numeric_limits<double>::max)() ? slant : 0; // too narrow for a slant
            faces.push_back(face);
        }
    }

    /// Finds the pieces: merges neighbors, then neighbors of neighbors, and so on. O(m log m) for m faces.
    void settle(const std::vector<seen_wall>& walls) {
        pieces.clear();
        ends_.clear();
        for (std::uint32_t number = 0; number < faces.size(); ++number) {
            pieces.push_back({faces[number].from, faces[number].to, number});
            ends_.push_back(pieces.size());
        }
        while (ends_.size() > 1) {
            merged_.clear();
            std::size_t lists = 0;
            std::size_t first = 0;
            for (std::size_t list = 0; list < ends_.size(); list += 2) {
                const std::size_t middle = ends_[list];
                const std::size_t last = list + 1 < ends_.size() ? ends_[list + 1] : middle;
                merge(walls, pieces.data() + first, pieces.data() + middle, pieces.data() + last);
                ends_[lists++] = merged_.size();
                first = last;
            }
            ends_.resize(lists);
            pieces.swap(merged_);
        }
    }

private:
    /// Appends to `merged_` the higher of two neighboring lists, `[one, other)` and `[other, last)`.
    void merge(const std::vector<seen_wall>& walls, const skyline_piece* one, const skyline_piece* other,
               const skyline_piece* last) {
        const skyline_piece* const middle = other;
        const std::size_t first = merged_.size();
        double slope = -1;
        while (one != middle && other != last) {
            slope = (std::max)(slope, (std::min)(one->from, other->from));
            const bool has_one = one->from <= slope;
            const bool has_other = other->from <= slope;
            const double end = (std::min)(has_one ? one->to : one->from, has_other ? other->to : other->from);
            if (has_one && has_other) {
                append_higher(walls, first, slope, end, one->face, other->face);
            } else {
                append(first, {slope, end, has_one ? one->face : other->face});
            }
            slope = end;
            one += one->to <= slope ? 1 : 0;
            other += other->to <= slope ? 1 : 0;
        }
        for (; one != middle; ++one) {
            append(first, {(std::max)(slope, one->from), one->to, one->face});
        }
        for (; other != last; ++other) {
            append(first, {(std::max)(slope, other->from), other->to, other->face});
        }
    }

    /// The same in the range from … to, which both faces cover.
    void append_higher(const std::vector<seen_wall>& walls, std::size_t first, double from, double to,
                       std::uint32_t one, std::uint32_t other) {
        const double at_start = lead(walls, faces[one], faces[other], from);
        const double at_end = lead(walls, faces[one], faces[other], to);
        if (at_start * at_end < 0) {
            const double share = at_start / (at_start - at_end);
            const double crossing = std::clamp(from + share * (to - from), from, to);
            append(first, {from, crossing, at_start > 0 ? one : other});
            append(first, {crossing, to, at_start > 0 ? other : one});
        } else if (at_start == 0 && at_end == 0) { // on one line: the face that continues
            append(first, {from, to, merged_.size() > first && merged_.back().face == other ? other : one});
        } else {
            append(first, {from, to, at_start + at_end > 0 ? one : other});
        }
    }

    /// The difference in height of two faces; 0 where they intersect. At an end of one face the sign is the side of the
    /// other face on which that end lies, so that rounding does not separate intersecting walls.
    static double lead(const std::vector<seen_wall>& walls, const wall_face& one, const wall_face& other,
                       double slope) {
        const double difference = one.height_at(slope) - other.height_at(slope);
        const auto signed_as = [&](double side) {
            constexpr double least = (std::numeric_limits<double>::min)();
            return side == 0 ? 0 : std::copysign((std::max)(std::abs(difference), least), side);
        };
        if (const offset* corner = corner_at(walls, one, slope)) {
            return signed_as(walls[other.wall].side_of(*corner));
        }
        if (const offset* corner = corner_at(walls, other, slope)) {
            return signed_as(-walls[one.wall].side_of(*corner));
        }
        return difference;
    }

    static const offset* corner_at(const std::vector<seen_wall>& walls, const wall_face& face, double slope) noexcept {
        if (face.has_start && slope == face.from) {
            return &walls[face.wall].a;
        }
        return face.has_end && slope == face.to ? &walls[face.wall].b : nullptr;
    }

    void append(std::size_t first, const skyline_piece& piece) {
        if (!(piece.from < piece.to)) {
            return;
        }
        if (merged_.size() > first && merged_.back().face == piece.face) {
            merged_.back().to = piece.to;
        } else {
            merged_.push_back(piece);
        }
    }

    std::vector<skyline_piece> merged_;
    std::vector<std::size_t> ends_; ///< where each list ends
};

/// All directions.
class skyline {
public:
    void clear() noexcept {
        walls_.clear();
        for (skyline_quarter& quarter : quarters_) {
            quarter.clear();
        }
    }

    /// Adds a wall, from `a` counter-clockwise to `b`; `cross(a, b) > 0`. Walls are numbered from 0.
    void add(const offset& a, const offset& b) {
        const auto number = static_cast<std::uint32_t>(walls_.size());
        walls_.push_back({a, b});
        for (int quarter = 0; quarter < 4; ++quarter) {
            quarters_[std::size_t(quarter)].add(number, {turned_down(a, quarter), turned_down(b, quarter)});
        }
    }

    void settle() {
        for (skyline_quarter& quarter : quarters_) {
            quarter.settle(walls_);
        }
    }

    const std::vector<seen_wall>& walls() const noexcept { return walls_; }
    const skyline_quarter& quarter(int number) const noexcept { return quarters_[std::size_t(number)]; }

private:
    std::vector<seen_wall> walls_;
    std::array<skyline_quarter, 4> quarters_;
};

} // namespace quadrille::detail

#endif
