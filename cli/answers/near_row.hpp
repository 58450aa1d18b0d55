// A row and its distance from a place.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_ANSWERS_NEAR_ROW_HPP
#define QUADRILLE_CLI_ANSWERS_NEAR_ROW_HPP

#include <cstdint>
#include <utility>

namespace quadrille::cli {

/// Ordered by ascending distance, then by row.
struct near_row {
    double distance;
    std::uint32_t row;

    friend bool operator<(const near_row& one, const near_row& other) noexcept {
        return std::pair(one.distance, one.row) < std::pair(other.distance, other.row);
    }
};

} // namespace quadrille::cli

#endif
