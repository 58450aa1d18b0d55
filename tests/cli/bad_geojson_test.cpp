// Every kind of bad GeoJSON is rejected: status 2, the place and the reason, nothing on standard output.
// SPDX-License-Identifier: MIT
#include "command.hpp"

#include "files/layer/layer.hpp"
#include "files/text/errors.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <string_view>
#include <variant>

namespace quadrille::test {

namespace {

using namespace std::string_literals;

struct bad_text {
    const char* name;
    std::string content;
    std::string place;
    std::string message;
};

void PrintTo(const bad_text& text, std::ostream* out) { *out << text.name; }

const std::string position = "a position, which is an array of two numbers or more";

/// A collection whose second feature, on line 3, has this geometry.
std::string second_geometry(const std::string& geometry) {
    return "{\"type\":\"FeatureCollection\",\"features\":[\n"
           "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}},\n" +
           geometry + "]}";
}
std::string feature_with(const std::string& members) {
    return second_geometry("{\"type\":\"Feature\",\"geometry\":" + members + "}");
}
// Of the text after the beginning of that line, {"type":"Feature","geometry":
std::string column(int of_geometry) { return "3:" + std::to_string(30 + of_geometry); }

const bad_text bad_texts[] = {
    {"cut_after_the_brace", "{", "1:2",
     "JSON, found a syntax error while parsing object key - unexpected end of input; expected string literal"},
    {"array", "[1,2]", "1:1", "GeoJSON, an object, or an array of rows, each one, found an array"},
    {"empty_object", " \n {}", "2:2",
     "GeoJSON, which has the member \"type\", or rows, each an object with x and y, found an object without; --x and "
     "--y name other members of rows"},
    {"a_number_behind", "{\"type\":\"Point\",\"coordinates\":[1,2]}\n5", "2:1",
     "JSON, found a syntax error while parsing value - unexpected number literal; expected end of input"},
    {"a_brace_behind", "{\"type\":\"Point\",\"coordinates\":[1,2]}}", "1:37",
     "JSON, found a syntax error while parsing value - unexpected '}'; expected end of input"},
    {"single_quotes", "{'type':1}", "1:2", "JSON, found a syntax error while parsing object key - invalid literal"},
    {"comma_at_the_end", "{\"type\":\"Point\",}", "1:17",
     "JSON, found a syntax error while parsing object key - unexpected '}'; expected string literal"},
    {"open_string", "{\"type\":\"Poi", "1:13",
     "JSON, found a syntax error while parsing value - invalid string: missing closing quote"},
    {"nan", "{\"type\":\"Point\",\"coordinates\":[NaN,2]}", "1:32",
     "JSON, which has no NaN and no Infinity (null says that there is no geometry), found NaN"},
    {"number_too_large", "{\"type\":\"Point\",\"coordinates\":[1, -1e999 ,2]}", "1:35",
     "a number that a double can hold, found \"-1e999\""},
    {"number_too_long", "{\"type\":\"Point\",\"coordinates\":[1, " + std::string(70'000, '1') + ",2]}", "1:35",
     "a number of at most 65536 characters, found a longer one"},
    {"object_in_a_position", "{\"type\":\"Point\",\"coordinates\":[{\"x\":1},2]}", "1:32", "a number, found an object"},
    {"collection_without_geometries", feature_with("{\"type\":\"GeometryCollection\"}"), column(0),
     "an object with the member \"geometries\", found one without"},
    {"lone_surrogate", "{\"type\":\"\\uD800\"}", "1:16",
     "JSON, found a syntax error while parsing value - invalid string: surrogate U+D800..U+DBFF must be followed by "
     "U+DC00..U+DFFF"},
    {"nul", "{\"type\":\0}"s, "1:9", "UTF-8 text, found the byte 0x00"},
    {"latin1", "{\"type\":\"caf\xE9\"}", "1:13", "UTF-8 text, found the byte 0xE9"},
    {"member_twice", "{\"type\":\"Point\",\"coordinates\":[1,2],\n\"type\":\"Point\"}", "2:1",
     "each member once, found \"type\" again"},

    {"type_is_a_number", "{\"type\": 7}", "1:10", "a type of GeoJSON, found 7"},
    {"other_type", "{\"type\":\"Topology\"}", "1:9", "a type of GeoJSON, found \"Topology\""},
    {"no_features", "{\"type\":\"FeatureCollection\"}", "1:1",
     "an object with the member \"features\", found one without"},
    {"features_in_an_object", "{\"type\":\"FeatureCollection\",\n \"features\": {\"a\":1}}", "2:14",
     "an array of features, found an object"},
    {"feature_is_null", second_geometry(" null"), "3:2", "an object, found null"},
    {"feature_without_type", second_geometry("{}"), "3:1", "an object with the member \"type\", found one without"},
    {"geometry_for_feature", second_geometry("{\"type\":\"Point\",\"coordinates\":[1,2]}"), "3:9",
     "the type \"Feature\", found \"Point\""},
    {"feature_without_geometry", second_geometry("{\"type\":\"Feature\"}"), "3:1",
     "an object with the member \"geometry\", found one without"},
    {"geometry_in_a_collection_is_null", feature_with("{\"type\":\"GeometryCollection\",\"geometries\":[null]}"),
     column(43), "an object, found null"},
    {"fault_before_the_type", feature_with("{\"coordinates\":[[1,2],[3,\"4\"]],\"type\":\"MultiPoint\"}"), column(25),
     "a number, found \"4\""},
    {"nesting_of_another_type", feature_with("{\"coordinates\":[[1,2],[3,4]],\"type\":\"Polygon\"}"), column(17),
     position + ", found 1"},
    {"unknown_type_behind_its_coordinates", feature_with("{\"coordinates\":{\"x\":[1]},\"type\":\"Circle\"}"),
     column(32), "a type of geometry, found \"Circle\""},
    {"coordinates_twice", feature_with("{\"type\":\"Point\",\"coordinates\":[1,2],\n\"coordinates\":[1,2]}"), "4:1",
     "each member once, found \"coordinates\" again"},
    {"name_twice", second_geometry("{\"type\":\"Feature\",\"properties\":{\"name\":1,\n\"name\":1},\"geometry\":null}"),
     "4:1", "each member once, found \"name\" again"},
    {"fault_in_a_feature_before_the_type_of_all",
     "{\"features\":[{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[1]}}],\n\"type\":"
     "\"FeatureCollection\"}",
     "1:73", position + ", found an array of one"},
    {"no_colon", "{\"type\" 7}", "1:9",
     "JSON, found a syntax error while parsing object separator - unexpected number literal; expected ':'"},
    {"no_comma", "{\"type\":\"Point\",\"coordinates\":[1 \"2\"]}", "1:34",
     "JSON, found a syntax error while parsing array - unexpected string literal; expected ']'"},
    {"half_a_number", "{\"type\":\"Point\",\"coordinates\":[1.,2]}", "1:34",
     "JSON, found a syntax error while parsing value - invalid number; expected digit after '.'"},
    {"line_break_in_a_text", "{\"type\":\"Po\nint\"}", "1:12",
     "JSON, found a syntax error while parsing value - invalid string: control character U+000A must be escaped to "
     "\\u000A"},
    {"unknown_geometry", feature_with("{\"type\":\"Circle\",\"coordinates\":[1,2]}"), column(8),
     "a type of geometry, found \"Circle\""},
    {"lower_case_geometry", feature_with("{\"type\":\"point\",\"coordinates\":[1,2]}"), column(8),
     "a type of geometry, found \"point\""},
    {"no_coordinates", feature_with("{\"type\":\"Point\"}"), column(0),
     "an object with the member \"coordinates\", found one without"},
    {"half_a_position", feature_with("{\"type\":\"Point\",\"coordinates\":[7]}"), column(30),
     position + ", found an array of one"},
    {"number_for_position", feature_with("{\"type\":\"LineString\",\"coordinates\":[[1,2], 3]}"), column(43),
     position + ", found 3"},
    {"text_for_number", feature_with("{\"type\":\"LineString\",\"coordinates\":[[1,2],[3,\"4\"]]}"), column(45),
     "a number, found \"4\""},
    {"null_for_number", feature_with("{\"type\":\"Point\",\"coordinates\":[null,4]}"), column(31),
     "a number, found null"},
    {"text_for_altitude", feature_with("{\"type\":\"Point\",\"coordinates\":[1,4,\"high\"]}"), column(35),
     "a number, found \"high\""},
    {"line_too_deep", feature_with("{\"type\":\"LineString\",\"coordinates\":[[[1,2]]]}"), column(36),
     position + ", found an array of one"},
    {"polygon_too_flat", feature_with("{\"type\":\"Polygon\",\"coordinates\":[[1,2],[3,4]]}"), column(34),
     position + ", found 1"},
    {"polygon_too_deep", feature_with("{\"type\":\"Polygon\",\"coordinates\":[[[[1,2],[2,3]]]]}"), column(35),
     "a number, found an array"},
    {"empty_ring", feature_with("{\"type\":\"Polygon\",\"coordinates\":[[[1,2]],[]]}"), column(41),
     "an array of positions, found an empty array"},
    {"coordinates_in_an_object", feature_with("{\"type\":\"MultiPoint\",\"coordinates\":{\"x\":1}}"), column(35),
     "an array of positions, found an object"},
    {"collection_with_a_fault",
     feature_with("{\"type\":\"GeometryCollection\",\"geometries\":[{\"type\":\"Point\",\"coordinates\":[1,true]}]}"),
     column(76), "a number, found true"},

    {"properties_in_an_array",
     second_geometry(
         "{\"type\":\"Feature\",\"properties\":[],\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}}"),
     "3:32", "an object or null, found an empty array"},
    {"id_is_true",
     second_geometry("{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]},\"id\":true}"),
     "3:72", "a text or a number for \"id\", found true"},
    {"nul_in_a_name",
     second_geometry(
         "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]},\"id\":\"a\\u0000\"}"),
     "3:72", "a text without the character 0 for \"id\", found \"a\\x00\""},
    {"columns_count_characters", "{\"é漢𝄞\":{\"x\":1},\n\"é\":1,\"type\":7}", "2:14", "a type of GeoJSON, found 7"},
};

class bad_geojson_test : public testing::TestWithParam<bad_text> {};

// promise: command-rejects
TEST_P(bad_geojson_test, is_rejected_with_place_and_reason) {
    const bad_text& text = GetParam();
    const result ended = run_command({"pairs", "-"}, text.content);
    EXPECT_EQ(ended.status, 2);
    EXPECT_EQ(ended.output, "");
    EXPECT_EQ(ended.errors, "quadrille: (standard input):" + text.place + ": wanted " + text.message + "\n")
        << text.content;
}

INSTANTIATE_TEST_SUITE_P(each, bad_geojson_test, testing::ValuesIn(bad_texts),
                         [](const auto& text) { return std::string(text.param.name); });

TEST(bad_geojson, nested_without_end_is_rejected) {
    constexpr int deep = 200'000;
    const result arrays = run_command({"pairs", "-"}, repeated("[", deep));
    EXPECT_EQ(arrays.status, 2);
    EXPECT_TRUE(arrays.errors.starts_with("quadrille: (standard input):1:200001: wanted JSON, ")) << arrays.errors;

    const std::string closed = repeated("[", deep) + repeated("]", deep);
    const result coordinates = run_command({"pairs", "-"}, "{\"type\":\"Polygon\",\"coordinates\":" + closed + "}");
    EXPECT_EQ(coordinates.status, 2);
    EXPECT_EQ(coordinates.errors, "quadrille: (standard input):1:35: wanted " + position + ", found an array of one\n");

    const std::string collections = repeated("{\"type\":\"GeometryCollection\",\"geometries\":[", 1000) +
                                    "{\"type\":\"Point\",\"coordinates\":[1,2]}" + repeated("]}", 1000);
    const result collected = run_command({"pairs", "-"}, collections);
    EXPECT_EQ(collected.status, 2);
    EXPECT_EQ(collected.errors,
              "quadrille: (standard input):1:689: wanted collections within each other 16 deep at most, "
              "found more\n");
}

// The file is read in parts: wherever a part ends, the position of a later fault is the same.
TEST(bad_geojson, places_do_not_depend_on_where_a_part_ends) {
    constexpr std::size_t part = 65'536;
    for (std::size_t shift = 1; shift < 48; ++shift) {
        const std::string blanks(part - shift, ' ');
        const result ended = run_command({"pairs", "-"}, blanks + "{\"é𝄞\":\"é\\u00e9𝄞\", \"type\":\"é𝄞\"}");
        EXPECT_EQ(ended.status, 2);
        EXPECT_EQ(ended.errors, "quadrille: (standard input):1:" + std::to_string(blanks.size() + 26) +
                                    ": wanted a type of GeoJSON, found \"é𝄞\"\n");
    }
}

// In the same process, because there are thousands: a text is either read or rejected, whatever its bytes.
// promise: command-rejects: Files cut or damaged at any byte are read or rejected.
TEST(bad_geojson, cut_or_damaged_at_any_byte_is_read_or_rejected) {
    const std::string whole = "\xEF\xBB\xBF{\"features\":[{\"geometry\":{\"coordinates\":[[1,-2.5e0],[3,4,5]],"
                              "\"type\":\"LineString\"},\"properties\":{\"name\":\"é\"},\"type\":\"Feature\"}],\r\n"
                              "\"type\":\"FeatureCollection\"}\n";
    const scratch_folder folder;
    int rejected = 0;
    int read = 0;
    const auto attempt = [&](const std::string& content) {
        const std::string path = folder.write("damaged.json", content);
        try {
            const files::layer shapes = files::read_layer(path);
            EXPECT_EQ(shapes.size(), shapes.ids.size());
            const auto all_storable = [](const auto& rows) {
                return std::all_of(rows.begin(), rows.end(), [](const auto& shape) { return is_storable(shape); });
            };
            EXPECT_TRUE(std::visit(all_storable, shapes.shapes));
            ++read;
        } catch (const files::bad_input& wrong) {
            EXPECT_TRUE(std::string_view(wrong.what()).starts_with(path + ":")) << wrong.what();
            ++rejected;
        }
    };
    attempt(whole);
    for (std::size_t at = 0; at < whole.size(); ++at) {
        attempt(whole.substr(0, at));
        attempt(whole.substr(at));
        for (const char byte : "\0\",9[}\xC3"s) {
            std::string damaged = whole;
            damaged[at] = byte;
            attempt(damaged);
            attempt(whole.substr(0, at) + byte + whole.substr(at));
        }
    }
    EXPECT_GT(rejected, 1000);
    EXPECT_GT(read, 50);
}

} // namespace

} // namespace quadrille::test
