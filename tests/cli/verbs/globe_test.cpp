// The options `--metres` and `--km`: distances of places, lines and polygons on the globe are those of a full scan by GeographicLib.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"

#include "scenes/random.hpp"

#include <quadrille/geometry.hpp>

#include <GeographicLib/Geodesic.hpp>
#include <GeographicLib/GeodesicLine.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <numeric>
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
    if (one.vertices.size() == 1 && other.vertices.size() == 1) {
        return geodesic_metres(one.vertices[0], other.vertices[0]);
    }
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

/// Places all over, and where formulas for the globe fail: at the poles, at ±180°, on the equator, next to each other, opposite each other.
/// `spread` is how far around the south pole some lie, in degrees.
std::vector<place> nasty_places(std::uint32_t count, double spread = 1e-3) {
    scenes::random_source source(3);
    std::vector<place> places = {{0, 90},        {77, 90},        {0, -90}, {180, 0}, {-180, 0},
                                 {180, 89.9999}, {-180, 89.9999}, {0, 0},   {0, 0},   {179.9999, 0}};
    while (places.size() < count) {
        const double turn = source.unit() * 360 - 180;
        switch (places.size() % 6) {
        case 0: places.push_back({turn, std::asin(source.unit() * 2 - 1) * 180 / 3.141592653589793}); break;
        case 1: places.push_back({turn, 90 - source.unit() * source.unit()}); break;
        case 2: places.push_back({turn, -90 + source.unit() * spread}); break;
        case 3:
            places.push_back(
                {(source.unit() < 0.5 ? -180 : 180) + (source.unit() - 0.5) * 0.4, source.unit() * 20 - 10});
            break;
        case 4: {
            const place near = places[source.below(static_cast<std::uint32_t>(places.size()))];
            places.push_back({near.x + source.unit() * 1e-5, std::clamp(near.y + source.unit() * 1e-5, -90.0, 90.0)});
            break;
        }
        default: {
            const place other = places[source.below(static_cast<std::uint32_t>(places.size()))];
            places.push_back({other.x + 180, -other.y});
        }
        }
    }
    return places;
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

std::vector<drawn> as_shapes(const std::vector<place>& places) {
    std::vector<drawn> shapes;
    for (const place& each : places) {
        shapes.push_back({{each}});
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
/// With their numbers as ids: a table of points, GeoJSON of others.
std::string file_of(const std::vector<drawn>& shapes) {
    const bool are_places =
        std::all_of(shapes.begin(), shapes.end(), [](const drawn& each) { return each.vertices.size() == 1; });
    std::string text = are_places ? "id,lon,lat\n" : "";
    for (std::size_t row = 0; row < shapes.size(); ++row) {
        const place& first = shapes[row].vertices[0];
        text += are_places
                    ? fmt::format("{},{},{}\n", row, first.x, first.y)
                    : fmt::format("{{\"type\":\"Feature\",\"id\":{},\"geometry\":{}}}\n", row, text_of(shapes[row]));
    }
    return text;
}

struct told_pair {
    std::uint32_t a;
    std::uint32_t b;
    double metres;
};

std::vector<told_pair> pairs_in(const std::string& output) {
    std::vector<told_pair> pairs;
    std::istringstream lines(output);
    std::string line;
    std::getline(lines, line); // the header
    while (std::getline(lines, line)) {
        std::replace(line.begin(), line.end(), ',', ' ');
        told_pair one{};
        std::istringstream(line) >> one.a >> one.b >> one.metres;
        pairs.push_back(one);
    }
    return pairs;
}

/// The same pairs in the same order.
void expect_pairs(const std::vector<told_pair>& found, const std::vector<told_pair>& wanted, double tolerance) {
    for (std::size_t each = 0; each < std::min(found.size(), wanted.size()); ++each) {
        const auto& [a, b, metres] = wanted[each];
        ASSERT_EQ(std::pair(found[each].a, found[each].b), std::pair(a, b)) << "at " << metres;
        EXPECT_NEAR(found[each].metres, metres, tolerance) << a << ' ' << b;
    }
    EXPECT_EQ(found.size(), wanted.size());
}

/// Those of a full scan that are near enough.
std::vector<told_pair> those_within(const std::vector<told_pair>& all, double reach) {
    std::vector<told_pair> near;
    std::copy_if(all.begin(), all.end(), std::back_inserter(near),
                 [&](const told_pair& each) { return each.metres <= reach; });
    EXPECT_FALSE(near.empty());
    return near;
}

/// Pairs of one file, at these distances.
void expect_pairs_of_a_scan(const std::vector<drawn>& shapes, const std::vector<double>& distances, double tolerance) {
    std::vector<told_pair> all;
    for (std::uint32_t a = 0; a < shapes.size(); ++a) {
        for (std::uint32_t b = a + 1; b < shapes.size(); ++b) {
            all.push_back({a, b, metres_between(shapes[a], shapes[b])});
        }
    }
    const std::string file = file_of(shapes);
    for (const double reach : distances) {
        SCOPED_TRACE(reach);
        const std::vector<told_pair> wanted = those_within(all, reach);
        const words within = {"within", "-", "--distance"};
        expect_pairs(pairs_in(answer_to(with(within, {fmt::format("{}", reach), "--metres"}), file)), wanted,
                     tolerance);
        EXPECT_EQ(answer_to(with(within, {fmt::format("{}", reach / 1000), "--km", "--count"}), file),
                  fmt::format("{}\n", wanted.size()));
    }
}

/// Joins of two files, either way, and the nearest `k` of the first to each of the second, which are places.
void expect_joins_of_a_scan(const std::vector<drawn>& shapes, const std::vector<drawn>& places, double reach,
                            std::size_t k, double tolerance) {
    const scratch_folder folder;
    const std::string file = folder.write("a", file_of(shapes));
    const std::string other_file = folder.write("b", file_of(places));
    std::vector<told_pair> all;
    for (std::uint32_t a = 0; a < shapes.size(); ++a) {
        for (std::uint32_t b = 0; b < places.size(); ++b) {
            all.push_back({a, b, metres_between(shapes[a], places[b])});
        }
    }
    const std::vector<told_pair> wanted = those_within(all, reach);
    const words near = {"--metres", "--distance", fmt::format("{}", reach)};
    expect_pairs(pairs_in(answer_to(with({"join", file, other_file}, near))), wanted, tolerance);
    EXPECT_EQ(answer_to(with({"join", file, other_file, "--count"}, near)), fmt::format("{}\n", wanted.size()));
    std::vector<told_pair> swapped = pairs_in(answer_to(with({"join", other_file, file}, near)));
    for (told_pair& each : swapped) {
        std::swap(each.a, each.b);
    }
    std::stable_sort(swapped.begin(), swapped.end(),
                     [](const told_pair& one, const told_pair& other) { return one.a < other.a; });
    expect_pairs(swapped, wanted, tolerance);

    const std::vector<told_pair> found =
        pairs_in(answer_to({"nearest", file, "--at-file", other_file, "-k", fmt::format("{}", k), "--metres"}));
    ASSERT_EQ(found.size(), k * places.size());
    tolerance = std::max(tolerance, 1e-7); // what is far away has fewer decimals
    for (std::size_t row = 0; row < found.size(); ++row) {
        const auto& [from, to, metres] = found[row];
        ASSERT_EQ(from, row / k);
        EXPECT_NEAR(metres, all[to * places.size() + from].metres, tolerance) << row;
        std::vector<double> distances;
        for (std::size_t each = from; each < all.size(); each += places.size()) {
            distances.push_back(all[each].metres);
        }
        std::sort(distances.begin(), distances.end());
        EXPECT_NEAR(metres, distances[row % k], tolerance) << row;
    }
}

} // namespace

// promise: command-answers: Distances on the globe are those of a full scan by GeographicLib.
TEST(on_the_globe, pairs_within_are_those_of_a_full_scan) {
    expect_pairs_of_a_scan(as_shapes(nasty_places(300)), {0.0, 0.5, 900.0, 30000.0, 1.2e6, 1.9e7, 2.1e7}, 1e-8);
}

// promise: command-answers: Distances of lines and polygons on the globe are those of a full scan by GeographicLib.
TEST(shapes_on_the_globe, pairs_within_a_distance_are_those_of_a_scan) {
    expect_pairs_of_a_scan(nasty_shapes(36, 5), {0.0, 20000.0, 800000.0, 2.1e7}, 1e-4);
}

TEST(on_the_globe, joins_and_the_nearest_are_those_of_a_full_scan) {
    expect_joins_of_a_scan(as_shapes(nasty_places(300)), as_shapes(nasty_places(150)), 250'000, 4, 1e-8);
}

TEST(shapes_on_the_globe, joins_and_the_nearest_are_those_of_a_scan) {
    const std::vector<drawn> shapes = nasty_shapes(40, 11);
    std::vector<drawn> places;
    for (const drawn& each : nasty_shapes(25, 12)) {
        places.push_back({{each.vertices.front()}});
    }
    expect_joins_of_a_scan(shapes, places, 300'000, 3, 1e-4);
}

/// The full scan leaves out what differs by too many degrees of latitude, of which none is shorter than 110.5 km.
TEST(on_the_globe, pairs_of_many_places_are_those_of_a_full_scan) {
    constexpr double metres = 250;
    const bool is_long = std::getenv("QUADRILLE_LONG") != nullptr;
    const std::vector<place> places = nasty_places(is_long ? 100'000 : 10'000, is_long ? 1 : 0.3);
    std::vector<std::uint32_t> by_latitude(places.size());
    std::iota(by_latitude.begin(), by_latitude.end(), 0U);
    std::sort(by_latitude.begin(), by_latitude.end(),
              [&](std::uint32_t a, std::uint32_t b) { return places[a].y < places[b].y; });
    std::vector<std::pair<std::uint32_t, std::uint32_t>> wanted;
    for (std::size_t one = 0; one < by_latitude.size(); ++one) {
        const place& a = places[by_latitude[one]];
        // At a latitude below 88 a degree of longitude is longer than 3.8 km.
        const double turn = std::abs(a.y) < 88 ? metres / 3800 : 360;
        for (std::size_t other = one + 1; other < by_latitude.size(); ++other) {
            const place& b = places[by_latitude[other]];
            if (b.y - a.y > metres / 110500) {
                break;
            }
            if (std::abs(std::remainder(a.x - b.x, 360)) <= turn && geodesic_metres(a, b) <= metres) {
                wanted.push_back(std::minmax(by_latitude[one], by_latitude[other]));
            }
        }
    }
    std::sort(wanted.begin(), wanted.end());
    EXPECT_GT(wanted.size(), places.size() / 10);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
    for (const told_pair& one :
         pairs_in(answer_to({"within", "-", "--metres", "--distance", "250"}, file_of(as_shapes(places))))) {
        found.emplace_back(one.a, one.b);
    }
    EXPECT_TRUE(found == wanted) << found.size() << ' ' << wanted.size();
}

TEST(on_the_globe, encounters_are_at_the_distance_of_the_globe) {
    const std::string text =
        "t,id,x,y\n0,a,179.99,0\n0,b,-179.95,0\n1,a,-179.99,0\n1,b,-179.98,0\n2,a,-179.9,0\n2,b,179.9,0\n";
    EXPECT_EQ(answer_to({"encounters", "-", "--km", "--distance", "7"}, text).substr(0, 35),
              "a,b,from,to,closest\na,b,0,1,1.11319");
    EXPECT_EQ(answer_to({"encounters", "-", "--distance", "7", "--metres", "--count"}, text), "0\n");
    // A ship passes a line between two places, from which it is as far as from the nearest place on it.
    std::string lines = "t,id,wkt\n";
    for (const auto& [t, y] : {std::pair(0, 1.0), std::pair(1, 0.5), std::pair(2, 2.0)}) {
        lines += fmt::format("{0},cable,\"LINESTRING(0 0,10 0)\"\n{0},ship,POINT(5 {1})\n", t, y);
    }
    const std::string pairs = answer_to({"within", "-", "--km", "--distance", "112"}, lines);
    EXPECT_EQ(answer_to({"encounters", "-", "--km", "--distance", "112"}, lines),
              "a,b,from,to,closest\ncable,ship,0,1," + pairs.substr(pairs.rfind("ship,") + 5));
}

TEST(on_the_globe, answers_have_attributes_and_lines_across_the_seam) {
    const std::string ports = "id,x,y,kind\nw,-179.5,0,port\ne,179.5,0,\"x,y\"\n";
    const words near = {"within", "-", "--km", "--distance", "112", "--with", "kind"};
    EXPECT_EQ(answer_to(near, ports).substr(0, 37), "a,b,distance,a_kind,b_kind\nw,e,111.31");
    EXPECT_TRUE(
        contains(answer_to(with(near, {"--format", "geojson"}), ports), R"("coordinates":[[-179.5,0],[-180.5,0]])"));
}

TEST(on_the_globe, what_is_no_place_on_it_is_refused) {
    const words near = {"within", "-", "--distance", "1"};
    const std::string ships = "id,x,y\na,0,0\nb,1,1\n";
    expect_refused(with(near, {"--km"}), "wanted points, lines or polygons (--metres, --km), found boxes",
                   "id,x,y,w,h\na,0,0,1,1\n");
    expect_refused({"nearest", "-", "--at", "0,95", "--km"}, "--at: wanted latitudes of -90 to 90", ships);
    expect_refused(with(near, {"--km", "--period", "360,0"}), "wanted one of --period and --km, found both", ships);
    expect_refused(with(near, {"--km", "--memory", "50M"}), "wanted one of --memory and --km, found both", ships);
    expect_refused({"join", "-", "/dev/null", "--km"}, "--km: wanted --distance, found none", ships);
    // A latitude beyond a pole has its place in the file, and is a bad row.
    const std::string beyond = "id,lon,lat\na,8,47\nb,8,90.5\nc,8,47.001\n";
    const words nearer = {"within", "-", "--distance", "200", "--metres"};
    expect_refused(nearer, ":3:5: wanted latitudes of -90 to 90", beyond);
    const result found = run_command(with(nearer, {"--skip-bad", "--count"}), beyond);
    EXPECT_EQ(found.output, "1\n") << found.errors;
    EXPECT_TRUE(contains(found.errors, "1 bad row passed over"));
}

TEST(on_the_globe, systems_in_degrees_are_measured) {
    for (const char* const degrees : {"4269", "4258", "4979"}) {
        const std::string text = fmt::format(
            R"({{"type":"Point","coordinates":[1,2],"crs":{{"type":"name","properties":{{"name":"EPSG:{}"}}}}}})",
            degrees);
        EXPECT_EQ(answer_to({"within", "-", "--distance", "1", "--metres", "--count"}, text), "0\n");
    }
}

TEST(shapes_on_the_globe, tell_of_edges_that_go_half_around_it) {
    for (const auto& [ring, message] :
         {std::pair("-180 -60,180 -60,180 60,-180 60,-180 -60",
                    "2 edges have 180° of longitude or more, and go the shorter way round"),
          {"-170 -60,0 -60,170 -60,170 60,-170 -60", "1 edge has"}}) {
        const result found = run_command({"within", "-", "--distance", "1", "--metres"},
                                         fmt::format("id,wkt\nw,\"POLYGON (({}))\"\nin,POINT (1 2)\n", ring));
        EXPECT_EQ(found.status, 0);
        EXPECT_TRUE(contains(found.errors, message));
    }
}

TEST(shapes_on_the_globe, rings_around_a_pole_have_the_pole_inside) {
    const std::string ice =
        R"({"type":"Feature","id":"ice","geometry":{"type":"Polygon","coordinates":[[[-180,-90],[-180,-78],[-90,-72],[0,-70],[90,-66],[180,-78],[180,-90],[90,-90],[-180,-90]]]}})"
        "\n"
        R"({"type":"Feature","id":"sea","geometry":{"type":"Polygon","coordinates":[[[0,80],[120,80],[-120,80],[0,80]]]}})";
    const auto nearest = [&](const char* at) {
        const std::string answer = answer_to({"nearest", "-", "--at", at, "--km"}, ice);
        return answer.substr(answer.find('\n') + 1, 6);
    };
    for (const char* const at : {"10,-89", "179.99,-85", "-135,-89.99"}) {
        EXPECT_EQ(nearest(at), "ice,0\n") << at;
    }
    EXPECT_EQ(nearest("60,89"), "sea,0\n");
    EXPECT_NE(nearest("60,79"), "sea,0\n");
    EXPECT_NE(nearest("60,-60"), "ice,0\n");
}

TEST(shapes_on_the_globe, holes_and_parts_across_180_degrees) {
    const std::string ring =
        R"({"type":"Feature","id":"ring","geometry":{"type":"Polygon","coordinates":[)"
        R"([[178,-2],[-178,-2],[-178,2],[178,2],[178,-2]],[[179,-1],[179,1],[-179,1],[-179,-1],[179,-1]]]}})"
        "\n"
        R"({"type":"Feature","id":"two","geometry":{"type":"MultiPolygon","coordinates":[)"
        R"([[[179.5,10],[180,10],[180,11],[179.5,11],[179.5,10]]],[[[-180,10],[-179.5,10],[-179.5,11],[-180,11],[-180,10]]]]}})";
    const auto nearest = [&](const char* at) { return answer_to({"nearest", "-", "--at", at, "--km"}, ring); };
    // In the hole, whose border has its highest place there.
    EXPECT_EQ(nearest("180,0"), "id,distance\nring,110.5913422256681\n");
    EXPECT_EQ(nearest("178.5,0"), "id,distance\nring,0\n");
    EXPECT_EQ(nearest("181.5,0.5"), "id,distance\nring,0\n");
    EXPECT_EQ(nearest("-180,10.5"), "id,distance\ntwo,0\n");
    EXPECT_EQ(answer_to({"within", "-", "--km", "--distance", "900", "--count"}, ring), "1\n");
    EXPECT_EQ(answer_to({"within", "-", "--km", "--distance", "880", "--count"}, ring), "0\n");
}

} // namespace quadrille::test
