// `quadrille pairs`: its output for good files, and an error for every failed write.
// SPDX-License-Identifier: MIT
#include "command.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace quadrille::test {

namespace {

using namespace std::string_literals;

const std::string head = "id,x0,y0,x1,y1\n";

std::string printed_for(const std::string& text, std::vector<std::string> options = {}) {
    options.insert(options.begin(), {"pairs", "-"});
    const result ended = run_command(options, text);
    EXPECT_EQ(ended.status, 0);
    EXPECT_EQ(ended.errors, "");
    return ended.output;
}

TEST(pairs, touch_at_edges_and_corners_and_are_in_the_order_of_the_file) {
    const std::string text = head + "z,0,0,1,1\n"
                                    "corner,1,1,2,2\n"
                                    "apart,1.0000000000000002,0,2,0.5\n"
                                    "a,-1,0,0,1\n"
                                    "dot,0,0,0,0\n";
    EXPECT_EQ(printed_for(text), "a,b\nz,corner\nz,a\nz,dot\na,dot\n");
    EXPECT_EQ(printed_for(text, {"--format", "csv"}), "a,b\nz,corner\nz,a\nz,dot\na,dot\n");
    EXPECT_EQ(printed_for(text, {"--format", "json"}),
              "[\n[\"z\",\"corner\"],\n[\"z\",\"a\"],\n[\"z\",\"dot\"],\n[\"a\",\"dot\"]\n]\n");
    EXPECT_EQ(printed_for(text, {"--count"}), "4\n");
    EXPECT_EQ(printed_for(text, {"--count", "--format", "json"}), "4\n");
}

TEST(pairs, of_no_rows_are_none) {
    for (const std::string& text : {head, head.substr(0, head.size() - 1), head + "\n\r\n", head + "a,0,0,1,1"}) {
        EXPECT_EQ(printed_for(text), "a,b\n");
        EXPECT_EQ(printed_for(text, {"--format", "json"}), "[\n]\n");
        EXPECT_EQ(printed_for(text, {"--count"}), "0\n");
    }
}

TEST(pairs, know_columns_by_name) {
    EXPECT_EQ(printed_for("y1,x1,id,y0,x0\n1,5,a,0,4\n1,9,b,0,5\n1,3,c,0,0\n"), "a,b\na,b\n");
    EXPECT_EQ(printed_for("id,x,y,w,h\na,4,0,1,1\nb,5,0,4,1\nc,0,0,3,1\n"), "a,b\na,b\n");
    EXPECT_EQ(printed_for("h,w,id,y,x\n1,1,a,0,4\n1,4,b,0,5\n1,3,c,0,0\n"), "a,b\na,b\n");
}

TEST(pairs, bear_with_the_ways_of_other_programs) {
    const std::string expected = "a,b\na,b\n";
    EXPECT_EQ(printed_for("id,x0,y0,x1,y1\r\na,0,0,1,1\r\nb,1,1,2,2\r\n"), expected);
    EXPECT_EQ(printed_for("id,x0,y0,x1,y1\r\na,0,0,1,1\r\nb,1,1,2,2"), expected);
    EXPECT_EQ(printed_for("id,x0,y0,x1,y1\r\na,0,0,1,1\r\nb,1,1,2,2\r"), expected);
    EXPECT_EQ(printed_for("id,x0,y0,x1,y1\na,0,0,1,1\nb,1,1,2,2"), expected);
    EXPECT_EQ(printed_for("\xEF\xBB\xBFid,x0,y0,x1,y1\na,0,0,1,1\nb,1,1,2,2\n"), expected);
    EXPECT_EQ(printed_for("\"id\", x0 ,\"y0\",x1,y1\na, 0,\t0 ,1,1\nb,\"1\",1,2,2\n"), expected);
    EXPECT_EQ(printed_for("\nid,x0,y0,x1,y1\n\na,+0,-0,1e0,1.\n  \nb,+1,.1e1,2E+0,2\n\n"), expected);
}

TEST(pairs, take_zero_sizes_and_the_ends_of_the_range) {
    EXPECT_EQ(printed_for(head + "all,-1.7976931348623157e308,-1.7976931348623157e308,1.7976931348623157e308,"
                                 "1.7976931348623157e308\ndot,5e-324,0,5e-324,0\nother,0,0,0,0\n"),
              "a,b\nall,dot\nall,other\n");
    EXPECT_EQ(printed_for("id,x,y,w,h\na,1,1,0,-0\nb,1,1,0,0\n"), "a,b\na,b\n");
}

TEST(pairs, keep_ids_as_they_stand) {
    const std::string text = head + "007,0,0,1,1\n"
                                    "7,0,0,1,1\n"
                                    " 7,0,0,1,1\n"
                                    "\"a,b\",0,0,1,1\n"
                                    "\"say \"\"so\"\"\",0,0,1,1\n"
                                    "\"two\r\nlines\",0,0,1,1\n"
                                    "é漢\t\\,0,0,1,1\n";
    const std::vector<std::string> ids = {"007", "7", " 7", "a,b", "say \"so\"", "two\r\nlines", "é漢\t\\"};
    const std::vector<std::string> fields = {"007",    "7", " 7", "\"a,b\"", "\"say \"\"so\"\"\"", "\"two\r\nlines\"",
                                             "é漢\t\\"};
    std::string csv = "a,b\n";
    nlohmann::json json = nlohmann::json::array();
    for (std::size_t a = 0; a < ids.size(); ++a) {
        for (std::size_t b = a + 1; b < ids.size(); ++b) {
            csv += fields[a] + ',' + fields[b] + '\n';
            json.push_back({ids[a], ids[b]});
        }
    }
    EXPECT_EQ(printed_for(text), csv);
    EXPECT_EQ(nlohmann::json::parse(printed_for(text, {"--format", "json"})), json);
}

TEST(pairs, read_a_file_and_standard_input_alike) {
    const scratch_folder folder;
    const std::string text = head + "a,0,0,1,1\nb,1,1,2,2\n";
    const result from_file = run_command({"pairs", folder.write("boxes.csv", text)});
    EXPECT_EQ(from_file.status, 0);
    EXPECT_EQ(from_file.output, printed_for(text));
}

TEST(pairs, of_a_heap_are_all_there) {
    constexpr int count = 1'000;
    std::string text = head;
    for (int row = 0; row < count; ++row) {
        text += std::to_string(row) + ",0,0,1,1\n";
    }
    std::string expected = "a,b\n";
    for (int a = 0; a < count; ++a) {
        for (int b = a + 1; b < count; ++b) {
            expected += std::to_string(a) + ',' + std::to_string(b) + '\n';
        }
    }
    EXPECT_TRUE(printed_for(text) == expected);
    EXPECT_EQ(printed_for(text, {"--count"}), "499500\n");
}

TEST(pairs, report_a_full_disk) {
    if (!std::filesystem::exists("/dev/full")) {
        GTEST_SKIP() << "there is no /dev/full here";
    }
    const std::string text = head + "a,0,0,1,1\nb,1,1,2,2\n";
    const std::vector<std::vector<std::string>> all = {
        {"pairs", "-"}, {"pairs", "-", "--count"}, {"--help"}, {"--version"}, {"run", "--count", "10", "--ticks", "1"}};
    for (const auto& arguments : all) {
        const result ended = run_command(arguments, text, {.output_to = "/dev/full"});
        EXPECT_EQ(ended.status, 1) << arguments.front();
        EXPECT_EQ(ended.errors, "quadrille: standard output cannot be written: No space left on device\n");
    }
}

TEST(pairs, end_quietly_when_their_reader_went_away) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    close(ends[0]);
    for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
             {"pairs", "-"}, {"--help"}, {"help"}, {"run", "--count", "10", "--ticks", "1"}}) {
        const result ended = run_command(arguments, head + "a,0,0,1,1\n", {.output_to_pipe = ends[1]});
        EXPECT_EQ(ended.status, 141);
        EXPECT_EQ(ended.errors, "");
    }
    close(ends[1]);
}

// ---- Real data, and a truth that shares no code with the command ----------------------------------------------------

struct row {
    std::string id;
    double x0, y0, x1, y1;
};

std::vector<row> rows_of(const std::string& path) {
    std::vector<row> rows;
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
        std::istringstream text(line);
        row read;
        std::array<std::string, 4> numbers;
        std::getline(text, read.id, ',');
        for (std::string& number : numbers) {
            std::getline(text, number, ',');
        }
        read.x0 = std::stod(numbers[0]);
        read.y0 = std::stod(numbers[1]);
        read.x1 = std::stod(numbers[2]);
        read.y1 = std::stod(numbers[3]);
        rows.push_back(read);
    }
    return rows;
}

/// A sweep along x.
std::vector<std::pair<std::size_t, std::size_t>> truth_about(const std::vector<row>& rows) {
    std::vector<std::size_t> order(rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](auto one, auto other) { return rows[one].x0 < rows[other].x0; });
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t at = 0; at < order.size(); ++at) {
        const row& own = rows[order[at]];
        for (std::size_t next = at + 1; next < order.size() && rows[order[next]].x0 <= own.x1; ++next) {
            const row& other = rows[order[next]];
            if (own.y0 <= other.y1 && other.y0 <= own.y1) {
                pairs.emplace_back(std::minmax(order[at], order[next]));
            }
        }
    }
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

class real_data_test : public testing::TestWithParam<const char*> {};

TEST_P(real_data_test, has_the_pairs_that_a_sweep_finds) {
    const std::string path = QUADRILLE_DATA "/"s + GetParam() + ".csv";
    if (!std::filesystem::exists(path)) {
        GTEST_SKIP() << "there is no " << path << " here: real data is not tested";
    }
    const std::vector<row> rows = rows_of(path);
    const auto truth = truth_about(rows);
    ASSERT_GT(truth.size(), rows.size() / 2);

    std::string csv = "a,b\n";
    for (const auto& [a, b] : truth) {
        csv += rows[a].id + ',' + rows[b].id + '\n';
    }
    const result printed = run_command({"pairs", path});
    EXPECT_EQ(printed.status, 0);
    EXPECT_EQ(printed.errors, "");
    EXPECT_TRUE(printed.output == csv);

    EXPECT_EQ(run_command({"pairs", path, "--count"}).output, std::to_string(truth.size()) + '\n');

    const nlohmann::json json = nlohmann::json::parse(run_command({"pairs", path, "--format", "json"}).output);
    ASSERT_EQ(json.size(), truth.size());
    EXPECT_EQ(json.front(), nlohmann::json({rows[truth.front().first].id, rows[truth.front().second].id}));
    EXPECT_EQ(json.back(), nlohmann::json({rows[truth.back().first].id, rows[truth.back().second].id}));
}

INSTANTIATE_TEST_SUITE_P(each, real_data_test, testing::Values("rail_segments", "river_segments"),
                         [](const auto& file) { return std::string(file.param); });

} // namespace

} // namespace quadrille::test
