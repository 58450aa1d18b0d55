// The scripts by which shells complete the words of the command: verbs, options, and values.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_COMPLETION_COMPLETION_HPP
#define QUADRILLE_CLI_COMPLETION_COMPLETION_HPP

#include "cli/command/verb.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::cli::completion {

/// The kind of a word, as far as its description defines it.
enum class kind_of_word : std::uint8_t { none, one_of_words, file, folder };

/// Returns the kind of the value of an option, or of a positional argument: a file, unless its words are known.
kind_of_word kind_of_value(const files::option& of);

/// Returns the script that a shell reads once. A verb has the options of its description, and the help.
std::string for_bash(const std::vector<verb>& verbs);
std::string for_zsh(const std::vector<verb>& verbs);
std::string for_fish(const std::vector<verb>& verbs);

/// Returns a text in apostrophes, which shells take literally.
std::string in_apostrophes(std::string_view text);

/// Returns the verb `quadrille completion`, for these verbs and itself.
verb completion_verb(const std::vector<verb>& verbs);

} // namespace quadrille::cli::completion

#endif
