// Converts areas to outlines, and compares shapes with them.
// SPDX-License-Identifier: MIT
#include "area_test.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

namespace quadrille::cli {

namespace {

bool is_endless(const box<double>& area) {
    return !std::isfinite(area.min.x) || !std::isfinite(area.min.y) || !std::isfinite(area.max.x) ||
           !std::isfinite(area.max.y);
}

/// Replaces infinite sides by finite sides outside the shape.
box<double> ended(const box<double>& area, const exact::outline& shape) {
    const auto before = [](double side, double low) { return std::isfinite(side) ? side : low - std::abs(low) - 1; };
    const auto behind = [](double side, double high) { return std::isfinite(side) ? side : high + std::abs(high) + 1; };
    const box<double> bounds = shape.all_bounds();
    return {{before(area.min.x, std::min(bounds.min.x, area.max.x)),
             before(area.min.y, std::min(bounds.min.y, area.max.y))},
            {behind(area.max.x, std::max(bounds.max.x, area.min.x)),
             behind(area.max.y, std::max(bounds.max.y, area.min.y))}};
}

struct area_visitor {
    exact::topological_relation which;
    const exact::outline& shape;

    bool operator()(const box<double>& area) const {
        if (which == exact::topological_relation::intersects && exact::is_in(area, shape.bounds.min) &&
            exact::is_in(area, shape.bounds.max)) {
            return true;
        }
        if (!is_endless(area)) {
            return are_related(which, shape, exact::shape_outline(area).get());
        }
        return which != exact::topological_relation::contains &&
               are_related(which, shape, exact::shape_outline(ended(area, shape)).get());
    }
    bool operator()(const circle<double>& area) const {
        return are_related(which, shape, exact::shape_outline(area).get());
    }
    bool operator()(const vertex_list& area) const {
        const files::geometry_part ring{files::part_kind::first_ring, static_cast<std::uint32_t>(area.vertices.size())};
        box<double> bounds = empty_box<double>();
        for (const point<double>& each : area.vertices) {
            bounds = united(bounds, box<double>{each, each});
        }
        return are_related(which, shape, {{area.vertices, std::span(&ring, 1)}, bounds});
    }
};

} // namespace

bool is_related_to_area(exact::topological_relation which, const exact::outline& shape, const any_area& area) {
    return std::visit(area_visitor{which, shape}, area);
}

} // namespace quadrille::cli
