// Writes an index of a file that is larger than memory.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_SPILL_WRITE_SPILLED_INDEX_HPP
#define QUADRILLE_CLI_SPILL_WRITE_SPILLED_INDEX_HPP

#include "cli/command/pool.hpp"
#include "files/index/saved_table.hpp"
#include "spilled_layer.hpp"

#include <cstdint>
#include <string>

namespace quadrille::cli {

/// Writes the bytes that `write_saved_layer` writes for the same file. If the memory does not suffice for the tree of a
/// moment, the moment is written as several trees, each with as many rows as fit.
void write_spilled_index(pool& threads, const spilled_layer& input, spill_file& rows, const std::string& folder,
                         std::uint64_t memory, const files::byte_sink& write);

} // namespace quadrille::cli

#endif
