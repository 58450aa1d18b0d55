// quadrille-bench: compares quadrille with its peers. One task is one experiment.
// SPDX-License-Identifier: MIT
#include "tasks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

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

struct task {
    const char* name;
    const char* what;
    bool (*run)(const options&, const report&);
    habits usual = {};
};

constexpr const char* movers_meaning = "how many move; when left out, one in a hundred, and as many in all worlds";

const std::vector<task>& every_task() {
    static const std::vector<task> tasks = {
        {"tick", "every box moves, and every touching pair is reported", tick},
        {"tail", "the slowest ticks compared with the median, in turn with passes of stream", tail, {.length = 200}},
        {"soak",
         "the same over a long life of a small world",
         soak,
         {.counts = {1000}, .repeat = 1, .length = 100'000}},
        {"movers",
         "few boxes move among many, and every pair with one of them is reported",
         movers,
         {.counts = {100'000, 1'000'000}, .size_option = "--movers", .size_meaning = movers_meaning}},
        {"small",
         "ticks and windows in worlds so small that brute force is hard to beat",
         small,
         {.counts = {10, 100, 1000}, .asks = true}},
        {"query",
         "windows, the indices of all that touches them collected",
         query,
         {.length_option = "--queries",
          .length = 1000,
          .size_option = "--window",
          .size_meaning = "sides of the windows; in a uniform world those left out find 2, 72 and 4,160",
          .sizes = {2, 16, 128},
          .asks = true}},
        {"nearest",
         "the points nearest to a place",
         nearest,
         {.length_option = "--queries",
          .length = 1000,
          .size_option = "--nearest",
          .size_meaning = "how many of them",
          .sizes = {1, 8},
          .asks = true}},
        {"radius",
         "all points within a radius",
         radius,
         {.length_option = "--queries",
          .length = 1000,
          .size_option = "--radius",
          .size_meaning = "radii; in a uniform world that left out finds about 20",
          .sizes = {5},
          .asks = true}},
        {"within",
         "all pairs of points that are near each other, after 300 ticks",
         within,
         {.length_option = nullptr,
          .size_option = "--distance",
          .size_meaning = "how far apart they may be; with --scene boids, the pairs of boids that see each other",
          .sizes = {5},
          .lives = true}},
        {"ray",
         "everything that a ray hits",
         rays,
         {.length_option = "--queries",
          .length = 1000,
          .size_option = "--length",
          .size_meaning = "lengths of the rays; in a uniform world the default hits about 60",
          .sizes = {200},
          .asks = true}},
        {"build", "everything at once, from nothing", build, {.length_option = nullptr}},
        {"insert", "one by one, from nothing", insert, {.length_option = nullptr}},
    };
    return tasks;
}

std::string names_of_tasks() {
    std::vector<std::string_view> names;
    for (const task& one : every_task()) {
        names.emplace_back(one.name);
    }
    return fmt::format("{}", fmt::join(names, ", "));
}

/// Peers that rebuild at each tick would pay for page faults if freed memory were returned to the system each time.
void keep_freed_memory() {
#ifdef __GLIBC__
    mallopt(M_TRIM_THRESHOLD, 2'000'000'000);
    mallopt(M_MMAP_THRESHOLD, 2'000'000'000);
#endif
}

int refuse(std::string_view why) {
    fmt::print(stderr, "quadrille-bench: {}\n", why);
    return bad_arguments;
}

int run(const task& chosen, const typed_options& typed) {
    const options config = typed.understood();
    keep_freed_memory();
    const report results(config.format, this_machine());
    return chosen.run(config, results) ? good : wrong_answers;
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
    try {
        app.parse(count, arguments);
        for (std::size_t i = 0; i < tasks.size(); ++i) {
            if (app.got_subcommand(tasks[i].name)) {
                return run(tasks[i], typed[i]);
            }
        }
        return refuse(fmt::format("wanted a task ({}), found none; --help tells more", names_of_tasks()));
    } catch (const CLI::Success& requested) {
        return app.exit(requested);
    } catch (const CLI::ExtrasError& error) {
        return refuse(
            fmt::format("{}; wanted a task ({}) and its options, --help tells more", error.what(), names_of_tasks()));
    } catch (const CLI::ParseError& error) {
        return refuse(error.what());
    } catch (const std::exception& error) {
        fmt::print(stderr, "quadrille-bench: {}\n", error.what());
        return wrong_answers;
    }
}
