// Which of some words was probably meant.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_TEXT_SUGGEST_HPP
#define QUADRILLE_FILES_TEXT_SUGGEST_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::files {

/// The least number of letters to put in, leave out, replace, or swap with their neighbor, that makes one word of the other.
std::size_t edit_distance(std::string_view one, std::string_view other);

/// "; did you mean 'pairs'?" for the closest of the words, empty where none is close: at most a third of the letters are
/// wrong, or the word is the beginning of just one. The case of letters does not matter.
std::string suggestion(std::string_view word, const std::vector<std::string>& words);

/// A word of the command line in single quotes, as messages show it.
std::string in_quotes(std::string_view word);

} // namespace quadrille::files

#endif
