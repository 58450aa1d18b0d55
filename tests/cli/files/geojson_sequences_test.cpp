// GeoJSON of several values, one a line or behind record separators, is read as one file; a crs that it names is told.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"

#include <string>
#include <utility>

namespace quadrille::test {

namespace {

const std::string separator = "\x1E";

std::string point_at(int x, const std::string& more = {}) {
    return R"({"type":"Feature","properties":{},)" + more + R"("geometry":{"type":"Point","coordinates":[)" +
           std::to_string(x) + ",0]}}";
}

std::string crs(const std::string& value) { return "\"crs\":" + value + ","; }
std::string crs_named(const std::string& name) {
    return crs(R"({"type":"name","properties":{"name":")" + name + "\"}}");
}

const words ask_nearest = {"nearest", "-", "--at", "0,0", "-k", "9"};

/// By id and distance.
void expect_rows(const std::string& text, const std::string& rows) {
    EXPECT_EQ(output_of(ask_nearest, text), "id,distance\n" + rows);
}

TEST(geojson_sequences, are_read_as_one_file_and_numbered_through) {
    const std::pair<std::string, const char*> all[] = {
        {point_at(1), "1,1\n"},
        {point_at(1) + "\n" + point_at(2) + "\n" + point_at(3), "1,1\n2,2\n3,3\n"},
        {point_at(1) + "\r\n\n" + point_at(2) + "\r\n", "1,1\n2,2\n"},
        {separator + point_at(1) + "\n" + separator + point_at(2) + "\n", "1,1\n2,2\n"},
        {separator + separator + "{\n\"type\":\"Point\",\n\"coordinates\":[4,0]}" + separator + point_at(5),
         "1,4\n2,5\n"},
        {"\xEF\xBB\xBF" + separator + point_at(7), "1,7\n"},
        {R"({"type":"FeatureCollection","features":[)" + point_at(1) + "," + point_at(2) + "]}\n" +
             "{\"type\":\"Point\",\"coordinates\":[3,0]}\n{\"type\":\"FeatureCollection\",\"features\":[" +
             point_at(4) + "]}" + point_at(5, R"("id":"five",)"),
         "1,1\n2,2\n3,3\n4,4\nfive,5\n"},
    };
    for (const auto& [text, rows] : all) {
        SCOPED_TRACE(text);
        expect_rows(text, rows);
    }
}

TEST(geojson_sequences, that_are_wrong_are_rejected_with_their_place) {
    const std::string syntax = "wanted JSON, found a syntax error while parsing ";
    const std::pair<std::string, std::string> all[] = {
        {point_at(1) + "\n{\"features\":[" + point_at(2) + R"(],"type":"FeatureCollection"})",
         R"(2:13: wanted "features" behind "type" where a file has several values, found it before)"},
        {point_at(1) + "\n\n{\"type\":\"Feature\",\"geometry\":5}", "3:30: wanted an object, found 5"},
        {point_at(1) + "\n{\"type\":\"Feature\",\"geom",
         "2:24: " + syntax + "object key - invalid string: missing closing quote"},
        {point_at(1) + "\n" + separator,
         "2:2: " + syntax + "value - unexpected end of input; expected '[', '{', or a literal"},
        {separator, "1:2: " + syntax + "value - unexpected end of input; expected '[', '{', or a literal"},
        {point_at(1) + "\nnull", "2:1: " + syntax + "value - invalid literal"},
        {separator + "[1]", "1:2: wanted GeoJSON, an object, or an array of rows, each one, found an array"},
        {point_at(1, crs_named("EPSG:25832")) + "\n" + point_at(2, crs_named("EPSG:25833")),
         "2:41: wanted one crs in a file, EPSG:25832 as before, found EPSG:25833"}};
    for (const auto& [text, reason] : all) {
        expect_refused(ask_nearest, "quadrille: (standard input):" + reason + "\n", text);
    }
    expect_rows(point_at(1) +
                    "\n{\"features\":[7],\"geometry\":{\"type\":\"Point\",\"coordinates\":[2,0]},\"type\":\"Feature\"}",
                "1,1\n2,2\n");
}

// ---- Coordinates of another system ----------------------------------------------------------------------------------

TEST(geojson_crs, is_nothing_special_for_longitude_and_latitude) {
    for (const char* const name :
         {"urn:ogc:def:crs:OGC:1.3:CRS84", "urn:ogc:def:crs:OGC::CRS84", "OGC:CRS84", "EPSG:4326",
          "urn:ogc:def:crs:EPSG::4326", "http://www.opengis.net/def/crs/EPSG/0/4326"}) {
        expect_rows(point_at(1, crs_named(name)), "1,1\n");
    }
    expect_rows(point_at(1, crs("null")), "1,1\n");
    expect_rows(point_at(1, crs(R"({"type":"EPSG","properties":{"code":4326}})")), "1,1\n");
}

TEST(geojson_crs, is_told_when_it_is_another) {
    const std::pair<std::string, std::string> others[] = {
        {crs_named("urn:ogc:def:crs:EPSG::25832"), "EPSG:25832"},
        {crs_named("EPSG:25832"), "EPSG:25832"},
        {crs(R"({"properties":{"code":25832},"type":"EPSG"})"), "EPSG:25832"},
        {crs(R"({"type":"link","properties":{"href":"http://example.com/crs/42","type":"proj4"}})"),
         "\"http://example.com/crs/42\""},
        {crs("{}"), "a crs without a name"},
        {crs("[[1],2]"), "a crs without a name"}};
    for (const auto& [member, name] : others) {
        const std::string notice = ": coordinates are of " + name + "\n";
        const result found = run_command(ask_nearest, point_at(1, member));
        EXPECT_EQ(found.output, "id,distance\n1,1\n");
        EXPECT_EQ(found.errors, "quadrille: (standard input)" + notice);
        output_of(with(ask_nearest, {"--quiet"}), point_at(1, member));
        const scratch_folder folder;
        const std::string file = folder.write("one", point_at(1, member));
        EXPECT_EQ(run_command({"pairs", file, "--memory", "1M"}).errors, "quadrille: " + file + notice);
    }
}

TEST(geojson_crs, is_kept_by_an_index) {
    const scratch_folder folder;
    const std::string line = R"({"type":"LineString",)" + crs_named("EPSG:25832") + R"("coordinates":[[0,0],[1,1]]})";
    for (const std::string& content : {point_at(1, crs_named("EPSG:25832")), line}) {
        const std::string file = folder.write("one", content);
        for (const words& more : {words{}, words{"--memory", "1M", "--boxes"}}) {
            const std::string index = folder.path("one.quad");
            answer_to(with({"index", file, "-o", index}, more));
            const std::string told = "quadrille: " + index + ": coordinates are of EPSG:25832\n";
            EXPECT_EQ(run_command({"pairs", index}).errors.substr(0, told.size()), told);
            EXPECT_EQ(run_command({"pairs", index, "--memory", "1M", "--boxes"}).errors.substr(0, told.size()), told);
            EXPECT_NE(run_command({"nearest", index, "--at", "0,0", "--km"}).status, 0);
            EXPECT_TRUE(contains(answer_to({"info", index}), "EPSG:25832"));
        }
    }
}

TEST(geojson_crs, is_one_where_files_are_compared) {
    const scratch_folder folder;
    const std::string here = folder.write("here", point_at(1, crs_named("EPSG:25832")));
    const std::string there = folder.write("there", point_at(1));
    const std::string table = folder.write("table", "id,x,y\n1,1,0\n"); // of an unknown one
    for (const words& asked : {words{"join", here, there}, words{"join", here, there, "--memory", "1M"},
                               words{"nearest", here, "--at-file", there}}) {
        expect_refused(asked,
                       "there: wanted coordinates of EPSG:25832 as in " + here + ", found longitude and latitude");
    }
    for (const words& asked : {words{"join", table, here}, words{"join", here, table},
                               words{"nearest", table, "--at-file", here}, words{"query", here, "--box", "0,0,9,9"}}) {
        EXPECT_TRUE(contains(answer_to(with(asked, {"--format", "geojson"})),
                             R"("crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::25832"}})"))
            << asked[0];
    }
    for (const auto& [a, b] :
         {std::pair(here, here), std::pair(there, there), std::pair(here, table), std::pair(table, there)}) {
        EXPECT_EQ(answer_to({"join", a, b, "--count"}), "1\n");
    }
}

TEST(geojson_crs, other_than_longitude_and_latitude_is_rejected_on_the_globe) {
    const result found = run_command(with(ask_nearest, {"--km"}), point_at(1, crs_named("EPSG:25832")));
    EXPECT_NE(found.status, 0);
    EXPECT_EQ(found.output, "");
    const std::string wanted =
        "(standard input): wanted longitude and latitude (--metres, --km), found coordinates of EPSG:25832";
    EXPECT_TRUE(found.errors.find(wanted) != std::string::npos ||
                found.errors.find("built without") != std::string::npos)
        << found.errors;
}

} // namespace

} // namespace quadrille::test
