// Lines of JSON, GeoJSON and files of answers: what other tools read of them, and that a failure leaves what was there.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstddef>
#include <filesystem>
#include <sstream>
#include <string>
#include <utility>

namespace quadrille::test {

namespace {

using nlohmann::json;

const std::string three_places = "id,x,y,kind\n\"a\"\"1\",0,0,\"x,\ny\"\nb,3,4,7\nfar,100,0,\n";

/// Its features, with their properties and geometries.
json features_in(const std::string& text) {
    const json read = json::parse(text);
    EXPECT_EQ(read["type"], "FeatureCollection");
    for (const json& each : read["features"]) {
        EXPECT_EQ(each["type"], "Feature");
        EXPECT_EQ(each.size(), 3U);
    }
    return read["features"];
}

} // namespace

// promise: command-answers: Lines of JSON and features have the rows that csv has.
TEST(formats, of_lines_are_objects_whose_keys_are_columns) {
    EXPECT_EQ(answer_to({"within", "-", "--distance", "5", "--with", "kind", "--format", "jsonl"}, three_places),
              "{\"a\":\"a\\\"1\",\"b\":\"b\",\"distance\":5,\"a_kind\":\"x,\\ny\",\"b_kind\":7}\n");
    EXPECT_EQ(answer_to({"query", "-", "--t", "t", "--box", "0,0,1,1", "--format", "jsonl"},
                        "t,id,x,y\n5,a,1,1\n7,b,1,1\n7,c,9,9\n"),
              "{\"t\":5,\"id\":\"a\"}\n{\"t\":7,\"id\":\"b\"}\n");
    EXPECT_EQ(answer_to({"pairs", "-", "--format", "jsonl"}, three_places), "");
    EXPECT_EQ(
        answer_to({"query", "-", "--box", "0,0,1,1", "--box", "3,4,3,4", "--count", "--format", "jsonl"}, three_places),
        "{\"area\":1,\"count\":1}\n{\"area\":2,\"count\":1}\n");
}

TEST(formats, have_the_same_rows_in_parts_and_on_any_number_of_threads) {
    const scratch_folder folder;
    std::string text = "id,x,y,w,h,say\n";
    for (int row = 0; row < 9'000; ++row) {
        text += fmt::format("r{},{},{},1,1,{}\n", row, row % 95, row / 95, row % 7 == 0 ? "" : "\"a,\"\"\"");
    }
    const std::string file = folder.write("boxes.csv", text);
    const auto rows = [&](const char* format, const char* threads) {
        return answer_to({"pairs", file, "--with", "say", "--format", format, "-j", threads});
    };
    const std::string lines = rows("jsonl", "1");
    const std::string features = rows("geojson", "1");
    EXPECT_GT(lines.size(), 100'000U);
    EXPECT_EQ(rows("jsonl", "4"), lines);
    EXPECT_EQ(rows("geojson", "4"), features);
    std::istringstream stream(lines);
    const json found = features_in(features);
    std::size_t count = 0;
    for (std::string line; std::getline(stream, line); ++count) {
        ASSERT_EQ(json::parse(line), found[count]["properties"]);
    }
    EXPECT_EQ(count, found.size());
    EXPECT_EQ(answer_to({"pairs", file, "--format", "jsonl", "--memory", "1M", "--order"}),
              answer_to({"pairs", file, "--format", "jsonl"}));
    expect_refused({"pairs", file, "--format", "geojson", "--memory", "1M"}, "wanted one of --memory and geojson");
}

TEST(formats, of_geojson_draw_boxes_and_circles) {
    const words all = {"query", "-", "--box", "-99,-99,99,99", "--format", "geojson"};
    const json boxes = features_in(answer_to(all, "id,x,y,w,h\na,1,2,3,4\nb,5,5,0,0\n"));
    EXPECT_EQ(boxes[0]["geometry"],
              json::parse(R"({"type":"Polygon","coordinates":[[[1,2],[4,2],[4,6],[1,6],[1,2]]]})"));
    EXPECT_EQ(boxes[1]["geometry"], json::parse(R"({"type":"Point","coordinates":[5,5]})"));
    const json circle = features_in(answer_to(all, "id,x,y,r\na,1,2,5\n"))[0]["geometry"]["coordinates"][0];
    ASSERT_EQ(circle.size(), 65U);
    EXPECT_EQ(circle[0], circle[64]);
    for (const json& corner : circle) {
        EXPECT_NEAR(std::hypot(double(corner[0]) - 1, double(corner[1]) - 2), 5, 1e-12);
    }
    EXPECT_EQ(answer_to(all, "id,x,y\n"), "{\"type\":\"FeatureCollection\",\"features\":[\n]}\n");
}

TEST(formats, of_geojson_draw_pairs_as_lines_or_as_one_of_the_two) {
    const auto drawn = [](const words& asked, const std::string& text) {
        return features_in(answer_to(with(asked, {"--format", "geojson"}), text))[0]["geometry"]["coordinates"];
    };
    const std::string boxes = "id,x,y,w,h\na,0,0,2,2\nb,1,1,4,4\n";
    EXPECT_EQ(drawn({"pairs", "-"}, boxes), json::parse("[[1,1],[3,3]]"));
    EXPECT_EQ(drawn({"pairs", "-", "--geometry", "a"}, boxes), json::parse("[[[0,0],[2,0],[2,2],[0,2],[0,0]]]"));
    EXPECT_EQ(drawn({"pairs", "-", "--geometry", "b"}, boxes), json::parse("[[[1,1],[5,1],[5,5],[1,5],[1,1]]]"));
    EXPECT_EQ(drawn({"within", "-", "--distance", "1", "--period", "360,0"}, "id,x,y\nw,-179.5,0\ne,179.5,0\n"),
              json::parse("[[-179.5,0],[-180.5,0]]"));
    EXPECT_EQ(drawn({"encounters", "-", "--distance", "1"},
                    "t,id,x,y\n0,a,0,0\n0,b,9,0\n1,a,1,0\n1,b,2,0\n2,a,4,0\n2,b,4,0\n"),
              json::parse("[[1,0],[2,0]]"));
    expect_refused({"pairs", "-", "--geometry", "a"}, "--geometry: wanted with --format geojson", boxes);
}

// promise: command-writes-whole-files: A file of answers is whole, or what was there before.
TEST(formats, are_those_of_the_names_of_files) {
    const scratch_folder folder;
    const words within = {"within", "-", "--distance", "5", "--with", "kind"};
    const std::pair<const char*, const char*> all[] = {
        {"o.csv", "csv"}, {"o.json", "json"}, {"o.jsonl", "jsonl"}, {"o.ndjson", "jsonl"}, {"o.GeoJSON", "geojson"}};
    for (const auto& [file, format] : all) {
        const words in_format = with(within, {"--format", format});
        const std::string answer = answer_to(in_format, three_places);
        for (const auto& [how, name] : {std::pair(within, file), {in_format, file}, {in_format, "o"}}) {
            EXPECT_EQ(answer_to(with(how, {"-o", folder.path(name)}), three_places), "");
            EXPECT_EQ(content_of(folder.path(name)), answer) << file;
        }
        for (const char* const standard_output : {"-", "/dev/stdout"}) {
            EXPECT_EQ(answer_to(with(in_format, {"-o", standard_output}), three_places), answer);
        }
    }
    const std::string path = folder.path("o.csv");
    const std::string before = content_of(path);
    const std::pair<words, std::string> rejected[] = {
        {{"-o", folder.path("o.cvs")},
         "wanted a name that ends in one of .csv, .json, .jsonl, .ndjson, .geojson, .gpkg, .fgb, .parquet, or "
         "--format; found"},
        {{"-o", folder.path("o.cvs")}, "did you mean '.csv'?"},
        {{"-o", folder.path("o")}, "wanted a name that ends in"},
        {{"-o", path, "--format", "json"}, "--output: wanted a name whose ending is that of --format json"},
        {{"-o", path, "--count"}, "wanted one of --count and --output"},
        {{"--format", "geojson", "--count"}, "wanted one of --count and --format geojson"}};
    for (const auto& [more, reason] : rejected) {
        expect_refused(with(within, more), reason, three_places);
    }
    expect_refused(with(within, {"-o", path}), "wanted a number for y", "id,x,y,kind\na,0,no,1\n");
    EXPECT_EQ(content_of(path), before);
    const std::string input = folder.write("in.csv", three_places);
    expect_refused({"pairs", input, "-o", input}, "wanted another file than one that is read");
    EXPECT_EQ(content_of(input), three_places);
    EXPECT_EQ(run_command(with(within, {"-o", folder.path("none/o.csv")}), three_places).status, 1);
    const auto entries = std::filesystem::directory_iterator(folder.path(""));
    EXPECT_EQ(std::distance(begin(entries), end(entries)), 7) << "no other file is left";
}

} // namespace quadrille::test
