// Runs the tasks that the README's figures are from, each as short as steady ratios allow, and compares the ratios.
// SPDX-License-Identifier: MIT
#include "readme.hpp"

#include "tasks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string_view>

namespace quadrille::bench {
namespace {

/// Two runs on one machine differ by so much: a ratio this near to the README's range counts as within it.
constexpr double tolerance = 0.1;
constexpr double scanned_items = 1e8;

/// A claim, and what this machine says to it.
struct finding {
    claim told;
    std::optional<double> ours = {}; ///< nanoseconds
    std::optional<double> theirs = {};
    std::string remark = {}; ///< why there are no times

    std::optional<double> ratio() const { return ours && theirs ? std::optional(*theirs / *ours) : std::nullopt; }
};

bool is_measured_with(const claim& one, const claim& other) {
    return one.task == other.task && one.kind == other.kind && one.count == other.count;
}

const task& task_named(std::string_view name) {
    const auto& tasks = every_task();
    const auto found = std::find_if(tasks.begin(), tasks.end(), [&](const task& one) { return one.name == name; });
    if (found == tasks.end()) {
        throw std::runtime_error(fmt::format("wanted a task ({}), found {}", names_of_tasks(), name));
    }
    return *found;
}

/// Short where one tick takes long.
std::uint32_t length_of(const task& one, std::uint32_t count) {
    constexpr std::uint32_t ticks_of_large_worlds = 3;
    constexpr std::uint32_t ticks = 10;
    if (one.usual.length_option == nullptr || std::string_view(one.usual.length_option) != "--ticks") {
        return one.usual.length;
    }
    return count >= 1'000'000 ? ticks_of_large_worlds : ticks;
}

/// All claims that one run of a task can answer.
options options_for(const std::vector<const finding*>& group, const readme& planned) {
    const claim& first = group.front()->told;
    const task& chosen = task_named(first.task);
    options config{.kinds = {first.kind},
                   .counts = {first.count},
                   .subjects = {},
                   .sizes = {},
                   .length = length_of(chosen, first.count),
                   .repeat = planned.repeat,
                   .caches = {caches::warm},
                   .round = 20'000,
                   .lived = 200,
                   .seed = planned.seed,
                   .scanned = scanned_items};
    const auto is_named = [&](const entry& subject) {
        return std::any_of(group.begin(), group.end(), [&](const finding* one) {
            return one->told.ours == subject.name || one->told.theirs == subject.name;
        });
    };
    for (const entry& subject : every_subject()) {
        if (is_named(subject)) {
            config.subjects.push_back(&subject);
        }
    }
    for (const std::uint32_t threads : {2U, 4U, 8U, 16U}) {
        if (is_named(quadrille_on(threads))) {
            config.subjects.push_back(&quadrille_on(threads));
        }
    }
    for (const finding* const one : group) {
        const auto& size = one->told.size;
        if (size && std::find(config.sizes.begin(), config.sizes.end(), *size) == config.sizes.end()) {
            config.sizes.push_back(*size);
        }
    }
    return config;
}

bool is_about(const table& measured, const claim& told) {
    const std::optional<double> size =
        measured.where.more.empty() ? std::nullopt : std::optional(*measured.where.more.front().value);
    return size == told.size;
}

std::string remark_on(const std::vector<result>& results, std::string_view subject) {
    const auto found =
        std::find_if(results.begin(), results.end(), [&](const result& one) { return one.subject == subject; });
    return found == results.end() ? fmt::format("{} is not in this build", subject) : found->remark;
}

void look_up(finding& one, const std::vector<table>& tables) {
    for (const table& measured : tables) {
        if (is_about(measured, one.told)) {
            one.ours = compared(measured.where, measured.results, one.told.ours);
            one.theirs = compared(measured.where, measured.results, one.told.theirs);
            one.remark = remark_on(measured.results, one.theirs ? one.told.ours : one.told.theirs);
        }
    }
}

/// Runs each task in each world once. False if an answer was wrong.
bool measure(std::vector<finding>& all, const readme& planned) {
    bool all_right = true;
    std::vector<bool> is_done(all.size());
    for (std::size_t first = 0; first < all.size(); ++first) {
        if (is_done[first]) {
            continue;
        }
        std::vector<const finding*> group;
        for (std::size_t i = first; i < all.size(); ++i) {
            if (is_measured_with(all[first].told, all[i].told)) {
                group.push_back(&all[i]);
            }
        }
        std::vector<table> tables;
        const options config = options_for(group, planned);
        all_right = task_named(all[first].told.task).run(config, report(tables)) && all_right;
        for (std::size_t i = first; i < all.size(); ++i) {
            if (is_measured_with(all[first].told, all[i].told)) {
                look_up(all[i], tables);
                is_done[i] = true;
            }
        }
    }
    return all_right;
}

/// Empty where nothing was measured.
std::string_view verdict_on(const finding& one) {
    const std::optional<double> ratio = one.ratio();
    return !ratio                                               ? ""
           : *ratio < one.told.measured->low * (1 - tolerance)  ? "worse"
           : *ratio > one.told.measured->high * (1 + tolerance) ? "better"
                                                                : "within";
}

/// How many times larger the ratio must become; at most 1 where it is met.
std::optional<double> missing_factor(const finding& one) {
    const std::optional<double> ratio = one.ratio();
    return ratio && one.told.goal ? std::optional(*one.told.goal / *ratio) : std::nullopt;
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
    return fmt::format("{:g}{}", *one.told.goal,
                       !missing        ? std::string()
                       : *missing <= 1 ? std::string(": met")
                                       : fmt::format(": {:.2f} times short", *missing));
}

/// Where in its table a claim is. A table of one column needs no name for it.
std::vector<std::string> places_of(const std::vector<finding>& all) {
    const bool has_one_column = std::all_of(
        all.begin(), all.end(), [&](const finding& one) { return one.told.column == all.front().told.column; });
    std::vector<std::string> places;
    for (const finding& one : all) {
        places.push_back(has_one_column ? one.told.row : fmt::format("{}; {}", one.told.row, one.told.column));
    }
    return places;
}

void print_as_table(const std::vector<finding>& all) {
    const std::vector<std::string> places = places_of(all);
    std::size_t width = 0;
    for (const std::string& place : places) {
        width = std::max(width, place.size());
    }
    fmt::print("{:<{}}{:>10}{:>12}{:>9}  {:<17}{:<8}goal\n", "", width, "ours, ns", "theirs, ns", "ratio", "README",
               "");
    for (std::size_t i = 0; i < all.size(); ++i) {
        const finding& one = all[i];
        fmt::print("{:<{}}{:>10}{:>12}{:>9}  {:<17}{:<8}{}\n", places[i], width, digits(one.ours), digits(one.theirs),
                   digits(one.ratio()), text_of(*one.told.measured), verdict_on(one), goal_of(one));
        if (!one.ratio()) {
            fmt::print("    not measured: {}\n", one.remark);
        }
    }
}

void print_as_json(const std::vector<finding>& all) {
    using json = nlohmann::ordered_json;
    const auto number = [](std::optional<double> value) { return value ? json(*value) : json(); };
    for (const finding& one : all) {
        const claim& told = one.told;
        json line = {{"task", "readme"},      {"table", told.table},      {"row", told.row},
                     {"column", told.column}, {"measured_by", told.task}, {"scene", scenes::to_string(told.kind)},
                     {"count", told.count}};
        line["size"] = number(told.size);
        line["ours"] = told.ours;
        line["theirs"] = told.theirs;
        line["ours_ns"] = number(one.ours);
        line["theirs_ns"] = number(one.theirs);
        line["ratio"] = number(one.ratio());
        line["readme"] = {{"low", told.measured->low}, {"high", told.measured->high}, {"machines", told.machines}};
        line["verdict"] = one.ratio() ? json(verdict_on(one)) : json();
        line["goal"] = number(told.goal);
        line["missing_factor"] = number(missing_factor(one));
        fmt::print("{}\n", line.dump());
    }
}

void print_introduction(const machine& here) {
    fmt::print(
        "\nratio: their time divided by ours, above 1 we are faster. README: its range over the machines measured.\n"
        "within: in that range, or at most {:.0f} % outside. All tables take two to three minutes.\n",
        100 * tolerance);
    if (here.build != "Release") {
        fmt::print("This is a {} build, and the README's figures are of Release: cmake --preset bench.\n", here.build);
    }
}

void print_summary(const std::vector<finding>& all, double seconds) {
    const auto how_many = [&](const auto& is_counted) { return std::count_if(all.begin(), all.end(), is_counted); };
    const auto judged = [&](std::string_view verdict) {
        return how_many([&](const finding& one) { return verdict_on(one) == verdict; });
    };
    fmt::print("\n{} ratios: {} within the README's range, {} better, {} worse, {} not measured; ", all.size(),
               judged("within"), judged("better"), judged("worse"), judged(""));
    fmt::print("{} of {} goals met; {:.0f} s\n",
               how_many([](const finding& one) { return missing_factor(one).value_or(2) <= 1; }),
               how_many([](const finding& one) { return one.told.goal.has_value(); }), seconds);
}

std::vector<std::string> tables_of(const std::vector<claim>& claims) {
    std::vector<std::string> names;
    for (const claim& one : claims) {
        if (std::find(names.begin(), names.end(), one.table) == names.end()) {
            names.push_back(one.table);
        }
    }
    return names;
}

} // namespace

void typed_readme::declare(CLI::App& command) {
    command.add_option("--tables", tables_, "of the README, with commas between them; all by default")
        ->delimiter(',')
        ->type_name("NAME");
    command.add_option("--claims", file_, "other figures than the README's, a file such as bench/claims.txt")
        ->check(CLI::ExistingFile)
        ->type_name("FILE");
    command.add_option("--most", most_, "leaves out the worlds of more items")
        ->check(whole_number(1, 100'000'000))
        ->type_name("N")
        ->capture_default_str();
    command.add_option("--repeat", repeat_, "repetitions, the subjects taking turns")
        ->check(whole_number(1, 1000))
        ->type_name("N")
        ->capture_default_str();
    command.add_option("--seed", seed_, "the seed of the worlds")
        ->check(whole_number(0, UINT64_MAX))
        ->type_name("N")
        ->capture_default_str();
    command.add_option("--format", format_, "table, or json: one object to a line")
        ->check(one_of({"table", "json"}))
        ->type_name("NAME")
        ->capture_default_str();
}

std::vector<claim> typed_readme::claims() const {
    if (file_.empty()) {
        return claims_from(claims_text(), "claims.txt");
    }
    std::ifstream file(file_, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    try {
        std::vector<claim> all = claims_from(text, file_);
        for (const claim& one : all) {
            task_named(one.task);
        }
        return all;
    } catch (const std::runtime_error& error) {
        throw CLI::ValidationError("--claims", error.what());
    }
}

readme typed_readme::understood() const {
    readme planned{
        .claims = {}, .repeat = repeat_, .seed = seed_, .format = format_ == "json" ? format::json : format::table};
    const std::vector<claim> all = claims();
    const std::vector<std::string> known = tables_of(all);
    for (const std::string& name : tables_) {
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            throw CLI::ValidationError("--tables",
                                       fmt::format("wanted one of {}, found \"{}\"", fmt::join(known, ", "), name));
        }
    }
    std::copy_if(all.begin(), all.end(), std::back_inserter(planned.claims), [&](const claim& one) {
        return one.has_ratio() && one.count <= most_ &&
               (tables_.empty() || std::find(tables_.begin(), tables_.end(), one.table) != tables_.end());
    });
    if (planned.claims.empty()) {
        throw CLI::ValidationError("--most", fmt::format("wanted at least the count of one row, found {}", most_));
    }
    return planned;
}

bool measure_readme(const readme& planned) {
    const bool as_table = planned.format == format::table;
    const machine here = this_machine();
    print(planned.format, here);
    if (as_table) {
        print_introduction(here);
    }
    stopwatch watch;
    bool all_right = true;
    std::vector<finding> all;
    for (const std::string& name : tables_of(planned.claims)) {
        std::vector<finding> own;
        for (const claim& one : planned.claims) {
            if (one.table == name) {
                own.push_back({.told = one});
            }
        }
        if (as_table) {
            fmt::print("\n{}\n", name);
            std::fflush(stdout);
        }
        all_right = measure(own, planned) && all_right;
        as_table ? print_as_table(own) : print_as_json(own);
        std::fflush(stdout);
        all.insert(all.end(), own.begin(), own.end());
    }
    if (as_table) {
        print_summary(all, watch.lap() * 1e-9);
    }
    return all_right;
}

} // namespace quadrille::bench
