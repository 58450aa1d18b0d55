// quadrille-bench: compares quadrille with its peers. One task is one experiment.
// SPDX-License-Identifier: MIT
#include "figures.hpp"
#include "survey.hpp"
#include "tasks.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace {

using namespace quadrille::bench;

enum status { good = 0, wrong_answers = 1, bad_arguments = 2 };

/// Peers that rebuild at each tick would pay for page faults if freed memory went back to the system each time.
void keep_freed_memory() {
#ifdef __GLIBC__
    mallopt(M_TRIM_THRESHOLD, 2'000'000'000);
    mallopt(M_MMAP_THRESHOLD, 2'000'000'000);
#endif
}

int reject(std::string_view why) {
    fmt::print(stderr, "quadrille-bench: {}\n", why);
    return bad_arguments;
}

int run(const task& chosen, const typed_options& typed) {
    const options config = typed.understood();
    keep_freed_memory();
    const report results(config.format, this_machine());
    return chosen.run(config, results) ? good : wrong_answers;
}

int run(const typed_figures& typed) {
    const figures planned = typed.understood();
    keep_freed_memory();
    return measure_figures(planned) ? good : wrong_answers;
}

int run(const typed_survey& typed, const std::vector<std::string>& arguments) {
    const survey planned = typed.understood();
    keep_freed_memory();
    return write_report(planned, arguments) ? good : wrong_answers;
}

} // namespace

int main(int count, char** arguments) {
    CLI::App app("quadrille and its peers; every answer is compared before timing", "quadrille-bench");
    app.set_version_flag("--version", QUADRILLE_VERSION);
    const std::vector<task>& tasks = every_task();
    std::vector<typed_options> typed(tasks.size());
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        typed[i].declare(*app.add_subcommand(tasks[i].name, tasks[i].what), tasks[i].usual);
    }
    typed_survey typed_report;
    typed_report.declare(*app.add_subcommand("report", "runs several tasks and writes a page with plots"));
    typed_figures typed_plan;
    typed_plan.declare(
        *app.add_subcommand("figures", "the tables of docs/performance.md, measured here, in under three minutes"));
    try {
        app.parse(count, arguments);
        if (app.got_subcommand("figures")) {
            return run(typed_plan);
        }
        if (app.got_subcommand("report")) {
            return run(typed_report, {arguments + 1, arguments + count});
        }
        for (std::size_t i = 0; i < tasks.size(); ++i) {
            if (app.got_subcommand(tasks[i].name)) {
                return run(tasks[i], typed[i]);
            }
        }
        return reject(
            fmt::format("wanted a task ({}), report or figures, found none; --help tells more", names_of_tasks()));
    } catch (const CLI::Success& requested) {
        return app.exit(requested);
    } catch (const CLI::ExtrasError& error) {
        return reject(fmt::format("{}; wanted a task ({}), report or figures, and its options, --help tells more",
                                  error.what(), names_of_tasks()));
    } catch (const CLI::ParseError& error) {
        return reject(error.what());
    } catch (const no_gnuplot& error) {
        return reject(error.what());
    } catch (const std::exception& error) {
        fmt::print(stderr, "quadrille-bench: {}\n", error.what());
        return wrong_answers;
    }
}
