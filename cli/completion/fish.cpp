// Completion in fish (3.0 or later).
// SPDX-License-Identifier: MIT
#include "completion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace quadrille::cli::completion {

namespace {

std::string value_of(const files::option& of) {
    if (of.is_given != nullptr || of.value_is_optional) {
        return "";
    }
    switch (kind_of_value(of)) {
    case kind_of_word::one_of_words:
        return fmt::format(" -x -a {}", in_apostrophes(fmt::format("{}", fmt::join(of.words, " "))));
    case kind_of_word::folder: return " -x -a '(__fish_complete_directories)'";
    case kind_of_word::file: return " -r -F";
    case kind_of_word::none: break;
    }
    return " -x";
}

std::string line_of(const std::string& verb, const files::option& of) {
    std::string line = fmt::format("complete -c quadrille -n '__fish_seen_subcommand_from {}'", verb);
    if (of.is_place()) {
        return of.words.empty()
                   ? line + " -F\n"
                   : fmt::format("{} -f -a {}\n", line, in_apostrophes(fmt::format("{}", fmt::join(of.words, " "))));
    }
    for (const std::string& name : of.names()) {
        line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    }
    return fmt::format("{}{} -d {}\n", line, value_of(of), in_apostrophes(of.about));
}

} // namespace

std::string for_fish(const std::vector<verb>& verbs) {
    std::string script = "# Completion of quadrille for fish.\ncomplete -c quadrille -f\n";
    script += "complete -c quadrille -s h -l help -d 'Print the help and exit'\n"
              "complete -c quadrille -n __fish_use_subcommand -s V -l version -d 'Print the version and exit'\n";
    for (const verb& each : verbs) {
        script += fmt::format("complete -c quadrille -n __fish_use_subcommand -a {} -d {}\n", each.name,
                              in_apostrophes(each.about));
        for (const files::option& of : each.options) {
            script += of.is_hidden ? "" : line_of(each.name, of);
        }
    }
    return script;
}

} // namespace quadrille::cli::completion
