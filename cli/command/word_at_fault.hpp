// Describes a word that no verb takes.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_COMMAND_WORD_AT_FAULT_HPP
#define QUADRILLE_CLI_COMMAND_WORD_AT_FAULT_HPP

#include "verb.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace quadrille::cli {

bool is_option(std::string_view word);

/// Returns "no verb 'pair'; did you mean 'pairs'?", for example.
std::string no_verb(const std::vector<verb>& verbs, std::string_view word);

/// Describes a word before the verb `given`, which is nullptr if there is no verb. `own` are the options of the command
/// itself.
std::string about_word_before(const std::vector<verb>& verbs, const verb* given, const std::vector<files::option>& own,
                              const std::string& word);

/// Describes words after the verb that it does not take; at least one of them is not "--". A word after "--" is not an
/// option. `own` are the options that every verb has.
std::string about_words_behind(const std::vector<verb>& verbs, const verb& given, const std::vector<files::option>& own,
                               const std::vector<std::string>& words);

} // namespace quadrille::cli

#endif
