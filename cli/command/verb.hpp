// A verb of the command as data: its arguments, its help, and its function; independent of the parser.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_COMMAND_VERB_HPP
#define QUADRILLE_CLI_COMMAND_VERB_HPP

#include "files/rows/option.hpp"

#include <functional>
#include <string>
#include <vector>

namespace quadrille::cli {

// NOLINTBEGIN(readability-redundant-member-init): g++ warns about omitted members without an initializer.

struct verb {
    std::string name;
    std::string about; ///< one line
    std::vector<files::option> options = {};
    std::string help = {};           ///< printed after the options
    std::function<void()> work = {}; ///< throws the errors of errors.hpp
    bool takes_any_words = false;    ///< all further arguments are ignored
};

// NOLINTEND(readability-redundant-member-init)

/// Returns the help of a verb that reads files: their formats, then `answers` with an example at its end.
std::string help_with_files(const char* answers);

} // namespace quadrille::cli

#endif
