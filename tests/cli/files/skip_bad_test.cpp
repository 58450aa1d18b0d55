// With --skip-bad rows and features that are wrong are passed over and reported, the others are read: in memory and from disk alike.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <string>
#include <vector>

namespace quadrille::test {

namespace {

const std::vector<words> in_memory_and_from_disk = {{}, {"--memory", "1M", "--order"}};

/// A file, the pairs of its good rows, and what is said of the others.
struct skipped_rows {
    const char* name;
    std::string text;
    std::string pairs;
    std::string messages; ///< a line for each
};

const std::string syntax = "wanted JSON, found a syntax error while parsing ";
const std::string long_id = std::string(200'000, 'x');

std::string feature_at(const std::string& coordinates) {
    return R"({"type":"Feature","geometry":{"type":"Point","coordinates":)" + coordinates + "}}";
}
const std::string good_feature = feature_at("[1,1]");

std::string point_of_gpx(const std::string& lat, const std::string& time) {
    return "<trkpt lat=\"" + lat + "\" lon=\"7\"><time>" + time + "</time></trkpt>\n";
}
const std::string noon_of_may = "2026-05-01T12:00:00Z";

const skipped_rows all_skipped_rows[] = {
    // Feeds.
    {"positions_of_sumo",
     "<fcd-export>\n<timestep time=\"1\">\n<vehicle id=\"a\" x=\"1\" y=\"1\"/>\n<vehicle id=\"b\" x=\"one\" y=\"1\"/>\n"
     "<vehicle id=\"c\" x=\"1\" y=\"1\"/>\n<vehicle x=\"1\" y=\"1\"/>\n<vehicle id=\"c\" x=\"1\" y=\"2\"/>\n"
     "</timestep>\n<timestep time=\"0\">\n<vehicle id=\"a\" x=\"1\" y=\"1\"/>\n</timestep>\n"
     "<timestep time=\"2\">\n<vehicle id=\"a\" x=\"1\" y=\"1\"/>\n<vehicle id=\"d\" x=\"1\" y=\"1\"/>\n"
     "</timestep>\n</fcd-export>\n",
     "t,a,b,distance\n1,a,c,0\n2,a,d,0\n",
     "4:1: wanted vehicle with a number for x, found \"one\"\n"
     "6:1: wanted vehicle with an id, found none\n"
     "7:1: wanted an id of its own, found \"c\", which line 5 has already at this t\n"
     "9:1: wanted a time after 1, found 0\n"
     "10:1: wanted a timestep with a time before its positions, found vehicle without one\n"},
    {"points_of_gpx",
     "<gpx><trk><name>a</name><trkseg>\n" + point_of_gpx("46", noon_of_may) + point_of_gpx("146", noon_of_may) +
         point_of_gpx("46", "noon") + "</trkseg></trk><trk><name>b</name><trkseg>\n" + point_of_gpx("46", noon_of_may) +
         "</trkseg></trk></gpx>\n",
     "t,a,b,distance\n1777636800,a,b,0\n",
     "3:1: wanted trkpt with a number from -90 to 90 for lat, found \"146\"\n"
     "4:35: wanted a time such as 2026-05-01T12:30:00Z before this, found \"noon\"\n"},
    {"points_of_gtfs_shapes",
     "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\na,0,0,1\na,9,north,2\na,0,2,3\na,5,5,3\nb,0,1,1\nb,,0,2\n",
     "a,b,distance\na,b,0\n",
     "3:5: wanted a number for shape_pt_lon, found \"north\"\n"
     "5:7: wanted each number of a sequence once, found 3 again in the shape \"a\", as in line 4\n"
     "7:3: wanted a number for shape_pt_lat, found nothing\n"},

    // Tables.
    {"rows", "id,x,y\na,1,1\nb,one,1\nc,1\nd,1,1,1\n,1,1\ne,1,inf\nf,1,1\n", "a,b,distance\na,f,0\n",
     "3:3: wanted a number for x, found \"one\"\n"
     "4:4: wanted 3 fields, found 2\n"
     "5:7: wanted 3 fields, found 4\n"
     "6:1: wanted an id, found nothing\n"
     "7:5: wanted a finite number for y, found \"inf\"\n"},
    {"no_rows", "id,x,y\na,1,1\nb,1,1\n", "a,b,distance\na,b,0\n", ""},
    {"all_rows", "id,x,y\na,1\n", "a,b,distance\n", "2:4: wanted 3 fields, found 2\n"},
    {"rows_of_json_end_with_their_line",
     "{\"id\":\"a\",\"x\":1,\"y\":1,\"n\":\"\"}\n{\"id\":\"é\",\"x\":\"one\",\"y\":1}\n{\"id\":\"c\",\"x\":\n"
     "1,\"y\":1}\n[1]\n{\"id\":\"d\",\"x\":1,\"y\":1,\"z\":1}\n{\"id\":\"e\",\"id\":\"e\",\"x\":1,\"y\":1}\n"
     "{\"id\":\"g\",\"x\":1}\n{\"id\":\"h\",\"x\":null,\"y\":1}\n{\"id\":\"i\",\"x\":[1],\"y\":1}\n"
     "{\"id\":\"f\",\"x\":1,\"y\":1} \n",
     "a,b,distance\na,f,0\n",
     "2:15: wanted a number for x, found \"one\"\n"
     "3:15: " +
         syntax +
         "value - unexpected end of input; expected '[', '{', or a literal\n"
         "4:1: wanted an object, a row of the table, found 1\n"
         "5:1: wanted an object, a row of the table, found an array\n"
         "6:27: wanted a name that the first row has, found \"z\"\n"
         "7:16: wanted each name once in a row, found \"id\"\n"
         "8:17: wanted a number for y, found nothing\n"
         "9:15: wanted a number for x, found nothing\n"
         "10:15: wanted a number for x, found \"[1]\"\n"},
    {"rows_count_in_the_numbers_of_rows", "x,y\n1,1\n?,1\n1\n1,1\n", "a,b,distance\n1,4,0\n",
     "3:1: wanted a number for x, found \"?\"\n"
     "4:2: wanted 2 fields, found 1\n"},
    {"rows_with_an_id_that_is_there_already", "id,x,y\nb,1,1\na,1,1\nb,1,1\na,1,1\nb,1,1\nc,1,1\n",
     "a,b,distance\nb,a,0\nb,c,0\na,c,0\n",
     "4:1: wanted an id of its own, found \"b\", which line 2 has already\n"
     "5:1: wanted an id of its own, found \"a\", which line 3 has already\n"
     "6:1: wanted an id of its own, found \"b\", which line 2 has already\n"},
    {"rows_do_not_have_their_id", "id,x,y\na,?,1\na,1,1\nb,1,1\n", "a,b,distance\na,b,0\n",
     "2:3: wanted a number for x, found \"?\"\n"},
    {"rows_with_times", "t,id,x,y\n1,b,1,1\n0,a,1,1\n1,b,1,2\nnever,a,1,1\n0,b,1,1\n1,a,1,1\n0,a,5,5\n",
     "t,a,b,distance\n0,a,b,0\n1,b,a,0\n",
     "4:3: wanted an id of its own, found \"b\", which line 2 has already at this t\n"
     "5:1: wanted a number for t, found \"never\"\n"
     "8:3: wanted an id of its own, found \"a\", which line 3 has already at this t\n"},
    {"rows_with_dates", "t,id,x,y\nnever,c,1,1\n2026-05-01,a,1,1\n2026-05-01,b,1,1\n",
     "t,a,b,distance\n1777593600,a,b,0\n", "2:1: wanted a time such as 2026-05-01T12:30:00Z for t, found \"never\"\n"},
    {"rows_of_geometries",
     "id,wkt\na,POINT (1 1)\nb,POINT (1\nc,POINT (1 1)\na,\"LINESTRING (0 0, 9 9)\"\nd,POINT (1 1)\n",
     "a,b,distance\na,c,0\na,d,0\nc,d,0\n",
     "3:3: wanted a geometry as WKT, such as POINT (1 2), found \"POINT (1\"\n"
     "5:1: wanted an id of its own, found \"a\", which line 2 has already\n"},
    {"rows_with_a_quote_left_open", "id,x,y\na,1,1\n\"b,1,1\nc,1,1\n", "a,b,distance\na,c,0\n",
     "3:1: wanted a closing quote for this one, found the end of the file\n"},
    {"rows_with_a_quote_that_the_next_row_closes", "id,x,y\na,1,1\n\"b,1,1\nc,1,1\n\"d\",1,1\n\"e\nf\",1,1\n",
     "a,b,distance\na,c,0\na,d,0\na,\"e\nf\",0\nc,d,0\nc,\"e\nf\",0\nd,\"e\nf\",0\n",
     "5:2: wanted a comma or the line's end after the closing quote, found \"d\\\",1,1\"\n"},
    {"rows_of_several_lines", "id,x,y\na,1,1\n\"b\nc,1,1\nd\",one,1\ne,1,1\n", "a,b,distance\na,e,0\n",
     "5:4: wanted a number for x, found \"one\"\n"},
    {"long_rows", "id,x,y\na,1,1\n" + long_id + ",1,one\nb,1,1\n", "a,b,distance\na,b,0\n",
     "3:200004: wanted a number for y, found \"one\"\n"},
    {"long_rows_that_are_no_text", "id,x,y\na,1,1\n" + long_id + std::string(1, '\0') + long_id + ",1,1\nb,1,1\n",
     "a,b,distance\na,b,0\n", "3:200001: wanted UTF-8 text, found the byte 0x00\n"},

    // GeoJSON.
    {"features",
     "{\"type\":\"FeatureCollection\",\"features\":[\n" + good_feature + ",\n" + feature_at("[1]") +
         ",\n[[1],2],\n7,\n" + R"({"type":"Feature","geometry":{"type":"Ring","coordinates":[1,2]}},)" + "\n" +
         R"({"type":"Feature","type":"Feature","geometry":null},)" + "\n{},\n" + good_feature + "]}",
     "a,b,distance\n1,8,0\n",
     "3:60: wanted a position, which is an array of two numbers or more, found an array of one\n"
     "4:1: wanted an object, found an array\n"
     "5:1: wanted an object, found 7\n"
     "6:38: wanted a type of geometry, found \"Ring\"\n"
     "7:19: wanted each member once, found \"type\" again\n"
     "8:1: wanted an object with the member \"type\", found one without\n"},
    {"no_features_of_an_object_that_is_no_collection",
     R"({"features":[5,6],"geometry":{"type":"Point","coordinates":[1,1]},"type":"Feature"})", "a,b,distance\n", ""},
    {"features_of_lines", good_feature + "\n" + good_feature + "\n{\"type\":\"Feat\n" + good_feature + "\n5\n",
     "a,b,distance\n1,2,0\n1,4,0\n2,4,0\n",
     "3:14: " + syntax +
         "value - invalid string: control character U+000A must be escaped to \\u000A\n"
         "5:1: wanted an object, found 5\n"},
};

TEST(skip_bad, passes_over_what_is_wrong_and_reports_it) {
    const scratch_folder folder;
    for (const skipped_rows& of : all_skipped_rows) {
        SCOPED_TRACE(of.name);
        const std::string file = folder.write("file", of.text);
        const std::string name = "quadrille: " + file + ":";
        const auto bad = std::count(of.messages.begin(), of.messages.end(), '\n');
        const std::string sum = fmt::format("{} {} bad row{} passed over:\n", name, bad, bad == 1 ? "" : "s");
        const std::string reported =
            bad == 0 ? "" : sum + std::regex_replace(of.messages, std::regex("([^\n]+\n)"), name + "$1");
        for (const words& how : in_memory_and_from_disk) {
            const words asked = with({"within", file, "--distance", "0", "--boxes"}, how);
            const result found = run_command(with(asked, {"--skip-bad"}));
            EXPECT_EQ(found.status, 0);
            EXPECT_EQ(found.output, of.pairs);
            EXPECT_EQ(found.errors.substr(std::min(found.errors.find(sum), found.errors.size())), reported);
            EXPECT_EQ(found.errors.find("passed over") == std::string::npos, bad == 0) << found.errors;
            EXPECT_EQ(run_command(with(asked, {"--quiet"})).status, bad == 0 ? 0 : 2);
        }
    }
}

/// Where a mistake takes more than its line, too.
TEST(skip_bad, counts_all_and_reports_ten) {
    struct counted_rows {
        std::string text;
        std::string pairs;
        std::string bad; ///< as the command writes their number
    };
    const std::string begin = "\x1E"; // of a record of a text sequence
    const counted_rows all[] = {
        {"id,x,y\na,1,1\n\"" + repeated("b,1\n", 30'000) + "c,1,1\n", "a,b\na,c\n", "30,000"},
        {good_feature + "\n{\"type\":\"Feature\",\"geometry\":{\"type\":\"Poi\n" + good_feature +
             "\n{\"type\":\"Feature\",\"geometry\":\n" + good_feature + "\nnull\n{}}\n" + feature_at("[1]") + "\n" +
             good_feature,
         "a,b\n1,3\n1,5\n1,9\n3,5\n3,9\n5,9\n", "5"},
        {begin + "{\"type\":\n\"Fea\n" + begin + good_feature + "\n" + begin + "\n" + begin + good_feature + begin +
             feature_at("[1]"),
         "a,b\n2,3\n", "2"},
    };
    const scratch_folder folder;
    for (const counted_rows& of : all) {
        const std::string file = folder.write("file", of.text);
        for (const words& how : in_memory_and_from_disk) {
            const result found = run_command(with({"pairs", file, "--skip-bad", "--quiet"}, how));
            EXPECT_EQ(found.status, 0);
            EXPECT_EQ(found.output, of.pairs) << of.text.substr(0, 300);
            EXPECT_EQ(found.errors, "quadrille: " + file + ": " + of.bad + " bad rows passed over\n");
        }
    }
    const result found =
        run_command({"pairs", "-", "--skip-bad"}, "id,x,y\na,1,1\n" + repeated("b,?,1\n", 1234) + "c,1,1\n");
    EXPECT_EQ(found.output, "a,b\na,c\n");
    EXPECT_TRUE(found.errors.starts_with("quadrille: (standard input): 1,234 bad rows passed over; the first 10:\n"
                                         "quadrille: (standard input):3:3: wanted a number for x, found \"?\"\n"))
        << found.errors;
    EXPECT_EQ(std::count(found.errors.begin(), found.errors.end(), '\n'), 11);
}

TEST(skip_bad, leaves_bad_rows_out_of_an_index) {
    const scratch_folder folder;
    const std::string file = folder.write("file", "id,x,y\nb,1,1\na,1,1\nb,2,2\nc,1,?\nd,1,1\n");
    for (const words& how : {words{}, words{"--memory", "1M"}}) {
        EXPECT_EQ(run_command(with({"index", file, "-o", folder.path("index"), "--skip-bad"}, how)).status, 0);
        EXPECT_EQ(run_command({"pairs", folder.path("index")}).output, "a,b\nb,a\nb,d\na,d\n");
    }
}

TEST(skip_bad, rejects_that_behind_which_there_is_no_next_row) {
    const std::pair<std::string, std::string> all[] = {
        {"id,x,z\na,1,1\n", "1:7: wanted the columns id and x,y or x,y,r or x,y,w,h or x0,y0,x1,y1, and t "
                            R"(where there are times, found "id", "x", "z" without a column y; --y says which)"},
        {"{\"type\":\"FeatureCollection\",\"features\":[\n" + good_feature + ",\n{\"type\":}",
         "3:9: " + syntax + "value - unexpected '}'; expected '[', '{', or a literal"},
        {R"({"type":"Nothing"})", "1:9: wanted a type of GeoJSON, found \"Nothing\""},
        {good_feature + "\n{\"type\":\"FeatureCollection\",\"features\":[" + good_feature + ",{]}\n",
         "2:109: " + syntax + "object key - unexpected ']'; expected string literal"}};
    for (const auto& [text, message] : all) {
        expect_refused_as({"pairs", "-", "--skip-bad"}, "quadrille: (standard input):" + message + "\n", text);
    }
}

} // namespace

} // namespace quadrille::test
