// `quadrille info` tells of each kind of file what is in it, and what other verbs make of it.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace quadrille::test {

namespace {

using json = nlohmann::json;

/// What is told of a file that is given by standard input.
json told_of(const std::string& text) {
    const json all = json::parse(output_of({"info", "-", "--format", "json"}, text), nullptr, false);
    EXPECT_EQ(all.size(), 1U) << all;
    return all.is_array() && !all.empty() ? all[0] : json();
}

TEST(info, tells_how_a_table_is_written_and_taken) {
    const json told = told_of("name;lon;lat;datetime;note\na;1,5;2;2026-05-01T00:00Z;x\nb;-3;4,25;2026-05-01T00:10Z;\n"
                              "c;0;0;2026-05-01T00:20Z;\n");
    EXPECT_EQ(told["format"], "table");
    EXPECT_EQ(told["compressed_by"], nullptr);
    EXPECT_EQ(told["written"], json({{"delimiter", "semicolon"},
                                     {"decimal mark", "comma"},
                                     {"names of columns", "in the first row"},
                                     {"encoding", "UTF-8"}}));
    EXPECT_EQ(told["rows"], 3);
    EXPECT_EQ(told["bounds"], json({-3, 0, 1.5, 4.25}));
    EXPECT_EQ(told["geometries"], json({{"points", 3}}));
    EXPECT_EQ(told["ids"], "column \"name\"");
    EXPECT_EQ(told["times"],
              json({{"first", 1777593600}, {"last", 1777594800}, {"count", 3}, {"has_more", false}, {"step", 600}}));
    const json columns = {{{"name", "name"}, {"values", "texts"}, {"taken_for", "id"}},
                          {{"name", "lon"}, {"values", "numbers"}, {"taken_for", "x"}},
                          {{"name", "lat"}, {"values", "numbers"}, {"taken_for", "y"}},
                          {{"name", "datetime"}, {"values", "times"}, {"taken_for", "t"}},
                          {{"name", "note"}, {"values", "1 texts, 2 empty"}, {"taken_for", ""}}};
    EXPECT_EQ(told["columns"], columns);
    EXPECT_EQ(told["assumed"], R"(columns id from "name", x from "lon", y from "lat", t from "datetime"; not used: )"
                               "\"note\"; delimiter semicolon; decimal comma; times in seconds since 1970-01-01 UTC; "
                               "the times in \"datetime\" do not count, since each id is there once: these are events, "
                               "not tracks; --t \"datetime\" has them count");
    EXPECT_EQ(told["problems"], json::array());
}

TEST(info, tells_the_columns_of_a_table_that_leaves_a_choice) {
    for (const char* const text : {"id,vehicle_id,t,x,y\na,1,2,2.5,\n", "id,vehicle_id,t,east,north\na,1,2,2.5,\n"}) {
        const result found = run_command({"info", "-", "--format", "json"}, text);
        const json told = json::parse(found.output)[0];
        ASSERT_EQ(told["columns"].size(), 5U) << found.output;
        EXPECT_EQ(told["columns"][1], json({{"name", "vehicle_id"}, {"values", "whole numbers"}, {"taken_for", ""}}));
        EXPECT_EQ(told["columns"][3]["values"], "numbers");
        EXPECT_EQ(told["columns"][4]["values"], "empty");
        EXPECT_EQ(told["problems"].size(), 1U);
    }
}

TEST(info, tells_no_step_of_times_that_have_none) {
    EXPECT_EQ(told_of("t,id,x,y\n0,a,0,0\n2,a,0,0\n1,a,0,0\n")["times"]["step"], 1);
    EXPECT_EQ(told_of("t,id,x,y\n0,a,0,0\n1,a,0,0\n3,a,0,0\n")["times"]["step"], nullptr);
    EXPECT_EQ(told_of("t,id,x,y\n0,a,0,0\n")["times"]["step"], nullptr);
    EXPECT_EQ(told_of("id,x,y\na,0,0\n")["times"], nullptr);
}

TEST(info, counts_up_to_a_hundred_thousand_times) {
    std::string text = "t,id,x,y\n";
    for (int t = 0; t < 100'001; ++t) {
        text += std::to_string(t) + ",a,0,0\n";
    }
    const json told = told_of(text);
    EXPECT_EQ(told["times"],
              json({{"first", 0}, {"last", 100'000}, {"count", 100'000}, {"has_more", true}, {"step", nullptr}}));
}

TEST(info, tells_latin1_and_rows_without_names) {
    EXPECT_EQ(told_of("id,x,y\ncaf\xE9,1,2\n")["written"]["encoding"], "Latin-1");
    const json told = told_of("1,2\n3,4\n");
    EXPECT_EQ(told["written"]["names of columns"], "none");
    EXPECT_EQ(told["ids"], "numbers of rows");
}

TEST(info, tells_what_is_wrong_with_rows) {
    const json told = told_of("id,x,y\na,1,1\nb,?,1\na,2,2\nc,3\n");
    EXPECT_EQ(told["rows"], 1);
    EXPECT_EQ(told["bad"], 3);
    EXPECT_EQ(told["problems"],
              json({"(standard input):3:3: wanted a number for x, found \"?\"",
                    "(standard input):4:1: wanted an id of its own, found \"a\", which line 2 has already",
                    "(standard input):5:4: wanted 3 fields, found 2"}));
}

TEST(info, tells_what_is_left_out) {
    const json told = told_of("MMSI,BaseDateTime,LAT,LON\n1,2026-01-01T00:00:00,5,6\n2,2026-01-01T00:00:00,91,181\n");
    EXPECT_EQ(told["rows"], 1);
    EXPECT_EQ(told["left_out"], json({"1 without a position (longitude 181 or latitude 91)"}));
    EXPECT_EQ(told["bad"], 0);
    EXPECT_EQ(told_of("id,x,y\na,91,181\n")["left_out"], json::array());
}

TEST(info, tells_geometries_of_tables) {
    const json told = told_of("id,wkt\na,POINT (1 2)\nb,\"LINESTRING (0 0, 1 1)\"\nc,POINT EMPTY\n");
    EXPECT_EQ(told["geometries"], json({{"points", 1}, {"lines, polygons or several shapes", 1}}));
    EXPECT_EQ(told["without_geometry"], 1);
    EXPECT_EQ(told["rows"], 2);
}

TEST(info, tells_features_and_their_properties) {
    const std::string text =
        R"({"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"EPSG:25832"}},"features":[)"
        R"({"type":"Feature","properties":{"name":"a","lanes":2,"of":{"x":1}},"geometry":{"type":"LineString","coordinates":[[0,0],[2,1]]}},)"
        R"({"type":"Feature","properties":{"lanes":2.5,"of":null},"geometry":{"type":"Point","coordinates":[-1,5]}},)"
        R"({"type":"Feature","properties":{"name":"c"},"geometry":null},{"type":"Feature"}]})";
    const json told = told_of(text);
    EXPECT_EQ(told["format"], "GeoJSON");
    EXPECT_EQ(told["written"], json({{"values", "one"}, {"crs", "EPSG:25832"}}));
    EXPECT_EQ(told["rows"], 2);
    EXPECT_EQ(told["without_geometry"], 1);
    EXPECT_EQ(told["bad"], 1);
    EXPECT_EQ(told["bounds"], json({-1, 0, 2, 5}));
    EXPECT_EQ(told["geometries"], json({{"LineString", 1}, {"Point", 1}}));
    const json columns = {{{"name", "name"}, {"values", "texts"}, {"taken_for", "id"}},
                          {{"name", "lanes"}, {"values", "numbers"}, {"taken_for", ""}},
                          {{"name", "of"}, {"values", "1 objects or arrays, 1 empty"}, {"taken_for", ""}}};
    EXPECT_EQ(told["columns"], columns);
    EXPECT_EQ(told["assumed"], "lines and polygons are decided exactly");
    EXPECT_EQ(told["problems"].size(), 1U);
}

TEST(info, tells_how_many_values_follow_each_other) {
    const std::string point = R"({"type":"Point","coordinates":[1,2]})";
    const json told = told_of(point + "\n" + point + "\n" + point);
    EXPECT_EQ(told["written"]["values"], "3, one behind the other");
    EXPECT_EQ(told["rows"], 3);
    EXPECT_EQ(told["assumed"], "shapes are points");
    EXPECT_EQ(told_of(point + "\n{\"type\":\n" + point)["bad"], 1);
}

TEST(info, tells_of_indexes) {
    const scratch_folder folder;
    const std::string index = folder.path("index");
    answer_to({"index", "-", "-o", index, "--period", "10,0"}, "t,id,x,y,r\n0,a,1,1,1\n2,a,3,3,1\n2,b,1,1,1\n");
    const json told = told_of(content_of(index));
    EXPECT_EQ(told["format"], "index");
    EXPECT_EQ(told["written"], json({{"version", "1"}, {"trees", "2"}, {"period", "10,0"}}));
    EXPECT_EQ(told["rows"], 3);
    EXPECT_EQ(told["bounds"], json({0, 0, 4, 4}));
    EXPECT_EQ(told["geometries"], json({{"circles", 3}}));
    EXPECT_EQ(told["times"]["count"], 2);
}

TEST(info, is_lines_for_people) {
    const scratch_folder folder;
    const std::string file = folder.write("places", "id,x,y\na,1,2\nb,3,4\nb,5,6\n");
    EXPECT_EQ(
        output_of({"info", file}),
        file +
            "\n"
            "  format      table\n"
            "  written     delimiter comma, decimal mark point, names of columns in the first row, encoding UTF-8\n"
            "  rows        2; 1 bad\n"
            "  shapes      points\n"
            "  bounds      x 1 to 5, y 2 to 6\n"
            "  times       none\n"
            "  ids         column \"id\"\n"
            "  columns     \"id\"  texts (id)\n"
            "              \"x\"   whole numbers (x)\n"
            "              \"y\"   whole numbers (y)\n"
            "  problems    " +
            file + ":4:1: wanted an id of its own, found \"b\", which line 3 has already\n");
}

TEST(info, of_files_that_cannot_be_read_fails_behind_that_of_the_others) {
    const scratch_folder folder;
    const std::string good = folder.write("good", "id,x,y\na,1,2\n");
    const std::string bad = folder.write("bad", "id,x\na,1\n");
    const result found = run_command({"info", bad, good, folder.path("none"), "--format", "json"});
    EXPECT_EQ(found.status, 2);
    const json told = json::parse(found.output, nullptr, false);
    ASSERT_EQ(told.size(), 3U) << found.output;
    EXPECT_EQ(told[1]["rows"], 1);
    EXPECT_EQ(found.errors.find("quadrille: " + bad + ":1:5: wanted the columns"), 0U) << found.errors;
}

} // namespace

} // namespace quadrille::test
