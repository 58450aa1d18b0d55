// What the benchmark rejects, and what its help lists.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace quadrille::test {
namespace {

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
    {{"readme", "--tables", "ticks,tocks"}, "--tables: wanted one of ticks, queries, others, goals, found \"tocks\""},
    {{"readme", "--max-items", "0"}, "--max-items: wanted a whole number from 1 to 100000000, found \"0\""},
    {{"readme", "--max-items", "9"}, "--max-items: wanted at least the count of one row, found 9"},
    {{"readme", "--repeat", "0"}, "--repeat: wanted a whole number from 1 to 1000, found \"0\""},
    {{"readme", "--format", "csv"}, "--format: wanted one of table, json, found \"csv\""},
    {{"readme", "--counts", "10"}, "wanted a task (tick, "},
    {{"report", "--plots", "/there/is/no/such/folder"}, "--plots: "},
};

// promise: bench-answers: Bad options are rejected before anything runs.
TEST(bad_options_of_the_benchmark, are_rejected_before_anything_runs) {
    for (const auto& [arguments, message] : bad_options) {
        SCOPED_TRACE(testing::PrintToString(arguments));
        expect_refused(arguments, message);
    }
}

TEST(benchmark_help, lists_every_task) {
    const std::string help = answer_to({"--help"});
    for (const std::string name :
         {"tick", "tail", "soak", "movers", "small", "query", "count", "nearest", "radius", "within", "ray", "many",
          "build", "insert", "clone", "circles", "report", "readme"}) {
        EXPECT_TRUE(contains(help, "\n  " + name + " ")) << name;
    }
}

} // namespace
} // namespace quadrille::test
