// Several tasks in one run, and a page about them.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BENCH_SURVEY_HPP
#define QUADRILLE_BENCH_SURVEY_HPP

#include "gnuplot.hpp"
#include "options.hpp"
#include "tasks.hpp"

#include <string>
#include <vector>

namespace quadrille::bench {

struct survey {
    std::vector<const task*> tasks;
    options shared;    ///< of all tasks; those that keep their counts do not use these
    std::string page;  ///< the file
    std::string plots; ///< a folder for the plots as files; if empty, none
};

/// The options as strings; `understood` parses them.
class typed_survey {
public:
    void declare(CLI::App& command);

    /// Throws CLI::ValidationError with the expected and the actual value.
    survey understood() const;

private:
    std::vector<std::string> tasks_;
    typed_options shared_;
    std::string page_ = "report.html";
    std::string plots_;
};

/// Runs the tasks and writes the page, which shows the arguments. Throws `no_gnuplot` before anything is measured.
/// Returns false if an answer was wrong, or a plot is missing.
bool write_report(const survey& planned, const std::vector<std::string>& arguments);

} // namespace quadrille::bench

#endif
