// Sorts tables into charts, and their results into series.
// SPDX-License-Identifier: MIT
#include "chart.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace quadrille::bench {
namespace {

std::string heading_without_count(const setting& where) {
    std::string text = fmt::format("{}, {}", where.task, scenes::to_string(where.kind));
    for (const figure& set : where.more) {
        text += fmt::format(", {} {}", set.name, *set.value);
    }
    if (!where.caches.empty()) {
        text += fmt::format(", {}", where.caches);
    }
    // One task may have tables for two units.
    return where.task == "small" ? fmt::format("{}, ns per {}", text, where.unit) : text;
}

std::string file_name_of(std::string heading) {
    std::erase(heading, ',');
    std::replace_if(heading.begin(), heading.end(), [](char one) { return one == ' ' || one == '_'; }, '-');
    return heading;
}

/// `value(table, result)` is the plotted value, if there is one.
template <class Value>
std::vector<series> series_in(const chart& one, const Value& value) {
    std::vector<series> all;
    for (const table* const each : one.tables) {
        for (const result& line : each->results) {
            const std::optional<double> plotted = line.ns ? value(*each, line) : std::nullopt;
            if (!plotted) {
                continue;
            }
            auto own = std::find_if(all.begin(), all.end(), [&](const series& s) { return s.subject == line.subject; });
            if (own == all.end()) {
                own = all.insert(all.end(), {line.subject, {}});
            }
            own->points.emplace_back(each->where.count, *plotted);
        }
    }
    return all;
}

std::optional<double> our_time_in(const table& one) {
    const auto ours = std::find_if(one.results.begin(), one.results.end(),
                                   [](const result& line) { return line.subject == "quadrille" && line.ns; });
    return ours == one.results.end() ? std::nullopt : std::optional(one.where.compared(*ours->ns));
}

} // namespace

std::vector<chart> charts_of(const std::vector<table>& tables) {
    std::vector<chart> all;
    for (const table& one : tables) {
        const std::string heading = heading_without_count(one.where);
        auto own = std::find_if(all.begin(), all.end(), [&](const chart& c) { return c.heading == heading; });
        if (own == all.end()) {
            own = all.insert(all.end(), {.name = file_name_of(heading), .heading = heading});
        }
        own->tables.push_back(&one);
    }
    return all;
}

std::vector<series> times_in(const chart& one) {
    return series_in(
        one, [](const table& each, const result& line) { return std::optional(each.where.compared(*line.ns)); });
}

std::vector<series> ratios_in(const chart& one) {
    return series_in(one, [](const table& each, const result& line) {
        const std::optional<double> ours = our_time_in(each);
        return ours ? std::optional(each.where.compared(*line.ns) / *ours) : std::nullopt;
    });
}

} // namespace quadrille::bench
