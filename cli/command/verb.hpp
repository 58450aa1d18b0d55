// A verb of the command as data: the words that may follow it, its help, and what it does. Whoever parses the words, it is not
// said here.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_COMMAND_VERB_HPP
#define QUADRILLE_CLI_COMMAND_VERB_HPP

#include "files/rows/option.hpp"

#include <functional>
#include <string>
#include <vector>

namespace quadrille::cli {

// NOLINTBEGIN(readability-redundant-member-init): g++ warns of members without one that are left out.

struct verb {
    std::string name;
    std::string about; ///< a line
    std::vector<files::option> options = {};
    std::string help = {};           ///< behind the options
    std::function<void()> work = {}; ///< throws the errors of errors.hpp
    bool takes_any_words = false;    ///< and does not look at them
};

// NOLINTEND(readability-redundant-member-init)

/// The help of a verb that reads files: what files may be like, then what its answers are, with an example at their end.
std::string help_with_files(const char* answers);

} // namespace quadrille::cli

#endif
