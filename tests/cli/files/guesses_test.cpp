// What columns are taken for by their names and values: each guess is reported and loses nothing, what may mean several things is rejected
// with the options that say which.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"
#include "tests/cli/files/zips.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace quadrille::test {

namespace {

const std::string from_input = "quadrille: (standard input): ";

/// A table, how it is read, and what the command says of that.
struct guessed {
    std::string table;
    std::string asked;  ///< its words
    std::string rows;   ///< of the answer, behind its header
    std::string notice; ///< the whole, behind the name of the file
};

const std::string ask_within = "within - --distance 1.5";
const std::string ask_encounters = "encounters - --distance 1.5";

const std::vector<guessed> all_guessed = {
    // Ids by names of the field.
    {"uid,t,x,y\na,0,0,0\nb,0,1,0\na,1,0,0\nb,1,9,0\n", ask_encounters, "a,b,0,0,1\n",
     "columns id from \"uid\", x, y, t"},
    {"pedID,t,x,y\na,0,0,0\nb,0,1,0\na,1,0,0\n", ask_encounters, "a,b,0,0,1\n", "columns id from \"pedID\", x, y, t"},
    {"agent_id,t,x,y\na,0,0,0\nb,0,1,0\na,1,0,0\n", ask_encounters, "a,b,0,0,1\n",
     "columns id from \"agent_id\", x, y, t"},
    {"name,trajectory_id,t,x,y\nc,a,0,0,0\nd,b,0,1,0\n", ask_encounters, "a,b,0,0,1\n",
     R"(columns id from "trajectory_id", x, y, t; not used: "name")"},
    // Axes by what names end with.
    {"id,x_lon,x_lat\na,0,0\nb,1,0\n", ask_within, "a,b,1\n", R"(columns id, x from "x_lon", y from "x_lat")"},
    {"id,decimalLatitude,decimalLongitude\na,0,0\nb,1,0\n", ask_within, "a,b,1\n",
     R"(columns id, x from "decimalLongitude", y from "decimalLatitude")"},
    {"id,location-long,location-lat,long_name\na,0,0,e\nb,1,0,f\n", ask_within, "a,b,1\n",
     R"(columns id, x from "location-long", y from "location-lat"; not used: "long_name")"},
    {"id,lon_deg,lat_deg,lat_error\na,0,0,1\nb,1,0,1\n", ask_within, "a,b,1\n",
     R"(columns id, x from "lon_deg", y from "lat_deg"; not used: "lat_error")"},
    {"fid,wkt_geom\n1,POINT (0 0)\n2,POINT (1 0)\n", ask_within, "1,2,1\n",
     R"(columns id from the rows' numbers, wkt from "wkt_geom"; not used: "fid")"},
    // Frames.
    {"frame,id,x,y\n0,a,0,0\n0,b,1,0\n9,a,0,0\n", ask_encounters, "a,b,0,0,1\n",
     "columns id, x, y, t from \"frame\"; times are frames; --fps says how many are a second"},
    {"frame,id,x,y\n0,a,0,0\n50,a,0,0\n50,b,1,0\n", "encounters - --distance 2 --fps 25", "a,b,2,2,1\n",
     "columns id, x, y, t from \"frame\""},
    {"frame,time,id,x,y\n0,7,a,0,0\n0,7,b,1,0\n1,8,a,1,0\n", ask_encounters, "a,b,7,7,1\n",
     R"(columns id, x, y, t from "time"; not used: "frame")"},
    // A date and a time.
    {"id,date,time,x,y\na,2026-05-01,12:00:00,0,0\nb,2026-05-01,12:00:00,1,0\na,2026-05-02,12:00:00,9,0\n",
     ask_encounters, "a,b,1777636800,1777636800,1\n",
     R"(columns id, x, y, t from "date" and "time"; times in seconds since 1970-01-01 UTC)"},
    {"id,date,time,x,y\na,20260501,9:05,0,0\nb,2026/05/01,09:05:00,1,0\na,2026-05-02,12:00,9,0\n", ask_encounters,
     "a,b,1777626300,1777626300,1\n",
     R"(columns id, x, y, t from "date" and "time"; times in seconds since 1970-01-01 UTC)"},
    {"id,date,timestamp,x,y\na,2026-05-01,1777636800,0,0\nb,2026-05-01,1777636800,1,0\na,2026-05-01,1777636801,0,0\n",
     ask_encounters, "a,b,1777636800,1777636800,1\n", R"(columns id, x, y, t from "timestamp"; not used: "date")"},
    // Digits of dates.
    {"id,t,x,y\na,20260501120000,0,0\nb,20260501120000,1,0\na,20260501120001,0,0\n", ask_encounters,
     "a,b,1777636800,1777636800,1\n",
     "digits of times are those of dates; --t-unit s takes them for numbers; times in seconds since 1970-01-01 UTC"},
    {"id,t,x,y\na,20260501T120000Z,0,0\nb,20260501T120000Z,1,0\na,20260501T120001Z,0,0\n", ask_encounters,
     "a,b,1777636800,1777636800,1\n", "times in seconds since 1970-01-01 UTC"},
    {"id,t,x,y\na,20260501,0,0\nb,20260501,1,0\na,20260502,0,0\n", "encounters - --distance 1.5 --t-unit s",
     "a,b,20260501,20260501,1\n", ""},
    // Hemispheres.
    {"id,lat,NS,lon,EW\na,1,N,0.5,W\nb,1,N,0.5,E\nc,1,S,0.5,E\n", ask_within, "a,b,1\n",
     R"(columns id, x from "lon" by "EW", y from "lat" by "NS")"},
    {"id,Latitude,Lat_Dir,Longitude,Long_Dir\na,1,n,0.5,w\nb,1,n,0.5,e\nc,1,s,0.5,e\n", ask_within, "a,b,1\n",
     R"(columns id, x from "Longitude" by "Long_Dir", y from "Latitude" by "Lat_Dir")"},
    {"id,lat,p,lon,q\na,1,north,0.5,west\nb,1,north,0.5,east\nc,1,south,0.5,east\n", ask_within, "a,b,1\n",
     R"(columns id, x from "lon" by "q", y from "lat" by "p")"},
    {"id,lat,lon,road\na,1,0.5,N\nb,1,1,S\nc,3,0.5,N\n", ask_within, "a,b,0.5\n",
     R"(columns id, x from "lon", y from "lat"; not used: "road")"}, // the way it leads
    {"id c lat NS lon EW\na \"\" 1 N 0.5 W\nb \"\" 1 N 0.5 E\nc \"\" 1 S 0.5 E\n", ask_within, "a,b,1\n",
     R"(columns id, x from "lon" by "EW", y from "lat" by "NS"; not used: "c"; delimiter space)"},
    // A color.
    {"id,x,y,r,g,b\na,0,0,200,1,2\nb,1,0,100,3,4\n", ask_within, "a,b,1\n",
     R"(columns id, x, y; not used: "r", "g", "b"; r beside g and b is a color; --r takes it for radii)"},
    {"id,x,y,radius,r,g,b\na,0,0,1,200,1,2\nb,3,0,1,100,3,4\n", ask_within, "a,b,1\n",
     R"(columns id, x, y, r from "radius"; not used: "r", "g", "b"; r beside g and b is a color; --r takes it )"
     "for radii"},
    // Sizes.
    {"id,x,y,width,height\na,0,0,3,3\nb,4,0,3,3\n", ask_within, "a,b,1\n",
     R"(columns id, x, y, w from "width", h from "height"; width and height are the sizes of boxes; --x and --y take )"
     "points"},
    {"id,x,y,height\na,0,0,9\nb,1,0,9\n", ask_within, "a,b,1\n", R"(columns id, x, y; not used: "height")"},
    {"id,x,y,r,Width,Height\na,0,0,1,9,9\nb,3,0,1,9,9\n", ask_within, "a,b,1\n",
     R"(columns id, x, y, r; not used: "Width", "Height")"},
    // Events.
    {"id,time,x,y\na,2026-03-07T04:23:21Z,0,0\nb,2026-03-08,1,0\nc,2026-03-09,9,9\n", ask_within, "a,b,1\n",
     "columns id, x, y, t from \"time\"; times in seconds since 1970-01-01 UTC\n" + from_input +
         R"(the times in "time" do not count, since each id is there once: these are events, not tracks; --t "time" )"
         "has them count"},
    {"id,x,y,t\na,0,0,20.5\nb,1,0,21\n", ask_within, "a,b,1\n", // a temperature
     R"(the times in "t" do not count, since each id is there once: these are events, not tracks; --t "t" has them )"
     "count"},
    {"time,x,y\n1,0,0\n2,1,0\n", ask_within, "1,2,1\n",
     "columns id from the rows' numbers, x, y, t from \"time\"\n" + from_input +
         "the times in \"time\" do not count, since no column is known to have ids and each time is there once: these "
         "are events, not tracks; --t \"time\" has them count"},
};

TEST(guesses, are_reported_once_and_lose_nothing) {
    for (const guessed& each : all_guessed) {
        const words asked = words_in(each.asked);
        const result told = run_command(asked, each.table);
        EXPECT_EQ(told.status, 0) << each.table << told.errors;
        EXPECT_EQ(told.output.substr(told.output.find('\n') + 1), each.rows) << each.table;
        EXPECT_EQ(told.errors, each.notice.empty() ? "" : from_input + each.notice + '\n') << each.table;
        output_of(with(asked, {"--quiet"}), each.table);

        // `info` says what other verbs assume, and in the same words.
        const words options(asked.begin() + 4, asked.end());
        const auto info =
            nlohmann::json::parse(answer_to(with({"info", "-", "--format", "json"}, options), each.table));
        std::string notice = each.notice;
        for (std::size_t next = notice.find('\n'); next != std::string::npos; next = notice.find('\n')) {
            notice.replace(next, 1 + from_input.size(), "; ");
        }
        EXPECT_EQ(info[0]["assumed"].get<std::string>(), notice) << each.table;
        EXPECT_EQ(info[0]["problems"].size(), 0U);
    }
}

/// A table that is refused, what is said of it, and ways out, of which each has an answer.
struct refused {
    std::string table;
    std::string asked; ///< its words
    std::string reason;
    std::string ways_out; ///< the words of options, with the word "or" between two ways
};

const std::string dated = "id,date,x,y\na,2026-05-01,1,1\na,2026-05-02,2,2\nb,2026-05-01,1,1\n";

const std::vector<refused> all_refused = {
    {"id,vehicle_id,timestamp,lat,lon\n1,a,1,1,1\n2,b,1,1,1\n3,a,2,1,1\n4,b,2,1,1\n", ask_encounters,
     R"(wanted one column for id, found "id" and "vehicle_id"; --id says which)",
     "--id vehicle_id or --id id --t timestamp"},
    {"trajectory_id,id,t,lat,lon\na,1,1,1,1\nb,2,1,1,1\n", ask_encounters,
     R"(wanted one column for id, found "trajectory_id" and "id"; --id says which)", "--id id or --id trajectory_id"},
    {"id,time,x,y\na,1,0,0\nb,2,0,0\n", ask_encounters,
     "wanted tracks, found events: each id is there once; --id COLUMN says which", "--t time"},
    {"id,time,x,y\na,1,0,0\nb,2,0,0\n", "within - --distance 1 --every 1", "wanted tracks for --every", "--t time"},
    {"id,t,x,y\na,1767226060001,0,0\nb,1767226060007,1,0\na,1767226120003,0,0\nb,1767226120009,1,0\n",
     "encounters - --distance 2 --every 10s --interpolate --bridge 5min",
     "wanted --every without a unit, as nothing says what times such as 1767226120009 are in, found it with one; "
     "--t-unit ms says milliseconds (s, us, ns)",
     "--t-unit ms or --t-unit ns"},
    {"id,t,x,y\na,1767226060001,0,0\nb,1767226060001,1,0\na,1767226060002,1,0\n", "encounters - --distance 2 --gap 10s",
     "wanted --gap without a unit", "--t-unit ms or --t-unit us"},
    {"id,t,x,y\na,1767226060001,0,0\nb,1767226060001,1,0\n", "follow - --distance 2", "wanted --forget without a unit",
     "--t-unit ms or --forget 600000"},
    {"frame,id,x,y\n0,a,0,0\n0,b,1,0\n9,a,0,0\n", "encounters - --distance 2 --every 10s",
     "wanted a number of frames for --every, as times are frames, found one with a unit; --fps says how many",
     "--fps 25"},
    {"id,t,x,y\na,20260501120000,0,0\nb,20260501120000,1,0\n", "follow - --distance 2",
     "wanted --t-unit date or --t-unit s, which says what the digits of t are, found \"20260501120000\"",
     "--t-unit date"},
    {"id,t,x,y\na,20260501120000,0,0\nb,20260501126000,1,0\na,20260501120000,0,0\n", ask_encounters,
     "wanted --t-unit date or --t-unit s, which says what the digits of t are, found \"20260501120000\" and",
     "--t-unit s"},
    {"id,t,x,y\na,20260431,0,0\nb,20260431,1,0\na,20260501,0,0\n", ask_encounters,
     R"(wanted --t-unit date or --t-unit s, which says what the digits of t are, found "20260501" and "20260431")",
     "--t-unit s"},
    {"date,t,id,x,y\n2026-05-01,20.5,a,0,0\n2026-05-01,20.5,b,1,0\n2026-05-02,21,a,0,0\n", ask_encounters,
     R"(wanted one column for t, found "date" and "t"; --t says which)", "--t date or --t t"},
    {"date,time,id,x,y\n20260501,125959,a,0,0\n20260501,125959,b,1,0\n20260502,235959,a,0,0\n", ask_encounters,
     R"(wanted one column for t, found "date" and "time"; --t says which)", "--t date or --t time"},
    {"id,date,time,x,y\na,01/05/2026,12:00,0,0\nb,01/05/2026,12:00,1,0\n", ask_within,
     "wanted a date such as 2026-05-01 for date (--date COLUMN says another column, --t - takes rows without times, ",
     "--t -"},
    {"id,start_lon,start_lat,end_lon,end_lat\na,0,0,1,1\n", ask_within,
     R"(wanted one column for x, found "start_lon" and "end_lon"; --x says which)",
     "--x start_lon --y start_lat or --x end_lon --y end_lat"},
    {"id,lat,NS,lon\na,1,N,0\nb,1,,1\n", ask_within,
     "wanted N or S, and a y of 0 or more (--y takes its numbers as they are)", "--y lat"},
    {"id,lat,NS,lon\na,1,N,0\nb,1,?,1\n", ask_within,
     "wanted N or S, and a y of 0 or more (--y takes its numbers as they are), found \"?\"", "--y lat"},
    {"id,lat,lon,EW\na,1,0.5,W\nb,1,-1,E\n", // with signs
     ask_within, "wanted E or W, and a x of 0 or more (--x takes its numbers as they are), found -1", "--x lon"},
    {"time,frame,id,x,y,timestamp\n0,0,a,0,0,1\n", ask_within,
     R"(wanted one column for t, found "time" and "timestamp")", "--t time or --t frame"},
    {"id,t,x,y,z\na,5,1971,1,2\n", "encounters - --distance 1 --date x", "no column x besides that of --date",
     "--x z --t-format %Y~%j"},
    {dated, "pairs -", "; --t \"date\" takes rows of one id", "--t date"},
    {dated, ask_encounters, "; --t \"date\" takes rows of one id", "--t date"},
    {"id,x,y\na,1,\nb,NA,2\nc,1,1\n", "pairs -", "; --skip-bad passes over such rows", "--skip-bad"},
    {"id,foo,bar\na,1,2\n", "pairs -", R"("id", "foo", "bar" without a column x; --x says)", "--x foo --y bar"},
    {"foo,bar\n1,2\n", "pairs -", R"("foo", "bar"; --x and --y say which)", "--x foo --y bar"},
    {"{\"east\":1,\"north\":2}\n{\"east\":1,\"north\":3}\n", "pairs -", "--x and --y name other members of rows",
     "--x east --y north"},
};

TEST(choices, are_rejected_with_options_that_work) {
    for (const refused& each : all_refused) {
        const words asked = words_in(each.asked);
        const result told = run_command(asked, each.table);
        EXPECT_EQ(told.status, 2) << each.table << told.output;
        EXPECT_TRUE(told.output.find('\n') == std::string::npos || told.output.find('\n') + 1 == told.output.size());
        EXPECT_TRUE(contains(told.errors, each.reason)) << each.table;
        std::vector<words> ways(1);
        for (const std::string& word : words_in(each.ways_out)) {
            word == "or" ? static_cast<void>(ways.emplace_back()) : ways.back().push_back(word);
        }
        for (const words& options : ways) {
            EXPECT_TRUE(contains(told.errors, options.front()));
            answer_to(with(asked, options), each.table);
        }
    }
}

TEST(choices, of_times_have_the_answer_of_the_unit_that_is_given) {
    const std::string rows =
        "id,t,x,y\na,1767226060001,0,0\nb,1767226060007,1,0\na,1767226120003,0,0\nb,1767226120009,1,0\n";
    const words near = {"encounters", "-", "--distance", "2", "--interpolate", "--every"};
    EXPECT_EQ(answer_to(with(near, {"10s", "--bridge", "5min", "--t-unit", "ms"}), rows),
              "a,b,from,to,closest\na,b,1767226070,1767226120,1\n");
    EXPECT_EQ(answer_to(with(near, {"10000"}), rows), "a,b,from,to,closest\na,b,1767226070000,1767226120000,1\n");
    expect_refused(
        {"within", "-", "--distance", "2", "--t-unit", "ms"},
        "quadrille: (standard input):1:4: wanted numbers for t, as --t-unit is given, found \"2026-05-01\"\n",
        "id,t,x,y\na,2026-05-01,0,0\n");
    expect_refused({"within", "-", "--distance", "2", "--t-unit", "ms", "--fps", "2"}, "--fps", rows);
}

// ---- Events ---------------------------------------------------------------------------------------------------------

const std::string quakes =
    "id,time,latitude,longitude,mag\nq1,2026-03-07T04:23:21.890Z,33.47,-116.56,0.4\n"
    "q2,2026-03-07T04:24:21.890Z,33.47,-116.561,0.5\nq3,2026-03-07T05:24:21.890Z,33.48,-116.57,0.5\n";

TEST(events, have_the_answers_of_rows_without_times_in_every_verb) {
    const scratch_folder folder;
    const std::string file = folder.write("quakes.csv", quakes);
    const std::string index = folder.path("quakes.qtree");
    answer_to({"index", file, "-o", index});
    const std::vector<words> questions = {{"pairs", file},
                                          {"within", file, "--distance", "0.02"},
                                          {"within", file, "--distance", "0.02", "--memory", "1M"},
                                          {"join", file, file, "--distance", "0.02", "--memory", "1M"},
                                          {"join", file, file},
                                          {"nearest", file, "--at", "-116,33", "-k", "1"},
                                          {"query", file, "--circle", "-116.5,33.5,1"},
                                          {"query", file, "--circle", "-116.5,33.5,1", "--with", "mag,time"}};
    for (const words& each : questions) {
        const result told = run_command(each);
        const result wanted = run_command(with(each, {"--t", "-"}));
        EXPECT_EQ(told.output, wanted.output) << each.front();
        EXPECT_TRUE(contains(told.errors, "since each id is there once: these are events, not tracks")) << each.front();
        EXPECT_FALSE(contains(wanted.errors, "events"));
        EXPECT_NE(answer_to(with(each, {"--t", "time"})), wanted.output) << each.front();
        if (each.back() != "mag,time") { // an index has ids alone
            words of_index = each;
            std::replace(of_index.begin(), of_index.end(), file, index);
            EXPECT_EQ(answer_to(of_index), wanted.output) << each.front();
        }
    }
}

TEST(events, are_converted_with_their_times_as_a_column) {
    const std::string wanted = "id,x,y,time_,mag\nq1,-116.56,33.47,2026-03-07T04:23:21.890Z,0.4\n";
    const std::string made = answer_to({"convert", "-"}, quakes);
    EXPECT_EQ(made.substr(0, wanted.size()), wanted);
    EXPECT_EQ(made, answer_to({"convert", "-", "--t", "-"}, quakes));
    EXPECT_EQ(answer_to({"convert", "-"}, "id,time,x,y,mag\na,0,1,1,5\na,1,1,1,6\n"),
              "t,id,x,y,mag\n0,a,1,1,5\n1,a,1,1,6\n");
}

TEST(events, are_not_what_is_there_at_one_time_or_has_a_track) {
    EXPECT_EQ(answer_to({"within", "-", "--distance", "2"}, "id,t,x,y\na,5,0,0\nb,5,1,0\n"),
              "t,a,b,distance\n5,a,b,1\n");
    for (const words& more : {words{}, words{"--memory", "1M"}}) {
        const words asked = with({"within", "-", "--distance", "2"}, more);
        EXPECT_EQ(output_of(asked, "id,t,x,y\na,5,0,0\nb,6,1,0\na,7,9,9\n"), "t,a,b,distance\n");
        EXPECT_EQ(output_of(asked, "id,t,x,y\na,5,0,0\na,6,0,0\nb,7,9,9\n"), "t,a,b,distance\n");
        // A position that is written twice makes no track.
        EXPECT_EQ(answer_to(asked, "id,t,x,y\na,5,0,0\na,5,0,0\nb,6,1,0\n"), "a,b,distance\na,b,1\n");
        EXPECT_EQ(answer_to(asked, "t,x,y\n5,0,0\n6,1,0\n"), "a,b,distance\n1,2,1\n");
        EXPECT_EQ(answer_to(asked, "t,x,y\n5,0,0\n5,1,0\n6,9,9\n"), "t,a,b,distance\n5,1,2,1\n");
    }
}

// ---- Timetables -----------------------------------------------------------------------------------------------------

TEST(choices, of_a_zip_of_a_timetable_are_its_tables) {
    const scratch_folder folder;
    const std::string stops = "stop_id,stop_lat,stop_lon\ns,1,2\n";
    const std::string feed = folder.write(
        "feed.zip", zip_of({{"agency.txt", "a\n"}, {"in/shapes.txt", "shape_id\n"}, {"in/stops.txt", stops}}));
    for (const words& asked : {words{"pairs", feed}, words{"convert", feed}, words{"index", feed, "-o", "/dev/null"},
                               words{"pairs", feed, "--memory", "1M"}}) {
        expect_refused(asked,
                       "quadrille: " + feed +
                           ": wanted one file of shapes, found a zip of GTFS with in/shapes.txt and in/stops.txt; " +
                           feed + "/in/shapes.txt names one of them\n");
    }
    const auto rows_in = [](const std::string& path) { return answer_to({"query", path, "--box", "0,0,9,9"}); };
    EXPECT_EQ(rows_in(feed + "/in/stops.txt"), "id\ns\n");
    EXPECT_TRUE(contains(run_command({"info", feed + "/in/stop.txt"}).output, "in/stops.txt"));
    EXPECT_EQ(run_command({"info", feed}).status, 2);
    const std::string alone = folder.write("alone.zip", zip_of({{"readme.txt", "a\n"}, {"a/stops.txt", stops}}));
    EXPECT_EQ(rows_in(alone), "id\ns\n");
    const std::string whole = content_of(alone);
    std::string cut = whole;
    cut.replace(cut.rfind("PK\x03\x04"), 4, 4, '\0');
    EXPECT_EQ(run_command({"info", folder.write("cut.zip", cut)}).status, 2);
    for (std::size_t at = whole.find(stops); at < whole.find(stops) + stops.size(); ++at) {
        std::string changed = whole;
        changed[at] = static_cast<char>(changed[at] ^ 1);
        EXPECT_EQ(run_command({"convert", folder.write("changed.zip", changed)}).status, 2) << at;
    }
    const std::string row = "id,x,y\na,1,2\n";
    EXPECT_EQ(rows_in(folder.write("FEED.DATA", zip_of({{"a.CSV", row}}))), "id\na\n");
    EXPECT_EQ(rows_in(folder.write("one.zip", zip_of({{"a b's.dat", row}}))), "id\na\n");
    const std::string twice = folder.write("twice.zip", zip_of({{"a.csv", "x,y\n"}, {"a.csv", "x,y\n"}}));
    EXPECT_TRUE(contains(run_command({"info", twice + "/a.csv"}).output, "several of the name"));
    const std::string other = folder.write("other.zip", zip_of({{"roads.shp", "a\n"}}));
    EXPECT_FALSE(contains(run_command({"pairs", other}).errors, "GTFS"));
}

} // namespace

} // namespace quadrille::test
