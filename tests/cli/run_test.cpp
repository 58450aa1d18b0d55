// `quadrille run`: every scene equals brute force, and a difference is detected.
// SPDX-License-Identifier: MIT
#include "command.hpp"

#include "cli/worlds/check.hpp"
#include <scenes/scene.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

namespace quadrille::test {

namespace {

class scene_test : public testing::TestWithParam<scenes::kind> {};

// promise: command-answers: `run` is equal to brute force in every scene.
TEST_P(scene_test, runs_and_is_equal_to_brute_force) {
    const std::string scene(to_string(GetParam()));
    const result ended = run_command({"run", "--scene", scene, "--count", "500", "--ticks", "5", "--seed", "7"});
    EXPECT_EQ(ended.status, 0);
    EXPECT_EQ(ended.errors, "");
    const std::string wraps = GetParam() == scenes::kind::torus ? ", period 44.72135925292969 x 44.72135925292969" : "";
    EXPECT_TRUE(ended.output.starts_with("world    scene " + scene + ", boxes 500, seed 7" + wraps + ", ticks 5\n"))
        << ended.output;
    EXPECT_NE(ended.output.find("equal to brute force on 5 checked ticks (every item)\n"), std::string::npos)
        << ended.output;
}

INSTANTIATE_TEST_SUITE_P(each, scene_test, testing::ValuesIn(scenes::every_kind),
                         [](const auto& scene) { return std::string(to_string(scene.param)); });

TEST(run, samples_a_large_world) {
    const result ended = run_command({"run", "--count", "50000", "--ticks", "3"});
    EXPECT_EQ(ended.status, 0);
    EXPECT_EQ(ended.errors, "");
    EXPECT_NE(ended.output.find("equal to brute force on 3 checked ticks (1,000 items each)\n"), std::string::npos)
        << ended.output;
}

TEST(run, takes_one_box_for_one_tick) {
    const result ended = run_command({"run", "--count", "1", "--ticks", "1"});
    EXPECT_EQ(ended.status, 0);
    EXPECT_NE(ended.output.find("pairs    0 in all, 0 at the last tick\n"), std::string::npos) << ended.output;
}

// promise: command-threads
TEST(run, finds_the_same_on_any_number_of_threads) {
    const auto without_times = [](const char* threads) {
        const result ended =
            run_command({"run", "--scene", "clustered", "--count", "20000", "--ticks", "2", "--threads", threads});
        EXPECT_EQ(ended.status, 0) << ended.errors;
        EXPECT_NE(ended.output.find("; threads: " + std::string(threads) + "\n"), std::string::npos) << ended.output;
        return ended.output.substr(ended.output.find("\npairs "));
    };
    const std::string alone = without_times("1");
    EXPECT_NE(alone.find("equal to brute force"), std::string::npos);
    for (const char* const threads : {"3", "1024"}) {
        EXPECT_EQ(without_times(threads), alone) << threads;
    }
}

TEST(run, rejects_bad_options) {
    struct bad_option {
        std::vector<std::string> arguments;
        std::string message;
    };
    const std::string counts = "--count: wanted a whole number from 1 to 100000000, found ";
    const bad_option all[] = {
        {{"run", "--count", "0"}, counts + "\"0\""},
        {{"run", "--count", "-5"}, counts + "\"-5\""},
        {{"run", "--count", "many"}, counts + "\"many\""},
        {{"run", "--count", "1e-5"}, counts + "\"1e-5\""},
        {{"run", "--count", "1e9"}, counts + "\"1e9\""},
        {{"run", "--count", "1e99999999999"}, counts + "\"1e99999999999\""},
        {{"run", "--count", "5."}, counts + "\"5.\""},
        {{"run", "--count", ".5e1"}, counts + "\".5e1\""},
        {{"run", "--count", "1e"}, counts + "\"1e\""},
        {{"run", "--count", "1e3x"}, counts + "\"1e3x\""},
        {{"run", "--count", "1.55e1"}, counts + "\"1.55e1\""},
        {{"run", "--count", "1,00"}, counts + "\"1,00\""},
        {{"run", "--count", "-1e3"}, counts + "\"-1e3\""},
        {{"run", "--count", "12 "}, counts + "\"12 \""},
        {{"run", "--count", "100000001"}, counts + "\"100000001\""},
        {{"run", "--count", "99999999999999999999999"}, counts + "\"99999999999999999999999\""},
        {{"run", "--count"}, "--count: wanted a value, found nothing"},
        {{"run", "--threads", "0"}, "--threads: wanted a whole number from 1 to 1024, found \"0\""},
        {{"run", "--ticks", "0"}, "--ticks: wanted a whole number from 1 to 1000000000, found \"0\""},
        {{"run", "--seed", "-1"}, "--seed: wanted a whole number from 0 to 18446744073709551615, found \"-1\""},
        {{"run", "--scene", "moon"},
         "--scene: wanted one of uniform, clustered, power_law, giant, pile, line, identical, lattice, runaway, "
         "statics, "
         "teleports, boids, torus; found "
         "\"moon\""},
        {{"run", "--speed", "9"}, "no option '--speed'; did you mean '--seed'?"},
        {{"pairs", "-", "--format", "xml"}, "--format: wanted one of csv, json, jsonl, geojson; found \"xml\""},
        {{"pairs"}, "FILE is required"},
        {{"dance"}, "no verb 'dance'"},
        {{}, "wanted a verb, found nothing"},
        {{"--", "pairs"}, "no verb '--'"},
        {{"--"}, "wanted a verb, found '--'"},
        {{"--", "pairs", "-"}, "wanted a verb, found '--'"},
    };
    for (const bad_option& bad : all) {
        const result ended = run_command(bad.arguments);
        EXPECT_EQ(ended.status, 2) << bad.message;
        EXPECT_EQ(ended.output, "");
        EXPECT_TRUE(ended.errors.starts_with("quadrille: " + bad.message + " (see quadrille ")) << ended.errors;
    }
}

TEST(run, takes_numbers_as_people_write_them) {
    for (const char* const count : {"2000", "2e3", "2E+3", "2_000", "2,000", "0.2e4", "2.000e3", "20.0e2", "02000.0"}) {
        const result ended = run_command({"run", "--count", count, "--ticks", "1e0"});
        EXPECT_EQ(ended.status, 0) << ended.errors;
        EXPECT_TRUE(ended.output.starts_with("world    scene uniform, boxes 2,000,")) << count << ended.output;
    }
}

class signal_test : public testing::TestWithParam<int> {};

TEST_P(signal_test, ends_a_run_with_what_is_known_so_far) {
    result ended;
    // A busy machine may need longer for a first tick; before that nothing is known. A terminal would see a progress bar by then.
    for (std::chrono::milliseconds pause(500); ended.output.empty() && pause < std::chrono::minutes(1); pause *= 2) {
        const running_command run({"run", "--count", "1000", "--ticks", "1e9"});
        std::this_thread::sleep_for(pause);
        run.send(GetParam());
        ended = run.wait();
        EXPECT_EQ(ended.status, 128 + GetParam());
        EXPECT_EQ(ended.errors, "");
    }
    EXPECT_NE(ended.output.find(" of 1,000,000,000, then interrupted\nspeed "), std::string::npos) << ended.output;
    EXPECT_NE(ended.output.find("\nanswers  "), std::string::npos) << ended.output;
}

/// A billion ticks are checked at every two millionth.
TEST(run, interrupted_before_the_first_check_says_that_there_was_none) {
    result ended;
    for (std::chrono::milliseconds pause(250); ended.output.empty() && pause < std::chrono::minutes(1); pause *= 2) {
        const running_command run({"run", "--count", "1000", "--ticks", "1e9"});
        std::this_thread::sleep_for(pause);
        run.send(SIGINT);
        ended = run.wait();
    }
    EXPECT_NE(ended.output.find("\nanswers  not compared with brute force: interrupted before the first check, at tick "
                                "2,000,000\n"),
              std::string::npos)
        << ended.output;
}

INSTANTIATE_TEST_SUITE_P(each, signal_test, testing::Values(SIGINT, SIGTERM));

TEST(run, reads_leading_zeros_as_decimal) {
    const result ended = run_command({"run", "--count", "010", "--ticks", "1"});
    EXPECT_EQ(ended.status, 0);
    EXPECT_TRUE(ended.output.starts_with("world    scene uniform, boxes 10,")) << ended.output;
}

TEST(help, is_there_for_the_command_and_each_verb) {
    for (const char* const option : {"--version", "-V"}) {
        const result version = run_command({option});
        EXPECT_EQ(version.status, 0);
        EXPECT_EQ(version.output, "quadrille " QUADRILLE_VERSION "\n");
    }

    const result help = run_command({"--help"});
    EXPECT_EQ(help.status, 0);
    EXPECT_EQ(help.errors, "");
    for (const char* word : {"run", "pairs", "Exit status: 0", "--version"}) {
        EXPECT_NE(help.output.find(word), std::string::npos) << word;
    }
    for (const char* verb : {"run", "pairs"}) {
        const result about_verb = run_command({verb, "--help"});
        EXPECT_EQ(about_verb.status, 0);
        EXPECT_NE(about_verb.output.find(std::string("quadrille ") + verb + " [OPTIONS]"), std::string::npos);
        EXPECT_NE(about_verb.output.find("  -h,--help "), std::string::npos);
        EXPECT_EQ(run_command({verb, "-h"}).output, about_verb.output);
    }
    EXPECT_EQ(run_command({"-h"}).output, help.output);
}

TEST(help, is_a_verb_too) {
    EXPECT_EQ(run_command({"help"}).output, run_command({"--help"}).output);
    for (const char* const verb : {"run", "pairs", "join", "help"}) {
        const result ended = run_command({"help", verb});
        EXPECT_EQ(ended.status, 0);
        EXPECT_EQ(ended.errors, "");
        EXPECT_EQ(ended.output, run_command({verb, "--help"}).output) << verb;
    }
}

TEST(help, says_first_what_lines_and_polygons_are) {
    std::string help = run_command({"--help"}).output;
    std::replace(help.begin(), help.end(), '\n', ' '); // wherever its lines end
    EXPECT_NE(help.find("Lines and polygons are decided exactly, or, with --boxes, as the boxes around them."),
              std::string::npos)
        << help;
    EXPECT_NE(help.find("--boxes"), std::string::npos) << help;
}

TEST(help, tells_of_every_scene) {
    const std::string help = run_command({"run", "--help"}).output;
    for (const scenes::kind scene : scenes::every_kind) {
        EXPECT_NE(help.find("\n  " + std::string(to_string(scene)) + "  "), std::string::npos) << to_string(scene);
    }
}

// ---- The check itself -----------------------------------------------------------------------------------------------

TEST(check, names_the_first_difference) {
    const std::vector<box<float>> apart = {{{0, 0}, {1, 1}}, {{5, 5}, {6, 6}}, {{2, 0}, {3, 1}}};
    const std::vector<box<float>> intersecting = {{{0, 0}, {1, 1}}, {{5, 5}, {6, 6}}, {{1, 0}, {3, 1}}};
    quadtree<> tree;

    ASSERT_TRUE(tree.assign(apart));
    EXPECT_FALSE(cli::first_difference(tree, apart, {}));
    EXPECT_EQ(cli::first_difference(tree, intersecting, {}),
              "intersecting does not say that items 0 and 2 intersect: [0, 0] to [1, 1] and [1, 0] to [3, 1]");
    EXPECT_EQ(cli::first_difference(tree, intersecting, {2, 3}),
              "intersecting does not say that items 2 and 0 intersect: [1, 0] to [3, 1] and [0, 0] to [1, 1]");
    EXPECT_FALSE(cli::first_difference(tree, intersecting, {1, 3}));

    ASSERT_TRUE(tree.assign(intersecting));
    EXPECT_FALSE(cli::first_difference(tree, intersecting, {}));
    EXPECT_EQ(cli::first_difference(tree, apart, {}),
              "intersecting says that items 0 and 2 intersect, they do not: [0, 0] to [1, 1] and [2, 0] to [3, 1]");
}

} // namespace

} // namespace quadrille::test
