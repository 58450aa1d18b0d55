// `quadrille follow` tells the encounters that `quadrille encounters` finds, while the rows are still coming.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"

#include "scenes/random.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>
#include <thread>

namespace quadrille::test {

namespace {

const std::string event_head = "event,a,b,from,to,closest\n";

result follow(const words& more, std::string_view rows) { return run_command(with({"follow", "-"}, more), rows); }

/// The header is printed before the first row comes.
void expect_not_followed(const words& more, std::string_view rows, std::string_view reason) {
    const result ended = follow(more, rows);
    EXPECT_EQ(ended.status, 2) << reason;
    EXPECT_TRUE(ended.output.empty() || ended.output == event_head) << ended.output;
    EXPECT_TRUE(contains(ended.errors, reason));
}

TEST(following, tells_the_beginning_and_the_end_of_encounters) {
    const std::string rows = "t,id,x,y\n0,a,0,0\n0,b,9,0\n1,a,4,0\n1,b,5,0\n2,b,4.5,0\n3,b,9,0\n4,b,9,0\n9,a,9,0\n";
    const std::pair<words, std::string> all[] = {
        {{}, "begin,a,b,1,1,1\nend,a,b,1,2,0.5\nbegin,a,b,9,9,0\nend,a,b,9,9,0\n"},
        {{"--gap", "7"}, "begin,a,b,1,1,1\nend,a,b,1,9,0\n"},
        {{"--gap", "6.9"}, "begin,a,b,1,1,1\nend,a,b,1,2,0.5\nbegin,a,b,9,9,0\nend,a,b,9,9,0\n"},
        // What is forgotten is nowhere.
        {{"--forget", "0"}, "begin,a,b,1,1,1\nend,a,b,1,1,1\n"},
        {{"--forget", "1"}, "begin,a,b,1,1,1\nend,a,b,1,2,0.5\n"}};
    for (const auto& [more, events] : all) {
        EXPECT_EQ(follow(with({"--distance", "2"}, more), rows).output, event_head + events);
    }
    EXPECT_EQ(follow({"--distance", "2"}, "t,id,x,y\n").output, event_head);
}

/// What is forgotten and comes back is no other thing.
TEST(following, puts_first_what_had_a_row_first_as_encounters_does) {
    for (const char* const ids : {"1,2", "2,1", "b,a"}) {
        const std::string rows = fmt::format("t,id,x,y\n0,{0},0,0\n0,{1},0,0\n600,{1},5,5\n900,{1},0,0\n"
                                             "1200,{1},0,0\n1200,{0},0,0\n",
                                             ids[0], ids[2]);
        const std::string ended = event_head + fmt::format("begin,{0},0,0,0\nend,{0},0,0,0\n"
                                                           "begin,{0},1200,1200,0\nend,{0},1200,1200,0\n",
                                                           ids);
        for (const char* const memory : {"0", "599", "10min", "800"}) {
            EXPECT_EQ(follow({"--distance", "1", "--forget", memory}, rows).output, ended) << memory;
        }
        EXPECT_EQ(answer_to({"encounters", "-", "--distance", "1"}, rows),
                  fmt::format("a,b,from,to,closest\n{0},0,0,0\n{0},1200,1200,0\n", ids));
    }
    // Also where the first row comes late.
    const std::string late = "t,id,x,y\n1,b,0,0\n0,a,5,5\n1,a,0,0\n";
    EXPECT_EQ(follow({"--distance", "1", "--late", "2"}, late).output, event_head + "begin,a,b,1,1,0\nend,a,b,1,1,0\n");
    EXPECT_EQ(answer_to({"encounters", "-", "--distance", "1"}, late), "a,b,from,to,closest\na,b,1,1,0\n");
}

TEST(following, waits_for_late_rows_and_tells_those_that_are_later) {
    const std::string rows = "t,id,x,y\n0,a,0,0\n2,b,0,0\n1,b,5,0\n4,a,0,0\n0.5,b,0,0\n0,b,0,0\n";
    const result patient = follow({"--distance", "1", "--late", "2"}, rows);
    EXPECT_EQ(patient.output, event_head + "begin,a,b,2,2,0\nend,a,b,2,4,0\n");
    EXPECT_EQ(
        patient.errors,
        "quadrille: (standard input): the row of \"b\" in line 6 comes later than --late allows, and is left out; "
        "others are counted\nquadrille: (standard input): 2 rows came late, and are left out\n");
    EXPECT_EQ(follow({"--distance", "1", "--late", "1", "--quiet"}, rows).errors, "");
    EXPECT_EQ(follow({"--distance", "1", "--late", "4"}, rows).output,
              event_head + "begin,a,b,0,0,0\nend,a,b,0,0.5,0\nbegin,a,b,2,2,0\nend,a,b,2,4,0\n");
}

TEST(following, takes_the_last_of_several_rows_of_a_time) {
    const result told = follow({"--distance", "1"}, "t,id,x,y\n0,a,0,0\n0,b,0,0\n0,b,9,0\n0,a,0,0\n");
    EXPECT_EQ(told.output, event_head);
    EXPECT_EQ(told.errors, "quadrille: (standard input): 1 row has the id and time of an earlier one at another place, "
                           "and counts instead of it\n");
}

TEST(following, wants_to_know_what_each_row_is_a_position_of) {
    const std::string rows = "boat,t,x,y\nA,0,0,0\nA,1,0,0\n";
    const std::string reason = "wanted a column that says what each row is a position of (--id COLUMN, or --id - ";
    expect_not_followed({"--distance", "1"}, rows, reason);
    expect_refused({"encounters", "-", "--distance", "1"}, reason, rows);
    expect_refused({"within", "-", "--distance", "1", "--every", "1"}, reason, rows);
    for (const char* const id : {"boat", "-"}) {
        answer_to({"follow", "-", "--distance", "1", "--id", id}, rows);
        answer_to({"encounters", "-", "--distance", "1", "--id", id}, rows);
        answer_to({"within", "-", "--distance", "1", "--every", "1", "--id", id}, rows);
    }
    EXPECT_EQ(answer_to({"encounters", "-", "--distance", "1"}, "vehicle,t,x,y\nA,0,0,0\nB,0,0,1\n"),
              "a,b,from,to,closest\nA,B,0,0,1\n");
}

TEST(following, rejects_what_it_cannot_follow) {
    const words near = {"--distance", "1"};
    const std::string without_times = "(standard input): wanted rows with times (a column t), found rows without\n";
    expect_not_followed(near, "id,x,y\na,1,1\n", without_times);
    expect_not_followed(near, "{\"type\":\"FeatureCollection\",\"features\":[]}", without_times);
    expect_not_followed(near, "t,id,x,y\n0,a,0,0\n1,a,zero,0\n",
                        "(standard input):3:5: wanted a number for x, found \"zero\"\n");
    expect_not_followed(
        with(near, {"--metres", "--period", "360,0"}), "t,id,x,y\n",
        "wanted one of --period and --metres, found both: on the globe longitudes wrap by themselves\n");
    expect_not_followed(with(near, {"--late", "-1"}), "", "--late: wanted a time of 0 or more");
    const std::string lines = "id,t,wkt\na,0,POINT(9 1)\na,1,\"LINESTRING(0 0,10 10)\"\n";
    expect_not_followed(near, lines,
                        "3:1: wanted a point, circle or box, found a line, polygon or several shapes; quadrille "
                        "encounters takes these");
    answer_to({"encounters", "-", "--distance", "1"}, lines);
}

std::multiset<std::string> told_rows(const std::string& output, std::string_view begin) {
    std::multiset<std::string> rows;
    for (const std::string& line : lines_in(output.substr(output.find('\n') + 1))) {
        if (line.starts_with(begin)) {
            rows.insert(line.substr(begin.size()));
        }
    }
    return rows;
}

/// Positions of twelve, all at each moment or some, from `west` on.
std::string random_lives(scenes::random_source& source, bool has_all, bool are_circles, double west) {
    std::string file = are_circles ? "t,id,x,y,r\n" : "t,id,x,y\n";
    double t = 0;
    for (int moment = 0; moment < 60; ++moment) {
        t += 0.5 * (1 + source.below(4));
        for (int thing = 0; thing < 12; ++thing) {
            if (!has_all && source.below(3) != 0) {
                continue;
            }
            const double x = west + 0.25 * source.below(80);
            const double y = 0.25 * source.below(80);
            file += fmt::format("{},n{},{},{}", t, thing, x, y);
            file += are_circles ? fmt::format(",{}\n", 0.25 * source.below(8)) : "\n";
        }
    }
    return file;
}

// promise: command-answers: `follow` tells the encounters that `encounters` reports.
TEST(following, of_random_lives_tells_the_encounters_of_the_whole_file) {
    scenes::random_source source(5);
    const bool has_globe = run_command({"within", "-", "--km", "--distance", "1"}, "id,x,y\n").status != 1;
    for (int round = 0; round < (has_globe ? 80 : 60); ++round) {
        const bool has_all = source.below(3) == 0;
        const bool is_on_globe = round >= 60; // at ±180 degrees
        const std::string rows =
            random_lives(source, has_all, source.below(2) != 0 && !is_on_globe, is_on_globe ? 170 : 0);
        // What is held in place from row to row goes on however short the gap is: two times are at most 2 apart.
        const std::string gap = fmt::format("{}", has_all ? 2 + 0.5 * source.below(5) : 0.5 * source.below(9));
        const double reach = 0.25 * source.below(20);
        words options = {"--distance", fmt::format("{}", is_on_globe ? 100 * reach : reach), "--gap", gap};
        if (is_on_globe) {
            options.emplace_back("--km");
        } else if (source.below(2) == 0) {
            options = with(options, {"--period", "20,0"});
        }
        const std::multiset<std::string> wanted = told_rows(answer_to(with({"encounters", "-"}, options), rows), "");
        const words forgetting = {"--forget", has_all ? "1000" : "0", "--late", source.below(2) == 0 ? "0" : "3"};
        const result told = follow(with(options, forgetting), rows);
        EXPECT_EQ(told_rows(told.output, "end,"), wanted) << rows;
        EXPECT_EQ(told_rows(told.output, "begin,").size(), wanted.size());
        EXPECT_EQ(told.errors, "");
    }
}

TEST(following, tells_of_bad_rows) {
    const result found = follow({"--distance", "1", "--skip-bad"}, "t,id,x,y\n0,a,1,1\n0,b,q,1\n0,c,1,1\n");
    EXPECT_EQ(found.status, 0);
    EXPECT_TRUE(contains(found.errors, "(standard input): 1 bad row passed over"));
    EXPECT_TRUE(contains(found.errors, ":3:5: wanted a number for x, found \"q\""));
    const result on_globe = follow({"--km", "--distance", "2"}, "t,id,x,y\n0,a,1,91\n");
    EXPECT_TRUE(contains(on_globe.errors, on_globe.status == 1 ? "GeographicLib" : "quadrille: (standard input):2:3"));
}

/// A header and a row are waited for, wherever the writer pauses.
TEST(following, finds_the_same_whatever_comes_when) {
    const scratch_folder folder;
    const std::string rows = folder.write("rows", "0;a;0,5;0\n0;b;1;0\n");
    for (const char* const header : {"t;id;x;y\n", "sep=;\nt;id;x;y\n", "t;id;x;y\r\n\r\n", "t;id;x;y;\"no\nte\"\n"}) {
        const bool has_note = std::string_view(header).find("no") != std::string_view::npos;
        const std::string first = folder.write("header", header);
        const std::string told = folder.path("told");
        const std::string behind = has_note ? "sed 's/$/;/' " : "cat ";
        const std::string line = "(cat '" + first + "'; sleep 0.2; " + behind + "'" + rows +
                                 "') | '" QUADRILLE_COMMAND "' follow - --distance 2 >'" + told + "' 2>/dev/null";
        EXPECT_EQ(std::system(line.c_str()), 0) << header;
        EXPECT_TRUE(contains(content_of(told), ",a,b,"));
    }
}

/// What has been told is there to be read before the next row is written.
TEST(following, tells_before_the_rows_have_ended) {
    const scratch_folder folder;
    const std::string pipe = folder.path("rows");
    const std::string told = folder.path("told");
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    const int out = open(told.c_str(), O_WRONLY | O_CREAT, 0600);
    const running_command follower({"follow", pipe, "--distance", "1"}, {}, {.output_to_pipe = out});
    const int rows = open(pipe.c_str(), O_WRONLY);
    const auto say = [&](std::string_view text) {
        EXPECT_EQ(write(rows, text.data(), text.size()), static_cast<ssize_t>(text.size()));
    };
    const auto wait_for = [&](const std::string& wanted) {
        using namespace std::chrono_literals;
        for (int times = 0; times < 3000 && content_of(told) != wanted; ++times) {
            std::this_thread::sleep_for(10ms);
        }
        EXPECT_EQ(content_of(told), wanted);
    };
    say("time,id,x,y\n1970-01-01T00:00:00Z,a,0,0\n1970-01-01T00:00:00Z,b,1,0\n");
    say("1970-01-01T00:00:05Z,b,9,0\n");
    wait_for(event_head + "begin,a,b,0,0,1\n");
    say("1970-01-01T00:00:06Z,b");
    say(",9,0\n");
    wait_for(event_head + "begin,a,b,0,0,1\nend,a,b,0,0,1\n");
    close(rows);
    EXPECT_EQ(follower.wait().status, 0);
    close(out);
}

} // namespace

} // namespace quadrille::test
