// The pairs of a source as rows or as their number: the one pipeline of `pairs`, `within` and `join`.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_PAIRS_ANSWER_PAIRS_HPP
#define QUADRILLE_CLI_PAIRS_ANSWER_PAIRS_HPP

#include "cli/answers/answers.hpp"
#include "cli/command/pool.hpp"
#include "pairs_in_plane.hpp"
#include "pairs_on_globe.hpp"

namespace quadrille::cli {

/// Prints the pairs of rows of `source.a()` and `source.b()` by time, then by the row of a, then by that of b. Of one file, which is a and b,
/// each pair is there once, and a is before b. Rows have distances if `source.has_distances()`; lines between two go the shorter way
/// in `source.world()`. `source.at_each_moment(pool, visit)` calls `visit` with what finds the pairs of a moment:
///   now()                 the moment in a, and in b
///   all(make)             calls `make(piece)` for pieces of the work, and the visitor that it returns with each pair (row, row) of that
///   of(row, visitor)      calls `visitor(row)` with the other row of each pair of a row of a
///   distance(row, row)    of a pair
/// Rows are numbered from the first of the moment. Visitors return a flow.
void answer_pairs(pool& threads, const answer_options& wanted, const pairs_in_plane& source);
void answer_pairs(pool& threads, const answer_options& wanted, const pairs_on_globe& source);

} // namespace quadrille::cli

#endif
