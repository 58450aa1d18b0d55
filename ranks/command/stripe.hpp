// Stripes of a file: each rank reads its part of the rows.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_RANKS_COMMAND_STRIPE_HPP
#define QUADRILLE_RANKS_COMMAND_STRIPE_HPP

#include "files/bytes/text_file.hpp"
#include "files/rows/reading.hpp"

#include <string>

namespace quadrille::cli {

/// Collective: returns the first row of a file of comma-separated text, with the lines before it, and the other rows
/// that begin in this rank's share of the bytes. Throws `bad_input` on all ranks.
files::text_file stripe_of(const std::string& path, const files::reading& how);

} // namespace quadrille::cli

#endif
