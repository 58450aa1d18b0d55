// Visibility polygons among walls, for lights and viewers, in all directions or in a cone; and lines of sight.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_VISIBILITY_HPP
#define QUADRILLE_VISIBILITY_HPP

#include <quadrille/detail/visibility/skyline.hpp>
#include <quadrille/geometry.hpp>
#include <quadrille/vocabulary.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <span>
#include <vector>

namespace quadrille {

/// A light or a viewer. By default it covers all directions; with `half_angle` (radians) less than π it is a cone about
/// `facing`, a direction of any length except 0.
template <std::floating_point Scalar>
struct view {
    point<Scalar> where;
    Scalar reach; ///< range, > 0
    point<Scalar> facing = {1, 0};
    Scalar half_angle = std::numbers::pi_v<Scalar>;
};

/// The default wall of an item: its shape, at the image that is seen.
struct whole_shape {
    auto operator()(auto hit) const { return hit.image(); }
};

/// The visibility polygon of one light or viewer among walls, which are boxes and segments of a tree. It keeps its
/// buffers between looks, so that many lights in turn allocate nothing.
///
/// - `look` finds the *visibility polygon*: all places from which the light is visible, within the square of half side
///   `reach` around it. (Cut the circle when you draw, for instance by a texture that fades out; `sees` cuts it too.)
/// - All vertices are in the square. A vertex at a wall's end has that end's own coordinates, and other vertices on a
///   vertical or horizontal wall lie on it exactly. The choice of the nearest wall is computed in double.
/// - Walls may touch, cross, overlap and lie on one line: no light passes where two touch, even at a corner.
/// - **A wall that contains the light does not count**, edges included: a lantern's own box casts no shadow. To mount a
///   torch on a wall, place it slightly before the wall.
/// - Walls seen edge-on, or without size, hide nothing.
/// - With x to the right and y upwards, vertices are counter-clockwise.
/// - A light reaches nothing, and there are no vertices, if it is not finite, or if its reach is not > 0, is lost by
///   rounding, or exceeds 2⁴⁰⁰. Walls may be of any size. For a reach below 2⁻⁴⁰⁰ there are no vertices, and nothing is
///   hidden.
template <std::floating_point Scalar>
class visibility {
public:
    /// The visibility polygon among the walls of `tree`; it is valid until the next look. `wall_of(hit)` returns the
    /// wall of an item: a box, or a segment inside the item's box. In a world that wraps it is called for each image in
    /// reach: see `hit.image()` and `hit.shift()`. The first vertex of a cone's polygon is the viewer; otherwise it is
    /// unspecified. One query (with the filter `wanted`), plus O(m log m) for m walls in reach; allocates as vectors do
    /// until the buffers are large enough. If `wall_of` changes the tree, which is misuse, there are no vertices.
    template <class Tree, class WallOf = whole_shape>
    std::span<const point<Scalar>> look(const Tree& tree, const view<Scalar>& from, WallOf wall_of = {},
                                        const filter& wanted = {}, counters* counts = nullptr) {
        begin(from);
        if (!is_blind_) {
            const box<Scalar> area = query_area();
            const auto take = [&](auto hit) { hit.each_image(area, [&](auto one) { add(wall_of(one)); }); };
            if (tree.query(area, take, wanted, counts) == outcome::tree_changed) {
                begin({from.where, 0});
            }
        }
        return finish();
    }

    /// The same for many lights in turn: `visitor(number, vertices)`, which may call `sees` and `shadows`.
    template <class Tree, class Visitor, class WallOf = whole_shape>
    void look_each(const Tree& tree, std::span<const view<Scalar>> lights, Visitor&& visitor, WallOf wall_of = {},
                   const filter& wanted = {}, counters* counts = nullptr) {
        for (std::size_t number = 0; number < lights.size(); ++number) {
            visitor(number, look(tree, lights[number], wall_of, wanted, counts));
        }
    }

    /// Computes the polygon step by step: `begin`, `add` each wall (those out of reach are ignored), `finish`.
    void begin(const view<Scalar>& from);
    /// The next wall, a box or a segment; one out of reach is ignored.
    void add(const box<Scalar>& wall);
    void add(const segment<Scalar>& wall);
    /// The vertices, counter-clockwise; valid until the next look.
    std::span<const point<Scalar>> finish();

    /// The polygon of the last look.
    std::span<const point<Scalar>> vertices() const noexcept { return vertices_; }

    /// Whether this place is visible in the last look: in reach (as a circle) and in the cone, and behind no wall.
    /// The lit face of a wall is visible. O(log m).
    bool sees(const point<Scalar>& place) const noexcept;

    /// The shadows of the walls in the square, inside the last look's cone: calls `visitor(vertices)` with convex
    /// quadrilaterals from wall to edge of the square, which do not overlap.
    template <class Visitor>
    void shadows(Visitor&& visitor) const;

private:
    using offset = detail::offset;
    static constexpr double narrowest = 1e-12;         ///< radians; directions that differ by less may coincide
    static constexpr double shortest_reach = 0x1p-400; ///< products of such numbers do not underflow …
    static constexpr double longest_reach = 0x1p400;   ///< … or overflow
    static constexpr double longest_wall = 0x1p24;     ///< in multiples of the reach: beyond, walls are shortened
    static constexpr std::uint32_t sides = 4;          ///< the first four walls are the sides of the square

    /// A piece of the skyline with its quarter.
    struct stretch {
        int quarter;
        double from;
        double to;
        std::uint32_t face;
    };

    offset relative(const point<Scalar>& place) const noexcept {
        return {double(place.x) - double(view_.where.x), double(place.y) - double(view_.where.y)};
    }
    point<Scalar> absolute(const offset& place) const noexcept {
        return {static_cast<Scalar>(double(view_.where.x) + place.x),
                static_cast<Scalar>(double(view_.where.y) + place.y)};
    }
    bool is_all_round() const noexcept { return double(view_.half_angle) >= std::numbers::pi - narrowest; }
    static bool is_start(const detail::wall_face& face, double slope) noexcept {
        return face.has_start && slope == face.from;
    }
    static bool is_end(const detail::wall_face& face, double slope) noexcept {
        return face.has_end && slope == face.to;
    }
    bool is_in_cone(const offset& place) const noexcept;
    void aim() noexcept;
    box<Scalar> query_area() const noexcept;
    void add_relative(const point<Scalar>& a, const point<Scalar>& b);

    template <class Visitor>
    void each_stretch(Visitor&& visitor) const;
    const detail::wall_face& face_of(const stretch& seen) const noexcept {
        return skyline_.quarter(seen.quarter).faces[seen.face];
    }
    point<Scalar> in_square(const point<Scalar>& place) const noexcept {
        return {std::clamp(place.x, area_.min.x, area_.max.x), std::clamp(place.y, area_.min.y, area_.max.y)};
    }
    point<Scalar> place_at(const stretch& seen, double slope) const noexcept;
    point<Scalar> clamped(const point<Scalar>& place, std::uint32_t wall) const noexcept;
    void emit(const point<Scalar>& vertex, bool is_own);
    bool is_one_place(const point<Scalar>& one, const point<Scalar>& other, bool are_own) const noexcept;
    void emit_step(const stretch& before, const stretch& after);

    view<Scalar> view_{};
    box<Scalar> area_ = empty_box<Scalar>(); ///< the square, rounded to Scalar
    offset right_{};                         ///< the cone's edges
    offset left_{};
    bool is_blind_ = true;
    detail::skyline skyline_;
    std::vector<segment<Scalar>> walls_; ///< the walls of the skyline, in the user's own coordinates
    std::vector<point<Scalar>> vertices_;
    bool first_is_own_ = false; ///< the first vertex is a wall's own end
    bool last_is_own_ = false;
};

/// Whether this wall hides `to` from `from`: whether it intersects the segment between them before its end. A wall that
/// contains `from` hides nothing.
template <std::floating_point Scalar>
bool hides(const box<Scalar>& wall, const point<Scalar>& from, const point<Scalar>& to) noexcept;
template <std::floating_point Scalar>
bool hides(const segment<Scalar>& wall, const point<Scalar>& from, const point<Scalar>& to) noexcept;

/// Whether `to` is visible from `from`: whether no wall of `tree` intersects the segment between them before its end. A
/// wall that contains `from`, or is only reached at `to`, hides nothing. One query, no allocation. `wall_of` as in
/// `visibility::look`.
template <class Tree, std::floating_point Scalar, class WallOf = whole_shape>
bool is_visible(const Tree& tree, const point<Scalar>& from, const point<Scalar>& to, WallOf wall_of = {},
                const filter& wanted = {}, counters* counts = nullptr) {
    const segment<Scalar> line_of_sight = {from, to};
    if (!is_storable(bounds_of(line_of_sight))) {
        return false; // a place that is not finite is not visible
    }
    bool is_hidden = false;
    const auto look_at = [&](auto hit) {
        hit.each_image(line_of_sight, [&](auto one) { is_hidden = is_hidden || hides(wall_of(one), from, to); });
        return is_hidden ? flow::stop : flow::next;
    };
    const outcome end = tree.query(line_of_sight, look_at, wanted, counts);
    return !is_hidden && end != outcome::tree_changed;
}

} // namespace quadrille

#include <quadrille/detail/visibility/visibility.ipp>

#endif
