// Answers do not depend on other shapes, on the order and the format of the rows, on scale, offset and axes.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"
#include "tests/cli/laws/truth.hpp"

#include "scenes/random.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace quadrille::test {

namespace {

// ---- Worlds ---------------------------------------------------------------------------------------------------------

struct row {
    double t;
    std::string id;
    double x, y;
    double extent[2]; ///< nothing of points, a radius, a width and height
};
using row_list = std::vector<row>;

enum class shape : std::uint8_t { points, circles, boxes };

/// Changed as a whole: all that has a length has the scale, the axes are exchanged last.
struct frame {
    double scale = 1;
    double offset = 0;
    bool is_turned = false;

    std::string length(double of) const { return fmt::format("{}", of * scale); }
    std::string place(double x, double y) const { return in_turn(x * scale + offset, y * scale - 2 * offset); }
    std::string extent(double x, double y) const { return in_turn(x * scale, y * scale); }

private:
    std::string in_turn(double x, double y) const { return fmt::format("{},{}", is_turned ? y : x, is_turned ? x : y); }
};

row_list by_time(row_list of) {
    std::stable_sort(of.begin(), of.end(), [](const row& one, const row& other) { return one.t < other.t; });
    return of;
}

/// Each thing has rows at times of its own, 1, 2 or 4 apart and now and then 16; so that positions in between are exact.
row_list random_rows(scenes::random_source& source, const std::string& name, shape of, bool with_times) {
    row_list made;
    for (int thing = 0; thing < 10; ++thing) {
        double t = source.below(2);
        for (int count = 0; count < (with_times ? 8 : 1); ++count) {
            row one = {
                t, fmt::format("{}{}", name, (thing * 7) % 10), source.below(64) / 8.0, source.below(64) / 8.0, {}};
            if (of != shape::points) {
                one.extent[0] = source.below(8) / 8.0;
                one.extent[1] = source.below(8) / 8.0;
            }
            made.push_back(one);
            const std::uint32_t drawn = source.below(8);
            t += drawn < 4 ? 1 : drawn < 6 ? 2 : drawn < 7 ? 4 : 16;
        }
    }
    return by_time(made);
}

/// Rows of others, far away, at times of their own, anywhere in the file that the order of time allows.
row_list with_others(scenes::random_source& source, const row_list& own) {
    row_list made = own;
    const bool with_times = own.front().t != own.back().t;
    for (int other = 0; other < 24; ++other) {
        const double t = with_times ? source.below(160) / 2.0 - 8 : 0;
        made.insert(
            made.begin() + source.below(static_cast<std::uint32_t>(made.size() + 1)),
            {t, fmt::format("z{}", with_times ? other % 4 * 100 + other : other), 5000.0 + 2 * other, 5000, {}});
    }
    return by_time(made);
}

row_list shuffled(scenes::random_source& source, row_list of) {
    for (std::size_t left = of.size(); left > 1; --left) {
        std::swap(of[left - 1], of[source.below(static_cast<std::uint32_t>(left))]);
    }
    return of;
}

std::string as_table(const row_list& of, shape kind, bool with_times, const frame& in) {
    const char* const columns[] = {"id,x,y", "id,x,y,r", "id,x,y,w,h"};
    std::string text = fmt::format("{}{}\n", with_times ? "t," : "", columns[static_cast<int>(kind)]);
    for (const row& each : of) {
        text += with_times ? fmt::format("{},", each.t) : "";
        text += each.id + ',' + in.place(each.x, each.y);
        text += kind == shape::points    ? ""
                : kind == shape::circles ? ',' + in.length(each.extent[0])
                                         : ',' + in.extent(each.extent[0], each.extent[1]);
        text += '\n';
    }
    return text;
}

/// Tracks, in the order in which their first rows come.
std::string as_gpx(const row_list& of) {
    words ids;
    std::map<std::string, std::string> tracks;
    for (const row& each : of) {
        std::string& track = tracks[each.id];
        if (track.empty()) {
            ids.push_back(each.id);
        }
        const int seconds = static_cast<int>(each.t);
        track += fmt::format("<trkpt lat=\"{}\" lon=\"{}\"><time>1970-01-01T00:{:02}:{:02}Z</time></trkpt>", each.y,
                             each.x, seconds / 60, seconds % 60);
    }
    std::string text = "<gpx>";
    for (const std::string& id : ids) {
        text += "<trk><name>" + id + "</name><trkseg>" + tracks[id] + "</trkseg></trk>\n";
    }
    return text + "</gpx>\n";
}

/// Positions of SUMO, which are by time.
std::string as_fcd(const row_list& of) {
    std::string text = "<fcd-export>\n";
    for (std::size_t at = 0; at < of.size(); ++at) {
        if (at == 0 || of[at].t != of[at - 1].t) {
            text += fmt::format("{}<timestep time=\"{}\">", at == 0 ? "" : "</timestep>\n", of[at].t);
        }
        text += fmt::format("<vehicle id=\"{}\" x=\"{}\" y=\"{}\"/>", of[at].id, of[at].x, of[at].y);
    }
    return text + "</timestep>\n</fcd-export>\n";
}

// ---- Questions ------------------------------------------------------------------------------------------------------

struct question {
    words asked; ///< FILE and OTHER are names of files
    bool with_times;
    int ids = 2; ///< columns of ids, behind t where there is one

    bool is(const char* verb) const { return asked.front() == verb; }
};

/// One for each verb that reports pairs, encounters or rows, and each way to have positions.
std::vector<question> questions(const frame& in = {}) {
    const words within = {"within", "FILE", "--distance", in.length(1.5)};
    const words join = {"join", "FILE", "OTHER", "--distance", in.length(1.25)};
    const words query = {"query", "FILE", "--circle", in.place(4, 3.5) + ',' + in.length(2)};
    const words in_parts = {"--memory", "1M"};
    const words common = {"--every", "1", "--interpolate"};
    std::vector<question> all;
    for (const bool timed : {false, true}) {
        for (const words& of_pairs : {words{"pairs", "FILE"}, with({"pairs", "FILE"}, in_parts), within,
                                      with(within, in_parts), with(within, {"--period", in.extent(8, 0)}),
                                      words{"join", "FILE", "OTHER"}, join, with(join, in_parts)}) {
            all.push_back({of_pairs, timed});
        }
        all.push_back({{"nearest", "FILE", "--at", in.place(4, 3.5), "-k", "40"}, timed, 1});
        all.push_back({query, timed, 1});
    }
    all.push_back({with(within, common), true});
    all.push_back({with(within, {"--every", "2", "--bridge", "3"}), true});
    all.push_back({with(join, common), true});
    all.push_back({with(query, common), true, 1});
    const std::pair<const char*, std::vector<words>> of_encounters[] = {
        {"encounters",
         {{},
          {"--gap", "1"},
          {"--gap", "4"},
          {"--every", "1"},
          {"--every", "2", "--gap", "5"},
          {"--every", "1", "--interpolate", "--bridge", "2"},
          {"--every", "1", "--interpolate", "--bridge", "20"}}},
        {"follow",
         {{},
          {"--gap", "3"},
          {"--forget", "0", "--gap", "2"},
          {"--forget", "2"},
          {"--forget", "3", "--gap", "9"},
          {"--forget", "5", "--late", "1"}}}};
    for (const auto& [verb, ways] : of_encounters) {
        for (const words& options : ways) {
            all.push_back({with({verb, "FILE", "--distance", in.length(1.5)}, options), true});
        }
    }
    return all;
}

// ---- Answers --------------------------------------------------------------------------------------------------------

using answers = std::multiset<std::string>;

/// The rows of an answer without those of others, distances without the scale.
answers answer_about(const question& one, const std::string& text, const std::string& other_text,
                     bool pairs_have_order = true, double scale = 1) {
    const scratch_folder folder;
    words asked = {"--quiet"};
    for (const std::string& each : one.asked) {
        asked.insert(asked.end() - 1, each == "FILE"    ? folder.write("file", text)
                                      : each == "OTHER" ? folder.write("other", other_text)
                                                        : each);
    }
    const std::vector<words> lines = truth::rows_of(std::istringstream(answer_to(asked)));
    const words& header = lines.at(0);
    const bool has_length = header.back() == "distance" || header.back() == "closest";
    const std::size_t first_id = header[0] == "t" || header[0] == "event" ? 1 : 0;
    answers found;
    for (std::size_t line = 1; line < lines.size(); ++line) {
        words fields = lines[line];
        if (fields[first_id].starts_with('z') || (one.ids == 2 && fields[first_id + 1].starts_with('z'))) {
            continue;
        }
        if (has_length) {
            fields.back() = fmt::format("{}", std::stod(fields.back()) / scale);
        }
        if (one.ids == 2 && !pairs_have_order && fields[first_id + 1] < fields[first_id]) {
            fields[first_id].swap(fields[first_id + 1]);
        }
        found.insert(fmt::format("{}", fmt::join(fields, ",")));
    }
    return found;
}

void expect_independence(scenes::random_source& source, shape kind, std::size_t which) {
    const question one = questions()[which];
    SCOPED_TRACE(fmt::format("{} of shape {}", fmt::join(one.asked, " "), static_cast<int>(kind)));
    const row_list own = random_rows(source, "a", kind, one.with_times);
    const row_list other = random_rows(source, "b", kind, one.with_times);
    const auto ask = [&](const row_list& of, const row_list& others, bool pairs_have_order, const frame& in = {}) {
        return answer_about(questions(in)[which], as_table(of, kind, one.with_times, in),
                            as_table(others, kind, one.with_times, in), pairs_have_order, in.scale);
    };
    const answers wanted = ask(own, other, true);
    EXPECT_EQ(ask(with_others(source, own), with_others(source, other), true), wanted) << "with others";
    for (const frame& in : {frame{.scale = 0x1p-9}, {.scale = 0x1p30}, {.offset = 1024}, {.is_turned = true}}) {
        EXPECT_EQ(ask(own, other, true, in), wanted)
            << "scale " << in.scale << ", offset " << in.offset << ", turned " << in.is_turned;
    }
    const answers without_order = ask(own, other, false);
    const auto in_any_order = [&](const row_list& of) {
        return one.is("follow") ? by_time(shuffled(source, of)) : shuffled(source, of);
    };
    EXPECT_EQ(ask(in_any_order(own), in_any_order(other), false), without_order) << "shuffled";
}

/// SUMO and GPX have points alone, with times.
void expect_independence_of_formats(scenes::random_source& source, const question& one) {
    SCOPED_TRACE(fmt::format("{}", fmt::join(one.asked, " ")));
    const row_list own = random_rows(source, "a", shape::points, true);
    const row_list other = random_rows(source, "b", shape::points, true);
    const auto table_of = [](const row_list& of) { return as_table(of, shape::points, true, {}); };
    const answers wanted = answer_about(one, table_of(own), table_of(other), false);
    EXPECT_EQ(answer_about(one, as_fcd(own), as_fcd(other), false), wanted) << "SUMO";
    if (!one.is("follow")) { // tracks come one after the other, not by time
        EXPECT_EQ(answer_about(one, as_gpx(own), as_gpx(other), false), wanted) << "GPX";
    }
}

} // namespace

/// Each question of one shape, of all in the long run.
TEST(independence, of_every_verb_of_pairs_and_encounters) {
    const bool is_long = std::getenv("QUADRILLE_LONG") != nullptr;
    for (std::uint32_t round = 0; round < (is_long ? 12U : 1U); ++round) {
        for (std::size_t which = 0; which < questions().size(); ++which) {
            for (const shape kind : {shape::points, shape::circles, shape::boxes}) {
                if (is_long || which % 3 == static_cast<std::size_t>(kind)) {
                    scenes::random_source source(100 * round + static_cast<std::uint32_t>(kind));
                    expect_independence(source, kind, which);
                }
            }
            if (const question one = questions()[which]; one.with_times) {
                scenes::random_source source(100 * round + 3);
                expect_independence_of_formats(source, one);
            }
        }
    }
}

} // namespace quadrille::test
