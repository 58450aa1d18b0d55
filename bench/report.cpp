// Formats results as tables and as JSON. Losses are shown as clearly as wins.
// SPDX-License-Identifier: MIT
#include "report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>

namespace quadrille::bench {
namespace {

using json = nlohmann::ordered_json;

json as_json(const setting& where, const result& one) {
    json line = {{"task", where.task}, {"scene", scenes::to_string(where.kind)}, {"count", where.count}};
    for (const figure& set : where.more) {
        line[std::string(set.name)] = *set.value;
    }
    if (!where.caches.empty()) {
        line["caches"] = where.caches;
    }
    line["subject"] = one.subject;
    line["threads"] = one.threads;
    json& times = line["ns_per_" + std::string(where.unit)];
    if (one.ns) {
        times = {{"min", one.ns->min}, {"median", one.ns->median}, {"p99", one.ns->p99}, {"max", one.ns->max}};
    }
    for (const figure& measured : one.figures) {
        line[std::string(measured.name)] = measured.value ? json(*measured.value) : json();
    }
    line[std::string(where.found)] = one.found ? json(one.found->count) : json();
    line["hash"] = one.found ? json(fmt::format("{:016x}", one.found->hash)) : json();
    return line;
}

json as_json(const machine& where) {
    return {{"task", "machine"},
            {"cpu", where.cpu},
            {"threads", where.threads},
            {"caches", where.caches},
            {"instructions", where.instructions},
            {"compiler", where.compiler},
            {"build", where.build},
            {"library_flags", where.library_flags},
            {"peer_flags", where.peer_flags},
            {"kernels", where.kernels},
            {"peer_kernels", where.peer_kernels}};
}

std::optional<double> ratio(double number, std::optional<double> unit) {
    return unit && *unit > 0 ? std::optional(number / *unit) : std::nullopt;
}

bool is_compared(const result& one) { return !one.subject.starts_with("quadrille") && one.ns && one.found; }

void print_cell(std::string_view heading, std::string_view text) {
    fmt::print(" {:>{}}", text, std::max<std::size_t>(heading.size() + 1, 8));
}

void print_headings(const setting& where, const result& first, bool beside_stream) {
    fmt::print("{:<24}", fmt::format("ns per {}", where.unit));
    for (const std::string_view heading : {"min", "median", "p99", "max"}) {
        print_cell(heading, heading);
    }
    for (const figure& measured : first.figures) {
        print_cell(measured.name, measured.name);
    }
    print_cell("x quadrille", "x quadrille");
    fmt::print("{}\n", beside_stream ? "  x stream" : "");
}

void print_rows(const setting& where, const std::vector<result>& results) {
    const std::optional<double> ours = compared(where, results, "quadrille");
    const std::optional<double> pass = compared(where, results, "stream");
    print_headings(where, results.front(), pass.has_value());
    for (const result& one : results) {
        if (!one.ns) {
            continue;
        }
        fmt::print("{:<24}", one.subject);
        for (const double number : {one.ns->min, one.ns->median, one.ns->p99, one.ns->max}) {
            print_cell("", digits(number));
        }
        for (const figure& measured : one.figures) {
            print_cell(measured.name, digits(measured.value));
        }
        print_cell("x quadrille", digits(ratio(where.compared(*one.ns), ours)));
        if (pass) {
            print_cell("x stream", digits(ratio(where.compared(*one.ns), pass)));
        }
        fmt::print("\n");
    }
}

void print_losses(const setting& where, const std::vector<result>& results) {
    if (!compared(where, results, "quadrille") || std::none_of(results.begin(), results.end(), is_compared)) {
        return;
    }
    std::string faster;
    for (const loss& one : losses_in(where, results)) {
        faster +=
            fmt::format("{}{} takes {} of our time", faster.empty() ? "" : ", ", one.subject, digits(one.of_our_time));
    }
    fmt::print("where we lose: {}\n", faster.empty() ? "nowhere in this table" : faster);
}

void print_table(const setting& where, const std::vector<result>& results) {
    fmt::print("\n{}; {}\n", heading_of(where), where.how);
    print_rows(where, results);
    for (const result& one : results) {
        if (!one.remark.empty()) {
            fmt::print("{}: {}\n", one.subject, one.remark);
        }
    }
    print_losses(where, results);
}

} // namespace

std::string digits(std::optional<double> number) {
    if (!number) {
        return "-";
    }
    const int decimals = *number < 10 ? 2 : *number < 100 ? 1 : 0;
    return fmt::format("{:.{}f}", *number, decimals);
}

std::optional<double> compared(const setting& where, const std::vector<result>& results, std::string_view subject) {
    const auto found = std::find_if(results.begin(), results.end(),
                                    [subject](const result& one) { return one.subject == subject && one.ns; });
    return found == results.end() ? std::nullopt : std::optional(where.compared(*found->ns));
}

std::vector<loss> losses_in(const setting& where, const std::vector<result>& results) {
    const std::optional<double> ours = compared(where, results, "quadrille");
    std::vector<loss> losses;
    for (const result& one : results) {
        if (ours && is_compared(one) && where.compared(*one.ns) < *ours) {
            losses.push_back({one.subject, where.compared(*one.ns) / *ours});
        }
    }
    return losses;
}

std::string heading_of(const setting& where) {
    std::string text = fmt::format("{}, {}, {} items", where.task, scenes::to_string(where.kind), where.count);
    for (const figure& set : where.more) {
        text += fmt::format(", {} {}", set.name, *set.value);
    }
    if (!where.caches.empty()) {
        text += fmt::format(", {}", where.caches);
    }
    return text;
}

void print(format how, const machine& where) {
    if (how == format::json) {
        fmt::print("{}\n", as_json(where).dump());
        return;
    }
    fmt::print("{}, {} threads, {}\n", where.cpu, where.threads, where.caches);
    fmt::print("{}; {}, {}, 1 thread used but where a name ends in another number\n", where.instructions,
               where.compiler, where.build);
    fmt::print("library: kernels {}, {}\n", where.kernels, where.library_flags);
    fmt::print("peers: kernels {}, {}\n", where.peer_kernels, where.peer_flags);
}

report::report(format how, const machine& where, std::vector<table>* kept) : how_(how), kept_(kept) {
    print(how, where);
}

void report::add(const setting& where, const std::vector<result>& results) const {
    if (how_ == format::json) {
        for (const result& one : results) {
            fmt::print("{}\n", as_json(where, one).dump());
        }
    } else if (how_ == format::table) {
        print_table(where, results);
    }
    std::fflush(stdout);
    if (kept_ != nullptr) {
        kept_->push_back({where, results});
    }
}

} // namespace quadrille::bench
