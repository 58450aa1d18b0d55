// Finds the invalid one of the remaining words, and the word that was probably meant.
// SPDX-License-Identifier: MIT
#include "word_at_fault.hpp"

#include "files/text/suggest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <system_error>

namespace quadrille::cli {

namespace {

std::vector<std::string> names_of(const std::vector<files::option>& options) {
    std::vector<std::string> all;
    for (const files::option& each : options) {
        if (!each.is_place()) {
            const std::vector<std::string> names = each.names();
            all.insert(all.end(), names.begin(), names.end());
        }
    }
    return all;
}

/// Returns a text such as "within, join have it" with the verbs for which `is_it` returns true; empty if there are
/// none.
template <class IsIt>
std::string verbs_of(const std::vector<verb>& verbs, const IsIt& is_it, std::string_view one, std::string_view many) {
    std::vector<std::string> names;
    for (const verb& each : verbs) {
        if (is_it(each)) {
            names.push_back(each.name);
        }
    }
    return names.empty() ? std::string()
                         : fmt::format("; {} {}", fmt::join(names, ", "), names.size() > 1 ? many : one);
}

std::string no_option(const std::vector<verb>& verbs, const std::vector<files::option>& options,
                      const std::string& word) {
    const std::string name = word.substr(0, word.find('='));
    const auto has_it = [&](const verb& each) {
        const std::vector<std::string> names = names_of(each.options);
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    std::string hint = files::suggestion(name, names_of(options));
    if (hint.empty()) {
        hint = verbs_of(verbs, has_it, "has it", "have it");
    }
    return fmt::format("no option {}{}", files::in_quotes(name), hint);
}

std::size_t places_of(const verb& one) {
    return static_cast<std::size_t>(std::count_if(one.options.begin(), one.options.end(),
                                                  [](const files::option& each) { return each.is_place(); }));
}

/// Describes a word after the last positional argument: a file may be meant for a verb that takes one more.
std::string too_many(const std::vector<verb>& verbs, const verb& given, const std::string& word) {
    std::error_code is_none;
    const bool is_file = std::filesystem::exists(word, is_none);
    const auto takes_one_more = [&](const verb& each) { return is_file && places_of(each) == places_of(given) + 1; };
    return fmt::format("{} is one word too many{}", files::in_quotes(word),
                       verbs_of(verbs, takes_one_more, "takes one more", "take one more"));
}

} // namespace

bool is_option(std::string_view word) { return word.size() > 1 && word.front() == '-' && word != "--"; }

std::string no_verb(const std::vector<verb>& verbs, std::string_view word) {
    std::vector<std::string> names;
    names.reserve(verbs.size());
    for (const verb& each : verbs) {
        names.push_back(each.name);
    }
    return fmt::format("no verb {}{}", files::in_quotes(word), files::suggestion(word, names));
}

std::string about_word_before(const std::vector<verb>& verbs, const verb* given, const std::vector<files::option>& own,
                              const std::string& word) {
    if (!is_option(word)) {
        return no_verb(verbs, word);
    }
    const std::string name = word.substr(0, word.find('='));
    for (const verb& each : verbs) {
        const std::vector<std::string> names = names_of(each.options);
        const bool has_it = std::find(names.begin(), names.end(), name) != names.end();
        if (has_it && (given == nullptr || &each == given)) {
            return fmt::format("wanted the option {} behind its verb, as in: quadrille {} {}", files::in_quotes(name),
                               each.name, name);
        }
    }
    return no_option({}, own, word);
}

std::string about_words_behind(const std::vector<verb>& verbs, const verb& given, const std::vector<files::option>& own,
                               const std::vector<std::string>& words) {
    const auto mark = std::find(words.begin(), words.end(), "--");
    const auto wrong = std::find_if(words.begin(), mark, is_option);
    if (wrong == mark) {
        return too_many(verbs, given, mark == words.begin() ? words[1] : words.front());
    }
    std::vector<files::option> options = own;
    options.insert(options.end(), given.options.begin(), given.options.end());
    return no_option(verbs, options, *wrong);
}

} // namespace quadrille::cli
