// Writes the page: the machine, the losses, then each chart with its tables.
// SPDX-License-Identifier: MIT
#include "page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace quadrille::bench {
namespace {

std::string escaped(std::string_view text) {
    std::string safe;
    for (const char one : text) {
        switch (one) {
        case '&': safe += "&amp;"; break;
        case '<': safe += "&lt;"; break;
        case '>': safe += "&gt;"; break;
        case '"': safe += "&quot;"; break;
        default: safe += one;
        }
    }
    return safe;
}

constexpr std::string_view head = R"(<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width"/>
<title>quadrille and its peers</title>
<style>
body { font: 15px/1.4 sans-serif; max-width: 100em; margin: 1em auto; padding: 0 1em; color: #222; background: #fff }
table { border-collapse: collapse; margin: .5em 0 1.5em }
th, td { padding: .1em .7em; text-align: right; border-bottom: 1px solid #ddd }
th:first-child, td:first-child { text-align: left }
.ours { font-weight: bold } .wrong { color: #c00 } .plots { display: flex; flex-wrap: wrap; gap: 1em }
.plots svg { width: 46em; max-width: 100%; height: auto }
code { background: #f3f3f3 }
</style>
</head>
<body>
<h1>quadrille and its peers</h1>
)";

std::string machine_of(const machine& here, const std::vector<std::string>& arguments) {
    return fmt::format(
        "<p>{}, {} threads, {}; {}; one thread used but where a name ends in another number.<br/>{}, {}.<br/>Library: "
        "kernels {}, <code>{}</code>. "
        "Peers: kernels {}, <code>{}</code>.<br/>To repeat it: <code>quadrille-bench {}</code></p>\n"
        "<p>Every answer was compared before timing. Times are nanoseconds: minimum, median, 99th percentile and "
        "maximum of turns in which the subjects alternated. What is plotted and compared is the median; for queries "
        "with warm caches, the fastest round. <code>quadrille</code> has been updated for some ticks before queries, "
        "<code>quadrille_fresh</code> is new.</p>\n",
        escaped(here.cpu), here.threads, escaped(here.caches), escaped(here.instructions), escaped(here.compiler),
        escaped(here.build), escaped(here.kernels), escaped(here.library_flags), escaped(here.peer_kernels),
        escaped(here.peer_flags), escaped(fmt::format("{}", fmt::join(arguments, " "))));
}

/// The worst loss is first; wrong answers come before all losses.
std::string losses_of(const std::vector<chart>& charts) {
    std::vector<std::pair<double, std::string>> rows;
    for (const chart& one : charts) {
        for (const table* const each : one.tables) {
            for (const loss& lost : losses_in(each->where, each->results)) {
                rows.emplace_back(lost.of_our_time, fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                                                                escaped(heading_of(each->where)), escaped(lost.subject),
                                                                digits(lost.of_our_time)));
            }
            for (const result& line : each->results) {
                if (line.wrong) {
                    rows.emplace_back(
                        -1, fmt::format("<tr class=\"wrong\"><td>{}</td><td>{}</td><td>wrong answers</td></tr>\n",
                                        escaped(heading_of(each->where)), escaped(line.subject)));
                }
            }
        }
    }
    std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::string text = "<h2 id=\"losses\">Where we lose</h2>\n";
    if (rows.empty()) {
        return text + "<p>Nowhere in this report.</p>\n";
    }
    text += "<table>\n<tr><th>where</th><th>who is faster</th><th>takes of our time</th></tr>\n";
    for (const auto& [ratio, row] : rows) {
        text += row;
    }
    return text + "</table>\n";
}

std::string row_of(const result& line) {
    std::string text = fmt::format("<tr{}><td>{}</td>",
                                   line.wrong                    ? " class=\"wrong\""
                                   : line.subject == "quadrille" ? " class=\"ours\""
                                                                 : "",
                                   escaped(line.subject));
    if (!line.ns) {
        return text + fmt::format("<td colspan=\"{}\">{}</td></tr>\n", 4 + line.figures.size(), escaped(line.remark));
    }
    for (const double number : {line.ns->min, line.ns->median, line.ns->p99, line.ns->max}) {
        text += fmt::format("<td>{}</td>", digits(number));
    }
    for (const figure& measured : line.figures) {
        text += fmt::format("<td>{}</td>", digits(measured.value));
    }
    return text + "</tr>\n";
}

std::string table_of(const table& one) {
    std::string text =
        fmt::format("<h3>{}</h3>\n<p>{}</p>\n<table>\n<tr><th>ns per {}</th><th>min</th><th>median</th><th>p99</th>"
                    "<th>max</th>",
                    escaped(heading_of(one.where)), escaped(one.where.how), one.where.unit);
    for (const figure& measured : one.results.front().figures) {
        text += fmt::format("<th>{}</th>", escaped(measured.name));
    }
    text += "</tr>\n";
    for (const result& line : one.results) {
        text += row_of(line);
    }
    return text + "</table>\n";
}

} // namespace

std::string page_of(const machine& here, const std::vector<chart>& charts, const std::vector<std::string>& arguments) {
    std::string text(head);
    text += machine_of(here, arguments) + losses_of(charts) + "<h2>Contents</h2>\n<ul>\n";
    for (const chart& one : charts) {
        text += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", one.name, escaped(one.heading));
    }
    text += "</ul>\n";
    for (const chart& one : charts) {
        text += fmt::format("<h2 id=\"{}\">{}</h2>\n<div class=\"plots\">\n{}{}</div>\n", one.name,
                            escaped(one.heading), one.times, one.ratios);
        for (const table* const each : one.tables) {
            text += table_of(*each);
        }
    }
    return text + "</body>\n</html>\n";
}

} // namespace quadrille::bench
