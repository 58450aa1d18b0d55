// Real data: the answers about railways, rivers and pedestrians equal a full scan.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"
#include "tests/cli/laws/truth.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace quadrille::test {

namespace {

using truth::record;

/// Where a file of real data is, or would be.
std::string data(std::string_view name) { return QUADRILLE_DATA "/" + std::string(name); }

/// Skips the test, with a message, where the file is missing.
#define NEED_DATA(name)                                                                                                \
    if (!std::filesystem::exists(data(name))) {                                                                        \
        GTEST_SKIP() << "there is no " << data(name) << " here: real data is not tested";                              \
    }

TEST(real_layers, rails_and_rivers_that_cross) {
    NEED_DATA("rail_segments.csv");
    NEED_DATA("river_segments.csv");
    const std::string files[] = {data("rail_segments.csv"), data("river_segments.csv")};
    const std::vector<record> layers[] = {truth::read_csv(files[0]), truth::read_csv(files[1])};

    // A sweep along x over the rows of both.
    using layer_and_row = std::pair<std::size_t, std::size_t>;
    std::vector<layer_and_row> order;
    for (const std::size_t layer : {0U, 1U}) {
        for (std::size_t row = 0; row < layers[layer].size(); ++row) {
            order.emplace_back(layer, row);
        }
    }
    const auto record_of = [&](const layer_and_row& at) -> const record& { return layers[at.first][at.second]; };
    std::sort(order.begin(), order.end(),
              [&](const auto& one, const auto& other) { return record_of(one).x0 < record_of(other).x0; });
    truth::index_pairs crossings[2][2];
    for (auto own = order.begin(); own != order.end(); ++own) {
        for (auto next = own + 1; next != order.end() && record_of(*next).x0 <= record_of(*own).x1; ++next) {
            if (truth::within(record_of(*own), record_of(*next), 0)) {
                const auto& [a, b] = std::minmax(*own, *next);
                crossings[a.first][b.first].emplace_back(a.second, b.second);
            }
        }
    }

    const auto expect_pairs = [&](const words& asked, std::size_t a, std::size_t b) {
        truth::index_pairs& pairs = crossings[a][b];
        ASSERT_GT(pairs.size(), 100U);
        std::sort(pairs.begin(), pairs.end());
        std::string expected = "a,b\n";
        for (const auto& [one, other] : pairs) {
            expected += layers[a][one].id + ',' + layers[b][other].id + '\n';
        }
        EXPECT_TRUE(answer_to(asked) == expected) << asked.front();
        EXPECT_EQ(answer_to(with(asked, {"--count"})), std::to_string(pairs.size()) + '\n');
    };
    expect_pairs({"pairs", files[0]}, 0, 0);
    expect_pairs({"pairs", files[1]}, 1, 1);
    expect_pairs({"join", files[0], files[1]}, 0, 1);
    EXPECT_EQ(answer_to({"join", files[1], files[0], "--count"}), std::to_string(crossings[0][1].size()) + '\n');
}

TEST(real_layers, walkers_who_meet) {
    NEED_DATA("pedestrians.csv");
    const auto walkers = truth::read_csv(data("pedestrians.csv"));
    for (const char* const gap : {"", "0.4", "2"}) {
        const auto met = truth::encounters(walkers, 1, *gap == '\0' ? std::nullopt : std::optional(std::stod(gap)));
        ASSERT_FALSE(met.list.empty());
        const words asked = {"encounters", data("pedestrians.csv"), "--distance", "1"};
        const auto rows =
            truth::rows_of(std::istringstream(answer_to(with(asked, *gap == '\0' ? words{} : words{"--gap", gap}))));
        ASSERT_EQ(rows.size(), 1 + met.list.size());
        EXPECT_EQ(rows[0], (words{"a", "b", "from", "to", "closest"}));
        for (std::size_t row = 0; row < met.list.size(); ++row) {
            const truth::encounter& each = met.list[row];
            const words& fields = rows[row + 1];
            EXPECT_EQ(fields[0], met.ids[each.a]) << row;
            EXPECT_EQ(fields[1], met.ids[each.b]) << row;
            EXPECT_EQ(std::stod(fields[2]), each.from) << row;
            EXPECT_EQ(std::stod(fields[3]), each.to) << row;
            EXPECT_NEAR(std::stod(fields[4]), each.closest, 1e-12) << row;
        }
    }
}

} // namespace

} // namespace quadrille::test
