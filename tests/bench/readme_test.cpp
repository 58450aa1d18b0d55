// `quadrille-bench readme`: every ratio is judged by the range that the README tells; no times are looked at.
// SPDX-License-Identifier: MIT
#include "cli/command.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace quadrille::test {
namespace {

using json = nlohmann::json;

result measure(std::vector<std::string> more) {
    more.insert(more.begin(), {"readme", "--repeat", "1"});
    result run = run_command(more);
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_EQ(run.errors, "");
    return run;
}

/// All lines but that of the machine, which is the first.
std::vector<json> lines_of(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--format", "json"});
    std::istringstream output(measure(arguments).output);
    std::vector<json> lines;
    for (std::string line; std::getline(output, line);) {
        lines.push_back(json::parse(line));
    }
    EXPECT_EQ(lines.at(0)["task"], "machine");
    lines.erase(lines.begin());
    return lines;
}

std::string verdict_on(double ratio, const json& told) {
    return ratio < 0.9 * told["low"].get<double>()    ? "worse"
           : ratio > 1.1 * told["high"].get<double>() ? "better"
                                                      : "within";
}

TEST(benchmark_readme, judges_each_ratio_by_the_range_of_the_readme) {
    const auto lines = lines_of({"--tables", "others", "--most", "1000"});
    ASSERT_EQ(lines.size(), 8U) << "ticks and windows among 10, 100 and 1,000; circles among 1,000";
    for (const json& line : lines) {
        SCOPED_TRACE(line.dump());
        EXPECT_EQ(line["task"], "readme");
        EXPECT_EQ(line["table"], "others");
        EXPECT_LE(line["count"], 1000);
        ASSERT_TRUE(line["ratio"].is_number());
        const double ratio = line["ratio"].get<double>();
        EXPECT_DOUBLE_EQ(ratio, line["theirs_ns"].get<double>() / line["ours_ns"].get<double>());
        EXPECT_LE(line["readme"]["low"], line["readme"]["high"]);
        EXPECT_FALSE(line["readme"]["machines"].empty());
        EXPECT_EQ(line["verdict"], verdict_on(ratio, line["readme"]));
        EXPECT_EQ(line["goal"].is_null(), line["missing_factor"].is_null());
        if (!line["goal"].is_null()) {
            EXPECT_DOUBLE_EQ(line["missing_factor"].get<double>(), line["goal"].get<double>() / ratio);
        }
    }
}

TEST(benchmark_readme, measures_every_row_of_worlds_that_are_not_large) {
    for (const char* const table : {"ticks", "queries"}) {
        const auto lines = lines_of({"--tables", table, "--most", "10000"});
        std::set<std::string> rows;
        for (const json& line : lines) {
            EXPECT_TRUE(line["ratio"].is_number()) << line.dump();
            EXPECT_TRUE(rows.insert(line["row"].get<std::string>() + line["column"].get<std::string>()).second) << line;
        }
        EXPECT_GE(rows.size(), 6U) << table;
    }
}

TEST(benchmark_readme, prints_each_row_with_a_verdict_and_counts_them) {
    const std::string output = measure({"--most", "100"}).output;
    EXPECT_NE(output.find("\ntick of 10 boxes; brute force "), std::string::npos) << output;
    EXPECT_NE(output.find("\nwindow among 100; brute force "), std::string::npos) << output;
    EXPECT_EQ(output.find("1,000"), std::string::npos) << output;
    const std::regex verdict("[0-9] +(within|better|worse) +(-|[0-9.]+: .*)\n");
    const auto rows =
        std::distance(std::sregex_iterator(output.begin(), output.end(), verdict), std::sregex_iterator());
    const std::regex summary("\n([0-9]+) ratios: ([0-9]+) within the README's range, ([0-9]+) better, ([0-9]+) worse, "
                             "([0-9]+) not measured; ([0-9]+) of ([0-9]+) goals met; [0-9]+ s\n$");
    std::smatch found;
    ASSERT_TRUE(std::regex_search(output, found, summary)) << output;
    EXPECT_EQ(std::stoi(found[1]), 4);
    EXPECT_EQ(std::stoi(found[2]) + std::stoi(found[3]) + std::stoi(found[4]) + std::stoi(found[5]), 4);
    EXPECT_LE(std::stoi(found[6]), std::stoi(found[7]));
    EXPECT_EQ(rows, 4) << output;
}

TEST(benchmark_readme, knows_the_tables_of_the_readme) {
    const std::string page = content_of(QUADRILLE_SOURCE "/README.md");
    const std::string help = run_command({"readme", "--help"}).output;
    const std::regex mark("<!-- bench/claims\\.txt: ([a-z]+) -->");
    std::size_t tables = 0;
    for (auto one = std::sregex_iterator(page.begin(), page.end(), mark); one != std::sregex_iterator(); ++one) {
        EXPECT_NE(help.find((*one)[1]), std::string::npos) << (*one)[1];
        ++tables;
    }
    EXPECT_EQ(tables, 3U);
}

} // namespace
} // namespace quadrille::test
