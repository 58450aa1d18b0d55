// `quadrille film` and `quadrille run --draw`: what is in each frame and for how long; what is rejected; whole files or none.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"
#include "tests/cli/pictures/read_back.hpp"

#include <chrono>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <string>
#include <thread>
#include <utility>

namespace quadrille::test {

namespace {

using film = in_a_folder;

// promise: command-pictures
TEST_F(film, shows_the_moments_of_a_file) {
    const std::string file = folder.write("tracks.csv", "t,id,x,y,r\n10,a,1,1,1\n11,a,5,5,1\n13,a,9,9,1\n");
    const std::string out = folder.path("tracks.webp");
    EXPECT_EQ(output_of({"film", file, "-o", out, "--seconds", "3", "--fps", "10", "--size", "212x212", "--view",
                         "0,0,10,10", "--no-axes", "--no-legend", "--no-cells"}),
              "");
    const decoded_film shown = film_in(out);
    EXPECT_EQ(shown.width, 212);
    EXPECT_EQ(shown.height, 212);
    ASSERT_EQ(shown.frames.size(), 3U);
    // From 10 to 13, and as long as one of them on average: 4.5 in all, in 3 seconds.
    EXPECT_EQ(shown.frames[0].until, 700);
    EXPECT_EQ(shown.frames[1].until, 2000);
    EXPECT_EQ(shown.frames[2].until, 3000);
    for (std::size_t frame = 0; frame < 3; ++frame) {
        for (std::size_t place = 0; place < 3; ++place) {
            const int at = 26 + 80 * static_cast<int>(place);
            EXPECT_EQ(shown.has_shape(frame, at, 212 - at), frame == place) << frame << ' ' << place;
        }
    }
}

// promise: command-pictures
TEST_F(film, shows_a_scene_in_motion) {
    const std::string out = folder.path("boids.webp");
    const words asked = {"film", "--scene", "boids", "--count", "60",     "--seconds", "2",  "--fps",
                         "6",    "--speed", "3",     "--size",  "160x90", "--pairs",   "-o", out};
    answer_to(asked);
    const decoded_film shown = film_in(out);
    ASSERT_EQ(shown.frames.size(), 12U);
    EXPECT_EQ(shown.frames.back().until, 2000);
    EXPECT_NE(shown.frames[0].pixels, shown.frames[1].pixels);
    const std::string bytes = content_of(out);
    EXPECT_LT(bytes.size(), 100'000U);
    answer_to(asked);
    EXPECT_EQ(content_of(out), bytes) << "the same film again";
    answer_to(with(asked, {"--quality", "20"}));
    EXPECT_EQ(film_in(out).frames.size(), 12U);
}

// promise: command-pictures: A world that wraps is shown once, what is at a seam on both sides of it.
TEST_F(film, shows_a_torus_and_a_file_that_wraps) {
    const std::string out = folder.path("torus.webp");
    answer_to(
        {"film", "--scene", "torus", "--count", "60", "--seconds", "1", "-o", out, "--size", "160x90", "--pairs"});
    EXPECT_EQ(film_in(out).frames.size(), 15U);

    // Once around the world, from 5 to 25: in the middle, on both sides, in the middle again.
    const std::string file =
        folder.write("around", "id,t,x0,y0,x1,y1\na,0,4,4,6,6\na,1,9,4,11,6\na,2,14,4,16,6\na,3,19,4,21,6\n");
    answer_to({"film", file, "-o", out, "--size", "112x112", "--fps", "2", "--seconds", "2", "--no-axes", "--no-legend",
               "--no-cells", "--period", "10,10"});
    const decoded_film around = film_in(out);
    ASSERT_EQ(around.frames.size(), 4U);
    for (std::size_t frame = 0; frame < 4; ++frame) {
        EXPECT_EQ(around.has_shape(frame, 56, 56), frame % 2 == 0) << frame;
        EXPECT_EQ(around.has_shape(frame, 10, 56), frame % 2 == 1) << frame;
        EXPECT_EQ(around.has_shape(frame, 101, 56), frame % 2 == 1) << frame;
    }
}

// promise: command-pictures
TEST_F(film, takes_any_times) {
    const std::string out = folder.path("out.webp");
    for (const auto& [text, frames] :
         {std::pair("t,id,x,y\n7,a,1,1\n", 1U), std::pair("t,id,x,y\n-1.7e308,a,1,1\n1.7e308,a,2,2\n", 2U),
          std::pair("t,id,x,y\n1,a,1,1\n1.0000000000000002,a,1e300,2\n", 2U)}) {
        answer_to({"film", "-", "-o", out, "--seconds", "1", "--fps", "4", "--size", "64x64"}, text);
        const decoded_film shown = film_in(out);
        ASSERT_EQ(shown.frames.size(), frames) << text;
        EXPECT_EQ(shown.frames.back().until, frames > 1 ? 1000 : 0);
    }
}

// promise: command-rejects: What cannot be drawn or filmed is rejected with a reason; a film that is interrupted
//     leaves no file.
// promise: command-rejects: What would be ignored is rejected: an option with one value that is given twice, or that
//     has no effect on this file.
TEST_F(film, rejects_what_it_cannot_film) {
    const std::string out = folder.path("out.webp");
    const std::string still = folder.write("still.csv", "id,x,y\na,1,1\n");
    const std::string none = folder.write("none.csv", "t,id,x,y\n");
    const words boids = {"--scene", "boids", "-o", out};
    const words from_file = {still, "-o", out};
    const std::pair<words, std::string> all[] = {
        {{"--scene", "boids", "-o", folder.path("out.gif")}, "--output: wanted a name that ends in .webp, found "},
        {{"--scene", "boid", "-o", out}, "did you mean 'boids'?"},
        {{"-o", out}, "wanted a file or --scene, found none"},
        {with(from_file, {"--scene", "boids"}), "wanted a file or --scene, found both"},
        {with(from_file, {"--count", "9"}), "--count: wanted with --scene alone, found with a file"},
        {with(from_file, {"--seed", "9"}), "--seed: wanted with --scene alone, found with a file"},
        {with(from_file, {"--speed", "9"}), "--speed: wanted with --scene alone, found with a file"},
        {with(boids, {"-k", "2"}), "-k: wanted with --at, found without (see quadrille film"},
        {from_file, "still.csv: wanted shapes with times, in a column t, found no times"},
        {{none, "-o", out}, "none.csv: wanted shapes with times, in a column t, found none"},
        {with(boids, {"--seconds", "0"}), "--seconds: wanted a whole number from 1 to 3600, found \"0\""},
        {with(boids, {"--fps", "61"}), "--fps: wanted a whole number from 1 to 60, found \"61\""},
        {with(boids, {"--quality", "101"}), "--quality: wanted a whole number from 0 to 100"},
        {with(boids, {"--size", "5000x10"}), "--size: wanted width and height in pixels, 16 to 4096 each"},
    };
    for (const auto& [more, reason] : all) {
        expect_refused(with({"film"}, more), reason);
        EXPECT_FALSE(std::filesystem::exists(out)) << reason;
    }
    const result unwritten = run_command(
        {"film", "--scene", "boids", "--seconds", "1", "--fps", "1", "-o", folder.path("no/such/out.webp")});
    EXPECT_EQ(unwritten.status, 1);
    EXPECT_TRUE(contains(unwritten.errors, "cannot be written"));
}

// promise: command-rejects: What cannot be drawn or filmed is rejected with a reason; a film that is interrupted
//     leaves no file.
TEST_F(film, that_is_interrupted_leaves_no_file) {
    const std::string out = folder.write("out.webp", "from before");
    const running_command filming({"film", "--scene", "clustered", "--seconds", "3600", "-o", out});
    std::this_thread::sleep_for(std::chrono::milliseconds(400));
    filming.send(SIGINT);
    EXPECT_EQ(filming.wait().status, 130);
    EXPECT_EQ(content_of(out), "from before");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path("")), {}), 1);
}

// ---- quadrille run --draw -------------------------------------------------------------------------------------------

// promise: command-pictures: `run --draw` shows the last tick.
TEST(run_picture, shows_the_last_tick) {
    const scratch_folder folder;
    const std::string out = folder.path("last.svg");
    const std::string output =
        answer_to({"run", "--scene", "lattice", "--count", "100", "--ticks", "4", "--draw", out});
    const std::string pairs = output.substr(output.find(" in all, ") + 9);
    const std::string svg = content_of(out);
    EXPECT_TRUE(legend_in(svg).starts_with("lattice, tick 4: 100 boxes\n" + pairs.substr(0, pairs.find(' ')) +
                                           " pairs that intersect"))
        << svg.substr(0, 500);
    // A name that cannot be is rejected before the run.
    expect_refused({"run", "--draw", folder.path("last.txt")},
                   "--draw: wanted a name that ends in .png, .svg or .pdf, found");
}

} // namespace

} // namespace quadrille::test
