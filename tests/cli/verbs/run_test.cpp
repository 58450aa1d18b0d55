// `quadrille run`: every scene equals brute force, and a difference is detected.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"

#include "cli/worlds/check.hpp"
#include <scenes/scene.hpp>

#include <chrono>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

namespace quadrille::test {

namespace {

// promise: command-answers: `run` is equal to brute force in every scene.
TEST(run, is_equal_to_brute_force_in_every_scene) {
    for (const scenes::kind which : scenes::every_kind) {
        const std::string scene(to_string(which));
        const std::string told = output_of({"run", "--scene", scene, "--count", "500", "--ticks", "5", "--seed", "7"});
        const std::string wraps = which == scenes::kind::torus ? ", period 44.72135925292969 x 44.72135925292969" : "";
        EXPECT_TRUE(contains(told, "world    scene " + scene + ", boxes 500, seed 7" + wraps + ", ticks 5\n"));
        EXPECT_TRUE(contains(told, "equal to brute force on 5 checked ticks (every item)\n"));
    }
}

TEST(run, samples_a_large_world_and_takes_one_box_for_one_tick) {
    EXPECT_TRUE(contains(output_of({"run", "--count", "50000", "--ticks", "3"}),
                         "equal to brute force on 3 checked ticks (1,000 items each)\n"));
    EXPECT_TRUE(
        contains(output_of({"run", "--count", "1", "--ticks", "1"}), "pairs    0 in all, 0 at the last tick\n"));
}

// promise: command-threads
TEST(run, finds_the_same_on_any_number_of_threads) {
    const auto without_times = [](const char* threads) {
        const std::string told =
            answer_to({"run", "--scene", "clustered", "--count", "20000", "--ticks", "2", "--threads", threads});
        EXPECT_TRUE(contains(told, "; threads: " + std::string(threads) + "\n"));
        return told.substr(told.find("\npairs "));
    };
    const std::string alone = without_times("1");
    EXPECT_TRUE(contains(alone, "equal to brute force"));
    for (const char* const threads : {"3", "1024"}) {
        EXPECT_EQ(without_times(threads), alone) << threads;
    }
}

TEST(run, ends_at_a_signal_with_what_is_known_so_far) {
    for (const int signal : {SIGINT, SIGTERM}) {
        result ended;
        // A busy machine may need longer for a first tick; before that nothing is known. A terminal would see a progress bar by then.
        for (std::chrono::milliseconds pause(500); ended.output.empty() && pause < std::chrono::minutes(1);
             pause *= 2) {
            const running_command run({"run", "--count", "1000", "--ticks", "1e9"});
            std::this_thread::sleep_for(pause);
            run.send(signal);
            ended = run.wait();
            EXPECT_EQ(ended.status, 128 + signal);
            EXPECT_EQ(ended.errors, "");
        }
        EXPECT_TRUE(contains(ended.output, " of 1,000,000,000, then interrupted\nspeed "));
        // A billion ticks are checked at every two millionth.
        EXPECT_TRUE(contains(ended.output,
                             "\nanswers  not compared with brute force: interrupted before the first check, at tick "
                             "2,000,000\n"));
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
