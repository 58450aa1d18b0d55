// The exact output of the verbs that query files; full_scan_test.cpp compares its rows with a full scan.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <cmath>
#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>

namespace quadrille::test {

namespace {

using answers = in_a_folder;

/// Two walk towards each other, are near at 1, 2 and again at 4; a third is far away.
const std::string tracks = "t,id,x,y\n"
                           "0,ann,0,0\n0,bob,10,0\n0,\"c, the third\",0,-3\n"
                           "1,ann,4,0\n1,bob,6,0\n"
                           "2,ann,4.5,0\n2,bob,6,0\n"
                           "3,ann,0,0\n3,bob,10,0\n"
                           "4.5,bob,5,0\n4.5,ann,5,0\n";
const std::string dots = "id,x,y\nb,3,4\na,0,0\nfar,100,0\n";

const std::string boxes = "id,x0,y0,x1,y1\n";
const std::string shops = "id,x,y\n\"shop, old\",-3,4\nkiosk,0,0\n";

/// A question to a file on standard input, and the answer.
struct asked_about {
    std::string question; ///< its words
    std::string file;
    std::string output;
};

template <std::size_t Count>
void expect_answers(const asked_about (&all)[Count]) {
    for (const asked_about& each : all) {
        EXPECT_EQ(output_of(words_in(each.question), each.file), each.output) << each.question;
    }
}

TEST_F(answers, of_each_verb_are_arrays_of_json) {
    const std::string walls = folder.write("walls.csv", "id,x,y,w,h\nnorth,0,2,10,1\nwest,0,-5,0.5,20\n");
    const std::string places = folder.write("shops.csv", shops);
    const asked_about all[] = {
        {"pairs -", tracks, "[4.5,\"bob\",\"ann\"]"},
        {"within - --distance 5", dots, "[\"b\",\"a\",5]"},
        {"query - --circle 0,0,5", dots, "[\"b\"],\n[\"a\"]"},
        {"nearest - --at 0,0 -k 2", dots, "[\"a\",0],\n[\"b\",5]"},
        {"nearest - --at-file " + places + " -k 2", dots,
         "[\"shop, old\",\"a\",5],\n[\"shop, old\",\"b\",6],\n[\"kiosk\",\"a\",0],\n[\"kiosk\",\"b\",5]"},
        {"encounters - --distance 3", tracks,
         "[\"ann\",\"c, the third\",0,0,3],\n[\"ann\",\"bob\",1,2,1.5],\n[\"ann\",\"bob\",4.5,4.5,0]"},
        {"join - " + walls + " --distance 1", dots, "[\"b\",\"north\",1],\n[\"a\",\"west\",0]"}};
    for (const asked_about& each : all) {
        EXPECT_EQ(output_of(words_in(each.question + " --format json"), each.file), "[\n" + each.output + "\n]\n");
    }
}

TEST_F(answers, of_nothing_are_the_header_or_0) {
    const std::string none = folder.write("none.csv", "id,x,y\n");
    expect_answers({{"pairs -", "id,x0,y0,x1,y1", "a,b\n"},
                    {"pairs - --format json", boxes + "\n\r\n", "[\n]\n"},
                    {"pairs - --count", boxes + "a,0,0,1,1", "0\n"},
                    {"within " + none + " --distance 3", "", "a,b,distance\n"},
                    {"within - --distance 4.999999999999999", dots, "a,b,distance\n"},
                    {"query " + none + " --box 0,0,1,1 --circle 0,0,5", "", "area,id\n"},
                    {"query - --box 0,-3,1,0 --count", "t,id,x,y\n", "0\n"},
                    {"nearest " + none + " --at 0,0", "", "id,distance\n"},
                    {"nearest " + none + " --at-file -", dots, "place,id,distance\n"},
                    {"nearest - --at-file " + none, dots, "place,id,distance\n"},
                    {"nearest - --at-file " + none + " --count", dots, "0\n"},
                    {"encounters - --distance 2", "t,id,x,y\n", "a,b,from,to,closest\n"}});
}

// promise: command-answers: Of several areas or places all are answered, and a column tells which one, in the order
//     of the command line.
TEST_F(answers, tell_which_of_several_areas_or_places) {
    // Numbered as on the command line, whatever their kind.
    const std::string areas =
        "query - --circle 0,0,5 --box 99,-1,101,1 --box 0,0,0,0.5 --circle 9,9,1 --polygon 2,3,4,3,3,5";
    const std::string twice = "query - --box 0,0,0,0 --box 0,0,0,0"; // are two questions
    const std::string timed = "query - --box 10,0,10,0 --circle 0,0,0";
    const std::string two = "nearest - --at 0,0 --at 9,9 -k 2";
    const std::string places = folder.write("shops.csv", shops);
    const std::string bern = R"({"type": "FeatureCollection", "features": [{"type": "Feature",
        "properties": {"name": "Bern"}, "geometry": {"type": "Point", "coordinates": [90, 0]}}]})";
    expect_answers(
        {{areas, dots, "area,id\n1,b\n1,a\n2,far\n3,a\n5,b\n"},
         {areas + " --format json", dots, "[\n[1,\"b\"],\n[1,\"a\"],\n[2,\"far\"],\n[3,\"a\"],\n[5,\"b\"]\n]\n"},
         {areas + " --count", dots, "area,count\n1,2\n2,1\n3,1\n4,0\n5,1\n"},
         {areas + " --count --format json", dots, "[\n[1,2],\n[2,1],\n[3,1],\n[4,0],\n[5,1]\n]\n"},
         {twice, dots, "area,id\n1,a\n2,a\n"},
         {timed, tracks, "t,area,id\n0,1,bob\n0,2,ann\n3,1,bob\n3,2,ann\n"},
         {timed + " --count", tracks, "area,count\n1,2\n2,2\n"},
         {two, dots, "place,id,distance\n1,a,0\n1,b,5\n2,b,7.810249675906654\n2,a,12.727922061357855\n"},
         {two + " --count", dots, "4\n"},
         {"nearest - --at=100,0 --format json --at 0,0", dots, "[\n[1,\"far\",0],\n[2,\"a\",0]\n]\n"},
         {"nearest - --t t --at 0,0 --at 10,0", "t,id,x,y\n2,a,0,1\n1,b,10,0\n",
          "t,place,id,distance\n1,1,b,10\n1,2,b,0\n2,1,a,1\n2,2,a,10.04987562112089\n"},
         {"nearest - --at-file " + places, "t,id,x,y\n1,one,0,1\n2,one,0,2\n",
          "t,place,id,distance\n1,\"shop, old\",one,4.242640687119285\n1,kiosk,one,1\n"
          "2,\"shop, old\",one,3.605551275463989\n2,kiosk,one,2\n"},
         {"nearest - --at-file " + places + " -k 9 --count", dots, "6\n"},
         {"nearest - --at-file " + places + " -k 2 --count", tracks, "20\n"},
         {"nearest " + folder.write("dots.csv", dots) + " --at-file -", bern, "place,id,distance\nBern,far,10\n"}});
}

TEST_F(answers, of_nearest_reject_files_that_are_no_places) {
    const std::pair<std::string, std::string> all[] = {
        {"t,id,x,y\n0,a,1,1\n", " wanted places without times, found a column t"},
        {"id,x,y,r\na,1,1,1\n", " wanted places that are points, found circles"},
        {"id,x,y,w,h\na,1,1,1,1\n", " wanted places that are points, found boxes"},
        {R"({"type": "LineString", "coordinates": [[0, 0], [1, 1]]})",
         " wanted places that are points, found lines, polygons or several shapes in one"},
        {"id,x,y\na,1,one\n", "2:5: wanted a number for y, found \"one\""},
    };
    for (const auto& [content, message] : all) {
        const std::string path = folder.write("places", content);
        expect_refused({"nearest", "-", "--at-file", path}, "quadrille: " + path + ":" + message, dots);
    }
    const std::string missing = folder.path("none");
    expect_refused({"nearest", "-", "--at-file", missing}, missing + ": wanted a file that can be read", dots);
}

TEST_F(answers, of_encounters_take_times_for_the_decimals_that_they_are_written_as) {
    for (const double first : {0.4, 1.2, 2.4, 5.6, 1000.4, -0.8}) {
        const double second = std::round(10 * first + 8) / 10;
        const std::string rows = fmt::format("t,id,x,y\n{0},a,0,0\n{0},b,0,0\n{1},a,0,0\n{1},b,0,0\n", first, second);
        const words asked = {"encounters", "-", "--distance", "1", "--count", "--gap"};
        EXPECT_EQ(output_of(with(asked, {"0.8"}), rows), "1\n") << rows;
        EXPECT_EQ(output_of(with(asked, {"0.79999"}), rows), "2\n") << rows;
    }
}

/// Far more pairs than rows are found row by row: all of them, in the same order.
TEST_F(answers, about_a_heap_are_all_there) {
    constexpr int count = 600; // with more pairs than are kept at once
    std::string heap = "id,x,y,r\n";
    std::string wide = "id,x,y,w,h\n";
    std::string pairs;
    std::string distances;
    std::string all;
    for (int a = 0; a < count; ++a) {
        // Neighbors on the plane are none in the file.
        heap += fmt::format("{},{},4,1\n", a, 2 + a * 37 % count / 2000.0);
        wide += fmt::format("{},{},0,3,0\n", a, -(a * 91 % count) / 2000.0);
        for (int b = 0; b < count; ++b) {
            pairs += b > a ? fmt::format("{},{}\n", a, b) : "";
            distances += b > a ? fmt::format("{},{},0\n", a, b) : "";
            all += fmt::format("{},{},3\n", a, b);
        }
    }
    const std::string other = folder.write("wide.csv", wide);
    EXPECT_TRUE(output_of({"pairs", other}) == "a,b\n" + pairs);
    EXPECT_TRUE(output_of({"within", "-", "--distance", "0.5"}, heap) == "a,b,distance\n" + distances);
    EXPECT_TRUE(output_of({"join", "-", other, "--distance", "3"}, heap) == "a,b,distance\n" + all);
    expect_answers({{"pairs " + other + " --count", "", "179700\n"},
                    {"within - --distance 0 --count", heap, "179700\n"},
                    {"join - " + other + " --count", heap, "0\n"},
                    {"join " + other + " " + other + " --count", "", "360000\n"}});
}

TEST_F(answers, have_no_distances_that_overflowed_or_vanished) {
    const std::string one = folder.write("one.csv", "id,x,y,r\na,-1e150,0,1\n");
    const std::string far_off = "id,x,y\na,-1e200,0\nb,1e200,0\nc,-1e200,1e-5\n";
    // Those whose squares are no numbers, in their order.
    const std::string all_far = "id,x,y\nc,3e200,0\nd,4e200,0\nb,2e200,1e200\na,1e155,1e154\nz,0,0\n";
    const std::string all_near = "id,x,y\nc,3e-200,0\nd,4e-200,0\nb,1e-200,2e-200\na,0,1e-300\nz,0,0\ny,-0,0\n";
    const std::string ends = "id,x,y\na,-1.7e308,0\nb,1.7e308,0\n"; // whose distance no double can hold
    const std::string largest = "1.7976931348623157e308";
    expect_answers({{"pairs -",
                     boxes + "all,-" + largest + ",-" + largest + "," + largest + "," + largest +
                         "\ndot,5e-324,0,5e-324,0\nz,0,0,0,0\n",
                     "a,b\nall,dot\nall,z\n"},
                    {"pairs -", "id,x,y,w,h\na,1,1,0,-0\nb,1,1,0,0\n", "a,b\na,b\n"},
                    {"nearest - --at -1e200,0 -k 3", far_off, "id,distance\na,0\nc,1e-05\nb,2e+200\n"},
                    {"nearest - --at 0,0", "id,x,y\na,3e-200,4e-200\n", "id,distance\na,5e-200\n"},
                    {"nearest - --at 0,0", "id,x0,y0,x1,y1\na,3e-200,4e-200,1,1\n", "id,distance\na,5e-200\n"},
                    {"nearest - --at 1e160,0 -k 9", all_far,
                     "id,distance\na,9.999900000005e+159\nz,1e+160\nb,2.2360679774997897e+200\nc,3e+200\nd,4e+200\n"},
                    {"nearest - --at 1e160,0 -k 3", all_far,
                     "id,distance\na,9.999900000005e+159\nz,1e+160\nb,2.2360679774997897e+200\n"},
                    {"query - --circle 0,0,3e200", all_far, "id\nc\nb\na\nz\n"},
                    {"query - --circle 0,0,2.2e200 --count", all_far, "2\n"},
                    {"nearest - --at 0,0 -k 5", all_near,
                     "id,distance\nz,0\ny,0\na,1e-300\nb,2.2360679774997897e-200\nc,3e-200\n"},
                    {"query - --circle 0,0,2.2e-200", all_near, "id\na\nz\ny\n"},
                    {"query - --circle 0,0,2.3e-200 --count", all_near, "4\n"},
                    {"nearest - --at -1.7e308,0 -k 2", ends, "id,distance\na,0\nb,\n"},
                    {"nearest - --at -1.7e308,0 -k 2 --format json", ends, "[\n[\"a\",0],\n[\"b\",null]\n]\n"},
                    {"join " + one + " - --distance 1e250", "id,x,y\nb,1e200,0\n", "a,b,distance\na,b,1e+200\n"},
                    {"encounters - --distance 1e250", "t,id,x,y\n0,a,0,0\n0,b,0,5e200\n",
                     "a,b,from,to,closest\na,b,0,0,5e+200\n"}});
}

// promise: command-rejects: A full disk is reported.
TEST_F(answers, report_a_full_disk) {
    if (!std::filesystem::exists("/dev/full")) {
        GTEST_SKIP() << "there is no /dev/full here";
    }
    for (const char* const asked : {"pairs -", "pairs - --count", "within - --distance 5",
                                    "query - --box 0,0,9,9 --count", "nearest - --at 0,0 --format json",
                                    "encounters - --distance 5", "run --count 10 --ticks 1", "--help", "--version"}) {
        const result ended = run_command(words_in(asked), tracks, {.output_to = "/dev/full"});
        EXPECT_EQ(ended.status, 1) << asked;
        EXPECT_EQ(ended.errors, "quadrille: standard output cannot be written: No space left on device\n");
    }
}

TEST_F(answers, end_quietly_when_their_reader_went_away) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    close(ends[0]);
    for (const char* const asked : {"pairs -", "--help", "help", "run --count 10 --ticks 1"}) {
        const result ended = run_command(words_in(asked), dots, {.output_to_pipe = ends[1]});
        EXPECT_EQ(ended.status, 141) << asked;
        EXPECT_EQ(ended.errors, "");
    }
    close(ends[1]);
}

} // namespace

} // namespace quadrille::test
