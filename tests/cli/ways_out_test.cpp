// Files as people have them: what has one meaning is read and reported, and a refusal names a step that works.
// SPDX-License-Identifier: MIT
#include "command.hpp"

#include "files/text/iso_time.hpp"
#include "files/text/time_format.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::test {

namespace {

using words = std::vector<std::string>;

/// The rows of `query` of everything, without the line with the names.
result everything(const std::string& text, words more = {}) {
    words asked = {"query", "-", "--box", "-1e9,-1e9,1e9,1e9"};
    asked.insert(asked.end(), more.begin(), more.end());
    result found = run_command(asked, text);
    found.output.erase(0, found.output.find('\n') + 1);
    return found;
}

std::string tracks(std::string_view first, std::string_view second) {
    return fmt::format("id,t,x,y\na,\"{}\",1,1\nb,\"{}\",1,2\n", first, second);
}

// ---- Times ----------------------------------------------------------------------------------------------------------

constexpr double noon = 1777118400; // 2026-04-25T12:00:00Z

TEST(times, of_usual_forms_are_read_where_a_column_has_one_meaning) {
    for (const char* const text :
         {"2026-04-25T12:00:00Z", "2026-04-25 12:00:00 UTC", "2026-04-25 12:00:00 +00:00", "2026/04/25 12:00:00",
          "20260425T120000Z", "25/04/2026 12:00", "25.04.2026 12:00:00", "25-4-2026 12:00:00.0",
          "04/25/2026 12:00:00 PM", "4/25/2026 12:00 pm", "25/04/2026 14:00:00+02:00"}) {
        const result found = everything(tracks(text, text));
        EXPECT_EQ(found.output, fmt::format("{0:.0f},a\n{0:.0f},b\n", noon)) << text << found.errors;
        EXPECT_NE(found.errors.find("times in seconds since 1970"), std::string::npos) << text;
    }
    EXPECT_EQ(everything(tracks("01.05.2026", "02.05.2026"), {"--t", "t"}).output, "1777593600,a\n1777680000,b\n");
    EXPECT_EQ(everything(tracks("01/05/2026", "13/05/2026"), {"--t", "t"}).output, "1777593600,a\n1778630400,b\n");
    EXPECT_EQ(everything(tracks("01/05/2026", "01/13/2026"), {"--t", "t"}).output, "1767571200,a\n1768262400,b\n");
    EXPECT_NE(everything(tracks("01/05/2026", "01/13/2026"), {"--t", "t"}).errors.find("months come first"),
              std::string::npos);
    EXPECT_EQ(everything(tracks("1/1/1970 12:30 AM", "1/13/1970 1:05 PM"), {"--t", "t"}).output, "1800,a\n1083900,b\n");
}

TEST(times, that_may_mean_several_things_are_refused_with_an_option_that_says_which) {
    const std::string text = tracks("01/05/2026 12:00", "02/05/2026 12:00");
    EXPECT_EQ(everything(text).output, "");
    EXPECT_NE(everything(text).errors.find("--t-format \"%d/%m/%Y …\" or \"%m/%d/%Y …\""), std::string::npos);
    EXPECT_EQ(everything(text, {"--t-format", "%d/%m/%Y %H:%M"}).output, "1777636800,a\n1777723200,b\n");
    EXPECT_EQ(everything(text, {"--t-format", "%m/%d/%Y %H:%M"}).output, "1767614400,a\n1770292800,b\n");
    const std::string odd = tracks("noon", "Apr 25 2026, 12:00");
    EXPECT_NE(everything(odd).errors.find("--t-format says another form"), std::string::npos);
    EXPECT_EQ(everything(odd, {"--t", "-"}).output, "a\nb\n");
    EXPECT_EQ(everything(odd, {"--t-format", "%b %d %Y, %H:%M", "--skip-bad", "--quiet"}).output, "1777118400,b\n");

    // A row alone does not say what later ones will: who follows rows says what is first.
    const result followed = run_command({"follow", "-", "--distance", "1"}, tracks("25/04/2026", "25/04/2026"));
    EXPECT_NE(followed.errors.find("--t-format"), std::string::npos) << followed.errors;
}

TEST(times, in_a_form_that_is_told) {
    const auto expect = [](std::string_view text, std::string_view format, std::optional<double> wanted) {
        EXPECT_EQ(files::time_in_format(text, format), wanted) << text << " as " << format;
    };
    expect("25/04/2026 12:00", "%d/%m/%Y %H:%M", noon);
    expect("2026-04-25 12:00:00.25", "%F %T", noon + 0.25);
    expect("260425120000", "%y%m%d%H%M%S", noon);
    expect("25 April 2026 12:00 pm", "%d %B %Y %I:%M %p", noon);
    expect("25-APR-26 02.00.00.500000 PM +0200", "%d-%b-%y %I.%M.%S.%f %p %z", noon + 0.5);
    expect("2026 115 12", "%Y %j %H", noon);
    expect("Sat 25.4.2026", "Sat %d.%m.%Y", noon - 43200);
    expect("100% 1970-01-02", "100%% %F", 86400);
    expect("31/02/2026", "%d/%m/%Y", std::nullopt);
    expect("25/04/2026 13:00 PM", "%d/%m/%Y %I:%M %p", std::nullopt);
    expect("25/04/2026x", "%d/%m/%Y", std::nullopt);
    expect("", "%d/%m/%Y", std::nullopt);
    for (const char* const wrong : {"%d/%m/%q", "%H:%M", "%Y-%m-%", "noon"}) {
        EXPECT_TRUE(files::unknown_in_time_format(wrong)) << wrong;
        EXPECT_NE(run_command({"query", "-", "--t-format", wrong}).errors.find("%Y %y %m"), std::string::npos);
    }
}

// ---- Before a table, and between its lines ----------------------------------------------------------------------------

TEST(comments, before_a_table_are_passed_over_and_told) {
    struct table {
        std::string text;
        words options;
        std::string answer;
        int passed_over;
    };
    const std::vector<table> tables = {
        {"# made by hand\n% in May\nid,x,y\na,1,2\n", {}, "a\n", 2},
        {"\xEF\xBB\xBF# made by hand\n\nid;x;y\na;1;2\n", {}, "a\n", 1},
        {"#id,x,y\na,1,2\n", {}, "a\n", 0},
        {"# title\n# id x y\na 1 2\n", {}, "a\n", 1},
        {"# of a.pet\n# 25 fps\n1 7.5 2\n2 8.5 2\n",
         {"--id", "1", "--x", "2", "--y", "3", "--delimiter", "space"},
         "1\n2\n",
         2},
        {"some words, by whom\nmore\nid,x,y\na,1,2\n", {"--skip-lines", "2"}, "a\n", 2},
        {"id,x,y\n!no,row\na,1,2\n  ! nor this\nb,3,4\n", {"--comment", "!"}, "a\nb\n", 0},
        {"#no row\nid,x,y\n#a,1,2\nb,3,4\n", {"--comment", "#"}, "b\n", 1},
        {"#,x,y\n7,1,2\n", {"--id", "#"}, "7\n", 0},
        {"#name,x,y\n7,1,2\n", {"--id", "#name"}, "7\n", 0},
        {"#1,1,2\n#2,3,4\n5,5,6\n", {"--comment", "#"}, "5\n", 2},
        {"#1,1,2\n#2,3,4\n5,5,6\n", {"--comment", "!"}, "#1\n#2\n5\n", 0},
        {"id,x,y\n#a,1,2\nb,3,4\n", {}, "#a\nb\n", 0},
    };
    for (const table& each : tables) {
        for (const bool has_returns : {false, true}) {
            std::string text;
            for (const char byte : each.text) {
                text += has_returns && byte == '\n' ? "\r\n" : std::string(1, byte);
            }
            const result found = everything(text, each.options);
            EXPECT_EQ(found.output, each.answer) << each.text << found.errors;
            EXPECT_EQ(found.errors.find(fmt::format("{} line{} before the table passed over", each.passed_over,
                                                    each.passed_over == 1 ? "" : "s")) != std::string::npos,
                      each.passed_over > 0)
                << found.errors;
        }
    }
    EXPECT_NE(everything("# one\n# two\nid,x,y\na,1,2\nb,1,no\n").errors.find(":5:5: wanted a number for y"),
              std::string::npos)
        << "lines are those of the file";
    EXPECT_NE(everything("#1,1,2\n#2,3,4\n5,5,6\n").errors.find("--comment \"#\", which passes over"),
              std::string::npos)
        << "what may be rows is not lost";
    EXPECT_EQ(run_command({"follow", "-", "--distance", "2", "--quiet"}, "# c\n# d\n# e\nt,id,x,y\n0,a,0,0\n0,b,1,0\n")
                  .output,
              "event,a,b,from,to,closest\nbegin,a,b,0,0,1\nend,a,b,0,0,1\n");
}

TEST(ends_of_lines, may_be_any) {
    for (const char* const end : {"\n", "\r", "\r\n", "\r\r\n"}) {
        std::string text;
        for (const char* const line : {"x,y,id", "1,2,a", "3,4,\"b c\""}) {
            text += line;
            text += end;
        }
        for (const bool has_last : {true, false}) {
            const result found = everything(text);
            EXPECT_EQ(found.output, "a\nb c\n") << found.errors;
            EXPECT_EQ(found.errors.find("lines that end in CR") != std::string::npos, std::string_view(end) == "\r");
            text.resize(text.size() - (has_last ? std::string_view(end).size() : 0));
        }
    }
}

// ---- Ids, places, and XML -----------------------------------------------------------------------------------------------

TEST(ids, that_are_there_again_are_refused_with_a_way_out) {
    const std::string cities = "name,lat,lon\nColumbus,39.9,-83\nColumbus,32.5,-84.9\n";
    EXPECT_NE(everything(cities).errors.find("--id - takes the rows' numbers"), std::string::npos);
    EXPECT_EQ(everything(cities, {"--id", "-"}).output, "1\n2\n");
}

TEST(features, with_names_that_are_no_texts_or_without_a_place_are_read) {
    const auto feature = [](std::string_view properties, std::string_view geometry) {
        return fmt::format(R"({{"type":"Feature","properties":{{{}}},"geometry":{}}})", properties, geometry);
    };
    const std::string point = R"({"type":"Point","coordinates":[1,1]})";
    const std::string text = R"({"type":"FeatureCollection","features":[)" +
                             feature(R"("name":{"en":"Bern"},"id":7)", point) + ',' +
                             feature(R"("name":["a"],"id":true)", point) + ',' + feature(R"("name":"z")", point) + ',' +
                             feature(R"("name":"p")", R"({"type":"Polygon","coordinates":[]})") + ',' +
                             feature(R"("name":"q")", R"({"type":"GeometryCollection","geometries":[]})") + "]}";
    const result found = everything(text);
    EXPECT_EQ(found.output, "7\n2\nz\n") << found.errors;
    EXPECT_NE(found.errors.find("skipped 2 features without a geometry"), std::string::npos) << found.errors;
    EXPECT_EQ(everything(text, {"--boxes", "--quiet"}).output, "7\n2\nz\n");
    EXPECT_NE(run_command({"convert", "-", "--with", "name", "--quiet"}, text).output.find(R"("{""en"":""Bern""}")"),
              std::string::npos)
        << "a name that is no id is a value";
}

TEST(gpx, may_have_a_prefix_and_no_names) {
    EXPECT_EQ(everything("<g:gpx xmlns:g='http://www.topografix.com/GPX/1/1'><g:wpt lat='47' lon='8'>"
                         "<g:name>a</g:name></g:wpt></g:gpx>")
                  .output,
              "a\n");
    EXPECT_EQ(everything("<gpx><wpt lat='1' lon='2'/><rte><rtept lat='1' lon='2'/><rtept lat='2' lon='2'/></rte><trk>"
                         "<trkseg><trkpt lat='1' lon='2'/><trkpt lat='3' lon='2'/></trkseg></trk></gpx>",
                         {"--quiet"})
                  .output,
              "1\n1 #1\n1 #2\n");
    const scratch_folder folder;
    for (const char* const text :
         {"<?xml version='1.0'?><TrainingCenterDatabase><Activities/></TrainingCenterDatabase>",
          "<!DOCTYPE html><html><body/></html>"}) {
        const result refused = run_command({"info", folder.write("a.xml", text)});
        EXPECT_NE(refused.errors.find("wanted a file of shapes, found "), std::string::npos) << refused.errors;
    }
}

TEST(gpx, leaves_out_what_comes_in_the_second_of_the_fix_before) {
    const result found = everything("<gpx><trk><name>a</name><trkseg>"
                                    "<trkpt lat='1' lon='2'><time>2026-05-01T00:00:00Z</time></trkpt>"
                                    "<trkpt lat='1' lon='3'><time>2026-05-01T00:00:00Z</time></trkpt>"
                                    "<trkpt lat='1' lon='4'><time> 2026-05-01T00:00:01Z </time></trkpt>"
                                    "</trkseg></trk></gpx>");
    EXPECT_EQ(found.output, "1777593600,a\n1777593601,a\n") << found.errors;
    EXPECT_NE(found.errors.find("1 points of tracks have the time of the one before"), std::string::npos)
        << found.errors;
}

TEST(gpx, is_read_without_times_and_ids_where_these_are_wrong) {
    const std::string text = "<gpx><trk><name>a</name><trkseg>"
                             "<trkpt lat='1' lon='2'><time>2026-05-01T00:00:00Z</time></trkpt>"
                             "<trkpt lat='1' lon='3'><time>2026-05-01T00:00:00Z</time></trkpt>"
                             "<trkpt lat='1' lon='4'><time>2026-05-01T00:00:01Z</time></trkpt>"
                             "</trkseg></trk></gpx>";
    EXPECT_NE(everything(text).errors.find("--t - takes tracks for lines"), std::string::npos);
    EXPECT_EQ(run_command({"nearest", "-", "--at", "3,1", "--t", "-"}, text).output, "id,distance\na,0\n");
    EXPECT_EQ(run_command({"query", "-", "--box", "0,0,9,9", "--id", "-", "--quiet"}, text).output,
              "t,id\n1777593600,1\n1777593601,2\n");
    EXPECT_EQ(run_command({"info", "-", "--id", "a"}, text).status, 2) << "there are no columns";
    const std::string sumo = "<fcd-export><timestep time='0'><vehicle id='a' x='1' y='2'/></timestep></fcd-export>";
    EXPECT_NE(everything(sumo, {"--t", "-"}).errors.find("wanted GPX, as --t - or --id - is given"), std::string::npos);
}

TEST(gpx, has_times_of_tracks_alone) {
    const result found = everything("<gpx><wpt lat='1' lon='2'><time>2026-05-01T00:00:00Z</time><name>a</name></wpt>"
                                    "<wpt lat='1' lon='3'><name>b</name></wpt></gpx>");
    EXPECT_EQ(found.output, "a\nb\n");
    EXPECT_NE(found.errors.find("times of waypoints and routes, 1 in all, are left out"), std::string::npos)
        << found.errors;
}

// ---- What spreadsheets and other programs write --------------------------------------------------------------------------

TEST(tables_of_other_programs, of_comments_alone_say_how_these_are_rows) {
    const std::string text = "#id,x,y\n#a,1,2\n";
    const result refused = everything(text);
    EXPECT_NE(refused.errors.find("--comment with another mark takes the former for rows"), std::string::npos)
        << refused.errors;
    EXPECT_EQ(everything(text, {"--comment", ";", "--id", "#id"}).output, "#a\n");
}

/// A hundred thousand columns without a name, each of which has its number, and one name of a megabyte.
TEST(tables_of_other_programs, may_be_wide) {
    const std::string text = "id,x,y," + std::string(100'000, ',') + std::string(1'000'000, 'n') + "\na,1,2," +
                             std::string(100'000, ',') + "\n";
    const result found = everything(text);
    EXPECT_EQ(found.output, "a\n") << found.errors.substr(0, 1000);
}

TEST(ids_that_are_there_again, are_counted_apart_from_what_is_bad) {
    std::string text = "id,x,y\na,1,2\na,,\n";
    for (int row = 0; row < 12; ++row) {
        text += "a,3,4\n";
    }
    const result found = everything(text, {"--skip-bad"});
    EXPECT_EQ(found.output, "a\n");
    EXPECT_NE(found.errors.find(": 12 of these have an id that an earlier row has already: --id - takes"),
              std::string::npos)
        << found.errors;
    EXPECT_EQ(
        run_command({"query", "-", "--box", "0,0,9,9", "--skip-bad", "--id", "-", "--quiet", "--count"}, text).output,
        "13\n");
}

TEST(axes, are_chosen_by_the_user_where_one_is_named_and_several_may_be_the_other) {
    const std::string text = "X,id,location.long,location.lat\n1,a,8,47\n2,b,9,48\n";
    const result refused = everything(text, {"--y", "location.lat"});
    EXPECT_NE(refused.errors.find("wanted one column for x, found \"X\" and \"location.long\"; --x says which"),
              std::string::npos)
        << refused.errors;
    EXPECT_EQ(everything(text, {"--y", "location.lat", "--x", "location.long"}).output, "a\nb\n");
    EXPECT_EQ(everything("x,id,other\n1,a,8\n2,b,9\n", {"--y", "other"}).output, "a\nb\n");
}

TEST(dates, of_another_form_may_be_in_a_column_of_their_own) {
    const std::string text = "id;x;y;Datum;Uhrzeit\na;1;2;03.04.2024;08:00:00\na;1;2;03.04.2024;08:00:01\n";
    const words dates = {"--t", "Uhrzeit", "--date", "Datum"};
    EXPECT_NE(everything(text, dates).errors.find("--date Datum with --t-format"), std::string::npos)
        << everything(text, dates).errors;
    words all = dates;
    all.insert(all.end(), {"--t-format", "%d.%m.%Y %H:%M:%S"});
    EXPECT_EQ(everything(text, all).output, "1712131200,a\n1712131201,a\n") << everything(text, all).errors;
}

TEST(tables_without_known_names, are_parted_by_the_mark_that_makes_most_fields) {
    const result refused = everything("Nr.;Name;\"Wert\"\n1;\"a,b\";1\n");
    EXPECT_NE(refused.errors.find("\"Wert\" without a column x; --x says which"), std::string::npos) << refused.errors;
}

TEST(columns_of_two_files, may_be_those_of_one) {
    const scratch_folder folder;
    const std::string table = folder.write("a.csv", "id,x,y,kind\na,8,47,port\n");
    const std::string track = folder.write("b.gpx", "<gpx><wpt lat='47' lon='8'><name>w</name></wpt></gpx>");
    EXPECT_EQ(run_command({"join", table, track, "--with", "kind", "--quiet"}).output, "a,b,a_kind\na,w,port\n");
    EXPECT_EQ(run_command({"join", track, track, "--with", "kind", "--quiet"}).status, 2);
}

TEST(ids_of_features, are_no_booleans) {
    const std::string text =
        R"({"type":"FeatureCollection","features":[{"type":"Feature","properties":{"flag":true,"n":1},)"
        R"("geometry":{"type":"Point","coordinates":[1,2]}}]})";
    const result refused = everything(text, {"--id", "flag"});
    EXPECT_NE(refused.errors.find("wanted a text or a number for \"flag\", found true"), std::string::npos)
        << refused.errors;
    EXPECT_EQ(everything(text, {"--id", "n"}).output, "1\n");
}

TEST(tables_of_other_programs, may_have_a_line_of_units) {
    const result found = everything("id,t,x,y\n,s,m,m\na,0,1,2\nb,0,3,4\n");
    EXPECT_EQ(found.output, "0,a\n0,b\n") << found.errors;
    EXPECT_NE(found.errors.find("a line of units passed over"), std::string::npos) << found.errors;
    EXPECT_EQ(everything("lon,lat\n[degrees_east],[degrees_north]\n1,2\n").output, "1\n");
    EXPECT_NE(everything("x,y\nNA,NA\n1,2\n").errors.find(":2:1: wanted a number for x"), std::string::npos)
        << "what is missing is no unit";
    EXPECT_NE(everything("x,y\n1,2\nm,m\n").errors.find(":3:1: wanted a number for x"), std::string::npos);
}

TEST(tables_of_other_programs, may_have_quotes_behind_spaces_and_rows_of_delimiters) {
    const std::string text = ",,\nid, x, y\n\"a\", 1, \"2\" \n \"b, c\", 3,4\n,,\n , ,\n";
    const result found = everything(text);
    EXPECT_EQ(found.output, "a\n\"b, c\"\n") << found.errors;
    EXPECT_EQ(everything("id;x;y\n\"a\"; \"1,5\"; \"2,5\"\n;;\n").output, "a\n");
    EXPECT_NE(everything("id,x,y\na,1,\n").errors.find(":2:5: wanted a number for y"), std::string::npos);
}

TEST(tables_of_other_programs, may_be_of_windows) {
    const result found = everything("id,x,y\n\x80uro \x93q\x94,1,2\n");
    EXPECT_EQ(found.output, "€uro “q”\n") << found.errors;
    EXPECT_EQ(everything("<?xml version='1.0' encoding='Windows-1252'?><gpx><wpt lat='1' lon='2'><name>\x80</name>"
                         "</wpt></gpx>")
                  .output,
              "€\n");
}

TEST(arrays_of_json, have_objects_that_are_rows) {
    const std::string text =
        "\xEF\xBB\xBF [\n {\"lon\": 1, \"lat\": 2, \"name\": \"a \\\"},{\",\n \"of\": {\"x\": [1, {}]}} ,\n"
        "{\"lon\": 3,\r\n\"lat\": 4, \"name\": \"b\"}\n]\n";
    const result found = everything(text);
    EXPECT_EQ(found.output, "\"a \"\"},{\"\nb\n") << found.errors;
    EXPECT_NE(found.errors.find("objects of an array"), std::string::npos) << found.errors;
    EXPECT_EQ(everything(R"([{"type":"Feature","id":"f","geometry":{"type":"Point","coordinates":[1,2]}}])").output,
              "f\n");
    EXPECT_NE(everything(R"([{"x":1,"y":2},{"x":"b","y":2}])").errors.find(":2:6: wanted a number for x"),
              std::string::npos);
    for (const char* const wrong : {R"([{"x":1,"y":2} {"x":1,"y":2}])", R"([{"x":1,"y":2},3])", R"([{"x":1,"y":2})",
                                    R"([{"x":1,"y":2},])", R"([{"x":1,"y":2}]x)"}) {
        EXPECT_EQ(everything(wrong).status, 2) << wrong;
    }
}

TEST(geojson_of_other_programs, is_refused_by_the_name_of_what_is_wrong) {
    for (const char* const number : {"NaN", "Infinity", "-Infinity"}) {
        const result refused = everything(fmt::format(R"({{"type":"Point","coordinates":[{},2]}})", number));
        EXPECT_NE(refused.errors.find(":1:32: wanted JSON, which has no NaN and no Infinity"), std::string::npos)
            << refused.errors;
    }
}

TEST(options_about_times, are_for_tables_that_have_some) {
    for (const words& option : {words{"--t-unit", "ms"}, words{"--fps", "25"}, words{"--t-format", "%Y%j"}}) {
        const result refused = everything("id,x,y\na,1,2\n", option);
        EXPECT_EQ(refused.status, 2) << option.front();
        EXPECT_NE(refused.errors.find("a column of times (--t COLUMN), as " + option.front()), std::string::npos)
            << refused.errors;
        const result features = everything(R"({"type":"Point","coordinates":[1,2]})", option);
        EXPECT_NE(features.errors.find("wanted --t with what has the times, as " + option.front()), std::string::npos)
            << features.errors;
    }
}

TEST(units_of_times, that_are_not_seconds_are_not_passed_over) {
    const std::string text = "id,t,x,y\n,[ms],[m],[m]\na,1000,1,2\na,2000,3,4\n";
    EXPECT_NE(everything(text).errors.find(":1:4: wanted --t-unit or --fps"), std::string::npos)
        << everything(text).errors;
    EXPECT_EQ(everything(text, {"--t-unit", "ms"}).output, "1,a\n2,a\n");
}

TEST(time_formats, take_years_of_four_digits_and_hours_of_twelve_with_their_half) {
    EXPECT_FALSE(files::time_in_format("26-05-01", "%Y-%m-%d"));
    EXPECT_TRUE(files::time_in_format("26-05-01", "%y-%m-%d"));
    EXPECT_EQ(files::unknown_in_time_format("%Y-%m-%d %I:%M"), "%I");
    EXPECT_EQ(files::time_in_format("1970-01-01 12:30 AM", "%Y-%m-%d %I:%M %p"), 1800.0);
    EXPECT_FALSE(files::time_in_format("1970-01-01 13:30 PM", "%Y-%m-%d %I:%M %p"));
}

TEST(comments, that_have_nothing_are_no_names_and_names_are_not_lost_between_them) {
    for (const char* const begin : {"#\n", "%\n", "# a\n#\n", "#,,\n"}) {
        EXPECT_EQ(everything(std::string(begin) + "id,x,y\na,1,2\n").output, "a\n")
            << begin << everything(std::string(begin) + "id,x,y\na,1,2\n").errors;
    }
    const std::string text = "# y,x\n# m,m\n1,2\n3,4\n";
    EXPECT_NE(everything(text).errors.find(":1:1: wanted names of columns in the first row"), std::string::npos)
        << everything(text).errors;
    EXPECT_EQ(run_command({"convert", "-", "--x", "2", "--y", "1", "--quiet"}, text).output, "id,x,y\n1,2,1\n2,4,3\n");
    EXPECT_NE(everything("1,2,3\n", {"--id", "2"}).errors.find("--x and --y, as --id is one of the last two"),
              std::string::npos);
}

// ---- Steps that refusals name --------------------------------------------------------------------------------------

/// What is refused, what the refusal names, and that this step works.
struct refusal {
    words asked;
    std::string text;
    std::string named;
    words step;
};

TEST(refusals, name_a_step_that_works) {
    const std::string dated = "id,date,x,y\na,2026-05-01,1,1\na,2026-05-02,2,2\nb,2026-05-01,1,1\n";
    const std::vector<refusal> all = {
        {{"pairs", "-"}, "id,x,y\na,1,\nb,NA,2\nc,1,1\n", "; --skip-bad passes over such rows", {"--skip-bad"}},
        {{"pairs", "-"}, dated, "; --t \"date\" takes rows of one id", {"--t", "date"}},
        {{"encounters", "-", "--distance", "1"}, dated, "; --t \"date\" takes rows of one id", {"--t", "date"}},
        {{"pairs", "-"},
         "id,foo,bar\na,1,2\n",
         "\"id\", \"foo\", \"bar\" without a column x; --x says",
         {"--x", "foo", "--y", "bar"}},
        {{"pairs", "-"}, "foo,bar\n1,2\n", "\"foo\", \"bar\"; --x and --y say which", {"--x", "foo", "--y", "bar"}},
        {{"encounters", "-", "--distance", "1", "--date", "x"},
         "id,t,x,y,z\na,5,1971,1,2\n",
         "no column x besides that of --date",
         {"--x", "z", "--t-format", "%Y %j"}},
        {{"pairs", "-"},
         "{\"east\":1,\"north\":2}\n{\"east\":1,\"north\":3}\n",
         "--x and --y name other members of rows",
         {"--x", "east", "--y", "north"}},
        {{"query", "-", "--circle", "0,0,3", "--km"},
         "",
         "no option '--km'; within, join, nearest, encounters, follow have it",
         {}}};
    for (const refusal& each : all) {
        const result refused = run_command(each.asked, each.text);
        EXPECT_EQ(refused.status, 2) << each.named;
        EXPECT_NE(refused.errors.find(each.named), std::string::npos) << refused.errors;
    }
    for (const refusal& each : all) {
        if (!each.step.empty()) {
            words asked = each.asked;
            asked.insert(asked.end(), each.step.begin(), each.step.end());
            const result found = run_command(asked, each.text);
            EXPECT_EQ(found.status, 0) << found.errors;
        }
    }
}

TEST(refusals, of_dates_of_features_name_the_option_and_days_beyond_the_twelfth_need_none) {
    const auto dated = [](std::string_view first, std::string_view second) {
        constexpr const char* feature =
            R"({{"type":"Feature","id":"{}","properties":{{"when":"{}"}},"geometry":{{"type":"Point","coordinates":[1,2]}}}})";
        return fmt::format("{}\n{}\n", fmt::format(feature, "a", first), fmt::format(feature, "b", second));
    };
    const words when = {"--t", "when"};
    EXPECT_EQ(everything(dated("25/05/2026", "05/05/2026"), when).output, "1777939200,b\n1779667200,a\n");
    EXPECT_EQ(everything(dated("5/25/2026 1:00 AM", "05/05/2026"), when).output, "1777939200,b\n1779670800,a\n");
    EXPECT_EQ(everything(dated("04.05.2026", "05.05.2026"), when).output, "1777852800,a\n1777939200,b\n") << "points";
    const result refused = everything(dated("04/05/2026", "25/05/2026"), when);
    EXPECT_NE(refused.errors.find("--t-format \"%d/%m/%Y …\" or \"%m/%d/%Y …\""), std::string::npos) << refused.errors;
    EXPECT_EQ(everything(dated("04/05/2026", "25/05/2026"), {"--t", "when", "--t-format", "%d/%m/%Y"}).output,
              "1777852800,a\n1779667200,b\n");
    EXPECT_NE(everything(dated("25/05/2026", "05/25/2026"), when).errors.find("25/05/2026 for when, as the first is"),
              std::string::npos);
}

TEST(refusals, of_a_second_file_name_the_verb_that_takes_two) {
    const scratch_folder folder;
    const std::string file = folder.write("a.csv", "id,x,y\na,1,2\n");
    EXPECT_NE(
        run_command({"encounters", file, file, "--distance", "1"}).errors.find("word too many; join takes one more"),
        std::string::npos);
    EXPECT_EQ(run_command({"join", file, file, "--distance", "1", "--count"}).output, "1\n");
    const std::string dated = folder.write("b.csv", "id,date,x,y\nb,2026-05-01,1,1\nb,2026-05-02,2,2\n");
    EXPECT_EQ(run_command({"join", file, dated}).errors.find("--t"), std::string::npos) << "which the other file lacks";
}

} // namespace

} // namespace quadrille::test
