// Lines of JSON, GeoJSON and files of answers: what other tools read of them, and that a failure leaves what was there.
// SPDX-License-Identifier: MIT
#include "command.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstddef>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

namespace quadrille::test {

namespace {

using nlohmann::json;

std::string text_told_for(std::vector<std::string> words, std::string_view input = {}) {
    words.emplace_back("--quiet");
    const result ended = run_command(words, input);
    EXPECT_EQ(ended.status, 0) << ended.errors;
    return ended.output;
}

void expect_wrong(const std::vector<std::string>& words, const std::string& input, const std::string& sentence) {
    const result ended = run_command(words, input);
    EXPECT_EQ(ended.status, 2) << ended.output;
    EXPECT_EQ(ended.output, "");
    EXPECT_NE(ended.errors.find(sentence), std::string::npos) << ended.errors;
}

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
    const std::vector<std::string> words = {"within", "-", "--distance", "5", "--with", "kind", "--format", "jsonl"};
    EXPECT_EQ(text_told_for(words, three_places),
              "{\"a\":\"a\\\"1\",\"b\":\"b\",\"distance\":5,\"a_kind\":\"x,\\ny\",\"b_kind\":7}\n");
    EXPECT_EQ(text_told_for({"query", "-", "--t", "t", "--box", "0,0,1,1", "--format", "jsonl"},
                            "t,id,x,y\n5,a,1,1\n7,b,1,1\n7,c,9,9\n"),
              "{\"t\":5,\"id\":\"a\"}\n{\"t\":7,\"id\":\"b\"}\n");
    EXPECT_EQ(text_told_for({"pairs", "-", "--format", "jsonl"}, three_places), "");
    EXPECT_EQ(text_told_for({"query", "-", "--box", "0,0,1,1", "--box", "3,4,3,4", "--count", "--format", "jsonl"},
                            three_places),
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
        return text_told_for({"pairs", file, "--with", "say", "--format", format, "-j", threads});
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
    EXPECT_EQ(text_told_for({"pairs", file, "--format", "jsonl", "--memory", "1M", "--order"}),
              text_told_for({"pairs", file, "--format", "jsonl"}));
    expect_wrong({"pairs", file, "--format", "geojson", "--memory", "1M"}, "", "wanted one of --memory and geojson");
}

TEST(formats, of_geojson_draw_each_shape_as_it_was) {
    const std::vector<std::string> all = {"query", "-", "--box", "-99,-99,99,99", "--format", "geojson"};
    for (
        const std::string shape :
        {R"({"type":"Point","coordinates":[1,2]})", R"({"type":"MultiPoint","coordinates":[[1,2],[3,4.5]]})",
         R"({"type":"LineString","coordinates":[[1,2],[3,4],[1,2]]})",
         R"({"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[[0,0],[9,9],[8,7]]]})",
         R"({"type":"Polygon","coordinates":[[[0,0],[9,0],[9,9],[0,0]],[[5,1],[6,1],[6,2],[5,1]],[[7,1],[8,1],[8,2],[7,1]]]})",
         R"({"type":"MultiPolygon","coordinates":[[[[0,0],[9,0],[9,9],[0,0]],[[5,1],[6,1],[6,2],[5,1]]],[[[20,20],[21,20],[21,21],[20,20]]]]})",
         R"({"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]},{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[[3,4],[5,6]]]},{"type":"Polygon","coordinates":[[[0,0],[9,0],[9,9],[0,0]]]}]})"}) {
        const json found = features_in(text_told_for(all, shape));
        ASSERT_EQ(found.size(), 1U);
        EXPECT_EQ(found[0]["geometry"], json::parse(shape));
        EXPECT_EQ(features_in(text_told_for(all, found[0].dump()))[0]["geometry"], json::parse(shape)) << "read again";
    }
    EXPECT_EQ(features_in(text_told_for(all, "id,x,y,w,h\na,1,2,3,4\nb,5,5,0,0\n"))[0]["geometry"],
              json::parse(R"({"type":"Polygon","coordinates":[[[1,2],[4,2],[4,6],[1,6],[1,2]]]})"));
    EXPECT_EQ(features_in(text_told_for(all, "id,x,y,w,h\na,1,2,3,4\nb,5,5,0,0\n"))[1]["geometry"],
              json::parse(R"({"type":"Point","coordinates":[5,5]})"));
    const json circle = features_in(text_told_for(all, "id,x,y,r\na,1,2,5\n"))[0]["geometry"]["coordinates"][0];
    ASSERT_EQ(circle.size(), 65U);
    EXPECT_EQ(circle[0], circle[64]);
    for (const json& corner : circle) {
        EXPECT_NEAR(std::hypot(double(corner[0]) - 1, double(corner[1]) - 2), 5, 1e-12);
    }
    EXPECT_EQ(text_told_for(all, "id,x,y\n"), "{\"type\":\"FeatureCollection\",\"features\":[\n]}\n");
}

TEST(formats, of_geojson_draw_pairs_as_lines_or_as_one_of_the_two) {
    const std::string boxes = "id,x,y,w,h\na,0,0,2,2\nb,1,1,4,4\n";
    const auto drawn = [&](const std::vector<std::string>& more) {
        std::vector<std::string> words = {"pairs", "-", "--format", "geojson"};
        words.insert(words.end(), more.begin(), more.end());
        return features_in(text_told_for(words, boxes))[0]["geometry"]["coordinates"];
    };
    EXPECT_EQ(drawn({}), json::parse("[[1,1],[3,3]]"));
    EXPECT_EQ(drawn({"--geometry", "a"}), json::parse("[[[0,0],[2,0],[2,2],[0,2],[0,0]]]"));
    EXPECT_EQ(drawn({"--geometry", "b"}), json::parse("[[[1,1],[5,1],[5,5],[1,5],[1,1]]]"));
    const std::string seam = "id,x,y\nw,-179.5,0\ne,179.5,0\n";
    const auto line = [&](std::vector<std::string> words) {
        words.insert(words.end(), {"--format", "geojson"});
        return features_in(text_told_for(words, seam))[0]["geometry"]["coordinates"];
    };
    EXPECT_EQ(line({"within", "-", "--distance", "1", "--period", "360,0"}), json::parse("[[-179.5,0],[-180.5,0]]"));
    EXPECT_EQ(features_in(text_told_for(
                  {"encounters", "-", "--distance", "1", "--format", "geojson"},
                  "t,id,x,y\n0,a,0,0\n0,b,9,0\n1,a,1,0\n1,b,2,0\n2,a,4,0\n2,b,4,0\n"))[0]["geometry"]["coordinates"],
              json::parse("[[1,0],[2,0]]"));
    expect_wrong({"pairs", "-", "--geometry", "a"}, boxes, "--geometry: wanted with --format geojson");
}

TEST(formats, of_geojson_name_the_crs_of_their_coordinates) {
    const std::string crs = R"("crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::25832"}})";
    const std::string text =
        R"({"type":"FeatureCollection",)" + crs +
        R"(,"features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[5,5]},"properties":null}]})";
    const std::string answer = text_told_for({"query", "-", "--box", "0,0,9,9", "--format", "geojson"}, text);
    EXPECT_NE(answer.find(crs), std::string::npos) << answer;
    EXPECT_EQ(text_told_for({"query", "-", "--box", "0,0,9,9", "--format", "geojson"}, three_places).find("crs"),
              std::string::npos);
}

// promise: command-writes-whole-files: A file of answers is whole, or what was there before.
TEST(formats, are_those_of_the_names_of_files) {
    const scratch_folder folder;
    const std::vector<std::string> words = {"within", "-", "--distance", "5", "--with", "kind"};
    const auto with = [&](std::vector<std::string> more) {
        std::vector<std::string> all = words;
        all.insert(all.end(), more.begin(), more.end());
        return all;
    };
    struct name_of_format {
        const char* file;
        const char* format;
    };
    for (const auto& [file, format] : {name_of_format{"o.csv", "csv"},
                                       {"o.json", "json"},
                                       {"o.jsonl", "jsonl"},
                                       {"o.ndjson", "jsonl"},
                                       {"o.GeoJSON", "geojson"}}) {
        const std::string path = folder.path(file);
        EXPECT_EQ(text_told_for(with({"-o", path}), three_places), "");
        EXPECT_EQ(content_of(path), text_told_for(with({"--format", format}), three_places)) << file;
        EXPECT_EQ(text_told_for(with({"--output", path, "--format", format}), three_places), "");
        const std::string other = folder.path("o");
        EXPECT_EQ(text_told_for(with({"-o", other, "--format", format}), three_places), "");
        EXPECT_EQ(content_of(other), content_of(path)) << file;
        for (const char* const standard_output : {"-", "/dev/stdout"}) {
            EXPECT_EQ(text_told_for(with({"-o", standard_output, "--format", format}), three_places), content_of(path));
        }
    }
    const std::string path = folder.path("o.csv");
    const std::string before = content_of(path);
    const std::string none = "no file";
    expect_wrong(with({"-o", folder.path("o.cvs")}), three_places,
                 "wanted a name that ends in one of .csv, .json, .jsonl, .ndjson, .geojson, .gpkg, .fgb, .parquet, or "
                 "--format; found");
    expect_wrong(with({"-o", folder.path("o.cvs")}), three_places, "did you mean '.csv'?");
    expect_wrong(with({"-o", folder.path("o")}), three_places, "wanted a name that ends in");
    expect_wrong(with({"-o", path, "--format", "json"}), three_places,
                 "--output: wanted a name whose ending is that of --format json");
    expect_wrong(with({"-o", path, "--count"}), three_places, "wanted one of --count and --output");
    expect_wrong(with({"--format", "geojson", "--count"}), three_places, "wanted one of --count and --format geojson");
    expect_wrong(with({"-o", path}), "id,x,y,kind\na,0,no,1\n", "wanted a number for y");
    EXPECT_EQ(content_of(path), before);
    const std::string input = folder.write("in.csv", three_places);
    expect_wrong({"pairs", input, "-o", input}, "", "wanted another file than one that is read");
    EXPECT_EQ(content_of(input), three_places);
    EXPECT_EQ(run_command(with({"-o", folder.path("none/o.csv")}), three_places).status, 1);
    const auto entries = std::filesystem::directory_iterator(folder.path(""));
    EXPECT_EQ(std::distance(begin(entries), end(entries)), 7) << "no other file is left";
}

TEST(formats, of_files_leave_what_was_there_where_no_more_can_be_written) {
    const scratch_folder folder;
    const std::string path = folder.write("out.csv", "before");
    std::string heap = "id,x,y\n";
    for (int row = 0; row < 300; ++row) {
        heap += fmt::format("{},1,1\n", row);
    }
    const std::string file = folder.write("heap.csv", heap);
    const std::string line =
        fmt::format("ulimit -f 8; {} pairs {} -o {} 2>{}", QUADRILLE_COMMAND, file, path, folder.path("errors"));
    EXPECT_NE(std::system(line.c_str()), 0);
    EXPECT_EQ(content_of(path), "before");
    std::filesystem::remove(folder.path("errors"));
    const auto entries = std::filesystem::directory_iterator(folder.path(""));
    EXPECT_LE(std::distance(begin(entries), end(entries)), 3);
}

} // namespace quadrille::test
