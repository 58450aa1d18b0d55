// What is converted is the same shapes, ids, times and columns: verbs answer of it as of its file, and converting it again changes nothing.
// SPDX-License-Identifier: MIT
#include "command.hpp"
#include "drawn_files.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace quadrille::test {

namespace {

/// Its answers about a file, without what it says of it.
std::string answer_about(const std::string& file, const std::vector<std::string>& question) {
    std::vector<std::string> words = {question[0], file, "--quiet"};
    words.insert(words.end(), question.begin() + 1, question.end());
    const result told = run_command(words);
    EXPECT_EQ(told.status, 0) << told.errors;
    return told.output;
}
std::string converted(const std::string& file, const std::vector<std::string>& how) {
    return answer_about(file, with({"convert"}, how));
}

const std::vector<std::vector<std::string>> questions = {{"within", "--distance", "1.5"},
                                                         {"pairs"},
                                                         {"query", "--box", "5,5,60,40"},
                                                         {"nearest", "--at", "20,20", "-k", "9"}};

} // namespace

// promise: command-answers: A file that was converted has the answers of the one that it was made of.
TEST(convert, makes_tables_that_have_the_same_answers) {
    const scratch_folder folder;
    std::uint64_t seed = 700;
    for (const rows kind : {rows::points, rows::circles, rows::boxes}) {
        for (const int times : {0, 3}) {
            const std::string file =
                folder.write("a.csv", text_of({.kind = kind, .count = 500, .times = times}, ++seed));
            const std::string index = folder.path("a.quad");
            const std::string made = folder.path("made.csv");
            ASSERT_EQ(run_command({"index", file, "-o", index}).status, 0);
            EXPECT_EQ(converted(file, {"-o", made}), "");
            EXPECT_EQ(converted(index, {}), content_of(made)) << "of its index, too";
            EXPECT_EQ(converted(made, {}), content_of(made)) << "again, nothing changes";
            for (const std::vector<std::string>& question : questions) {
                EXPECT_EQ(answer_about(made, question), answer_about(file, question)) << question[0];
            }
        }
    }
}

TEST(convert, keeps_what_is_drawn) {
    const scratch_folder folder;
    const std::string file = folder.write("a.geojson", features_of(400, 711));
    const std::string table = folder.write("made.csv", converted(file, {}));
    const std::string features = folder.write("made.geojson", converted(file, {"--format", "geojson"}));
    EXPECT_EQ(converted(table, {"--format", "geojson"}), content_of(features));
    EXPECT_EQ(converted(features, {"--format", "csv"}), content_of(table));
    for (const std::string& made : {table, features}) {
        for (const std::vector<std::string>& question : questions) {
            EXPECT_EQ(answer_about(made, question), answer_about(file, question)) << made << " " << question[0];
        }
    }
    EXPECT_EQ(answer_about(folder.write("boxes.csv", converted(file, {"--boxes"})), {"pairs"}),
              answer_about(file, {"pairs", "--boxes"}));
}

TEST(convert, writes_each_type_of_shape) {
    const std::string features =
        R"({"type":"FeatureCollection","features":[
{"type":"Feature","properties":{"id":"a"},"geometry":{"type":"Point","coordinates":[1,2]}},
{"type":"Feature","properties":{"id":"b"},"geometry":{"type":"MultiPoint","coordinates":[[1,2],[3,4]]}},
{"type":"Feature","properties":{"id":"c"},"geometry":{"type":"LineString","coordinates":[[1,2],[3,4.5]]}},
{"type":"Feature","properties":{"id":"d"},"geometry":{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[[5,6],[7,8]]]}},
{"type":"Feature","properties":{"id":"e"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[9,0],[0,9],[0,0]],[[1,1],[2,1],[1,2],[1,1]]]}},
{"type":"Feature","properties":{"id":"f"},"geometry":{"type":"MultiPolygon","coordinates":[[[[0,0],[9,0],[0,9],[0,0]]],[[[1,1],[2,1],[1,2],[1,1]]]]}},
{"type":"Feature","properties":{"id":"g"},"geometry":{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]},{"type":"LineString","coordinates":[[1,2],[3,4]]}]}}
]}
)";
    const std::string table = "id,wkt\n"
                              "a,POINT(1 2)\n"
                              "b,\"MULTIPOINT((1 2),(3 4))\"\n"
                              "c,\"LINESTRING(1 2,3 4.5)\"\n"
                              "d,\"MULTILINESTRING((1 2,3 4),(5 6,7 8))\"\n"
                              "e,\"POLYGON((0 0,9 0,0 9,0 0),(1 1,2 1,1 2,1 1))\"\n"
                              "f,\"MULTIPOLYGON(((0 0,9 0,0 9,0 0)),((1 1,2 1,1 2,1 1)))\"\n"
                              "g,\"GEOMETRYCOLLECTION(POINT(1 2),LINESTRING(1 2,3 4))\"\n";
    EXPECT_EQ(run_command({"convert", "-", "--quiet"}, features).output, table);
    EXPECT_EQ(run_command({"convert", "-", "--quiet", "--format", "geojson"}, table).output,
              run_command({"convert", "-", "--quiet", "--format", "geojson"}, features).output);
}

TEST(convert, names_no_column_so_that_it_is_taken_for_another_one) {
    const auto feature = [](int x, const std::string& properties) {
        return R"({"type":"Feature","id":"n)" + std::to_string(x) + R"(","properties":{)" + properties +
               R"(},"geometry":{"type":"Point","coordinates":[)" + std::to_string(x) + ",0]}}\n";
    };
    const std::string properties = R"("r":5,"w":9,"h":9,"T":7,"x":1,"lon":2,"wkt":"no","r_":6)";
    const std::string text = feature(0, properties) + feature(3, properties);
    const std::string table = run_command({"convert", "-", "--quiet"}, text).output;
    EXPECT_EQ(table.substr(0, table.find('\n')), "id,x,y,r__,w_,h_,T_,x_,lon_,wkt_,r_");
    EXPECT_EQ(run_command({"pairs", "-", "--quiet"}, table).output,
              run_command({"pairs", "-", "--quiet"}, text).output);
    EXPECT_EQ(run_command({"within", "-", "--distance", "3", "--quiet"}, table).output, "a,b,distance\nn0,n3,3\n");
}

TEST(convert, keeps_columns_whose_values_are_those_of_the_ids) {
    EXPECT_EQ(run_command({"convert", "-", "--quiet"}, "x,y,rank\n1,2,1\n3,4,2\n").output,
              "id,x,y,rank\n1,1,2,1\n2,3,4,2\n");
    const std::string feature =
        R"({"type":"Feature","properties":{"name":"a","k":"a"},"geometry":{"type":"Point","coordinates":[1,2]}})";
    EXPECT_EQ(run_command({"convert", "-", "--quiet"}, feature).output, "id,x,y,k\na,1,2,a\n");
}

TEST(convert, takes_columns_along) {
    const std::string table =
        "name;t;lon;lat;kind;x\nb;2024-01-02T00:00:10Z;1,5;2;tree;7\na;2024-01-02T00:00:00Z;3;4;;8\n";
    EXPECT_EQ(run_command({"convert", "-", "--quiet", "--t", "t", "--x", "lon", "--y", "lat"}, table).output,
              "t,id,x,y,kind,x_\n1704153600,a,3,4,,8\n1704153610,b,1.5,2,tree,7\n");
    EXPECT_EQ(run_command({"convert", "-", "--quiet", "--t", "t", "--x", "lon", "--y", "lat", "--with", "kind",
                           "--format", "jsonl"},
                          table)
                  .output,
              "{\"t\":1704153600,\"id\":\"a\",\"x\":3,\"y\":4,\"kind\":null}\n"
              "{\"t\":1704153610,\"id\":\"b\",\"x\":1.5,\"y\":2,\"kind\":\"tree\"}\n");
    const result wrong = run_command({"convert", "-", "--with", "kinds"}, "id,x,y,kind\na,1,2,tree\n");
    EXPECT_EQ(wrong.status, 2);
    EXPECT_EQ(wrong.output, "");
    EXPECT_NE(wrong.errors.find("did you mean 'kind'?"), std::string::npos) << wrong.errors;
    EXPECT_EQ(run_command({"convert", "-", "--count"}, "id,x,y\n").status, 2);
    EXPECT_EQ(run_command({"convert", "-"}, "id,x,y\n").output, "id,x,y\n") << "of nothing";
}

// promise: command-answers: Columns of any names are written so that all verbs read the table again.
TEST(convert, writes_names_that_are_read_again) {
    const scratch_folder folder;
    const std::vector<std::string> names = {"ID",   "Id",   "id",   "id ",      " id",      "name",  " e",
                                            "e",    " e ",  "",     " ",        "LON",      " x",    "time",
                                            "Mmsi", "date", "type", "features", "geometry", "frame", "x_lat"};
    for (std::size_t which = 0; which < names.size(); ++which) {
        for (std::size_t next = which; next < which + 3; ++next) {
            const std::string& first = names[which];
            const std::string& second = names[next % names.size()];
            nlohmann::json properties = {{first, 5}};
            properties[second] = "b";
            nlohmann::json feature = {{"type", "Feature"},
                                      {"id", "f0"},
                                      {"geometry", {{"type", "Point"}, {"coordinates", {3, 1}}}},
                                      {"properties", properties}};
            const std::string file = folder.write("a.geojsonl", feature.dump() + "\n" + feature.dump() + "\n");
            for (const std::string format : {"csv", "jsonl"}) {
                SCOPED_TRACE("\"" + first + "\" and \"" + second + "\" in " + format);
                const std::string made = folder.path("made." + format);
                EXPECT_EQ(converted(file, {"-o", made}), "");
                EXPECT_EQ(converted(made, {"--format", format}), content_of(made)) << "again, nothing changes";
                EXPECT_EQ(answer_about(made, {"within", "--distance", "1"}),
                          answer_about(file, {"within", "--distance", "1"}));
            }
        }
    }
}

// promise: command-answers: What the first row of JSON Lines has before its shape may be as long as memory allows, and named like GeoJSON's.
TEST(convert, writes_rows_of_json_that_are_read_again_whatever_comes_first) {
    const scratch_folder folder;
    for (const std::size_t size : {1U, 65'500U, 65'536U, 70'000U, 1'000'000U}) {
        const std::string file = folder.write("a.csv", "id,x,y\n" + std::string(size, 'b') + ",1,2\nc,1,2.5\n");
        const std::string made = folder.path("made.jsonl");
        EXPECT_EQ(converted(file, {"-o", made}), "");
        EXPECT_EQ(converted(made, {}), content_of(file)) << size;
    }
    for (const std::string name : {"features", "coordinates", "geometries", "geometry", "type"}) {
        for (const std::string value : {"5", "true", "\"Point\"", "[]", "{}", "null"}) {
            const std::string file = folder.write("b.jsonl", R"({"id":"a","x":1,"y":2,")" + name + "\":" + value +
                                                                 "}\n"
                                                                 R"({"id":"b","x":1,"y":2})"
                                                                 "\n");
            EXPECT_EQ(answer_about(file, {"pairs", "--x", "x"}), "a,b\na,b\n") << name << ": " << value;
        }
    }
}

} // namespace quadrille::test
