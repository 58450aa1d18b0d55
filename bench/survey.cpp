// quadrille-bench report: runs the chosen tasks, one after another, and writes the page.
// SPDX-License-Identifier: MIT
#include "survey.hpp"

#include "page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace quadrille::bench {
namespace {

/// This task takes longer than all others together.
constexpr std::string_view left_out = "soak";

options options_of(const task& one, const options& shared) {
    options own = shared;
    own.sizes = one.usual.sizes;
    own.length = one.usual.length;
    if (one.usual.keeps_counts) {
        own.counts = one.usual.counts;
    }
    return own;
}

void write(const std::string& path, std::string_view content, std::ios::openmode how = {}) {
    std::ofstream file(path, std::ios::binary | how);
    if (!(file << content << std::flush)) {
        throw std::runtime_error("cannot write " + path);
    }
}

} // namespace

void typed_survey::declare(CLI::App& command) {
    std::vector<std::string_view> names;
    for (const task& one : every_task()) {
        names.emplace_back(one.name);
        if (one.name != left_out) {
            tasks_.emplace_back(one.name);
        }
    }
    command.add_option("--tasks", tasks_, fmt::format("with commas between them: {}", names_of_tasks()))
        ->delimiter(',')
        ->check(one_of(names))
        ->type_name("NAME")
        ->capture_default_str();
    shared_.declare(command, {.counts = {10'000, 100'000, 1'000'000}, .length_option = nullptr, .asks = true});
    command.add_option("--page", page_, "the file to write")->type_name("FILE")->capture_default_str();
    command.add_option("--plots", plots_, "a folder, for the plots as files of their own")
        ->type_name("FOLDER")
        ->check(CLI::ExistingDirectory);
}

survey typed_survey::understood() const {
    survey planned{.tasks = {}, .shared = shared_.understood(), .page = page_, .plots = plots_};
    for (const task& one : every_task()) {
        if (std::find(tasks_.begin(), tasks_.end(), one.name) != tasks_.end()) {
            planned.tasks.push_back(&one);
        }
    }
    return planned;
}

bool write_report(const survey& planned, const std::vector<std::string>& arguments) {
    insist_on_gnuplot();
    write(planned.page, "", std::ios::app); // an unwritable file is rejected now, not after an hour
    const machine here = this_machine();
    std::vector<table> tables;
    const report results(planned.shared.format, here, &tables);
    bool all_right = true;
    for (const task* const one : planned.tasks) {
        all_right = one->run(options_of(*one, planned.shared), results) && all_right;
    }

    bool all_drawn = true;
    std::vector<chart> charts = charts_of(tables);
    for (chart& one : charts) {
        try {
            draw(one);
        } catch (const std::runtime_error& error) { // the measured results are kept
            fmt::print(stderr, "quadrille-bench: {}\n", error.what());
            all_drawn = false;
        }
        if (!planned.plots.empty()) {
            write((std::filesystem::path(planned.plots) / (one.name + ".svg")).string(), one.times);
        }
    }
    write(planned.page, page_of(here, charts, arguments));
    fmt::print(stderr, "quadrille-bench: wrote {}\n", planned.page);
    return all_right && all_drawn;
}

} // namespace quadrille::bench
