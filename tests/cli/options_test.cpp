// The verbs that query files: their help, and rejected options.
// SPDX-License-Identifier: MIT
#include "command.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

namespace quadrille::test {

namespace {

const std::string dots = "id,x,y\na,1,1\nb,3,3\n";

struct bad_option {
    std::vector<std::string> arguments; ///< the verb first
    std::string message;
};

void PrintTo(const bad_option& option, std::ostream* out) {
    for (const std::string& argument : option.arguments) {
        *out << argument << ' ';
    }
}

const std::string box_wanted = "--box: wanted four numbers x0,y0,x1,y1, found ";
const std::string circle_wanted = "--circle: wanted three numbers x,y,r, found ";
const std::string polygon_wanted = "--polygon: wanted x,y of each vertex, at least three vertices, found ";
const std::string place_wanted = "--at: wanted two numbers x,y, found ";
const std::string distance_wanted = "--distance: wanted a finite number that is 0 or more, found ";

const bad_option bad_options[] = {
    {{"query", "-"}, "wanted --box, --circle or --polygon, found none"},
    {{"query", "-", "--circle", "0,0,1", "--box", "0,0,1"}, box_wanted + "\"0,0,1\""},
    {{"query", "-", "--box", "0,0,1", "--circle", "0,0"}, box_wanted + "\"0,0,1\""},
    {{"query", "-", "--box", "0,0,1,1", "--box"}, "--box: wanted a value, found nothing"},
    {{"query", "-", "--box", "0,0,1,1", "0,0,2,2"}, "'0,0,2,2' is one word too many"},
    {{"query", "-", "--box", "[0,0,1,1]"}, box_wanted + "\"[0,0,1,1]\""},
    {{"query", "--box", "0,0,1,1"}, "FILE is required"},
    {{"query", "-", "--box"}, "--box: wanted a value, found nothing"},
    {{"query", "-", "--box", "0,0,1,1", "--count=some\ttime"}, "--count: wanted no value, found \"some\\ttime\""},
    {{"query", "-", "--box", ""}, box_wanted + "nothing"},
    {{"query", "-", "--box", "0,0,1"}, box_wanted + "\"0,0,1\""},
    {{"query", "-", "--box", "0,0,1,1,1"}, box_wanted + "\"0,0,1,1,1\""},
    {{"query", "-", "--box", "0,0,1,one"}, box_wanted + "\"0,0,1,one\""},
    {{"query", "-", "--box", "0,0,1,"}, box_wanted + "\"0,0,1,\""},
    {{"query", "-", "--box", "0 0 1 1"}, box_wanted + "\"0 0 1 1\""},
    {{"query", "-", "--box", "nan,0,1,1"}, box_wanted + "\"nan,0,1,1\""},
    {{"query", "-", "--box", "0,0,1e999,1"}, box_wanted + "\"0,0,1e999,1\""},
    {{"query", "-", "--box", "5,0,3,1"}, "--box: wanted x1 to be at least x0 = 5, found 3"},
    {{"query", "-", "--box", "0,0,3,-1"}, "--box: wanted y1 to be at least y0 = 0, found -1"},
    {{"query", "-", "--circle", "1,1"}, circle_wanted + "\"1,1\""},
    {{"query", "-", "--circle", "1,1,inf"}, circle_wanted + "\"1,1,inf\""},
    {{"query", "-", "--circle", "1,1,-2"}, "--circle: wanted r to be 0 or more, found -2"},
    {{"query", "-", "--polygon", "0,0,1,1"}, polygon_wanted + "4 numbers"},
    {{"query", "-", "--polygon", "7"}, polygon_wanted + "1 number"},
    {{"query", "-", "--polygon", "0,0,1,0,1,1,0"}, polygon_wanted + "7 numbers"},
    {{"query", "-", "--polygon", "0,0,1,0,1,x"}, polygon_wanted + "\"0,0,1,0,1,x\""},
    {{"query", "-", "--polygon", "0,0,4,0,1,1,0,4"},
     "--polygon: wanted a convex polygon, found the vertex 0,4 outside of the edge from 4,0 to 1,1"},
    {{"query", "-", "--polygon", "0,3,2,-3,-3,1,3,1,-2,-3"}, // a star: all its turns are alike
     "--polygon: wanted a convex polygon, found the vertex 3,1 outside of the edge from 0,3 to 2,-3"},
    {{"nearest", "-"}, "wanted one of --at and --at-file, found none"},
    {{"nearest", "-", "--at", "0,0", "--at-file", "places.csv"}, "wanted one of --at and --at-file, found both"},
    {{"nearest", "-", "--at", "0,0", "--at", "0"}, place_wanted + "\"0\""},
    {{"nearest", "-", "--at-file", "a.csv", "--at-file", "b.csv"}, "--at-file: wanted once, found 2 times"},
    {{"nearest", "-", "--at", "0,0", "-k", "1", "-k", "1"}, "-k: wanted once, found 2 times"},
    {{"within", "-", "--distance", "1", "--distance", "2", "--distance=3"}, "--distance: wanted once, found 3 times"},
    {{"encounters", "-", "--distance", "1", "--gap", "1", "--gap", "2"}, "--gap: wanted once, found 2 times"},
    {{"pairs", "-", "--format", "csv", "--format", "json"}, "--format: wanted once, found 2 times"},
    {{"join", "-", "b.csv", "--distance", "1", "--distance", "2"}, "--distance: wanted once, found 2 times"},
    {{"index", "-", "-o", "a", "--output", "b"}, "--output: wanted once, found 2 times"},
    {{"run", "--count", "5", "--count", "6"}, "--count: wanted once, found 2 times"},
    {{"run", "-j", "1", "--threads", "2"}, "--threads: wanted once, found 2 times"},
    {{"run", "--record", "x.svg", "--draw", "x.svg"}, "wanted different files for --record and --draw, found the same"},
    {{"replay", "-", "--repeat", "2", "--repeat", "3"}, "--repeat: wanted once, found 2 times"},
    {{"nearest", "-", "--at-file", "-"}, "wanted at most one file from standard input, found two"},
    {{"nearest", "-", "--at-file"}, "--at-file: wanted a value, found nothing"},
    {{"nearest", "-", "--at-fil", "places.csv"}, "no option '--at-fil'; did you mean '--at-file'?"},
    {{"nearest", "-", "--at", "1"}, place_wanted + "\"1\""},
    {{"nearest", "-", "--at", "1,2,3"}, place_wanted + "\"1,2,3\""},
    {{"nearest", "-", "--at", "here"}, place_wanted + "\"here\""},
    {{"nearest", "-", "--at", "inf,0"}, place_wanted + "\"inf,0\""},
    {{"nearest", "-", "--at", "0,0", "-k", "0"}, "-k: wanted a whole number from 1 to 1073741824, found \"0\""},
    {{"nearest", "-", "--at", "0,0", "-k", "few"}, "-k: wanted a whole number from 1 to 1073741824, found \"few\""},
    {{"within", "-"}, "--distance is required"},
    {{"within", "-", "--distance", "-1"}, distance_wanted + "\"-1\""},
    {{"within", "-", "--distance", "inf"}, distance_wanted + "\"inf\""},
    {{"within", "-", "--distance", "nan"}, distance_wanted + "\"nan\""},
    {{"within", "-", "--distance", "5m"}, distance_wanted + "\"5m\""},
    {{"within", "-", "--distance", "1,5"}, distance_wanted + "\"1,5\""},
    {{"encounters", "-"}, "--distance is required"},
    {{"encounters", "-", "--distance", ""}, distance_wanted + "nothing"},
    {{"encounters", "-", "--distance", "1", "--gap", "-0.5"},
     "--gap: wanted a time of 0 or more, such as 10s, 500ms, 5min, 1h or a number, found \"-0.5\""},
    {{"join", "-"}, "B is required"},
    {{"join", "-", "-"}, "wanted at most one file from standard input, found two"},
    {{"join", "-", "b.csv", "--distance", "far"}, distance_wanted + "\"far\""},
    {{"query", "-", "--box", "0,0,1,1", "--format", "xml"},
     "--format: wanted one of csv, json, jsonl, geojson; found \"xml\""},
    {{"pairs", "-", "--format", "jsn"},
     "--format: wanted one of csv, json, jsonl, geojson; found \"jsn\"; did you mean 'json'?"},
    {{"pairs", "-", "--frmat", "csv"}, "no option '--frmat'; did you mean '--format'?"},
    {{"pairs", "-", "--frmat=csv"}, "no option '--frmat'; did you mean '--format'?"},
    {{"pairs", "--frmat", "csv", "-"}, "no option '--frmat'; did you mean '--format'?"},
    {{"pairs", "--cuont"}, "no option '--cuont'; did you mean '--count'?"},
    {{"within", "-", "--dist", "5"}, "no option '--dist'; did you mean '--distance'?"},
    {{"within", "-", "--ticket", "5"}, "no option '--ticket'"},
    {{"pairs", "-", "-x"}, "no option '-x'"},
    {{"pairs", "-", "--count", "5"}, "'5' is one word too many"},
    {{"pairs", "-", "b.csv"}, "'b.csv' is one word too many"},
    {{"index", "-", "-o", ""}, "--output: wanted the name of a file, found nothing"},
    {{"run", "--record", ""}, "--record: wanted the name of a file, found nothing"},
    {{"run", "--draw", ""}, "--draw: wanted the name of a file, found nothing"},
    {{"pairs", "-", "--", "b.csv"}, "'b.csv' is one word too many"},
    {{"pairs", "--", "-", "--count"}, "'--count' is one word too many"},
    {{"pairs", "-", "--", "--count"}, "'--count' is one word too many"},
    {{"pairs", "--cuont", "--", "-"}, "no option '--cuont'; did you mean '--count'?"},
    {{"pairs", "-", "-x", "--", "b.csv"}, "no option '-x'"},
    {{"join", "--"}, "A is required"},
    {{"join", "a.csv", "--"}, "B is required"},
};

class bad_options_test : public testing::TestWithParam<bad_option> {};

// promise: command-rejects
// promise: command-rejects: What would be ignored is rejected: an option with one value that is given twice, or that
//     has no effect on this file.
TEST_P(bad_options_test, are_rejected_with_a_reason) {
    const bad_option& option = GetParam();
    const result ended = run_command(option.arguments, dots);
    EXPECT_EQ(ended.status, 2);
    EXPECT_EQ(ended.output, "");
    EXPECT_EQ(ended.errors,
              "quadrille: " + option.message + " (see quadrille " + option.arguments.front() + " --help)\n");
}

INSTANTIATE_TEST_SUITE_P(each, bad_options_test, testing::ValuesIn(bad_options));

TEST(options, of_no_verb_are_rejected_by_name) {
    struct bad_word {
        std::vector<std::string> arguments;
        std::string message;
    };
    const bad_word bad_words[] = {
        {{"pair", "x"}, "no verb 'pair'; did you mean 'pairs'?"},
        {{"pairs_", "x", "--count"}, "no verb 'pairs_'; did you mean 'pairs'?"},
        {{"encounter", "--help"}, "no verb 'encounter'; did you mean 'encounters'?"},
        {{"enc", "x"}, "no verb 'enc'; did you mean 'encounters'?"},
        {{"help", "qeury"}, "no verb 'qeury'; did you mean 'query'?"},
        {{"PAIRS", "x"}, "no verb 'PAIRS'; did you mean 'pairs'?"},
        {{"b.csv", "pairs", "-"}, "no verb 'b.csv'"},
        {{"\033[2J"}, "no verb '\\x1b[2J'"},
        {{""}, "no verb ''"},
        {{"--verson"}, "no option '--verson'; did you mean '--version'?"},
        {{"--count", "pairs", "x"}, "wanted the option '--count' behind its verb, as in: quadrille pairs --count"},
    };
    for (const bad_word& bad : bad_words) {
        const result ended = run_command(bad.arguments);
        EXPECT_EQ(ended.status, 2) << bad.message;
        EXPECT_EQ(ended.output, "");
        EXPECT_TRUE(ended.errors.starts_with("quadrille: " + bad.message + " (see quadrille ")) << ended.errors;
    }
}

TEST(options, name_files_that_are_none) {
    const scratch_folder folder;
    const auto errors_about = [](const std::string& path) {
        const result ended = run_command({"pairs", path});
        EXPECT_EQ(ended.status, 2);
        EXPECT_EQ(ended.output, "");
        return ended.errors;
    };
    EXPECT_EQ(errors_about(folder.path(".")),
              "quadrille: " + folder.path(".") + ": wanted a file that can be read, found: Is a directory\n");
    const std::string empty = folder.write("empty", "");
    EXPECT_TRUE(errors_about(empty).starts_with("quadrille: " + empty + ":1:1: wanted a first line with the columns"))
        << empty;
    EXPECT_TRUE(errors_about("").starts_with("quadrille: (no name): wanted a file that can be read, found: "));
}

TEST(options, take_polygons_in_either_winding_and_with_vertices_on_a_line) {
    for (const char* const area :
         {"0,0,2,0,2,2,0,2", "0,2,2,2,2,0,0,0", "0,0,1,0,2,0,2,2,0,2,0,2", "0.1,0.1,0.2,0.2,0.3,0.3,1,1,0.9,1.1"}) {
        const result ended = run_command({"query", "-", "--polygon", area}, dots);
        EXPECT_EQ(ended.status, 0) << ended.errors;
        EXPECT_EQ(ended.output, "id\na\n") << area;
    }
}

TEST(options, take_numbers_as_people_write_them) {
    for (const char* const area : {"1,1,1,1", " 1, 1 ,+1,1e0", "-inf,-inf,1,1", "-1,-1,1.,1", "-.5,-5e-1,2,2"}) {
        const result ended = run_command({"query", "-", "--box", area}, dots);
        EXPECT_EQ(ended.status, 0) << ended.errors;
        EXPECT_EQ(ended.output, "id\na\n") << area;
    }
}

TEST(options, without_a_value_may_be_repeated) {
    const result ended = run_command({"query", "-", "--box", "0,0,1,1", "--count", "--boxes", "--count"}, dots);
    EXPECT_EQ(ended.status, 0) << ended.errors;
    EXPECT_EQ(ended.output, "1\n");
}

// promise: command-answers: `--help` lists the verbs; that of a verb its options, the files that it reads, and an
//     example.
TEST(options, are_told_by_the_help_of_each_verb) {
    const std::string all = run_command({"--help"}).output;
    for (const char* const verb : {"pairs", "within", "join", "query", "nearest", "encounters"}) {
        EXPECT_NE(all.find(std::string("\n  ") + verb + ' '), std::string::npos) << all;
        const result ended = run_command({verb, "--help"});
        EXPECT_EQ(ended.status, 0);
        EXPECT_EQ(ended.errors, "");
        for (const char* const part : {"--count", "--format", "id,x,y,r", "GeoJSON", "csv: the header ", "Example: "}) {
            EXPECT_NE(ended.output.find(part), std::string::npos) << verb << ' ' << part;
        }
    }
    for (const char* const verb : {"draw", "film"}) { // also of a command that cannot draw
        EXPECT_NE(all.find(std::string("\n  ") + verb + ' '), std::string::npos) << all;
    }
}

} // namespace

} // namespace quadrille::test
