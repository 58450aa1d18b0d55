// `quadrille pairs`: its output for good files, and an error for every failed write.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

namespace quadrille::test {

namespace {

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

/// Far more pairs than rows, which are found row by row.
TEST(pairs, of_a_heap_are_all_there) {
    constexpr int count = 600; // with more pairs than are kept at once
    std::string text = head;
    std::string expected = "a,b\n";
    for (int a = 0; a < count; ++a) {
        text += std::to_string(a) + ",0,0,1,1\n";
        for (int b = a + 1; b < count; ++b) {
            expected += std::to_string(a) + ',' + std::to_string(b) + '\n';
        }
    }
    EXPECT_TRUE(printed_for(text) == expected);
    EXPECT_EQ(printed_for(text, {"--count"}), "179700\n");
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

} // namespace

} // namespace quadrille::test
