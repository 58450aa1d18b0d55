// An index that is read once and kept on disk.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_SPILL_SPILLED_INDEX_HPP
#define QUADRILLE_CLI_SPILL_SPILLED_INDEX_HPP

#include "cli/input/input.hpp"
#include "files/bytes/text_file.hpp"
#include "spilled_layer.hpp"

#include <string>

namespace quadrille::cli {

/// Reads as `read_spilled` does: item by item, without a tree.
spilled_layer read_spilled_index(files::text_file file, const input_options& wanted, spill_file& into,
                                 const std::string& folder, bool with_ids);

} // namespace quadrille::cli

#endif
