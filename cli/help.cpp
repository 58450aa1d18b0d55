// `quadrille help`: the help of the command, or of a verb.
// SPDX-License-Identifier: MIT
#include "errors.hpp"
#include "output.hpp"
#include "verbs.hpp"
#include "word_at_fault.hpp"

#include <memory>
#include <string>

namespace quadrille::cli {

namespace {

const CLI::App* find_verb(const CLI::App& command, const std::string& word) {
    const auto has_name = [&](const CLI::App* each) { return each->get_name() == word; };
    const auto found = command.get_subcommands(has_name);
    return found.empty() ? nullptr : found.front();
}

void print_help(const CLI::App& command, const std::string& word) {
    const CLI::App* const verb = find_verb(command, word);
    if (verb == nullptr && !word.empty()) {
        throw bad_input(no_verb(command, word) + " (see quadrille --help)");
    }
    const std::string name = command.get_name() + (verb == nullptr ? "" : ' ' + word);
    output out;
    out.print("{}",
              command.get_formatter()->make_help(verb == nullptr ? &command : verb, name, CLI::AppFormatMode::Normal));
    out.finish();
}

} // namespace

void add_help(CLI::App& command) {
    const auto word = std::make_shared<std::string>();
    CLI::App* const verb = command.add_subcommand("help", "Print this help, or that of a verb");
    verb->add_option("VERB", *word, "The verb")->type_name("");
    verb->callback([word, &command] { print_help(command, *word); });
}

} // namespace quadrille::cli
