// `--explain`: what was read, which trees and tests found the answer, what each stage took; on standard error, beside the same answer.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"

#include <regex>
#include <string>
#include <vector>

namespace quadrille::test {

namespace {

const std::string boxes = "id,x0,y0,x1,y1\na,0,0,2,2\nb,1,1,3,3\nc,9,9,9,9\n";
const std::string polygons = R"({"type":"Polygon","coordinates":[[[0,0],[4,0],[0,4],[0,0]]]})"
                             "\n"
                             R"({"type":"Polygon","coordinates":[[[4,4],[4,2],[2,4],[4,4]]]})"
                             "\n"
                             R"({"type":"Polygon","coordinates":[[[1,1],[3,1],[1,3],[1,1]]]})";

/// What a run says, which must answer the same without the option. Times are `T`, sizes `N`.
std::string explained(std::vector<std::string> words, const std::string& input) {
    words.emplace_back("--quiet");
    const std::string without = output_of(words, input);
    words.emplace_back("--explain");
    const result with = run_command(words, input);
    EXPECT_EQ(with.status, 0) << with.errors;
    EXPECT_EQ(with.output, without);
    std::string said = std::regex_replace(with.errors, std::regex(R"([0-9]+\.[0-9]{3} s)"), "T");
    said = std::regex_replace(said, std::regex("kB [0-9,]*[0-9]"), "kB N");
    return std::regex_replace(said, std::regex("kernels [^;]+"), "kernels K");
}

} // namespace

TEST(explain, tells_what_a_tree_answers_alone_and_counts_what_is_tested_further) {
    EXPECT_EQ(explained({"pairs", "-"}, boxes),
              "quadrille: (standard input): a table of boxes: rows 3; read in T\n"
              "quadrille: trees 1 of boxes: items 3, cells 1, levels 1, kB N, kernels K; built in T\n"
              "quadrille: what the trees found is the answer, without further tests\n"
              "quadrille: asked and written in T, all in T\n");
    EXPECT_EQ(explained({"pairs", "-", "--count"}, polygons),
              "quadrille: (standard input): GeoJSON of boxes: rows 3, with vertices 3; read in T\n"
              "quadrille: trees 1 of boxes: items 3, cells 1, levels 1, kB N, kernels K; built in T\n"
              "quadrille: of what the trees found, 3 tested one by one, 1 kept\n"
              "quadrille: asked and written in T, all in T\n");
    EXPECT_TRUE(contains(explained({"query", "-", "--box=2.5,2.5,2.6,2.6"}, polygons), "3 tested one by one, 0 kept"));
}

TEST(explain, tells_of_times_indexes_and_parts) {
    const std::string ships = "t,id,x,y\n0,a,0,0\n0,b,1,0\n1,a,5,5\n1,b,5,6\n";
    const std::string of_times = explained({"encounters", "-", "--distance", "1"}, ships);
    EXPECT_TRUE(contains(of_times, "a table of points: rows 4, times 2;"));
    EXPECT_TRUE(contains(of_times, "trees 2 of points, the largest: items 2,"));
    const scratch_folder folder;
    const std::string index = folder.path("boxes.quad");
    output_of({"index", "-", "-o", index}, boxes);
    const std::string of_index = explained({"nearest", index, "--at", "5,5"}, "");
    EXPECT_TRUE(contains(of_index, "boxes.quad: an index of boxes: rows 3; read in T"));
    EXPECT_TRUE(contains(of_index, "kernels K; read with the index"));
    EXPECT_TRUE(
        contains(explained({"pairs", "-", "--memory", "1M"}, boxes), "--memory: parts of the plane 1, at a time 1"));
}

} // namespace quadrille::test
