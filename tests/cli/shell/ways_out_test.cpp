// Files as people have them: what has one meaning is read and reported, and a refusal names a step that works.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"

#include "files/text/time_format.hpp"

#include <fmt/format.h>

#include <optional>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::test {

namespace {

/// The rows of `query` of everything, without the line with the names.
result everything(const std::string& text, const words& options = {}) {
    result found = run_command(with({"query", "-", "--box", "-1e9,-1e9,1e9,1e9"}, options), text);
    found.output.erase(0, found.output.find('\n') + 1);
    return found;
}

/// A file, how it is read, and what that gives.
struct reading {
    std::string text;
    std::string options;
    std::string rows;         ///< of everything; none where the file is refused
    std::string message = ""; ///< a part of what the command reports
};

void expect_each(const std::vector<reading>& all) {
    for (const reading& each : all) {
        const result found = everything(each.text, words_in(each.options));
        const std::string what = each.text.substr(0, 300) + each.options + "\n";
        EXPECT_EQ(found.status, each.rows.empty() ? 2 : 0) << what;
        EXPECT_EQ(found.output, each.rows) << what << found.errors.substr(0, 1000);
        EXPECT_TRUE(contains(found.errors, each.message)) << what;
    }
}

void expect_error(const words& asked, const std::string& message, const std::string& text = {}) {
    const result refused = run_command(asked, text);
    EXPECT_NE(refused.status, 0) << refused.output;
    EXPECT_TRUE(contains(refused.errors, message));
}

// ---- Times ----------------------------------------------------------------------------------------------------------

constexpr double noon = 1777118400; // 2026-04-25T12:00:00Z

std::string tracks(std::string_view first, std::string_view second) {
    return fmt::format("id,t,x,y\na,\"{}\",1,1\nb,\"{}\",1,2\n", first, second);
}

TEST(times, of_usual_forms_are_read_where_a_column_has_one_meaning) {
    for (const char* const text :
         {"2026-04-25T12:00:00Z", "2026-04-25 12:00:00 UTC", "2026-04-25 12:00:00 +00:00", "2026/04/25 12:00:00",
          "20260425T120000Z", "25/04/2026 12:00", "25.04.2026 12:00:00", "25-4-2026 12:00:00.0",
          "04/25/2026 12:00:00 PM", "4/25/2026 12:00 pm", "25/04/2026 14:00:00+02:00"}) {
        expect_each({{tracks(text, text), "", "1777118400,a\n1777118400,b\n", "times in seconds since 1970"}});
    }
    const std::string counted = "--t t";
    expect_each({
        {tracks("01.05.2026", "02.05.2026"), counted, "1777593600,a\n1777680000,b\n"},
        {tracks("01/05/2026", "13/05/2026"), counted, "1777593600,a\n1778630400,b\n"},
        {tracks("01/05/2026", "01/13/2026"), counted, "1767571200,a\n1768262400,b\n", "months come first"},
        {tracks("1/1/1970 12:30 AM", "1/13/1970 1:05 PM"), counted, "1800,a\n1083900,b\n"},
    });
}

TEST(times, that_may_mean_several_things_are_refused_with_an_option_that_says_which) {
    const std::string text = tracks("01/05/2026 12:00", "02/05/2026 12:00");
    const std::string odd = tracks("noon", "Apr 25 2026, 12:00");
    expect_each({
        {text, "", "", R"(--t-format "%d/%m/%Y …" or "%m/%d/%Y …")"},
        {odd, "", "", "--t-format says another form"},
        {odd, "--t -", "a\nb\n"},
    });
    EXPECT_EQ(everything(text, {"--t-format", "%d/%m/%Y %H:%M"}).output, "1777636800,a\n1777723200,b\n");
    EXPECT_EQ(everything(text, {"--t-format", "%m/%d/%Y %H:%M"}).output, "1767614400,a\n1770292800,b\n");
    EXPECT_EQ(everything(odd, {"--t-format", "%b %d %Y, %H:%M", "--skip-bad", "--quiet"}).output, "1777118400,b\n");
    // A row alone does not say what later ones will: who follows rows says what is first.
    expect_error({"follow", "-", "--distance", "1"}, "--t-format", tracks("25/04/2026", "25/04/2026"));
}

TEST(times, in_a_form_that_is_given) {
    struct time {
        const char* text;
        const char* format;
        std::optional<double> seconds;
    };
    for (const auto& [text, format, seconds] :
         {time{"25/04/2026 12:00", "%d/%m/%Y %H:%M", noon},
          {"2026-04-25 12:00:00.25", "%F %T", noon + 0.25},
          {"260425120000", "%y%m%d%H%M%S", noon},
          {"25 April 2026 12:00 pm", "%d %B %Y %I:%M %p", noon},
          {"25-APR-26 02.00.00.500000 PM +0200", "%d-%b-%y %I.%M.%S.%f %p %z", noon + 0.5},
          {"2026 115 12", "%Y %j %H", noon},
          {"Sat 25.4.2026", "Sat %d.%m.%Y", noon - 43200},
          {"100% 1970-01-02", "100%% %F", 86400},
          {"1970-01-01 12:30 AM", "%Y-%m-%d %I:%M %p", 1800},
          {"26-05-01", "%y-%m-%d", 1777593600},
          {"26-05-01", "%Y-%m-%d", std::nullopt},
          {"31/02/2026", "%d/%m/%Y", std::nullopt},
          {"25/04/2026 13:00 PM", "%d/%m/%Y %I:%M %p", std::nullopt},
          {"25/04/2026x", "%d/%m/%Y", std::nullopt},
          {"", "%d/%m/%Y", std::nullopt}}) {
        EXPECT_EQ(files::time_in_format(text, format), seconds) << text << " as " << format;
    }
    for (const char* const wrong : {"%d/%m/%q", "%H:%M", "%Y-%m-%", "noon"}) {
        EXPECT_TRUE(files::unknown_in_time_format(wrong)) << wrong;
        expect_error({"query", "-", "--t-format", wrong}, "%Y %y %m");
    }
    EXPECT_EQ(files::unknown_in_time_format("%Y-%m-%d %I:%M"), "%I") << "without its half of the day";
}

TEST(times, of_another_form_may_have_dates_in_a_column_of_their_own) {
    const std::string text = "id;x;y;Datum;Uhrzeit\na;1;2;03.04.2024;08:00:00\na;1;2;03.04.2024;08:00:01\n";
    const std::string dates = "--t Uhrzeit --date Datum";
    expect_each({{text, dates, "", "--date Datum with --t-format"}});
    EXPECT_EQ(everything(text, with(words_in(dates), {"--t-format", "%d.%m.%Y %H:%M:%S"})).output,
              "1712131200,a\n1712131201,a\n");
}

TEST(times, that_are_not_seconds_are_of_the_unit_that_an_option_gives) {
    const std::string text = "id,t,x,y\n,[ms],[m],[m]\na,1000,1,2\na,2000,3,4\n";
    expect_each({
        {text, "", "", ":1:4: wanted --t-unit or --fps"},
        {text, "--t-unit ms", "1,a\n2,a\n"},
    });
    for (const std::string option : {"--t-unit ms", "--fps 25", "--t-format %Y%j"}) {
        const std::string name = option.substr(0, option.find(' '));
        expect_each({
            {"id,x,y\na,1,2\n", option, "", "a column of times (--t COLUMN), as " + name},
            {R"({"type":"Point","coordinates":[1,2]})", option, "", "wanted --t with what has the times, as " + name},
        });
    }
}

TEST(times, of_features_are_refused_with_the_option_and_need_none_where_a_day_is_beyond_the_twelfth) {
    const auto dated = [](std::string_view first, std::string_view second) {
        constexpr const char* feature =
            R"({{"type":"Feature","id":"{}","properties":{{"when":"{}"}},"geometry":{{"type":"Point","coordinates":[1,2]}}}})";
        return fmt::format("{}\n{}\n", fmt::format(feature, "a", first), fmt::format(feature, "b", second));
    };
    const std::string when = "--t when";
    const std::string several = dated("04/05/2026", "25/05/2026");
    expect_each({
        {dated("25/05/2026", "05/05/2026"), when, "1777939200,b\n1779667200,a\n"},
        {dated("5/25/2026 1:00 AM", "05/05/2026"), when, "1777939200,b\n1779670800,a\n"},
        {dated("04.05.2026", "05.05.2026"), when, "1777852800,a\n1777939200,b\n"},
        {several, when, "", R"(--t-format "%d/%m/%Y …" or "%m/%d/%Y …")"},
        {several, when + " --t-format %d/%m/%Y", "1777852800,a\n1779667200,b\n"},
        {dated("25/05/2026", "05/25/2026"), when, "", "25/05/2026 for when, as the first is"},
    });
}

// ---- Before a table, and between its lines ----------------------------------------------------------------------------

TEST(comments, before_a_table_are_passed_over_and_reported) {
    const std::string one = " 1 line before the table passed over";
    const std::string two = " 2 lines before the table passed over";
    const std::vector<reading> tables = {
        {"# made by hand\n% in May\nid,x,y\na,1,2\n", "", "a\n", two},
        {"\xEF\xBB\xBF# made by hand\n\nid;x;y\na;1;2\n", "", "a\n", one},
        {"#id,x,y\na,1,2\n", "", "a\n"},
        {"# title\n# id x y\na 1 2\n", "", "a\n", one},
        {"# of a.pet\n# 25 fps\n1 7.5 2\n2 8.5 2\n", "--id 1 --x 2 --y 3 --delimiter space", "1\n2\n", two},
        {"some words, by whom\nmore\nid,x,y\na,1,2\n", "--skip-lines 2", "a\n", two},
        {"id,x,y\n!no,row\na,1,2\n  ! nor this\nb,3,4\n", "--comment !", "a\nb\n"},
        {"#no row\nid,x,y\n#a,1,2\nb,3,4\n", "--comment #", "b\n", one},
        {"#,x,y\n7,1,2\n", "--id #", "7\n"},
        {"#name,x,y\n7,1,2\n", "--id #name", "7\n"},
        {"#1,1,2\n#2,3,4\n5,5,6\n", "--comment #", "5\n", two},
        {"#1,1,2\n#2,3,4\n5,5,6\n", "--comment !", "#1\n#2\n5\n"},
        {"id,x,y\n#a,1,2\nb,3,4\n", "", "#a\nb\n"},
    };
    for (reading each : tables) {
        for (const char* const end : {"\n", "\r\n"}) {
            each.text = std::regex_replace(each.text, std::regex("\r?\n"), end);
            const result found = everything(each.text, words_in(each.options));
            EXPECT_EQ(found.output, each.rows) << each.text << found.errors;
            EXPECT_TRUE(contains(found.errors, each.message)) << each.text;
            EXPECT_EQ(found.errors.find("before the table") == std::string::npos, each.message.empty()) << found.errors;
        }
    }
    expect_each({
        {"# one\n# two\nid,x,y\na,1,2\nb,1,no\n", "", "", ":5:5: wanted a number for y"}, // lines are those of the file
        {"#1,1,2\n#2,3,4\n5,5,6\n", "", "", "--comment \"#\", which passes over"}, // what may be rows is not lost
    });
    EXPECT_EQ(run_command({"follow", "-", "--distance", "2", "--quiet"}, "# c\n# d\n# e\nt,id,x,y\n0,a,0,0\n0,b,1,0\n")
                  .output,
              "event,a,b,from,to,closest\nbegin,a,b,0,0,1\nend,a,b,0,0,1\n");
}

TEST(comments, that_have_nothing_are_no_names_and_names_are_not_lost_between_them) {
    for (const char* const begin : {"#\n", "%\n", "# a\n#\n", "#,,\n"}) {
        expect_each({{std::string(begin) + "id,x,y\na,1,2\n", "", "a\n"}});
    }
    const std::string text = "# y,x\n# m,m\n1,2\n3,4\n";
    const std::string alone = "#id,x,y\n#a,1,2\n";
    expect_each({
        {text, "", "", ":1:1: wanted names of columns in the first row"},
        {"1,2,3\n", "--id 2", "", "--x and --y, as --id is one of the last two"},
        {alone, "", "", "--comment with another mark takes the former for rows"},
        {alone, "--comment ; --id #id", "#a\n"},
    });
    EXPECT_EQ(run_command({"convert", "-", "--x", "2", "--y", "1", "--quiet"}, text).output, "id,x,y\n1,2,1\n2,4,3\n");
}

TEST(ends_of_lines, may_be_any) {
    for (const std::string end : {"\n", "\r", "\r\n", "\r\r\n"}) {
        for (const std::string& last : {end, std::string()}) {
            const result found = everything("x,y,id" + end + "1,2,a" + end + "3,4,\"b c\"" + last);
            EXPECT_EQ(found.output, "a\nb c\n") << found.errors;
            EXPECT_EQ(found.errors.find("lines that end in CR") != std::string::npos, end == "\r");
        }
    }
}

// ---- Ids, places, and XML -----------------------------------------------------------------------------------------------

TEST(ids, that_are_there_again_are_refused_with_a_way_out) {
    const std::string cities = "name,lat,lon\nColumbus,39.9,-83\nColumbus,32.5,-84.9\n";
    const std::string many = "id,x,y\na,1,2\na,,\n" + repeated("a,3,4\n", 12);
    expect_each({
        {cities, "", "", "--id - takes the rows' numbers"},
        {cities, "--id -", "1\n2\n"},
        {many, "--skip-bad", "a\n", ": 12 of these have an id that an earlier row has already: --id - takes"},
        {many, "--skip-bad --id - --quiet", "1\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n"},
    });
}

TEST(features, with_names_that_are_no_texts_or_without_a_place_are_read) {
    const auto feature = [](std::string_view properties, std::string_view geometry) {
        return fmt::format(R"({{"type":"Feature","properties":{{{}}},"geometry":{}}})", properties, geometry);
    };
    const std::string point = R"({"type":"Point","coordinates":[1,1]})";
    const words features = {feature(R"("name":{"en":"Bern"},"id":7)", point),
                            feature(R"("name":["a"],"id":true)", point), feature(R"("name":"z")", point),
                            feature(R"("name":"p")", R"({"type":"Polygon","coordinates":[]})"),
                            feature(R"("name":"q")", R"({"type":"GeometryCollection","geometries":[]})")};
    const std::string text = fmt::format(R"({{"type":"FeatureCollection","features":[{}]}})", fmt::join(features, ","));
    expect_each({
        {text, "", "7\n2\nz\n", "skipped 2 features without a geometry"},
        {text, "--boxes --quiet", "7\n2\nz\n"},
        {feature(R"("flag":true,"n":1)", point), "--id flag", "", "wanted a text or a number for \"flag\", found true"},
        {feature(R"("flag":true,"n":1)", point), "--id n", "1\n"},
    });
    EXPECT_TRUE(
        contains(run_command({"convert", "-", "--with", "name", "--quiet"}, text).output, R"("{""en"":""Bern""}")"))
        << "a name that is no id is a value";
    for (const char* const number : {"NaN", "Infinity", "-Infinity"}) {
        expect_each({{fmt::format(R"({{"type":"Point","coordinates":[{},2]}})", number), "", "",
                      ":1:32: wanted JSON, which has no NaN and no Infinity"}});
    }
}

TEST(gpx, may_have_a_prefix_and_no_names_and_times_of_tracks_alone) {
    expect_each({
        {"<g:gpx xmlns:g='http://www.topografix.com/GPX/1/1'><g:wpt lat='47' lon='8'>"
         "<g:name>a</g:name></g:wpt></g:gpx>",
         "", "a\n"},
        {"<gpx><wpt lat='1' lon='2'/><rte><rtept lat='1' lon='2'/><rtept lat='2' lon='2'/></rte><trk>"
         "<trkseg><trkpt lat='1' lon='2'/><trkpt lat='3' lon='2'/></trkseg></trk></gpx>",
         "--quiet", "1\n1 #1\n1 #2\n"},
        {"<?xml version='1.0' encoding='Windows-1252'?><gpx><wpt lat='1' lon='2'><name>\x80</name></wpt></gpx>", "",
         "€\n"},
    });
    const scratch_folder folder;
    for (const char* const text :
         {"<?xml version='1.0'?><TrainingCenterDatabase><Activities/></TrainingCenterDatabase>",
          "<!DOCTYPE html><html><body/></html>"}) {
        expect_error({"info", folder.write("a.xml", text)}, "wanted a file of shapes, found ");
    }
}

TEST(gpx, leaves_out_what_comes_in_the_second_of_the_fix_before_and_is_read_without_times_and_ids) {
    const std::string text = "<gpx><trk><name>a</name><trkseg>"
                             "<trkpt lat='1' lon='2'><time>2026-05-01T00:00:00Z</time></trkpt>"
                             "<trkpt lat='1' lon='3'><time>2026-05-01T00:00:00Z</time></trkpt>"
                             "<trkpt lat='1' lon='4'><time> 2026-05-01T00:00:01Z </time></trkpt>"
                             "</trkseg></trk></gpx>";
    const std::string left_out = "1 points of tracks have the time of the one before";
    expect_each({
        {text, "", "1777593600,a\n1777593601,a\n", left_out},
        {text, "", "1777593600,a\n1777593601,a\n", "--t - takes tracks for lines"},
        {text, "--id - --quiet", "1777593600,1\n1777593601,2\n"},
        {"<fcd-export><timestep time='0'><vehicle id='a' x='1' y='2'/></timestep></fcd-export>", "--t -", "",
         "wanted GPX, as --t - or --id - is given"},
    });
    EXPECT_EQ(run_command({"nearest", "-", "--at", "3,1", "--t", "-"}, text).output, "id,distance\na,0\n");
    EXPECT_EQ(run_command({"info", "-", "--id", "a"}, text).status, 2) << "there are no columns";
}

// ---- What spreadsheets and other programs write --------------------------------------------------------------------------

TEST(tables_of_other_programs, are_read) {
    expect_each({
        // A line of units.
        {"id,t,x,y\n,s,m,m\na,0,1,2\nb,0,3,4\n", "", "0,a\n0,b\n", "a line of units passed over"},
        {"lon,lat\n[degrees_east],[degrees_north]\n1,2\n", "", "1\n"},
        {"x,y\nNA,NA\n1,2\n", "", "", ":2:1: wanted a number for x"}, // what is missing is no unit
        {"x,y\n1,2\nm,m\n", "", "", ":3:1: wanted a number for x"},
        // Quotes behind spaces, and rows of delimiters.
        {",,\nid, x, y\n\"a\", 1, \"2\" \n \"b, c\", 3,4\n,,\n , ,\n", "", "a\n\"b, c\"\n"},
        {"id;x;y\n\"a\"; \"1,5\"; \"2,5\"\n;;\n", "", "a\n"},
        {"id,x,y\na,1,\n", "", "", ":2:5: wanted a number for y"},
        // Letters of Windows.
        {"id,x,y\n\x80uro \x93q\x94,1,2\n", "", "€uro “q”\n"},
        // A hundred thousand columns without a name, each of which has its number, and one name of a megabyte.
        {"id,x,y," + std::string(100'000, ',') + std::string(1'000'000, 'n') + "\na,1,2," + std::string(100'000, ',') +
             "\n",
         "", "a\n"},
        // A delimiter that names do not say: it makes most fields.
        {"Nr.;Name;\"Wert\"\n1;\"a,b\";1\n", "", "", "\"Wert\" without a column x; --x says which"},
        // One axis that the user names, and several that may be the other.
        {"X,id,location.long,location.lat\n1,a,8,47\n2,b,9,48\n", "--y location.lat", "",
         R"(wanted one column for x, found "X" and "location.long"; --x says which)"},
        {"X,id,location.long,location.lat\n1,a,8,47\n2,b,9,48\n", "--y location.lat --x location.long", "a\nb\n"},
        {"x,id,other\n1,a,8\n2,b,9\n", "--y other", "a\nb\n"},
    });
}

TEST(columns_of_two_files, may_be_those_of_one) {
    const scratch_folder folder;
    const std::string table = folder.write("a.csv", "id,x,y,kind\na,8,47,port\n");
    const std::string track = folder.write("b.gpx", "<gpx><wpt lat='47' lon='8'><name>w</name></wpt></gpx>");
    EXPECT_EQ(run_command({"join", table, track, "--with", "kind", "--quiet"}).output, "a,b,a_kind\na,w,port\n");
    EXPECT_EQ(run_command({"join", track, track, "--with", "kind", "--quiet"}).status, 2);
}

TEST(arrays_of_json, have_objects_that_are_rows) {
    expect_each({
        {"\xEF\xBB\xBF [\n {\"lon\": 1, \"lat\": 2, \"name\": \"a \\\"},{\",\n \"of\": {\"x\": [1, {}]}} ,\n"
         "{\"lon\": 3,\r\n\"lat\": 4, \"name\": \"b\"}\n]\n",
         "", "\"a \"\"},{\"\nb\n", "objects of an array"},
        {R"([{"type":"Feature","id":"f","geometry":{"type":"Point","coordinates":[1,2]}}])", "", "f\n"},
        {R"([{"x":1,"y":2},{"x":"b","y":2}])", "", "", ":2:6: wanted a number for x"},
        {R"([{"x":1,"y":2} {"x":1,"y":2}])", "", ""},
        {R"([{"x":1,"y":2},3])", "", ""},
        {R"([{"x":1,"y":2})", "", ""},
        {R"([{"x":1,"y":2},])", "", ""},
        {R"([{"x":1,"y":2}]x)", "", ""},
    });
}

TEST(refusals, of_a_second_file_name_the_verb_that_takes_two) {
    const scratch_folder folder;
    const std::string file = folder.write("a.csv", "id,x,y\na,1,2\n");
    expect_error({"encounters", file, file, "--distance", "1"}, "word too many; join takes one more");
    EXPECT_EQ(run_command({"join", file, file, "--distance", "1", "--count"}).output, "1\n");
    const std::string dated = folder.write("b.csv", "id,date,x,y\nb,2026-05-01,1,1\nb,2026-05-02,2,2\n");
    EXPECT_FALSE(contains(run_command({"join", file, dated}).errors, "--t")) << "which the other file lacks";
}

} // namespace

} // namespace quadrille::test
