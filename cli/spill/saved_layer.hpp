// A layer as bytes: its table, then a saved tree for each of its moments. `read_layer` reads them.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_SPILL_SAVED_LAYER_HPP
#define QUADRILLE_CLI_SPILL_SAVED_LAYER_HPP

#include "cli/command/pool.hpp"
#include "files/index/saved_table.hpp"
#include "files/layer/layer.hpp"

namespace quadrille::cli {

void write_saved_layer(pool& threads, const files::layer& input, const files::byte_sink& write);

} // namespace quadrille::cli

#endif
