// Bad tables and bad GeoJSON of every kind are rejected: status 2, the place and the reason, nothing on standard output.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"

#include "scenes/random.hpp"

#include "cli/spill/spilled_layer.hpp"
#include "files/layer/layer.hpp"
#include "files/text/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace quadrille::test {

namespace {

using namespace std::string_literals;

struct bad_file {
    const char* name;
    std::string content;
    std::string place;
    std::string wanted; ///< and what is found
};

void expect_rejected(std::span<const bad_file> files) {
    for (const auto& [name, content, place, wanted] : files) {
        SCOPED_TRACE(name);
        expect_refused_as({"pairs", "-"}, "quadrille: (standard input):" + place + ": wanted " + wanted + "\n",
                          content);
    }
}

// ---- Tables ---------------------------------------------------------------------------------------------------------

const std::string head = "id,x0,y0,x1,y1\n";
const std::string sized = "id,x,y,w,h\n";
const std::string discs = "id,x,y,r\n";
const std::string tracks_header = "t,id,x,y\n";
const std::string columns = "the columns id and x,y or x,y,r or x,y,w,h or x0,y0,x1,y1, and t where there are times";
const std::string passed_over = "; --skip-bad passes over such rows";

const bad_file bad_tables[] = {
    {"empty", "", "1:1", "a first line with " + columns + ", found an empty file"},
    {"blank_lines_alone", "\n  \n\r\n", "1:1", "a first line with " + columns + ", found an empty file"},
    {"byte_order_mark_alone", "\xEF\xBB\xBF", "1:1", "a first line with " + columns + ", found an empty file"},

    {"duplicate_column", "id,x0,y0,x0,y1\n", "1:10", "each column once, found \"x0\" again"},
    {"duplicate_column_with_spaces", "id, x0 ,y0,x1,y1,x0\n", "1:18", "each column once, found \"x0\" again"},
    {"both_kinds", "id,x0,y0,x1,y1,w\n", "1:16", columns + ", found w beside x0; --w or --x0 says which"},
    {"both_kinds_size_first", "h,id,x0\n", "1:6", columns + ", found x0 beside h; --x0 or --h says which"},
    {"missing_corner", "id,x0,y0,x1\n0,0,0,1\n", "1:12",
     columns + R"(, found "id", "x0", "y0", "x1" without a column y1; --y1 says which)"},
    {"missing_size", "w,y,x,id\n", "1:9",
     columns + R"(, found "w", "y", "x", "id" without a column h; --h says which)"},
    {"id_alone", "id\n", "1:3", columns + ", found \"id\" without a column x; --x says which"},
    {"half_a_point", "id,y,t\n", "1:7", columns + R"(, found "id", "y", "t" without a column x; --x says which)"},
    {"circle_with_width", "id,x,y,r,w\n", "1:10", columns + ", found w beside r; --w or --r says which"},
    {"corners_with_radius", "id,r,x0,y0,x1,y1\n", "1:6", columns + ", found x0 beside r; --x0 or --r says which"},
    {"point_with_corner", "id,x,y,x0\n", "1:8", columns + ", found x0 beside x; --x0 or --x says which"},

    {"too_few_fields", head + "a,0,0,1,1\nb,0,0,1\n", "3:8", "5 fields, found 4"},
    {"comma_at_the_end", head + "a,0,0,1,1,\n", "2:11", "5 fields, found 6"},
    {"cut_short", head + "a,0,0,1,1\nb,0,", "3:5", "5 fields, found 3"},
    {"cut_short_at_a_number", head + "a,0,0,1,1\nb,0,0,1,", "3:9", "a number for y1, found nothing" + passed_over},

    {"word", head + "a,0,zero,1,1\n", "2:5", "a number for y0, found \"zero\""},
    {"long_word_of_two_bytes_each", head + "a,0,-" + repeated("\u00E4", 30) + ",1,1\n", "2:5",
     "a number for y0, found \"-" + repeated("\u00E4", 19) + "\"…"},
    {"junk_after_number", head + "a,0,0,1,1m\n", "2:9", "a number for y1, found \"1m\""},
    {"hexadecimal", head + "a,0,0x10,1,1\n", "2:5", "a number for y0, found \"0x10\""},
    {"no_number", head + "a,, ,1,1\n", "2:3", "a number for x0, found nothing" + passed_over},
    {"spaces_for_number", head + "a,0,  ,1,1\n", "2:5", "a number for y0, found nothing" + passed_over},
    {"minus_alone", head + "a,-,0,1,1\n", "2:3", "a number for x0, found \"-\"" + passed_over},
    {"plus_minus", head + "a,+-1,0,1,1\n", "2:3", "a number for x0, found \"+-1\""},
    {"exponent_cut_short", head + "a,0,0,1e,1\n", "2:7", "a number for x1, found \"1e\""},
    {"nan", head + "a,0,0,nan,1\n", "2:7", "a finite number for x1, found \"nan\"" + passed_over},
    {"infinity", head + "a,0,0,1,1\nb,-inf,0,1,1\n", "3:3", "a finite number for x0, found \"-inf\""},
    {"too_large", head + "a,0,0,1e999,1\n", "2:7", "a number for x1 that a double can hold, found \"1e999\""},
    {"too_small", head + "a,0,1e-999,1,1\n", "2:5", "a number for y0 that a double can hold, found \"1e-999\""},
    {"bell", head + "a,\a,0,1,1\n", "2:3", "a number for x0, found \"\\x07\""},

    {"left_beyond_right", head + "a,5,0,3,1\n", "2:7", "x1 to be at least x0 = 5, found 3"},
    {"bottom_beyond_top", head + "a,0,0.25,1,-1e-3\n", "2:12", "y1 to be at least y0 = 0.25, found -0.001"},
    {"negative_width", sized + "a,0,0,-1,1\n", "2:7", "w to be 0 or more, found -1"},
    {"negative_height", sized + "a,0,0,1,-0.5\n", "2:9", "h to be 0 or more, found -0.5"},
    {"sum_too_large", sized + "a,1.5e308,0,1.5e308,1\n", "2:13",
     "x + w to be a number that a double can hold, found 1.5e+308 + 1.5e+308"},

    {"negative_radius", discs + "a,1,2,3\nb,1,2,-3\n", "3:7", "r to be 0 or more, found -3"},
    {"circle_too_far_left", discs + "a,-2e150,2,3\n", "2:3", "a circle within 1e150 of 0 on both axes, found -2e+150"},
    {"circle_too_high", discs + "a,0,2e150,3\n", "2:5", "a circle within 1e150 of 0 on both axes, found 2e+150"},
    {"circle_too_wide", discs + "a,0,0,2e150\n", "2:7", "a circle within 1e150 of 0 on both axes, found 2e+150"},
    {"time_is_a_word", tracks_header + "noon,a,0,0\n", "2:1",
     "a time such as 2026-05-01T12:30:00Z or 12.5 for t (--t-format says another form), found \"noon\""},
    {"no_time", tracks_header + "0,a,0,0\n,a,0,0\n", "3:1", "a number for t, found nothing" + passed_over},
    {"time_without_end", tracks_header + "inf,a,0,0\n", "2:1", "a finite number for t, found \"inf\""},
    {"twice_at_zero", tracks_header + "0,a,0,0\n-0,a,0,1\n", "3:4",
     "an id of its own, found \"a\", which line 2 has already at this t"},

    {"no_id", head + ",0,0,1,1\n", "2:1", "an id, found nothing"},
    {"duplicate_id_quoted", head + "\"a\nb\",0,0,1,1\nc,0,0,1,1\n\"a\nb\",0,0,1,1\n", "5:1",
     "an id of its own, found \"a\\nb\", which line 2 has already (--id - takes the rows' numbers)"},
    {"bad_line_after_long_row", head + "\"a\nb\",0,0,1,1\nc,0,0,1,x\n", "4:9", "a number for y1, found \"x\""},
    {"bad_field_after_line_break", head + "\"a\nb\",0,x,1,1\n", "3:6", "a number for y0, found \"x\""},

    {"text_after_quote", head + "\"a\"b,0,0,1,1\n", "2:4",
     "a comma or the line's end after the closing quote, found \"b,0,0,1,1\""},
    {"quote_within_field", head + "a\"b,0,0,1,1\n", "2:2", "quotes around the whole field, or none, found \"a\\\"b\""},

    {"nul", head + "a,0,0\0,1,1\n"s, "2:6", "UTF-8 text, found the byte 0x00"},
    {"nul_of_utf16", "\xFF\xFE" + "i\0d\0,\0x\0\0\0"s, "1:5", "UTF-8 text, found the byte 0x00"},
    {"surrogate", head + "\xED\xA0\x80,0,0,1,1\n", "2:1", "UTF-8 text, found the byte 0xED"},
    {"beyond_unicode", head + "\xF4\x90\x80\x80,0,0,1,1\n", "2:1", "UTF-8 text, found the byte 0xF4"},
    {"cut_character", head + "é,0,0,1,1\n\xE6\xBC", "3:1", "UTF-8 text, found the byte 0xE6"},
    {"latin1_below_utf8", head + "é,0,0,1,1\ncaf\xE9,0,0,1,1\n", "3:4", "UTF-8 text, found the byte 0xE9"},
    {"latin1_behind_a_mark", "\xEF\xBB\xBF" + head + "caf\xE9,0,0,1,1\n", "2:4", "UTF-8 text, found the byte 0xE9"},
    {"latin1_with_a_control_character", head + "caf\xE9\x81,0,0,1,1\n", "2:4", "UTF-8 text, found the byte 0xE9"},
    {"columns_count_characters", head + "é漢𝄞,0,x,1,1\n", "2:7", "a number for y0, found \"x\""},

    {"fault_behind_many_bytes", head + std::string(70'000, 'a') + ",0,0,1,x\n", "2:70008",
     "a number for y1, found \"x\""},
    {"fault_behind_many_wide_characters", head + repeated("漢", 30'000) + ",0,0,1,x\n", "2:30008",
     "a number for y1, found \"x\""},
    {"nul_behind_many_bytes", head + std::string(200'000, 'a') + "\0"s + std::string(200'000, 'a'), "2:200001",
     "UTF-8 text, found the byte 0x00"},
};

// promise: command-rejects
TEST(bad_file, is_rejected_with_place_and_reason) { expect_rejected(bad_tables); }

TEST(bad_file, is_called_by_its_name_and_leaves_output_empty) {
    const scratch_folder folder;
    const std::string path = folder.write("two words.csv", head + "a,0,0,1\n");
    for (const words& more : {words{"--format", "csv"}, words{"--format", "json"}, words{"--count"}}) {
        expect_refused(with({"pairs", path}, more), "quadrille: " + path + ":2:8: wanted 5 fields, found 4\n");
    }
    expect_refused({"pairs", "/dev/zero"}, "quadrille: /dev/zero:1:1: wanted UTF-8 text, found the byte 0x00\n");
    const std::string unreadable = ": wanted a file that can be read, found: ";
    expect_refused({"pairs", folder.path(".")}, folder.path(".") + unreadable + "Is a directory\n");
    expect_refused({"pairs", ""}, "quadrille: (no name)" + unreadable);
    // A name that is no text is in quotes.
    const std::string missing = unreadable + "No such file or directory\n";
    expect_refused({"pairs", "no \x1B[1mfile"}, "quadrille: \"no \\x1b[1mfile\"" + missing);
    expect_refused({"pairs", "no\xFF"}, "quadrille: \"no\\xff\"" + missing);
    expect_refused({"pairs", "größer.csv"}, "quadrille: größer.csv" + missing);
    EXPECT_EQ(run_command({"index", "-", "-o", "no\n/out"}, "id,x,y\n").errors,
              "quadrille: \"no\\n/out\": cannot be written: No such file or directory\n");
}

TEST(bad_file, with_a_quote_left_open_is_read_to_its_end) {
    expect_refused({"pairs", "-"}, ":2:1: wanted a closing quote for this one, found the end of the file\n",
                   head + "\"a,0,0,1,1\n" + repeated("b,0,0,1,1\n", 20'000));
}

// ---- GeoJSON --------------------------------------------------------------------------------------------------------

const std::string position = "a position, which is an array of two numbers or more";

/// A collection whose second feature, on line 3, has this geometry.
std::string second_geometry(const std::string& geometry) {
    return "{\"type\":\"FeatureCollection\",\"features\":[\n"
           "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}},\n" +
           geometry + "]}";
}
std::string feature_with(const std::string& members) {
    return second_geometry(R"({"type":"Feature","geometry":)" + members + "}");
}
// Of the text after the beginning of that line, {"type":"Feature","geometry":
std::string column(int of_geometry) { return "3:" + std::to_string(30 + of_geometry); }

const bad_file bad_features[] = {
    {"cut_after_the_brace", "{", "1:2",
     "JSON, found a syntax error while parsing object key - unexpected end of input; expected string literal"},
    {"array", "[1,2]", "1:1", "GeoJSON, an object, or an array of rows, each one, found an array"},
    {"empty_object", " \n {}", "2:2",
     "GeoJSON, which has the member \"type\", or rows, each an object with x and y, found an object without; --x and "
     "--y name other members of rows"},
    {"a_number_behind", "{\"type\":\"Point\",\"coordinates\":[1,2]}\n5", "2:1",
     "JSON, found a syntax error while parsing value - unexpected number literal; expected end of input"},
    {"comma_at_the_end", R"({"type":"Point",})", "1:17",
     "JSON, found a syntax error while parsing object key - unexpected '}'; expected string literal"},
    {"nan", R"({"type":"Point","coordinates":[NaN,2]})", "1:32",
     "JSON, which has no NaN and no Infinity (null says that there is no geometry), found NaN"},
    {"number_too_large", R"({"type":"Point","coordinates":[1, -1e999 ,2]})", "1:35",
     "a number that a double can hold, found \"-1e999\""},
    {"number_too_long", R"({"type":"Point","coordinates":[1, )" + std::string(70'000, '1') + ",2]}", "1:35",
     "a number of at most 65536 characters, found a longer one"},
    {"object_in_a_position", R"({"type":"Point","coordinates":[{"x":1},2]})", "1:32", "a number, found an object"},
    {"collection_without_geometries", feature_with(R"({"type":"GeometryCollection"})"), column(0),
     "an object with the member \"geometries\", found one without"},
    {"lone_surrogate", "{\"type\":\"\\uD800\"}", "1:16",
     "JSON, found a syntax error while parsing value - invalid string: surrogate U+D800..U+DBFF must be followed by "
     "U+DC00..U+DFFF"},
    {"nul", "{\"type\":\0}"s, "1:9", "UTF-8 text, found the byte 0x00"},
    {"latin1", "{\"type\":\"caf\xE9\"}", "1:13", "UTF-8 text, found the byte 0xE9"},
    {"member_twice", "{\"type\":\"Point\",\"coordinates\":[1,2],\n\"type\":\"Point\"}", "2:1",
     "each member once, found \"type\" again"},

    {"type_is_a_number", "{\"type\": 7}", "1:10", "a type of GeoJSON, found 7"},
    {"other_type", R"({"type":"Topology"})", "1:9", "a type of GeoJSON, found \"Topology\""},
    {"no_features", R"({"type":"FeatureCollection"})", "1:1",
     "an object with the member \"features\", found one without"},
    {"features_in_an_object", "{\"type\":\"FeatureCollection\",\n \"features\": {\"a\":1}}", "2:14",
     "an array of features, found an object"},
    {"feature_is_null", second_geometry(" null"), "3:2", "an object, found null"},
    {"feature_without_type", second_geometry("{}"), "3:1", "an object with the member \"type\", found one without"},
    {"geometry_for_feature", second_geometry(R"({"type":"Point","coordinates":[1,2]})"), "3:9",
     R"(the type "Feature", found "Point")"},
    {"feature_without_geometry", second_geometry(R"({"type":"Feature"})"), "3:1",
     "an object with the member \"geometry\", found one without"},
    {"geometry_in_a_collection_is_null", feature_with(R"({"type":"GeometryCollection","geometries":[null]})"),
     column(43), "an object, found null"},
    {"fault_before_the_type", feature_with(R"({"coordinates":[[1,2],[3,"4"]],"type":"MultiPoint"})"), column(25),
     "a number, found \"4\""},
    {"nesting_of_another_type", feature_with(R"({"coordinates":[[1,2],[3,4]],"type":"Polygon"})"), column(17),
     position + ", found 1"},
    {"unknown_type_behind_its_coordinates", feature_with(R"({"coordinates":{"x":[1]},"type":"Circle"})"), column(32),
     "a type of geometry, found \"Circle\""},
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
    {"no_comma", R"({"type":"Point","coordinates":[1 "2"]})", "1:34",
     "JSON, found a syntax error while parsing array - unexpected string literal; expected ']'"},
    {"half_a_number", R"({"type":"Point","coordinates":[1.,2]})", "1:34",
     "JSON, found a syntax error while parsing value - invalid number; expected digit after '.'"},
    {"lower_case_geometry", feature_with(R"({"type":"point","coordinates":[1,2]})"), column(8),
     "a type of geometry, found \"point\""},
    {"no_coordinates", feature_with(R"({"type":"Point"})"), column(0),
     "an object with the member \"coordinates\", found one without"},
    {"number_for_position", feature_with(R"({"type":"LineString","coordinates":[[1,2], 3]})"), column(43),
     position + ", found 3"},
    {"null_for_number", feature_with(R"({"type":"Point","coordinates":[null,4]})"), column(31), "a number, found null"},
    {"text_for_altitude", feature_with(R"({"type":"Point","coordinates":[1,4,"high"]})"), column(35),
     "a number, found \"high\""},
    {"line_too_deep", feature_with(R"({"type":"LineString","coordinates":[[[1,2]]]})"), column(36),
     position + ", found an array of one"},
    {"polygon_too_flat", feature_with(R"({"type":"Polygon","coordinates":[[1,2],[3,4]]})"), column(34),
     position + ", found 1"},
    {"polygon_too_deep", feature_with(R"({"type":"Polygon","coordinates":[[[[1,2],[2,3]]]]})"), column(35),
     "a number, found an array"},
    {"empty_ring", feature_with(R"({"type":"Polygon","coordinates":[[[1,2]],[]]})"), column(41),
     "an array of positions, found an empty array"},
    {"coordinates_in_an_object", feature_with(R"({"type":"MultiPoint","coordinates":{"x":1}})"), column(35),
     "an array of positions, found an object"},
    {"collection_with_a_fault",
     feature_with(R"({"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,true]}]})"),
     column(76), "a number, found true"},

    {"properties_in_an_array",
     second_geometry(R"({"type":"Feature","properties":[],"geometry":{"type":"Point","coordinates":[1,2]}})"), "3:32",
     "an object or null, found an empty array"},
    {"id_is_true", second_geometry(R"({"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"id":true})"),
     "3:72", "a text or a number for \"id\", found true"},
    {"nul_in_a_name",
     second_geometry(
         "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]},\"id\":\"a\\u0000\"}"),
     "3:72", "a text without the character 0 for \"id\", found \"a\\x00\""},
    {"columns_count_characters", "{\"é漢𝄞\":{\"x\":1},\n\"é\":1,\"type\":7}", "2:14", "a type of GeoJSON, found 7"},
};

// promise: command-rejects
TEST(bad_geojson, is_rejected_with_place_and_reason) { expect_rejected(bad_features); }

TEST(bad_geojson, nested_without_end_is_rejected) {
    constexpr int deep = 200'000;
    expect_refused({"pairs", "-"}, "quadrille: (standard input):1:200001: wanted JSON, ", repeated("[", deep));
    expect_refused({"pairs", "-"}, "(standard input):1:35: wanted " + position + ", found an array of one\n",
                   R"({"type":"Polygon","coordinates":)" + repeated("[", deep) + repeated("]", deep) + "}");
    expect_refused({"pairs", "-"},
                   "(standard input):1:689: wanted collections within each other 16 deep at most, found more\n",
                   repeated(R"({"type":"GeometryCollection","geometries":[)", 1000) +
                       R"({"type":"Point","coordinates":[1,2]})" + repeated("]}", 1000));
}

// The file is read in parts: wherever a part ends, the position of a later fault is the same.
TEST(bad_geojson, places_do_not_depend_on_where_a_part_ends) {
    constexpr std::size_t part = 65'536;
    for (std::size_t shift = 1; shift < 48; ++shift) {
        const std::string blanks(part - shift, ' ');
        expect_refused({"pairs", "-"},
                       fmt::format(":1:{}: wanted a type of GeoJSON, found \"é𝄞\"\n", blanks.size() + 26),
                       blanks + "{\"é𝄞\":\"é\\u00e9𝄞\", \"type\":\"é𝄞\"}");
    }
}

// ---- Damage ---------------------------------------------------------------------------------------------------------

/// A file, what is put into it, and how many of the damaged ones are rejected and read at least.
struct damaged_file {
    std::string whole;
    std::string bytes;
    int rejected;
    int read;
};

// In the same process, because there are thousands: a file is either read or rejected, whatever its bytes.
// promise: command-rejects: Files cut or damaged at any byte are read or rejected.
TEST(bad_file, cut_or_damaged_at_any_byte_is_read_or_rejected) {
    const damaged_file all[] = {{"\xEF\xBB\xBFx0,id,\"y0\",x1,y1\r\n-1.5e0,\"é \"\"q\"\"\n\",0,+2,3\r\n\r\n0,b,0,0,0\n",
                                 "\0\",\r\n9-e \xC3\xA9"s, 100, 100},
                                {"\xEF\xBB\xBF{\"features\":[{\"geometry\":{\"coordinates\":[[1,-2.5e0],[3,4,5]],"
                                 "\"type\":\"LineString\"},\"properties\":{\"name\":\"é\"},\"type\":\"Feature\"}],\r\n"
                                 "\"type\":\"FeatureCollection\"}\n",
                                 "\0\",9[}\xC3"s, 1000, 50}};
    const scratch_folder folder;
    for (const damaged_file& each : all) {
        int rejected = 0;
        int read = 0;
        const auto attempt = [&](const std::string& content) {
            const std::string path = folder.write("damaged", content);
            try {
                const files::layer shapes = files::read_layer(path, {.is_quiet = true});
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
        attempt(each.whole);
        for (std::size_t at = 0; at < each.whole.size(); ++at) {
            attempt(each.whole.substr(0, at));
            attempt(each.whole.substr(at));
            for (const char byte : each.bytes) {
                std::string damaged = each.whole;
                damaged[at] = byte;
                attempt(damaged);
                attempt(each.whole.substr(0, at) + byte + each.whole.substr(at));
            }
        }
        EXPECT_GT(rejected, each.rejected);
        EXPECT_GT(read, each.read);
    }
}

/// Ids in and out of order, the first repetition after any number of rows, and another mistake behind it: told is what comes first.
TEST(bad_file, with_a_repeated_id_anywhere_is_rejected_where_it_repeats) {
    const scratch_folder folder;
    scenes::random_source source(1);
    const auto below = [&](int most) { return static_cast<int>(source.unit() * most); };
    int repeated = 0;
    int rows_of_good_ones = 0;
    for (int turn = 0; turn < 1500; ++turn) {
        const bool has_times = turn % 3 == 0;
        const int ascending = below(turn % 2 == 0 ? 5 : 80);
        const int rows = ascending + below(60);
        const int mistake = below(4) == 0 ? below(rows + 1) : -1;
        const int names = turn % 5 == 0 ? 40 : 4000;
        std::string text = has_times ? "id,t,x,y\n" : "id,x,y\n";
        std::map<std::pair<std::string, int>, int> lines;
        std::string expected;
        for (int row = 0; row < rows; ++row) { // also behind what is wrong
            const int time = has_times ? below(3) : 0;
            const std::string id = std::to_string(row < ascending ? row * 3 : below(names));
            text += id + (has_times ? "," + std::to_string(time) : "") +
                    (row == mistake ? ",1,no\n" : fmt::format(",1,{}\n", row));
            const auto [first, is_new] = lines.try_emplace({id, time}, row + 2);
            if (!expected.empty()) {
                continue;
            }
            if (!is_new) {
                expected =
                    fmt::format(":{}:1: wanted an id of its own, found \"{}\", which line {} has already{}", row + 2,
                                id, first->second, has_times ? " at this t" : " (--id - takes the rows' numbers)");
                ++repeated;
            } else if (row == mistake) {
                expected = fmt::format(":{}:{}: wanted a number for y, found \"no\"", row + 2,
                                       id.size() + (has_times ? 6 : 4));
            }
        }
        text += "a line behind it\n";
        const std::string path = folder.write("ids.csv", text);
        expected =
            expected.empty() ? fmt::format(":{}:17: wanted {} fields, found 1", rows + 2, has_times ? 4 : 3) : expected;
        const auto expect_rejected = [&](const auto& read) {
            try {
                read();
                ADD_FAILURE() << "read:\n" << text;
            } catch (const files::bad_input& wrong) {
                EXPECT_EQ(wrong.what(), path + expected) << "turn " << turn;
            }
        };
        expect_rejected([&] { files::read_layer(path); });
        if (turn % 8 == 0) {
            cli::spill_file into("");
            expect_rejected([&] { cli::read_spilled(path, {}, into, ""); });
        }
        rows_of_good_ones += static_cast<int>(lines.size());
    }
    EXPECT_GT(repeated, 300);
    EXPECT_GT(rows_of_good_ones, 20'000);
}

} // namespace

} // namespace quadrille::test
