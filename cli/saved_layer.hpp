// A layer as bytes: its table, then a saved tree for each of its moments. `read_layer` reads them.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_SAVED_LAYER_HPP
#define QUADRILLE_CLI_SAVED_LAYER_HPP

#include "layer.hpp"
#include "pool.hpp"

#include <cstddef>
#include <functional>
#include <span>

namespace quadrille::cli {

/// Calls `write` with the bytes, some kilobytes at a time. What it throws ends the writing.
void write_saved_layer(pool& with, const layer& input, const std::function<void(std::span<const std::byte>)>& write);

} // namespace quadrille::cli

#endif
