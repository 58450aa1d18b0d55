// The bodies of visibility.hpp: adding walls, reading the pieces of the skyline, and placing vertices between pieces.
// SPDX-License-Identifier: MIT

namespace quadrille {

// ---- Adding walls ---------------------------------------------------------------------------------------------------

template <std::floating_point Scalar>
void visibility<Scalar>::begin(const view<Scalar>& from) {
    view_ = from;
    area_ = box_from_center(from.where, {from.reach, from.reach});
    skyline_.clear();
    walls_.clear();
    vertices_.clear();
    aim();
    const bool has_room = area_.min.x < from.where.x && from.where.x < area_.max.x && area_.min.y < from.where.y &&
                          from.where.y < area_.max.y;
    const bool has_heading = is_all_round() || (is_storable(right_) && right_ != offset{0, 0});
    const bool is_measured = double(from.reach) <= longest_reach;
    is_blind_ = !(is_storable(area_) && has_room && is_measured && has_heading && from.half_angle > narrowest);
    if (is_blind_) {
        return;
    }
    // The sides of the square are walls too, so that every direction ends at a wall.
    const point<Scalar> corners[] = {
        area_.min, {area_.max.x, area_.min.y}, area_.max, {area_.min.x, area_.max.y}, area_.min};
    for (std::uint32_t side = 0; side < sides; ++side) {
        add_relative(corners[side], corners[side + 1]);
    }
}

template <std::floating_point Scalar>
void visibility<Scalar>::aim() noexcept {
    const offset facing = detail::of_unit_size({double(view_.facing.x), double(view_.facing.y)});
    const double sine = std::sin(double(view_.half_angle));
    const double cosine = std::cos(double(view_.half_angle));
    right_ = {facing.x * cosine + facing.y * sine, facing.y * cosine - facing.x * sine};
    left_ = {facing.x * cosine - facing.y * sine, facing.y * cosine + facing.x * sine};
}

/// A box that contains all walls that matter: half or a quarter of the square for a narrow cone to one side.
template <std::floating_point Scalar>
box<Scalar> visibility<Scalar>::query_area() const noexcept {
    box<Scalar> area = area_;
    if (double(view_.half_angle) < std::numbers::pi / 2) {
        area.min.x = right_.x >= 0 && left_.x >= 0 ? view_.where.x : area.min.x;
        area.max.x = right_.x <= 0 && left_.x <= 0 ? view_.where.x : area.max.x;
        area.min.y = right_.y >= 0 && left_.y >= 0 ? view_.where.y : area.min.y;
        area.max.y = right_.y <= 0 && left_.y <= 0 ? view_.where.y : area.max.y;
    }
    return area;
}

/// Only the sides that face the light can hide anything: one or two sides, inside the square; none if the box contains
/// the light.
template <std::floating_point Scalar>
void visibility<Scalar>::add(const box<Scalar>& wall) {
    const point<Scalar>& light = view_.where;
    if (is_blind_ || !intersects(wall, area_)) {
        return;
    }
    const box<Scalar> seen = {
        {std::clamp(wall.min.x, area_.min.x, area_.max.x), std::clamp(wall.min.y, area_.min.y, area_.max.y)},
        {std::clamp(wall.max.x, area_.min.x, area_.max.x), std::clamp(wall.max.y, area_.min.y, area_.max.y)}};
    if (light.x < wall.min.x || wall.max.x < light.x) {
        const Scalar side = light.x < wall.min.x ? wall.min.x : wall.max.x;
        add_relative({side, seen.min.y}, {side, seen.max.y});
    }
    if (light.y < wall.min.y || wall.max.y < light.y) {
        const Scalar side = light.y < wall.min.y ? wall.min.y : wall.max.y;
        add_relative({seen.min.x, side}, {seen.max.x, side});
    }
}

template <std::floating_point Scalar>
void visibility<Scalar>::add(const segment<Scalar>& wall) {
    if (!is_blind_ && intersects(bounds_of(wall), area_)) {
        add_relative(wall.a, wall.b);
    }
}

template <std::floating_point Scalar>
void visibility<Scalar>::add_relative(const point<Scalar>& a, const point<Scalar>& b) {
    if (double(view_.reach) < shortest_reach) {
        return;
    }
    offset from = relative(a);
    offset to = relative(b);
    const double far_off = longest_wall * double(view_.reach);
    if (detail::longer_side(from) > far_off || detail::longer_side(to) > far_off) {
        // For such a wall, rounding or overflow would lose the side of a place. Ends outside the square are not visible
        // anyway, so they may be moved along the wall.
        const double most = 4 * double(view_.reach);
        const offset other = from;
        from = detail::drawn_near(from, to, most);
        to = detail::drawn_near(to, other, most);
    }
    const double turn = detail::cross(from, to);
    if (turn > 0) {
        skyline_.add(from, to);
        walls_.push_back({a, b});
    } else if (turn < 0) {
        skyline_.add(to, from);
        walls_.push_back({b, a});
    }
}

// ---- The skyline in order -------------------------------------------------------------------------------------------

/// Visits every piece of the skyline in the view, counter-clockwise. The first and last pieces of a cone are cut at its
/// edges.
template <std::floating_point Scalar>
template <class Visitor>
void visibility<Scalar>::each_stretch(Visitor&& visitor) const {
    detail::heading start = {0, -1};
    detail::heading end = {3, 1};
    if (!is_all_round()) {
        start = detail::heading_of(right_);
        end = detail::heading_of(left_);
    }
    int turns = (end.quarter - start.quarter + 4) % 4;
    turns = turns == 0 && !(start.slope < end.slope) ? 4 : turns; // a full turn, back to the first quarter
    for (int turn = 0; turn <= turns; ++turn) {
        const int quarter = (start.quarter + turn) % 4;
        const double low = turn == 0 ? start.slope : -1;
        const double high = turn == turns ? end.slope : 1;
        for (const detail::skyline_piece& piece : skyline_.quarter(quarter).pieces) {
            const stretch seen = {quarter, (std::max)(piece.from, low), (std::min)(piece.to, high), piece.face};
            if (seen.from < seen.to) {
                visitor(seen);
            }
        }
    }
}

template <std::floating_point Scalar>
point<Scalar> visibility<Scalar>::clamped(const point<Scalar>& place, std::uint32_t wall) const noexcept {
    const box<Scalar> around = bounds_of(walls_[wall]);
    return {std::clamp(place.x, around.min.x, around.max.x), std::clamp(place.y, around.min.y, around.max.y)};
}

/// The point of a piece's wall in this direction; the wall's own end if it is there. The point lies in the square
/// despite rounding.
template <std::floating_point Scalar>
point<Scalar> visibility<Scalar>::place_at(const stretch& seen, double slope) const noexcept {
    const detail::wall_face& face = face_of(seen);
    if (is_start(face, slope)) {
        return in_square(walls_[face.wall].a);
    }
    if (is_end(face, slope)) {
        return in_square(walls_[face.wall].b);
    }
    const double height = face.height_at(slope);
    const double reach = double(view_.reach);
    const double distance = height * reach > 1 ? 1 / height : reach; // a place beyond, by rounding, moves to the edge
    return clamped(in_square(absolute(detail::turned_up({distance, slope * distance}, seen.quarter))), face.wall);
}

// ---- Placing vertices -----------------------------------------------------------------------------------------------

template <std::floating_point Scalar>
std::span<const point<Scalar>> visibility<Scalar>::finish() {
    skyline_.settle();
    vertices_.clear(); // from an earlier call
    stretch first{};
    stretch last{};
    bool is_first = true;
    each_stretch([&](const stretch& seen) {
        if (!is_first) {
            emit_step(last, seen);
        } else if (!is_all_round()) {
            emit(view_.where, true);
            emit(place_at(seen, seen.from), true);
        }
        first = is_first ? seen : first;
        last = seen;
        is_first = false;
    });
    if (is_first) {
        return vertices_;
    }
    if (is_all_round()) {
        emit_step(last, first);
    } else {
        emit(place_at(last, last.to), true);
    }
    if (vertices_.size() > 1 && is_one_place(vertices_.front(), vertices_.back(), first_is_own_ && last_is_own_)) {
        vertices_.front() = last_is_own_ ? vertices_.back() : vertices_.front();
        vertices_.pop_back();
    }
    return vertices_;
}

/// Emits the vertices between two pieces: two, one if the pieces meet, and none inside one wall.
template <std::floating_point Scalar>
void visibility<Scalar>::emit_step(const stretch& before, const stretch& after) {
    const detail::wall_face& old_face = face_of(before);
    const detail::wall_face& new_face = face_of(after);
    if (old_face.wall == new_face.wall) {
        return;
    }
    const bool ends = is_end(old_face, before.to);
    const bool starts = is_start(new_face, after.from);
    const point<Scalar> old_end = place_at(before, before.to);
    const point<Scalar> new_start = place_at(after, after.from);
    if (!ends && !starts) { // they cross
        emit(clamped(old_end, new_face.wall), false);
    } else {
        emit(old_end, ends);
        emit(new_start, starts);
    }
}

/// If a wall ends on another, or two cross exactly behind a corner, rounding may produce one point twice: the wall's
/// own end replaces both.
template <std::floating_point Scalar>
void visibility<Scalar>::emit(const point<Scalar>& vertex, bool is_own) {
    if (vertices_.empty() || !is_one_place(vertices_.back(), vertex, last_is_own_ && is_own)) {
        first_is_own_ = vertices_.empty() ? is_own : first_is_own_;
        vertices_.push_back(vertex);
        last_is_own_ = is_own;
    } else if (is_own) {
        vertices_.back() = vertex;
        last_is_own_ = true;
    }
}

/// Whether two vertices are the same: compared exactly if both are walls' own ends, otherwise with tolerance for
/// rounding. The computed intersection of walls at a small angle is wrong by some bits more than the last.
template <std::floating_point Scalar>
bool visibility<Scalar>::is_one_place(const point<Scalar>& one, const point<Scalar>& other,
                                      bool are_own) const noexcept {
    constexpr double step = (std::max)(2.0 * std::numeric_limits<Scalar>::epsilon(), 0x1p-46);
    const double far_off = double((std::max)(std::abs(view_.where.x), std::abs(view_.where.y))) + double(view_.reach);
    const double noise = are_own ? 0 : step * far_off;
    return std::abs(double(one.x) - double(other.x)) <= noise && std::abs(double(one.y) - double(other.y)) <= noise;
}

template <std::floating_point Scalar>
template <class Visitor>
void visibility<Scalar>::shadows(Visitor&& visitor) const {
    each_stretch([&](const stretch& seen) {
        if (face_of(seen).wall < sides) {
            return;
        }
        const auto on_the_edge = [&](double slope) {
            const double reach = view_.reach;
            return in_square(absolute(detail::turned_up({reach, slope * reach}, seen.quarter)));
        };
        const std::array<point<Scalar>, 4> dark = {on_the_edge(seen.from), on_the_edge(seen.to),
                                                   place_at(seen, seen.to), place_at(seen, seen.from)};
        visitor(std::span<const point<Scalar>>(dark));
    });
}

// ---- Visibility of points -------------------------------------------------------------------------------------------

template <std::floating_point Scalar>
bool visibility<Scalar>::is_in_cone(const offset& place) const noexcept {
    if (is_all_round()) {
        return true;
    }
    if (double(view_.half_angle) <= std::numbers::pi / 2) {
        return detail::cross(right_, place) >= 0 && detail::cross(place, left_) >= 0;
    }
    return !(detail::cross(left_, place) > 0 && detail::cross(place, right_) > 0);
}

template <std::floating_point Scalar>
bool visibility<Scalar>::sees(const point<Scalar>& place) const noexcept {
    const offset there = relative(place);
    const double reach = view_.reach;
    const bool is_near = there.x * there.x + there.y * there.y <= reach * reach &&
                         are_within(point<double>{there.x, there.y}, point<double>{0, 0}, reach); // also tiny squares
    if (is_blind_ || !is_near || !is_in_cone(there)) {
        return false;
    }
    // In the direction of a wall's end the pieces on both sides count; at the border of two quarters those of both
    // quarters.
    for (int quarter = 0; quarter < 4; ++quarter) {
        const offset here = detail::turned_down(there, quarter);
        if (!(here.x > 0 && -here.x <= here.y && here.y <= here.x)) {
            continue;
        }
        const double slope = here.y / here.x;
        const detail::skyline_quarter& all = skyline_.quarter(quarter);
        auto piece = std::lower_bound(all.pieces.begin(), all.pieces.end(), slope,
                                      [](const detail::skyline_piece& one, double wanted) { return one.to < wanted; });
        for (; piece != all.pieces.end() && piece->from <= slope; ++piece) {
            if (skyline_.walls()[all.faces[piece->face].wall].side_of(there) < 0) {
                return false;
            }
        }
    }
    return true;
}

// ---- One wall -------------------------------------------------------------------------------------------------------

namespace detail {

/// 1 if `place` is to the left of the line from `a` to `b`, −1 if to the right, 0 if on it.
template <class Scalar>
int side_of_line(const point<Scalar>& a, const point<Scalar>& b, const point<Scalar>& place) noexcept {
    const double one = (double(b.x) - double(a.x)) * (double(place.y) - double(a.y));
    const double other = (double(b.y) - double(a.y)) * (double(place.x) - double(a.x));
    return (one > other ? 1 : 0) - (one < other ? 1 : 0);
}

template <class Scalar>
bool holds(const box<Scalar>& area, const point<Scalar>& place) noexcept {
    return intersects(area, place);
}

} // namespace detail

template <std::floating_point Scalar>
bool hides(const box<Scalar>& wall, const point<Scalar>& from, const point<Scalar>& to) noexcept {
    if (detail::holds(wall, from) || !intersects(wall, segment<Scalar>{from, to})) {
        return false;
    }
    if (!detail::holds(wall, to)) {
        return true;
    }
    // The end lies in the wall: the wall hides it unless the line enters the wall exactly there.
    const bool comes_through_x = from.x > to.x ? to.x < wall.max.x : from.x == to.x || wall.min.x < to.x;
    const bool comes_through_y = from.y > to.y ? to.y < wall.max.y : from.y == to.y || wall.min.y < to.y;
    return comes_through_x && comes_through_y;
}

template <std::floating_point Scalar>
bool hides(const segment<Scalar>& wall, const point<Scalar>& from, const point<Scalar>& to) noexcept {
    const box<Scalar> line_bounds = bounds_of(segment<Scalar>{from, to});
    const int a_side = detail::side_of_line(from, to, wall.a);
    const int b_side = detail::side_of_line(from, to, wall.b);
    const int from_side = detail::side_of_line(wall.a, wall.b, from);
    const int to_side = detail::side_of_line(wall.a, wall.b, to);
    if (from_side == 0 && detail::holds(bounds_of(wall), from)) {
        return false;
    }
    if (a_side == 0 && b_side == 0) { // all on one line
        return (detail::holds(line_bounds, wall.a) && wall.a != to) ||
               (detail::holds(line_bounds, wall.b) && wall.b != to);
    }
    return a_side * b_side <= 0 && from_side * to_side < 0;
}

} // namespace quadrille
