// `--every` and `--interpolate`: positions at common times are those that a full scan of the fixes gives.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"

#include "scenes/random.hpp"

#include "cli/input/duration.hpp"
#include "cli/input/input.hpp"
#include "files/layer/layer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace quadrille::test {

namespace {

const std::string fixes = "t,id,x,y\n3,a,0,0\n13,a,10,0\n23,a,10,20\n5,b,0,1\n19,b,14,1\n120,b,0,0\n7,c,5,5\n";

TEST(common_times, have_what_was_somewhere_before_and_is_afterwards) {
    const words everything = {"query", "-", "--circle", "0,0,100", "--every"};
    EXPECT_EQ(answer_to(with(everything, {"10"}), fixes), "t,id\n10,a\n10,b\n20,a\n120,b\n");
    EXPECT_EQ(answer_to(with(everything, {"10s", "--bridge", "101"}), fixes).substr(0, 35),
              "t,id\n10,a\n10,b\n20,a\n20,b\n30,b\n40,b\n");
    const result near = run_command({"within", "-", "--every", "10", "--distance", "2"}, fixes);
    EXPECT_EQ(near.output, "t,a,b,distance\n10,a,b,1\n");
    EXPECT_EQ(near.errors, "quadrille: (standard input): 1 gap is longer than 100 (--bridge): no positions in there\n"
                           "quadrille: (standard input): 1 of 3 ids have no position at a multiple of 10\n");
    EXPECT_EQ(
        answer_to({"encounters", "-", "--every", "1", "--bridge", "20", "--interpolate", "--distance", "3"}, fixes),
        "a,b,from,to,closest\na,b,5,15,1.4142135623730951\n");
}

TEST(common_times, are_told_when_they_are_not_what_is_wanted) {
    const std::tuple<std::string, std::string, std::string> all[] = {
        {"--every 1", "id,x,y\na,0,0\n",
         "quadrille: (standard input): wanted a file with times (a column t) for --every, found one without\n"},
        {"--interpolate", fixes, "quadrille: --interpolate: wanted with --every, found without it\n"},
        {"--bridge 5", fixes, "quadrille: --bridge: wanted with --every, found without it\n"},
        {"--every 0", fixes, "--every: wanted more than 0, found \"0\" (see quadrille within --help)\n"},
        {"--every 5~days", fixes,
         "--every: wanted a time of 0 or more, such as 10s, 500ms, 5min, 1h or a number, found \"5 days\""},
        {"--every 1e-300", fixes, "wanted times that are fewer than 1e15 steps"},
        {"--every 1ms --bridge 1e12", "t,id,x,y\n0,a,0,0\n9e10,a,1,1\n", "positions (--every), found more"},
        {"--every 1 --memory 1M", fixes, "and no --memory, with --every"}};
    for (const auto& [more, file, reason] : all) {
        expect_refused(words_in("within - --distance 1 " + more), reason, file);
    }
}

TEST(common_times, are_the_decimal_numbers_that_one_would_write) {
    std::string file = "t,id,x,y\n";
    for (int tick = 0; tick <= 1000; ++tick) {
        file += fmt::format("{}.{:03},a,{},0\n", tick * 3 / 1000, tick * 3 % 1000, tick);
    }
    const scratch_folder folder;
    const std::string path = folder.write("fine.csv", file);
    for (const double step : {0.003, 0.3, 0.012, 1.0}) {
        cli::input_options how;
        how.every.step = cli::duration(step);
        const files::layer read = cli::read_input(path, how);
        EXPECT_EQ(read.moments.size(), static_cast<std::size_t>(std::floor(3 / step + 0.5)) + 1);
        for (const files::moment& each : read.moments) {
            EXPECT_EQ(each.t, std::stod(fmt::format("{:.3f}", each.t)));
        }
    }
}

/// Two ships report from 0 to 10 minutes and from 8 hours on; a third one may report in between.
TEST(encounters, end_at_a_gap_of_the_two_whoever_else_has_rows) {
    const std::string two = "t,id,x,y\n0,a,0,0\n0,b,1,0\n300,a,0,0\n300,b,1,0\n600,a,0,0\n600,b,1,0\n"
                            "28800,a,0,0\n28800,b,1,0\n29100,a,0,0\n29100,b,1,0\n";
    const std::string head = "a,b,from,to,closest\n";
    const std::string apart = head + "a,b,0,600,1\na,b,28800,29100,1\n";
    const std::string one = head + "a,b,0,29100,1\n";
    const std::pair<words, std::string> all[] = {
        {{"--every", "5min"}, apart},
        {{"--every", "5min", "--interpolate", "--bridge", "10min"}, apart},
        {{"--every", "5min", "--gap", "1min"}, apart},
        {{"--every", "5min", "--gap", "8h"}, one},
        {{"--every", "5min", "--bridge", "8h"}, one},
        {{"--gap", "10min"}, apart},
        {{"--gap", "7.9h"}, one},
        {{"--gap", "7.8h"}, apart},
        {{}, one}}; // neither has a row in between, and nothing says how long that may last
    for (const char* const others : {"", "3600,c,9,9\n", "3600,c,9,9\n7200,c,9,9\n14400,c,9,9\n"}) {
        for (const auto& [more, wanted] : all) {
            EXPECT_EQ(answer_to(with({"encounters", "-", "--distance", "2"}, more), two + others), wanted);
        }
    }
}

TEST(common_times, are_of_all_units) {
    for (const auto& [text, seconds] :
         {std::pair("10", 10.0), {"10s", 10}, {"100ms", 0.1}, {"1.5min", 90}, {"2h", 7200}}) {
        EXPECT_EQ(cli::duration("--every", text).in({}), seconds) << text;
    }
}

TEST(common_times, go_the_short_way_around_the_world) {
    const std::string ship = "t,id,x,y\n0,a,179,10\n10,a,-179,10\n0,buoy,-179.5,10\n10,buoy,-179.5,10\n";
    const auto near = [&](const words& more) {
        return run_command(with({"within", "-", "--every", "2.5", "--interpolate"}, more), ship).output;
    };
    EXPECT_EQ(near({"--period", "360,0", "--distance", "0.5"}),
              "t,a,b,distance\n5,a,buoy,0.5\n7.5,a,buoy,0\n10,a,buoy,0.5\n");
    EXPECT_EQ(near({"--distance", "0.5"}), "t,a,b,distance\n10,a,buoy,0.5\n");
    const std::string on_globe = near({"--km", "--distance", "1"});
    if (!on_globe.empty()) { // built with GeographicLib
        EXPECT_EQ(on_globe, "t,a,b,distance\n7.5,a,buoy,0\n");
    }
    // Boxes go as a whole, and keep their size.
    EXPECT_EQ(answer_to({"pairs", "-", "--every", "5", "--interpolate", "--period", "100,0"},
                        "t,id,x0,y0,x1,y1\n0,a,96,0,98,2\n10,a,2,0,4,2\n0,b,0.5,0,1,1\n10,b,0.5,0,1,1\n"),
              "t,a,b\n5,a,b\n");
}

struct fix {
    double t;
    double x;
    double y;
};
using lives = std::map<std::string, std::vector<fix>>;

/// Where one is at a time, by a scan of all its fixes.
std::optional<point<double>> position_of(const std::vector<fix>& life, double t, bool interpolates, double bridge) {
    const fix* before = nullptr;
    const fix* after = nullptr;
    for (const fix& each : life) {
        before = each.t <= t && (before == nullptr || each.t > before->t) ? &each : before;
        after = each.t > t && (after == nullptr || each.t < after->t) ? &each : after;
    }
    if (before != nullptr && before->t == t) {
        return point<double>{before->x, before->y};
    }
    if (before == nullptr || after == nullptr || after->t - before->t > bridge) {
        return std::nullopt;
    }
    const double share = interpolates ? (t - before->t) / (after->t - before->t) : 0;
    return point<double>{before->x + share * (after->x - before->x), before->y + share * (after->y - before->y)};
}

TEST(common_times, of_random_lives_have_the_positions_of_a_full_scan) {
    scenes::random_source source(11);
    for (int round = 0; round < 40; ++round) {
        lives all;
        std::string file = "t,id,x,y\n";
        for (int row = 0; row < 120; ++row) {
            const std::string id = fmt::format("n{}", source.below(7));
            const fix one = {double(source.below(400)) / 4, double(source.below(100)), double(source.below(100))};
            std::vector<fix>& life = all[id];
            if (std::none_of(life.begin(), life.end(), [&](const fix& each) { return each.t == one.t; })) {
                life.push_back(one);
                file += fmt::format("{},{},{},{}\n", one.t, id, one.x, one.y);
            }
        }
        const scratch_folder folder;
        const std::string path = folder.write("lives.csv", file);
        cli::input_options how;
        const double step = std::vector<double>{0.25, 1, 1.5, 7, 200}[source.below(5)];
        how.every.step = cli::duration(step);
        how.every.interpolate = source.below(2) == 1;
        const double bridge = std::vector<double>{0, 5, 12.5, 1000}[source.below(4)];
        how.every.bridge = cli::duration(bridge);
        how.how.is_quiet = true;
        const files::layer read = cli::read_input(path, how);
        std::map<std::pair<double, std::string>, point<double>> found;
        for (const files::moment& now : read.moments) {
            EXPECT_GT(now.size(), 0U);
            for (std::uint32_t row = now.first; row < now.last; ++row) {
                EXPECT_TRUE(row == now.first || read.entities[row - 1] < read.entities[row]);
                found[{now.t, std::string(read.id_of(row))}] = std::get<std::vector<point<double>>>(read.shapes)[row];
            }
        }
        EXPECT_EQ(found.size(), read.size());
        std::size_t wanted = 0;
        for (double t = 0; t <= 100; t += step) {
            for (const auto& [id, life] : all) {
                const auto where = position_of(life, t, how.every.interpolate, bridge);
                const auto known = found.find({t, id});
                ASSERT_EQ(where.has_value(), known != found.end()) << file << t << ' ' << id;
                if (where) {
                    ++wanted;
                    EXPECT_NEAR(known->second.x, where->x, 1e-9);
                    EXPECT_NEAR(known->second.y, where->y, 1e-9);
                }
            }
        }
        EXPECT_EQ(wanted, found.size());
    }
}

} // namespace

} // namespace quadrille::test
