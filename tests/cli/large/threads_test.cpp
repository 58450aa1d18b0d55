// -j: the same bytes for any number of threads, in every verb that has work for several; and no thread for small files.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"
#include "tests/cli/pictures/drawn_files.hpp"

#include "cli/answers/trees.hpp"
#include "cli/command/pool.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace quadrille::test {

namespace {

/// Rows as dense as boxes of side 1 that have half a pair each; enough for several tasks.
std::string dense_rows(rows kind, int count, std::uint64_t seed, int times = 0) {
    return text_of({.kind = kind, .count = count, .times = times, .side = std::sqrt(count / 2.0), .size = 1}, seed);
}

class threads_test : public testing::Test {
protected:
    static constexpr int many = 30'000; // more than options::min_parallel_items, also at each of two times

    const scratch_folder folder;
    const std::string points = folder.write("points.csv", dense_rows(rows::points, 5'000, 1));
    const std::string circles = folder.write("circles.csv", dense_rows(rows::circles, many, 2));
    const std::string boxes = folder.write("boxes.csv", dense_rows(rows::boxes, many, 3));
    const std::string times = folder.write("times.csv", dense_rows(rows::circles, many, 4, 2));

    /// What is printed must not depend on the number of threads; returns it.
    static std::string same_for_any_number(const words& asked) {
        const std::string alone = answer_to(with(asked, {"-j", "1"}));
        EXPECT_TRUE(answer_to(with(asked, {"-j", "7"})) == alone) << asked.front() << " by 7 threads";
        EXPECT_TRUE(answer_to(asked) == alone) << asked.front() << " by all cores";
        return alone;
    }
};

// promise: command-threads
TEST_F(threads_test, find_the_same_pairs) {
    EXPECT_GT(same_for_any_number({"pairs", boxes}).size(), 10'000U);
    same_for_any_number({"pairs", boxes, "--count"});
    same_for_any_number({"within", circles, "--distance", "0.2"});
    same_for_any_number({"within", times, "--distance", "0.2", "--count"});
    same_for_any_number({"encounters", times, "--distance", "0.4"});
    same_for_any_number({"join", boxes, boxes, "--distance", "0.1"});
    same_for_any_number({"join", boxes, boxes, "--count"});
    // Of two kinds of shape.
    EXPECT_GT(same_for_any_number({"join", boxes, circles}).size(), 10'000U);
    same_for_any_number({"join", circles, times, "--distance", "0.2", "--count"});
}

/// Far more pairs than rows: these are found row by row.
// promise: command-threads
TEST_F(threads_test, find_the_same_in_a_heap) {
    std::string heap = "id,x,y,w,h\n";
    std::string discs = "id,x,y,r\n";
    for (int row = 0; row < 5'000; ++row) {
        heap += std::to_string(row) + "," + std::to_string(row / 20) + ",0,1.5,1\n"; // each intersects some 60 others
        discs += std::to_string(row) + "," + std::to_string(row / 20) + ",0,1\n";
    }
    const std::string path = folder.write("heap.csv", heap);
    const std::string others = folder.write("discs.csv", discs);
    EXPECT_GT(std::stoul(same_for_any_number({"pairs", path, "--count"})), 16U * 5'000);
    same_for_any_number({"pairs", path});
    same_for_any_number({"join", path, others});
}

// promise: command-threads
TEST_F(threads_test, find_the_same_for_many_questions) {
    same_for_any_number({"nearest", boxes, "--at-file", points, "-k", "2"});
    same_for_any_number({"nearest", times, "--at-file", points, "--count"});
    words query = {"query", boxes};
    for (int area = 0; area < 600; ++area) {
        const int x = area % 100;
        const int y = area % 90;
        query.push_back(area < 300 ? fmt::format("--box={},{},{},{}", x, y, x + 20, y + 10)
                                   : fmt::format("--circle={},{},2", x, y));
    }
    const std::string rows_found = same_for_any_number(query);
    EXPECT_TRUE(contains(rows_found, "\n600,"));
    query.emplace_back("--count");
    same_for_any_number(query);
}

// promise: command-threads
TEST_F(threads_test, write_the_same_index) {
    const auto index_by = [&](const char* threads) {
        const std::string out = folder.path("index.quad");
        answer_to({"index", times, "-o", out, "-j", threads});
        return content_of(out);
    };
    const std::string alone = index_by("1");
    for (const char* const threads : {"2", "3", "7"}) {
        EXPECT_TRUE(index_by(threads) == alone) << threads;
    }
}

// promise: command-threads: `run` reports how many threads have worked; it records what one does.
TEST_F(threads_test, of_a_run_are_reported_as_they_have_worked) {
    const auto printed_by = [](const words& options) {
        return run_command(with({"run", "--ticks", "1"}, options)).output;
    };
    EXPECT_TRUE(contains(printed_by({"--count", "100", "-j", "7"}), "; threads: 1\n"));
    EXPECT_TRUE(contains(printed_by({"--count", "20000", "-j", "7"}), "; threads: 7\n"));
    EXPECT_TRUE(contains(printed_by({"--count", "20000", "-j1"}), "; threads: 1\n"));
}

/// A recording is that of one thread, whatever the machine has.
// promise: command-threads: `run` reports how many threads have worked; it records what one does.
TEST_F(threads_test, of_a_run_are_one_while_it_is_recorded) {
    const std::string one = folder.path("one.qrec");
    const std::string other = folder.path("other.qrec");
    const words recorded = {"run", "--count", "20000", "--ticks", "2", "--record"};
    const std::string by_default = answer_to(with(recorded, {one}));
    EXPECT_TRUE(contains(by_default, "; threads: 1\n"));
    answer_to(with(recorded, {other, "-j", "1"}));
    EXPECT_TRUE(content_of(one) == content_of(other));
}

// ---- Their pool -----------------------------------------------------------------------------------------------------

// promise: command-threads: No thread is started for a small file.
TEST(pool, starts_no_thread_for_a_small_tree) {
    std::vector<box<double>> shapes;
    for (int at = 0; at < 8'000; ++at) {
        shapes.push_back({{at % 90 * 1.0, at / 90 * 1.0}, {at % 90 + 1.0, at / 90 + 1.0}});
    }
    cli::pool with({.threads = 3});
    files::tree_of<box<double>> tree;
    cli::fill(with, tree, std::span<const box<double>>(shapes));
    parallel::pairs(with, tree, parallel::in_order([](auto, auto) {}));
    EXPECT_EQ(with.size(), 1U);
    const std::vector<box<double>> once = shapes;
    for (int more = 0; more < 3; ++more) {
        shapes.insert(shapes.end(), once.begin(), once.end());
    }
    cli::fill(with, tree, std::span<const box<double>>(shapes));
    parallel::pairs(with, tree, parallel::in_order([](auto, auto) {}));
    EXPECT_EQ(with.size(), 3U);
}

TEST(pool, cuts_work_into_pieces_that_cover_it_once) {
    for (const std::uint32_t count : {0U, 1U, 2047U, 4096U, 100'001U, 3'000'000U}) {
        cli::pool with({.threads = 3});
        std::vector<std::uint8_t> done(count);
        std::array<std::uint8_t, cli::max_list_pieces> pieces{};
        cli::in_pieces(with, count, [&](std::uint32_t piece, std::uint32_t first, std::uint32_t last) {
            ++pieces.at(piece);
            for (std::uint32_t at = first; at < last; ++at) {
                ++done[at];
            }
        });
        for (std::uint32_t at = 0; at < count; ++at) {
            ASSERT_EQ(done[at], 1) << at << " of " << count;
        }
        EXPECT_LE(*std::max_element(pieces.begin(), pieces.end()), 1);
        EXPECT_EQ(with.size(), count < 4096 ? 1U : 3U) << count;
    }
}

TEST(pool, passes_on_what_the_first_piece_throws) {
    cli::pool with({.threads = 3});
    const auto throwing = [](std::uint32_t piece, std::uint32_t, std::uint32_t) {
        if (piece >= 2) {
            throw std::runtime_error("piece " + std::to_string(piece));
        }
    };
    try {
        cli::in_pieces(with, 20'000, throwing);
        ADD_FAILURE() << "nothing was thrown";
    } catch (const std::runtime_error& thrown) {
        EXPECT_STREQ(thrown.what(), "piece 2");
    }
}

} // namespace

} // namespace quadrille::test
