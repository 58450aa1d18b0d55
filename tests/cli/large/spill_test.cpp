// Files larger than memory: the rows are those that there are in memory, whatever the files are like; whole or with an error; and nothing
// is left behind.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"
#include "tests/cli/large/limits.hpp"
#include "tests/cli/pictures/drawn_files.hpp"

#include "scenes/random.hpp"

#include "cli/disk/found_pair.hpp"
#include "cli/disk/sorted_records.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

namespace quadrille::test {

namespace {

/// The same question in memory, and with the least memory that there may be: sorted, in order, as JSON, and counted.
void expect_the_same(const scratch_folder& folder, const words& question) {
    const std::string folder_for_rows = folder.path("rows");
    std::filesystem::create_directories(folder_for_rows);
    const result whole = run_command(question);
    ASSERT_EQ(whole.status, 0) << whole.errors;
    const words little = {"--memory", "1M", "--temporary", folder_for_rows, "--threads", "2"};
    const result parted = run_command(with(question, little));
    EXPECT_EQ(parted.status, 0) << parted.errors;
    EXPECT_EQ(parted.errors, whole.errors);
    EXPECT_EQ(parted.output.substr(0, parted.output.find('\n')), whole.output.substr(0, whole.output.find('\n')));
    EXPECT_TRUE(lines_in(parted.output) == lines_in(whole.output))
        << fmt::format("{}", fmt::join(question, " ")) << ": " << parted.output.size() << " bytes, wanted "
        << whole.output.size();
    EXPECT_TRUE(run_command(with(question, with(little, {"--order"}))).output == whole.output);
    EXPECT_TRUE(std::filesystem::is_empty(folder_for_rows)) << "nothing is left";
    // What follows takes the same ways: one question of three is enough.
    static int asked = 0;
    if (is_watched || asked++ % 3 > 0) {
        return;
    }
    EXPECT_TRUE(run_command(with(question, little)).output == parted.output) << "the same order each time";
    EXPECT_EQ(run_command(with(question, with(little, {"--count"}))).output,
              run_command(with(question, {"--count"})).output);
    const words json = {"--format", "json"};
    EXPECT_TRUE(run_command(with(question, with(with(little, {"--order"}), json))).output ==
                run_command(with(question, json)).output);
    const std::string rows_of_json = run_command(with(question, with(little, json))).output;
    EXPECT_TRUE(rows_of_json.starts_with("[\n[") || rows_of_json == "[\n]\n") << rows_of_json.substr(0, 20);
    EXPECT_TRUE(std::filesystem::is_empty(folder_for_rows)) << "nothing is left";
}

/// What is rejected in memory is rejected part by part with the same words. Returns the status.
int rejected_alike(const words& asked) {
    const result whole = run_command(asked);
    const result parted = run_command(with(asked, {"--memory", "1M"}));
    EXPECT_NE(whole.status, 0) << fmt::format("{}", fmt::join(asked, " "));
    EXPECT_EQ(parted.status, whole.status);
    EXPECT_EQ(parted.errors, whole.errors);
    EXPECT_EQ(parted.output, "");
    return whole.status;
}

void make_index(const std::string& index, const std::string& text, const words& options = {}) {
    answer_to(with({"index", "-", "-o", index}, options), text);
}

const std::vector<words> in_memory_and_in_parts = {{}, {"--memory", "1M"}};

// promise: larger-than-memory
TEST(spill, finds_the_pairs_of_one_file) {
    const scratch_folder folder;
    for (const rows kind : {rows::points, rows::circles, rows::boxes}) {
        for (const int times : {0, 4}) {
            const std::string file = folder.write("a.csv", text_of({.kind = kind, .times = times}, 1));
            expect_the_same(folder, {"within", file, "--distance", "1.5"});
            expect_the_same(folder, {"pairs", file});
        }
    }
}

// promise: larger-than-memory: Of two files, of any kinds of shapes, with times in either.
TEST(spill, finds_the_pairs_of_two_files) {
    const scratch_folder folder;
    std::uint64_t seed = 2;
    const auto expect = [&](rows kind, int a_times, rows other, int b_times) {
        const std::string a = folder.write("a.csv", text_of({.kind = kind, .count = 1500, .times = a_times}, ++seed));
        const std::string b =
            folder.write("b.csv", text_of({.kind = other, .count = 2500, .times = b_times, .prefix = "q"}, ++seed));
        expect_the_same(folder, with({"join", a, b}, words_in(seed % 4 == 0 ? "" : "--distance 1.2")));
    };
    for (const rows kind : {rows::points, rows::circles, rows::boxes}) {
        for (const rows other : {rows::points, rows::circles, rows::boxes}) {
            expect(kind, 0, other, 0);
        }
    }
    expect(rows::points, 3, rows::circles, 0);
    expect(rows::points, 0, rows::boxes, 3);
    expect(rows::circles, 4, rows::boxes, 3);
    expect(rows::circles, 0, rows::points, 3);
    expect(rows::boxes, 4, rows::points, 3);
    expect(rows::boxes, 3, rows::circles, 0);
}

// promise: larger-than-memory: In worlds that wrap.
TEST(spill, knows_worlds_that_wrap) {
    const scratch_folder folder;
    const std::string a = folder.write("a.csv", text_of({.kind = rows::boxes, .side = 300}, 31));
    const std::string b = folder.write("b.csv", text_of({.kind = rows::circles, .side = 300, .prefix = "q"}, 32));
    for (const char* const period : {"100,0", "90,70.5"}) {
        expect_the_same(folder, {"within", a, "--distance", "0.5", "--period", period});
        expect_the_same(folder, {"join", a, b, "--period", period});
    }
}

// promise: larger-than-memory: 0 and -0 are one time, in whichever part rows are.
TEST(spill, takes_minus_0_for_0) {
    const scratch_folder folder;
    std::string text = "id,t,x,y\n";
    scenes::random_source source(33);
    for (int row = 0; row < 5000; ++row) {
        text += fmt::format("{},{},{:.0f},{:.0f}\n", row, row % 3 == 0 ? "0" : "-0", source.unit() * 99,
                            source.unit() * 99);
    }
    expect_the_same(folder, {"pairs", folder.write("zeros.csv", text)});
}

// promise: command-index: In worlds that wrap an index has the distances of the text, which are of the images that are stored.
TEST(spill, tells_distances_of_stored_images) {
    const scratch_folder folder;
    const std::string rows = "id,x,y\n6,-20.5,1.3\n16,-13.6,1.3\n";
    const std::string text = folder.write("far.csv", rows);
    const std::string index = folder.path("far.quad");
    make_index(index, rows, {"--period", "7,0"});
    const std::string told = run_command({"within", index, "--distance", "0.1"}).output;
    EXPECT_EQ(told, "a,b,distance\n6,16,0.09999999999999998\n"); // from 0.4 to 0.5
    for (const auto& how : in_memory_and_in_parts) {
        EXPECT_EQ(run_command(with({"within", text, "--distance", "0.1", "--period", "7,0"}, how)).output, told);
        EXPECT_EQ(
            run_command(with({"join", text, text, "--distance", "0.1", "--period", "7,0", "--count"}, how)).output,
            "4\n");
    }
}

// promise: command-index: An index of nothing has its period, too.
TEST(spill, knows_the_period_of_an_index_of_nothing) {
    const scratch_folder folder;
    const std::string nothing = folder.path("nothing.quad");
    const std::string one = folder.path("one.quad");
    make_index(nothing, "id,x,y\n", {"--period", "9,9"});
    make_index(one, "id,x,y\na,1,1\n", {"--period", "9,9"});
    for (const auto& how : in_memory_and_in_parts) {
        EXPECT_EQ(run_command(with({"join", one, nothing}, how)).output, "a,b\n");
        EXPECT_EQ(run_command(with({"pairs", nothing, "--period", "9,9"}, how)).output, "a,b\n");
        EXPECT_EQ(run_command(with({"pairs", nothing, "--period", "8,9"}, how)).status, 2);
    }
}

// promise: larger-than-memory: Also where no cut makes parts smaller.
TEST(spill, joins_what_cannot_be_parted_in_blocks) {
    const scratch_folder folder;
    const auto count_of = [&](const words& question) {
        const result whole = run_command(with(question, {"--count"}));
        const result parted = run_command(with(question, {"--count", "--memory", "1M", "--threads", "2"}));
        EXPECT_EQ(parted.errors, "");
        EXPECT_EQ(parted.output, whole.output) << fmt::format("{}", fmt::join(question, " "));
    };
    const std::string spot = folder.write("spot.csv", text_of({.count = 1900, .side = 0}, 41));
    const std::string other = folder.write("other.csv", text_of({.count = 1200, .side = 0, .prefix = "q"}, 42));
    const std::string wide = folder.write(
        "wide.csv", text_of({.kind = rows::boxes, .count = 1500, .side = 1, .size = 200, .prefix = "w"}, 43));
    const std::string many = folder.write("many.csv", text_of({.count = 1900, .side = 100, .prefix = "m"}, 44));
    count_of({"within", spot, "--distance", "0"});
    count_of({"join", spot, other});
    count_of({"join", spot, many, "--distance", "3"});
    count_of({"pairs", wide});
    count_of({"join", many, wide});
    count_of({"within", many, "--distance", "1e300"});
    const std::string spot_then = folder.write("then.csv", text_of({.count = 3000, .times = 3, .side = 0}, 45));
    count_of({"within", spot_then, "--distance", "1"});
}

// promise: larger-than-memory: Little and nothing, too.
TEST(spill, takes_small_files_and_empty_ones) {
    const scratch_folder folder;
    const std::string none = folder.write("none.csv", "id,x,y\n");
    const std::string one = folder.write("one.csv", "id,x,y\na,1,1\n");
    const std::string two = folder.write("two.csv", "id,x,y\n\"a,\"\"b\"\"\",1,1\nc,1,1\n");
    expect_the_same(folder, {"pairs", none});
    expect_the_same(folder, {"pairs", one});
    expect_the_same(folder, {"pairs", two});
    expect_the_same(folder, {"join", none, two, "--distance", "5"});
    expect_the_same(folder, {"join", two, one, "--distance", "5"});
    EXPECT_EQ(run_command({"within", "-", "--distance", "1", "--memory", "2G"}, content_of(two)).output,
              run_command({"within", two, "--distance", "1"}).output);
}

// promise: larger-than-memory: Of GeoJSON, too.
TEST(spill, reads_geojson) {
    const scratch_folder folder;
    const std::string file = folder.write("a.geojson", features_of(4000, 81));
    const std::string other = folder.write("b.csv", text_of({.kind = rows::circles}, 82));
    expect_the_same(folder, {"within", file, "--distance", "0.7", "--boxes"});
    expect_the_same(folder, {"join", file, other, "--distance", "0.5", "--boxes"});
    const auto named = [&](const std::string& name) {
        return R"({"type": "Feature", "properties": {"name": ")" + name +
               R"("}, "geometry": {"type": "Point", "coordinates": [1, 2]}})";
    };
    const auto collection = [](const words& features) {
        return fmt::format(R"({{"type": "FeatureCollection", "features": [{}]}})", fmt::join(features, ","));
    };
    for (const std::string& text :
         {std::string(R"({"type": "Point", "coordinates": [1, 2]})"),
          std::string(R"({"features": [{"type": "Feature", "properties": null,
        "geometry": {"type": "Point", "coordinates": [1, 2]}}], "type": "Feature", "geometry": {"type": "Point",
        "coordinates": [3, 4]}, "properties": {"name": "root"}})"),
          collection({named("a"), named("a"), named("a #1"), named("a #2"), named("a #1 #3"), named("b")})}) {
        expect_the_same(folder, {"pairs", folder.write("small.geojson", text)});
    }
    EXPECT_EQ(rejected_alike({"pairs", folder.write("bad.geojson", collection({named("a"), "7"}))}), 2);
}

/// Of points all kinds, of others two.
struct world_of_index {
    rows kind;
    int times;
    const char* period;
};
constexpr world_of_index worlds_of_indexes[] = {{rows::points, 0, ""},  {rows::points, 0, "--period 90,0"},
                                                {rows::points, 4, ""},  {rows::points, 4, "--period 90,0"},
                                                {rows::circles, 0, ""}, {rows::circles, 4, "--period 90,0"},
                                                {rows::boxes, 0, ""},   {rows::boxes, 4, "--period 90,0"}};

// promise: larger-than-memory: Of indexes, too, beside each other and beside text.
TEST(spill, reads_indexes) {
    const scratch_folder folder;
    const std::string a = folder.path("a.quad");
    const std::string b = folder.path("b.quad");
    const std::string nothing = folder.path("nothing.quad");
    make_index(nothing, "id,x,y\n");
    std::uint64_t seed = 70;
    for (const auto& [kind, times, period] : worlds_of_indexes) {
        const std::string rows_of_other = text_of({.count = 900, .times = times / 2, .prefix = "q"}, ++seed);
        const std::string other = folder.write("b.csv", rows_of_other);
        make_index(a, text_of({.kind = kind, .times = times}, ++seed), words_in(period));
        make_index(b, rows_of_other, words_in(period));
        expect_the_same(folder, {"within", a, "--distance", "1.5"});
        expect_the_same(folder, {"join", a, b, "--distance", "1"});
        expect_the_same(folder, with({"join", other, a}, words_in(period)));
        EXPECT_EQ(rejected_alike({"join", a, other, "--period", "95,3"}), 2);
        EXPECT_EQ(rejected_alike({"join", a, b, "--period", "95,3"}), 2);
    }
    expect_the_same(folder, {"pairs", nothing});
    expect_the_same(folder, {"join", nothing, folder.write("b.csv", text_of({.count = 90, .prefix = "q"}, 80))});
}

// promise: larger-than-memory: An index that is cut or damaged is reported as in memory.
// promise: larger-than-memory: An index of several trees that is cut or damaged is rejected.
TEST(spill, rejects_indexes_that_are_damaged) {
    const scratch_folder folder;
    const std::string index = folder.path("whole.quad");
    const std::string damaged = folder.path("damaged.quad");
    const auto expect_rejected = [&](std::uint64_t seed) {
        const std::string whole = content_of(index);
        scenes::random_source source(seed);
        for (int turn = 0; turn < 50; ++turn) {
            const auto at = std::max<std::size_t>(static_cast<std::size_t>(source.unit() * double(whole.size())), 8);
            std::string bytes = turn % 2 == 0 ? whole.substr(0, at) : whole;
            if (turn % 2 == 1) {
                bytes[at] ^= static_cast<char>(1 << turn % 8);
            }
            folder.write("damaged.quad", turn == 0 ? whole + "x" : bytes);
            EXPECT_EQ(rejected_alike({"pairs", damaged}), 2);
        }
    };
    make_index(index, text_of({.count = 900, .times = 2}, 81));
    expect_rejected(82);
    make_index(index, text_of({.count = 12'000}, 401), {"--memory", "1M"}); // of several trees
    expect_rejected(402);
}

// promise: larger-than-memory: What is wrong is reported as it is in memory.
TEST(spill, rejects_what_is_rejected_in_memory) {
    const scratch_folder folder;
    const std::string out = folder.write("out.quad", "before");
    const std::string many = text_of({.count = 2000}, 51);
    for (const std::string& bad :
         {many + "p7,1,1\n", many + "p1999,1,1\n\"p3\",2,2\n", many + "q,1\n", many + "p5,1,1\nq,x,1\n",
          many + "q,x,1\np5,1,1\n", std::string("id,z\n"), std::string(),
          std::string("t,id,x,y\n1,a,0,0\n2,a,0,0\n1,a,5,5\n"), many + "q,1,\xFF\n"}) {
        const std::string file = folder.write("bad.csv", bad);
        EXPECT_EQ(rejected_alike({"pairs", file}), 2);
        EXPECT_EQ(rejected_alike({"index", file, "-o", out}), 2);
    }
    // Shapes that no world of this period can hold are reported when all has been read.
    const std::string wide = "id,x,y,r\na,0,0,1\nb,0,0,100\nc,0,0,1\nd,0,0,200\n";
    for (const std::string& bad :
         {wide, wide + "a,1,1,1\n", wide + "e,x,1,1\n",
          std::string("t,id,x,y,r\n7,a,0,0,300\n5,a,0,0,1\n5,b,0,0,100\n5,c,0,0,100\n1,z,0,0,1\n"),
          std::string(R"({"type": "MultiPoint", "coordinates": [[0, 0], [300, 1]]})")}) {
        const std::string file = folder.write("wide", bad);
        rejected_alike({"pairs", file, "--boxes", "--period", "360,0"});
        rejected_alike({"index", file, "--boxes", "--period", "360,0", "-o", out});
    }
    EXPECT_EQ(content_of(out), "before");
}

// promise: larger-than-memory: A folder that takes no files, and a disk that is full, are reported.
TEST(spill, says_what_is_wrong_with_its_folder) {
    const scratch_folder folder;
    const std::string file = folder.write("a.csv", text_of({.count = 50'000}, 61));
    const result missing = run_command({"pairs", file, "--memory", "1M", "--temporary", folder.path("missing")});
    EXPECT_EQ(missing.status, 1);
    EXPECT_TRUE(
        contains(missing.errors, "missing: wanted a folder that can take temporary files, found: No such file"));
    // A disk that is full: no file may be larger than 100 blocks.
    const std::string errors = folder.path("errors");
    const std::string asked =
        fmt::format("pairs {} --memory 1M --temporary {} >{}", file, folder.path(""), folder.path("rows"));
    EXPECT_NE(status_within("-f 100", asked, errors), 0);
    EXPECT_TRUE(contains(content_of(errors),
                         "wanted a folder that can take what does not fit into memory, found: File too large"));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path("")), {}), 3) << "nothing is left";
    for (const char* const bad : {"", "M", "5", "500k", "-1M", "1.5G", "99999999999T", "G1"}) {
        expect_refused({"pairs", file, "--memory", bad}, "--memory: wanted a size from 1M, such as 500M or 2G");
    }
}

/// The most memory that the command had at once, in MB.
double peak_of(const words& asked, const std::string& out) {
    const running_command command(asked, {}, {.output_to = out.c_str()});
    // Of Linux, which has the line until the command ends; what wait4 says is also what this program had taken when it
    // began the command.
    double kilobytes = 0;
    for (bool is_alive = true; is_alive; std::this_thread::sleep_for(std::chrono::milliseconds(1))) {
        is_alive = false;
        std::ifstream told(fmt::format("/proc/{}/status", command.process()));
        for (std::string word; !is_alive && told >> word;) {
            is_alive = word == "VmHWM:" && told >> kilobytes;
        }
    }
    EXPECT_EQ(command.wait().status, 0) << fmt::format("{}", fmt::join(asked, " "));
    EXPECT_GT(kilobytes, 1000) << "nothing was measured";
    return kilobytes / 1024;
}

// promise: larger-than-memory: With no more memory than was said, and 30 MB for the command.
TEST(spill, takes_no_more_memory_than_was_said) {
    if (is_watched) {
        GTEST_SKIP() << "sanitizers take memory of their own";
    }
    const scratch_folder folder;
    const std::string out = folder.path("out");
    const std::string even = folder.write("even.csv", text_of({.count = 200'000, .side = 3000}, 91));
    const std::string boxes = folder.write(
        "boxes.csv", text_of({.kind = rows::boxes, .count = 20'000, .side = 3000, .size = 60, .prefix = "b"}, 92));
    const words join = {"join", even, boxes, "--distance", "1"};
    const double whole = peak_of(join, out);
    for (const words& little :
         {words{"--memory", "2M", "--threads", "2"}, {"--memory", "2M", "--threads", "2", "--order"}}) {
        const double parted = peak_of(with(join, little), out);
        EXPECT_LT(parted, 2 + 30);
        EXPECT_LT(parted, whole - 8);
    }
}

/// Where the system gives no more (`ulimit -v`): without --memory nothing is told but that, with it all is.
// promise: larger-than-memory: Where memory ends it says so, or gets by.
TEST(spill, gets_by_where_memory_ends) {
    if (is_watched) {
        GTEST_SKIP() << "sanitizers take memory of their own";
    }
    const scratch_folder folder;
    const std::string file = folder.write("many.csv", text_of({.count = 400'000, .side = 9000}, 95));
    const std::string rows = folder.path("rows");
    const std::string errors = folder.path("errors");
    const int little = kilobytes_at_rest() + 23'000;
    const auto run_in = [&](int kilobytes, const char* options) {
        return status_within(fmt::format("-v {}", kilobytes),
                             fmt::format("within {} --distance 0.5 --count -j 1 {} >{}", file, options, rows), errors);
    };
    ASSERT_EQ(run_in(1 << 22, ""), 0) << content_of(errors);
    const std::string answer = content_of(rows);
    EXPECT_GT(std::stoul(answer), 100U);
    EXPECT_NE(run_in(little, ""), 0);
    EXPECT_EQ(content_of(rows), "");
    EXPECT_TRUE(content_of(errors).starts_with("quadrille: ")) << content_of(errors);
    EXPECT_EQ(run_in(little, "--memory 5M"), 0) << content_of(errors);
    EXPECT_EQ(content_of(rows), answer);
}

// promise: larger-than-memory: Rows come in order, however many runs they are sorted in.
TEST(sorted_records, come_in_order_from_many_runs) {
    const scratch_folder folder;
    cli::spill_file file(folder.path(""));
    scenes::random_source source(71);
    for (const std::size_t memory : {std::size_t{200}, std::size_t{3000}, std::size_t{1} << 24U}) {
        cli::sorted_records<cli::found_pair> rows(file, memory);
        std::multiset<std::tuple<double, std::uint32_t, std::uint32_t>> expected;
        for (int rest = 5000; rest > 0; --rest) {
            const std::uint32_t a = source.below(500);
            const std::uint32_t b = source.below(500);
            const double t = source.below(3);
            const std::string a_id = fmt::format("a{}", a);
            const std::string b_id = fmt::format("b{}", b);
            rows.add({t, a, b, a * 0.5, a_id, b_id});
            expected.insert({t, a, b});
        }
        auto next = expected.begin();
        rows.each([&](const cli::found_pair& pair) {
            ASSERT_NE(next, expected.end());
            EXPECT_EQ(std::tuple(pair.t, pair.a, pair.b), *next++);
            EXPECT_EQ(pair.distance, pair.a * 0.5);
            EXPECT_EQ(pair.a_id, fmt::format("a{}", pair.a));
            EXPECT_EQ(pair.b_id, fmt::format("b{}", pair.b));
        });
        EXPECT_EQ(next, expected.end());
    }
}

// promise: larger-than-memory: Each row goes to disk once, and once more for each time that there are 128 times as many.
TEST(sorted_records, are_written_a_few_times) {
    const scratch_folder folder;
    scenes::random_source source(72);
    for (const int count : {5'000, 50'000}) { // of 52 bytes, two in a run
        cli::spill_file file(folder.path(""));
        cli::sorted_records<cli::found_pair> rows(file, 150);
        for (int rest = count; rest > 0; --rest) {
            rows.add({0, source.below(500), source.below(500), 0, "first", "second"});
        }
        std::uint64_t found = 0;
        rows.each([&](const cli::found_pair&) { ++found; });
        EXPECT_EQ(found, static_cast<std::uint64_t>(count));
        EXPECT_LT(file.size(), static_cast<std::uint64_t>(count) * 52 * 3);
    }
}

} // namespace

} // namespace quadrille::test
