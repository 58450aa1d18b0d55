// Compares a ratio with the claimed range, and prints tables and JSON.
// SPDX-License-Identifier: MIT
#include "finding.hpp"

#include "report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string_view>

namespace quadrille::bench {
namespace {

/// Returns the verdict; empty if nothing was measured.
std::string_view verdict_on(const finding& one) {
    const std::optional<double> value = one.value();
    if (!value) {
        return "";
    }
    const bool is_lower = *value < one.told.measured->low * (1 - tolerance);
    const bool is_higher = *value > one.told.measured->high * (1 + tolerance);
    return !is_lower && !is_higher ? "within" : is_higher == one.told.is_figure() ? "worse" : "better";
}

/// Returns the factor by which the ratio must grow, or the figure shrink; at most 1 if the goal is reached.
std::optional<double> missing_factor(const finding& one) {
    const std::optional<double> value = one.value();
    if (!value || !one.told.goal) {
        return std::nullopt;
    }
    return one.told.is_figure() ? *value / *one.told.goal : *one.told.goal / *value;
}

std::string text_of(const ratios& range) {
    return range.low == range.high ? fmt::format("{:g}", range.low)
                                   : fmt::format("{:g} to {:g}", range.low, range.high);
}

std::string goal_of(const finding& one) {
    if (!one.told.goal) {
        return "-";
    }
    const std::optional<double> missing = missing_factor(one);
    return fmt::format("{}{:g}{}", one.told.is_figure() ? "at most " : "", *one.told.goal,
                       !missing        ? std::string()
                       : *missing <= 1 ? std::string(": met")
                                       : fmt::format(": {:.2f} times short", *missing));
}

/// Returns the places of claims in their table. A table of one column needs no name for it.
std::vector<std::string> places_of(const std::vector<finding>& all) {
    const bool has_one_column = std::all_of(
        all.begin(), all.end(), [&](const finding& one) { return one.told.column == all.front().told.column; });
    std::vector<std::string> places;
    for (const finding& one : all) {
        places.push_back(has_one_column ? one.told.row : fmt::format("{}; {}", one.told.row, one.told.column));
    }
    return places;
}

} // namespace

void print_as_table(const std::vector<finding>& all) {
    const std::vector<std::string> places = places_of(all);
    std::size_t width = 0;
    for (const std::string& place : places) {
        width = std::max(width, place.size());
    }
    fmt::print("{:<{}}{:>10}{:>12}{:>9}  {:<17}{:<8}goal\n", "", width, "ours, ns", "theirs, ns", "ratio", "claimed",
               "");
    for (std::size_t i = 0; i < all.size(); ++i) {
        const finding& one = all[i];
        fmt::print("{:<{}}{:>10}{:>12}{:>9}  {:<17}{:<8}{}\n", places[i], width, digits(one.ours), digits(one.theirs),
                   digits(one.value()), text_of(*one.told.measured), verdict_on(one), goal_of(one));
        if (!one.value()) {
            fmt::print("    not measured: {}\n", one.remark);
        }
    }
}

void print_as_json(const std::vector<finding>& all) {
    using json = nlohmann::ordered_json;
    const auto number = [](std::optional<double> value) { return value ? json(*value) : json(); };
    for (const finding& one : all) {
        const claim& told = one.told;
        json line = {{"task", "figures"},     {"table", told.table},      {"row", told.row},
                     {"column", told.column}, {"measured_by", told.task}, {"scene", scenes::to_string(told.kind)},
                     {"count", told.count}};
        line["size"] = number(told.size);
        line["where"] = json::object();
        for (const named_number& also : told.where) {
            line["where"][also.name] = also.value;
        }
        line["cold"] = told.is_cold;
        line["ours"] = told.ours;
        line["theirs"] = told.is_figure() ? json() : json(told.theirs);
        line["figure"] = told.is_figure() ? json(told.figure) : json();
        line["ours_ns"] = number(one.ours);
        line["theirs_ns"] = number(one.theirs);
        line["ratio"] = told.is_figure() ? json() : number(one.value());
        line["value"] = number(one.value());
        line["claimed"] = {{"low", told.measured->low}, {"high", told.measured->high}, {"machines", told.machines}};
        line["verdict"] = one.value() ? json(verdict_on(one)) : json();
        line["goal"] = number(told.goal);
        line["missing_factor"] = number(missing_factor(one));
        fmt::print("{}\n", line.dump());
    }
}

void print_summary(const std::vector<finding>& all, double seconds) {
    const auto how_many = [&](const auto& is_counted) { return std::count_if(all.begin(), all.end(), is_counted); };
    const auto judged = [&](std::string_view verdict) {
        return how_many([&](const finding& one) { return verdict_on(one) == verdict; });
    };
    fmt::print("\n{} ratios: {} within the claimed range, {} better, {} worse, {} not measured; ", all.size(),
               judged("within"), judged("better"), judged("worse"), judged(""));
    fmt::print("{} of {} goals met; {:.0f} s\n",
               how_many([](const finding& one) { return missing_factor(one).value_or(2) <= 1; }),
               how_many([](const finding& one) { return one.told.goal.has_value(); }), seconds);
}

} // namespace quadrille::bench
