// Writes scripts for gnuplot and reads its pictures.
// SPDX-License-Identifier: MIT
#include "gnuplot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace quadrille::bench {
namespace {

/// Returns the output of a command; empty if the command fails.
std::string output_of(const std::string& command) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    std::string all;
    std::array<char, 4096> some;
    while (pipe != nullptr) {
        const std::size_t got = std::fread(some.data(), 1, some.size(), pipe.get());
        if (got == 0) {
            break;
        }
        all.append(some.data(), got);
    }
    return all;
}

/// Each subject has one color in all plots; ours are red.
std::string_view color_of(std::string_view subject) {
    constexpr std::array colors = {"#1f77b4", "#2ca02c", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f",
                                   "#bcbd22", "#17becf", "#ff7f0e", "#1b4f72", "#145a32", "#4a235a"};
    if (subject.starts_with("quadrille")) {
        return subject == "quadrille" ? "#d62728" : "#f1948a";
    }
    std::size_t place = 0;
    std::string_view last;
    for (const entry& one : every_subject()) {
        place += one.name != last && !one.name.starts_with("quadrille") ? 1 : 0;
        last = one.name;
        if (one.name == subject) {
            break;
        }
    }
    return colors[place % colors.size()];
}

std::string script_for(const std::vector<series>& all, std::string_view title, std::string_view axis,
                       std::string_view more) {
    std::string script = fmt::format("set terminal svg size 760,420 dynamic noenhanced font 'sans-serif,12' "
                                     "background '#ffffff'\n"
                                     "set encoding utf8\nset title \"{}\"\nset xlabel 'items'\nset ylabel '{}'\n"
                                     "set logscale xy\nset format x '%.0s%c'\nset format y '%g'\n"
                                     "set key outside right top\nset grid xtics ytics lc rgb '#dddddd'\n{}",
                                     title, axis, more);
    for (std::size_t i = 0; i < all.size(); ++i) {
        script += fmt::format("$s{} << end\n", i);
        for (const auto& [count, value] : all[i].points) {
            script += fmt::format("{} {}\n", count, value);
        }
        script += "end\n";
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        script +=
            fmt::format("{} $s{} with linespoints pt 7 ps 0.4 lw {} lc rgb '{}' title '{}'", i == 0 ? "plot" : ",", i,
                        all[i].subject == "quadrille" ? 3 : 1.5, color_of(all[i].subject), all[i].subject);
    }
    return script + "\n";
}

void replace_all(std::string& text, std::string_view what, const std::string& with) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
        text.replace(at, what.size(), with);
    }
}

/// Returns the picture alone, with unique names, because one page contains many pictures.
std::string embeddable(std::string svg, const std::string& name) {
    const std::size_t begin = svg.find("<svg");
    const std::size_t end = svg.rfind("</svg>");
    if (begin == std::string::npos || end == std::string::npos) {
        return {};
    }
    svg = svg.substr(begin, end - begin) + "</svg>\n";
    for (const std::string_view before : {" id='", " id=\"", "href='#", "href=\"#", "url(#"}) {
        replace_all(svg, before, fmt::format("{}{}-", before, name));
    }
    return svg;
}

std::string drawn(const std::string& script, const std::string& name) {
    std::string svg = embeddable(output_of(fmt::format("gnuplot <<'end of script'\n{}end of script\n", script)), name);
    if (svg.empty()) {
        throw std::runtime_error(fmt::format("gnuplot drew nothing for {}", name));
    }
    return svg;
}

} // namespace

void insist_on_gnuplot() {
    if (output_of("gnuplot --version 2>&1").find("gnuplot ") != 0) {
        throw no_gnuplot("gnuplot not found, which draws the plots of a report; Debian and Ubuntu have it: "
                         "sudo apt-get install gnuplot-nox");
    }
}

void draw(chart& one) {
    const std::string axis = fmt::format("ns per {}", one.tables.front()->where.unit);
    one.times = drawn(script_for(times_in(one), one.heading, axis, ""), one.name);
    const std::vector<series> ratios = ratios_in(one);
    if (!ratios.empty()) {
        one.ratios = drawn(script_for(ratios, one.heading, "time in times of quadrille",
                                      "set arrow from graph 0, first 1 to graph 1, "
                                      "first 1 nohead lw 1 lc rgb '#d62728'\n"),
                           one.name + "-ratio");
    }
}

} // namespace quadrille::bench
