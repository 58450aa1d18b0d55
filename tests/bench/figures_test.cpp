// `quadrille-bench figures`: every ratio is compared with the claimed range; no times are looked at.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"

#include <nlohmann/json.hpp>

#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace quadrille::test {
namespace {

using json = nlohmann::json;

std::string measure(const words& more) { return output_of(with({"figures", "--repeat", "1"}, more)); }

/// All lines but that of the machine, which is the first.
std::vector<json> lines_of(const words& arguments) {
    std::istringstream output(measure(with(arguments, {"--format", "json"})));
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

TEST(benchmark_figures, judges_each_ratio_by_the_claimed_range) {
    const auto lines = lines_of({"--tables", "others", "--max-items", "1000"});
    ASSERT_EQ(lines.size(), 8U) << "ticks and windows among 10, 100 and 1,000; circles among 1,000";
    for (const json& line : lines) {
        SCOPED_TRACE(line.dump());
        EXPECT_EQ(line["task"], "figures");
        EXPECT_EQ(line["table"], "others");
        EXPECT_LE(line["count"], 1000);
        ASSERT_TRUE(line["ratio"].is_number());
        const double ratio = line["ratio"].get<double>();
        EXPECT_DOUBLE_EQ(ratio, line["theirs_ns"].get<double>() / line["ours_ns"].get<double>());
        EXPECT_LE(line["claimed"]["low"], line["claimed"]["high"]);
        EXPECT_FALSE(line["claimed"]["machines"].empty());
        EXPECT_EQ(line["verdict"], verdict_on(ratio, line["claimed"]));
        EXPECT_EQ(line["goal"].is_null(), line["missing_factor"].is_null());
        if (!line["goal"].is_null()) {
            EXPECT_DOUBLE_EQ(line["missing_factor"].get<double>(), line["goal"].get<double>() / ratio);
        }
    }
}

const std::string heading =
    "table | row | column | task | scene | count | size | ours | theirs | first | second | ns | goal\n";

/// The line of one claim that is measured among few items.
json told_of(const std::string& claim) {
    const scratch_folder folder;
    const auto lines = lines_of({"--claims", folder.write("claims", "# other figures\n" + heading + claim + "\n")});
    EXPECT_EQ(lines.size(), 1U);
    return lines.at(0);
}

/// Of a ratio in a world of ten boxes, of which two machines tell these ranges.
json judged(const std::string& first, const std::string& second, const std::string& goal = "") {
    return told_of("some | row | column | build | uniform | 10 | | quadrille | grid | " + first + " | " + second +
                   " | | " + goal);
}

TEST(benchmark_figures, says_within_from_the_least_to_the_most_of_all_machines) {
    EXPECT_EQ(judged("0.000001", "100000")["verdict"], "within");
    EXPECT_EQ(judged("0.000001-100000", "")["verdict"], "within");
    EXPECT_EQ(judged("100000", "0.000001-0.000002")["verdict"], "within");
    EXPECT_EQ(judged("", "100000-200000")["verdict"], "worse");
    EXPECT_EQ(judged("0.000001", "0.000002-0.00001")["verdict"], "better");
    EXPECT_EQ(judged("1-3", "2-4")["claimed"], json({{"low", 1.0}, {"high", 4.0}, {"machines", {"first", "second"}}}));
    EXPECT_EQ(judged("", "2")["claimed"], json({{"low", 2.0}, {"high", 2.0}, {"machines", {"second"}}}));
}

TEST(benchmark_figures, tells_how_many_times_short_of_a_goal_a_ratio_is) {
    EXPECT_LE(judged("1", "", "0.000001")["missing_factor"], 1);
    EXPECT_GT(judged("1", "", "100000")["missing_factor"], 1);
    EXPECT_EQ(judged("1", "")["missing_factor"], nullptr);
}

TEST(benchmark_figures, judges_a_figure_that_is_to_be_small) {
    const auto told = [](const std::string& range) {
        return told_of("some | row | column | build | uniform | 1000 | | quadrille | figure bytes_per_item | " + range +
                       " | | | 52");
    };
    const json line = told("10-1000");
    ASSERT_TRUE(line["value"].is_number()) << line.dump();
    EXPECT_GT(line["value"], 31) << "a lane has as many bytes";
    EXPECT_EQ(line["figure"], "bytes_per_item");
    EXPECT_TRUE(line["ratio"].is_null());
    EXPECT_TRUE(line["theirs"].is_null());
    EXPECT_EQ(line["verdict"], "within");
    EXPECT_DOUBLE_EQ(line["missing_factor"].get<double>(), line["value"].get<double>() / 52);
    EXPECT_EQ(told("1-2")["verdict"], "worse");
    EXPECT_EQ(told("100000-200000")["verdict"], "better");
}

TEST(benchmark_figures, finds_the_table_by_all_that_a_claim_tells) {
    for (const char* const what : {"10; side=2", "10; side=14.5", "10; nearest=8", "10; length=200"}) {
        const json line = told_of(std::string("some | row | column | many | uniform | 300 | ") + what +
                                  " | quadrille | quadrille_singly | 1 | | |");
        EXPECT_TRUE(line["ratio"].is_number()) << what << ": " << line.dump();
        EXPECT_EQ(line["where"].size(), 1U);
    }
    const json none = told_of("some | row | column | many | uniform | 300 | 10; side=3 | quadrille | grid | 1 | | |");
    EXPECT_TRUE(none["ratio"].is_null()) << "there is no such window";
    for (const char* const caches : {"2", "2; cold"}) {
        const json line = told_of(std::string("some | row | column | query | uniform | 300 | ") + caches +
                                  " | quadrille | grid | 1 | | |");
        EXPECT_TRUE(line["ratio"].is_number()) << line.dump();
        EXPECT_EQ(line["cold"], std::string(caches) != "2");
    }
}

TEST(benchmark_figures, leaves_goals_alone_to_those_who_ask) {
    const scratch_folder folder;
    const std::string claims = folder.write("claims", heading + R"(
some | with a goal | c | build | uniform | 10 | | quadrille | grid | 1 | | | 2
some | without | c | build | uniform | 10 | | quadrille | grid | 1 | | |
goals | a goal alone | c | build | uniform | 10 | | quadrille | grid | 1 | | | 3
)");
    const auto rows_with = [&](const words& options) {
        std::string rows;
        for (const json& line : lines_of(with({"--claims", claims}, options))) {
            rows += line["row"].get<std::string>() + ";";
        }
        return rows;
    };
    EXPECT_EQ(rows_with({}), "with a goal;without;");
    EXPECT_EQ(rows_with({"--goals"}), "with a goal;a goal alone;");
    EXPECT_EQ(rows_with({"--tables", "goals"}), "a goal alone;");
}

TEST(benchmark_figures, says_what_is_wrong_with_claims) {
    const std::string ten_boxes = "t | r | c | build | uniform | 10 | | quadrille | ";
    const std::pair<std::string, const char*> faults[] = {
        {"", ": wanted a line of names and lines of claims, found none"},
        {"a | b | c\n", ":2: wanted 13 fields, found 3"},
        {ten_boxes + "grid | 2-1 | | |\n", ":2: wanted the least and the most, found \"2-1\""},
        {ten_boxes + "grid | 1-2-3 | | |\n", ":2: wanted the least and the most, found \"1-2-3\""},
        {ten_boxes + "grid | fast | | |\n", ":2: wanted a number above 0, found \"fast\""},
        {"t | r | c | build | uniform | 0 | | quadrille | grid | 1 | | |\n",
         ":2: wanted a number above 0, found \"0\""},
        {"t | r | c | build | flat | 10 | | quadrille | grid | 1 | | |\n", ":2: wanted a scene, found \"flat\""},
        {ten_boxes + "grid | | | |\n", ":2: wanted a ratio of two subjects, or none of one"},
        {ten_boxes + "figure bytes_per_item | | | |\n", ":2: wanted a ratio of two subjects, or none of one"},
        {"t | r | c | many | uniform | 10 | 10; side=wide | quadrille | grid | 1 | | |\n",
         ":2: wanted a number above 0, found \"wide\""},
        {"t | r | c | many | uniform | 10 | 10; lukewarm | quadrille | grid | 1 | | |\n",
         ":2: wanted a number above 0, found \"lukewarm\""},
        {"\n" + ten_boxes + "quadrille | 1 | | |\n", ":3: wanted a ratio of two subjects, or none of one"},
    };
    const scratch_folder folder;
    for (const auto& [lines, fault] : faults) {
        const std::string claims = folder.write("claims", heading + lines);
        expect_refused({"figures", "--claims", claims}, "--claims: " + claims + fault);
    }
    const std::string claims =
        folder.write("claims", heading + "t | r | c | dance | uniform | 9 | | quadrille | grid | 1 | | |\n");
    expect_refused({"figures", "--claims", claims}, "--claims: wanted a task (tick, ");
}

TEST(benchmark_figures, says_which_subject_is_missing) {
    const scratch_folder folder;
    const std::string claims =
        folder.write("claims", heading + "t | r | c | build | uniform | 9 | | quadrille | hare | 1 | | |\n");
    EXPECT_TRUE(contains(measure({"--claims", claims}), "not measured: hare is not in this build"));
}

TEST(benchmark_figures, measures_every_row_of_worlds_that_are_not_large) {
    for (const char* const table : {"ticks", "queries"}) {
        const auto lines = lines_of({"--tables", table, "--max-items", "10000"});
        std::set<std::string> rows;
        for (const json& line : lines) {
            EXPECT_TRUE(line["ratio"].is_number()) << line.dump();
            EXPECT_TRUE(rows.insert(line["row"].get<std::string>() + line["column"].get<std::string>()).second) << line;
        }
        EXPECT_GE(rows.size(), 6U) << table;
    }
}

TEST(benchmark_figures, prints_each_row_with_a_verdict_and_counts_them) {
    const std::string output = measure({"--max-items", "100"});
    EXPECT_TRUE(contains(output, "\ntick of 10 boxes; brute force "));
    EXPECT_TRUE(contains(output, "\nwindow among 100; brute force "));
    EXPECT_FALSE(contains(output, "1,000"));
    const std::regex verdict("[0-9] +(within|better|worse) +(-|[0-9.]+: .*)\n");
    const auto rows =
        std::distance(std::sregex_iterator(output.begin(), output.end(), verdict), std::sregex_iterator());
    const std::regex summary("\n([0-9]+) ratios: ([0-9]+) within the claimed range, ([0-9]+) better, ([0-9]+) worse, "
                             "([0-9]+) not measured; ([0-9]+) of ([0-9]+) goals met; [0-9]+ s\n$");
    std::smatch found;
    ASSERT_TRUE(std::regex_search(output, found, summary)) << output;
    EXPECT_EQ(std::stoi(found[1]), 4);
    EXPECT_EQ(std::stoi(found[2]) + std::stoi(found[3]) + std::stoi(found[4]) + std::stoi(found[5]), 4);
    EXPECT_LE(std::stoi(found[6]), std::stoi(found[7]));
    EXPECT_EQ(rows, 4) << output;
}

TEST(benchmark_figures, knows_the_tables_of_the_page_of_performance) {
    const std::string page = content_of(QUADRILLE_SOURCE "/docs/performance.md");
    const std::string known = run_command({"figures", "--tables", "none"}).errors;
    const std::regex mark("<!-- bench/claims\\.txt: ([a-z]+) -->");
    std::size_t tables = 0;
    for (auto one = std::sregex_iterator(page.begin(), page.end(), mark); one != std::sregex_iterator(); ++one) {
        EXPECT_TRUE(contains(known, (*one)[1].str()));
        ++tables;
    }
    EXPECT_EQ(tables, 4U);
}

} // namespace
} // namespace quadrille::test
