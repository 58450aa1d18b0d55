// Prints summaries of files: lines for people, JSON for programs.
// SPDX-License-Identifier: MIT
#include "summary.hpp"

#include "files/text/errors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace quadrille::cli {

namespace {

void print_line(output& out, std::string_view what, std::string_view value) {
    if (!value.empty()) {
        out.print("  {:<11} {}\n", what, value);
    }
}

std::string rows_of(const file_summary& file) {
    std::string text = files::grouped(file.rows);
    if (file.skipped > 0) {
        text += fmt::format("; {} without a geometry", files::grouped(file.skipped));
    }
    for (const std::string& each : file.left_out) {
        text += "; " + each;
    }
    if (file.said_again > 0) {
        text += fmt::format("; {} with the id, time and position of an earlier one", files::grouped(file.said_again));
    }
    if (file.bad > 0) {
        text += fmt::format("; {} bad", files::grouped(file.bad));
    }
    return text;
}

std::string geometries_of(const file_summary& file) {
    std::vector<std::string> each;
    each.reserve(file.geometries.size());
    for (const auto& [name, count] : file.geometries) {
        each.push_back(file.geometries.size() == 1 ? name : fmt::format("{} {}", files::grouped(count), name));
    }
    return fmt::format("{}", fmt::join(each, ", "));
}

std::string shown_times(const time_summary& times) {
    if (times.is_empty()) {
        return "none";
    }
    const double step = times.step();
    return fmt::format("{} from {} to {}{}", (times.has_more() ? "more than " : "") + files::grouped(times.count()),
                       times.first(), times.last(), step > 0 ? fmt::format(", every {}", step) : "");
}

void print_columns(output& out, const file_summary& file) {
    constexpr std::size_t most = 50;
    std::size_t width = 0;
    for (const column_summary& each : file.columns) {
        width = std::max(width, std::min<std::size_t>(files::shown(each.name).size(), 30));
    }
    for (std::size_t which = 0; which < std::min(most, file.columns.size()); ++which) {
        const column_summary& each = file.columns[which];
        out.print("  {:<11} {:<{}}  {}{}\n", which == 0 ? "columns" : "", files::shown(each.name), width,
                  each.kinds.name(), each.taken_for.empty() ? "" : fmt::format(" ({})", each.taken_for));
    }
    if (file.columns.size() > most) {
        out.print("  {:<11} {} more\n", "", files::grouped(file.columns.size() - most));
    }
}

nlohmann::ordered_json times_as_json(const time_summary& times) {
    if (times.is_empty()) {
        return nullptr;
    }
    nlohmann::ordered_json made = {{"first", times.first()}, {"last", times.last()}, {"count", times.count()}};
    made["has_more"] = times.has_more();
    made["step"] = times.step() > 0 ? nlohmann::ordered_json(times.step()) : nullptr;
    return made;
}

nlohmann::ordered_json as_json(const file_summary& file) {
    nlohmann::ordered_json made = {{"file", file.name}, {"format", file.format}};
    made["compressed_by"] =
        file.packed_by.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(file.packed_by);
    made["written"] = nlohmann::ordered_json::object();
    for (const auto& [name, value] : file.written) {
        made["written"][name] = value;
    }
    made["rows"] = file.rows;
    made["without_geometry"] = file.skipped;
    made["left_out"] = file.left_out;
    made["said_again"] = file.said_again;
    made["bad"] = file.bad;
    made["bounds"] = nullptr;
    if (file.rows > 0) {
        made["bounds"] = {file.bounds.min.x, file.bounds.min.y, file.bounds.max.x, file.bounds.max.y};
    }
    made["geometries"] = file.geometries;
    made["ids"] = file.ids;
    made["columns"] = nlohmann::ordered_json::array();
    for (const column_summary& each : file.columns) {
        made["columns"].push_back({{"name", each.name}, {"values", each.kinds.name()}, {"taken_for", each.taken_for}});
    }
    made["times"] = times_as_json(file.times);
    made["assumed"] = file.assumed;
    made["problems"] = file.problems;
    return made;
}

} // namespace

void print_text(const std::vector<file_summary>& files, output& out) {
    for (const file_summary& file : files) {
        out.print("{}{}\n", &file == files.data() ? "" : "\n", file.name);
        print_line(out, "format",
                   file.packed_by.empty() ? file.format
                                          : fmt::format("{}, compressed by {}", file.format, file.packed_by));
        std::vector<std::string> written;
        written.reserve(file.written.size());
        for (const auto& [name, value] : file.written) {
            written.push_back(fmt::format("{} {}", name, value));
        }
        print_line(out, "written", fmt::format("{}", fmt::join(written, ", ")));
        if (file.is_readable) {
            print_line(out, file.rows_called, rows_of(file));
            print_line(out, "shapes", geometries_of(file));
            print_line(out, "bounds",
                       file.rows == 0 ? ""
                                      : fmt::format("x {} to {}, y {} to {}", file.bounds.min.x, file.bounds.max.x,
                                                    file.bounds.min.y, file.bounds.max.y));
            print_line(out, "times", shown_times(file.times));
            print_line(out, "ids", file.ids);
        }
        print_columns(out, file);
        print_line(out, "assumed", file.assumed);
        for (const std::string& each : file.problems) {
            print_line(out, &each == file.problems.data() ? "problems" : "", each);
        }
    }
}

void print_json(const std::vector<file_summary>& files, output& out) {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const file_summary& file : files) {
        all.push_back(as_json(file));
    }
    out.print("{}\n", all.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

} // namespace quadrille::cli
