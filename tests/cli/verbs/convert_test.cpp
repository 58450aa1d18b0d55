// What is converted is the same shapes, ids, times and columns: verbs answer of it as of its file, and converting it again changes nothing.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"
#include "tests/cli/pictures/drawn_files.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace quadrille::test {

namespace {

using convert = in_a_folder;

std::string answer_about(const std::string& file, const words& question) {
    return answer_to(with({question[0], file}, words(question.begin() + 1, question.end())));
}
std::string converted(const std::string& file, const words& how = {}) {
    return answer_to(with({"convert", file}, how));
}

const std::vector<words> questions = {{"within", "--distance", "1.5"},
                                      {"pairs"},
                                      {"query", "--box", "5,5,60,40"},
                                      {"nearest", "--at", "20,20", "-k", "9"}};

} // namespace

// promise: command-answers: A file that was converted has the answers of the one that it was made of.
TEST_F(convert, makes_tables_that_have_the_same_answers) {
    std::uint64_t seed = 700;
    for (const rows kind : {rows::points, rows::circles, rows::boxes}) {
        for (const int times : {0, 3}) {
            const std::string file =
                folder.write("a.csv", text_of({.kind = kind, .count = 500, .times = times}, ++seed));
            const std::string index = folder.path("a.quad");
            const std::string made = folder.path("made.csv");
            output_of({"index", file, "-o", index});
            EXPECT_EQ(converted(file, {"-o", made}), "");
            EXPECT_EQ(converted(index), content_of(made)) << "of its index, too";
            EXPECT_EQ(converted(made), content_of(made)) << "again, nothing changes";
            for (const words& question : questions) {
                EXPECT_EQ(answer_about(made, question), answer_about(file, question)) << question[0];
            }
        }
    }
}

TEST_F(convert, keeps_what_is_drawn) {
    const std::string file = folder.write("a.geojson", features_of(400, 711));
    const std::string table = folder.write("made.csv", converted(file));
    const std::string features = folder.write("made.geojson", converted(file, {"--format", "geojson"}));
    EXPECT_EQ(converted(table, {"--format", "geojson"}), content_of(features));
    EXPECT_EQ(converted(features, {"--format", "csv"}), content_of(table));
    for (const std::string& made : {table, features}) {
        for (const words& question : questions) {
            EXPECT_EQ(answer_about(made, question), answer_about(file, question)) << made << " " << question[0];
        }
    }
    EXPECT_EQ(answer_about(folder.write("boxes.csv", converted(file, {"--boxes"})), {"pairs"}),
              answer_about(file, {"pairs", "--boxes"}));
}

TEST_F(convert, writes_each_type_of_shape) {
    const std::pair<const char*, const char*> all[] = {
        {"POINT(1 2)", R"({"type":"Point","coordinates":[1,2]})"},
        {"MULTIPOINT((1 2),(3 4.5))", R"({"type":"MultiPoint","coordinates":[[1,2],[3,4.5]]})"},
        {"LINESTRING(1 2,3 4.5,1 2)", R"({"type":"LineString","coordinates":[[1,2],[3,4.5],[1,2]]})"},
        {"MULTILINESTRING((1 2,3 4),(0 0,9 9,8 7))",
         R"({"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[[0,0],[9,9],[8,7]]]})"},
        {"POLYGON((0 0,9 0,0 9,0 0),(1 1,2 1,1 2,1 1),(3 1,4 1,3 2,3 1))",
         R"({"type":"Polygon","coordinates":[[[0,0],[9,0],[0,9],[0,0]],[[1,1],[2,1],[1,2],[1,1]],[[3,1],[4,1],[3,2],[3,1]]]})"},
        {"MULTIPOLYGON(((0 0,9 0,0 9,0 0),(1 1,2 1,1 2,1 1)),((20 20,21 20,20 21,20 20)))",
         R"({"type":"MultiPolygon","coordinates":[[[[0,0],[9,0],[0,9],[0,0]],[[1,1],[2,1],[1,2],[1,1]]],[[[20,20],[21,20],[20,21],[20,20]]]]})"},
        {"GEOMETRYCOLLECTION(POINT(1 2),MULTILINESTRING((1 2,3 4),(3 4,5 6)),POLYGON((0 0,9 0,0 9,0 0)))",
         R"({"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]},{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[[3,4],[5,6]]]},{"type":"Polygon","coordinates":[[[0,0],[9,0],[0,9],[0,0]]]}]})"}};
    std::string table = "id,wkt\n";
    std::string features;
    for (const auto& [wkt, json] : all) {
        table += "a" + std::to_string(table.size()) + ",\"" + wkt + "\"\n";
        features += std::string(R"({"type":"Feature","properties":{},"geometry":)") + json + "}\n";
    }
    const std::string of_table = answer_to({"convert", "-", "--format", "geojson"}, table);
    for (const std::string& made : {of_table, answer_to({"convert", "-", "--format", "geojson"}, features)}) {
        const auto written = nlohmann::json::parse(made)["features"];
        ASSERT_EQ(written.size(), std::size(all));
        for (std::size_t each = 0; each < std::size(all); ++each) {
            EXPECT_EQ(written[each]["geometry"], nlohmann::json::parse(all[each].second));
        }
    }
    std::string as_table = answer_to({"convert", "-"}, of_table);
    as_table.erase(std::remove(as_table.begin(), as_table.end(), '"'), as_table.end());
    table.erase(std::remove(table.begin(), table.end(), '"'), table.end());
    EXPECT_EQ(as_table, table);
}

TEST_F(convert, names_no_column_so_that_it_is_taken_for_another_one) {
    const auto feature = [](int x, const std::string& properties) {
        return R"({"type":"Feature","id":"n)" + std::to_string(x) + R"(","properties":{)" + properties +
               R"(},"geometry":{"type":"Point","coordinates":[)" + std::to_string(x) + ",0]}}\n";
    };
    const std::string properties = R"("r":5,"w":9,"h":9,"T":7,"x":1,"lon":2,"wkt":"no","r_":6)";
    const std::string text = feature(0, properties) + feature(3, properties);
    const std::string table = answer_to({"convert", "-"}, text);
    EXPECT_EQ(table.substr(0, table.find('\n')), "id,x,y,r__,w_,h_,T_,x_,lon_,wkt_,r_");
    EXPECT_EQ(answer_to({"pairs", "-"}, table), answer_to({"pairs", "-"}, text));
    EXPECT_EQ(answer_to({"within", "-", "--distance", "3"}, table), "a,b,distance\nn0,n3,3\n");
}

TEST_F(convert, takes_columns_along) {
    const std::string table =
        "name;t;lon;lat;kind;x\nb;2024-01-02T00:00:10Z;1,5;2;tree;7\na;2024-01-02T00:00:00Z;3;4;;8\n";
    const words asked = {"convert", "-", "--t", "t", "--x", "lon", "--y", "lat"};
    EXPECT_EQ(answer_to(asked, table), "t,id,x,y,kind,x_\n1704153600,a,3,4,,8\n1704153610,b,1.5,2,tree,7\n");
    EXPECT_EQ(answer_to(with(asked, {"--with", "kind", "--format", "jsonl"}), table),
              "{\"t\":1704153600,\"id\":\"a\",\"x\":3,\"y\":4,\"kind\":null}\n"
              "{\"t\":1704153610,\"id\":\"b\",\"x\":1.5,\"y\":2,\"kind\":\"tree\"}\n");
    // Also those whose values are the ids.
    EXPECT_EQ(answer_to({"convert", "-"}, "x,y,rank\n1,2,1\n3,4,2\n"), "id,x,y,rank\n1,1,2,1\n2,3,4,2\n");
    const std::string feature =
        R"({"type":"Feature","properties":{"name":"a","k":"a"},"geometry":{"type":"Point","coordinates":[1,2]}})";
    EXPECT_EQ(answer_to({"convert", "-"}, feature), "id,x,y,k\na,1,2,a\n");
    expect_refused({"convert", "-", "--with", "kinds"}, "did you mean 'kind'?", "id,x,y,kind\na,1,2,tree\n");
    expect_refused({"convert", "-", "--count"}, "--count", "id,x,y\n");
}

// promise: command-answers: Columns of any names are written so that all verbs read the table again.
TEST_F(convert, writes_names_that_are_read_again) {
    const words names = {"ID",  "Id", "id",   "id ",  " id",  "name", " e",       "e",        " e ",   "",     " ",
                         "LON", " x", "time", "Mmsi", "date", "type", "features", "geometry", "frame", "x_lat"};
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
TEST_F(convert, writes_rows_of_json_that_are_read_again_whatever_comes_first) {
    for (const std::size_t size : {1U, 65'500U, 65'536U, 70'000U, 1'000'000U}) {
        const std::string file = folder.write("a.csv", "id,x,y\n" + std::string(size, 'b') + ",1,2\nc,1,2.5\n");
        const std::string made = folder.path("made.jsonl");
        EXPECT_EQ(converted(file, {"-o", made}), "");
        EXPECT_EQ(converted(made), content_of(file)) << size;
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
