// Whether polygons are convex: the library does not check it, and answers wrong about others.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BINDINGS_FLAT_CONVEXITY_HPP
#define QUADRILLE_BINDINGS_FLAT_CONVEXITY_HPP

#include <quadrille/shapes.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

namespace quadrille::flat {

/// Counts how often an outline turns back, as seen along one direction.
class turn_count {
public:
    void add(double step, double slack) noexcept {
        if (std::abs(step) > slack) {
            turns_ += last_ != 0 && (step < 0) != (last_ < 0) ? 1 : 0;
            last_ = step;
        }
    }
    int turns() const noexcept { return turns_; }

private:
    double last_ = 0;
    int turns_ = 0;
};

/// Whether a polygon is convex, in either winding order, but for turns that may come from the rounding of its vertices to
/// the scalar. Vertices may repeat. O(vertices). All turns have one direction, and the outline goes round once: as seen
/// along each of four directions it turns back at most twice a round.
template <class Scalar>
bool is_convex(std::span<const point<Scalar>> vertices) noexcept {
    double size = 0;
    for (const point<Scalar>& one : vertices) {
        size = std::max({size, std::abs(double(one.x)), std::abs(double(one.y))});
    }
    const double rounding = size * std::numeric_limits<Scalar>::epsilon();
    bool is_left = false;
    bool is_right = false;
    turn_count turns[4];
    point<double> last{0, 0};
    for (std::size_t step = 1, from = 0; step < 2 * vertices.size(); ++step) { // twice around, to meet the first turns
        const std::size_t to = step % vertices.size();
        const point<double> edge{double(vertices[to].x) - double(vertices[from].x),
                                 double(vertices[to].y) - double(vertices[from].y)};
        const double length = std::abs(edge.x) + std::abs(edge.y);
        if (length <= rounding) {
            continue;
        }
        const double turn = last.x * edge.y - last.y * edge.x;
        const double slack = rounding * (length + std::abs(last.x) + std::abs(last.y));
        is_left = is_left || turn > slack;
        is_right = is_right || turn < -slack;
        turns[0].add(edge.x, rounding);
        turns[1].add(edge.y, rounding);
        turns[2].add(edge.x + edge.y, 2 * rounding);
        turns[3].add(edge.x - edge.y, 2 * rounding);
        last = edge;
        from = to;
    }
    const auto goes_round_once = [](const turn_count& one) { return one.turns() <= 4; };
    return !(is_left && is_right) && std::ranges::all_of(turns, goes_round_once);
}

} // namespace quadrille::flat

#endif
