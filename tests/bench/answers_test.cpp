// The answers of the benchmark's subjects, which it compares itself: new trees, trees that have lived, copies; and what it rejects.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace quadrille::test {
namespace {

using json = nlohmann::json;

/// The lines of a run on all subjects, but for that of the machine.
std::vector<json> lines_of(const words& arguments) {
    std::istringstream output(output_of(with(arguments, {"--repeat", "2", "--format", "json"})));
    std::vector<json> lines;
    for (std::string line; std::getline(output, line);) {
        lines.push_back(json::parse(line));
        if (lines.back()["task"] == "machine") {
            lines.pop_back();
        }
    }
    return lines;
}

std::vector<json> those_of(const std::vector<json>& lines, const std::string& subject) {
    std::vector<json> own;
    std::copy_if(lines.begin(), lines.end(), std::back_inserter(own),
                 [&](const json& line) { return line["subject"] == subject; });
    return own;
}

// promise: bench-answers
TEST(queries_of_the_benchmark, are_answered_alike_by_trees_that_have_lived_and_new_ones_warm_and_cold) {
    const std::string lives = " --count 700 --scene clustered --lived 40 --queries 30 --round 70";
    for (const std::string query :
         {"query --window 2,16", "count --window 2,16", "nearest", "radius", "ray --length 30"}) {
        SCOPED_TRACE(query);
        const auto lines = lines_of(words_in(query + lives));
        const auto lived = those_of(lines, "quadrille");
        const auto fresh = those_of(lines, "quadrille_fresh");
        ASSERT_EQ(lived.size(), fresh.size());
        ASSERT_GE(lived.size(), 2U);
        for (std::size_t i = 0; i < lived.size(); ++i) {
            EXPECT_EQ(lived[i]["hash"], fresh[i]["hash"]);
            EXPECT_EQ(lived[i]["caches"], i % 2 == 0 ? "cold" : "warm");
            EXPECT_TRUE(lived[i]["ns_per_query"].is_object());
            EXPECT_TRUE(fresh[i]["ns_per_query"].is_object());
        }
    }
}

TEST(queries_of_the_benchmark, have_one_tree_where_none_lives) {
    const auto lines = lines_of({"query", "--count", "50", "--subjects", "quadrille", "--lived", "0", "--window", "2",
                                 "--queries", "10", "--caches", "cold"});
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0]["subject"], "quadrille");
}

// promise: bench-answers
TEST(ticks_and_builds_of_the_benchmark, are_answered_alike_by_any_number_of_threads) {
    for (const words& task : {words{"tick", "--count", "9000", "--ticks", "3"}, words{"build", "--count", "6000"}}) {
        SCOPED_TRACE(task.front());
        const auto lines = lines_of(with(task, {"--threads", "1,2,16", "--subjects", "quadrille"}));
        words subjects;
        for (const json& line : lines) {
            subjects.push_back(line["subject"]);
            EXPECT_EQ(line["hash"], lines[0]["hash"]) << line["subject"];
            EXPECT_FALSE(line["hash"].is_null());
        }
        EXPECT_EQ(subjects, (words{"quadrille", "quadrille_2", "quadrille_16"}));
    }
}

TEST(clone_of_the_benchmark, answers_as_its_original) {
    const auto lines = lines_of({"clone", "--count", "600"});
    EXPECT_EQ(those_of(lines, "quadrille").size(), 1U);
    EXPECT_EQ(those_of(lines, "boost_rtree").size(), 1U);
    for (const json& line : lines) {
        EXPECT_EQ(line["hash"], lines[0]["hash"]) << line["subject"];
        EXPECT_TRUE(line["new_ns"].is_number()) << line["subject"];
    }
}

// promise: bench-answers
TEST(many_of_the_benchmark, are_answered_alike_in_one_call_and_one_by_one) {
    const auto lines = lines_of(
        {"many", "--count", "900", "--questions", "1,70", "--queries", "100", "--lived", "30", "--threads", "1,2"});
    for (const char* const subject :
         {"quadrille", "quadrille_singly", "quadrille_fresh", "quadrille_fresh_singly", "boost_rtree"}) {
        EXPECT_EQ(those_of(lines, subject).size(), 14U) << "windows and counts of 2 and 70, nearest 1 and 8, and rays";
    }
    EXPECT_EQ(those_of(lines, "quadrille_2").size(), 10U) << "windows, counts and rays";
    for (const json& line : lines) {
        const auto is_same = [&](const json& other) {
            return other.value("side", 0) == line.value("side", 0) &&
                   other.value("counted", 0) == line.value("counted", 0) &&
                   other.value("length", 0) == line.value("length", 0) &&
                   other.value("nearest", 0) == line.value("nearest", 0) && other["questions"] == line["questions"];
        };
        EXPECT_EQ(line["hash"], (*std::find_if(lines.begin(), lines.end(), is_same))["hash"]) << line;
        EXPECT_TRUE(line["ns_per_query"].is_object()) << line;
    }
}

TEST(circles_of_the_benchmark, are_asked_in_three_ways) {
    const auto lines = lines_of({"circles", "--count", "300,2000", "--queries", "20"});
    ASSERT_EQ(lines.size(), 6U);
    for (const json& line : lines) {
        EXPECT_EQ(line["hash"], lines[line["count"] == 300 ? 0 : 3]["hash"]);
        EXPECT_GT(line["hits"], 0);
    }
}

const std::pair<words, std::string> bad_options[] = {
    {{}, "wanted a task (tick, "},
    {{"ticks"}, "wanted a task (tick, "},
    {{"query", "--caches", "tepid"}, "--caches: wanted one of warm, cold, found \"tepid\""},
    {{"query", "--caches", "warm,tepid"}, "--caches: wanted one of warm, cold, found \"tepid\""},
    {{"query", "--round", "0"}, "--round: wanted a whole number from 1 to 1000000, found \"0\""},
    {{"query", "--lived", "-1"}, "--lived: wanted a whole number from 0 to 1000000, found \"-1\""},
    {{"within", "--lived", "ten"}, "--lived: wanted a whole number from 0 to 1000000, found \"ten\""},
    {{"within", "--caches", "warm"}, "wanted a task (tick, "},
    {{"tick", "--lived", "3"}, "wanted a task (tick, "},
    {{"query", "--counts", "many"}, "wanted a whole number from 1 to 100000000, found \"many\""},
    {{"query", "--subjects", "quadrille,boost"}, "--subjects: wanted one of quadrille, "},
    {{"tick", "--threads", "3"}, "--threads: wanted one of 1, 2, 4, 8, 16, found \"3\""},
    {{"nearest", "--threads", "2"}, "wanted a task (tick, "},
    {{"query", "--scene", "empty"}, "--scene: wanted one of uniform, "},
    {{"clone", "--queries", "3"}, "wanted a task (tick, "},
    {{"many", "--questions", "few"}, "--questions"},
    {{"circles", "--radius", "-1"}, "--radius"},
    {{"report", "--tasks", "tick,tock"}, "--tasks: wanted one of tick, "},
    {{"figures", "--tables", "ticks,tocks"}, "--tables: wanted one of ticks, queries, others, goals, found \"tocks\""},
    {{"figures", "--max-items", "0"}, "--max-items: wanted a whole number from 1 to 100000000, found \"0\""},
    {{"figures", "--max-items", "9"}, "--max-items: wanted at least the count of one row, found 9"},
    {{"figures", "--repeat", "0"}, "--repeat: wanted a whole number from 1 to 1000, found \"0\""},
    {{"figures", "--format", "csv"}, "--format: wanted one of table, json, found \"csv\""},
    {{"figures", "--counts", "10"}, "wanted a task (tick, "},
    {{"report", "--plots", "/there/is/no/such/folder"}, "--plots: "},
};

// promise: bench-answers: Bad options are rejected before anything runs.
TEST(bad_options_of_the_benchmark, are_rejected_before_anything_runs) {
    for (const auto& [arguments, message] : bad_options) {
        SCOPED_TRACE(testing::PrintToString(arguments));
        expect_refused(arguments, message);
    }
}

} // namespace
} // namespace quadrille::test
