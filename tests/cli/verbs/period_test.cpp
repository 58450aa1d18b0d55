// The option `--period`: files and runs in worlds that wrap.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"
#include "tests/cli/pictures/drawn_files.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace quadrille::test {

namespace {

/// Longitudes around ±180°, one of them 360° from where another one is near.
const std::string ships = "id,x,y\nfiji,178,-18\nsamoa,-172,-14\nrome,12.5,41.9\nlost,539,-18\n";

result asked(const std::vector<std::string>& words, const std::string& text = ships) {
    return run_command(words, text);
}

// promise: worlds-that-wrap: The command has worlds that wrap in every verb that reads shapes, and in runs.
TEST(period, is_that_of_longitudes_in_a_file) {
    EXPECT_EQ(asked({"within", "-", "--distance", "12", "--period", "360,0"}).output,
              "a,b,distance\nfiji,samoa,10.770329614269007\nfiji,lost,1\nsamoa,lost,9.848857801796104\n");
    EXPECT_EQ(asked({"within", "-", "--distance", "12"}).output, "a,b,distance\n");
    EXPECT_EQ(asked({"nearest", "-", "--at", "181,-18", "-k", "2", "--period", "360,0"}).output,
              "id,distance\nlost,2\nfiji,3\n");
    EXPECT_EQ(asked({"query", "-", "--box", "170,-20,190,-10", "--count", "--period", "360,0"}).output, "3\n");
    EXPECT_EQ(asked({"pairs", "-", "--period", "360,0"}, "id,x0,y0,x1,y1\na,350,0,361,1\nb,0.5,0,2,1\n").output,
              "a,b\na,b\n");
}

TEST(period, is_kept_in_an_index_and_has_to_be_that) {
    const std::string file = ::testing::TempDir() + "period_of_an_index.qtree";
    ASSERT_EQ(asked({"index", "-", "-o", file, "--period", "360,0"}).status, 0);
    EXPECT_EQ(asked({"within", file, "--distance", "12", "--count"}).output, "3\n");
    EXPECT_EQ(asked({"within", file, "--distance", "12", "--count", "--period", "360,0"}).output, "3\n");
    const result other = asked({"within", file, "--distance", "12", "--period", "180,0"});
    EXPECT_EQ(other.status, 2);
    EXPECT_NE(other.errors.find("wanted an index of a world with the period 180,0, found 360,0"), std::string::npos)
        << other.errors;
    const result joined = asked({"join", file, "-", "--distance", "1"});
    EXPECT_EQ(joined.status, 2);
    EXPECT_NE(joined.errors.find("wanted a world with the period 360,0"), std::string::npos) << joined.errors;
    std::filesystem::remove(file);
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
    struct world {
        int units;
        std::size_t decimals;
    };
    const std::string index = ::testing::TempDir() + "period_of_decimals.qtree";
    for (const world& of : {world{3, 1}, world{7, 1}, world{360, 1}, world{6283, 3}, world{1, 1}, world{8640011, 5}}) {
        std::string file = "id,t,x,y\n";
        int count = 0;
        for (int place = 0; place < 12; ++place) {
            const int units = of.units * place / 12;
            for (const int turns : {-30, -3, -2, -1, 1, 2, 3, 7, 100}) {
                file += "a" + std::to_string(count) + ",0," + decimal_of(units, of.decimals) + ',' +
                        std::to_string(count) + '\n';
                file += "b" + std::to_string(count) + ",0," + decimal_of(units + turns * of.units, of.decimals) + ',' +
                        std::to_string(count) + '\n';
                ++count;
            }
        }
        const std::string wraps = decimal_of(of.units, of.decimals) + ",0";
        const std::string wanted = std::to_string(count) + '\n';
        for (const std::vector<std::string>& verb : {std::vector<std::string>{"pairs", "-", "--count"},
                                                     {"pairs", "-", "--count", "--memory", "1M"},
                                                     {"within", "-", "--count", "--distance", "0"},
                                                     {"encounters", "-", "--count", "--distance", "0"}}) {
            EXPECT_EQ(asked(with(verb, {"--period", wraps}), file).output, wanted) << verb.front() << ' ' << wraps;
        }
        EXPECT_EQ(asked({"index", "-", "-o", index, "--period", wraps}, file).status, 0);
        EXPECT_EQ(asked({"pairs", index, "--count"}).output, wanted);
        const std::string told = asked({"follow", "-", "--distance", "0", "--period", wraps}, file).output;
        EXPECT_EQ(std::count(told.begin(), told.end(), '\n'), 1 + 2 * count) << wraps;
    }
    std::filesystem::remove(index);
}

TEST(period, with_more_decimals_than_the_file_is_rounded_and_reported) {
    const std::string atoms = "id,x,y\na,0.000,0\nb,6.283,0\nc,3.142,0\n";
    const result told = asked({"pairs", "-", "--period", "6.283185307179586,0"}, atoms);
    EXPECT_EQ(told.output, "a,b\na,b\n");
    EXPECT_EQ(told.errors,
              "quadrille: (standard input): the period 6.283185307179586,0 has more decimals than coordinates, "
              "and is rounded to 6.283,0\n");
    // Whole numbers, and a period of few digits, say nothing of the kind.
    EXPECT_EQ(asked({"pairs", "-", "--period", "6.283185307179586,0"}, "id,x,y\na,0,0\nb,6,0\n").errors, "");
    EXPECT_EQ(asked({"pairs", "-", "--period", "24.53125,0"}, atoms).errors, "");
    EXPECT_EQ(asked({"pairs", "-", "--period", "6.283185307179586,0"}, atoms + "d,1.2345678901234567,0\n").errors, "");
}

TEST(period, of_nonsense_or_of_shapes_that_are_too_wide_is_refused) {
    for (const char* bad : {"360", "360,-1", "nan,0", "a,b", "inf,0", ""}) {
        const result ended = asked({"within", "-", "--distance", "1", "--period", bad});
        EXPECT_EQ(ended.status, 2) << bad;
        EXPECT_NE(ended.errors.find("wanted two numbers width,height"), std::string::npos) << ended.errors;
    }
    const result wide = asked({"pairs", "-", "--period", "10,0"}, "id,x0,y0,x1,y1\nok,0,0,1,1\nwide,0,0,6,1\n");
    EXPECT_EQ(wide.status, 1);
    EXPECT_NE(wide.errors.find("found a wider shape (the first of 1 is number 2)"), std::string::npos) << wide.errors;
}

TEST(period, of_a_run_is_compared_with_brute_force) {
    for (const char* scene : {"uniform", "boids", "clustered", "teleports"}) {
        const result ended = asked({"run", "--scene", scene, "--count", "400", "--ticks", "5", "--period", "32,24.5"});
        EXPECT_EQ(ended.status, 0) << ended.errors;
        EXPECT_NE(ended.output.find("seed 1, period 32 x 24.5, ticks 5\n"), std::string::npos) << ended.output;
        EXPECT_NE(ended.output.find("equal to brute force on 5 checked ticks (every item)"), std::string::npos);
    }
}

} // namespace

} // namespace quadrille::test
