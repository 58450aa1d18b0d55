// A row near a place, as its sources report it.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_NEAREST_NEAR_PLACE_HPP
#define QUADRILLE_CLI_NEAREST_NEAR_PLACE_HPP

#include <cstddef>
#include <cstdint>

namespace quadrille::cli {

/// A source of nearest rows has `each(pool, visit)`. It calls `visit(near_place, distance)`, in the order of time and
/// then of the places, with the rows nearest to each place, the nearest first. `distance()` returns how far the row is
/// from the place.
struct near_place {
    double t;
    std::size_t place; ///< its number, from 0
    std::uint32_t row; ///< in its file
};

} // namespace quadrille::cli

#endif
