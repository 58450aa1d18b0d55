// Good files of every kind become the layer that they describe.
// SPDX-License-Identifier: MIT
#include "command.hpp"

#include "files/layer/layer.hpp"
#include "files/text/errors.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace quadrille::test {

namespace {

files::layer layer_of(std::string_view text) {
    const scratch_folder folder;
    return files::read_layer(folder.write("shapes", text));
}

using points = std::vector<point<double>>;
using circles = std::vector<circle<double>>;
using boxes = std::vector<box<double>>;
using texts = std::vector<std::string>;

texts ids_of_rows(const files::layer& shapes) {
    texts ids;
    for (std::uint32_t row = 0; row < shapes.size(); ++row) {
        ids.emplace_back(shapes.id_of(row));
    }
    return ids;
}

TEST(layer, of_comma_separated_text_has_the_kind_that_its_columns_say) {
    EXPECT_EQ(std::get<points>(layer_of("id,x,y\na,1,2\nb,-1,0\n").shapes), (points{{1, 2}, {-1, 0}}));
    EXPECT_EQ(std::get<points>(layer_of("y,id,x\n1,a,2\n").shapes), (points{{2, 1}}));
    EXPECT_EQ(std::get<circles>(layer_of("r,id,x,y\n.5,a,1,2\n0,b,1e150,0\n").shapes),
              (circles{{{1, 2}, 0.5}, {{1e150, 0}, 0}}));
    EXPECT_EQ(std::get<boxes>(layer_of("h,id,x,y,w\n4,a,1,2,3\n").shapes), (boxes{{{1, 2}, {4, 6}}}));
    EXPECT_EQ(std::get<boxes>(layer_of("id,x1,y1,x0,y0\na,3,4,1,2\n").shapes), (boxes{{{1, 2}, {3, 4}}}));
    EXPECT_EQ(layer_of("id,x,y\n").size(), 0U);
}

/// Random numbers as tables have them, few of which are long.
std::string random_number(std::mt19937& random) {
    const auto digits = [&](unsigned most) {
        std::string some;
        for (unsigned left = random() % (most + 1); left > 0; --left) {
            some += static_cast<char>('0' + random() % 10);
        }
        return some;
    };
    std::string text = random() % 2 == 0 ? "-" : "";
    text += digits(random() % 9 == 0 ? 18 : 7);
    text += random() % 3 == 0 ? "" : "." + digits(random() % 9 == 0 ? 18 : 7);
    return text.find_first_of("0123456789") == std::string::npos ? "0" : text;
}

TEST(layer, of_a_table_has_the_nearest_doubles) {
    std::mt19937 random(7);
    std::string text = "id,x,y\n";
    points wanted;
    for (int row = 0; row < 20'000; ++row) {
        const std::string x = random_number(random);
        const std::string y = random_number(random);
        text += std::to_string(row) + "," + x + "," + y + "\n";
        wanted.push_back({std::strtod(x.c_str(), nullptr), std::strtod(y.c_str(), nullptr)});
    }
    EXPECT_TRUE(std::get<points>(layer_of(text).shapes) == wanted);
}

TEST(layer, of_a_table_does_not_depend_on_how_its_lines_are_written) {
    std::mt19937 random(8);
    std::string plain = "id,x,y,note\n";
    std::string mixed = plain;
    for (int row = 0; row < 20'000; ++row) { // some 500 kB: lines lie across what is read at once, too
        const std::string id = std::to_string(row);
        const std::string place = "," + std::to_string(random() % 1000) + "," + std::to_string(random() % 1000) + ",";
        const std::string note(random() % 20, 'n');
        plain += id + place + note + "\n";
        const bool is_quoted = random() % 3 == 0;
        mixed += (is_quoted ? '"' + id + '"' : id) + place + (random() % 5 == 0 ? "\xC3\xA9" : note) +
                 (random() % 3 == 0 ? "\r\n" : "\n") + (random() % 9 == 0 ? " \n" : "");
    }
    const files::layer one = layer_of(plain);
    const files::layer other = layer_of(mixed);
    EXPECT_EQ(one.size(), 20'000U);
    EXPECT_TRUE(ids_of_rows(one) == ids_of_rows(other));
    EXPECT_TRUE(one.shapes == other.shapes);
}

TEST(layer, without_times_is_one_moment) {
    const files::layer shapes = layer_of("id,x,y\nb,1,2\na,3,4\n");
    EXPECT_FALSE(shapes.has_times);
    ASSERT_EQ(shapes.moments.size(), 1U);
    EXPECT_EQ(shapes.moments[0].first, 0U);
    EXPECT_EQ(shapes.moments[0].last, 2U);
    EXPECT_EQ(ids_of_rows(shapes), (texts{"b", "a"}));
    EXPECT_TRUE(layer_of("id,x,y\n").moments.empty());
}

TEST(layer, with_times_is_in_their_order_and_else_in_that_of_the_file) {
    const files::layer shapes =
        layer_of("id,x,y,t\nb,0,0,2\na,1,0,2.0\nb,2,0,-1e3\nc,3,0,2\na,4,0,-1000\nb,5,0,+1.5\n");
    EXPECT_TRUE(shapes.has_times);
    EXPECT_EQ(std::get<points>(shapes.shapes), (points{{2, 0}, {4, 0}, {5, 0}, {0, 0}, {1, 0}, {3, 0}}));
    EXPECT_EQ(ids_of_rows(shapes), (texts{"b", "a", "b", "b", "a", "c"}));
    ASSERT_EQ(shapes.ids.size(), 3U);
    EXPECT_EQ(shapes.ids[0], "b");
    EXPECT_EQ(shapes.ids[1], "a");
    EXPECT_EQ(shapes.ids[2], "c");
    ASSERT_EQ(shapes.moments.size(), 3U);
    EXPECT_EQ(shapes.moments[0].t, -1000);
    EXPECT_EQ(shapes.moments[0].last, 2U);
    EXPECT_EQ(shapes.moments[1].t, 1.5);
    EXPECT_EQ(shapes.moments[1].first, 2U);
    EXPECT_EQ(shapes.moments[1].size(), 1U);
    EXPECT_EQ(shapes.moments[2].t, 2);
    EXPECT_EQ(shapes.moments[2].last, 6U);
}

std::string feature(std::string_view geometry, std::string_view more = "") {
    return "{\"type\":\"Feature\",\"geometry\":" + std::string(geometry) + std::string(more) + "}";
}
std::string geometry(std::string_view type, std::string_view coordinates) {
    return "{\"type\":\"" + std::string(type) + "\",\"coordinates\":" + std::string(coordinates) + "}";
}
std::string collection(const texts& features) {
    std::string text;
    for (const std::string& each : features) {
        text += (text.empty() ? "" : ",\n") + each;
    }
    return "{\"bbox\":[0,0,1,1],\"features\":[" + text + "],\"type\":\"FeatureCollection\"}\n";
}
const std::string dot = geometry("Point", "[1,2]");

TEST(layer, of_points_in_geojson_holds_points) {
    const files::layer shapes =
        layer_of(" \r\n" + collection({feature(dot), feature(geometry("Point", "[-3.5,4,100]"))}));
    EXPECT_EQ(std::get<points>(shapes.shapes), (points{{1, 2}, {-3.5, 4}}));
    EXPECT_EQ(std::get<points>(layer_of("\xEF\xBB\xBF" + feature(dot)).shapes), (points{{1, 2}}));
    EXPECT_EQ(std::get<points>(layer_of(dot).shapes), (points{{1, 2}}));
    EXPECT_EQ(layer_of(collection({})).size(), 0U);
}

TEST(layer, of_other_geometries_holds_their_bounds) {
    const files::layer shapes = layer_of(
        collection({feature(dot), feature(geometry("MultiPoint", "[[5,1],[2,3]]")),
                    feature(geometry("LineString", "[[0,0,9],[1,-1,9],[2,5,9]]")),
                    feature(geometry("MultiLineString", "[[[0,0],[1,1]],[[7,8]]]")),
                    feature(geometry("Polygon", "[[[0,0],[4,0],[4,4],[0,0]],[[1,1],[2,1],[1,2],[1,1]]]")),
                    feature(geometry("MultiPolygon", "[[[[0,0],[1,0],[1,1],[0,0]]],[[[-5,6],[1e3,6],[0,7],[-5,6]]]]")),
                    feature("{\"type\":\"GeometryCollection\",\"geometries\":[" + dot + "," +
                            geometry("Point", "[0,9]") + "]}")}));
    EXPECT_EQ(std::get<boxes>(shapes.shapes), (boxes{{{1, 2}, {1, 2}},
                                                     {{2, 1}, {5, 3}},
                                                     {{0, -1}, {2, 5}},
                                                     {{0, 0}, {7, 8}},
                                                     {{0, 0}, {4, 4}},
                                                     {{-5, 0}, {1000, 7}},
                                                     {{0, 2}, {1, 9}}}));
}

TEST(layer, of_points_among_others_holds_bounds_wherever_they_stand) {
    const std::string line = feature(geometry("LineString", "[[0,0],[1,1]]"));
    EXPECT_EQ(std::get<boxes>(layer_of(collection({line, feature(dot)})).shapes),
              (boxes{{{0, 0}, {1, 1}}, {{1, 2}, {1, 2}}}));
    EXPECT_EQ(std::get<boxes>(layer_of(collection({feature(dot), line})).shapes),
              (boxes{{{1, 2}, {1, 2}}, {{0, 0}, {1, 1}}}));
}

TEST(layer, takes_ids_from_features) {
    const files::layer shapes = layer_of(
        collection({feature(dot, ",\"properties\":{\"name\":\"Rome\",\"id\":1},\"id\":2"),
                    feature(dot, ",\"properties\":{\"name\":null,\"id\":3}"),
                    feature(dot, ",\"properties\":null,\"id\":\"x,\\\"y\\\"\""),
                    feature(dot, ",\"properties\":{\"name\":\"\"}"), feature(dot, ",\"properties\":{\"id\":1.5}")}));
    EXPECT_EQ(ids_of_rows(shapes), (texts{"Rome", "3", "x,\"y\"", "4", "1.5"}));
}

TEST(layer, of_geojson_takes_members_in_any_order) {
    EXPECT_EQ(std::get<boxes>(layer_of(R"({"id":9,"geometry":{"coordinates":[[1,2],[3,4]],"type":"LineString"},)"
                                       R"("properties":{"name":null},"type":"Feature"})")
                                  .shapes),
              (boxes{{{1, 2}, {3, 4}}}));
    EXPECT_EQ(std::get<boxes>(layer_of(R"({"geometries":[{"coordinates":[1,2],"type":"Point"},{"coordinates":)"
                                       R"([[[5,6],[7,8]]],"type":"Polygon"}],"type":"GeometryCollection"})")
                                  .shapes),
              (boxes{{{1, 2}, {7, 8}}}));
    const files::layer behind = layer_of(R"({"features":[{"geometry":{"coordinates":[1,2],"type":"Point"},)"
                                         R"("type":"Feature","id":"a"}],"type":"FeatureCollection"})");
    EXPECT_EQ(std::get<points>(behind.shapes), (points{{1, 2}}));
    EXPECT_EQ(ids_of_rows(behind), (texts{"a"}));
}

TEST(layer, of_geojson_passes_over_what_has_no_meaning_there) {
    // Members of other types, with any content; foreign ones, also repeated; and numbers outside the range of double.
    EXPECT_EQ(
        std::get<points>(layer_of(R"({"features":[{"type":1},7],"geometry":[],"type":"Point","coordinates":[1,2],)"
                                  R"("geometries":0,"properties":[],"bbox":1e999,"bbox":{"a":[[[]]],"a":{}}})")
                             .shapes),
        (points{{1, 2}}));
    EXPECT_EQ(std::get<points>(layer_of(R"({"coordinates":"none","features":"some","type":"Feature","bbox":[1,2],)"
                                        R"("geometry":{"type":"Point","coordinates":[1e-999,-0.0],"geometries":{}}})")
                                   .shapes),
              (points{{0, 0}}));
    EXPECT_EQ(layer_of(R"({"geometry":{"type":"none"},"id":[],"type":"FeatureCollection","features":[]})").size(), 0U);
}

TEST(layer, of_geojson_skips_and_counts_features_without_geometry) {
    const files::layer shapes = layer_of(collection(
        {feature("null"), feature(dot), feature("null", ",\"id\":true"), feature(dot), feature(dot, ",\"id\":2")}));
    EXPECT_EQ(shapes.skipped, 2U);
    EXPECT_EQ(ids_of_rows(shapes), (texts{"2 #2", "4", "2 #5"}));
    EXPECT_EQ(std::get<points>(shapes.shapes), (points{{1, 2}, {1, 2}, {1, 2}}));
    EXPECT_EQ(layer_of(feature("null")).skipped, 1U);
    EXPECT_EQ(layer_of(feature("null")).size(), 0U);
}

TEST(layer, of_geojson_counts_what_it_takes_as_boxes) {
    EXPECT_EQ(layer_of(collection({feature(dot), feature(dot)})).taken_as_boxes, 0U);
    EXPECT_EQ(layer_of(collection({feature(dot), feature(geometry("LineString", "[[0,0],[1,1]]")), feature(dot),
                                   feature(geometry("MultiPoint", "[[0,0]]"))}))
                  .taken_as_boxes,
              2U);
}

TEST(layer, of_geojson_holds_what_is_far_apart_in_the_file) {
    // Longer than the parts in which a file is read, and than what is kept of a text.
    const std::string long_text(200'000, 'x');
    const std::string deep = std::string(300'000, '[') + std::string(300'000, ']');
    const files::layer shapes = layer_of(collection(
        {feature(dot,
                 ",\"properties\":{\"" + long_text + "\":\"" + long_text + "\",\"deep\":" + deep + ",\"name\":\"a\"}"),
         feature(geometry("Point", "[" + std::string(100'000, ' ') + "7" + std::string(100'000, '\n') + ",8]"))}));
    EXPECT_EQ(std::get<points>(shapes.shapes), (points{{1, 2}, {7, 8}}));
    EXPECT_EQ(ids_of_rows(shapes), (texts{"a", "2"}));
    EXPECT_EQ(ids_of_rows(layer_of(feature(dot, ",\"id\":\"" + long_text + "\""))), (texts{long_text}));
    EXPECT_EQ(ids_of_rows(layer_of(feature(dot, ",\"properties\":{\"name\":\"" + long_text + "\"}"))),
              (texts{long_text}));
}

// The kind of a file is told by its first visible byte, wherever that is; the blanks before it count in the places of faults.
TEST(layer, after_many_blanks_is_of_the_kind_that_it_would_be_without) {
    for (const std::size_t bytes : {65'535U, 65'536U, 65'537U, 200'000U, 1'000'000U}) {
        std::string blanks = std::string(bytes, ' ');
        for (std::size_t at = 99; at < bytes; at += 100) {
            blanks[at] = '\n';
        }
        EXPECT_EQ(std::get<points>(layer_of(blanks + collection({feature(dot)})).shapes), (points{{1, 2}})) << bytes;
        EXPECT_EQ(std::get<points>(layer_of(blanks + "\nid,x,y\na,3,4\n").shapes), (points{{3, 4}})) << bytes;
        EXPECT_EQ(run_command({"pairs", "-"}, blanks + "\n{\"type\":7}").errors,
                  "quadrille: (standard input):" + std::to_string(bytes / 100 + 2) +
                      ":9: wanted a type of GeoJSON, found 7\n");
    }
}

TEST(layer, of_geojson_reads_escapes) {
    const files::layer shapes = layer_of(feature(dot, R"(,"\u0069d":"\"\\\/\b\f\n\r\t\u00e9\u6f22\ud834\uDD1E")"));
    EXPECT_EQ(ids_of_rows(shapes), (texts{"\"\\/\b\f\n\r\té漢𝄞"}));
}

TEST(layer, tells_features_of_one_name_apart) {
    const std::string san_jose = ",\"properties\":{\"name\":\"San José\"}";
    const files::layer shapes = layer_of(collection({feature(dot, san_jose), feature(dot), feature(dot, san_jose),
                                                     feature(dot, ",\"id\":2"), feature(dot, ",\"id\":7")}));
    EXPECT_EQ(ids_of_rows(shapes), (texts{"San José #1", "2 #2", "San José #3", "2 #4", "7"}));
}

// An id with a number may be that of another feature.
TEST(layer, tells_features_of_numbered_names_apart) {
    const auto named = [](const std::string& name) { return feature(dot, R"(,"id":")" + name + '"'); };
    const std::string text = collection({named("a"), named("a"), named("a #1"), named("a #1 #3"), named("b")});
    EXPECT_EQ(ids_of_rows(layer_of(text)), (texts{"a #1 #1", "a #2", "a #1 #3 #3", "a #1 #3 #4", "b"}));
    const scratch_folder folder;
    const std::string file = folder.write("a.geojson", text);
    EXPECT_EQ(run_command({"pairs", file, "--memory", "1M", "--order"}).output, run_command({"pairs", file}).output);
}

} // namespace

} // namespace quadrille::test
