// Finds the word at fault among those that the parser left over, and the one that was probably meant.
// SPDX-License-Identifier: MIT
#include "word_at_fault.hpp"

#include "suggest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <vector>

namespace quadrille::cli {

namespace {

bool is_option(std::string_view word) { return word.size() > 1 && word.front() == '-'; }

std::vector<std::string> options_of(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* const option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) {
            names.push_back("--" + name);
        }
        for (const std::string& name : option->get_snames()) {
            names.push_back('-' + name);
        }
    }
    return names;
}

std::string no_option(const CLI::App& app, const std::string& word) {
    const std::string name = word.substr(0, word.find('='));
    return fmt::format("no option {}{}", in_quotes(name), suggestion(name, options_of(app)));
}

/// About a word in front of the verb, or where there is none.
std::string about_word_before(const CLI::App& command, const CLI::App* verb, const std::string& word) {
    if (!is_option(word)) {
        return no_verb(command, word);
    }
    const std::string name = word.substr(0, word.find('='));
    for (const CLI::App* const each : command.get_subcommands(std::function<bool(const CLI::App*)>())) {
        const std::vector<std::string> names = options_of(*each);
        if ((verb == nullptr || each == verb) && std::find(names.begin(), names.end(), name) != names.end()) {
            return fmt::format("wanted the option {} behind its verb, as in: quadrille {} {}", in_quotes(name),
                               each->get_name(), name);
        }
    }
    return no_option(command, word);
}

const CLI::App* verb_in(const CLI::App& command) {
    const auto given = command.get_subcommands();
    return given.empty() ? nullptr : given.front();
}

} // namespace

std::string no_verb(const CLI::App& command, std::string_view word) {
    std::vector<std::string> verbs;
    for (const CLI::App* const each : command.get_subcommands(std::function<bool(const CLI::App*)>())) {
        verbs.push_back(each->get_name());
    }
    return fmt::format("no verb {}{}", in_quotes(word), suggestion(word, verbs));
}

std::string sentence_about(const CLI::App& command, const CLI::ParseError& error) {
    std::string sentence = error.what();
    if (error.get_name() == "ArgumentMismatch") {
        return sentence.substr(0, sentence.find(':')) + ": wanted a value, found nothing";
    }
    // The name of an error about words left over is that of a verb.
    const auto kind = static_cast<CLI::ExitCodes>(error.get_exit_code());
    if (kind != CLI::ExitCodes::ExtrasError && kind != CLI::ExitCodes::RequiredError) {
        return sentence;
    }
    const CLI::App* const verb = verb_in(command);
    if (const auto before = command.remaining(false); !before.empty()) {
        return about_word_before(command, verb, before.front());
    }
    const auto behind = verb == nullptr ? std::vector<std::string>() : verb->remaining(true);
    if (const auto option = std::find_if(behind.begin(), behind.end(), is_option); option != behind.end()) {
        return no_option(*verb, *option);
    }
    return behind.empty() ? sentence : fmt::format("{} is one word too many", in_quotes(behind.front()));
}

bool names_no_verb(const CLI::App& command) {
    const auto words = command.remaining(false);
    return verb_in(command) == nullptr && !words.empty() && !is_option(words.front());
}

} // namespace quadrille::cli
