// Tables as people have them are read: with any delimiter and usual names, without names, with decimal commas, times, geometries as text.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"

#include "files/tables/wkt.hpp"
#include "files/text/iso_time.hpp"

#include <string>
#include <utility>
#include <vector>

namespace quadrille::test {

namespace {

/// A table of the places 1.5,2 and 3.25,4 with the ids a and b, and what is told of it.
struct told_table {
    const char* name;
    std::string text;
    std::string told; ///< empty where nothing is
    std::string options = "";
};

const told_table told_tables[] = {
    {"plain", "id,x,y\na,1.5,2\nb,3.25,4\n", ""},
    {"plain_with_times_as_numbers", "t,id,y,x\n0,a,2,1.5\n0,b,4,3.25\n", ""},
    {"semicolons", "id;x;y\na;1.5;2\nb;3.25;4\n", "delimiter semicolon"},
    {"decimal_commas", "id;x;y\r\na;1,5;2\r\nb;3,25;4\r\n", "delimiter semicolon; decimal comma"},
    {"decimal_commas_in_quotes", "id,x,y\na,\"1,5\",2\nb,\"3,25\",4\n", "decimal comma"},
    {"decimal_commas_between_spaces", "id x y\na  1,5 2\n b 3,25 4 \n", "delimiter space; decimal comma"},
    {"tabs", "id\tx\ty\na\t1.5\t2\nb\t3.25\t4\n", "delimiter tab"},
    {"bars", "id|x|y\na|1.5|2\nb|3.25|4\n", "delimiter bar"},
    {"delimiter_of_the_user", "id#x#y\na#1.5#2\nb#3.25#4\n", "delimiter \"#\"", "--delimiter #"},
    {"upper_case", "ID,X,Y\na,1.5,2\nb,3.25,4\n", R"(columns id from "ID", x from "X", y from "Y")"},
    {"degrees", "Name,Latitude,Longitude\na,2,1.5\nb,4,3.25\n",
     R"(columns id from "Name", x from "Longitude", y from "Latitude")"},
    {"metres", "id,easting,northing\na,1.5,2\nb,3.25,4\n", R"(columns id, x from "easting", y from "northing")"},
    {"columns_left", "id,lng,lat,,color\na,1.5,2,,red\nb,3.25,4,,blue\n",
     R"(columns id, x from "lng", y from "lat"; not used: "4", "color")"},
    {"many_columns_left", "id,x,y,a,b,c,d,e,f,g,i,j\na,1.5,2,,,,,,,,,\nb,3.25,4,,,,,,,,,\n",
     R"(columns id, x, y; not used: "a", "b", "c", "d", "e", "f", "g", "i", 1 more)"},
    {"an_id_beside_a_name", "name,id,x,y\nsame,a,1.5,2\nsame,b,3.25,4\n", "columns id, x, y; not used: \"name\""},
    {"the_name_by_an_option", "name,id,x,y\na,same,1.5,2\nb,same,3.25,4\n",
     R"(columns id from "name", x, y; not used: "id")", "--id name"},
    {"two_of_a_kind_by_options", "id,x,y,lon,lat\na,0,0,1.5,2\nb,0,0,3.25,4\n",
     R"(columns id, x from "lon", y from "lat"; not used: "x", "y")", "--x lon --y lat"},
    {"names_that_mean_something_else", "id,y,x\na,1.5,2\nb,3.25,4\n", R"(columns id, x from "y", y from "x")",
     "--x y --y x"},
    {"without_names", "a,1.5,2\nb,3.25,4\n",
     R"(columns id from "1", x from "2", y from "3"; no names of columns: the first row is data)"},
    {"a_column_without_a_name", ",lon,x\na,1.5,2\nb,3.25,4\n", R"(columns id from "1", x from "lon", y from "x")",
     "--id 1 --x lon --y x"},
    {"shapes_without_names", "id,,\na,1.5,2\nb,3.25,4\n", R"(columns id, x from "2", y from "3")", "--x 2 --y 3"},
    {"without_names_by_options", "9 4,5 a 1,5 2\n9 5,5 b 3,25 4\n",
     R"(columns id from "3", x from "4", y from "5"; not used: "1", "2"; delimiter space; no names of columns: )"
     "the first row is data; decimal comma",
     "--id 3 --x 4 --y 5"},
    {"times_not_wanted", "id,x,y,time\na,1.5,2,noon\nb,3.25,4,\n", "columns id, x, y; not used: \"time\"", "--t -"},
    {"times", "id,x,y,timestamp\na,1.5,2,1970-01-01T00:00:00Z\nb,3.25,4,1970-01-01 01:00+01\n",
     "columns id, x, y, t from \"timestamp\"; times in seconds since 1970-01-01 UTC"},
    {"wkt", "id,geom\na,POINT(1.5 2)\nb,SRID=4326;Point Z (3.25 4 7)\n", "columns id, wkt from \"geom\""},
    {"wkt_and_time", "id;WKT;t\na;POINT(1.5 2);0\nb;POINT(3.25 4);0\n",
     "columns id, wkt from \"WKT\", t; delimiter semicolon"},
    {"json", "{\"y\":2,\"id\":\"a\",\"x\":1.5}\r\n\n{\"id\":\"b\", \"x\":\"3.25\",\"y\" :4}", "rows of JSON"},
    {"json_with_other_names",
     "\xEF\xBB\xBF{\"type\":\"Feature\",\"name\":\"a\",\"gps_lon\":1.5,\"gps_lat\":2}\n"
     "{\"gps_lon\":3.25,\"gps_lat\":4,\"name\":\"b\"}\n",
     R"(columns id from "name", x from "gps_lon", y from "gps_lat"; not used: "type"; rows of JSON)"},
    {"json_behind_blank_lines", "\n \n{\"id\":\"a\",\"x\":1.5,\"y\":2}\n{\"id\":\"b\",\"x\":3.25,\"y\":4}\n",
     "rows of JSON"},
    {"json_by_options", "{\"u\":1.5,\"v\":2,\"w3\":\"a\"}\n{\"u\":3.25,\"v\":4,\"w3\":\"b\"}\n",
     R"(columns id from "w3", x from "u", y from "v"; rows of JSON)", "--id w3 --x u --y v"},
    {"told_delimiter", "sep=;\r\nid;x;y\r\na;1,5;2\r\nb;3,25;4\r\n", "delimiter semicolon; decimal comma"},
    {"told_delimiter_that_is_none_else", "\xEF\xBB\xBFsep=^\nid^x^y\na^1.5^2\nb^3.25^4\n", "delimiter \"^\""},
    {"byte_order_mark", "\xEF\xBB\xBFid;x;y\r\n\"a\";1.5;2\r\n\"b\";3.25;4\r\n", "delimiter semicolon"},
};

TEST(tables, are_read_and_told) {
    for (const told_table& table : told_tables) {
        SCOPED_TRACE(table.name);
        const words asked = with({"within", "-", "--distance", "9"}, words_in(table.options));
        const bool has_times = table.told.find(", t") != std::string::npos || table.text.starts_with("t,");
        const std::string wanted = has_times && table.options.empty() ? "t,a,b,distance\n0,a,b,2.6575364531836625\n"
                                                                      : "a,b,distance\na,b,2.6575364531836625\n";
        const std::string told = table.told.empty() ? "" : "quadrille: (standard input): " + table.told + "\n";
        for (const words& how : {words{}, words{"--memory", "1M"}}) {
            const result ended = run_command(with(asked, how), table.text);
            EXPECT_EQ(ended.output, wanted);
            EXPECT_EQ(ended.errors, told);
            EXPECT_EQ(run_command(with(with(asked, how), {"--quiet"}), table.text).errors, "");
        }
    }
}

TEST(tables_without_names, may_begin_with_the_numbers_of_their_columns) {
    for (const char* const text : {"1,2\n3,4\n", "2,1\n3,4\n", "3,1\n1,2\n"}) {
        const result found = run_command({"query", "-", "--box", "0,0,9,9", "--count", "--x", "1", "--y", "2"}, text);
        EXPECT_EQ(found.output, "2\n") << text;
        EXPECT_TRUE(contains(found.errors, "no names of columns: the first row is data"));
    }
    EXPECT_EQ(
        run_command({"query", "-", "--box", "0,0,9,9", "--count", "--x", "2020", "--y", "2"}, "2020,2\n3,4\n").output,
        "1\n")
        << "the name of a column";
}

struct doubtful_table {
    std::string text;
    std::string message; ///< without the name of the file
    std::string options = "";
};

/// What may be several things is rejected with a word of how to say which.
TEST(tables, that_leave_a_choice_are_rejected_with_the_choices) {
    const std::string wanted =
        "wanted the columns id and x,y or x,y,r or x,y,w,h or x0,y0,x1,y1, and t where there are times";
    const std::string unnamed =
        "wanted a first row with the names of columns, or the numbers of columns without "
        "names: --x 2 --y 3 of points, also --r 4 of circles, --x0 2 --y0 3 --x1 4 --y1 5 of boxes";
    const std::vector<doubtful_table> tables = {
        {"x,y,lon,lat\n1,2,3,4\n", R"(1:5: wanted one column for x, found "x" and "lon"; --x says which)"},
        {"id,ID,x,y\n", R"(1:4: wanted one column for id, found "id" and "ID"; --id says which)"},
        {"x,y,time,Timestamp\n", R"(1:10: wanted one column for t, found "time" and "Timestamp"; --t says which)"},
        {"lon,lat,geom\n", "1:9: " + wanted + ", found geom beside lon; --wkt or --x says which"},
        {"x;y\n1,234;5,678\n", " wanted numbers with a comma that can be understood, found \"1,234\", which may be "
                               "1.234 or 1234; --decimal comma says 1.234"},
        {"x,y,z;x;y\n", "1:1: wanted one delimiter, found comma and semicolon; --delimiter says which"},
        {"1,2,3,4\n", "1:1: " + unnamed + ", found 4 fields without names"},
        {"1.5,2,3\n", "1:1: " + unnamed + ", found 3 fields without names"},
        {"east,north\n1,2\n", "1:1: " + wanted + R"(, found "east", "north"; --x and --y say which)"},
        {"east,north\n1,2\n", R"(1:1: wanted the column "nord" (--y), found "east", "north")", "--x east --y nord"},
        {"x,y,x0\n", "1:1: " + wanted + ", found --x0 beside --x", "--x x --x0 x0"},
        {"x;y\n1.5;2,5\n", "2:5: wanted a number for y, found \"2,5\""},
        {"x;y\n1,5;2\n1.5;2\n", "2:1: wanted a number for x, found \"1,5\""},
        {"x;y\n1.5;2\n", "2:1: wanted a number with a decimal comma for x, found \"1.5\"", "--decimal comma"},
        {"x,y,t\n1,2,2026-02-28T24:00Z\n", "2:5: wanted a time such as 2026-05-01T12:30:00Z or 12.5 for t (--t-format "
                                           "says another form), found \"2026-02-28T24:00Z\""},
        {"x,y,t\n1,2,2026-02-28\n1,2,7\n",
         "3:5: wanted a time such as 2026-05-01T12:30:00Z for t (--t-format says another form), found \"7\""},
        {"id,wkt\na,POINT (1)\n", "2:3: wanted a geometry as WKT, such as POINT (1 2), found \"POINT (1)\""},
        {R"({"type":"Point","coordinates":[1,2]})", " wanted comma-separated text, as --x is given, found GeoJSON",
         "--x x"},
    };
    for (const auto& [text, message, options] : tables) {
        SCOPED_TRACE(text);
        expect_refused_as(with({"pairs", "-", "--quiet"}, words_in(options)),
                          "quadrille: (standard input):" + message + "\n", text);
    }
}

TEST(tables, of_latin1_are_read_and_told_and_not_below_a_line_of_utf8) {
    const result ended = run_command({"within", "-", "--distance", "9"}, "id,x,y\na,1,2\ncaf\xE9,1,2\n\xC4,1,5\n");
    EXPECT_EQ(ended.output, "a,b,distance\na,café,0\na,Ä,3\ncafé,Ä,3\n");
    EXPECT_EQ(ended.errors, "quadrille: (standard input): read as Latin-1, since line 3 is not UTF-8\n");
}

TEST(tables, of_wkt_are_points_or_what_they_draw) {
    const std::string text = "id;geom\na;\"LINESTRING (0 0, 2 2)\"\nb;POINT EMPTY\nc;POINT (1 1)\nd;\"MULTIPOLYGON "
                             "(((5 5, 6 5, 6 6, 5 5)))\"\n";
    for (const words& more : {words{}, words{"--boxes"}, words{"--boxes", "--memory", "1M"}}) {
        const result ended = run_command(with({"pairs", "-"}, more), text);
        EXPECT_EQ(ended.output, "a,b\na,c\n");
        EXPECT_EQ(ended.errors, "quadrille: (standard input): columns id, wkt from \"geom\"; delimiter semicolon\n"
                                "quadrille: (standard input): skipped 1 feature without a geometry\n");
    }
    // Points alone stay points: only those can be places.
    const scratch_folder folder;
    const std::string places = folder.write("places.csv", "wkt\nPOINT (1 1)\nPOINT (2 2)\n");
    EXPECT_EQ(run_command({"nearest", places, "--at-file", places, "--quiet"}).output,
              "place,id,distance\n1,1,0\n2,2,0\n");
}

TEST(tables, have_times_of_iso_8601_in_seconds) {
    const std::pair<const char*, double> times[] = {{"1970-01-01", 0},
                                                    {"1969-12-31T23:59Z", -60},
                                                    {"2000-03-01T00:00:00Z", 951'868'800},
                                                    {"2024-02-29 12:34:56.25", 1'709'210'096.25},
                                                    {"2024-02-29t12:34:56,5z", 1'709'210'096.5},
                                                    {"2024-02-29T12:34:56+05:30", 1'709'190'296},
                                                    {"2024-02-29T12:34:56-0800", 1'709'238'896},
                                                    {"0001-01-01", -62'135'596'800}};
    for (const auto& [text, seconds] : times) {
        EXPECT_EQ(files::iso_time_in(text), seconds) << text;
    }
    for (const char* const text :
         {"", "2024", "2024-02", "2023-02-29", "2024-13-01", "2024-00-01", "2024-01-32", "2024-01-01T",
          "2024-01-01T24:00", "2024-01-01T12", "2024-01-01T12:60", "2024-01-01T12:00:61", "2024-01-01T12:00:00+",
          "2024-01-01T12:00:00+5", "2024-01-01x", "24-01-01", "2024-1-1", "12:00"}) {
        EXPECT_FALSE(files::iso_time_in(text)) << text;
    }
}

/// Text of a geometry, and what it becomes.
struct written_geometry {
    const char* text;
    box<double> bounds;
    bool is_point = false;
    const char* srid = "";
};

TEST(wkt, is_of_every_type_and_may_name_a_reference_system) {
    const written_geometry all[] = {
        {"POINT (1 2)", {{1, 2}, {1, 2}}, true},
        {" point zm(1 2 3 4) ", {{1, 2}, {1, 2}}, true},
        {"POINTZ(1 2 3)", {{1, 2}, {1, 2}}, true},
        {"MULTIPOINT (1 2, 3 4)", {{1, 2}, {3, 4}}},
        {"MULTIPOINT ((1 2), (3 4))", {{1, 2}, {3, 4}}},
        {"LINESTRING(1 5,3 -4e0)", {{1, -4}, {3, 5}}},
        {"MULTILINESTRING ((1 5, 3 4), EMPTY, (0 0, 0 1))", {{0, 0}, {3, 5}}},
        {"POLYGON ((0 0, 9 0, 9 9, 0 0), (1 1, 2 1, 2 2, 1 1))", {{0, 0}, {9, 9}}},
        {"MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((5 5, 6 5, 6 6, 5 5)))", {{0, 0}, {6, 6}}},
        {"GEOMETRYCOLLECTION (POINT (1 2), GEOMETRYCOLLECTION M (LINESTRING M (0 0 1, 4 4 1)))", {{0, 0}, {4, 4}}},
        {"SRID=25832;POINT (1 2)", {{1, 2}, {1, 2}}, true, "25832"},
        {"srid = 0031467 ; POINT (1 2)", {{1, 2}, {1, 2}}, true, "31467"},
        {"SRID=0;POINT (1 2)", {{1, 2}, {1, 2}}, true},
    };
    for (const written_geometry& each : all) {
        files::geometry drawn;
        const auto found = files::wkt_in(each.text, drawn);
        ASSERT_TRUE(found) << each.text;
        EXPECT_EQ(found->bounds, each.bounds) << each.text;
        EXPECT_EQ(found->is_point, each.is_point) << each.text;
        EXPECT_EQ(found->srid, each.srid) << each.text;
    }
    std::istringstream bad("|POINT|POINT (1 2|POINT (1 2))|POINT (1 x)|POINT (1 nan)|POINT (1, 2)|"
                           "POINT ()|POINT (1 2 3 4 5)|LINESTRING 1 2, 3 4|LINESTRING ((1 2), (3 4))|"
                           "CIRCLE (1 2)|POLYGON (1 2, 3 4)|SRID=1|POINT (1 2) POINT (1 2)|"
                           "GEOMETRYCOLLECTION (1 2)|M|Z|SRID=;POINT (1 2)|SRID=x;POINT (1 2)|"
                           "SRID 1;POINT (1 2)|SRID=1 POINT (1 2)");
    for (std::string text; std::getline(bad, text, '|');) {
        files::geometry drawn;
        EXPECT_FALSE(files::wkt_in(text, drawn)) << text;
    }
    files::geometry drawn;
    EXPECT_FALSE(files::wkt_in(repeated("GEOMETRYCOLLECTION (", 100'000), drawn));
}

/// What WKT says before a geometry is the reference system of the file, as that of GeoJSON is.
TEST(wkt, has_one_reference_system) {
    const std::string rows =
        "id,geom\na,SRID=25832;POINT (1 2)\nb,POINT (1 2)\nc,\"SRID=025832;LINESTRING (1 2,3 4)\"\n";
    const std::string told = "coordinates are of EPSG:25832";
    for (const words& way : {words{}, words{"--memory", "1M"}}) {
        const words asked = with({"pairs", "-", "--count", "--boxes"}, way);
        const result found = run_command(asked, rows);
        EXPECT_EQ(found.output, "3\n");
        EXPECT_TRUE(contains(found.errors, told));
        const result refused = run_command(asked, rows + "d,SRID=4326;POINT (0 0)\n");
        EXPECT_TRUE(
            contains(refused.errors,
                     "5:3: wanted one reference system in a file, EPSG:25832 as before, found longitude and latitude"));
    }
    EXPECT_TRUE(contains(run_command({"info", "-"}, rows).output, "EPSG:25832"));
    EXPECT_TRUE(
        contains(run_command({"convert", "-", "--format", "geojson"}, rows).output, "urn:ogc:def:crs:EPSG::25832"));
    EXPECT_TRUE(contains(run_command({"within", "-", "--metres", "--distance", "1"}, rows).errors, "EPSG:25832"));
    EXPECT_FALSE(
        contains(run_command({"pairs", "-", "--count"}, "id,geom\na,SRID=4326;POINT (1 2)\n").errors, "coordinates"))
        << "nobody has to know that longitude and latitude are these";
}

} // namespace

} // namespace quadrille::test
