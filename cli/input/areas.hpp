// Points and areas on the command line: numbers separated by commas.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_INPUT_AREAS_HPP
#define QUADRILLE_CLI_INPUT_AREAS_HPP

#include <quadrille/geometry.hpp>
#include <quadrille/vocabulary.hpp>

#include <string_view>
#include <variant>
#include <vector>

namespace quadrille::cli {

/// The vertices of a convex polygon.
struct vertex_list {
    std::vector<point<double>> vertices;
};

using any_area = std::variant<box<double>, circle<double>, vertex_list>;

// Each throws a bad_value with the expected and the actual text.

/// x,y.
point<double> point_in(std::string_view text);
/// width,height, each 0 or more.
period period_in(std::string_view text);
/// x0,y0,x1,y1. Sides may be infinitely far away.
box<double> box_in(std::string_view text);
/// x,y,r.
circle<double> circle_in(std::string_view text);
/// x,y,x,y,… of three vertices or more, in either winding order.
vertex_list polygon_in(std::string_view text);

} // namespace quadrille::cli

#endif
