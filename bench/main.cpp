// quadrille-bench: quadrille beside its peers. One task is one experiment.
// SPDX-License-Identifier: MIT
#include "tasks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <string_view>

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
};

constexpr std::array tasks = {
    task{"tick", "every box moves, and every touching pair is reported", tick},
};

/// Peers that build anew each tick would pay for page faults if freed memory went back to the system each time.
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
    const options wishes = typed.understood();
    keep_freed_memory();
    const report results(wishes.format, this_machine());
    return chosen.run(wishes, results) ? good : wrong_answers;
}

} // namespace

int main(int count, char** arguments) {
    CLI::App app("quadrille beside its peers; every answer is compared before it is timed", "quadrille-bench");
    app.set_version_flag("--version", QUADRILLE_VERSION);
    typed_options typed;
    for (const task& one : tasks) {
        typed.declare(*app.add_subcommand(one.name, one.what));
    }
    try {
        app.parse(count, arguments);
        const auto* const chosen =
            std::find_if(tasks.begin(), tasks.end(), [&](const task& one) { return app.got_subcommand(one.name); });
        if (chosen == tasks.end()) {
            return refuse("wanted a task (tick), found none; --help tells more");
        }
        return run(*chosen, typed);
    } catch (const CLI::Success& asked) {
        return app.exit(asked);
    } catch (const CLI::ExtrasError& error) {
        return refuse(fmt::format("{}; wanted a task (tick) and its options, --help tells more", error.what()));
    } catch (const CLI::ParseError& error) {
        return refuse(error.what());
    } catch (const std::exception& error) {
        fmt::print(stderr, "quadrille-bench: {}\n", error.what());
        return wrong_answers;
    }
}
