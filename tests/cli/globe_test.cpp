// The options `--metres` and `--km`: distances on the globe, across ±180° and at the poles, are those of a full scan by GeographicLib.
// SPDX-License-Identifier: MIT
#include "command.hpp"

#include "cli/globe/globe.hpp"
#include "scenes/random.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace quadrille::test {

namespace {

using place = point<double>;

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

std::string file_of(const std::vector<place>& places) {
    std::string text = "id,x,y\n";
    for (std::size_t row = 0; row < places.size(); ++row) {
        text += fmt::format("{},{},{}\n", row, places[row].x, places[row].y);
    }
    return text;
}

struct told_pair {
    std::uint32_t a;
    std::uint32_t b;
    double distance;
    bool operator==(const told_pair&) const = default;
};
std::vector<told_pair> pairs_in(const std::string& output) {
    std::vector<told_pair> pairs;
    std::istringstream lines(output);
    std::string line;
    std::getline(lines, line); // the header
    while (std::getline(lines, line)) {
        std::replace(line.begin(), line.end(), ',', ' ');
        told_pair one{};
        std::istringstream(line) >> one.a >> one.b >> one.distance;
        pairs.push_back(one);
    }
    return pairs;
}

/// A command without GeographicLib says so, and there is nothing to test.
bool has_globe() { return run_command({"within", "-", "--distance", "1", "--metres"}, "id,x,y\na,0,0\n").status == 0; }

class on_the_globe : public testing::Test {
protected:
    void SetUp() override {
        if (!has_globe()) {
            GTEST_SKIP() << "the command was built without GeographicLib";
        }
    }
};

} // namespace

// promise: command-answers: Distances on the globe are those of a full scan by GeographicLib.
TEST_F(on_the_globe, pairs_within_are_those_of_a_full_scan) {
    const std::vector<place> places = nasty_places(300);
    const std::string file = file_of(places);
    std::vector<told_pair> all;
    for (std::uint32_t a = 0; a < places.size(); ++a) {
        for (std::uint32_t b = a + 1; b < places.size(); ++b) {
            all.push_back({a, b, cli::globe::metres_between(places[a], places[b])});
        }
    }
    for (const double metres : {0.0, 0.5, 900.0, 30000.0, 1.2e6, 1.9e7, 2.1e7}) {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> wanted;
        for (const told_pair& one : all) {
            if (one.distance <= metres) {
                wanted.emplace_back(one.a, one.b);
            }
        }
        const result told = run_command({"within", "-", "--metres", "--distance", fmt::format("{}", metres)}, file);
        ASSERT_EQ(told.status, 0) << told.errors;
        std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
        for (const told_pair& one : pairs_in(told.output)) {
            found.emplace_back(one.a, one.b);
            EXPECT_NEAR(one.distance, cli::globe::metres_between(places[one.a], places[one.b]), 1e-8);
        }
        EXPECT_EQ(found, wanted) << metres;
        EXPECT_FALSE(found.empty());
        EXPECT_EQ(run_command({"within", "-", "--km", "--count", "--distance", fmt::format("{}", metres / 1000)}, file)
                      .output,
                  fmt::format("{}\n", wanted.size()));
    }
}

/// The full scan leaves out what differs by too many degrees of latitude, of which none is shorter than 110.5 km.
TEST_F(on_the_globe, pairs_of_many_places_are_those_of_a_full_scan) {
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
            if (std::abs(std::remainder(a.x - b.x, 360)) <= turn && cli::globe::metres_between(a, b) <= metres) {
                wanted.push_back(std::minmax(by_latitude[one], by_latitude[other]));
            }
        }
    }
    std::sort(wanted.begin(), wanted.end());
    EXPECT_GT(wanted.size(), places.size() / 10);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
    for (const told_pair& one :
         pairs_in(run_command({"within", "-", "--metres", "--distance", "250"}, file_of(places)).output)) {
        found.emplace_back(one.a, one.b);
    }
    EXPECT_TRUE(found == wanted) << found.size() << ' ' << wanted.size();
}

TEST_F(on_the_globe, joins_are_those_of_a_full_scan) {
    const std::vector<place> places = nasty_places(300);
    const std::vector<place> others = nasty_places(150);
    scratch_folder folder;
    const std::string a = folder.write("a.csv", file_of(places));
    const std::string b = folder.write("b.csv", file_of(others));
    std::vector<std::pair<std::uint32_t, std::uint32_t>> wanted;
    for (std::uint32_t one = 0; one < places.size(); ++one) {
        for (std::uint32_t other = 0; other < others.size(); ++other) {
            if (cli::globe::metres_between(places[one], others[other]) <= 250000) {
                wanted.emplace_back(one, other);
            }
        }
    }
    std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
    for (const told_pair& one : pairs_in(run_command({"join", a, b, "--km", "--distance", "250"}).output)) {
        found.emplace_back(one.a, one.b);
    }
    EXPECT_EQ(found, wanted);
    EXPECT_EQ(run_command({"join", a, b, "--km", "--distance", "250", "--count"}).output,
              fmt::format("{}\n", wanted.size()));
}

TEST_F(on_the_globe, the_nearest_are_those_of_a_full_scan) {
    const std::vector<place> places = nasty_places(300);
    const std::vector<place> asked = nasty_places(80);
    scratch_folder folder;
    const std::string file = folder.write("file.csv", file_of(places));
    const std::string at = folder.write("at.csv", file_of(asked));
    std::vector<told_pair> wanted;
    for (std::uint32_t from = 0; from < asked.size(); ++from) {
        std::vector<std::pair<double, std::uint32_t>> all;
        for (std::uint32_t row = 0; row < places.size(); ++row) {
            all.emplace_back(cli::globe::metres_between(asked[from], places[row]), row);
        }
        std::sort(all.begin(), all.end());
        for (std::size_t each = 0; each < 4; ++each) {
            wanted.push_back({from, all[each].second, all[each].first});
        }
    }
    const std::vector<told_pair> found =
        pairs_in(run_command({"nearest", file, "--at-file", at, "-k", "4", "--metres"}).output);
    ASSERT_EQ(found.size(), wanted.size());
    for (std::size_t each = 0; each < found.size(); ++each) {
        EXPECT_NEAR(found[each].distance, wanted[each].distance, 1e-7) << each;
    }
}

TEST_F(on_the_globe, encounters_are_at_the_distance_of_the_globe) {
    const std::string text =
        "t,id,x,y\n0,a,179.99,0\n0,b,-179.95,0\n1,a,-179.99,0\n1,b,-179.98,0\n2,a,-179.9,0\n2,b,179.9,0\n";
    const result told = run_command({"encounters", "-", "--km", "--distance", "7"}, text);
    EXPECT_EQ(told.output.substr(0, 35), "a,b,from,to,closest\na,b,0,1,1.11319") << told.output << told.errors;
    EXPECT_EQ(run_command({"encounters", "-", "--distance", "7", "--metres", "--count"}, text).output, "0\n");
}

/// A ship passes a line between two places, from which it is as far as from the nearest place on it.
TEST_F(on_the_globe, encounters_may_be_of_lines) {
    const std::string text =
        "t,id,wkt\n0,cable,\"LINESTRING(0 0,10 0)\"\n0,ship,POINT(5 1)\n1,cable,\"LINESTRING(0 0,10 "
        "0)\"\n1,ship,POINT(5 0.5)\n2,cable,\"LINESTRING(0 0,10 0)\"\n2,ship,POINT(5 2)\n";
    const result found = run_command({"encounters", "-", "--km", "--distance", "112"}, text);
    const result pairs = run_command({"within", "-", "--km", "--distance", "112"}, text);
    const std::string closest = pairs.output.substr(pairs.output.rfind("ship,") + 5);
    EXPECT_EQ(found.output, "a,b,from,to,closest\ncable,ship,0,1," + closest) << pairs.output << found.errors;
}

TEST_F(on_the_globe, answers_have_attributes_and_lines_across_the_seam) {
    const std::string ports = "id,x,y,kind\nw,-179.5,0,port\ne,179.5,0,\"x,y\"\n";
    const std::vector<std::string> words = {"within", "-", "--km", "--distance", "112", "--with", "kind"};
    EXPECT_EQ(run_command(words, ports).output.substr(0, 37), "a,b,distance,a_kind,b_kind\nw,e,111.31");
    std::vector<std::string> drawn = words;
    drawn.insert(drawn.end(), {"--format", "geojson"});
    const std::string features = run_command(drawn, ports).output;
    EXPECT_NE(features.find(R"("coordinates":[[-179.5,0],[-180.5,0]])"), std::string::npos) << features;
}

TEST_F(on_the_globe, what_is_no_place_on_it_is_refused) {
    const auto refused = [](std::vector<std::string> words, const char* text, const char* sentence) {
        const result told = run_command(words, text);
        EXPECT_EQ(told.status, 2);
        EXPECT_NE(told.errors.find(sentence), std::string::npos) << told.errors;
    };
    const char* const north = "id,x,y\na,0,91\n";
    const char* const boxes = "id,x,y,w,h\na,0,0,1,1\n";
    const char* const ships = "id,x,y\na,0,0\nb,1,1\n";
    refused({"within", "-", "--distance", "1", "--metres"}, north, "wanted latitudes of -90 to 90");
    refused({"within", "-", "--distance", "1", "--km"}, boxes,
            "wanted points, lines or polygons (--metres, --km), found boxes");
    refused({"nearest", "-", "--at", "0,95", "--km"}, ships, "--at: wanted latitudes of -90 to 90");
    refused({"within", "-", "--distance", "1", "--km", "--period", "360,0"}, ships,
            "wanted one of --period and --km, found both");
    refused({"within", "-", "--distance", "1", "--km", "--memory", "50M"}, ships,
            "wanted one of --memory and --km, found both");
    refused({"join", "-", "/dev/null", "--km"}, ships, "--km: wanted --distance, found none");
}

TEST_F(on_the_globe, latitudes_beyond_a_pole_are_located_and_can_be_passed_over) {
    const std::string text = "id,lon,lat\na,8,47\nb,8,90.5\nc,8,47.001\n";
    const result refused = run_command({"within", "-", "--distance", "200", "--metres"}, text);
    EXPECT_NE(refused.errors.find(":3:5: wanted latitudes of -90 to 90"), std::string::npos) << refused.errors;
    const result found = run_command({"within", "-", "--distance", "200", "--metres", "--skip-bad", "--count"}, text);
    EXPECT_EQ(found.output, "1\n") << found.errors;
    EXPECT_NE(found.errors.find("1 bad row passed over"), std::string::npos) << found.errors;
}

TEST_F(on_the_globe, systems_in_degrees_are_measured) {
    for (const char* const degrees : {"4269", "4258", "4979"}) {
        const result found = run_command(
            {"within", "-", "--distance", "1", "--metres", "--count"},
            fmt::format(
                R"({{"type":"Point","coordinates":[1,2],"crs":{{"type":"name","properties":{{"name":"EPSG:{}"}}}}}})",
                degrees));
        EXPECT_EQ(found.output, "0\n") << found.errors;
    }
}

} // namespace quadrille::test
