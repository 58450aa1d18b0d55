// Lays results out for people and for programs. Where we lose is said as plainly as where we win.
// SPDX-License-Identifier: MIT
#include "report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>

namespace quadrille::bench {
namespace {

using json = nlohmann::ordered_json;

template <class Number>
json or_null(const std::optional<Number>& number) {
    return number ? json(*number) : json();
}

json as_json(const result& one) {
    json times;
    if (one.ns_per_item) {
        const spread& ns = *one.ns_per_item;
        times = {{"min", ns.min}, {"median", ns.median}, {"p99", ns.p99}, {"max", ns.max}};
    }
    return {{"task", one.task},
            {"scene", one.scene},
            {"count", one.count},
            {"subject", one.subject},
            {"threads", one.threads},
            {"ns_per_item", times},
            {"update_ns", or_null(one.update_ns)},
            {"pairs_ns", or_null(one.pairs_ns)},
            {"pairs", or_null(one.pairs)},
            {"hash", one.hash ? json(fmt::format("{:016x}", *one.hash)) : json()},
            {"bytes_per_item", or_null(one.bytes_per_item)}};
}

json as_json(const machine& where) {
    return {{"task", "machine"},
            {"cpu", where.cpu},
            {"threads", where.threads},
            {"caches", where.caches},
            {"instructions", where.instructions},
            {"compiler", where.compiler},
            {"build", where.build},
            {"kernels", where.kernels}};
}

/// Three digits that matter, or as many as there are before the point.
std::string digits(std::optional<double> number) {
    if (!number) {
        return "-";
    }
    const int decimals = *number < 10 ? 2 : *number < 100 ? 1 : 0;
    return fmt::format("{:.{}f}", *number, decimals);
}

std::optional<double> median_of(const std::vector<result>& results, std::string_view subject) {
    const auto found = std::find_if(results.begin(), results.end(),
                                    [subject](const result& one) { return one.subject == subject && one.ns_per_item; });
    return found == results.end() ? std::nullopt : std::optional(found->ns_per_item->median);
}

std::optional<double> ratio(double number, std::optional<double> unit) {
    return unit && *unit > 0 ? std::optional(number / *unit) : std::nullopt;
}

void print_rows(const std::vector<result>& results) {
    const std::optional<double> ours = median_of(results, "quadrille");
    const std::optional<double> pass = median_of(results, "stream");
    fmt::print("{:<14}{:>9}{:>9}{:>9}{:>9}{:>9}{:>9}{:>12}{:>13}{:>10}\n", "ns per item", "min", "median", "p99", "max",
               "update", "pairs", "bytes/item", "x quadrille", "x stream");
    for (const result& one : results) {
        if (!one.ns_per_item) {
            continue;
        }
        const spread& ns = *one.ns_per_item;
        fmt::print("{:<14}{:>9}{:>9}{:>9}{:>9}{:>9}{:>9}{:>12}{:>13}{:>10}\n", one.subject, digits(ns.min),
                   digits(ns.median), digits(ns.p99), digits(ns.max), digits(one.update_ns), digits(one.pairs_ns),
                   digits(one.bytes_per_item), digits(ratio(ns.median, ours)), digits(ratio(ns.median, pass)));
    }
}

void print_losses(const std::vector<result>& results) {
    const std::optional<double> ours = median_of(results, "quadrille");
    if (!ours) {
        return;
    }
    std::string faster;
    bool compared = false;
    for (const result& one : results) {
        if (one.subject == "quadrille" || !one.ns_per_item || !one.pairs) {
            continue;
        }
        compared = true;
        if (one.ns_per_item->median < *ours) {
            faster += fmt::format("{}{} takes {} of our time", faster.empty() ? "" : ", ", one.subject,
                                  digits(one.ns_per_item->median / *ours));
        }
    }
    if (compared) {
        fmt::print("where we lose: {}\n", faster.empty() ? "nowhere in this table" : faster);
    }
}

void print_table(std::string_view heading, const std::vector<result>& results) {
    fmt::print("\n{}\n", heading);
    print_rows(results);
    for (const result& one : results) {
        if (!one.remark.empty()) {
            fmt::print("{}: {}\n", one.subject, one.remark);
        }
    }
    print_losses(results);
}

} // namespace

report::report(format how, const machine& where) : how_(how) {
    if (how_ == format::json) {
        fmt::print("{}\n", as_json(where).dump());
        return;
    }
    fmt::print("{}, {} threads, {}\n", where.cpu, where.threads, where.caches);
    fmt::print("{}; {}, {}; library kernels: {}\n", where.instructions, where.compiler, where.build, where.kernels);
}

void report::add(std::string_view heading, const std::vector<result>& results) const {
    if (how_ == format::json) {
        for (const result& one : results) {
            fmt::print("{}\n", as_json(one).dump());
        }
    } else {
        print_table(heading, results);
    }
    std::fflush(stdout);
}

} // namespace quadrille::bench
