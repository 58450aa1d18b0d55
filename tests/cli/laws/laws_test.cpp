// What holds of every format that the command reads and of every verb that reads files: no row is lost, and what is written is read again.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"

#include "cli/command/verbs.hpp"
#include "cli/command_line.hpp"
#include "files/text/errors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <map>
#include <random>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::test {
namespace {

using nlohmann::json;

// ---- The command in this process: there are thousands of runs --------------------------------------------------------

/// A stream of this process that goes into a file for a while.
class caught_stream {
public:
    caught_stream(std::FILE* stream, const std::string& path) : stream_(stream), kept_(dup(fileno(stream))) {
        std::fflush(stream_);
        const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(file, fileno(stream_));
        close(file);
    }
    caught_stream(const caught_stream&) = delete;
    caught_stream& operator=(const caught_stream&) = delete;
    ~caught_stream() {
        std::fflush(stream_);
        dup2(kept_, fileno(stream_));
        close(kept_);
    }

private:
    std::FILE* stream_;
    int kept_;
};

/// What a verb prints; a failure is one of the test. The parser gets this verb alone: that of all takes longer than most runs.
std::string printed_by(const scratch_folder& folder, const cli::verb& of, words given) {
    given.insert(given.begin(), of.name);
    std::string wrong;
    {
        const caught_stream output(stdout, folder.path("printed"));
        const caught_stream errors(stderr, folder.path("said"));
        std::vector<const char*> pointers = {"quadrille"};
        for (const std::string& word : given) {
            pointers.push_back(word.c_str());
        }
        try {
            cli::follow(static_cast<int>(pointers.size()), pointers.data(), {of});
        } catch (const std::exception& failed) {
            wrong = failed.what();
        }
    }
    EXPECT_EQ(wrong, "") << fmt::format("{}", fmt::join(given, " "));
    return content_of(folder.path("printed"));
}

// ---- Formats ----------------------------------------------------------------------------------------------------------

/// One row of a file. Each two rows have one place of a lattice.
struct place {
    std::string id;
    int number;

    int x() const { return number / 2 % 5; }
    int y() const { return number / 10; }
};
using places = std::vector<place>;

std::string in_quotes(std::string_view id) {
    return '"' + std::regex_replace(std::string(id), std::regex("\""), "\"\"") + '"';
}

std::string in_json(std::string_view id) { return json(id).dump(); }

std::string in_xml(std::string_view id) {
    std::string made;
    for (const char each : id) {
        made += each == '&' ? "&amp;" : each == '<' ? "&lt;" : each == '"' ? "&quot;" : std::string(1, each);
    }
    return made;
}

/// How a format writes rows. A new reader is one more line of `formats`.
struct format {
    const char* name;
    const char* file; ///< its name
    std::string (*id_as_text)(std::string_view id);
    enum class kind { places, lines, times, both_times } what;
    std::string begin;
    std::string row; ///< with {id}, {x}, {y} and {t}
    std::string end = "";
    std::string between = "";
    std::string begin_of_time = "";
    std::string end_of_time = "";

    bool are_lines() const { return what == kind::lines; }
    /// All rows of the time 0, and then those of 1; of `both_times`, the row itself has both.
    bool comes_by_time() const { return what == kind::times; }
    bool has_times() const { return what == kind::times || what == kind::both_times; }

    std::string text(const places& rows) const {
        std::string made = begin;
        for (int t = 0; t < (comes_by_time() ? 2 : 1); ++t) {
            made += fmt::format(fmt::runtime(begin_of_time), fmt::arg("t", t));
            for (const place& each : rows) {
                made += &each == rows.data() ? "" : between;
                made += fmt::format(fmt::runtime(row), fmt::arg("id", id_as_text(each.id)), fmt::arg("x", each.x()),
                                    fmt::arg("y", each.y()), fmt::arg("t", t));
            }
            made += end_of_time;
        }
        return made + end;
    }
};

const std::string feature =
    R"({{"type":"Feature","properties":{{"id":{id}}},"geometry":{{"type":"Point","coordinates":[{x},{y}]}}}})";
const std::string point_of_track = "<trkpt lat='{y}' lon='{x}'><time>1970-01-01T00:00:0";

using kind = format::kind;
const std::vector<format> formats = {
    {"table", "t.csv", in_quotes, kind::places, "id,x,y\n", "{id},{x},{y}\n"},
    {"table_by_semicolons", "t.csv", in_quotes, kind::places, "x;id;y\n", "{x},0;{id};{y},0\n"},
    {"table_of_circles", "t.tsv", in_quotes, kind::places, "id\tx\ty\tr\n", "{id}\t{x}\t{y}\t0.1\n"},
    {"table_of_boxes", "t.csv", in_quotes, kind::places, "id,x0,y0,x1,y1\n", "{id},{x},{y},{x}.5,{y}.5\n"},
    {"table_of_wkt", "t.csv", in_quotes, kind::lines, "id,wkt\n", "{id},\"LINESTRING({x} {y},{x} {y}.5)\"\n"},
    {"table_with_times", "t.csv", in_quotes, kind::times, "t,id,x,y\n", "{t},{id},{x},{y}\n"},
    {"rows_of_json", "t.jsonl", in_json, kind::places, "", "{{\"id\": {id}, \"x\": {x}, \"y\": {y}}}\n"},
    {"rows_of_json_with_times", "t.jsonl", in_json, kind::times, "",
     "{{\"t\":{t},\"id\":{id},\"wkt\":\"POINT ({x} {y})\"}}\n"},
    {"gtfs_shapes", "shapes.txt", in_quotes, kind::lines, "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\n",
     "{id},{y},{x},2\n{id},{y}.5,{x},7\n"},
    {"geojson", "t.geojson", in_json, kind::places, R"({"type":"FeatureCollection","features":[)", feature, "]}", ","},
    {"geojson_by_lines", "t.geojsonl", in_json, kind::places, "", feature + "\n"},
    {"geojson_sequence", "t.geojsons", in_json, kind::places, "", "\x1E" + feature + "\n"},
    {"gpx_of_waypoints", "t.gpx", in_xml, kind::places, "<gpx>", "<wpt lat='{y}' lon='{x}'><name>{id}</name></wpt>",
     "</gpx>"},
    {"gpx_of_tracks", "t.gpx", in_xml, kind::both_times, "<gpx>",
     "<trk><name>{id}</name><trkseg>" + point_of_track + "0Z</time></trkpt>" + point_of_track +
         "1Z</time></trkpt></trkseg></trk>",
     "</gpx>"},
    {"positions_of_sumo", "t.xml", in_xml, kind::times, "<fcd-export>", "<vehicle id=\"{id}\" x='{x}' y='{y}'/>",
     "</fcd-export>", "", "<timestep time='{t}'>", "</timestep>"},
};

// ---- Orders of ids ------------------------------------------------------------------------------------------------------

/// Twenty ids, more than any reader has in flight.
std::map<std::string, places> orders_of_ids() {
    constexpr int count = 20;
    std::map<std::string, places> all;
    std::mt19937 random(1);
    constexpr std::array odd = {"é,", "\"", "&<", "2026-01-01T00:00:", "1e"};
    for (int row = 0; row < count; ++row) {
        all["ascending"].push_back({fmt::format("{}", row + 1), row});
        all["shorter_after_longer"].push_back({std::string(static_cast<std::size_t>(count - row), 'a'), row});
        all["short_last"].push_back({row + 1 == count ? "z" : fmt::format("long {}", row), row});
        const std::size_t which = static_cast<std::size_t>(row) % odd.size();
        all["odd_texts"].push_back({fmt::format("{}{}", odd[which], row), row});
        all["mixed"].push_back({fmt::format("{}", random()), row});
    }
    all["one"] = {{"b", 0}};
    return all;
}

// ---- Verbs --------------------------------------------------------------------------------------------------------------

/// Rows that a verb has seen, as "t id" where there are times, else as ids.
using rows_seen = std::multiset<std::string>;

rows_seen rows_of(const places& rows, bool has_times, std::size_t times = 1) {
    rows_seen all;
    for (const place& each : rows) {
        for (const char* const t : has_times ? std::vector{"0 ", "1 "} : std::vector{""}) {
            for (std::size_t time = 0; time < times; ++time) {
                all.insert(t + each.id);
            }
        }
    }
    return all;
}

/// The values of columns in each object of an answer in lines of JSON.
rows_seen seen_in(const std::string& lines, const words& columns) {
    rows_seen all;
    std::istringstream stream(lines);
    for (std::string line; std::getline(stream, line);) {
        const json row = json::parse(line);
        for (const std::string& column : columns) {
            const std::string t = row.contains("t") ? fmt::format("{} ", row["t"].get<double>()) : "";
            all.insert(t + row[column].get<std::string>());
        }
    }
    return all;
}

/// What a verb is given behind the file, and how often each of n rows is in its answer. A verb that is not in the list fails the test.
struct question {
    cli::verb (*of)();
    const char* why_not = nullptr; ///< it is left out
    words more = {};
    words columns = {}; ///< of the answer that have ids
    std::size_t (*times)(std::size_t n) = [](std::size_t) { return std::size_t{1}; };
    bool is_of_times = false; ///< wants them, and gives an answer for all together
};

std::vector<question> questions() {
    const auto others = [](std::size_t n) { return n - 1; };
    return {{cli::run_verb, "reads no file"},
            {cli::replay_verb, "reads recordings"},
            {cli::draw_verb, "shows no ids"},
            {cli::film_verb, "shows no ids"},
            {cli::follow_verb, "prints events"},
            {cli::info_verb, "prints numbers"},
            {cli::index_verb, "prints nothing"},
            {cli::convert_verb, nullptr, {}, {"id"}},
            {cli::query_verb, nullptr, {"--box", "-9,-9,99,99"}, {"id"}},
            {cli::nearest_verb, nullptr, {"--at", "0,0", "-k", "99"}, {"id"}},
            {cli::pairs_verb, nullptr, {}, {"a", "b"}, [](std::size_t n) { return n > 1 ? std::size_t{1} : 0; }},
            {cli::within_verb, nullptr, {"--distance", "999"}, {"a", "b"}, others},
            {cli::join_verb, nullptr, {"--distance", "999"}, {"a", "b"}, [](std::size_t n) { return 2 * n; }},
            {cli::encounters_verb, nullptr, {"--distance", "999"}, {"a", "b"}, others, true}};
}

/// Ways in which a verb may work, as far as it has these options.
std::vector<words> ways_of(const cli::verb& of, bool are_lines) {
    const auto has = [&](std::string_view option) {
        return std::any_of(of.options.begin(), of.options.end(), [&](const files::option& each) {
            const words names = each.names();
            return std::find(names.begin(), names.end(), option) != names.end();
        });
    };
    std::vector<words> ways = {{}};
    if (has("-j")) {
        ways = {{"-j", "1"}, {"-j", "3"}};
    }
    if (has("--memory")) {
        ways.push_back(are_lines && has("--boxes") ? words{"--memory", "1M", "--boxes"} : words{"--memory", "1M"});
    }
    return ways;
}

/// A verb, the file that it reads, or both that it compares, and options.
words asked_of(const question& asked, const std::string& file, const words& options) {
    return with(with(words(asked.of().name == "join" ? 2 : 1, file), asked.more), options);
}

/// Every verb sees these rows in the file, in whatever way it works. Returns how many runs that took.
std::size_t expect_rows(const scratch_folder& folder, const std::string& file, const format& of, const places& rows) {
    std::size_t runs = 0;
    for (const question& asked : questions()) {
        if (asked.why_not != nullptr || (asked.is_of_times && !of.has_times())) {
            continue;
        }
        const rows_seen wanted = rows_of(rows, of.has_times() && !asked.is_of_times, asked.times(rows.size()));
        for (const words& way : ways_of(asked.of(), of.are_lines())) {
            const words given = asked_of(asked, file, with({"--format", "jsonl"}, way));
            EXPECT_EQ(seen_in(printed_by(folder, asked.of(), given), asked.columns), wanted)
                << asked.of().name << ' ' << fmt::format("{}", fmt::join(given, " "));
            ++runs;
        }
    }
    const json said = json::parse(printed_by(folder, cli::info_verb(), {file, "--format", "json"}));
    EXPECT_EQ(said[0]["rows"], rows.size() * (of.has_times() ? 2 : 1));
    return runs + 1;
}

class laws_of_files : public testing::TestWithParam<format> {};

TEST_P(laws_of_files, every_verb_sees_every_row_whatever_the_order_of_ids) {
    const format& of = GetParam();
    const scratch_folder folder;
    std::size_t runs = 0;
    for (const auto& [order, rows] : orders_of_ids()) {
        SCOPED_TRACE(order);
        const std::string file = folder.write(of.file, of.text(rows));
        runs += expect_rows(folder, file, of, rows);
        if (of.comes_by_time()) {
            const std::string events = printed_by(folder, cli::follow_verb(), {file, "--distance", "999"});
            EXPECT_EQ(std::size_t(std::count(events.begin(), events.end(), '\n')), 1 + rows.size() * (rows.size() - 1));
        }
        for (const words& way : ways_of(cli::index_verb(), of.are_lines())) {
            printed_by(folder, cli::index_verb(), with({file, "-o", folder.path("index")}, way));
            const std::string kept =
                printed_by(folder, cli::convert_verb(), {folder.path("index"), "--format", "jsonl"});
            EXPECT_EQ(seen_in(kept, {"id"}), rows_of(rows, of.has_times())) << fmt::format("{}", fmt::join(way, " "));
        }
        format of_index = of;
        of_index.what = of.are_lines() ? kind::places : of.what; // the last way has written their boxes
        runs += expect_rows(folder, folder.path("index"), of_index, rows);
    }
    EXPECT_GE(runs, 150U);
}

INSTANTIATE_TEST_SUITE_P(each, laws_of_files, testing::ValuesIn(formats),
                         [](const auto& of) { return std::string(of.param.name); });

// ---- What is written is read again ------------------------------------------------------------------------------------

/// A polygon whose row has 200,000 bytes or more.
std::string long_polygon() {
    std::string text = "POLYGON ((0 0";
    for (int vertex = 1; vertex < 5000; ++vertex) {
        text += fmt::format(",{} {}", 100 * std::cos(vertex / 1e4), 100 * std::sin(vertex / 1e4));
    }
    return text + ",0 0))";
}

/// Tables whose ids, numbers, geometries and other texts are odd.
std::map<std::string, std::string> odd_tables() {
    std::map<std::string, std::string> all;
    std::string& ids = all["ids"] = "id,x,y\n";
    int row = 0;
    const words with_marks = {" a",   "a ",     "a",  "\"",   "\"\"", "a,b", "a;b", "a\tb",
                              "a\nb", "a\r\nb", "\n", "é漢𝄞", "\\",   "{",   "<",   "sep=;"};
    const words like_something_else = {"1",    "01", "1.0", "1e5", "2026-01-01T00:00:00Z", "null", "-", "#1",
                                       "a #1", "+1", "x",   "id"};
    for (const std::string& id : with(with_marks, like_something_else)) {
        ids += fmt::format("{},{},1\n", in_quotes(id), row++);
    }
    ids += fmt::format("{},1,1\n", std::string(100'000, 'i'));
    std::string& numbers = all["numbers"] = "id,x,y\n";
    for (const char* const number :
         {"0", "-0", "0.1", "1e308", "-1.7976931348623157e308", "5e-324", "2.2250738585072014e-308", "9007199254740993",
          "123456789.12345679", "1e22", "1e-7", "0.30000000000000004"}) {
        numbers += fmt::format("{},{},{}\n", row++, number, number);
    }
    std::string& geometries = all["geometries"] = "id,wkt\n";
    for (const char* const wkt :
         {"POINT (1 2)", "MULTIPOINT (1 2)", "MULTIPOINT (1 2,3 4)", "LINESTRING (0 0,1e-300 1)",
          "LINESTRING (1 1,1 1)", "MULTILINESTRING ((0 0,1 1),(2 2,3 3))",
          "POLYGON ((0 0,9 0,9 9,0 0),(2 1,3 1,3 2,2 1))", "POLYGON ((1 1,2 2,1 1))",
          "MULTIPOLYGON (((0 0,9 0,9 9,0 0)),((20 0,29 0,29 9,20 0)))",
          "GEOMETRYCOLLECTION (POINT (1 2),LINESTRING (0 0,1 1))"}) {
        geometries += fmt::format("{},\"{}\"\n", row++, wkt);
    }
    geometries += fmt::format("long,\"{}\"\n", long_polygon());
    std::string& texts = all["texts"] = "id,x,y,x0,lon,name,say,,t_\n";
    for (const char* const text : {"", "1", "1.50", "-0", "1e400", "true", "null", " a ", "a\nb", "\"", "2026-01-01"}) {
        texts += fmt::format("{0},1,2,{1},{1},{1},{1},{1},{1}\n", row++, in_quotes(text));
    }
    texts += fmt::format("long,1,2,,,,{},,\n", std::string(200'000, 'm'));
    all["circles"] = "id,x,y,r\na,1,2,3\nb,0.1,-5,0\n";
    all["boxes"] = "id,x0,y0,x1,y1\na,0,0,1,1\nb,0,0,0,5\nc,1,1,1,1\n";
    all["none"] = "id,x,y\n";
    return all;
}

TEST(laws, what_is_written_is_read_again_with_the_same_rows) {
    const scratch_folder folder;
    for (const auto& [name, text] : odd_tables()) {
        SCOPED_TRACE(name);
        const std::string file = folder.write("odd.csv", text);
        const words columns = {"--delimiter", "comma", "--id", "id"};
        // One has other columns that may be coordinates.
        const words options = name == "texts" ? with(columns, {"--x", "x", "--y", "y"}) : columns;
        const auto written = [&](const std::string& of, const char* as, const words& more) {
            return printed_by(folder, cli::convert_verb(), with({of, "--format", as}, more));
        };
        const std::string rows = written(file, "csv", options);
        const std::string objects = written(file, "jsonl", options);
        for (const std::string as : {"csv", "geojson", "jsonl"}) {
            if (name == "none" && as == "jsonl") { // its rows of JSON are an empty file
                continue;
            }
            const std::string text = written(file, as.c_str(), options);
            const std::string again = folder.write("again." + as, text);
            EXPECT_EQ(written(again, as.c_str(), {}), text);
            EXPECT_EQ(seen_in(written(again, "jsonl", {}), {"id"}), seen_in(objects, {"id"})) << as;
            EXPECT_TRUE(as != "jsonl" || written(again, "csv", {}) == rows);
        }
        printed_by(folder, cli::index_verb(), with({file, "-o", folder.path("index")}, options));
        if (name != "texts") { // an index has ids alone
            EXPECT_EQ(written(folder.path("index"), "csv", {}), rows);
        }
    }
}

TEST(laws, answers_that_are_written_to_files_are_read_again) {
    const scratch_folder folder;
    const places rows = orders_of_ids()["odd_texts"];
    for (const format& of : formats) {
        const std::string file = folder.write(of.file, of.text(rows));
        for (const question& asked : questions()) {
            if (asked.why_not != nullptr || asked.is_of_times) {
                continue;
            }
            printed_by(folder, asked.of(), asked_of(asked, file, {"-o", folder.path("answer.geojson")}));
            const std::string said =
                printed_by(folder, cli::info_verb(), {folder.path("answer.geojson"), "--format", "json"});
            const std::size_t count =
                rows.size() * asked.times(rows.size()) * (of.has_times() ? 2 : 1) / asked.columns.size();
            EXPECT_EQ(json::parse(said)[0]["rows"], count) << of.name << ' ' << asked.of().name;
        }
    }
}

TEST(laws, have_all_verbs) {
    std::set<std::string> asked;
    for (const question& each : questions()) {
        asked.insert(each.of().name);
    }
    for (const cli::verb& each : cli::all_verbs()) {
        EXPECT_EQ(asked.count(each.name), 1U) << each.name;
    }
}

} // namespace
} // namespace quadrille::test
