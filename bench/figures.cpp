// Runs the tasks of the figures of docs/performance.md, each as short as steady ratios allow, and compares the ratios.
// SPDX-License-Identifier: MIT
#include "figures.hpp"

#include "finding.hpp"
#include "tasks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string_view>

namespace quadrille::bench {
namespace {

constexpr double scanned_items = 1e8;

bool is_measured_with(const claim& one, const claim& other) {
    return one.task == other.task && one.kind == other.kind && one.count == other.count && one.is_cold == other.is_cold;
}

const task& task_named(std::string_view name) {
    const auto& tasks = every_task();
    const auto found = std::find_if(tasks.begin(), tasks.end(), [&](const task& one) { return one.name == name; });
    if (found == tasks.end()) {
        throw std::runtime_error(fmt::format("wanted a task ({}), found {}", names_of_tasks(), name));
    }
    return *found;
}

/// The run is short if one tick takes long.
std::uint32_t length_of(const task& one, std::uint32_t count) {
    constexpr std::uint32_t ticks_of_large_worlds = 3;
    constexpr std::uint32_t ticks = 10;
    if (one.usual.length_option == nullptr || std::string_view(one.usual.length_option) != "--ticks") {
        return one.usual.length;
    }
    return count >= 1'000'000 ? ticks_of_large_worlds : ticks;
}

/// Returns options for all claims that one run of a task can answer.
options options_for(const std::vector<const finding*>& group, const figures& planned) {
    const claim& first = group.front()->told;
    const task& chosen = task_named(first.task);
    options config{.kinds = {first.kind},
                   .counts = {first.count},
                   .subjects = {},
                   .sizes = {},
                   .length = length_of(chosen, first.count),
                   .repeat = planned.repeat,
                   .caches = {first.is_cold ? caches::cold : caches::warm},
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

/// Returns whether the table has this size, under any name, and all numbers that the claim names.
bool is_about(const table& measured, const claim& told) {
    const auto& more = measured.where.more;
    const auto has_size = [&](const figure& one) { return one.value == told.size; };
    const auto is_told = [&](const named_number& wanted) {
        return std::any_of(more.begin(), more.end(),
                           [&](const figure& one) { return one.name == wanted.name && one.value == wanted.value; });
    };
    return (told.size ? std::any_of(more.begin(), more.end(), has_size) : more.empty()) &&
           std::all_of(told.where.begin(), told.where.end(), is_told);
}

std::optional<double> figure_of(const std::vector<result>& results, const claim& told) {
    for (const result& one : results) {
        for (const figure& each : one.figures) {
            if (one.subject == told.ours && each.name == told.figure) {
                return each.value;
            }
        }
    }
    return std::nullopt;
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
            one.figure = figure_of(measured.results, one.told);
            one.remark =
                remark_on(measured.results, one.theirs || one.told.is_figure() ? one.told.ours : one.told.theirs);
        }
    }
}

/// Runs each task in each world once. Returns false if an answer was wrong.
bool measure(std::vector<finding>& all, const figures& planned) {
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

void print_introduction(const machine& here) {
    fmt::print("\nratio: their time divided by ours, above 1 we are faster; or a figure of ours, where the goal is "
               "\"at most\".\n"
               "claimed: the range over the machines measured.\n"
               "within: in that range, or at most {:.0f} % outside. All tables take two to three minutes.\n",
               100 * tolerance);
    if (here.build != "Release") {
        fmt::print("This is a {} build, and the figures of docs/performance.md are of Release: cmake --preset bench.\n",
                   here.build);
    }
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

void typed_figures::declare(CLI::App& command) {
    command.add_option("--tables", tables_, "of docs/performance.md, with commas between them; all by default")
        ->delimiter(',')
        ->type_name("NAME");
    command
        .add_option("--claims", file_,
                    "other figures than those of docs/performance.md, a file such as bench/claims.txt")
        ->check(CLI::ExistingFile)
        ->type_name("FILE");
    command.add_flag("--goals", goals_, "all that has a goal, also what is a goal alone; some four minutes");
    command.add_option("--max-items", max_items_, "leaves out the worlds of more items")
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

std::vector<claim> typed_figures::claims() const {
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

figures typed_figures::understood() const {
    figures planned{
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
        const bool is_chosen = tables_.empty() ? goals_ || one.table != goals_alone
                                               : std::find(tables_.begin(), tables_.end(), one.table) != tables_.end();
        return is_chosen && !one.is_time() && (!goals_ || one.goal) && one.count <= max_items_;
    });
    if (planned.claims.empty()) {
        throw CLI::ValidationError("--max-items",
                                   fmt::format("wanted at least the count of one row, found {}", max_items_));
    }
    return planned;
}

bool measure_figures(const figures& planned) {
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
