// Real data: the answers about railways, rivers, pedestrians, towns and places equal a full scan.
// SPDX-License-Identifier: MIT
#include "command.hpp"
#include "truth.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <numeric>
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

/// One column of what the command prints, headed by its name.
std::vector<std::string> column_of(const std::vector<std::string>& arguments, std::string_view name) {
    const result ended = run_command(arguments);
    EXPECT_EQ(ended.status, 0) << ended.errors;
    const auto rows = truth::rows_of(std::istringstream(ended.output));
    std::vector<std::string> fields;
    if (!rows.empty()) {
        const auto at = std::find(rows[0].begin(), rows[0].end(), name) - rows[0].begin();
        for (std::size_t row = 1; row < rows.size(); ++row) {
            fields.push_back(rows[row].at(static_cast<std::size_t>(at)));
        }
    }
    return fields;
}

std::string printed(std::vector<std::string> arguments) {
    const result ended = run_command(arguments);
    EXPECT_EQ(ended.status, 0) << ended.errors;
    return ended.output;
}

TEST(real_layers, rails_that_cross_rivers) {
    NEED_DATA("rail_segments.csv");
    NEED_DATA("river_segments.csv");
    const auto rails = truth::read_csv(data("rail_segments.csv"));
    const auto rivers = truth::read_csv(data("river_segments.csv"));

    // Each with all that may share an x with it, by their left edges.
    std::vector<std::size_t> order(rivers.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](auto one, auto other) { return rivers[one].x0 < rivers[other].x0; });
    double widest = 0;
    for (const record& river : rivers) {
        widest = std::max(widest, river.x1 - river.x0);
    }
    truth::index_pairs crossings;
    for (std::size_t rail = 0; rail < rails.size(); ++rail) {
        const auto first = std::lower_bound(order.begin(), order.end(), rails[rail].x0 - 2 * widest,
                                            [&](std::size_t river, double x) { return rivers[river].x0 < x; });
        for (auto river = first; river != order.end() && rivers[*river].x0 <= rails[rail].x1; ++river) {
            if (truth::within(rails[rail], rivers[*river], 0)) {
                crossings.emplace_back(rail, *river);
            }
        }
    }
    std::sort(crossings.begin(), crossings.end());
    ASSERT_GT(crossings.size(), 100U);

    std::string expected = "a,b\n";
    for (const auto& [rail, river] : crossings) {
        expected += rails[rail].id + ',' + rivers[river].id + '\n';
    }
    const std::vector<std::string> arguments = {"join", data("rail_segments.csv"), data("river_segments.csv")};
    EXPECT_TRUE(printed(arguments) == expected);
    EXPECT_EQ(printed({"join", "--count", arguments[1], arguments[2]}), std::to_string(crossings.size()) + '\n');
    EXPECT_EQ(printed({"join", "--count", arguments[2], arguments[1]}), std::to_string(crossings.size()) + '\n');
}

TEST(real_layers, walkers_near_each_other) {
    NEED_DATA("pedestrians.csv");
    const auto walkers = truth::read_csv(data("pedestrians.csv"));
    for (const char* const reach : {"0.5", "1", "2"}) {
        const auto pairs = truth::pairs_within(walkers, std::stod(reach));
        ASSERT_FALSE(pairs.empty());
        const std::vector<std::string> arguments = {"within", data("pedestrians.csv"), "--distance", reach};
        std::vector<std::string> first;
        std::vector<std::string> second;
        for (const auto& [a, b] : pairs) {
            first.push_back(walkers[a].id);
            second.push_back(walkers[b].id);
        }
        EXPECT_TRUE(column_of(arguments, "a") == first) << reach;
        EXPECT_TRUE(column_of(arguments, "b") == second) << reach;
        EXPECT_EQ(printed({"within", arguments[1], "--distance", reach, "--count"}),
                  std::to_string(pairs.size()) + '\n');
    }
}

TEST(real_layers, walkers_who_meet) {
    NEED_DATA("pedestrians.csv");
    const auto walkers = truth::read_csv(data("pedestrians.csv"));
    for (const char* const gap : {"", "0.4", "2"}) {
        const auto met = truth::encounters(walkers, 1, *gap == '\0' ? std::nullopt : std::optional(std::stod(gap)));
        ASSERT_FALSE(met.list.empty());
        std::vector<std::string> arguments = {"encounters", data("pedestrians.csv"), "--distance", "1"};
        if (*gap != '\0') {
            arguments.insert(arguments.end(), {"--gap", gap});
        }
        const auto columns = {column_of(arguments, "a"), column_of(arguments, "b"), column_of(arguments, "from"),
                              column_of(arguments, "to"), column_of(arguments, "closest")};
        for (const auto& column : columns) {
            ASSERT_EQ(column.size(), met.list.size());
        }
        for (std::size_t row = 0; row < met.list.size(); ++row) {
            const truth::encounter& each = met.list[row];
            const auto* const fields = columns.begin();
            EXPECT_EQ(fields[0][row], met.ids[each.a]) << row;
            EXPECT_EQ(fields[1][row], met.ids[each.b]) << row;
            EXPECT_EQ(std::stod(fields[2][row]), each.from) << row;
            EXPECT_EQ(std::stod(fields[3][row]), each.to) << row;
            EXPECT_NEAR(std::stod(fields[4][row]), each.closest, 1e-12) << row;
        }
    }
}

TEST(real_layers, places_nearest_to_a_place) {
    NEED_DATA("places.geojson");
    const auto places = truth::read_geojson(data("places.geojson"));
    ASSERT_EQ(places.size(), 1249U);
    for (const auto& [x, y] : {std::pair{2.35, 48.86}, {-74.0, 40.7}, {139.7, 35.7}, {0.0, -90.0}}) {
        const record at{"", 0, x, y, x, y, 0};
        std::vector<std::size_t> order(places.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(), [&](auto one, auto other) {
            return truth::distance(places[one], at) < truth::distance(places[other], at);
        });
        std::vector<std::string> ids;
        for (const std::size_t index : order) {
            ids.push_back(places[index].id);
        }
        const std::string where = std::to_string(x) + ',' + std::to_string(y);
        for (const std::size_t most : {std::size_t{2000}, std::size_t{5}}) {
            ids.resize(std::min(most, ids.size()));
            const auto found = nlohmann::json::parse(printed(
                {"nearest", data("places.geojson"), "--at", where, "-k", std::to_string(most), "--format", "json"}));
            ASSERT_EQ(found.size(), ids.size());
            for (std::size_t row = 0; row < ids.size(); ++row) {
                EXPECT_EQ(found[row][0], ids[row]);
                EXPECT_NEAR(found[row][1].get<double>(), truth::distance(places[order[row]], at), 1e-12);
            }
        }
    }
}

TEST(real_layers, towns_in_an_area) {
    NEED_DATA("urban_areas.geojson");
    const auto towns = truth::read_geojson(data("urban_areas.geojson"));
    ASSERT_EQ(towns.size(), 2143U);
    const std::vector<truth::corner> polygon = {{-10, 36}, {5, 36}, {15, 45}, {5, 52}, {-6, 50}};
    const auto expect_found = [&](const char* option, const char* area, auto is_found) {
        std::vector<std::string> ids;
        for (const record& town : towns) {
            if (is_found(town)) {
                ids.push_back(town.id);
            }
        }
        EXPECT_GT(ids.size(), 10U);
        EXPECT_EQ(column_of({"query", data("urban_areas.geojson"), option, area, "--boxes"}, "id"), ids);
        EXPECT_EQ(printed({"query", data("urban_areas.geojson"), option, area, "--boxes", "--count"}),
                  std::to_string(ids.size()) + '\n');
    };
    expect_found("--box", "-10,36,15,52",
                 [](const record& town) { return truth::within(town, {"", 0, -10, 36, 15, 52, 0}, 0); });
    expect_found("--circle", "2.35,48.86,5",
                 [](const record& town) { return truth::within(town, {"", 0, 2.35, 48.86, 2.35, 48.86, 5}, 0); });
    expect_found("--polygon", "-10,36,5,36,15,45,5,52,-6,50",
                 [&](const record& town) { return truth::in_polygon(town, polygon); });
}

} // namespace

} // namespace quadrille::test
