// Indexes of files larger than memory: the same as those that are written in memory, or of several trees that are read as one.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"
#include "tests/cli/large/limits.hpp"
#include "tests/cli/pictures/drawn_files.hpp"

#include "scenes/random.hpp"

#include "files/layer/layer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

namespace quadrille::test {

namespace {

const words with_much = {"--memory", "1G"};
const words with_little = {"--memory", "1M"};

/// What is written of a file, and what is said.
std::string index_of(const scratch_folder& folder, const std::string& file, const words& options,
                     std::string* errors = nullptr) {
    const std::string out = folder.path("out.quad");
    const result ended = run_command(with({"index", file, "--boxes", "-o", out}, options));
    EXPECT_EQ(ended.status, 0) << ended.errors;
    EXPECT_EQ(ended.output, "");
    if (errors != nullptr) {
        *errors = ended.errors;
    }
    return content_of(out);
}

/// The same table and the same shapes.
void expect_same(const files::layer& one, const files::layer& wanted, const std::string& of) {
    EXPECT_TRUE(one.shapes == wanted.shapes) << of;
    EXPECT_TRUE(one.entities == wanted.entities) << of;
    EXPECT_EQ(one.has_times, wanted.has_times) << of;
    EXPECT_EQ(one.skipped, wanted.skipped) << of;
    EXPECT_EQ(one.taken_as_boxes, wanted.taken_as_boxes) << of;
    EXPECT_EQ(one.wraps, wanted.wraps) << of;
    EXPECT_TRUE(std::equal(one.moments.begin(), one.moments.end(), wanted.moments.begin(), wanted.moments.end(),
                           [](const files::moment& a, const files::moment& b) {
                               return a.t == b.t && a.first == b.first && a.last == b.last;
                           }))
        << of;
    ASSERT_EQ(one.ids.size(), wanted.ids.size()) << of;
    for (std::size_t id = 0; id < one.ids.size(); ++id) {
        ASSERT_EQ(one.ids[id], wanted.ids[id]) << of;
    }
}

/// Also the same bytes, but in a checked build, where a tree has a number of its own.
void expect_same(const scratch_folder& folder, const std::string& bytes, const std::string& wanted_bytes,
                 const std::string& of) {
#ifndef QUADRILLE_CHECKED
    EXPECT_TRUE(bytes == wanted_bytes) << of;
#endif
    EXPECT_EQ(bytes.size(), wanted_bytes.size()) << of;
    const files::layer one = files::read_layer(folder.write("one.quad", bytes));
    const files::layer wanted = files::read_layer(folder.write("wanted.quad", wanted_bytes));
    EXPECT_EQ(one.has_trees, wanted.has_trees) << of;
    expect_same(one, wanted, of);
}

/// Rows whose times are out of order, of things that are not there at all times.
std::string text_out_of_order(std::uint64_t seed, int count) {
    scenes::random_source source(seed);
    std::string text = "id,t,x,y\n";
    for (int row = 0; row < count; ++row) {
        text += fmt::format("\"thing {}{}\",{},{:.3f},{:.3f}\n", source.below(2), row / 7, row * 3 % 7,
                            source.unit() * 50, source.unit() * 50);
    }
    return text;
}

// promise: command-index
// promise: larger-than-memory: An index has the same bytes as one that is written in memory.
TEST(spilled_index, is_the_same_while_trees_fit) {
    const scratch_folder folder;
    std::uint64_t seed = 200;
    words files = {
        folder.write("mixed.geojson", features_of(900, 201)),
        folder.write("points.geojson",
                     R"({"type": "MultiPoint", "coordinates": [[1, 2]]})"), // one that is taken as a box
        folder.write("point.geojson", R"({"type": "Point", "coordinates": [1, 2]})"),
        folder.write("none.geojson", R"({"type": "FeatureCollection", "features": []})"),
        folder.write("none.csv", "t,id,x,y\n"),
        folder.write("late.csv", text_out_of_order(202, 3000)),
    };
    for (const rows kind : {rows::points, rows::circles, rows::boxes}) {
        for (const int times : {0, 4}) {
            files.push_back(folder.write(fmt::format("{}{}.csv", int(kind), times),
                                         text_of({.kind = kind, .times = times}, ++seed)));
        }
    }
    for (const std::string& file : files) {
        for (const words& period : {words{}, {"--period", "90,0"}}) {
            std::string errors;
            std::string errors_of_parts;
            const std::string whole = index_of(folder, file, period, &errors);
            expect_same(folder, index_of(folder, file, with(period, with_much), &errors_of_parts), whole, file);
            EXPECT_EQ(errors_of_parts, errors);
            const std::string index = folder.write("again.quad", whole);
            if (period.empty()) {
                expect_same(files::read_layer(index), files::read_layer(file, {.is_quiet = true}), file);
            }
            expect_same(folder, index_of(folder, index, {}), whole, file);
            expect_same(folder, index_of(folder, index, with_much), whole, file);
        }
    }
}

/// Questions of an index, in memory and part by part, beside those of the text.
void expect_answers_of(const std::string& text, const std::string& index, const words& period) {
    const std::vector<words> all = {{"within", "--distance", "0.4"},
                                    {"pairs"},
                                    {"query", "--circle", "50,50,9"},
                                    {"nearest", "--at", "20,20", "-k", "5"}};
    for (const words& question : all) {
        const auto about = [&](const std::string& file, const words& more) {
            return run_command(with({question[0], file}, with({question.begin() + 1, question.end()}, more)));
        };
        const bool has_period = question[0] == "within" || question[0] == "pairs";
        const result wanted = about(text, has_period ? period : words());
        ASSERT_EQ(wanted.status, 0) << wanted.errors;
        if (has_period || period.empty()) {
            EXPECT_TRUE(about(index, {}).output == wanted.output) << question[0];
        }
        if (has_period) {
            EXPECT_TRUE(about(index, {"--memory", "1M", "--order"}).output == wanted.output) << question[0];
        }
    }
}

// promise: larger-than-memory: Where a tree does not fit an index has several, and verbs answer as if there were one.
TEST(spilled_index, has_several_trees_that_are_read_as_one) {
    const scratch_folder folder;
    std::uint64_t seed = 300;
    for (const rows kind : {rows::points, rows::circles, rows::boxes}) {
        for (const int times : {0, 2}) {
            for (const words& period : {words{}, {"--period", "90,0"}}) {
                if (kind != rows::points && (times > 0) == period.empty()) {
                    continue;
                }
                const std::string text = folder.write(
                    "a.csv",
                    text_of({.kind = kind, .count = times > 0 ? 10'000 : 6000, .times = times, .size = 0.4}, ++seed));
                const std::string whole = index_of(folder, text, period);
                const std::string parted = index_of(folder, text, with(period, with_little));
                EXPECT_FALSE(parted == whole) << "more than one tree";
                const std::string index = folder.write("parted.quad", parted);
                expect_answers_of(text, index, period);
                expect_same(folder, index_of(folder, index, {}), whole, text);
                expect_same(folder, index_of(folder, index, with_much), whole, text);
                expect_same(folder, index_of(folder, index, with_little), parted, text);
            }
        }
    }
    const std::string text = folder.write("late.csv", text_out_of_order(301, 40'000));
    const std::string whole = index_of(folder, text, {});
    const std::string index = folder.write("parted.quad", index_of(folder, text, with_little));
    expect_same(folder, index_of(folder, index, {}), whole, text);
    expect_same(folder, index_of(folder, index, with_much), whole, text);
    EXPECT_EQ(run_command({"encounters", index, "--distance", "0.05"}).output,
              run_command({"encounters", text, "--distance", "0.05"}).output);
}

// promise: larger-than-memory: What goes wrong leaves the file that was there.
TEST(spilled_index, is_whole_or_not_there) {
    const scratch_folder folder;
    const std::string out = folder.write("out.quad", "before");
    const std::string many = folder.write("many.csv", text_of({.count = 50'000, .times = 3}, 502));
    const result missing =
        run_command({"index", many, "-o", out, "--memory", "1M", "--temporary", folder.path("missing")});
    EXPECT_EQ(missing.status, 1);
    EXPECT_TRUE(contains(missing.errors, "missing: wanted a folder that can take temporary files"));
    const std::string errors = folder.path("errors");
    EXPECT_NE(status_within("-f 100", fmt::format("index {} -o {} --memory 1M", many, out), errors), 0);
    EXPECT_TRUE(content_of(errors).starts_with("quadrille: ")) << content_of(errors);
    EXPECT_EQ(content_of(out), "before");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path("")), {}), 3) << "nothing else is left";
}

/// Where the system gives no more (`ulimit -v`), also if many rows are of few things: then few lists of ids have all.
// promise: larger-than-memory: Where memory ends it says so, or gets by.
TEST(spilled_index, gets_by_where_memory_ends) {
    if (is_watched) {
        GTEST_SKIP() << "sanitizers take memory of their own";
    }
    const std::string limit = fmt::format("-v {}", kilobytes_at_rest() + 26'000); // some three more than is needed
    const scratch_folder folder;
    std::string few_things = "t,id,x,y\n";
    for (int row = 0; row < 400'000; ++row) {
        few_things += fmt::format("{},thing {},{},{}\n", row / 20, row % 20, row % 777, row % 555);
    }
    std::string long_ids = "t,id,x,y\n";
    for (int row = 0; row < 150'000; ++row) {
        long_ids += fmt::format("{},{}{},{},{}\n", row % 2, std::string(150, 'l'), row / 2, row % 777, row % 555);
    }
    for (const std::string& file : {folder.write("few.csv", few_things), folder.write("ids.csv", long_ids),
                                    folder.write("many.csv", text_of({.count = 300'000, .side = 3000}, 601))}) {
        const std::string out = folder.path("out.quad");
        const std::string errors = folder.path("errors");
        const auto index_of = [&](const std::string& what, const std::string& where, const char* options) {
            return status_within(limit, fmt::format("index {} -o {} -j 1 {}", what, where, options), errors);
        };
        EXPECT_NE(index_of(file, out, ""), 0);
        EXPECT_TRUE(content_of(errors).starts_with("quadrille: ")) << content_of(errors);
        EXPECT_FALSE(std::filesystem::exists(out));
        EXPECT_EQ(index_of(file, out, "--memory 10M"), 0) << content_of(errors);
        EXPECT_EQ(index_of(out, folder.path("again.quad"), "--memory 10M"), 0)
            << "an index is read so, too: " << content_of(errors);
        EXPECT_TRUE(std::filesystem::remove(out));
    }
}

} // namespace

} // namespace quadrille::test
