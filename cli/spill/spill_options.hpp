// The options of verbs whose files may be larger than memory.
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
    std::optional<std::uint64_t> memory; ///< bytes; if empty, all free memory
    std::string folder;                  ///< for temporary files; if empty, the system's
    bool in_order = false;
};

/// Adds the first two options.
void add_memory_options(verb& to, spill_options& wanted);
/// Adds all three options.
void add_spill_options(verb& to, spill_options& wanted);

/// Returns the memory to use if these files must be processed part by part: the value of the option, or half of the
/// free memory if the whole files need more. Then one line on standard error reports this. Returns nothing if an option
/// needs whole files in memory; `needs_whole` is its name.
std::optional<std::uint64_t> memory_for_parts(const spill_options& wanted, const std::vector<std::string>& files,
                                              const char* needs_whole = nullptr);

/// Throws `bad_input` if the options require processing part by part, but `what` needs whole files in memory.
void demand_in_memory(const spill_options& wanted, const char* what);

} // namespace quadrille::cli

#endif
