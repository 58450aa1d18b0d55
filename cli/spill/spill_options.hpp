// The options of verbs whose files may be larger than memory, and when they are.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_SPILL_SPILL_OPTIONS_HPP
#define QUADRILLE_CLI_SPILL_SPILL_OPTIONS_HPP

#include "cli/command/verb.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace quadrille::cli {

/// The options `--memory`, `--temporary` and `--order`.
struct spill_options {
    std::optional<std::uint64_t> memory; ///< bytes; none: all that there is
    std::string folder;                  ///< for temporary files; the system's when empty
    bool in_order = false;
};

/// Adds the first two.
void add_memory_options(verb& to, spill_options& wanted);
/// Adds all.
void add_spill_options(verb& to, spill_options& wanted);

/// How much memory may be taken, if these files are to be worked on part by part: as the options say, or half of what is free where
/// the files as a whole would take more. Then one line on standard error says so. None for an option that works with files as a whole alone: `needs_whole` is its name.
std::optional<std::uint64_t> memory_for_parts(const spill_options& wanted, const std::vector<std::string>& files,
                                              const char* needs_whole = nullptr);

/// Throws `bad_input` if files are to be worked on part by part by what works with them as a whole alone: `what` names it.
void demand_in_memory(const spill_options& wanted, const char* what);

} // namespace quadrille::cli

#endif
