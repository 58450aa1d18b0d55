// The expected output of the command, by a full scan with independent parsing and geometry.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_CLI_TRUTH_HPP
#define QUADRILLE_TESTS_CLI_TRUTH_HPP

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstddef>
#include <fstream>
#include <istream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace quadrille::test::truth {

/// All points no farther than r from a box, which may be a point.
struct record {
    std::string id;
    double t = 0;
    double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    double r = 0;
};

inline double gap(double low, double high, double other_low, double other_high) {
    return std::max({0.0, other_low - high, low - other_high});
}

/// Between the boxes, without the radii.
inline double core_distance2(const record& one, const record& other) {
    const double x = gap(one.x0, one.x1, other.x0, other.x1);
    const double y = gap(one.y0, one.y1, other.y0, other.y1);
    return x * x + y * y;
}

inline bool within(const record& one, const record& other, double distance) {
    const double reach = one.r + other.r + distance;
    return core_distance2(one, other) <= reach * reach;
}

inline double distance(const record& one, const record& other) {
    return std::max(0.0, std::sqrt(core_distance2(one, other)) - one.r - other.r);
}

struct corner {
    double x, y;
};

inline double cross(const corner& a, const corner& b, double x, double y) {
    return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
}

/// For a convex polygon whose vertices are counter-clockwise: a separating line exists or not. For a disc (an item with a
/// radius is one: its box is a point), the center lies inside, or is no farther from an edge than the radius.
inline bool in_polygon(const record& what, const std::vector<corner>& polygon) {
    record around{"", 0, HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL, 0};
    bool parted = false;
    bool near_edge = false;
    for (std::size_t at = 0; at < polygon.size(); ++at) {
        const corner& a = polygon[at];
        const corner& b = polygon[(at + 1) % polygon.size()];
        around.x0 = std::min(around.x0, a.x);
        around.x1 = std::max(around.x1, a.x);
        around.y0 = std::min(around.y0, a.y);
        around.y1 = std::max(around.y1, a.y);
        parted = parted || std::max({cross(a, b, what.x0, what.y0), cross(a, b, what.x0, what.y1),
                                     cross(a, b, what.x1, what.y0), cross(a, b, what.x1, what.y1)}) < 0;
        const double length2 = (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y);
        const double along = (b.x - a.x) * (what.x0 - a.x) + (b.y - a.y) * (what.y0 - a.y);
        const double cross_product = cross(a, b, what.x0, what.y0);
        const bool beside = 0 <= along && along <= length2;
        near_edge = near_edge || within(what, {"", 0, a.x, a.y, a.x, a.y, 0}, 0) ||
                    (beside && cross_product * cross_product <= what.r * what.r * length2);
    }
    const bool inside = !parted && core_distance2(what, around) == 0;
    return inside || (what.r > 0 && near_edge);
}

// ---- Answers about many items ---------------------------------------------------------------------------------------

/// The items of each time, by ascending time, as indices.
inline std::map<double, std::vector<std::size_t>> by_time(const std::vector<record>& records) {
    std::map<double, std::vector<std::size_t>> times;
    for (std::size_t index = 0; index < records.size(); ++index) {
        times[records[index].t].push_back(index);
    }
    return times;
}

using index_pairs = std::vector<std::pair<std::size_t, std::size_t>>;

/// Pairs of one time, in the order of time, then of the file.
inline index_pairs pairs_within(const std::vector<record>& records, double distance) {
    index_pairs pairs;
    for (const auto& [t, present] : by_time(records)) {
        for (std::size_t a = 0; a < present.size(); ++a) {
            for (std::size_t b = a + 1; b < present.size(); ++b) {
                if (within(records[present[a]], records[present[b]], distance)) {
                    pairs.emplace_back(present[a], present[b]);
                }
            }
        }
    }
    return pairs;
}

struct encounter {
    double from;
    std::size_t a, b; ///< in the order in which the file first names them
    double to;
    double closest;
    auto operator<=>(const encounter&) const = default;
};

struct all_encounters {
    std::vector<std::string> ids;
    std::vector<encounter> list;
};

/// Times have three decimals at most, so that their differences are exact in these.
inline long long thousandths(double time) { return std::llround(1000 * time); }

/// Of every two ids, in the order of time, the times at which they are near, cut where two such times are farther apart
/// than the gap, or without one where one of the two has a row in between.
inline all_encounters encounters(const std::vector<record>& records, double reach, std::optional<double> gap) {
    all_encounters found;
    std::map<std::string, std::size_t> number_of;
    for (const auto& [t, present] : by_time(records)) {
        for (const std::size_t index : present) {
            if (number_of.emplace(records[index].id, number_of.size()).second) {
                found.ids.push_back(records[index].id);
            }
        }
    }
    std::vector<double> times;
    std::vector<std::vector<const record*>> tracks(found.ids.size());
    for (const auto& [t, present] : by_time(records)) {
        for (auto& track : tracks) {
            track.push_back(nullptr);
        }
        for (const std::size_t index : present) {
            tracks[number_of[records[index].id]].back() = &records[index];
        }
        times.push_back(t);
    }
    for (std::size_t a = 0; a < tracks.size(); ++a) {
        for (std::size_t b = a + 1; b < tracks.size(); ++b) {
            const auto is_silent = [&](std::size_t from, std::size_t to) {
                while (++from < to && tracks[a][from] == nullptr && tracks[b][from] == nullptr) {
                }
                return from == to;
            };
            std::vector<std::size_t> near;
            for (std::size_t at = 0; at < times.size(); ++at) {
                if (tracks[a][at] != nullptr && tracks[b][at] != nullptr &&
                    within(*tracks[a][at], *tracks[b][at], reach)) {
                    near.push_back(at);
                }
            }
            for (std::size_t first = 0, last = 0; first < near.size(); first = last) {
                double closest = HUGE_VAL;
                do {
                    closest = std::min(closest, distance(*tracks[a][near[last]], *tracks[b][near[last]]));
                    ++last;
                } while (last < near.size() &&
                         (gap ? thousandths(times[near[last]]) - thousandths(times[near[last - 1]]) <= thousandths(*gap)
                              : is_silent(near[last - 1], near[last])));
                found.list.push_back({times[near[first]], a, b, times[near[last - 1]], closest});
            }
        }
    }
    std::sort(found.list.begin(), found.list.end());
    return found;
}

// ---- Files ----------------------------------------------------------------------------------------------------------

/// The fields of each line of comma-separated text without quotes.
inline std::vector<std::vector<std::string>> rows_of(std::istream&& text) {
    std::vector<std::vector<std::string>> rows;
    for (std::string line; std::getline(text, line);) {
        std::istringstream rest(line);
        rows.emplace_back();
        for (std::string field; std::getline(rest, field, ',');) {
            rows.back().push_back(field);
        }
    }
    return rows;
}

/// Items of comma-separated text, in the order of the file, by the names of its columns.
inline std::vector<record> read_csv(const std::string& path) {
    const auto rows = rows_of(std::ifstream(path));
    std::vector<record> records;
    for (std::size_t row = 1; row < rows.size(); ++row) {
        std::map<std::string, std::string> fields;
        for (std::size_t column = 0; column < rows[0].size(); ++column) {
            fields[rows[0][column]] = rows[row].at(column);
        }
        const auto number = [&](const char* name) { return fields.contains(name) ? std::stod(fields[name]) : 0.0; };
        record read{fields["id"], number("t"), number("x"), number("y"), number("x"), number("y"), number("r")};
        if (fields.contains("x0")) {
            read = {fields["id"], number("t"), number("x0"), number("y0"), number("x1"), number("y1"), 0};
        } else if (fields.contains("w")) {
            read.x1 += number("w");
            read.y1 += number("h");
        }
        records.push_back(read);
    }
    return records;
}

} // namespace quadrille::test::truth

#endif
