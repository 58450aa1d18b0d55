// Suggests which of some words the user probably meant.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_TEXT_SUGGEST_HPP
#define QUADRILLE_FILES_TEXT_SUGGEST_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::files {

/// Returns the least number of letters to insert, delete, replace, or swap with their neighbor, to make one word from
/// the other.
std::size_t edit_distance(std::string_view one, std::string_view other);

/// Returns "; did you mean 'pairs'?" with the closest of the words; empty if none is close. A word is close if at most
/// a third of the letters differ, or if only it begins with `word`. Upper and lower case are equal.
std::string suggestion(std::string_view word, const std::vector<std::string>& words);

/// Returns a word of the command line in single quotes, for messages.
std::string in_quotes(std::string_view word);

} // namespace quadrille::files

#endif
