// What shells are told to complete the command's words: its verbs, their options, and what these take.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_COMPLETION_COMPLETION_HPP
#define QUADRILLE_CLI_COMPLETION_COMPLETION_HPP

#include "cli/command/verb.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::cli::completion {

/// What a word may be, as far as its description says so.
enum class kind_of_word : std::uint8_t { none, one_of_words, file, folder };

/// Of the value of an option, or of what stands at a place: that is a file, unless its words are known.
kind_of_word kind_of_value(const files::option& of);

/// What a shell reads once: from then on it completes. All options of a verb are those that its description has, and the help.
std::string for_bash(const std::vector<verb>& verbs);
std::string for_zsh(const std::vector<verb>& verbs);
std::string for_fish(const std::vector<verb>& verbs);

/// A text between apostrophes, with which shells take it as it is.
std::string in_apostrophes(std::string_view text);

/// `quadrille completion`, for these verbs, among which it is itself.
verb completion_verb(const std::vector<verb>& verbs);

} // namespace quadrille::cli::completion

#endif
