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

/// Counts how often a coordinate turns back.
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

/// Whether a polygon is convex, in either winding order, but for turns that may come from the rounding of its vertices.
/// Vertices may repeat. O(vertices). All turns have one direction, and the outline goes round once, so that each
/// coordinate turns back at most twice.
template <class Scalar>
bool is_convex(std::span<const point<Scalar>> vertices) noexcept {
    if (vertices.size() < 4) {
        return true;
    }
    double size = 0;
    for (const point<Scalar>& one : vertices) {
        size = std::max({size, std::abs(double(one.x)), std::abs(double(one.y))});
    }
    const double rounding = 4 * size * std::numeric_limits<Scalar>::epsilon();
    bool is_left = false;
    bool is_right = false;
    turn_count x_turns;
    turn_count y_turns;
    point<double> last{0, 0};
    for (std::size_t step = 0; step <= vertices.size(); ++step) { // the first edge again at the end
        const point<Scalar>& from = vertices[step % vertices.size()];
        const point<Scalar>& to = vertices[(step + 1) % vertices.size()];
        const point<double> edge{double(to.x) - double(from.x), double(to.y) - double(from.y)};
        const double length = std::abs(edge.x) + std::abs(edge.y);
        if (length <= rounding) {
            continue;
        }
        const double turn = last.x * edge.y - last.y * edge.x;
        const double slack = rounding * (length + std::abs(last.x) + std::abs(last.y));
        is_left = is_left || turn > slack;
        is_right = is_right || turn < -slack;
        x_turns.add(edge.x, rounding);
        y_turns.add(edge.y, rounding);
        last = edge;
    }
    return !(is_left && is_right) && x_turns.turns() <= 2 && y_turns.turns() <= 2;
}

} // namespace quadrille::flat

#endif
