// Stores the edges of rows in trees of caps, and compares two rows by them.
// SPDX-License-Identifier: MIT
//
// A place is inside rings if its meridian, from the place to the north pole, crosses an odd number of their edges and
// the pole is not inside, or an even number and the pole is inside. The part of this number that a run of edges adds
// follows from the longitudes of its ends, if the whole run is north of the place.
#include "shapes.hpp"

#include "files/text/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <variant>

namespace quadrille::cli::globe {

namespace {

bool is_pole(const place& one) noexcept { return std::abs(one.y) == 90; }

/// Returns the longitude `to` as the continuation of a longitude by the shorter way round.
double longitude_after(double before, double to) noexcept { return before + std::remainder(to - before, 360); }

/// Returns whether the shortest way on the globe from a longitude to another crosses a meridian an odd number of times.
/// The numbers of consecutive runs add up.
bool is_odd_passing(double from, double to, double meridian) noexcept {
    return std::fmod(std::floor((to - meridian) / 360) - std::floor((from - meridian) / 360), 2) != 0;
}

} // namespace

// ---- Rows -----------------------------------------------------------------------------------------------------------

shapes::shapes(const files::layer& layer) {
    rows_.reserve(layer.size());
    for (std::uint32_t number = 0; number < layer.size(); ++number) {
        add_row(layer, number);
    }
}

shapes::shapes(std::span<const place> places) {
    rows_.reserve(places.size());
    for (const place& each : places) {
        row_of_edges row = begun_row();
        add_place(row, each);
        finish(row);
    }
}

shapes::row_of_edges shapes::begun_row() const {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return {edges_.size(), 0, parts_.size(), 0, {{infinity, infinity}, {-infinity, -infinity}}};
}

void shapes::finish(row_of_edges& row) {
    row.last = edges_.size();
    row.last_part = parts_.size();
    box<double>& all = row.bounds;
    if (all.max.x - all.min.x >= 360) {
        all.min.x = -180;
        all.max.x = 180;
    } else {
        const double turned = std::floor((all.min.x + 180) / 360) * 360;
        all.min.x -= turned;
        all.max.x -= turned;
    }
    rows_.push_back(row);
    add_caps(root_of(static_cast<std::uint32_t>(rows_.size() - 1)));
}

void shapes::add_place(row_of_edges& to, const place& one) {
    parts_.push_back(one);
    add_edge(to, {one, one}, no_ring);
}

void shapes::add_edge(row_of_edges& to, const way& along, std::uint32_t ring) {
    edges_.push_back({along, ring});
    box<double>& all = to.bounds;
    const auto [west, east] = std::minmax(along.from.x, along.to.x);
    const auto mirrored = [](const place& one) { return place{one.x, -one.y}; };
    all.min.x = std::min(all.min.x, west);
    all.max.x = std::max(all.max.x, east);
    all.min.y = std::min(all.min.y, -highest_latitude(mirrored(along.from), mirrored(along.to)));
    all.max.y = std::max(all.max.y, highest_latitude(along.from, along.to));
}

void shapes::add_line(row_of_edges& to, std::span<const place> vertices) {
    place last = vertices.front();
    if (vertices.size() == 1) {
        add_edge(to, {last, last}, no_ring);
    }
    for (const place& each : vertices.subspan(1)) {
        const place next{is_pole(each) ? last.x : longitude_after(last.x, each.x), each.y};
        add_edge(to, {last, next}, no_ring);
        last = next;
    }
}

void shapes::add_ring(row_of_edges& to, std::span<const place> vertices, std::uint32_t ring) {
    const auto begin = std::find_if_not(vertices.begin(), vertices.end(), is_pole);
    if (begin == vertices.end()) {
        add_line(to, vertices);
        return;
    }
    to.has_rings = true;
    const auto skipped = static_cast<std::size_t>(begin - vertices.begin());
    place last = *begin;
    for (std::size_t each = 1; each <= vertices.size(); ++each) {
        place next = vertices[(skipped + each) % vertices.size()];
        if (is_pole(next)) {
            next.x = last.x;
        } else {
            next.x = longitude_after(last.x, next.x);
            if (is_pole(last) && next.x != last.x) {
                add_edge(to, {last, {next.x, last.y}}, ring);
                last.x = next.x;
            }
        }
        if (next != last) {
            add_edge(to, {last, next}, ring);
        }
        last = next;
    }
    if (edges_.empty() || edges_.back().ring != ring) { // all places of the ring are equal
        add_edge(to, {last, last}, no_ring);
    }
    const double turns = std::round((last.x - begin->x) / 360);
    if (std::fmod(turns, 2) != 0) {
        const bool is_north =
            has_less_on_the_left(vertices) == (turns > 0); // if it turns to the east, the north pole is on its left
        to.has_north_pole = to.has_north_pole != is_north;
        (is_north ? to.bounds.max.y : to.bounds.min.y) = is_north ? 90 : -90;
    }
}

void shapes::add_row(const files::layer& layer, std::uint32_t number) {
    row_of_edges row = begun_row();
    const auto refuse = [&](const char* found) {
        throw files::bad_input(
            fmt::format("{}: wanted points, lines or polygons (--metres, --km), found {}", layer.name, found));
    };
    if (const files::geometry_view drawn = layer.drawn[number]; !drawn.empty()) {
        std::vector<place> vertices;
        std::uint32_t begin = 0;
        for (const files::geometry_part& part : drawn.parts) {
            vertices.clear();
            for (const place& each : drawn.vertices.subspan(begin, part.end - begin)) {
                vertices.push_back(taken_place(each, layer.name));
            }
            begin = part.end;
            if (part.kind == files::part_kind::point) {
                for (const place& each : vertices) {
                    add_place(row, each);
                }
            } else {
                parts_.push_back(vertices.front());
                if (part.kind == files::part_kind::line) {
                    add_line(row, vertices);
                } else {
                    add_ring(row, vertices, static_cast<std::uint32_t>(&part - drawn.parts.data()));
                }
            }
        }
    } else if (const auto* const places = std::get_if<std::vector<place>>(&layer.shapes)) {
        add_place(row, taken_place((*places)[number], layer.name));
    } else if (const auto* const boxes = std::get_if<std::vector<box<double>>>(&layer.shapes)) {
        const box<double>& one = (*boxes)[number];
        if (one.min != one.max) {
            refuse("boxes");
        }
        add_place(row, taken_place(one.min, layer.name));
    } else {
        refuse("circles");
    }
    finish(row);
}

cap shapes::add_caps(const node& below) {
    const std::size_t at = caps_.size();
    caps_.emplace_back();
    if (below.is_edge()) {
        const way& along = edges_[below.first].along;
        caps_[at] = cap_of(along.from, along.to);
    } else {
        const cap one = add_caps(below.first_half());
        const cap other = add_caps(below.second_half());
        caps_[at] = joined(one, other);
    }
    return caps_[at];
}

shapes take_shapes(files::layer& layer) {
    demand_degrees(layer);
    shapes taken(layer);
    std::vector<box<double>> bounds(layer.size());
    for (std::uint32_t row = 0; row < layer.size(); ++row) {
        bounds[row] = taken.bounds(row);
    }
    layer.shapes = std::move(bounds);
    layer.has_trees = false; // the trees of an index have other bounds
    return taken;
}

std::optional<shapes> take_rows(files::layer& layer) {
    if (!has_places(layer)) {
        return take_shapes(layer);
    }
    take_places(layer);
    return {};
}

// ---- Inside ---------------------------------------------------------------------------------------------------------

bool shapes::is_odd_to_the_north(const node& of, const place& where, const meridian& through) const {
    const edge& first = edges_[of.first];
    const edge& last = edges_[of.last - 1];
    if (of.is_edge() && first.ring == no_ring) {
        return false;
    }
    const cap_side side = through.side_of(caps_[of.cap]);
    if (side == cap_side::beside || side == cap_side::north) {
        return false;
    }
    if (side == cap_side::south && first.ring != no_ring && first.ring == last.ring) {
        return is_odd_passing(first.along.from.x, last.along.to.x, where.x);
    }
    if (!of.is_edge()) {
        return is_odd_to_the_north(of.first_half(), where, through) !=
               is_odd_to_the_north(of.second_half(), where, through);
    }
    const way& along = first.along;
    const bool is_eastward = along.to.x > along.from.x;
    return is_odd_passing(along.from.x, along.to.x, where.x) &&
           (is_pole(along.from) && is_pole(along.to) ? along.from.y > 0 : is_right_of(along, where) == is_eastward);
}

bool shapes::is_inside(std::uint32_t row, const place& where) const {
    return rows_[row].has_rings &&
           is_odd_to_the_north(root_of(row), where, meridian(where)) != rows_[row].has_north_pole;
}

bool shapes::has_part_inside(std::uint32_t row, const shapes& others, std::uint32_t other) const {
    const auto begin = parts_.begin() + static_cast<std::ptrdiff_t>(rows_[row].first_part);
    const auto end = parts_.begin() + static_cast<std::ptrdiff_t>(rows_[row].last_part);
    return others.rows_[other].has_rings &&
           std::any_of(begin, end, [&](const place& each) { return others.is_inside(other, each); });
}

// ---- Distances ------------------------------------------------------------------------------------------------------

/// Finds the least distance between the edges of two rows, in both trees at once, or the first one that is near enough.
class shapes::search {
public:
    search(const shapes& of_one, const shapes& of_other, double limit, double enough)
        : one_(of_one), other_(of_other), least_(limit), enough_(enough) {}

    void look(const node& one, const node& other) {
        const cap& of_one = one_.caps_[one.cap];
        const cap& of_other = other_.caps_[other.cap];
        if (least_ <= enough_ || least_metres_between(of_one, of_other) > least_) {
            return;
        }
        if (const double most = most_metres_between(of_one, of_other); most <= enough_) {
            least_ = most;
        } else if (one.is_edge() && other.is_edge()) {
            least_ =
                std::min(least_, globe::metres_between(one_.edges_[one.first].along, other_.edges_[other.first].along));
        } else if (other.is_edge() || (!one.is_edge() && of_one.angle >= of_other.angle)) {
            const node halves[] = {one.first_half(), one.second_half()};
            const bool is_second_nearer = least_metres_between(one_.caps_[halves[1].cap], of_other) <
                                          least_metres_between(one_.caps_[halves[0].cap], of_other);
            look(halves[is_second_nearer ? 1 : 0], other);
            look(halves[is_second_nearer ? 0 : 1], other);
        } else {
            const node halves[] = {other.first_half(), other.second_half()};
            const bool is_second_nearer = least_metres_between(of_one, other_.caps_[halves[1].cap]) <
                                          least_metres_between(of_one, other_.caps_[halves[0].cap]);
            look(one, halves[is_second_nearer ? 1 : 0]);
            look(one, halves[is_second_nearer ? 0 : 1]);
        }
    }
    double least() const noexcept { return least_; }

private:
    const shapes& one_;
    const shapes& other_;
    double least_;
    double enough_;
};

double shapes::metres_between(std::uint32_t row, const shapes& others, std::uint32_t other, double limit) const {
    if (least_metres_between(caps_[root_of(row).cap], others.caps_[others.root_of(other).cap]) > limit) {
        return std::numeric_limits<double>::infinity();
    }
    if (has_part_inside(row, others, other) || others.has_part_inside(other, *this, row)) {
        return 0;
    }
    search nearest(*this, others, std::nextafter(limit, std::numeric_limits<double>::infinity()), 0);
    nearest.look(root_of(row), others.root_of(other));
    return nearest.least();
}

bool shapes::are_within(double metres, std::uint32_t row, const shapes& others, std::uint32_t other) const {
    if (least_metres_between(caps_[root_of(row).cap], others.caps_[others.root_of(other).cap]) > metres) {
        return false;
    }
    search close_by(*this, others, std::nextafter(metres, std::numeric_limits<double>::infinity()), metres);
    close_by.look(root_of(row), others.root_of(other));
    return close_by.least() <= metres || has_part_inside(row, others, other) ||
           others.has_part_inside(other, *this, row);
}

} // namespace quadrille::cli::globe
