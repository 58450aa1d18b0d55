// Words of a command line.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_CLI_WORDS_HPP
#define QUADRILLE_TESTS_CLI_WORDS_HPP

#include <iterator>
#include <sstream>
#include <string>
#include <vector>

namespace quadrille::test {

using words = std::vector<std::string>;

/// The words of a text, between spaces.
inline words words_in(const std::string& text) {
    std::istringstream in(text);
    return {std::istream_iterator<std::string>(in), {}};
}

} // namespace quadrille::test

#endif
