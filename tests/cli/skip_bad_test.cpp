// With --skip-bad rows and features that are wrong are passed over and told, the others are read: in memory and from disk alike.
// SPDX-License-Identifier: MIT
#include "command.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace quadrille::test {

namespace {

/// All pairs of a file, in memory and part by part from disk; bad rows are passed over.
void expect_pairs(const std::string& text, const std::string& pairs, const std::vector<std::string>& messages) {
    const scratch_folder folder;
    const std::string file = folder.write("file", text);
    std::string told;
    if (!messages.empty()) {
        const std::string rows = messages.size() == 1 ? " bad row" : " bad rows";
        told = "quadrille: " + file + ": " + std::to_string(messages.size()) + rows + " passed over:\n";
    }
    for (const std::string& each : messages) {
        told += "quadrille: " + file + ":" + each + "\n";
    }
    for (const std::vector<std::string>& more : {std::vector<std::string>(), {"--memory", "1M", "--order"}}) {
        std::vector<std::string> words = {"within", file, "--distance", "0", "--skip-bad", "--boxes"};
        words.insert(words.end(), more.begin(), more.end());
        const result found = run_command(words);
        EXPECT_EQ(found.status, 0);
        EXPECT_EQ(found.output, pairs) << text;
        EXPECT_EQ(
            found.errors.substr(std::min(
                found.errors.find("quadrille: " + file + ": " + std::to_string(messages.size())), found.errors.size())),
            told)
            << text;
        words[4] = "--quiet";
        EXPECT_EQ(run_command(words).status, messages.empty() ? 0 : 2) << text;
    }
}

/// The same where so many rows are bad, as the command writes that number.
void expect_pairs_of_others(const std::string& text, const std::string& pairs, const std::string& bad) {
    const scratch_folder folder;
    const std::string file = folder.write("file", text);
    for (const std::vector<std::string>& more : {std::vector<std::string>(), {"--memory", "1M", "--order"}}) {
        std::vector<std::string> words = {"pairs", file, "--skip-bad", "--quiet"};
        words.insert(words.end(), more.begin(), more.end());
        const result found = run_command(words);
        EXPECT_EQ(found.status, 0);
        EXPECT_EQ(found.output, pairs) << text.substr(0, 300);
        EXPECT_EQ(found.errors, "quadrille: " + file + ": " + bad + " bad rows passed over\n");
    }
}

/// Of errors after which there is no next row.
void expect_rejected(const std::string& text, const std::string& message) {
    const result found = run_command({"pairs", "-", "--skip-bad"}, text);
    EXPECT_EQ(found.status, 2);
    EXPECT_EQ(found.output, "");
    EXPECT_EQ(found.errors, "quadrille: (standard input):" + message + "\n");
}

// ---- Feeds ----------------------------------------------------------------------------------------------------------

TEST(bad_positions_of_sumo, are_passed_over) {
    expect_pairs("<fcd-export>\n<timestep time=\"1\">\n<vehicle id=\"a\" x=\"1\" y=\"1\"/>\n<vehicle id=\"b\" "
                 "x=\"one\" y=\"1\"/>\n"
                 "<vehicle id=\"c\" x=\"1\" y=\"1\"/>\n<vehicle x=\"1\" y=\"1\"/>\n<vehicle id=\"c\" x=\"1\" "
                 "y=\"2\"/>\n</timestep>\n"
                 "<timestep time=\"0\">\n<vehicle id=\"a\" x=\"1\" y=\"1\"/>\n</timestep>\n"
                 "<timestep time=\"2\">\n<vehicle id=\"a\" x=\"1\" y=\"1\"/>\n<vehicle id=\"d\" x=\"1\" "
                 "y=\"1\"/>\n</timestep>\n</fcd-export>\n",
                 "t,a,b,distance\n1,a,c,0\n2,a,d,0\n",
                 {"4:1: wanted vehicle with a number for x, found \"one\"",
                  "6:1: wanted vehicle with an id, found none",
                  "7:1: wanted an id of its own, found \"c\", which line 5 has already at this t",
                  "9:1: wanted a time after 1, found 0",
                  "10:1: wanted a timestep with a time before its positions, found vehicle without one"});
}

TEST(bad_points_of_gpx, are_passed_over) {
    const auto point = [](const char* lat, const char* time) {
        return std::string("<trkpt lat=\"") + lat + "\" lon=\"7\"><time>" + time + "</time></trkpt>\n";
    };
    const std::string noon = "2026-05-01T12:00:00Z";
    expect_pairs("<gpx><trk><name>a</name><trkseg>\n" + point("46", noon.c_str()) + point("146", noon.c_str()) +
                     point("46", "noon") + "</trkseg></trk><trk><name>b</name><trkseg>\n" + point("46", noon.c_str()) +
                     "</trkseg></trk></gpx>\n",
                 "t,a,b,distance\n1777636800,a,b,0\n",
                 {"3:1: wanted trkpt with a number from -90 to 90 for lat, found \"146\"",
                  "4:35: wanted a time such as 2026-05-01T12:30:00Z before this, found \"noon\""});
}

TEST(bad_points_of_gtfs_shapes, are_passed_over) {
    expect_pairs("shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\na,0,0,1\na,9,north,2\na,0,2,3\na,5,5,3\nb,0,1,"
                 "1\nb,,0,2\n",
                 "a,b,distance\na,b,0\n",
                 {"3:5: wanted a number for shape_pt_lon, found \"north\"",
                  "5:7: wanted each number of a sequence once, found 3 again in the shape \"a\", as in line 4",
                  "7:3: wanted a number for shape_pt_lat, found nothing"});
}

// ---- Tables ---------------------------------------------------------------------------------------------------------

TEST(bad_rows_of_tables, are_passed_over) {
    expect_pairs("id,x,y\na,1,1\nb,one,1\nc,1\nd,1,1,1\n,1,1\ne,1,inf\nf,1,1\n", "a,b,distance\na,f,0\n",
                 {"3:3: wanted a number for x, found \"one\"", "4:4: wanted 3 fields, found 2",
                  "5:7: wanted 3 fields, found 4", "6:1: wanted an id, found nothing",
                  "7:5: wanted a finite number for y, found \"inf\""});
    expect_pairs("id,x,y\na,1,1\nb,1,1\n", "a,b,distance\na,b,0\n", {});
    expect_pairs("id,x,y\na,1\n", "a,b,distance\n", {"2:4: wanted 3 fields, found 2"});
}

TEST(bad_rows_of_tables, of_json_end_with_their_line) {
    expect_pairs(
        "{\"id\":\"a\",\"x\":1,\"y\":1,\"n\":\"\"}\n{\"id\":\"é\",\"x\":\"one\",\"y\":1}\n{\"id\":\"c\",\"x\":\n"
        "1,\"y\":1}\n[1]\n{\"id\":\"d\",\"x\":1,\"y\":1,\"z\":1}\n{\"id\":\"e\",\"id\":\"e\",\"x\":1,\"y\":1}\n"
        "{\"id\":\"g\",\"x\":1}\n{\"id\":\"h\",\"x\":null,\"y\":1}\n{\"id\":\"i\",\"x\":[1],\"y\":1}\n"
        "{\"id\":\"f\",\"x\":1,\"y\":1} \n",
        "a,b,distance\na,f,0\n",
        {"2:15: wanted a number for x, found \"one\"",
         "3:15: wanted JSON, found a syntax error while parsing value - unexpected end of input; expected '[', "
         "'{', or a literal",
         "4:1: wanted an object, a row of the table, found 1",
         "5:1: wanted an object, a row of the table, found an array",
         "6:27: wanted a name that the first row has, found \"z\"",
         "7:16: wanted each name once in a row, found \"id\"", "8:17: wanted a number for y, found nothing",
         "9:15: wanted a number for x, found nothing", "10:15: wanted a number for x, found \"[1]\""});
}

TEST(bad_rows_of_tables, count_in_the_numbers_of_rows) {
    expect_pairs("x,y\n1,1\n?,1\n1\n1,1\n", "a,b,distance\n1,4,0\n",
                 {"3:1: wanted a number for x, found \"?\"", "4:2: wanted 2 fields, found 1"});
}

TEST(bad_rows_of_tables, are_those_with_an_id_that_is_there_already) {
    expect_pairs("id,x,y\nb,1,1\na,1,1\nb,1,1\na,1,1\nb,1,1\nc,1,1\n", "a,b,distance\nb,a,0\nb,c,0\na,c,0\n",
                 {"4:1: wanted an id of its own, found \"b\", which line 2 has already",
                  "5:1: wanted an id of its own, found \"a\", which line 3 has already",
                  "6:1: wanted an id of its own, found \"b\", which line 2 has already"});
}

TEST(bad_rows_of_tables, with_an_id_do_not_have_it) {
    expect_pairs("id,x,y\na,?,1\na,1,1\nb,1,1\n", "a,b,distance\na,b,0\n", {"2:3: wanted a number for x, found \"?\""});
}

TEST(bad_rows_of_tables, with_times_have_an_id_once_at_a_time) {
    expect_pairs("t,id,x,y\n1,b,1,1\n0,a,1,1\n1,b,1,2\nnever,a,1,1\n0,b,1,1\n1,a,1,1\n0,a,5,5\n",
                 "t,a,b,distance\n0,a,b,0\n1,b,a,0\n",
                 {"4:3: wanted an id of its own, found \"b\", which line 2 has already at this t",
                  "5:1: wanted a number for t, found \"never\"",
                  "8:3: wanted an id of its own, found \"a\", which line 3 has already at this t"});
    expect_pairs("t,id,x,y\nnever,c,1,1\n2026-05-01,a,1,1\n2026-05-01,b,1,1\n", "t,a,b,distance\n1777593600,a,b,0\n",
                 {"2:1: wanted a time such as 2026-05-01T12:30:00Z for t, found \"never\""});
}

TEST(bad_rows_of_tables, of_geometries_are_passed_over) {
    expect_pairs("id,wkt\na,POINT (1 1)\nb,POINT (1\nc,POINT (1 1)\na,\"LINESTRING (0 0, 9 9)\"\nd,POINT (1 1)\n",
                 "a,b,distance\na,c,0\na,d,0\nc,d,0\n",
                 {"3:3: wanted a geometry as WKT, such as POINT (1 2), found \"POINT (1\"",
                  "5:1: wanted an id of its own, found \"a\", which line 2 has already"});
}

TEST(bad_rows_of_tables, with_wrong_quotes_end_with_their_line) {
    const scratch_folder folder;
    const std::string file = folder.write("file", "id,x,y\na,1,1\n\"b,1,1\nc,1,1\n\"d\",1,1\n\"e\nf\",1,1\n");
    const result found = run_command({"within", file, "--distance", "0", "--skip-bad"});
    EXPECT_EQ(found.status, 0);
    EXPECT_EQ(found.output, "a,b,distance\na,c,0\na,d,0\na,\"e\nf\",0\nc,d,0\nc,\"e\nf\",0\nd,\"e\nf\",0\n");
    EXPECT_EQ(found.errors,
              "quadrille: " + file + ": 1 bad row passed over:\nquadrille: " + file +
                  ":5:2: wanted a comma or the line's end after the closing quote, found \"d\\\",1,1\"\n");
    expect_pairs("id,x,y\na,1,1\n\"b,1,1\nc,1,1\n", "a,b,distance\na,c,0\n",
                 {"3:1: wanted a closing quote for this one, found the end of the file"});
}

TEST(bad_rows_of_tables, of_several_lines_are_passed_over_as_a_whole) {
    expect_pairs("id,x,y\na,1,1\n\"b\nc,1,1\nd\",one,1\ne,1,1\n", "a,b,distance\na,e,0\n",
                 {"5:4: wanted a number for x, found \"one\""});
}

TEST(bad_rows_of_tables, may_be_long) {
    const std::string row = std::string(200'000, 'x');
    expect_pairs("id,x,y\na,1,1\n" + row + ",1,one\nb,1,1\n", "a,b,distance\na,b,0\n",
                 {"3:200004: wanted a number for y, found \"one\""});
    expect_pairs("id,x,y\na,1,1\n" + row + std::string(1, '\0') + row + ",1,1\nb,1,1\n", "a,b,distance\na,b,0\n",
                 {"3:200001: wanted UTF-8 text, found the byte 0x00"});
    expect_pairs_of_others("id,x,y\na,1,1\n\"" + repeated("b,1\n", 30'000) + "c,1,1\n", "a,b\na,c\n", "30,000");
}

TEST(bad_rows_of_tables, are_told_up_to_ten) {
    std::string text = "id,x,y\na,1,1\n";
    for (int row = 0; row < 1234; ++row) {
        text += "b,?,1\n";
    }
    const result found = run_command({"pairs", "-", "--skip-bad"}, text + "c,1,1\n");
    EXPECT_EQ(found.output, "a,b\na,c\n");
    EXPECT_TRUE(found.errors.starts_with("quadrille: (standard input): 1,234 bad rows passed over; the first 10:\n"
                                         "quadrille: (standard input):3:3: wanted a number for x, found \"?\"\n"))
        << found.errors;
    EXPECT_EQ(std::count(found.errors.begin(), found.errors.end(), '\n'), 11);
    EXPECT_EQ(run_command({"pairs", "-", "--skip-bad", "--quiet"}, text).errors,
              "quadrille: (standard input): 1,234 bad rows passed over\n");
}

TEST(bad_rows_of_tables, are_in_no_index) {
    const scratch_folder folder;
    const std::string file = folder.write("file", "id,x,y\nb,1,1\na,1,1\nb,2,2\nc,1,?\nd,1,1\n");
    for (const std::vector<std::string>& more : {std::vector<std::string>(), {"--memory", "1M"}}) {
        std::vector<std::string> words = {"index", file, "-o", folder.path("index"), "--skip-bad"};
        words.insert(words.end(), more.begin(), more.end());
        EXPECT_EQ(run_command(words).status, 0);
        EXPECT_EQ(run_command({"pairs", folder.path("index")}).output, "a,b\nb,a\nb,d\na,d\n");
    }
}

TEST(bad_rows_of_tables, are_no_names_of_columns) {
    expect_rejected("id,x,z\na,1,1\n",
                    "1:7: wanted the columns id and x,y or x,y,r or x,y,w,h or x0,y0,x1,y1, and t "
                    "where there are times, found \"id\", \"x\", \"z\" without a column y; --y says which");
}

// ---- GeoJSON --------------------------------------------------------------------------------------------------------

std::string feature_at(const std::string& coordinates) {
    return R"({"type":"Feature","geometry":{"type":"Point","coordinates":)" + coordinates + "}}";
}
const std::string good = feature_at("[1,1]");

TEST(bad_features, are_passed_over) {
    expect_pairs("{\"type\":\"FeatureCollection\",\"features\":[\n" + good + ",\n" + feature_at("[1]") +
                     ",\n[[1],2],\n7,\n" + R"({"type":"Feature","geometry":{"type":"Ring","coordinates":[1,2]}},)" +
                     "\n" + R"({"type":"Feature","type":"Feature","geometry":null},)" + "\n{},\n" + good + "]}",
                 "a,b,distance\n1,8,0\n",
                 {"3:60: wanted a position, which is an array of two numbers or more, found an array of one",
                  "4:1: wanted an object, found an array", "5:1: wanted an object, found 7",
                  "6:38: wanted a type of geometry, found \"Ring\"",
                  "7:19: wanted each member once, found \"type\" again",
                  "8:1: wanted an object with the member \"type\", found one without"});
}

TEST(bad_features, of_an_object_that_is_no_collection_do_not_count) {
    expect_pairs(R"({"features":[5,6],"geometry":{"type":"Point","coordinates":[1,1]},"type":"Feature"})",
                 "a,b,distance\n", {});
}

TEST(bad_features, of_lines_end_with_their_line) {
    const std::string broken = R"({"type":"Feature","geometry":{"type":"Poi)";
    const std::string open = R"({"type":"Feature","geometry":)";
    expect_pairs_of_others(good + "\n" + broken + "\n" + good + "\n" + open + "\n" + good + "\nnull\n{}}\n" +
                               feature_at("[1]") + "\n" + good,
                           "a,b\n1,3\n1,5\n1,9\n3,5\n3,9\n5,9\n", "5");
}

TEST(bad_features, of_lines_are_told_with_their_place) {
    const std::string syntax = "wanted JSON, found a syntax error while parsing ";
    expect_pairs(good + "\n" + good + "\n{\"type\":\"Feat\n" + good + "\n5\n", "a,b,distance\n1,2,0\n1,4,0\n2,4,0\n",
                 {"3:14: " + syntax + "value - invalid string: control character U+000A must be escaped to \\u000A",
                  "5:1: wanted an object, found 5"});
}

TEST(bad_features, of_text_sequences_end_with_their_record) {
    const std::string begin = "\x1E";
    expect_pairs_of_others(begin + "{\"type\":\n\"Fea\n" + begin + good + "\n" + begin + "\n" + begin + good + begin +
                               feature_at("[1]"),
                           "a,b\n2,3\n", "2");
}

TEST(bad_features, behind_which_there_is_no_next_one_are_errors) {
    const std::string syntax = "wanted JSON, found a syntax error while parsing ";
    expect_rejected("{\"type\":\"FeatureCollection\",\"features\":[\n" + good + ",\n{\"type\":}",
                    "3:9: " + syntax + "value - unexpected '}'; expected '[', '{', or a literal");
    expect_rejected("{\"type\":\"Nothing\"}", "1:9: wanted a type of GeoJSON, found \"Nothing\"");
    expect_rejected(good + "\n{\"type\":\"FeatureCollection\",\"features\":[" + good + ",{]}\n",
                    "2:109: " + syntax + "object key - unexpected ']'; expected string literal");
}

} // namespace

} // namespace quadrille::test
