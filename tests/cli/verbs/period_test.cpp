// The option `--period`: files and runs in worlds that wrap.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <utility>

namespace quadrille::test {

namespace {

/// Longitudes around ±180°, one of them 360° from where another one is near.
const std::string ships = "id,x,y\nfiji,178,-18\nsamoa,-172,-14\nrome,12.5,41.9\nlost,539,-18\n";

// promise: worlds-that-wrap: The command has worlds that wrap in every verb that reads shapes, and in runs.
TEST(period, is_that_of_longitudes_in_a_file_or_in_an_index) {
    const words period = {"--period", "360,0"};
    const words near = {"within", "-", "--distance", "12"};
    EXPECT_EQ(answer_to(with(near, period), ships),
              "a,b,distance\nfiji,samoa,10.770329614269007\nfiji,lost,1\nsamoa,lost,9.848857801796104\n");
    EXPECT_EQ(answer_to(near, ships), "a,b,distance\n");
    EXPECT_EQ(answer_to(with({"nearest", "-", "--at", "181,-18", "-k", "2"}, period), ships),
              "id,distance\nlost,2\nfiji,3\n");
    EXPECT_EQ(answer_to(with({"query", "-", "--box", "170,-20,190,-10", "--count"}, period), ships), "3\n");
    EXPECT_EQ(answer_to(with({"pairs", "-"}, period), "id,x0,y0,x1,y1\na,350,0,361,1\nb,0.5,0,2,1\n"), "a,b\na,b\n");

    const scratch_folder folder;
    const std::string index = folder.path("ships.quad");
    const words within = {"within", index, "--distance", "12", "--count"};
    answer_to(with({"index", "-", "-o", index}, period), ships);
    EXPECT_EQ(answer_to(within), "3\n");
    EXPECT_EQ(answer_to(with(within, period)), "3\n");
    expect_refused(with(within, {"--period", "180,0"}),
                   "wanted an index of a world with the period 180,0, found 360,0");
    expect_refused({"join", index, "-", "--distance", "1"}, "wanted a world with the period 360,0", ships);
}

/// A number of units as the decimals of it that one would write.
std::string decimal_of(int units, std::size_t decimals) {
    std::string digits = std::to_string(std::abs(units));
    digits.insert(0, std::max(digits.size(), decimals + 1) - digits.size(), '0');
    digits.insert(digits.size() - decimals, ".");
    return (units < 0 ? "-" : "") + digits;
}

// promise: worlds-that-wrap: Places that are equal by their decimals, modulo the period, are one place for the command.
TEST(period, of_decimals_brings_equal_places_together) {
    const scratch_folder folder;
    const std::string index = folder.path("index.quad");
    for (const auto& [period, decimals] :
         {std::pair<int, std::size_t>(3, 1), {7, 1}, {360, 1}, {6283, 3}, {1, 1}, {8640011, 5}}) {
        std::string file = "id,t,x,y\n";
        int count = 0;
        for (int place = 0; place < 12; ++place) {
            const int units = period * place / 12;
            for (const int turns : {-30, -3, -2, -1, 1, 2, 3, 7, 100}) {
                file += fmt::format("a{0},0,{1},{0}\nb{0},0,{2},{0}\n", count, decimal_of(units, decimals),
                                    decimal_of(units + turns * period, decimals));
                ++count;
            }
        }
        const std::string wraps = decimal_of(period, decimals) + ",0";
        const std::string wanted = std::to_string(count) + '\n';
        for (const words& verb : {words{"pairs", "-", "--count"},
                                  {"pairs", "-", "--count", "--memory", "1M"},
                                  {"within", "-", "--count", "--distance", "0"},
                                  {"encounters", "-", "--count", "--distance", "0"}}) {
            EXPECT_EQ(answer_to(with(verb, {"--period", wraps}), file), wanted) << verb.front() << ' ' << wraps;
        }
        answer_to({"index", "-", "-o", index, "--period", wraps}, file);
        EXPECT_EQ(answer_to({"pairs", index, "--count"}), wanted);
        const std::string told = answer_to({"follow", "-", "--distance", "0", "--period", wraps}, file);
        EXPECT_EQ(std::count(told.begin(), told.end(), '\n'), 1 + 2 * count) << wraps;
    }
}

TEST(period, with_more_decimals_than_the_file_is_rounded_and_reported) {
    const std::string atoms = "id,x,y\na,0.000,0\nb,6.283,0\nc,3.142,0\n";
    const words rounded = {"pairs", "-", "--period", "6.283185307179586,0"};
    const result told = run_command(rounded, atoms);
    EXPECT_EQ(told.output, "a,b\na,b\n");
    EXPECT_EQ(told.errors,
              "quadrille: (standard input): the period 6.283185307179586,0 has more decimals than coordinates, "
              "and is rounded to 6.283,0\n");
    // Whole numbers, and a period of few digits, say nothing of the kind.
    output_of(rounded, "id,x,y\na,0,0\nb,6,0\n");
    output_of({"pairs", "-", "--period", "24.53125,0"}, atoms);
    output_of(rounded, atoms + "d,1.2345678901234567,0\n");
}

TEST(period, of_nonsense_or_of_shapes_that_are_too_wide_is_refused) {
    for (const char* bad : {"360", "360,-1", "nan,0", "a,b", "inf,0", ""}) {
        expect_refused({"within", "-", "--distance", "1", "--period", bad}, "wanted two numbers width,height", ships);
    }
    const result wide = run_command({"pairs", "-", "--period", "10,0"}, "id,x0,y0,x1,y1\nok,0,0,1,1\nwide,0,0,6,1\n");
    EXPECT_EQ(wide.status, 1);
    EXPECT_TRUE(contains(wide.errors, "found a wider shape (the first of 1 is number 2)"));
}

TEST(period, of_a_run_is_compared_with_brute_force) {
    for (const char* scene : {"uniform", "boids", "clustered", "teleports"}) {
        const std::string told =
            answer_to({"run", "--scene", scene, "--count", "400", "--ticks", "5", "--period", "32,24.5"});
        EXPECT_TRUE(contains(told, "seed 1, period 32 x 24.5, ticks 5\n"));
        EXPECT_TRUE(contains(told, "equal to brute force on 5 checked ticks (every item)"));
    }
}

} // namespace

} // namespace quadrille::test
