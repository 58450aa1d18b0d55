// Sight: on a lattice, where all is exact, what a light reaches is what a scan of all walls says; and hostile numbers do no harm.
// SPDX-License-Identifier: MIT
#include "fuzz/input.hpp"
#include "visibility/walled_world.hpp"

#include <cmath>
#include <numbers>

namespace quadrille::fuzz {
namespace {

template <class Scalar>
using wall_list = std::vector<testing::wall<Scalar>>;

/// Between −8 and 8, a multiple of 1/2.
template <class Scalar>
point<Scalar> lattice_place(input& from) {
    const auto x = static_cast<Scalar>(from.below(33)) / 2 - 8;
    return {x, static_cast<Scalar>(from.below(33)) / 2 - 8};
}
template <class Scalar>
point<Scalar> whole_place(input& from) {
    const auto x = static_cast<Scalar>(from.below(17)) - 8;
    return {x, static_cast<Scalar>(from.below(17)) - 8};
}

template <class Scalar>
wall_list<Scalar> lattice_walls(input& from) {
    wall_list<Scalar> walls(1 + from.below(24));
    for (auto& each : walls) {
        const bool is_line = from.below(2) == 0;
        const auto corner = whole_place<Scalar>(from);
        if (is_line) {
            each = segment<Scalar>{corner, whole_place<Scalar>(from)};
        } else {
            const std::uint32_t sides = from.below(16);
            each = box_from_corner(corner, {static_cast<Scalar>(sides % 4), static_cast<Scalar>(sides / 4)});
        }
    }
    return walls;
}

template <class Scalar>
class lattice_look {
public:
    explicit lattice_look(input& from)
        : from_(from), world_(testing::walls_of<Scalar>(lattice_walls<Scalar>(from))), view_{} {
        view_.where = lattice_place<Scalar>(from);
        view_.reach = static_cast<Scalar>(1 + from.below(24)) / 2;
    }

    void test() {
        polygon_ = world_.look(eye_, view_);
        expect(polygon_.size() >= 3, "a light without vertices");
        test_splinters();
        const std::uint32_t cone = from_.below(4);
        if (cone != 0) {
            test_cone(cone);
        }
        for (int rest = 60; rest > 0 && !from_.is_empty(); --rest) {
            const point<Scalar> place = lattice_place<Scalar>(from_);
            test_place(place);
            test_line(place, lattice_place<Scalar>(from_));
            test_direction(from_.raw<std::uint16_t>() * 2 * std::numbers::pi / 0x1p16);
        }
    }

private:
    void test_splinters() const {
        const double least = std::is_same_v<Scalar, float> ? 1e-6 : 1e-9;
        for (std::size_t number = 0; number < polygon_.size(); ++number) {
            const point<Scalar> here = polygon_[number];
            const point<Scalar> next = polygon_[(number + 1) % polygon_.size()];
            expect(std::hypot(double(next.x) - here.x, double(next.y) - here.y) > least, "a splinter");
        }
    }

    void test_place(const point<Scalar>& place) const {
        const bool is_hidden = world_.is_hidden(view_.where, place, false);
        const double dx = double(place.x) - view_.where.x;
        const double dy = double(place.y) - view_.where.y;
        const bool is_near = dx * dx + dy * dy <= double(view_.reach) * view_.reach;
        expect(eye_.sees(place) == (is_near && !is_hidden), "sees: not what the walls one by one say");
        double margin = 0;
        const bool is_lit = testing::is_inside(polygon_, place, margin);
        const auto square = box_from_center(view_.where, {view_.reach, view_.reach});
        expect(margin <= 1e-4 || is_lit == (intersects(square, place) && !is_hidden), "the polygon is another");
    }

    void test_direction(double angle) const {
        const long double tolerance = 2e-5L; // of the wall at an angle that is nudged
        const auto direction = [&](double aside) {
            return point<long double>{std::cos(angle + aside), std::sin(angle + aside)};
        };
        const long double nudged[] = {world_.first_intersection(view_, direction(-1e-6)),
                                      world_.first_intersection(view_, direction(0)),
                                      world_.first_intersection(view_, direction(1e-6))};
        const auto [least, most] = std::minmax({nudged[0], nudged[1], nudged[2]});
        const auto seen = testing::border(polygon_, view_.where, direction(0));
        expect(least * (1 - tolerance) - tolerance <= seen.first && seen.second <= most * (1 + tolerance) + tolerance,
               "the light ends elsewhere than at the nearest wall");
    }

    void test_line(const point<Scalar>& from, const point<Scalar>& to) const {
        const auto wall_of = [](auto hit) { return hit.value(); };
        quadtree<box<Scalar>, box<Scalar>> boxes;
        quadtree<segment<Scalar>, box<Scalar>> lines;
        for (const auto& one : world_.walls.all) {
            if (const auto* line = std::get_if<segment<Scalar>>(&one)) {
                lines.insert(bounds_of(*line), *line);
            } else {
                boxes.insert(std::get<box<Scalar>>(one), std::get<box<Scalar>>(one));
            }
        }
        expect((is_visible(boxes, from, to) && is_visible(lines, from, to, wall_of)) ==
                   !world_.is_hidden(from, to, true),
               "is_visible: not what the walls one by one say");
    }

    /// A cone sees what all round is seen and is in it; near its edges rounding may decide.
    void test_cone(std::uint32_t kind) {
        view<Scalar> narrow = view_;
        narrow.facing = kind == 1 ? lattice_place<Scalar>(from_) : from_.place<Scalar>();
        narrow.half_angle = static_cast<Scalar>((1 + from_.below(16)) * std::numbers::pi / 16);
        visibility<Scalar> eye;
        const auto polygon = world_.look(eye, narrow);
        const double aim = std::atan2(double(narrow.facing.y), double(narrow.facing.x));
        const bool is_blind = polygon.empty();
        for (int rest = 20; rest > 0 && !from_.is_empty(); --rest) {
            const point<Scalar> place = lattice_place<Scalar>(from_);
            const double dx = double(place.x) - view_.where.x;
            const double dy = double(place.y) - view_.where.y;
            const double aside = std::abs(std::remainder(std::atan2(dy, dx) - aim, 2 * std::numbers::pi));
            expect(!eye.sees(place) || eye_.sees(place), "a cone sees what all round is not seen");
            if (!is_blind && (dx != 0 || dy != 0) && eye_.sees(place) &&
                std::abs(aside - double(narrow.half_angle)) > 1e-5) {
                expect(eye.sees(place) == (aside < double(narrow.half_angle)), "a cone sees another part");
            }
        }
    }

    input& from_;
    testing::walled_world<Scalar> world_;
    view<Scalar> view_;
    visibility<Scalar> eye_;
    testing::vertices<Scalar> polygon_;
};

/// Whatever the numbers are, vertices are finite and in the square.
template <class Scalar>
void look_at_anything(input& from) {
    quadtree<segment<Scalar>, box<Scalar>> tree({.leaf_capacity = 2});
    for (std::uint32_t rest = from.below(24); rest > 0; --rest) {
        const auto line = from.line<Scalar>();
        tree.insert(bounds_of(line), line);
    }
    const auto wall_of = [](auto hit) { return hit.value(); };
    visibility<Scalar> eye;
    for (int rest = 20; rest > 0 && !from.is_empty(); --rest) {
        const auto where = from.place<Scalar>();
        view<Scalar> view = {where, from.number<Scalar>()};
        if (from.below(2) == 0) {
            view.facing = from.place<Scalar>();
            view.half_angle = from.number<Scalar>();
        }
        const auto vertices = from.below(2) == 0 ? eye.look(tree, view, wall_of) : eye.look(tree, view);
        for (const auto& vertex : vertices) {
            expect(is_storable(vertex), "a vertex that is not finite");
            expect(intersects(box_from_center(view.where, {view.reach, view.reach}), vertex),
                   "a vertex beyond the square");
        }
        eye.sees(from.place<Scalar>());
        eye.shadows([](const auto& shadow) { expect(shadow.size() == 4, "a shadow that is no quadrilateral"); });
        const auto to = from.place<Scalar>();
        is_visible(tree, where, to, wall_of);
        is_visible(tree, where, to);
    }
}

} // namespace
} // namespace quadrille::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    using namespace quadrille::fuzz;
    input from(bytes, size);
    switch (from.below(4)) {
    case 0: lattice_look<float>(from).test(); break;
    case 1: lattice_look<double>(from).test(); break;
    case 2: look_at_anything<float>(from); break;
    default: look_at_anything<double>(from); break;
    }
    return 0;
}
