// The error of a command line, as a sentence that names the wrong word.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_WORD_AT_FAULT_HPP
#define QUADRILLE_CLI_WORD_AT_FAULT_HPP

#include <CLI/CLI.hpp>

#include <string>
#include <string_view>

namespace quadrille::cli {

/// "no verb 'pair'; did you mean 'pairs'?"
std::string no_verb(const CLI::App& command, std::string_view word);

/// Why the command line was refused.
std::string sentence_about(const CLI::App& command, const CLI::ParseError& error);

/// Whether help was requested for an unknown verb.
bool names_no_verb(const CLI::App& command);

} // namespace quadrille::cli

#endif
