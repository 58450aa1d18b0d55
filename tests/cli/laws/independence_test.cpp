// What is said of some shapes does not depend on others, on the order and the files of their rows, on scale, offset and axes.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"
#include "tests/cli/laws/truth.hpp"
#include "tests/cli/pictures/drawn_files.hpp"

#include "scenes/random.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace quadrille::test {

namespace {

using words = std::vector<std::string>;

// ---- Worlds ---------------------------------------------------------------------------------------------------------

struct row {
    double t;
    std::string id;
    double x, y;
    double extent[2]; ///< nothing of points, a radius, a width and height
};
using row_list = std::vector<row>;

enum class shape : std::uint8_t { points, circles, boxes };
enum class format : std::uint8_t { table, gpx, fcd };

/// Changed as a whole: all that has a length has the scale, the axes are exchanged last.
struct frame {
    double scale = 1;
    double offset = 0;
    bool is_turned = false;

    std::string length(double of) const { return fmt::format("{}", of * scale); }
    std::pair<double, double> place(double x, double y) const {
        const double moved_x = x * scale + offset;
        const double moved_y = y * scale - 2 * offset;
        return is_turned ? std::pair(moved_y, moved_x) : std::pair(moved_x, moved_y);
    }
    std::string extent(double x, double y) const {
        return fmt::format("{},{}", (is_turned ? y : x) * scale, (is_turned ? x : y) * scale);
    }
    /// A word of a question, which may be `length:1.5`, `extent:8,0`, `place:4,3.5` or `circle:4,3.5,2`.
    std::string word(const std::string& of) const {
        const std::size_t colon = of.find(':');
        if (colon == std::string::npos) {
            return of;
        }
        double x = 0;
        double y = 0;
        double r = 0;
        std::sscanf(of.c_str() + colon, ":%lf,%lf,%lf", &x, &y, &r);
        const auto [moved_x, moved_y] = place(x, y);
        return of.starts_with("length")   ? length(x)
               : of.starts_with("extent") ? extent(x, y)
               : of.starts_with("place")  ? fmt::format("{},{}", moved_x, moved_y)
                                          : fmt::format("{},{},{}", moved_x, moved_y, length(r));
    }
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
row_list with_others(scenes::random_source& source, const row_list& own, format in) {
    const double far_x = in == format::gpx ? 100 : 5000; // longitudes and latitudes are degrees
    const double far_y = in == format::gpx ? 80 : 5000;
    row_list made = own;
    const bool with_times = own.front().t != own.back().t;
    for (int other = 0; other < 24; ++other) {
        const double t = with_times ? source.below(160) / 2.0 - 8 : 0;
        made.insert(
            made.begin() + source.below(static_cast<std::uint32_t>(made.size() + 1)),
            {t, fmt::format("z{}", with_times ? other % 4 * 100 + other : other), far_x + 2 * other, far_y, {}});
    }
    return by_time(made);
}

std::string as_table(const row_list& of, shape kind, bool with_times, const frame& in) {
    const char* const columns[] = {"id,x,y", "id,x,y,r", "id,x,y,w,h"};
    std::string text = fmt::format("{}{}\n", with_times ? "t," : "", columns[static_cast<int>(kind)]);
    for (const row& each : of) {
        const auto [x, y] = in.place(each.x, each.y);
        text += with_times ? fmt::format("{},", each.t) : "";
        text += fmt::format("{},{},{}", each.id, x, y);
        text += kind == shape::points    ? ""
                : kind == shape::circles ? fmt::format(",{}", in.length(each.extent[0]))
                                         : "," + in.extent(each.extent[0], each.extent[1]);
        text += '\n';
    }
    return text;
}

std::string as_gpx(const row_list& of, const frame& in) {
    std::vector<std::string> ids;
    std::map<std::string, std::string> tracks;
    for (const row& each : of) {
        std::string& track = tracks[each.id];
        if (track.empty()) {
            ids.push_back(each.id);
        }
        const auto [x, y] = in.place(each.x, each.y);
        const int tenths = static_cast<int>(each.t * 10) + 600;
        track += fmt::format("<trkpt lat=\"{}\" lon=\"{}\"><time>2026-05-01T10:{:02}:{:02}.{}Z</time></trkpt>", y, x,
                             tenths / 600, tenths / 10 % 60, tenths % 10);
    }
    std::string text = "<gpx>";
    for (const std::string& id : ids) {
        text += "<trk><name>" + id + "</name><trkseg>" + tracks[id] + "</trkseg></trk>\n";
    }
    return text + "</gpx>\n";
}

std::string as_fcd(const row_list& of, const frame& in) {
    std::string text = "<fcd-export>\n";
    for (std::size_t first = 0; first < of.size();) {
        text += fmt::format("<timestep time=\"{}\">", of[first].t);
        std::size_t last = first;
        for (; last < of.size() && of[last].t == of[first].t; ++last) {
            const auto [x, y] = in.place(of[last].x, of[last].y);
            text += fmt::format("<vehicle id=\"{}\" x=\"{}\" y=\"{}\"/>", of[last].id, x, y);
        }
        text += "</timestep>\n";
        first = last;
    }
    return text + "</fcd-export>\n";
}

// ---- Questions ------------------------------------------------------------------------------------------------------

struct question {
    words asked; ///< FILE and OTHER are names of files, others as for `frame::word`
    bool with_times;
    int ids = 2; ///< columns of ids, behind t where there is one

    bool is(const char* verb) const { return asked.front() == verb; }
};

/// One for each verb that reports pairs, encounters or rows, and each way to have positions.
std::vector<question> questions() {
    const words within = {"within", "FILE", "--distance", "length:1.5"};
    const words join = {"join", "FILE", "OTHER", "--distance", "length:1.25"};
    const words query = {"query", "FILE", "--circle", "circle:4,3.5,2"};
    const words in_parts = {"--memory", "1M"};
    const words common = {"--every", "1", "--interpolate"};
    std::vector<question> all;
    for (const bool timed : {false, true}) {
        for (const words& of_pairs :
             {words{"pairs", "FILE"}, with({"pairs", "FILE"}, in_parts), within, with(within, in_parts),
              with(within, {"--period", "extent:8,0"}), words{"join", "FILE", "OTHER"}, join, with(join, in_parts)}) {
            all.push_back({of_pairs, timed});
        }
        all.push_back({{"nearest", "FILE", "--at", "place:4,3.5", "-k", "40"}, timed, 1});
        all.push_back({query, timed, 1});
    }
    all.push_back({with(within, common), true});
    all.push_back({with(within, {"--every", "2", "--bridge", "3"}), true});
    all.push_back({with(join, common), true});
    all.push_back({with(query, common), true, 1});
    const std::vector<words> of_encounters = {{},
                                              {"--gap", "1"},
                                              {"--gap", "4"},
                                              {"--every", "1"},
                                              {"--every", "2", "--gap", "5"},
                                              {"--every", "1", "--interpolate", "--bridge", "2"},
                                              {"--every", "1", "--interpolate", "--bridge", "20"}};
    for (const words& options : of_encounters) {
        all.push_back({with({"encounters", "FILE", "--distance", "length:1.5"}, options), true});
    }
    const std::vector<words> of_following = {{},
                                             {"--gap", "3"},
                                             {"--forget", "0", "--gap", "2"},
                                             {"--forget", "2"},
                                             {"--forget", "3", "--gap", "9"},
                                             {"--forget", "5", "--late", "1"}};
    for (const words& options : of_following) {
        all.push_back({with({"follow", "FILE", "--distance", "length:1.5"}, options), true});
    }
    return all;
}

// ---- Answers --------------------------------------------------------------------------------------------------------

using answers = std::multiset<std::string>;

/// The rows of an answer without those of others, distances without the scale.
answers answers_in(const result& told, const question& to, double scale, bool pairs_have_order) {
    const std::vector<words> lines = truth::rows_of(std::istringstream(told.output));
    const words& header = lines.at(0);
    const bool has_length = header.back() == "distance" || header.back() == "closest";
    const std::size_t first_id = header[0] == "t" || header[0] == "event" ? 1 : 0;
    answers found;
    for (std::size_t line = 1; line < lines.size(); ++line) {
        words fields = lines[line];
        if (fields[first_id].starts_with('z') || (to.ids == 2 && fields[first_id + 1].starts_with('z'))) {
            continue;
        }
        if (has_length) {
            fields.back() = fmt::format("{}", std::stod(fields.back()) / scale);
        }
        if (to.ids == 2 && !pairs_have_order && fields[first_id + 1] < fields[first_id]) {
            fields[first_id].swap(fields[first_id + 1]);
        }
        found.insert(fmt::format("{}", fmt::join(fields, ",")));
    }
    return found;
}

class asker {
public:
    asker(shape kind, format in) : kind_(kind), format_(in) {}

    answers ask(const question& one, const row_list& of, const row_list& other, const frame& in = {},
                bool pairs_have_order = true) const {
        words asked = {"--quiet"};
        for (const std::string& each : one.asked) {
            asked.insert(asked.end() - 1, each == "FILE"    ? folder_.write("file", text_of(of, one.with_times, in))
                                          : each == "OTHER" ? folder_.write("other", text_of(other, one.with_times, in))
                                                            : in.word(each));
        }
        const result told = run_command(asked);
        EXPECT_EQ(told.status, 0) << told.errors;
        return answers_in(told, one, in.scale, pairs_have_order);
    }

private:
    std::string text_of(const row_list& of, bool with_times, const frame& in) const {
        return format_ == format::gpx   ? as_gpx(of, in)
               : format_ == format::fcd ? as_fcd(of, in)
                                        : as_table(of, kind_, with_times, in);
    }

    shape kind_;
    format format_;
    scratch_folder folder_;
};

row_list shuffled(scenes::random_source& source, row_list of, bool has_order) {
    for (std::size_t left = of.size(); left > 1; --left) {
        std::swap(of[left - 1], of[source.below(static_cast<std::uint32_t>(left))]);
    }
    return has_order ? by_time(of) : of;
}

/// In another order of times; what is there at one time keeps its order.
row_list in_other_order_of_times(scenes::random_source& source, row_list of) {
    std::map<double, std::uint32_t> places;
    for (const row& each : of) {
        places.try_emplace(each.t, source.below(1000));
    }
    std::stable_sort(of.begin(), of.end(), [&](const row& one, const row& other) {
        return std::pair(places[one.t], one.t) < std::pair(places[other.t], other.t);
    });
    return of;
}

/// The pairs of a file are those of its two parts, and those of one part with the other.
void expect_parts(const asker& by, const question& one, const row_list& of, const row_list& other,
                  const answers& whole) {
    row_list parts[2];
    for (std::size_t which = 0; which < of.size(); ++which) {
        const char last = of[which].id.back();
        parts[last % 2].push_back(of[which]);
    }
    answers together;
    const auto add = [&](const answers& more) { together.insert(more.begin(), more.end()); };
    const bool is_join = one.is("join");
    for (const row_list& part : parts) {
        add(by.ask(one, part, other, {}, is_join));
    }
    if (!is_join && one.ids == 2) {
        question across = one;
        across.asked.front() = "join";
        across.asked.insert(across.asked.begin() + 2, "OTHER");
        add(by.ask(across, parts[0], parts[1], {}, false));
    }
    EXPECT_EQ(together, whole) << fmt::format("{}", fmt::join(one.asked, " "));
}

void expect_independence(scenes::random_source& source, shape kind, format in, const question& one) {
    const asker by(kind, in);
    const row_list own = random_rows(source, "a", kind, one.with_times);
    const row_list other = random_rows(source, "b", kind, one.with_times);
    const answers wanted = by.ask(one, own, other);
    const std::string which = fmt::format("{} of shape {} and format {}", fmt::join(one.asked, " "),
                                          static_cast<int>(kind), static_cast<int>(in));
    EXPECT_EQ(by.ask(one, with_others(source, own, in), with_others(source, other, in)), wanted)
        << which << ", with others";
    for (const double scale : {0x1p-9, in == format::gpx ? 0x1p3 : 0x1p30}) {
        EXPECT_EQ(by.ask(one, own, other, {scale, 0, false}), wanted) << which << ", scaled by " << scale;
    }
    EXPECT_EQ(by.ask(one, own, other, {1, in == format::gpx ? 16.0 : 1024.0, false}), wanted) << which << ", moved";
    EXPECT_EQ(by.ask(one, own, other, {1, 0, true}), wanted) << which << ", axes exchanged";
    const bool has_order = one.is("follow") || in == format::fcd; // of times
    const answers without_order = by.ask(one, own, other, {}, false);
    EXPECT_EQ(by.ask(one, shuffled(source, own, has_order), shuffled(source, other, has_order), {}, false),
              without_order)
        << which << ", shuffled";
    if (in == format::table && one.with_times && !one.is("follow")) {
        EXPECT_EQ(by.ask(one, in_other_order_of_times(source, own), in_other_order_of_times(source, other)), wanted)
            << which << ", times in another order";
    }
    if (!one.is("encounters") && !one.is("follow")) {
        expect_parts(by, one, own, other, without_order);
    }
}

} // namespace

/// Each question of one shape, of all in the long run.
TEST(independence, of_every_verb_of_pairs_and_encounters) {
    const bool is_long = std::getenv("QUADRILLE_LONG") != nullptr;
    const std::vector<question> all = questions();
    for (std::uint32_t round = 0; round < (is_long ? 12U : 1U); ++round) {
        for (std::size_t which = 0; which < all.size(); ++which) {
            for (const shape kind : {shape::points, shape::circles, shape::boxes}) {
                if (is_long || which % 3 == static_cast<std::size_t>(kind)) {
                    scenes::random_source source(100 * round + static_cast<std::uint32_t>(kind));
                    expect_independence(source, kind, format::table, all[which]);
                }
            }
        }
    }
}

/// GPX and SUMO have points alone.
TEST(independence, of_files_of_other_programs) {
    const std::uint32_t rounds = std::getenv("QUADRILLE_LONG") != nullptr ? 12 : 1;
    const std::vector<question> all = questions();
    for (std::uint32_t round = 0; round < rounds; ++round) {
        for (const question& one : all) {
            for (const format in : {format::gpx, format::fcd}) {
                const bool is_in_turn = rounds > 1 || (&one - all.data()) % 2 == static_cast<int>(in) - 1;
                const bool is_read = one.with_times && is_in_turn && !(in == format::gpx && one.is("follow"));
                if (is_read) {
                    scenes::random_source source(100 * round + static_cast<std::uint32_t>(in));
                    expect_independence(source, shape::points, in, one);
                }
            }
        }
    }
}

} // namespace quadrille::test
