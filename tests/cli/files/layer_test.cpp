// Good files of every kind become the layer that they describe.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"

#include "files/layer/layer.hpp"

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

/// A file, and the layer that it becomes.
struct described {
    std::string text;
    decltype(files::layer::shapes) shapes;
    texts ids = {}; ///< none where they do not matter
};

void expect_layers(const std::vector<described>& all) {
    for (const described& each : all) {
        const files::layer found = layer_of(each.text);
        EXPECT_EQ(found.shapes, each.shapes) << each.text.substr(0, 300);
        if (!each.ids.empty()) {
            EXPECT_EQ(ids_of_rows(found), each.ids) << each.text.substr(0, 300);
        }
    }
}

// ---- Tables ---------------------------------------------------------------------------------------------------------

TEST(layer, of_comma_separated_text_has_the_kind_that_its_columns_say) {
    const boxes two = {{{0, 0}, {1, 1}}, {{1, 1}, {2, 2}}};
    expect_layers({
        {"id,x,y\nb,1,2\na,-1,0\n", points{{1, 2}, {-1, 0}}, {"b", "a"}},
        {"y,id,x\n1,a,2\n", points{{2, 1}}},
        {"r,id,x,y\n.5,a,1,2\n0,b,1e150,0\n", circles{{{1, 2}, 0.5}, {{1e150, 0}, 0}}},
        {"h,id,x,y,w\n4,a,1,2,3\n", boxes{{{1, 2}, {4, 6}}}},
        {"id,x1,y1,x0,y0\na,3,4,1,2\n", boxes{{{1, 2}, {3, 4}}}},
        {"\"id\", x0 ,\"y0\",x1,y1\na, 0,\t0 ,1,1\nb,\"1\",1,2,2\n", two, {"a", "b"}},
        {"\nid,x0,y0,x1,y1\n\na,+0,-0,1e0,1.\n  \nb,+1,.1e1,2E+0,2\n\n", two},
        {"id,x,y\n", points{}},
        // In the order of times, and else in that of the file.
        {"id,x,y,t\nb,0,0,2\na,1,0,2.0\nb,2,0,-1e3\nc,3,0,2\na,4,0,-1000\nb,5,0,+1.5\n",
         points{{2, 0}, {4, 0}, {5, 0}, {0, 0}, {1, 0}, {3, 0}},
         {"b", "a", "b", "b", "a", "c"}},
    });
}

/// Random numbers as tables have them, few of which are long.
std::string random_number(std::mt19937& random) {
    const auto digits = [&](unsigned most) {
        std::string some;
        for (auto left = random() % (most + 1); left > 0; --left) {
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

// ---- GeoJSON --------------------------------------------------------------------------------------------------------

std::string feature(std::string_view geometry, std::string_view more = "") {
    return R"({"type":"Feature","geometry":)" + std::string(geometry) + std::string(more) + "}";
}
std::string geometry(std::string_view type, std::string_view coordinates) {
    return "{\"type\":\"" + std::string(type) + "\",\"coordinates\":" + std::string(coordinates) + "}";
}
std::string collection(const texts& features) {
    std::string text;
    for (const std::string& each : features) {
        text += (text.empty() ? "" : ",\n") + each;
    }
    return R"({"bbox":[0,0,1,1],"features":[)" + text + "],\"type\":\"FeatureCollection\"}\n";
}
const std::string dot = geometry("Point", "[1,2]");

TEST(layer, of_geojson_holds_points_or_the_bounds_of_what_is_drawn) {
    const std::string line = feature(geometry("LineString", "[[0,0],[1,1]]"));
    expect_layers({
        {" \r\n" + collection({feature(dot), feature(geometry("Point", "[-3.5,4,100]"))}), points{{1, 2}, {-3.5, 4}}},
        {"\xEF\xBB\xBF" + feature(dot), points{{1, 2}}},
        {dot, points{{1, 2}}},
        {collection({}), points{}},
        {collection({line, feature(dot)}), boxes{{{0, 0}, {1, 1}}, {{1, 2}, {1, 2}}}},
        {collection({feature(dot), feature(geometry("MultiPoint", "[[5,1],[2,3]]")),
                     feature(geometry("LineString", "[[0,0,9],[1,-1,9],[2,5,9]]")),
                     feature(geometry("MultiLineString", "[[[0,0],[1,1]],[[7,8]]]")),
                     feature(geometry("Polygon", "[[[0,0],[4,0],[4,4],[0,0]],[[1,1],[2,1],[1,2],[1,1]]]")),
                     feature(geometry("MultiPolygon", "[[[[0,0],[1,0],[1,1],[0,0]]],[[[-5,6],[1e3,6],[0,7],[-5,6]]]]")),
                     feature(R"({"type":"GeometryCollection","geometries":[)" + dot + "," + geometry("Point", "[0,9]") +
                             "]}")}),
         boxes{{{1, 2}, {1, 2}},
               {{2, 1}, {5, 3}},
               {{0, -1}, {2, 5}},
               {{0, 0}, {7, 8}},
               {{0, 0}, {4, 4}},
               {{-5, 0}, {1000, 7}},
               {{0, 2}, {1, 9}}}},
    });
}

TEST(layer, of_geojson_takes_members_in_any_order_and_passes_over_what_has_no_meaning_there) {
    expect_layers({
        {R"({"id":9,"geometry":{"coordinates":[[1,2],[3,4]],"type":"LineString"},)"
         R"("properties":{"name":null},"type":"Feature"})",
         boxes{{{1, 2}, {3, 4}}}},
        {R"({"geometries":[{"coordinates":[1,2],"type":"Point"},{"coordinates":)"
         R"([[[5,6],[7,8]]],"type":"Polygon"}],"type":"GeometryCollection"})",
         boxes{{{1, 2}, {7, 8}}}},
        {R"({"features":[{"geometry":{"coordinates":[1,2],"type":"Point"},)"
         R"("type":"Feature","id":"a"}],"type":"FeatureCollection"})",
         points{{1, 2}},
         {"a"}},
        // Members of other types, with any content; foreign ones, also repeated; and numbers outside the range of double.
        {R"({"features":[{"type":1},7],"geometry":[],"type":"Point","coordinates":[1,2],)"
         R"("geometries":0,"properties":[],"bbox":1e999,"bbox":{"a":[[[]]],"a":{}}})",
         points{{1, 2}}},
        {R"({"coordinates":"none","features":"some","type":"Feature","bbox":[1,2],)"
         R"("geometry":{"type":"Point","coordinates":[1e-999,-0.0],"geometries":{}}})",
         points{{0, 0}}},
        {R"({"geometry":{"type":"none"},"id":[],"type":"FeatureCollection","features":[]})", points{}},
    });
}

TEST(layer, of_geojson_counts_features_without_geometry_and_what_it_takes_as_boxes) {
    EXPECT_EQ(layer_of(collection({feature("null"), feature(dot), feature("null")})).skipped, 2U);
    EXPECT_EQ(layer_of(feature("null")).skipped, 1U);
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
                 ",\"properties\":{\"" + long_text + "\":\"" + long_text + "\",\"deep\":" + deep + R"(,"name":"a"})"),
         feature(geometry("Point", "[" + std::string(100'000, ' ') + "7" + std::string(100'000, '\n') + ",8]"))}));
    EXPECT_EQ(std::get<points>(shapes.shapes), (points{{1, 2}, {7, 8}}));
    EXPECT_EQ(ids_of_rows(shapes), (texts{"a", "2"}));
    EXPECT_EQ(ids_of_rows(layer_of(feature(dot, ",\"id\":\"" + long_text + "\""))), (texts{long_text}));
    EXPECT_EQ(ids_of_rows(layer_of(feature(dot, R"(,"properties":{"name":")" + long_text + "\"}"))),
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

TEST(layer, takes_ids_from_features_and_numbers_equal_ones) {
    const auto ids = [](const texts& members) { // behind its geometry, which is the word null or a dot
        texts features;
        for (const std::string& each : members) {
            const bool has_none = each.starts_with("null");
            features.push_back(feature(has_none ? "null" : dot, each.substr(has_none ? 4 : 0)));
        }
        return ids_of_rows(layer_of(collection(features)));
    };
    EXPECT_EQ(ids({R"(,"properties":{"name":"Rome","id":1},"id":2)", R"(,"properties":{"name":null,"id":3})",
                   R"(,"properties":null,"id":"x,\"y\"")", R"(,"properties":{"name":""})",
                   R"(,"properties":{"id":1.5})", R"(,"\u0069d":"\"\\\/\b\f\n\r\t\u00e9\u6f22\ud834\uDD1E")"}),
              (texts{"Rome", "3", "x,\"y\"", "4", "1.5", "\"\\/\b\f\n\r\té漢𝄞"}));
    const std::string san_jose = R"(,"properties":{"name":"San José"})";
    EXPECT_EQ(ids({san_jose, "", san_jose, R"(,"id":2)", R"(,"id":7)"}),
              (texts{"San José #1", "2 #2", "San José #3", "2 #4", "7"}));
    EXPECT_EQ(ids({"null", "", R"(null,"id":true)", "", R"(,"id":2)"}), (texts{"2 #2", "4", "2 #5"}));
    // An id with a number may be that of another feature.
    EXPECT_EQ(ids({R"(,"id":"a")", R"(,"id":"a")", R"(,"id":"a #1")", R"(,"id":"a #1 #3")", R"(,"id":"b")"}),
              (texts{"a #1 #1", "a #2", "a #1 #3 #3", "a #1 #3 #4", "b"}));
}

} // namespace

} // namespace quadrille::test
