// Features with times: by --t and --id they are positions of things, as the rows of tables are.
// SPDX-License-Identifier: MIT
#include "command.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::test {

namespace {

using words = std::vector<std::string>;

struct position {
    const char* who;
    int t;
    int x;
    int y;
};
/// Two that meet twice, one that comes alone, in another order than that of time.
constexpr std::array<position, 9> track_rows = {{{"b", 0, 1, 0},
                                                 {"a", 0, 0, 0},
                                                 {"a", 2, 9, 9},
                                                 {"b", 2, 0, 9},
                                                 {"a", 1, 1, 1},
                                                 {"b", 1, 1, 2},
                                                 {"c", 3, 40, 40},
                                                 {"a", 3, 5, 5},
                                                 {"b", 3, 5, 6}}};

std::string as_table() {
    std::string text = "who,when,x,y\n";
    for (const position& each : track_rows) {
        text += fmt::format("{},{},{},{}\n", each.who, each.t, each.x, each.y);
    }
    return text;
}

/// One feature a line; with what is in front of, between and behind them.
std::string as_features(std::string_view begin, std::string_view between, std::string_view end) {
    std::string text(begin);
    for (const position& each : track_rows) {
        text += &each == track_rows.data() ? "" : between;
        text += fmt::format(R"({{"type":"Feature","properties":{{"name":"{0}{1}","who":"{0}","when":{1}}},)"
                            R"("geometry":{{"type":"Point","coordinates":[{2},{3}]}}}})",
                            each.who, each.t, each.x, each.y);
    }
    return text.append(end);
}
std::string as_lines() { return as_features("", "\n", "\n"); }
std::string as_collection() { return as_features(R"({"type":"FeatureCollection","features":[)", ",", "]}"); }

result answered(words verb, const std::string& text, const words& more = {}) {
    verb.insert(verb.end(), {"--id", "who", "--t", "when"});
    verb.insert(verb.end(), more.begin(), more.end());
    return run_command(verb, text);
}

TEST(features_with_times, answer_as_the_rows_of_a_table) {
    const std::vector<words> with_options = {
        {"encounters", "-", "--distance", "1.5"},   {"encounters", "-", "--distance", "1.5", "--gap", "2"},
        {"within", "-", "--distance", "1.5"},       {"query", "-", "--box", "0,0,9,9"},
        {"nearest", "-", "--at", "1,1", "-k", "2"}, {"query", "-", "--circle", "1,1,3", "--count"}};
    for (const words& verb : with_options) {
        const result by_rows = answered(verb, as_table());
        EXPECT_EQ(by_rows.status, 0) << verb.front() << by_rows.errors;
        EXPECT_GT(by_rows.output.size(), 1U) << verb.front();
        for (const std::string& text : {as_lines(), as_collection()}) {
            EXPECT_EQ(answered(verb, text).output, by_rows.output) << verb.front();
        }
        if (verb.front() == "within") {
            const result spilled = answered(verb, as_table(), {"--memory", "1M"});
            EXPECT_EQ(spilled.status, 0) << verb.front() << spilled.errors;
            EXPECT_EQ(answered(verb, as_lines(), {"--memory", "1M"}).output, spilled.output) << verb.front();
        }
    }
}

TEST(features_with_times, are_followed_as_they_come) {
    const words follow = {"follow", "-", "--distance", "1.5", "--late", "9"};
    const result by_rows = answered(follow, as_table());
    EXPECT_EQ(by_rows.status, 0) << by_rows.errors;
    EXPECT_EQ(answered(follow, as_lines()).output, by_rows.output);
    EXPECT_EQ(answered(follow, as_collection()).output, by_rows.output);
    const result untimed = run_command({"follow", "-", "--distance", "1.5"}, as_lines());
    EXPECT_NE(untimed.errors.find("wanted rows with times"), std::string::npos) << untimed.errors;
}

TEST(features_with_times, are_counted_by_info) {
    const result info = answered({"info", "-"}, as_lines());
    EXPECT_NE(info.output.find("times       4 from 0 to 3"), std::string::npos) << info.output;
    EXPECT_NE(info.output.find("\"who\"   texts (id)"), std::string::npos) << info.output;
    EXPECT_NE(info.output.find("\"when\"  whole numbers (t)"), std::string::npos) << info.output;
}

TEST(features_with_times, may_be_of_any_form_that_one_value_tells) {
    const auto first_row = [](std::string_view time, const words& more) {
        const std::string text = fmt::format(
            R"({{"type":"Feature","id":"a","properties":{{"when":{}}},"geometry":{{"type":"Point","coordinates":[1,2]}}}})",
            time);
        words asked = {"query", "-", "--box", "0,0,9,9", "--t", "when"};
        asked.insert(asked.end(), more.begin(), more.end());
        return run_command(asked, text);
    };
    EXPECT_EQ(first_row("\"1970-01-01T01:00:00Z\"", {}).output, "t,id\n3600,a\n");
    EXPECT_EQ(first_row("\"12.5\"", {}).output, "t,id\n12.5,a\n");
    EXPECT_EQ(first_row("12500", {"--t-unit", "ms"}).output, "t,id\n12.5,a\n");
    EXPECT_EQ(first_row("50", {"--fps", "25"}).output, "t,id\n2,a\n");
    EXPECT_EQ(first_row("\"01/02/1970\"", {"--t-format", "%d/%m/%Y"}).output, "t,id\n2678400,a\n");
    EXPECT_EQ(first_row("20260425120000", {"--t-unit", "date"}).output, "t,id\n1777118400,a\n");
    for (const auto& [time, wanted] :
         std::vector<std::pair<const char*, const char*>>{{"20260425120000", "--t-unit date or --t-unit s"},
                                                          {"\"1/2/1970\"", "--t-format \"%d/%m/%Y …\" or"},
                                                          {"\"noon\"", "--t-format says another form"},
                                                          {"\"nan\"", "a finite number for"},
                                                          {"\"inf\"", "a finite number for"},
                                                          {"null", "a time for"},
                                                          {"[1]", "a time for"}}) {
        const result told = first_row(time, {});
        EXPECT_EQ(told.status, 2) << time << told.output;
        EXPECT_NE(told.errors.find(wanted), std::string::npos) << time << told.errors;
        EXPECT_NE(told.errors.find(":1:"), std::string::npos) << time << told.errors;
    }
}

TEST(features_with_times, keep_one_id_and_one_time_when_they_are_converted) {
    const result made = answered({"convert", "-"}, as_lines(), {"--quiet"});
    EXPECT_EQ(made.output.substr(0, made.output.find('\n')), "t,id,x,y,name") << made.output << made.errors;
}

TEST(features_with_times, have_one_row_at_each_time) {
    const std::string line = R"({"type":"Feature","id":"a","properties":{"when":1},)"
                             R"("geometry":{"type":"Point","coordinates":[1,2]}})";
    const std::string other = R"({"type":"Feature","id":"a","properties":{"when":1},)"
                              R"("geometry":{"type":"Point","coordinates":[3,4]}})";
    for (const words& more : {words{}, words{"--memory", "1M"}}) {
        words asked = {"within", "-", "--distance", "9", "--count", "--t", "when"};
        asked.insert(asked.end(), more.begin(), more.end());
        EXPECT_EQ(run_command(asked, line + "\n" + line + "\n").output, "0\n");
        const result told = run_command(asked, line + "\n" + other + "\n");
        EXPECT_EQ(told.status, 2);
        EXPECT_NE(told.errors.find(":2:1: wanted an id of its own, found \"a\", which line 1 has already at this t"),
                  std::string::npos)
            << told.errors;
        asked.emplace_back("--skip-bad");
        EXPECT_EQ(run_command(asked, line + "\n" + other + "\n").output, "0\n");
    }
}

TEST(ids_of_features, are_those_of_the_property_that_the_user_names) {
    const words query = {"query", "-", "--box", "0,0,99,99"};
    const auto by = [&](const char* id) {
        words asked = query;
        asked.insert(asked.end(), {"--id", id});
        return run_command(asked, as_lines());
    };
    EXPECT_NE(by("when").output.find("\n0 #1\n0 #2\n2 #3"), std::string::npos) << by("when").output;
    EXPECT_EQ(by("-").output, "id\n1\n2\n3\n4\n5\n6\n7\n8\n9\n");
    const result told = by("whom");
    EXPECT_EQ(told.status, 2);
    EXPECT_NE(told.errors.find("1:1: wanted a feature with the property \"whom\" (--id), found one without"),
              std::string::npos)
        << told.errors;
    const result nameless = run_command({"query", "-", "--box", "0,0,9,9", "--t", "when"},
                                        R"({"type":"Feature","properties":{"when":1},)"
                                        R"("geometry":{"type":"Point","coordinates":[1,2]}})");
    EXPECT_NE(nameless.errors.find("--id -"), std::string::npos) << nameless.errors;
}

TEST(options_of_one_file, are_taken_by_it_alone) {
    const scratch_folder folder;
    const std::string ports = folder.write("ports.csv", "port,e,n\nx,0,0\ny,9,9\n");
    const std::string ships = folder.write("ships.csv", "ship,lon,lat,e\na,0,0,7\nb,9,9,7\n");
    const std::string map = folder.write("map.geojson", as_collection());
    const auto joined = [](const std::string& a, const std::string& b, const words& more) {
        words asked = {"join", a, b, "--quiet"};
        asked.insert(asked.end(), more.begin(), more.end());
        return run_command(asked);
    };
    const words both = {"--a-id", "port", "--a-x", "e", "--a-y", "n", "--b-id", "ship"};
    EXPECT_EQ(joined(ports, ships, both).output, "a,b\nx,a\ny,b\n");
    words spilled = both;
    spilled.insert(spilled.end(), {"--memory", "1M"});
    EXPECT_EQ(joined(ports, ships, spilled).output, "a,b\nx,a\ny,b\n");
    EXPECT_EQ(joined(ports, map, {"--id", "port", "--x", "e", "--y", "n"}).output, "a,b\nx,a0\ny,a2\n");
    EXPECT_EQ(joined(ports, map, {"--id", "port", "--x", "e", "--y", "n", "--b-id", "when"}).output,
              "a,b\nx,0 #2\ny,2 #3\n");
    EXPECT_EQ(run_command({"nearest", ships, "--at-file", ports, "--quiet", "--a-id", "ship", "--b-id", "port", "--b-x",
                           "e", "--b-y", "n"})
                  .output,
              "place,id,distance\nx,a,0\ny,b,0\n");
    for (const words& wrong :
         std::vector<words>{{"--a-x", "e"}, {"--x", "e"}, {"--a-layer", "x"}, {"--a-delimiter", "tab"}}) {
        const result rejected = joined(map, map, wrong);
        EXPECT_EQ(rejected.status, 2) << wrong.front() << rejected.output;
        const std::string_view said = wrong.front() == "--a-layer" ? "--layer" : std::string_view(wrong.front());
        EXPECT_NE(rejected.errors.find(said), std::string::npos) << rejected.errors;
    }
    EXPECT_EQ(joined(map, map, {"--a-id", "who"}).status, 0);
    EXPECT_EQ(joined(map, map, {"--id", "who"}).status, 2);
    EXPECT_NE(joined(map, map, {"--id", "who"}).errors.find("--a-id"), std::string::npos);
    const std::string moving = folder.write("moving.csv", "id,t,x,y\nt1,0,1,1\nt1,1000,0,0\n");
    const words ids = {"--a-id", "id", "--b-id", "ship"};
    const auto at_times = [&](words more) {
        more.insert(more.end(), ids.begin(), ids.end());
        return joined(moving, ships, more);
    };
    EXPECT_EQ(at_times({"--fps", "2", "--a-t-unit", "ms"}).output, "t,a,b\n1,t1,a\n") << "that of one file counts";
    EXPECT_EQ(at_times({"--a-fps", "2", "--a-t-unit", "ms"}).status, 2);
    EXPECT_EQ(at_times({"--b-t-unit", "ms"}).status, 2) << "it has no times";
    const result told = run_command({"join", moving, map, "--t", "t", "--id", "id", "--b-t", "when"});
    EXPECT_NE(told.errors.find("--id is taken for tables alone"), std::string::npos) << told.errors;
    EXPECT_NE(joined(ports, ships, {"--a-t-unit", "x"}).errors.find("--a-t-unit"), std::string::npos);
}

} // namespace

} // namespace quadrille::test
