// The command `quadrille`: its verbs, and what its exit status says.
// SPDX-License-Identifier: MIT
#include "errors.hpp"
#include "output.hpp"
#include "verbs.hpp"
#include "word_at_fault.hpp"

#include <quadrille/config.hpp>

#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <sstream>
#include <string>
#include <string_view>

namespace {

using namespace quadrille::cli;

constexpr auto verbs = {add_run,     add_pairs,      add_within, add_join, add_query,
                        add_nearest, add_encounters, add_index,  add_help};

int end_with(int status, std::string_view message) {
    std::fputs(fmt::format("quadrille: {}\n", message).c_str(), stderr);
    return status;
}

/// Help and version are printed like all output, so that a full disk is noticed here too.
void print_help(const CLI::App& command, const CLI::ParseError& requested) {
    std::ostringstream text;
    command.exit(requested, text, text);
    output out;
    out.print("{}", text.str());
    out.finish();
}

bad_input refused(const CLI::App& command, const CLI::ParseError& error) {
    const auto verbs_given = command.get_subcommands();
    const std::string verb = verbs_given.empty() ? "" : verbs_given.front()->get_name() + ' ';
    return bad_input(fmt::format("{} (see quadrille {}--help)", sentence_about(command, error), verb));
}

int run_command(int count, char** arguments) {
    CLI::App command("quadrille: which moving shapes touch or are near each other", "quadrille");
    command.set_version_flag("-V,--version", "quadrille " QUADRILLE_VERSION, "Print the version and exit");
    command.set_help_flag("-h,--help", "Print this help and exit");
    command.require_subcommand(0, 1);
    command.footer("Each verb has its own help: quadrille help run, or quadrille run --help\n"
                   "Files are CSV or GeoJSON, or what quadrille index has made of these. Lines and polygons\n"
                   "of GeoJSON are replaced by the boxes around them; a line on standard error says so,\n"
                   "unless --boxes is given.\n"
                   "Exit status: 0 done; 1 the work failed, or its result was found wrong;\n"
                   "             2 an argument or an input file is not what was wanted;\n"
                   "             130 Ctrl-C, 143 SIGTERM: run still prints the results so far;\n"
                   "             141 the reader of standard output has gone (no message).\n"
                   "A message on standard error says what was wanted and what was found.");
    for (const auto add : verbs) {
        add(command);
    }
    try {
        command.parse(count, arguments);
    } catch (const CLI::ParseError& ended) {
        if (ended.get_exit_code() != 0) {
            throw refused(command, ended);
        }
        if (names_no_verb(command)) {
            throw bad_input(fmt::format("{} (see quadrille --help)", no_verb(command, command.remaining().front())));
        }
        print_help(command, ended);
        return status_done;
    }
    if (command.get_subcommands().empty()) {
        throw bad_input("wanted a verb, found nothing (see quadrille --help)");
    }
    return status_done;
}

} // namespace

int main(int count, char** arguments) {
#ifdef SIGPIPE
    // A reader that goes away is a failed write, so that all that is open is closed in good order.
    std::signal(SIGPIPE, SIG_IGN);
#endif
    try {
        return run_command(count, arguments);
    } catch (const bad_input& wrong) {
        return end_with(status_bad_input, wrong.what());
    } catch (const reader_gone&) {
        return status_reader_gone;
    } catch (const interrupted& by) {
        return by.status;
    } catch (const std::bad_alloc&) {
        return end_with(status_failed, "there is not enough memory for this");
    } catch (const std::exception& failed) {
        return end_with(status_failed, failed.what());
    }
}
