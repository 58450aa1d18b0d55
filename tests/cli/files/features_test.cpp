// Features with times: by --t and --id they are positions of things, as the rows of tables are.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace quadrille::test {

namespace {

/// Two that meet twice, one that comes alone, in another order than that of time.
const std::string track_rows = "b,0,1,0\na,0,0,0\na,2,9,9\nb,2,0,9\na,1,1,1\nb,1,1,2\nc,3,40,40\na,3,5,5\nb,3,5,6\n";
const std::string as_table = "who,when,x,y\n" + track_rows;

/// One feature a line; with what is in front of, between and behind them.
std::string as_features(std::string_view begin, std::string_view between, std::string_view end) {
    std::string text(begin);
    for (const std::string& row : words_in(track_rows)) {
        text += text.size() == begin.size() ? "" : between;
        text += fmt::format(R"({{"type":"Feature","properties":{{"name":"{0}{1}","who":"{0}","when":{1}}},)"
                            R"("geometry":{{"type":"Point","coordinates":[{2}]}}}})",
                            row[0], row[2], row.substr(4));
    }
    return text.append(end);
}
std::string as_lines() { return as_features("", "\n", "\n"); }
std::string as_collection() { return as_features(R"({"type":"FeatureCollection","features":[)", ",", "]}"); }

std::string feature_at(std::string_view time, std::string_view place = "1,2") {
    return fmt::format(
        R"({{"type":"Feature","id":"a","properties":{{"when":{}}},"geometry":{{"type":"Point","coordinates":[{}]}}}})",
        time, place);
}

words by_fields(const words& asked) { return with(asked, {"--id", "who", "--t", "when"}); }

TEST(features_with_times, answer_as_the_rows_of_a_table) {
    const words all[] = {
        {"encounters", "-", "--distance", "1.5"},   {"encounters", "-", "--distance", "1.5", "--gap", "2"},
        {"within", "-", "--distance", "1.5"},       {"within", "-", "--distance", "1.5", "--memory", "1M"},
        {"query", "-", "--box", "0,0,9,9"},         {"query", "-", "--circle", "1,1,3", "--count"},
        {"nearest", "-", "--at", "1,1", "-k", "2"}, {"follow", "-", "--distance", "1.5", "--late", "9"}};
    for (const words& asked : all) {
        const std::string by_rows = answer_to(by_fields(asked), as_table);
        EXPECT_GT(by_rows.size(), 1U) << asked.front();
        EXPECT_EQ(answer_to(by_fields(asked), as_lines()), by_rows) << asked.front();
        EXPECT_EQ(answer_to(by_fields(asked), as_collection()), by_rows) << asked.front();
    }
    const result untimed = run_command({"follow", "-", "--distance", "1.5"}, as_lines());
    EXPECT_TRUE(contains(untimed.errors, "wanted rows with times"));
    const std::string info = answer_to(by_fields({"info", "-"}), as_lines());
    EXPECT_TRUE(contains(info, "times       4 from 0 to 3"));
    EXPECT_TRUE(contains(info, "\"who\"   texts (id)"));
    EXPECT_TRUE(contains(info, "\"when\"  whole numbers (t)"));
    const std::string table = answer_to(by_fields({"convert", "-"}), as_lines());
    EXPECT_EQ(table.substr(0, table.find('\n')), "t,id,x,y,name") << "one id and one time are kept";
}

TEST(features_with_times, may_be_of_any_form_that_one_value_tells) {
    const words asked = {"query", "-", "--box", "0,0,9,9", "--t", "when"};
    struct form {
        const char* time;
        words more;
        const char* seconds;
    };
    for (const auto& [time, more, seconds] : {form{"\"1970-01-01T01:00:00Z\"", {}, "3600"},
                                              {"\"12.5\"", {}, "12.5"},
                                              {"12500", {"--t-unit", "ms"}, "12.5"},
                                              {"50", {"--fps", "25"}, "2"},
                                              {"\"01/02/1970\"", {"--t-format", "%d/%m/%Y"}, "2678400"},
                                              {"20260425120000", {"--t-unit", "date"}, "1777118400"}}) {
        EXPECT_EQ(answer_to(with(asked, more), feature_at(time)), fmt::format("t,id\n{},a\n", seconds));
    }
    for (const auto& [time, reason] : {std::pair("20260425120000", "--t-unit date or --t-unit s"),
                                       {"\"1/2/1970\"", "--t-format \"%d/%m/%Y …\" or"},
                                       {"\"noon\"", "--t-format says another form"},
                                       {"\"nan\"", "a finite number for"},
                                       {"\"inf\"", "a finite number for"},
                                       {"null", "a time for"},
                                       {"[1]", "a time for"}}) {
        expect_refused(asked, reason, feature_at(time));
        expect_refused(asked, "(standard input):1:", feature_at(time));
    }
}

TEST(features_with_times, have_one_row_at_each_time) {
    const std::string one = feature_at("1") + "\n";
    const std::string other = feature_at("1", "3,4") + "\n";
    for (const words& more : {words{}, words{"--memory", "1M"}}) {
        const words asked = with({"within", "-", "--distance", "9", "--count", "--t", "when"}, more);
        EXPECT_EQ(answer_to(asked, one + one), "0\n");
        expect_refused(asked, ":2:1: wanted an id of its own, found \"a\", which line 1 has already at this t",
                       one + other);
        EXPECT_EQ(answer_to(with(asked, {"--skip-bad"}), one + other), "0\n");
    }
}

TEST(ids_of_features, are_those_of_the_property_that_the_user_names) {
    const words query = {"query", "-", "--box", "0,0,99,99"};
    EXPECT_TRUE(contains(answer_to(with(query, {"--id", "when"}), as_lines()), "\n0 #1\n0 #2\n2 #3"));
    EXPECT_EQ(answer_to(with(query, {"--id", "-"}), as_lines()), "id\n1\n2\n3\n4\n5\n6\n7\n8\n9\n");
    expect_refused(with(query, {"--id", "whom"}),
                   "1:1: wanted a feature with the property \"whom\" (--id), found one without", as_lines());
    expect_refused(with(query, {"--t", "when"}), "--id -",
                   R"({"type":"Feature","properties":{"when":1},"geometry":{"type":"Point","coordinates":[1,2]}})");
}

TEST(options_of_one_file, are_taken_by_it_alone) {
    const scratch_folder folder;
    const std::string ports = folder.write("ports.csv", "port,e,n\nx,0,0\ny,9,9\n");
    const std::string ships = folder.write("ships.csv", "ship,lon,lat,e\na,0,0,7\nb,9,9,7\n");
    const std::string map = folder.write("map.geojson", as_collection());
    const words both = {"join", ports, ships, "--a-id", "port", "--a-x", "e", "--a-y", "n", "--b-id", "ship"};
    EXPECT_EQ(answer_to(both), "a,b\nx,a\ny,b\n");
    EXPECT_EQ(answer_to(with(both, {"--memory", "1M"})), "a,b\nx,a\ny,b\n");
    const words columns = {"--id", "port", "--x", "e", "--y", "n"};
    const words of_table = with({"join", ports, map}, columns);
    EXPECT_EQ(answer_to(of_table), "a,b\nx,a0\ny,a2\n");
    EXPECT_EQ(answer_to(with({"nearest", map, "--at-file", ports}, columns)), "place,id,distance\nx,a0,0\ny,a2,0\n");
    EXPECT_EQ(answer_to(with(of_table, {"--b-id", "when"})), "a,b\nx,0 #2\ny,2 #3\n");
    EXPECT_EQ(answer_to({"nearest", ships, "--at-file", ports, "--a-id", "ship", "--b-id", "port", "--b-x", "e",
                         "--b-y", "n"}),
              "place,id,distance\nx,a,0\ny,b,0\n");
    for (const auto& [option, value] :
         {std::pair("--a-x", "e"), {"--x", "e"}, {"--a-layer", "x"}, {"--a-delimiter", "tab"}}) {
        expect_refused({"join", map, map, option, value}, option == std::string("--a-layer") ? "--layer" : option);
    }
    answer_to({"join", map, map, "--a-id", "who"});
    expect_refused({"join", map, map, "--id", "who"}, "--a-id");
    const std::string moving = folder.write("moving.csv", "id,t,x,y\nt1,0,1,1\nt1,1000,0,0\n");
    const words at_times = {"join", moving, ships, "--a-id", "id", "--b-id", "ship"};
    EXPECT_EQ(answer_to(with(at_times, {"--fps", "2", "--a-t-unit", "ms"})), "t,a,b\n1,t1,a\n")
        << "that of one file counts";
    expect_refused(with(at_times, {"--a-fps", "2", "--a-t-unit", "ms"}), "wanted one of --fps and --t-unit of a file");
    expect_refused(with(at_times, {"--b-t-unit", "ms"}), ships + ":1:15: wanted a column of times (--t COLUMN)");
    const result told = run_command({"join", moving, map, "--t", "t", "--id", "id", "--b-t", "when"});
    EXPECT_TRUE(contains(told.errors, "--id is taken for tables alone"));
    expect_refused({"join", ports, ships, "--a-t-unit", "x"}, "--a-t-unit");
}

} // namespace

} // namespace quadrille::test
