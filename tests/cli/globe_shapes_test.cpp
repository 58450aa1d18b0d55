// Lines and polygons on the globe: distances and insides as a scan by GeographicLib finds them, with other means than the command.
// SPDX-License-Identifier: MIT
#include "command.hpp"

#include "scenes/random.hpp"

#include <quadrille/geometry.hpp>

#include <GeographicLib/Geodesic.hpp>
#include <GeographicLib/GeodesicLine.hpp>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace quadrille::test {

namespace {

using place = point<double>;

/// A point, a line or a polygon of one ring, which is not closed.
struct drawn {
    std::vector<place> vertices;
    bool is_area = false;

    std::size_t edges() const { return is_area ? vertices.size() : std::max<std::size_t>(1, vertices.size() - 1); }
};

double geodesic_metres(const place& a, const place& b) {
    double metres = 0;
    GeographicLib::Geodesic::WGS84().Inverse(a.y, a.x, b.y, b.x, metres);
    return metres;
}

/// The way from a vertex to the next one, by the places on it.
class traced_edge {
public:
    traced_edge(const drawn& of, std::size_t edge) {
        const place a = of.vertices[edge];
        const place b = of.vertices[(edge + 1) % of.vertices.size()];
        line_ = GeographicLib::Geodesic::WGS84().InverseLine(a.y, a.x, b.y, b.x);
    }
    double length() const { return line_.Distance(); }
    place at(double metres) const {
        place found{};
        line_.Position(metres, found.y, found.x);
        return found;
    }

private:
    GeographicLib::GeodesicLine line_;
};

/// The least of a function from 0 to `end`: the best of some steps, and around it by thirds.
template <class Function>
double least_of(const Function& of, double end, int steps) {
    double best = of(0.0);
    int where = 0;
    for (int step = 1; step <= steps; ++step) {
        if (const double value = of(end * step / steps); value < best) {
            best = value;
            where = step;
        }
    }
    double low = end * std::max(0, where - 1) / steps;
    double high = end * std::min(steps, where + 1) / steps;
    while (high - low > 1e-3) { // whose square is what the value is off by, over twice the distance
        const double fifth = (high - low) * 0.4;
        if (of(low + fifth) < of(high - fifth)) {
            high -= fifth;
        } else {
            low += fifth;
        }
    }
    return std::min(best, of((low + high) / 2));
}

double metres_to(const traced_edge& edge, const place& from) {
    return least_of([&](double at) { return geodesic_metres(from, edge.at(at)); }, edge.length(), 16);
}

/// By the directions in which the ring is seen from a place: inside they turn once around, and also opposite of that.
bool is_inside(const drawn& area, const place& where) {
    if (geodesic_metres(area.vertices.front(), where) > 1e7) {
        return false;
    }
    double turned = 0;
    for (std::size_t edge = 0; edge < area.edges(); ++edge) {
        const traced_edge traced(area, edge);
        constexpr int steps = 24;
        for (int step = 0; step < steps; ++step) {
            const auto direction = [&](int at) {
                const place seen = traced.at(traced.length() * at / steps);
                double begins = 0;
                double ends = 0;
                GeographicLib::Geodesic::WGS84().Inverse(where.y, where.x, seen.y, seen.x, begins, ends);
                return begins;
            };
            turned += std::remainder(direction(step + 1) - direction(step), 360);
        }
    }
    return std::abs(turned) > 180;
}

double metres_between(const drawn& one, const drawn& other) {
    if ((other.is_area && is_inside(other, one.vertices.front())) ||
        (one.is_area && is_inside(one, other.vertices.front()))) {
        return 0;
    }
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t a = 0; a < one.edges(); ++a) {
        const traced_edge of_one(one, a);
        for (std::size_t b = 0; b < other.edges(); ++b) {
            const traced_edge of_other(other, b);
            const double ends =
                std::min({metres_to(of_one, of_other.at(0)), metres_to(of_one, of_other.at(of_other.length())),
                          metres_to(of_other, of_one.at(0)), metres_to(of_other, of_one.at(of_one.length()))});
            least = std::min(least, ends);
            if (ends < std::min(of_one.length(), of_other.length())) { // they may cross
                least = std::min(least, least_of([&](double at) { return metres_to(of_other, of_one.at(at)); },
                                                 of_one.length(), 12));
            }
        }
    }
    return least < 1e-3 ? 0 : least;
}

/// A place so far away, in a direction in degrees.
place away_from(const place& from, double direction, double metres) {
    place found{};
    GeographicLib::Geodesic::WGS84().Direct(from.y, from.x, direction, metres, found.y, found.x);
    return found;
}

/// All over the globe and where formulas for it fail, from 100 m to 1,500 km wide.
std::vector<drawn> nasty_shapes(std::uint32_t count, std::uint32_t seed) {
    scenes::random_source source(seed);
    std::vector<drawn> shapes;
    while (shapes.size() < count) {
        const double turn = source.unit() * 360 - 180;
        place middle{turn, std::asin(source.unit() * 2 - 1) * 180 / 3.141592653589793};
        switch (shapes.size() % 5) {
        case 0: middle = {turn, 90 - source.unit() * 3}; break;
        case 1: middle = {turn, source.unit() * 2 - 90}; break;
        case 2: middle = {180 + source.unit() * 4 - 2, source.unit() * 10 - 5}; break;
        case 3: middle = {source.unit() * 10, 60 + source.unit() * 5}; break;
        default: break;
        }
        const double wide = 50 * std::pow(10, source.unit() * 4.2);
        drawn one;
        const std::uint32_t kind = source.below(4);
        one.is_area = kind >= 2;
        if (kind == 0) {
            one.vertices = {middle};
        } else if (kind == 1) {
            one.vertices = {middle};
            for (std::uint32_t more = 1 + source.below(3); more > 0; --more) {
                one.vertices.push_back(
                    away_from(one.vertices.back(), source.unit() * 360, wide * (0.2 + source.unit())));
            }
        } else { // a star around its middle
            const std::uint32_t corners = 3 + source.below(4);
            for (std::uint32_t corner = 0; corner < corners; ++corner) {
                const double direction = (corner + source.unit() * 0.8) * 360 / corners;
                one.vertices.push_back(
                    away_from(middle, kind == 2 ? direction : -direction, wide * (0.3 + source.unit())));
            }
        }
        shapes.push_back(one);
    }
    return shapes;
}

std::string text_of(const drawn& one) {
    std::string places;
    for (std::size_t at = 0; at < one.vertices.size() + (one.is_area ? 1 : 0); ++at) {
        const place& each = one.vertices[at % one.vertices.size()];
        places += fmt::format("{}[{},{}]", at == 0 ? "" : ",", each.x, each.y);
    }
    return one.is_area                ? R"({"type":"Polygon","coordinates":[[)" + places + "]]}"
           : one.vertices.size() == 1 ? R"({"type":"Point","coordinates":)" + places + "}"
                                      : R"({"type":"LineString","coordinates":[)" + places + "]}";
}
std::string file_of(const std::vector<drawn>& shapes) {
    std::string text;
    for (std::size_t row = 0; row < shapes.size(); ++row) {
        text += fmt::format(R"({{"type":"Feature","id":{},"geometry":{}}})"
                            "\n",
                            row, text_of(shapes[row]));
    }
    return text;
}

using told_distances = std::map<std::pair<std::uint32_t, std::uint32_t>, double>;
told_distances distances_in(const std::string& output) {
    told_distances told;
    std::istringstream lines(output);
    std::string line;
    std::getline(lines, line); // the header
    while (std::getline(lines, line)) {
        std::replace(line.begin(), line.end(), ',', ' ');
        std::uint32_t a = 0;
        std::uint32_t b = 0;
        double metres = 0;
        std::istringstream(line) >> a >> b >> metres;
        told[{a, b}] = metres;
    }
    return told;
}

} // namespace

// promise: command-answers: Distances of lines and polygons on the globe are those of a full scan by GeographicLib.
TEST(shapes_on_the_globe, pairs_within_a_distance_are_those_of_a_scan) {
    const std::vector<drawn> shapes = nasty_shapes(36, 5);
    const std::string file = file_of(shapes);
    told_distances all;
    std::uint32_t met = 0;
    for (std::uint32_t a = 0; a < shapes.size(); ++a) {
        for (std::uint32_t b = a + 1; b < shapes.size(); ++b) {
            all[{a, b}] = metres_between(shapes[a], shapes[b]);
            met += all[{a, b}] == 0 ? 1 : 0;
        }
    }
    EXPECT_GT(met, 10U);
    for (const double metres : {0.0, 20000.0, 800000.0, 2.1e7}) {
        const result told = run_command({"within", "-", "--metres", "--distance", fmt::format("{}", metres)}, file);
        ASSERT_EQ(told.status, 0) << told.errors;
        const told_distances found = distances_in(told.output);
        for (const auto& [pair, wanted] : all) {
            const auto at = found.find(pair);
            ASSERT_EQ(at != found.end(), wanted <= metres) << metres << ' ' << wanted << '\n'
                                                           << text_of(shapes[pair.first]) << '\n'
                                                           << text_of(shapes[pair.second]);
            if (at != found.end()) {
                EXPECT_NEAR(at->second, wanted, 1e-4) << text_of(shapes[pair.first]) << '\n'
                                                      << text_of(shapes[pair.second]);
            }
        }
        EXPECT_EQ(
            run_command({"within", "-", "--metres", "--count", "--distance", fmt::format("{}", metres)}, file).output,
            fmt::format("{}\n", found.size()));
    }
}

TEST(shapes_on_the_globe, joins_and_the_nearest_are_those_of_a_scan) {
    const std::vector<drawn> shapes = nasty_shapes(40, 11);
    std::vector<drawn> places;
    for (const drawn& each : nasty_shapes(25, 12)) {
        places.push_back({{each.vertices.front()}});
    }
    scratch_folder folder;
    const std::string areas = folder.write("shapes.geojson", file_of(shapes));
    std::string table = "id,lon,lat\n";
    for (std::size_t row = 0; row < places.size(); ++row) {
        table += fmt::format("{},{},{}\n", row, places[row].vertices[0].x, places[row].vertices[0].y);
    }
    const std::string points = folder.write("places.csv", table);
    told_distances wanted;
    told_distances nearest;
    for (std::uint32_t from = 0; from < places.size(); ++from) {
        std::vector<std::pair<double, std::uint32_t>> rows;
        for (std::uint32_t row = 0; row < shapes.size(); ++row) {
            rows.emplace_back(metres_between(places[from], shapes[row]), row);
            if (rows.back().first <= 300000) {
                wanted[{from, row}] = rows.back().first;
            }
        }
        std::sort(rows.begin(), rows.end());
        for (std::size_t each = 0; each < 3; ++each) {
            nearest[{from, rows[each].second}] = rows[each].first;
        }
    }
    const auto expect_as_wanted = [](const told_distances& found, const told_distances& expected) {
        ASSERT_EQ(found.size(), expected.size());
        for (const auto& [pair, metres] : expected) {
            ASSERT_TRUE(found.contains(pair)) << pair.first << ' ' << pair.second << ' ' << metres;
            EXPECT_NEAR(found.at(pair) * 1000, metres, 1e-4);
        }
    };
    expect_as_wanted(distances_in(run_command({"join", points, areas, "--km", "--distance", "300"}).output), wanted);
    expect_as_wanted(distances_in(run_command({"nearest", areas, "--at-file", points, "-k", "3", "--km"}).output),
                     nearest);
    told_distances swapped;
    for (const auto& [pair, metres] :
         distances_in(run_command({"join", areas, points, "--km", "--distance", "300"}).output)) {
        swapped[{pair.second, pair.first}] = metres;
    }
    expect_as_wanted(swapped, wanted);
}

TEST(shapes_on_the_globe, tell_of_edges_that_go_half_around_it) {
    const std::string world =
        "id,wkt\nw,\"POLYGON ((-180 -60, 180 -60, 180 60, -180 60, -180 -60))\"\nin,POINT (1 2)\n";
    const result found = run_command({"within", "-", "--distance", "1", "--metres"}, world);
    EXPECT_EQ(found.status, 0);
    EXPECT_NE(found.errors.find("2 edges have 180° of longitude or more, and go the shorter way round"),
              std::string::npos)
        << found.errors;
    const result near = run_command({"within", "-", "--distance", "1", "--metres"},
                                    "id,wkt\nw,\"POLYGON ((-170 -60, 0 -60, 170 -60, 170 60, -170 -60))\"\n");
    EXPECT_NE(near.errors.find("1 edge has"), std::string::npos) << near.errors;
}

TEST(shapes_on_the_globe, rings_around_a_pole_have_the_pole_inside) {
    const std::string ice =
        R"({"type":"Feature","id":"ice","geometry":{"type":"Polygon","coordinates":[[[-180,-90],[-180,-78],[-90,-72],[0,-70],[90,-66],[180,-78],[180,-90],[90,-90],[-180,-90]]]}})"
        "\n"
        R"({"type":"Feature","id":"sea","geometry":{"type":"Polygon","coordinates":[[[0,80],[120,80],[-120,80],[0,80]]]}})";
    const auto distance_of = [&](const char* at) {
        return run_command({"nearest", "-", "--at", at, "--km", "-k", "2"}, ice).output;
    };
    EXPECT_EQ(distance_of("10,-89").substr(0, 18), "id,distance\nice,0\n");
    EXPECT_EQ(distance_of("179.99,-85").substr(0, 18), "id,distance\nice,0\n");
    EXPECT_EQ(distance_of("-135,-89.99").substr(0, 18), "id,distance\nice,0\n");
    EXPECT_EQ(distance_of("60,89").substr(0, 18), "id,distance\nsea,0\n");
    EXPECT_NE(distance_of("60,79").substr(0, 18), "id,distance\nsea,0\n");
    EXPECT_NE(distance_of("60,-60").substr(0, 18), "id,distance\nice,0\n");
}

TEST(shapes_on_the_globe, holes_and_parts_across_180_degrees) {
    const std::string ring =
        R"({"type":"Feature","id":"ring","geometry":{"type":"Polygon","coordinates":[)"
        R"([[178,-2],[-178,-2],[-178,2],[178,2],[178,-2]],[[179,-1],[179,1],[-179,1],[-179,-1],[179,-1]]]}})"
        "\n"
        R"({"type":"Feature","id":"two","geometry":{"type":"MultiPolygon","coordinates":[)"
        R"([[[179.5,10],[180,10],[180,11],[179.5,11],[179.5,10]]],[[[-180,10],[-179.5,10],[-179.5,11],[-180,11],[-180,10]]]]}})";
    const auto nearest = [&](const char* at) { return run_command({"nearest", "-", "--at", at, "--km"}, ring).output; };
    EXPECT_EQ(nearest("180,0"),
              "id,distance\nring,110.5913422256681\n"); // in the hole, whose border has its highest place there
    EXPECT_EQ(nearest("178.5,0"), "id,distance\nring,0\n");
    EXPECT_EQ(nearest("181.5,0.5"), "id,distance\nring,0\n");
    EXPECT_EQ(nearest("-180,10.5"), "id,distance\ntwo,0\n");
    EXPECT_EQ(run_command({"within", "-", "--km", "--distance", "900", "--count"}, ring).output, "1\n");
    EXPECT_EQ(run_command({"within", "-", "--km", "--distance", "880", "--count"}, ring).output, "0\n");
}

} // namespace quadrille::test
