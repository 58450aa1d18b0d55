// The verbs of the command, each with a function that adds it to the command line.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_VERBS_HPP
#define QUADRILLE_CLI_VERBS_HPP

#include <CLI/CLI.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::cli {

// Each adds its verb with options, help, and the callback that does the work and throws the errors of errors.hpp.

void add_run(CLI::App& command);
void add_pairs(CLI::App& command);
void add_within(CLI::App& command);
void add_join(CLI::App& command);
void add_query(CLI::App& command);
void add_nearest(CLI::App& command);
void add_encounters(CLI::App& command);
void add_index(CLI::App& command);
void add_help(CLI::App& command);

// What verbs have in common.

/// An input file, which has to be given.
void add_file(CLI::App& verb, const char* name, std::string& path);

/// An option that takes a finite number, 0 or more. Given twice, the last counts.
CLI::Option* add_number(CLI::App& verb, const char* option, double& number, const char* about);

/// The help of a verb that reads files: what files may be like, then what its answers are, with an example at their end.
std::string help_with_files(const char* answers);

// What options accept; a refusal says what was wanted and what was found.

/// The number from `least` to `most` that is written like this: 1000000, 1_000_000, 1,000,000 or 1e6. None when it is no such.
std::optional<std::uint64_t> whole_number_in(std::string_view text, std::uint64_t least, std::uint64_t most);

/// Such a number.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);

/// One of these words.
CLI::Validator one_of(std::vector<std::string> words);

} // namespace quadrille::cli

#endif
