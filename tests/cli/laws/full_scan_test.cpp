// Every verb that queries files equals a full scan: points, circles and boxes, with and without times.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"
#include "tests/cli/laws/truth.hpp"

#include <scenes/random.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace quadrille::test {

namespace {

using truth::record;
using answer_rows = std::vector<words>;

struct world {
    const char* kind; ///< points, circles or boxes
    bool with_times;
    bool is_indexed = false; ///< read from what `quadrille index` made of the file
};

std::string name_of(const world& of) {
    return of.kind + std::string(of.with_times ? "_with_times" : "") + (of.is_indexed ? "_indexed" : "");
}

void PrintTo(const world& of, std::ostream* out) { *out << name_of(of); }

/// All numbers are quarters, so that many shapes intersect exactly, and sums of squares are exact.
std::string file_of(const world& of, std::uint64_t seed) {
    scenes::random_source random(seed);
    const auto quarters = [&](std::uint32_t below) { return random.below(below) / 4.0; };
    const std::string_view kind = of.kind;
    const int times = of.with_times ? 10 : 1;
    std::string text = of.with_times ? "t,id,x,y" : "id,x,y";
    text += kind == "circles" ? ",r\n" : kind == "boxes" ? ",w,h\n" : "\n";
    for (int time = 0; time < times; ++time) {
        for (int number = 0; number < (of.with_times ? 40 : 160); ++number) {
            if (of.with_times && random.below(4) == 0) {
                continue;
            }
            text += of.with_times ? fmt::format("{},", (7 * time % times) / 2.0) : ""; // not in the order of time
            text += fmt::format("{}{},{},{}", kind.front(), number, quarters(40) - 5, quarters(40));
            text += kind == "circles" ? fmt::format(",{}", quarters(6))
                    : kind == "boxes" ? fmt::format(",{},{}", quarters(8), quarters(8))
                                      : "";
            text += '\n';
        }
    }
    return text;
}

answer_rows rows_printed(const words& arguments) { return truth::rows_of(std::istringstream(output_of(arguments))); }

/// These rows, the last field of which is near one of `numbers` where there are any; and as many are counted.
void expect_answer(const words& asked, const answer_rows& expected, const std::vector<double>& numbers = {}) {
    answer_rows found = rows_printed(asked);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t row = 0; row < numbers.size(); ++row) {
        EXPECT_NEAR(std::stod(found[row + 1].back()), numbers[row], 1e-12);
        found[row + 1].pop_back();
    }
    EXPECT_EQ(found, expected) << fmt::format("{}", fmt::join(asked, " "));
    EXPECT_EQ(output_of(with(asked, {"--count"})), std::to_string(expected.size() - 1) + '\n');
}

void expect_encounters(const words& asked, const std::vector<record>& records, double reach,
                       std::optional<double> gap) {
    const auto truth = truth::encounters(records, reach, gap);
    answer_rows expected = {{"a", "b", "from", "to", "closest"}};
    std::vector<double> closest;
    for (const truth::encounter& each : truth.list) {
        expected.push_back(
            {truth.ids[each.a], truth.ids[each.b], fmt::format("{}", each.from), fmt::format("{}", each.to)});
        closest.push_back(each.closest);
    }
    expect_answer(
        with(with(asked, {"--distance", std::to_string(reach)}), gap ? words{"--gap", std::to_string(*gap)} : words{}),
        expected, closest);
}

// ---- Random layers --------------------------------------------------------------------------------------------------

class layers_test : public testing::TestWithParam<world> {
protected:
    layers_test() : path(folder.write("layer.csv", file_of(GetParam(), 1))), records(truth::read_csv(path)) {
        if (GetParam().is_indexed) {
            EXPECT_EQ(output_of({"index", path, "-o", folder.path("layer.quad")}), "");
            path = folder.path("layer.quad");
        }
    }

    /// A row of answers, or their header.
    template <class Time>
    static words timed(const Time& t, const words& fields) {
        return GetParam().with_times ? with({fmt::format("{}", t)}, fields) : fields;
    }

    scratch_folder folder;
    std::string path;
    std::vector<record> records;
};

// promise: command-answers
// promise: command-index
TEST_P(layers_test, pairs_are_those_that_intersect) {
    answer_rows expected = {timed("t", {"a", "b"})};
    for (const auto& [a, b] : truth::pairs_within(records, 0)) {
        expected.push_back(timed(records[a].t, {records[a].id, records[b].id}));
    }
    expect_answer({"pairs", path}, expected);
}

// promise: command-answers
TEST_P(layers_test, within_finds_all_that_are_near_enough) {
    for (const double reach : {0.0, 0.25, 1.25, 5.0, 100.0}) {
        answer_rows expected = {timed("t", {"a", "b", "distance"})};
        std::vector<double> distances;
        for (const auto& [a, b] : truth::pairs_within(records, reach)) {
            expected.push_back(timed(records[a].t, {records[a].id, records[b].id}));
            distances.push_back(truth::distance(records[a], records[b]));
        }
        expect_answer({"within", path, "--distance", std::to_string(reach)}, expected, distances);
    }
}

// promise: command-answers
TEST_P(layers_test, query_finds_what_intersects_an_area) {
    const std::vector<truth::corner> kite = {{0, 0.5}, {2, 4}, {1, 7}, {-3, 4}};
    const std::vector<truth::corner> sliver = {{-5, 0}, {4, 9}, {-5, 1}};
    const auto expect_found = [&](const char* option, const std::string& area, auto is_found) {
        answer_rows expected = {timed("t", {"id"})};
        for (const auto& [t, present] : truth::by_time(records)) {
            for (const std::size_t index : present) {
                if (is_found(records[index])) {
                    expected.push_back(timed(t, {records[index].id}));
                }
            }
        }
        expect_answer({"query", path, option, area}, expected);
    };
    const auto intersects = [](const record& area) {
        return [area](const record& each) { return truth::within(each, area, 0); };
    };
    expect_found("--box", "-1,2,1.5,4.25", intersects({"", 0, -1, 2, 1.5, 4.25, 0}));
    expect_found("--box", "-inf,-inf,inf,2", intersects({"", 0, -HUGE_VAL, -HUGE_VAL, HUGE_VAL, 2, 0}));
    expect_found("--circle", "0,4,2.5", intersects({"", 0, 0, 4, 0, 4, 2.5}));
    expect_found("--circle", "-1.25,3,0", intersects({"", 0, -1.25, 3, -1.25, 3, 0}));
    expect_found("--polygon", "0,0.5,2,4,1,7,-3,4", [&](const record& each) { return truth::in_polygon(each, kite); });
    expect_found("--polygon", "-3,4,1,7,2,4,0,0.5", [&](const record& each) { return truth::in_polygon(each, kite); });
    expect_found("--polygon", "-5,0,4,9,-5,1", [&](const record& each) { return truth::in_polygon(each, sliver); });
}

// promise: command-answers: `nearest` are the closest, in order; to each place of a file, too.
TEST_P(layers_test, nearest_are_the_closest_in_their_order) {
    for (const int most : {1, 7, 1000}) {
        for (const auto& [x, y] : {std::pair{0.0, 4.0}, {-3.125, 9.5}, {400.0, -300.0}}) {
            const record place{"", 0, x, y, x, y, 0};
            answer_rows expected = {timed("t", {"id", "distance"})};
            std::vector<double> distances;
            for (auto [t, present] : truth::by_time(records)) {
                std::stable_sort(present.begin(), present.end(), [&](std::size_t one, std::size_t other) {
                    return truth::distance(records[one], place) < truth::distance(records[other], place);
                });
                present.resize(std::min<std::size_t>(present.size(), static_cast<std::size_t>(most)));
                for (const std::size_t index : present) {
                    expected.push_back(timed(t, {records[index].id}));
                    distances.push_back(truth::distance(records[index], place));
                }
            }
            expect_answer({"nearest", path, "--at", fmt::format("{},{}", x, y), "-k", std::to_string(most)}, expected,
                          distances);
        }
    }
}

/// More places than are answered in the order in which they stand.
// promise: command-answers: `nearest` are the closest, in order; to each place of a file, too.
TEST_P(layers_test, nearest_to_each_place_of_a_file_are_those_to_each_alone) {
    std::string places = "id,x,y\n";
    answer_rows expected;
    for (int number = 0; number < 40; ++number) {
        const std::string x = std::to_string(number * 13 % 40 - 20);
        const std::string y = std::to_string(number * 29 % 40);
        const std::string name = "p" + std::to_string(number);
        places += name + ',' + x + ',' + y + '\n';
        for (words row : rows_printed({"nearest", path, "--at", x + ',' + y, "-k", "3"})) {
            row.insert(row.end() - 2, row[row.size() - 2] == "id" ? "place" : name);
            expected.push_back(row);
        }
    }
    answer_rows found = rows_printed({"nearest", path, "--at-file", folder.write("places.csv", places), "-k", "3"});
    const auto is_head = [&](const auto& row) { return row == found.front(); };
    expected.erase(std::remove_if(expected.begin() + 1, expected.end(), is_head), expected.end());
    std::sort(expected.begin() + 1, expected.end());
    std::sort(found.begin() + 1, found.end());
    EXPECT_EQ(found, expected);
}

// promise: command-answers: `encounters` are reported from beginning to end.
TEST_P(layers_test, encounters_are_told_from_beginning_to_end) {
    for (const double reach : {0.0, 0.5, 2.0}) {
        for (const std::optional<double> gap : {std::optional<double>(), std::optional(1.0), std::optional(2.25)}) {
            if (GetParam().with_times) {
                expect_encounters({"encounters", path}, records, reach, gap);
            }
        }
    }
    if (!GetParam().with_times) {
        expect_refused({"encounters", path, "--distance", "1"},
                       "quadrille: " + path + ": wanted a file with times (a column t), found one without\n");
    }
}

// promise: command-answers
TEST_P(layers_test, join_compares_each_with_each) {
    for (const world& of : {world{"points", false}, {"circles", true}, {"boxes", false}, {"boxes", true}}) {
        const std::string other_path = folder.write("other.csv", file_of(of, 2));
        const std::vector<record> others = truth::read_csv(other_path);
        const bool both_timed = GetParam().with_times && of.with_times;
        const words first = GetParam().with_times || of.with_times ? words{"t"} : words{};
        for (const double reach : {0.0, 0.75}) {
            std::vector<std::tuple<double, std::size_t, std::size_t>> found;
            for (std::size_t a = 0; a < records.size(); ++a) {
                for (std::size_t b = 0; b < others.size(); ++b) {
                    if ((!both_timed || records[a].t == others[b].t) && truth::within(records[a], others[b], reach)) {
                        found.emplace_back(GetParam().with_times ? records[a].t : others[b].t, a, b);
                    }
                }
            }
            std::sort(found.begin(), found.end());
            answer_rows expected = {with(first, {"a", "b"})};
            std::vector<double> distances;
            for (const auto& [t, a, b] : found) {
                expected.push_back(with(words(first.size(), fmt::format("{}", t)), {records[a].id, others[b].id}));
                distances.push_back(truth::distance(records[a], others[b]));
            }
            if (reach == 0) {
                expect_answer({"join", path, other_path}, expected);
            }
            expected[0].push_back("distance");
            expect_answer({"join", path, other_path, "--distance", std::to_string(reach)}, expected, distances);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(each, layers_test,
                         testing::Values(world{"points", false}, world{"points", true}, world{"circles", false},
                                         world{"circles", true}, world{"boxes", false}, world{"boxes", true},
                                         world{"points", false, true}, world{"points", true, true},
                                         world{"circles", true, true}, world{"boxes", false, true},
                                         world{"boxes", true, true}),
                         [](const auto& of) { return name_of(of.param); });

} // namespace

} // namespace quadrille::test
