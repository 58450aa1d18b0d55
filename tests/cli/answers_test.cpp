// The exact output of the verbs that query files.
// SPDX-License-Identifier: MIT
#include "command.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace quadrille::test {

namespace {

std::string printed_for(const std::vector<std::string>& arguments, const std::string& input) {
    const result ended = run_command(arguments, input);
    EXPECT_EQ(ended.status, 0);
    EXPECT_EQ(ended.errors, "");
    return ended.output;
}

/// Two walk towards each other, are near at 1, 2 and again at 4; a third is far away.
const std::string tracks = "t,id,x,y\n"
                           "0,ann,0,0\n0,bob,10,0\n0,\"c, the third\",0,-3\n"
                           "1,ann,4,0\n1,bob,6,0\n"
                           "2,ann,4.5,0\n2,bob,6,0\n"
                           "3,ann,0,0\n3,bob,10,0\n"
                           "4.5,bob,5,0\n4.5,ann,5,0\n";
const std::string dots = "id,x,y\nb,3,4\na,0,0\nfar,100,0\n";

TEST(answers, of_within) {
    EXPECT_EQ(printed_for({"within", "-", "--distance", "5"}, dots), "a,b,distance\nb,a,5\n");
    EXPECT_EQ(printed_for({"within", "-", "--distance", "5", "--format", "json"}, dots), "[\n[\"b\",\"a\",5]\n]\n");
    EXPECT_EQ(printed_for({"within", "-", "--distance", "4.999999999999999"}, dots), "a,b,distance\n");
    EXPECT_EQ(printed_for({"within", "-", "--distance", "5", "--count"}, dots), "1\n");
    EXPECT_EQ(printed_for({"within", "-", "--distance", "3"}, tracks),
              "t,a,b,distance\n0,ann,\"c, the third\",3\n1,ann,bob,2\n2,ann,bob,1.5\n4.5,bob,ann,0\n");
    EXPECT_EQ(printed_for({"within", "-", "--distance", "3", "--count"}, tracks), "4\n");
    EXPECT_EQ(printed_for({"within", "-", "--distance", "3"}, "id,x,y\n"), "a,b,distance\n");
}

TEST(answers, of_pairs_with_times) {
    EXPECT_EQ(printed_for({"pairs", "-"}, tracks), "t,a,b\n4.5,bob,ann\n");
    EXPECT_EQ(printed_for({"pairs", "-", "--format", "json"}, tracks), "[\n[4.5,\"bob\",\"ann\"]\n]\n");
}

TEST(answers, of_query) {
    EXPECT_EQ(printed_for({"query", "-", "--circle", "0,0,5"}, dots), "id\nb\na\n");
    EXPECT_EQ(printed_for({"query", "-", "--circle", "0,0,5", "--format", "json"}, dots), "[\n[\"b\"],\n[\"a\"]\n]\n");
    EXPECT_EQ(printed_for({"query", "-", "--box", "0,-3,1,0"}, tracks), "t,id\n0,ann\n0,\"c, the third\"\n3,ann\n");
    EXPECT_EQ(printed_for({"query", "-", "--box", "0,-3,1,0", "--count"}, tracks), "3\n");
    EXPECT_EQ(printed_for({"query", "-", "--box", "0,-3,1,0", "--count"}, "t,id,x,y\n"), "0\n");
}

TEST(answers, of_nearest) {
    EXPECT_EQ(printed_for({"nearest", "-", "--at", "0,0"}, dots), "id,distance\na,0\n");
    EXPECT_EQ(printed_for({"nearest", "-", "--at", "-3,4", "-k", "9"}, dots),
              "id,distance\na,5\nb,6\nfar,103.07764064044152\n");
    EXPECT_EQ(printed_for({"nearest", "-", "--at", "0,0", "-k", "2", "--format", "json"}, dots),
              "[\n[\"a\",0],\n[\"b\",5]\n]\n");
    EXPECT_EQ(printed_for({"nearest", "-", "--at", "0,0", "-k", "2", "--count"}, tracks), "10\n");
    EXPECT_EQ(printed_for({"nearest", "-", "--at", "7,0"}, tracks),
              "t,id,distance\n0,bob,3\n1,bob,1\n2,bob,1\n3,bob,3\n4.5,bob,2\n");
    EXPECT_EQ(printed_for({"nearest", "-", "--at", "0,0"}, "id,x,y\n"), "id,distance\n");
}

// promise: command-answers: Of several areas or places all are answered, and a column tells which one, in the order
//     of the command line.
TEST(answers, of_query_tell_which_of_several_areas) {
    // Numbered as on the command line, whatever their kind.
    const std::vector<std::string> areas = {"query", "-",         "--circle", "0,0,5", "--box",     "99,-1,101,1",
                                            "--box", "0,0,0,0.5", "--circle", "9,9,1", "--polygon", "2,3,4,3,3,5"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), areas.begin(), areas.end());
        return more;
    };
    EXPECT_EQ(printed_for(areas, dots), "area,id\n1,b\n1,a\n2,far\n3,a\n5,b\n");
    EXPECT_EQ(printed_for(with({"--format", "json"}), dots),
              "[\n[1,\"b\"],\n[1,\"a\"],\n[2,\"far\"],\n[3,\"a\"],\n[5,\"b\"]\n]\n");
    EXPECT_EQ(printed_for(with({"--count"}), dots), "area,count\n1,2\n2,1\n3,1\n4,0\n5,1\n");
    EXPECT_EQ(printed_for(with({"--count", "--format", "json"}), dots),
              "[\n[1,2],\n[2,1],\n[3,1],\n[4,0],\n[5,1]\n]\n");
    EXPECT_EQ(printed_for(with({}), "id,x,y\n"), "area,id\n");

    EXPECT_EQ(printed_for({"query", "-", "--box", "0,0,0,0", "--box", "0,0,0,0"}, dots), "area,id\n1,a\n2,a\n")
        << "the same area twice is two questions";
    const std::vector<std::string> timed = {"query", "-", "--box", "10,0,10,0", "--circle", "0,0,0"};
    EXPECT_EQ(printed_for(timed, tracks), "t,area,id\n0,1,bob\n0,2,ann\n3,1,bob\n3,2,ann\n");
    EXPECT_EQ(printed_for({"query", "-", "--box", "10,0,10,0", "--circle", "0,0,0", "--count"}, tracks),
              "area,count\n1,2\n2,2\n");
}

// promise: command-answers: Of several areas or places all are answered, and a column tells which one, in the order
//     of the command line.
TEST(answers, of_nearest_tell_which_of_several_places) {
    EXPECT_EQ(printed_for({"nearest", "-", "--at", "0,0", "--at", "9,9", "-k", "2"}, dots),
              "place,id,distance\n1,a,0\n1,b,5\n2,b,7.810249675906654\n2,a,12.727922061357855\n");
    EXPECT_EQ(printed_for({"nearest", "-", "--at=100,0", "--format", "json", "--at", "0,0"}, dots),
              "[\n[1,\"far\",0],\n[2,\"a\",0]\n]\n");
    EXPECT_EQ(printed_for({"nearest", "-", "--at", "0,0", "--at", "9,9", "-k", "2", "--count"}, dots), "4\n");
    EXPECT_EQ(printed_for({"nearest", "-", "--t", "t", "--at", "0,0", "--at", "10,0"}, "t,id,x,y\n2,a,0,1\n1,b,10,0\n"),
              "t,place,id,distance\n1,1,b,10\n1,2,b,0\n2,1,a,1\n2,2,a,10.04987562112089\n");
}

TEST(answers, of_nearest_to_each_place_of_a_file) {
    const scratch_folder folder;
    const std::string shops = folder.write("shops.csv", "id,x,y\n\"shop, old\",-3,4\nkiosk,0,0\n");
    EXPECT_EQ(printed_for({"nearest", "-", "--at-file", shops}, dots),
              "place,id,distance\n\"shop, old\",a,5\nkiosk,a,0\n");
    EXPECT_EQ(printed_for({"nearest", "-", "--at-file", shops, "-k", "2", "--format", "json"}, dots),
              "[\n[\"shop, old\",\"a\",5],\n[\"shop, old\",\"b\",6],\n[\"kiosk\",\"a\",0],\n[\"kiosk\",\"b\",5]\n]\n");
    EXPECT_EQ(printed_for({"nearest", "-", "--at-file", shops, "-k", "9", "--count"}, dots), "6\n");
    EXPECT_EQ(printed_for({"nearest", "-", "--at-file", shops, "-k", "2", "--count"}, tracks), "20\n");
    EXPECT_EQ(printed_for({"nearest", "-", "--at-file", shops}, "t,id,x,y\n1,one,0,1\n2,one,0,2\n"),
              "t,place,id,distance\n1,\"shop, old\",one,4.242640687119285\n1,kiosk,one,1\n"
              "2,\"shop, old\",one,3.605551275463989\n2,kiosk,one,2\n");
    EXPECT_EQ(printed_for({"nearest", "-", "--at-file", shops}, "id,x,y\n"), "place,id,distance\n");

    const std::string no_shops = folder.write("none.csv", "id,x,y\n");
    EXPECT_EQ(printed_for({"nearest", "-", "--at-file", no_shops}, dots), "place,id,distance\n");
    EXPECT_EQ(printed_for({"nearest", "-", "--at-file", no_shops, "--count"}, dots), "0\n");

    const std::string spots = folder.write("dots.csv", dots);
    const std::string towns = R"({"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": {"name": "Bern"}, "geometry": {"type": "Point", "coordinates": [90, 0]}}]})";
    EXPECT_EQ(printed_for({"nearest", spots, "--at-file", "-"}, towns), "place,id,distance\nBern,far,10\n");
}

TEST(answers, of_nearest_reject_files_that_are_no_places) {
    const scratch_folder folder;
    struct bad_places {
        std::string content;
        std::string message;
    };
    const bad_places bad[] = {
        {"t,id,x,y\n0,a,1,1\n", ": wanted places without times, found a column t"},
        {"id,x,y,r\na,1,1,1\n", ": wanted places that are points, found circles"},
        {"id,x,y,w,h\na,1,1,1,1\n", ": wanted places that are points, found boxes"},
        {R"({"type": "LineString", "coordinates": [[0, 0], [1, 1]]})",
         ": wanted places that are points, found lines, polygons or several shapes in one"},
        {"id,x,y\na,1,one\n", ":2:5: wanted a number for y, found \"one\""},
        {"id,x,y\na,1,1\na,2,2\n", ""},
        {"", ""},
        {"{\"type\": \"Feat", ""},
    };
    for (const bad_places& each : bad) {
        const std::string path = folder.write("places", each.content);
        const result ended = run_command({"nearest", "-", "--at-file", path}, dots);
        EXPECT_EQ(ended.status, 2);
        EXPECT_EQ(ended.output, "");
        EXPECT_TRUE(ended.errors.starts_with("quadrille: " + path + (each.message.empty() ? ":" : each.message)))
            << ended.errors;
    }
    const result missing = run_command({"nearest", "-", "--at-file", folder.path("none")}, dots);
    EXPECT_EQ(missing.status, 2);
    EXPECT_TRUE(missing.errors.starts_with("quadrille: " + folder.path("none") + ": wanted a file that can be read"));
}

TEST(answers, of_encounters) {
    const std::string head = "a,b,from,to,closest\n";
    EXPECT_EQ(printed_for({"encounters", "-", "--distance", "2"}, tracks),
              head + "ann,bob,1,2,1.5\nann,bob,4.5,4.5,0\n");
    EXPECT_EQ(printed_for({"encounters", "-", "--distance", "2", "--gap", "2.4"}, tracks),
              head + "ann,bob,1,2,1.5\nann,bob,4.5,4.5,0\n");
    EXPECT_EQ(printed_for({"encounters", "-", "--distance", "2", "--gap", "2.5"}, tracks), head + "ann,bob,1,4.5,0\n");
    EXPECT_EQ(printed_for({"encounters", "-", "--distance", "3", "--count"}, tracks), "3\n");
    EXPECT_EQ(printed_for({"encounters", "-", "--distance", "3", "--format", "json"}, tracks),
              "[\n[\"ann\",\"c, the third\",0,0,3],\n[\"ann\",\"bob\",1,2,1.5],\n"
              "[\"ann\",\"bob\",4.5,4.5,0]\n]\n");
    EXPECT_EQ(printed_for({"encounters", "-", "--distance", "2"}, "t,id,x,y\n"), head);
    EXPECT_EQ(printed_for({"encounters", "-", "--distance", "0.5"},
                          "t,id,x,y,r\n0,a,0,0,1\n0,b,4,0,2\n1,a,0.5,0,1\n1,b,4,0,2\n2,a,2,0,1\n2,b,4,0,2\n"),
              head + "a,b,1,2,0\n");
}

TEST(answers, of_join) {
    const scratch_folder folder;
    const std::string walls = folder.write("walls.csv", "id,x,y,w,h\nnorth,0,2,10,1\nwest,0,-5,0.5,20\n");
    EXPECT_EQ(printed_for({"join", "-", walls}, dots), "a,b\na,west\n");
    EXPECT_EQ(printed_for({"join", walls, "-"}, dots), "a,b\nwest,a\n");
    EXPECT_EQ(printed_for({"join", walls, walls}, ""), "a,b\nnorth,north\nnorth,west\nwest,north\nwest,west\n");
    EXPECT_EQ(printed_for({"join", "-", walls, "--distance", "1"}, dots), "a,b,distance\nb,north,1\na,west,0\n");
    EXPECT_EQ(printed_for({"join", "-", walls, "--distance", "1", "--format", "json"}, dots),
              "[\n[\"b\",\"north\",1],\n[\"a\",\"west\",0]\n]\n");
    EXPECT_EQ(printed_for({"join", "-", walls, "--count"}, dots), "1\n");
    EXPECT_EQ(printed_for({"join", "-", walls}, tracks), "t,a,b\n0,ann,west\n0,\"c, the third\",west\n3,ann,west\n");
    const std::string later = folder.write("later.csv", "t,id,x,y,r\n5,x,0,0,9\n3,y,1,0,1\n1.0,z,5,0,1\n");
    EXPECT_EQ(printed_for({"join", "-", later, "--t", "t"}, tracks), "t,a,b\n1,ann,z\n1,bob,z\n3,ann,y\n");
    EXPECT_EQ(printed_for({"join", later, "-", "--count", "--t", "t"}, tracks), "3\n");
}

/// Far more pairs than rows are found row by row: all of them, in the same order.
TEST(answers, about_a_heap_are_all_there) {
    constexpr int count = 400;
    std::string heap = "id,x,y,r\n";
    std::string boxes = "id,x,y,w,h\n";
    std::string pairs;
    std::string all;
    for (int a = 0; a < count; ++a) {
        // Neighbors on the plane are none in the file.
        heap += std::to_string(a) + "," + std::to_string(2 + a * 37 % count / 1000.0) + ",4,1\n";
        boxes += std::to_string(a) + "," + std::to_string(-(a * 91 % count) / 1000.0) + ",0,3,0\n";
        for (int b = 0; b < count; ++b) {
            const std::string pair = std::to_string(a) + ',' + std::to_string(b);
            pairs += b > a ? pair + ",0\n" : "";
            all += pair + ",3\n";
        }
    }
    EXPECT_TRUE(printed_for({"within", "-", "--distance", "0.5"}, heap) == "a,b,distance\n" + pairs);
    EXPECT_EQ(printed_for({"within", "-", "--distance", "0", "--count"}, heap), "79800\n");
    const scratch_folder folder;
    const std::string other = folder.write("boxes.csv", boxes);
    EXPECT_TRUE(printed_for({"join", "-", other, "--distance", "3"}, heap) == "a,b,distance\n" + all);
    EXPECT_EQ(printed_for({"join", "-", other, "--count"}, heap), "0\n");
    EXPECT_EQ(printed_for({"join", other, other, "--count"}, ""), "160000\n");
}

TEST(answers, have_no_distances_that_overflowed_or_vanished) {
    const std::string far_off = "id,x,y\na,-1e200,0\nb,1e200,0\nc,-1e200,1e-5\n";
    EXPECT_EQ(printed_for({"nearest", "-", "--at", "-1e200,0", "-k", "3"}, far_off),
              "id,distance\na,0\nc,1e-05\nb,2e+200\n");
    EXPECT_EQ(printed_for({"nearest", "-", "--at", "0,0"}, "id,x,y\na,3e-200,4e-200\n"), "id,distance\na,5e-200\n");
    EXPECT_EQ(printed_for({"nearest", "-", "--at", "0,0"}, "id,x0,y0,x1,y1\na,3e-200,4e-200,1,1\n"),
              "id,distance\na,5e-200\n");
    // Those whose squares are no numbers, in their order.
    const std::string all_far = "id,x,y\nc,3e200,0\nd,4e200,0\nb,2e200,1e200\na,1e155,1e154\nz,0,0\n";
    EXPECT_EQ(printed_for({"nearest", "-", "--at", "1e160,0", "-k", "9"}, all_far),
              "id,distance\na,9.999900000005e+159\nz,1e+160\nb,2.2360679774997897e+200\nc,3e+200\nd,4e+200\n");
    EXPECT_EQ(printed_for({"nearest", "-", "--at", "1e160,0", "-k", "3"}, all_far),
              "id,distance\na,9.999900000005e+159\nz,1e+160\nb,2.2360679774997897e+200\n");
    EXPECT_EQ(printed_for({"query", "-", "--circle", "0,0,3e200"}, all_far), "id\nc\nb\na\nz\n");
    EXPECT_EQ(printed_for({"query", "-", "--circle", "0,0,2.2e200", "--count"}, all_far), "2\n");
    const std::string all_near = "id,x,y\nc,3e-200,0\nd,4e-200,0\nb,1e-200,2e-200\na,0,1e-300\nz,0,0\ny,-0,0\n";
    EXPECT_EQ(printed_for({"nearest", "-", "--at", "0,0", "-k", "5"}, all_near),
              "id,distance\nz,0\ny,0\na,1e-300\nb,2.2360679774997897e-200\nc,3e-200\n");
    EXPECT_EQ(printed_for({"query", "-", "--circle", "0,0,2.2e-200"}, all_near), "id\na\nz\ny\n");
    EXPECT_EQ(printed_for({"query", "-", "--circle", "0,0,2.3e-200", "--count"}, all_near), "4\n");
    // No double can hold this one.
    const std::string ends = "id,x,y\na,-1.7e308,0\nb,1.7e308,0\n";
    EXPECT_EQ(printed_for({"nearest", "-", "--at", "-1.7e308,0", "-k", "2"}, ends), "id,distance\na,0\nb,\n");
    EXPECT_EQ(printed_for({"nearest", "-", "--at", "-1.7e308,0", "-k", "2", "--format", "json"}, ends),
              "[\n[\"a\",0],\n[\"b\",null]\n]\n");
    const scratch_folder folder;
    const std::string one = folder.write("one.csv", "id,x,y,r\na,-1e150,0,1\n");
    EXPECT_EQ(printed_for({"join", one, "-", "--distance", "1e250"}, "id,x,y\nb,1e200,0\n"),
              "a,b,distance\na,b,1e+200\n");
    EXPECT_EQ(printed_for({"encounters", "-", "--distance", "1e250"}, "t,id,x,y\n0,a,0,0\n0,b,0,5e200\n"),
              "a,b,from,to,closest\na,b,0,0,5e+200\n");
}

// promise: command-answers: Lines and polygons are decided exactly, and as the boxes around them where that is asked for.
TEST(answers, about_lines_and_polygons_are_exact_or_about_boxes_where_that_is_asked_for) {
    const std::string map = R"({"type":"FeatureCollection","features":[
        {"type":"Feature","id":"dot","geometry":{"type":"Point","coordinates":[1,0]}},
        {"type":"Feature","id":"none","geometry":null},
        {"type":"Feature","id":"line","geometry":{"type":"LineString","coordinates":[[0,0],[2,2]]}}]})";
    const std::string skipped = "quadrille: (standard input): skipped 1 feature without a geometry\n";
    for (const std::vector<std::string>& arguments :
         std::vector<std::vector<std::string>>{{"pairs", "-"}, {"pairs", "-", "--boxes"}}) {
        const result ended = run_command(arguments, map);
        EXPECT_EQ(ended.status, 0);
        EXPECT_EQ(ended.output, arguments.size() == 2 ? "a,b\n" : "a,b\ndot,line\n");
        EXPECT_EQ(ended.errors, skipped);
    }
    for (const std::vector<std::string>& odd :
         std::vector<std::vector<std::string>>{{"--memory", "1M"}, {"--period", "9,9"}}) {
        const result ended = run_command({"pairs", "-", odd[0], odd[1]}, map);
        EXPECT_EQ(ended.status, 2);
        EXPECT_EQ(ended.output, "");
        EXPECT_NE(ended.errors.find("(standard input): wanted --boxes with " + odd[0]), std::string::npos)
            << ended.errors;
        EXPECT_EQ(run_command({"pairs", "-", odd[0], odd[1], "--boxes"}, map).output, "a,b\ndot,line\n");
    }
    const scratch_folder folder;
    const std::string path = folder.write("map.json", map);
    const result joined = run_command({"join", "-", path, "--count"}, dots);
    EXPECT_EQ(joined.status, 0);
    EXPECT_EQ(joined.output, "1\n");
    EXPECT_TRUE(joined.errors.starts_with("quadrille: " + path + ": skipped 1")) << joined.errors;
}

// promise: command-rejects: A full disk is reported.
TEST(answers, report_a_full_disk) {
    if (!std::filesystem::exists("/dev/full")) {
        GTEST_SKIP() << "there is no /dev/full here";
    }
    const std::vector<std::vector<std::string>> all = {{"within", "-", "--distance", "5"},
                                                       {"query", "-", "--box", "0,0,9,9", "--count"},
                                                       {"nearest", "-", "--at", "0,0", "--format", "json"},
                                                       {"encounters", "-", "--distance", "5"}};
    for (const auto& arguments : all) {
        const result ended = run_command(arguments, tracks, {.output_to = "/dev/full"});
        EXPECT_EQ(ended.status, 1) << arguments.front();
        EXPECT_EQ(ended.errors, "quadrille: standard output cannot be written: No space left on device\n");
    }
}

} // namespace

} // namespace quadrille::test
