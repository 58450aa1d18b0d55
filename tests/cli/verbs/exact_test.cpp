// Lines and polygons decided exactly: fractions, random shapes by Boost.Geometry, and whole files.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"

#include "exact/lines/fraction_point.hpp"
#include "exact/relations/distance.hpp"
#include "exact/relations/intersect.hpp"
#include "exact/relations/relate.hpp"
#include "files/tables/wkt.hpp"

#include <boost/geometry.hpp>
#include <boost/geometry/geometries/linestring.hpp>
#include <boost/geometry/geometries/multi_linestring.hpp>
#include <boost/geometry/geometries/multi_polygon.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/geometries/polygon.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace quadrille::test {
namespace {

using exact::topological_relation;

constexpr double no_limit = std::numeric_limits<double>::infinity();

/// A shape as well-known text.
struct drawn_shape {
    files::geometry drawn;
    std::unique_ptr<exact::edge_index> index;
    exact::outline outline;

    explicit drawn_shape(std::string_view text, bool with_index = false) {
        const auto found = files::wkt_in(text, drawn);
        EXPECT_TRUE(found) << text;
        if (with_index) {
            index = std::make_unique<exact::edge_index>(drawn);
        }
        outline = {drawn, found->bounds, 0, index.get()};
    }
};

// ---- Numbers --------------------------------------------------------------------------------------------------------

TEST(exact, sides_of_lines_are_those_of_fractions) {
    std::mt19937_64 random(7);
    std::uint64_t zeros = 0;
    for (int turn = 0; turn < 20'000; ++turn) {
        // Points almost on the line through two others, in numbers of all sizes.
        const double scale = std::ldexp(1.0, static_cast<int>(random() % 1200) - 600);
        const auto any = [&] { return scale * (1 + std::ldexp(double(random() % 64), -52)); };
        const point<double> a{any(), any()};
        const point<double> b{turn % 3 == 0 ? 2 * a.x : any(), turn % 3 == 0 ? 2 * a.y : any()};
        const point<double> c{turn % 6 == 0 ? 4 * a.x : any(), turn % 6 == 0 ? 4 * a.y : any()};
        const exact::fraction left =
            (exact::fraction(a.x) - exact::fraction(c.x)) * (exact::fraction(b.y) - exact::fraction(c.y));
        const exact::fraction right =
            (exact::fraction(a.y) - exact::fraction(c.y)) * (exact::fraction(b.x) - exact::fraction(c.x));
        const int wanted = left > right ? 1 : left < right ? -1 : 0;
        ASSERT_EQ(exact::orientation(a, b, c), wanted) << turn;
        zeros += wanted == 0 ? 1 : 0;
    }
    EXPECT_GT(zeros, 3000U);
    EXPECT_LT(zeros, 18'000U);
}

TEST(exact, edges_meet_where_they_share_a_point_however_small) {
    const auto expect = [](const exact::edge& one, const exact::edge& other, bool wanted) {
        EXPECT_EQ(exact::meet(one, other), wanted);
        EXPECT_EQ(exact::meet(other, one), wanted);
        EXPECT_EQ(exact::meet({one.b, one.a}, other), wanted);
    };
    const double next = std::nextafter(0.5, 1.0);
    expect({{0, 0}, {1, 1}}, {{0, 1}, {1, 0}}, true);
    expect({{0, 0}, {1, 1}}, {{0.5, 0.5}, {1, 0}}, true);
    expect({{0, 0}, {1, 1}}, {{next, 0.5}, {1, 0}}, false);
    expect({{0, 0}, {1, 0}}, {{2, 0}, {3, 0}}, false);
    expect({{0, 0}, {2, 0}}, {{2, 0}, {3, 0}}, true);
    expect({{0, 0}, {3, 0}}, {{1, 0}, {2, 0}}, true);
    expect({{1, 1}, {1, 1}}, {{0, 0}, {2, 2}}, true);
    expect({{1, 1}, {1, 1}}, {{1, 1}, {1, 1}}, true);
    expect({{1, 1}, {1, 1}}, {{0, 0}, {3, 2}}, false);
    expect({{0, 0}, {1e-300, 1e-300}}, {{0, 1e-300}, {1e-300, 0}}, true);
    expect({{0, 0}, {1e300, 1e300}}, {{0, 1e300}, {1e300, 0}}, true);
}

TEST(exact, distances_are_the_nearest_doubles_whichever_end_of_an_edge_is_first) {
    using real = boost::multiprecision::cpp_bin_float_100;
    std::mt19937 random(6);
    for (int run = 0; run < 20'000; ++run) {
        const double size = std::ldexp(1.0, static_cast<int>(random() % 1960) - 970);
        const auto number = [&] {
            const double of_grid = static_cast<double>(random() % 2001) - 1000;
            return size * (run % 2 == 0 ? of_grid : of_grid + 1.0 / (1 + static_cast<double>(random())));
        };
        const point<double> a{number(), number()};
        const point<double> b = run % 9 == 0 ? a : point<double>{number(), number()};
        const point<double> place{number(), number()};
        const real dx = real(b.x) - real(a.x);
        const real dy = real(b.y) - real(a.y);
        const real px = real(place.x) - real(a.x);
        const real py = real(place.y) - real(a.y);
        const real length2 = dx * dx + dy * dy;
        const real at = dx * px + dy * py;
        const auto from = [](const real& x, const real& y) { return static_cast<double>(sqrt(x * x + y * y)); };
        const double wanted = at <= 0         ? from(px, py)
                              : at >= length2 ? from(px - dx, py - dy)
                                              : static_cast<double>(abs(dx * py - dy * px) / sqrt(length2));
        ASSERT_EQ(distance(exact::edge{a, b}, place), wanted) << run;
        ASSERT_EQ(distance(exact::edge{b, a}, place), wanted) << run;
    }
}

// ---- By hand --------------------------------------------------------------------------------------------------------

TEST(exact, distances_that_a_double_can_hold_count_as_near_enough) {
    const scratch_folder folder;
    for (const std::string line : {"LINESTRING (0 0,12 5)", "LINESTRING (12 5,0 0)"}) {
        const std::string file = folder.write("a.csv", "id,wkt\na,\"" + line + "\"\nb,POINT (2 3)\n");
        EXPECT_EQ(answer_to({"within", file, "--distance", "2", "--quiet"}), "a,b,distance\na,b,2\n");
        EXPECT_EQ(answer_to({"within", file, "--distance", "1.9999999999999998", "--quiet", "--count"}), "0\n");
        EXPECT_EQ(answer_to({"query", file, "--circle", "2,3,2", "--quiet", "--count"}), "2\n");
        EXPECT_EQ(answer_to({"nearest", file, "--at", "2,3", "-k", "2", "--quiet"}), "id,distance\nb,0\na,2\n");
    }
}

struct grid_place {
    int x;
    int y;
};

/// By another way, in whole numbers: a ray upwards, edge by edge of each ring of each polygon.
exact::location location_of(const std::vector<std::vector<std::vector<grid_place>>>& polygons,
                            const grid_place& place) {
    bool is_inside = false;
    for (const auto& polygon : polygons) {
        int crossed = 0;
        for (const auto& ring : polygon) {
            for (std::size_t at = 0; at < ring.size(); ++at) {
                const grid_place a = ring[at];
                const grid_place b = ring[(at + 1) % ring.size()];
                const int side = (b.x - a.x) * (place.y - a.y) - (b.y - a.y) * (place.x - a.x);
                const auto [low_x, high_x] = std::minmax(a.x, b.x);
                const auto [low_y, high_y] = std::minmax(a.y, b.y);
                if (side == 0 && low_x <= place.x && place.x <= high_x && low_y <= place.y && place.y <= high_y) {
                    return exact::location::boundary;
                }
                const bool is_above = b.x > a.x ? side < 0 : side > 0;
                crossed += (a.x <= place.x) != (b.x <= place.x) && is_above ? 1 : 0;
            }
        }
        is_inside = is_inside || crossed % 2 != 0;
    }
    return is_inside ? exact::location::inside : exact::location::outside;
}

TEST(exact, places_are_in_polygons_by_the_rule_of_odd_and_even_however_these_cross_themselves) {
    std::mt19937 random(5);
    const auto number = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most + 1)); };
    std::array<int, 3> seen{};
    for (int run = 0; run < 300; ++run) {
        std::vector<std::vector<std::vector<grid_place>>> polygons(1 + static_cast<std::size_t>(number(2)));
        files::geometry drawn;
        for (auto& polygon : polygons) {
            polygon.resize(1 + static_cast<std::size_t>(number(1)));
            for (auto& ring : polygon) {
                ring.resize(1 + static_cast<std::size_t>(number(6)));
                for (grid_place& each : ring) {
                    each = {number(5), number(5)};
                    drawn.vertices.push_back({double(each.x), double(each.y)});
                }
                if (number(1) == 0) { // files end a ring where it begins
                    drawn.vertices.push_back({double(ring[0].x), double(ring[0].y)});
                }
                drawn.end_part(&ring == polygon.data() ? files::part_kind::first_ring : files::part_kind::further_ring);
            }
        }
        const exact::edge_index index(drawn);
        for (int at = 0; at < 49; ++at) {
            const grid_place place{at % 7 - 1, at / 7 - 1};
            const exact::location wanted = location_of(polygons, place);
            ++seen[static_cast<std::size_t>(wanted)];
            for (const exact::edge_index* const by : {static_cast<const exact::edge_index*>(nullptr), &index}) {
                const exact::outline outline{drawn, {{0, 0}, {5, 5}}, 0, by};
                ASSERT_EQ(exact::location_in_polygons(outline, {double(place.x), double(place.y)}), wanted)
                    << "run " << run << ", " << place.x << " " << place.y << (by == nullptr ? "" : ", indexed");
            }
        }
    }
    for (const int each : seen) {
        EXPECT_GT(each, 500);
    }
}

/// Letters of relations: i, c (one covers the other), w (the other covers one), t.
void expect_relations(const exact::outline& one, const exact::outline& other, std::string_view letters,
                      const std::string& which) {
    const std::pair<topological_relation, char> all[] = {{topological_relation::intersects, 'i'},
                                                         {topological_relation::contains, 'c'},
                                                         {topological_relation::inside, 'w'},
                                                         {topological_relation::touches, 't'}};
    for (const auto& [relation, letter] : all) {
        EXPECT_EQ(are_related(relation, one, other), letters.find(letter) != std::string_view::npos)
            << which << ": " << letter;
    }
}

TEST(exact, relations_are_those_of_the_standard) {
    const std::tuple<const char*, const char*, const char*> all[] = {
        {"POLYGON((0 0,4 0,4 4,0 4,0 0))", "POLYGON((4 0,8 0,8 4,4 4,4 0))", "it"},
        {"POLYGON((0 0,4 0,4 4,0 4,0 0))", "POLYGON((4 4,8 4,8 8,4 8,4 4))", "it"},
        {"POLYGON((0 0,4 0,4 4,0 4,0 0))", "POLYGON((3 0,8 0,8 4,3 4,3 0))", "i"},
        {"POLYGON((0 0,4 0,4 4,0 4,0 0))", "POLYGON((1 0,2 0,2 2,1 0))", "ic"},
        {"POLYGON((0 0,4 0,4 4,0 4,0 0))", "POLYGON((4 0,4 4,0 4,0 0,4 0))", "icw"},
        {"POLYGON((0 0,9 0,9 9,0 9),(3 3,6 3,6 6,3 6))", "POLYGON((3 3,6 3,6 6,3 6))", "it"},
        {"POLYGON((0 0,9 0,9 9,0 9),(3 3,6 3,6 6,3 6))", "POLYGON((4 4,5 4,5 5))", ""},
        {"POLYGON((0 0,9 0,9 9,0 9),(3 3,6 3,6 6,3 6))", "POLYGON((2 2,7 2,7 7,2 7))", "i"},
        {"POLYGON((0 0,4 0,4 4,0 4))", "LINESTRING(0 0,4 0)", "ict"},
        {"POLYGON((0 0,4 0,4 4,0 4))", "LINESTRING(0 0,4 4)", "ic"},
        {"POLYGON((0 0,4 0,4 4,0 4))", "LINESTRING(4 2,9 2)", "it"},
        {"POLYGON((0 0,4 0,4 4,0 4))", "LINESTRING(2 2,9 2)", "i"},
        {"POLYGON((0 0,4 0,4 4,0 4))", "POINT(4 2)", "ict"},
        {"POLYGON((0 0,4 0,4 4,0 4))", "POINT(2 2)", "ic"},
        {"POLYGON((0 0,4 0,4 4,0 4))", "MULTIPOINT(4 2,9 9)", "it"},
        {"POLYGON((0 0,4 0,4 4,0 4))", "MULTIPOINT(4 2,2 2)", "ic"},
        {"LINESTRING(0 0,4 4)", "LINESTRING(0 4,4 0)", "i"},
        {"LINESTRING(0 0,4 4)", "LINESTRING(4 4,8 0)", "it"},
        {"LINESTRING(0 0,4 4)", "LINESTRING(2 2,8 0)", "it"},
        {"LINESTRING(0 0,4 4)", "LINESTRING(1 1,3 3)", "ic"},
        {"LINESTRING(0 0,4 4)", "LINESTRING(3 3,8 8)", "i"},
        {"LINESTRING(0 0,4 0,4 4,0 0)", "LINESTRING(0 0,-4 0)", "it"},
        {"LINESTRING(0 0,4 0,4 4,0 0)", "POINT(0 0)", "ic"},
        {"LINESTRING(0 0,4 4)", "POINT(0 0)", "ict"},
        {"LINESTRING(0 0,0 0,4 4)", "POINT(0 0)", "ict"},
        {"MULTILINESTRING((0 0,4 0),(4 0,8 0))", "POINT(4 0)", "ic"},
        {"MULTILINESTRING((0 0,4 0),(4 0,8 0),(4 0,4 9))", "POINT(4 0)", "ict"},
        {"POINT(1 1)", "POINT(1 1)", "icw"},
        {"POINT(1 1)", "POINT(1 2)", ""},
        // What no double can hold: the crossing at a third, and 0.1 + 0.2.
        {"LINESTRING(0 0,3 1)", "LINESTRING(0 1,3 0,1 7)", "i"},
        {"POLYGON((0 0,3 1,0 1))", "LINESTRING(0 0,6 2)", "it"},
        {"POLYGON((0.1 0.1,0.3 0.1,0.3 0.3))", "POINT(0.2 0.2)", "ict"},
        {"POLYGON((0.1 0.1,0.3 0.1,0.3 0.3))", "POINT(0.2 0.20000000000000004)", ""},
        // Odd and even: a bow tie, a ring drawn twice, an unclosed ring, a ring in the wrong turn.
        {"POLYGON((0 0,4 4,4 0,0 4,0 0))", "POINT(2 1)", ""},
        {"POLYGON((0 0,4 4,4 0,0 4,0 0))", "POINT(1 2)", "ic"},
        {"POLYGON((0 0,4 0,4 4,0 4),(0 0,4 0,4 4,0 4))", "POINT(2 2)", ""},
        {"POLYGON((0 0,4 0,4 4,0 4))", "POLYGON((1 1,1 2,2 2,2 1))", "ic"},
        {"MULTIPOLYGON(((0 0,4 0,4 4,0 4)),((2 0,6 0,6 4,2 4)))", "POINT(3 2)", "ic"},
        {"MULTIPOLYGON(((0 0,4 0,4 4,0 4)),((4 0,8 0,8 4,4 4)))", "POLYGON((1 1,7 1,7 2,1 2))", "ic"},
        {"GEOMETRYCOLLECTION(POINT(9 9),POLYGON((0 0,4 0,4 4,0 4)))", "POINT(9 9)", "ic"}};
    for (const auto& [one, other, relations] : all) {
        for (const bool with_index : {false, true}) {
            const drawn_shape a(one, with_index);
            const drawn_shape b(other, with_index);
            const std::string which = std::string(one) + " and " + other;
            expect_relations(a.outline, b.outline, relations, which);
            // The other way round, what covers is what is covered.
            std::string reversed = relations;
            std::transform(reversed.begin(), reversed.end(), reversed.begin(), [](char each) {
                return each == 'c' ? 'w' : each == 'w' ? 'c' : each;
            });
            expect_relations(b.outline, a.outline, reversed, which);
        }
    }
}

TEST(exact, polygons_without_an_area_are_their_lines_without_an_interior) {
    // A polygon without an area, and what else has the same points.
    const std::pair<const char*, const char*> flat[] = {
        {"POLYGON((2 2,2 2,2 2))", "POINT(2 2)"},
        {"POLYGON((1 2,3 2,1 2))", "LINESTRING(1 2,3 2)"},
        {"POLYGON((1 2,3 2,2 2,1 2))", "LINESTRING(1 2,3 2)"},
        {"POLYGON((2 1,2 7,2 4))", "LINESTRING(2 1,2 7)"},
        {"POLYGON((0 0,3 1,6 2,0 0))", "LINESTRING(0 0,6 2)"},
        {"POLYGON((1 1,3 3,3 1,3 3,1 1))", "LINESTRING(1 1,3 3,3 1)"}, // there and back on several edges
        {"POLYGON((0 0,4 0,4 4,0 4),(0 0,4 0,4 4,0 4))", "LINESTRING(0 0,4 0,4 4,0 4,0 0)"}, // ring and hole are one
        {"MULTIPOLYGON(((1 1,2 1,1 1)),((3 3,3 3,3 3)))", "GEOMETRYCOLLECTION(LINESTRING(1 1,2 1),POINT(3 3))"}};
    words others = {"POLYGON((0 0,4 0,4 4,0 4))",
                    "POLYGON((2 0,9 0,9 2,2 2))",
                    "POLYGON((5 5,6 5,6 6))",
                    "POLYGON((0 0,9 0,9 9,0 9),(1 1,3 1,3 3,1 3))",
                    "LINESTRING(0 2,9 2)",
                    "LINESTRING(2 0,2 9)",
                    "LINESTRING(1 2,2 2)",
                    "LINESTRING(8 8,9 9)",
                    "POINT(2 2)",
                    "MULTIPOINT(1 1,7 7)",
                    "POLYGON((0 0,4 0,4 4,0 4),(1 1,3 1,3 3,1 3))"};
    for (const auto& [ring, line] : flat) {
        others.emplace_back(ring);
    }
    int met = 0;
    for (const auto& [ring_text, line_text] : flat) {
        for (const bool with_index : {false, true}) {
            const drawn_shape ring(ring_text, with_index);
            const drawn_shape line(line_text);
            for (const std::string& text : others) {
                SCOPED_TRACE(fmt::format("{} and {}", ring_text, text));
                const drawn_shape other(text, with_index);
                const auto relations = [&](const exact::outline& one) {
                    std::vector<bool> found;
                    for (const topological_relation asked :
                         {topological_relation::intersects, topological_relation::contains,
                          topological_relation::inside}) {
                        found.push_back(are_related(asked, one, other.outline));
                        found.push_back(are_related(asked, other.outline, one));
                    }
                    return found;
                };
                EXPECT_EQ(relations(ring.outline), relations(line.outline));
                const bool meets = are_related(topological_relation::intersects, ring.outline, other.outline);
                EXPECT_EQ(are_related(topological_relation::touches, ring.outline, other.outline), meets);
                EXPECT_EQ(are_related(topological_relation::touches, other.outline, ring.outline), meets);
                met += meets ? 1 : 0;
            }
            for (const double radius : {0.0, 0.5, 20.0}) {
                const exact::shape_outline disc(circle<double>{{2, 2}, radius});
                EXPECT_EQ(are_related(topological_relation::touches, ring.outline, disc.get()),
                          are_related(topological_relation::intersects, ring.outline, disc.get()))
                    << ring_text << ", " << radius;
            }
        }
    }
    EXPECT_GT(met, 100);
}

TEST(exact, relations_to_circles_are_those_of_distances) {
    const drawn_shape square("POLYGON((0 0,4 0,4 4,0 4))");
    const auto expect = [&](const circle<double>& disc, std::string_view wanted) {
        expect_relations(square.outline, exact::shape_outline(disc).get(), wanted, fmt::format("{}", disc.radius));
    };
    expect({{7, 2}, 2}, "");
    expect({{7, 2}, 3}, "it");
    expect({{7, 2}, 3.5}, "i");
    expect({{2, 2}, 1}, "ic");
    expect({{2, 2}, 2}, "ic");
    expect({{2, 2}, 2.5}, "i");
    expect({{2, 2}, 3}, "iw");
    expect({{0, 0}, 0}, "ict");
}

TEST(exact, polygons_that_cross_themselves_are_told_with_their_number) {
    const std::string shapes =
        "id,wkt\nbow,\"POLYGON((0 0,4 4,4 0,0 4,0 0))\"\nopen,\"POLYGON((0 0,4 0,4 4,0 4))\"\n"
        "spike,\"POLYGON((0 0,4 0,8 0,4 0,4 4,0 0))\"\npinched,\"POLYGON((0 0,2 2,4 0,4 4,2 2,0 4,0 0))\"\n"
        "flat,\"POLYGON((0 0,4 0,0 0))\"\n";
    const std::string good = "clockwise,\"POLYGON((0 0,0 4,4 4,4 0,0 0),(1 1,1 2,2 2,1 1))\"\n"
                             "straight,\"POLYGON((0 0,2 0,2 0,4 0,4 4,0 0))\"\nline,\"LINESTRING(0 0,4 4,4 0,0 4)\"\n";
    const std::string told =
        "quadrille: (standard input): 5 of 8 shapes have a polygon with a ring that crosses or touches itself, "
        "or does not end where it begins: what is inside of an odd number of its rings counts as inside\n";
    EXPECT_EQ(run_command({"pairs", "-"}, shapes + good).errors, told);
    EXPECT_EQ(run_command({"pairs", "-", "--quiet"}, shapes + good).errors, "");
    EXPECT_EQ(run_command({"pairs", "-", "--boxes"}, shapes + good).errors, "");
    EXPECT_EQ(run_command({"pairs", "-"}, "id,wkt\n" + good).errors, "");
}

// ---- Random shapes --------------------------------------------------------------------------------------------------

namespace bg = boost::geometry;
using place = bg::model::d2::point_xy<double>;
using areas = bg::model::multi_polygon<bg::model::polygon<place>>;
using lines = bg::model::multi_linestring<bg::model::linestring<place>>;

/// A star of few corners on a coarse grid, so that corners and edges of several often meet.
std::string star(std::mt19937_64& random, double largest) {
    const auto number = [&](double least, double most) {
        return least + (most - least) * double(random() >> 11U) / double(std::uint64_t{1} << 53U);
    };
    const double x = number(0, 16);
    const double y = number(0, 16);
    words vertices;
    const auto corners = static_cast<int>(3 + random() % 6);
    for (int at = 0; at < corners; ++at) {
        const double angle = (at + number(0, 0.8)) * 6.283185 / corners;
        const double radius = number(2, largest);
        vertices.push_back(
            fmt::format("{} {}", std::round(x + radius * std::cos(angle)), std::round(y + radius * std::sin(angle))));
    }
    return fmt::format("(({},{}))", fmt::join(vertices, ","), vertices.front());
}

template <class Shape>
std::vector<std::pair<std::string, Shape>> valid_shapes(std::mt19937_64& random, std::size_t count) {
    std::vector<std::pair<std::string, Shape>> made;
    while (made.size() < count) {
        const bool is_area = std::is_same_v<Shape, areas>;
        const std::string first = star(random, is_area ? 8 : 3);
        const std::string text = is_area
                                     ? "MULTIPOLYGON(" + first + (random() % 3 == 0 ? "," + star(random, 8) : "") + ")"
                                     : "MULTILINESTRING" + first.substr(0, first.rfind(',')) +
                                           "))"; // which does not come back to its beginning
        Shape shape;
        bg::read_wkt(text, shape);
        bg::correct(shape);
        if (bg::is_valid(shape) && bg::is_simple(shape)) {
            made.emplace_back(text, std::move(shape));
        }
    }
    return made;
}

template <class One, class Other>
void expect_as_boost(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto these = valid_shapes<One>(random, 40);
    const auto those = valid_shapes<Other>(random, 40);
    std::uint64_t touching = 0;
    std::uint64_t covering = 0;
    for (std::size_t one = 0; one < these.size(); ++one) {
        const drawn_shape a(these[one].first, one % 2 == 0);
        for (const auto& [text, shape] : those) {
            const drawn_shape b(text, text.size() % 2 == 0);
            const std::string which = these[one].first + " and " + text;
            const bool do_touch = bg::touches(these[one].second, shape);
            ASSERT_EQ(exact::intersect(a.outline, b.outline), bg::intersects(these[one].second, shape)) << which;
            ASSERT_EQ(are_related(topological_relation::touches, a.outline, b.outline), do_touch) << which;
            ASSERT_NEAR(exact::distance(a.outline, b.outline, no_limit), bg::distance(these[one].second, shape), 1e-12)
                << which;
            touching += do_touch ? 1 : 0;
            const bool is_covered = bg::covered_by(shape, these[one].second);
            ASSERT_EQ(are_related(topological_relation::contains, a.outline, b.outline), is_covered) << which;
            covering += is_covered ? 1 : 0;
        }
    }
    EXPECT_GT(touching, 5U);
    EXPECT_GT(covering, 0U);
}

TEST(exact, random_polygons_lie_to_each_other_as_boost_says) { expect_as_boost<areas, areas>(11); }
TEST(exact, random_lines_lie_to_polygons_as_boost_says) { expect_as_boost<areas, lines>(12); }

// ---- Whole files ----------------------------------------------------------------------------------------------------

constexpr const char* shapes_of_all_kinds = "id,wkt\n"
                                            "square,\"POLYGON((0 0,4 0,4 4,0 4,0 0))\"\n"
                                            "neighbour,\"POLYGON((4 0,8 0,8 4,4 4,4 0))\"\n"
                                            "diagonal,\"LINESTRING(5 5,9 9)\"\n"
                                            "corner,\"LINESTRING(6 9,9 6)\"\n"
                                            "near,\"LINESTRING(5 10,5 20)\"\n"
                                            "dot,POINT(2 2)\n"
                                            "between,POINT(8 6)\n"; // two lines, in their boxes

// promise: command-answers: Lines and polygons are decided exactly, and as the boxes around them where that is asked for.
TEST(exact, verbs_decide_on_what_is_drawn_in_a_file_and_in_an_index) {
    const scratch_folder folder;
    const std::string file = folder.write("shapes.csv", shapes_of_all_kinds);
    const std::string index = folder.path("shapes.index");
    answer_to({"index", file, "--output", index});
    const std::string meeting = "a,b\nsquare,neighbour\nsquare,dot\ndiagonal,corner\n";
    const std::string of_boxes = meeting + "diagonal,between\ncorner,between\n";
    const std::pair<words, std::string> all[] = {
        {{"pairs"}, meeting},
        {{"pairs", "--count"}, "3\n"},
        {{"pairs", "--relation", "touches"}, "a,b\nsquare,neighbour\n"},
        {{"pairs", "--boxes"}, of_boxes},
        {{"pairs", "--boxes", "--memory", "1M", "--order"}, of_boxes},
        {{"within", "--distance", "1.5"},
         "a,b,distance\nsquare,neighbour,0\nsquare,diagonal,1.4142135623730951\nsquare,dot,0\n"
         "neighbour,diagonal,1\ndiagonal,corner,0\ndiagonal,between,1.4142135623730951\n"
         "corner,near,1.4142135623730951\ncorner,between,0.7071067811865476\n"},
        {{"query", "--box", "5,6,6,9"}, "id\ndiagonal\ncorner\n"},
        {{"query", "--box", "5,7,6,8"}, "id\n"},
        {{"query", "--box", "-inf,-inf,8,inf", "--relation", "inside"}, "id\nsquare\nneighbour\nnear\ndot\nbetween\n"},
        {{"query", "--circle", "8.5,8.5,0.5", "--count"}, "1\n"},
        {{"query", "--polygon", "5,5,9,5,9,9", "--relation", "touches"}, "id\ndiagonal\n"},
        {{"nearest", "--at", "5,7", "-k", "2"},
         "id,distance\ndiagonal,1.4142135623730951\ncorner,2.1213203435596424\n"},
        {{"join", file, "--relation", "contains"},
         "a,b\nsquare,square\nsquare,dot\nneighbour,neighbour\ndiagonal,diagonal\ncorner,corner\nnear,near\n"
         "dot,dot\nbetween,between\n"},
        {{"join", file, "--relation", "inside", "--count"}, "8\n"}};
    for (const auto& [asked, wanted] : all) {
        for (const std::string& path : {file, index}) {
            words given = asked;
            given.insert(given.begin() + 1, path);
            EXPECT_EQ(answer_to(given), wanted) << fmt::format("{}", fmt::join(given, " "));
        }
    }
    EXPECT_EQ(answer_to({"pairs", file, "--boxes", "--period", "99,99"}), of_boxes);
    // Not where boxes alone are compared.
    expect_refused({"pairs", index, "--memory", "1M"}, "--boxes");
    expect_refused({"pairs", file, "--memory", "1M"}, file + ": wanted --boxes with --memory");
    expect_refused({"pairs", file, "--period", "9,9"}, file + ": wanted --boxes with --period");
    const words touching = {"join", file, file, "--relation", "touches"};
    expect_refused(with(touching, {"--memory", "1M"}), "wanted one of --relation touches and --memory, found both");
    expect_refused(with(touching, {"--distance", "1"}), "wanted one of --relation touches and --distance, found both");
    expect_refused({"pairs", file, "--relation", "contains"}, "--relation");
}

} // namespace
} // namespace quadrille::test
