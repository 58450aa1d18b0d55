// Options and words of the command line: which are rejected and how, what numbers may look like, and help.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"

#include <quadrille/quadtree.hpp>

#include <scenes/scene.hpp>

#include <algorithm>
#include <string>

namespace quadrille::test {

namespace {

const std::string dots = "id,x,y\na,1,1\nb,3,3\n";

struct bad_option {
    words arguments; ///< the verb first
    std::string message;
};

const std::string box_wanted = "--box: wanted four numbers x0,y0,x1,y1, found ";
const std::string circle_wanted = "--circle: wanted three numbers x,y,r, found ";
const std::string polygon_wanted = "--polygon: wanted x,y of each vertex, at least three vertices, found ";
const std::string place_wanted = "--at: wanted two numbers x,y, found ";
const std::string distance_wanted = "--distance: wanted a finite number that is 0 or more, found ";
const std::string threads_wanted = "--threads: wanted a whole number from 1 to 1024, found ";
const std::string count_wanted = "--count: wanted a whole number from 1 to 100000000, found ";

const bad_option bad_options[] = {
    {{"query", "-"}, "wanted --box, --circle or --polygon, found none"},
    {{"query", "-", "--circle", "0,0,1", "--box", "0,0,1"}, box_wanted + "\"0,0,1\""},
    {{"query", "-", "--box", "0,0,1", "--circle", "0,0"}, box_wanted + "\"0,0,1\""},
    {{"query", "-", "--box", "0,0,1,1", "--box"}, "--box: wanted a value, found nothing"},
    {{"query", "-", "--box", "0,0,1,1", "0,0,2,2"}, "'0,0,2,2' is one word too many"},
    {{"query", "--box", "0,0,1,1"}, "FILE is required"},
    {{"query", "-", "--box", "0,0,1,1", "--count=some\ttime"}, "--count: wanted no value, found \"some\\ttime\""},
    {{"query", "-", "--box", ""}, box_wanted + "nothing"},
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
    {{"nearest", "-", "--at", "0,0", "-k", "0"}, "-k: wanted a whole number from 1 to 1073741824, found \"0\""},
    {{"nearest", "-", "--at", "0,0", "-k", "few"}, "-k: wanted a whole number from 1 to 1073741824, found \"few\""},
    {{"within", "-"}, "--distance is required"},
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
    {{"query", "-", "--circle", "0,0,3", "--km"},
     "no option '--km'; within, join, nearest, encounters, follow have it"},
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
    {{"run", "--count"}, "--count: wanted a value, found nothing"},
    {{"pairs", "-", "-j", "0"}, threads_wanted + "\"0\""},
    {{"within", "-", "-j", "-1"}, threads_wanted + "\"-1\""},
    {{"query", "-", "-j", "1025"}, threads_wanted + "\"1025\""},
    {{"nearest", "-", "-j", "two"}, threads_wanted + "\"two\""},
    {{"encounters", "-", "-j", "1.5"}, threads_wanted + "\"1.5\""},
    {{"index", "-", "-j", ""}, threads_wanted + "nothing"},
    {{"join", "-", "b.csv", "-j", "0"}, threads_wanted + "\"0\""},
    {{"run", "--threads", "0"}, threads_wanted + "\"0\""},
    {{"run", "--ticks", "0"}, "--ticks: wanted a whole number from 1 to 1000000000, found \"0\""},
    {{"run", "--seed", "-1"}, "--seed: wanted a whole number from 0 to 18446744073709551615, found \"-1\""},
    {{"run", "--scene", "moon"},
     "--scene: wanted one of uniform, clustered, power_law, giant, pile, line, identical, lattice, runaway, statics, "
     "teleports, boids, torus; found \"moon\""},
    {{"run", "--speed", "9"}, "no option '--speed'; did you mean '--seed'?"},
    {{"pairs"}, "FILE is required"},
    {{"join", "--"}, "A is required"},
    {{"join", "a.csv", "--"}, "B is required"},
};

/// Values of an option that are rejected in the same words, behind which each is quoted.
struct bad_values {
    words option; ///< and what is before it
    std::string wanted;
    words values;
};
const bad_values bad_values_of_options[] = {
    {{"query", "-", "--box"},
     box_wanted,
     {"[0,0,1,1]", "0,0,1", "0,0,1,1,1", "0,0,1,one", "0,0,1,", "0 0 1 1", "nan,0,1,1", "0,0,1e999,1"}},
    {{"nearest", "-", "--at"}, place_wanted, {"1", "1,2,3", "here", "inf,0"}},
    {{"within", "-", "--distance"}, distance_wanted, {"-1", "inf", "nan", "5m", "1,5"}},
    {{"run", "--count"},
     count_wanted,
     {"0", "-5", "many", "1e-5", "1e9", "1e99999999999", "5.", ".5e1", "1e", "1e3x", "1.55e1", "1,00", "-1e3", "12 ",
      "100000001", "99999999999999999999999"}},
};

// promise: command-rejects
// promise: command-rejects: What would be ignored is rejected: an option with one value that is given twice, or that
//     has no effect on this file.
TEST(bad_options, are_rejected_with_a_reason) {
    const auto expect_rejected = [](const words& arguments, const std::string& message) {
        expect_refused_as(arguments, "quadrille: " + message + " (see quadrille " + arguments.front() + " --help)\n",
                          dots);
    };
    for (const auto& [arguments, message] : bad_options) {
        expect_rejected(arguments, message);
    }
    for (const auto& [option, wanted, values] : bad_values_of_options) {
        for (const std::string& value : values) {
            expect_rejected(with(option, {value}), wanted + '"' + value + '"');
        }
    }
}

TEST(options, of_no_verb_are_rejected_by_name) {
    const bad_option bad_words[] = {
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
        {{}, "wanted a verb, found nothing"},
        {{"--", "pairs"}, "no verb '--'"},
        {{"--"}, "wanted a verb, found '--'"},
        {{"--", "pairs", "-"}, "wanted a verb, found '--'"},
    };
    for (const bad_option& bad : bad_words) {
        const result ended = run_command(bad.arguments);
        EXPECT_EQ(ended.status, 2) << bad.message;
        EXPECT_EQ(ended.output, "");
        EXPECT_TRUE(ended.errors.starts_with("quadrille: " + bad.message + " (see quadrille ")) << ended.errors;
    }
}

TEST(options, take_areas_as_people_write_them) {
    // Polygons of either winding, and with vertices on a line.
    for (const std::string area :
         {"--box 1,1,1,1", "--box ~1,~1~,+1,1e0", "--box -inf,-inf,1,1", "--box -1,-1,1.,1", "--box -.5,-5e-1,2,2",
          "--polygon 0,0,2,0,2,2,0,2", "--polygon 0,2,2,2,2,0,0,0", "--polygon 0,0,1,0,2,0,2,2,0,2,0,2",
          "--polygon 0.1,0.1,0.2,0.2,0.3,0.3,1,1,0.9,1.1"}) {
        EXPECT_EQ(answer_to(words_in("query - " + area), dots), "id\na\n") << area;
    }
}

TEST(options, take_whole_numbers_as_people_write_them) {
    for (const char* const count :
         {"2000", "2e3", "2E+3", "2_000", "2,000", "0.2e4", "2.000e3", "20.0e2", "02000", "02000.0"}) {
        const std::string report = answer_to({"run", "--count", count, "--ticks", "1e0"});
        EXPECT_TRUE(report.starts_with("world    scene uniform, boxes 2,000,")) << count << report;
    }
}

TEST(options, without_a_value_may_be_repeated) {
    EXPECT_EQ(answer_to({"query", "-", "--box", "0,0,1,1", "--count", "--boxes", "--count"}, dots), "1\n");
}

// ---- Help -----------------------------------------------------------------------------------------------------------

// promise: command-answers: `--help` lists the verbs; that of a verb its options, the files that it reads, and an
//     example.
TEST(help, is_there_for_the_command_and_each_verb) {
    const std::string all = output_of({"--help"});
    for (const char* const spelling : {"-h", "help"}) {
        EXPECT_EQ(run_command({spelling}).output, all) << spelling;
    }
    for (const char* const part :
         {"Exit status: 0", "--version", "\n  draw ", "\n  film "}) { // also where none can draw
        EXPECT_TRUE(contains(all, part));
    }
    const words of_answers = {"--format", "--count", "id,x,y,r", "GeoJSON", "csv: the header ", "Example: "};
    const words of_index = {"--output", "--boxes", "GeoJSON", "Example: "};
    for (const std::string verb : {"pairs", "within", "join", "query", "nearest", "encounters", "index", "run"}) {
        const words all_parts = verb == "run" ? words{"  -h,--help "} : verb == "index" ? of_index : of_answers;
        EXPECT_TRUE(contains(all, "\n  " + verb + ' ')) << verb;
        const std::string help = output_of({verb, "--help"});
        EXPECT_EQ(run_command({verb, "-h"}).output, help);
        EXPECT_EQ(run_command({"help", verb}).output, help);
        EXPECT_TRUE(contains(help, "quadrille " + verb + " [OPTIONS]")) << verb;
        for (const std::string& part : all_parts) {
            EXPECT_TRUE(contains(help, part)) << verb;
        }
    }
    EXPECT_EQ(run_command({"help", "help"}).output, run_command({"help", "--help"}).output);
    for (const char* const spelling : {"--version", "-V"}) {
        EXPECT_EQ(run_command({spelling}).output, "quadrille " QUADRILLE_VERSION "\n");
    }
}

TEST(help, says_first_what_lines_and_polygons_are) {
    std::string help = run_command({"--help"}).output;
    std::replace(help.begin(), help.end(), '\n', ' '); // wherever its lines end
    EXPECT_TRUE(contains(help, "Lines and polygons are decided exactly, or, with --boxes, as the boxes around them."));
}

TEST(help, has_every_scene) {
    const std::string help = run_command({"run", "--help"}).output;
    for (const scenes::kind scene : scenes::every_kind) {
        EXPECT_TRUE(contains(help, "\n  " + std::string(to_string(scene)) + "  ")) << to_string(scene);
    }
}

} // namespace

} // namespace quadrille::test
