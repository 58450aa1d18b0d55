// Counters of several threads, one for each piece of the work.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_ANSWERS_PIECE_COUNTS_HPP
#define QUADRILLE_CLI_ANSWERS_PIECE_COUNTS_HPP

#include <quadrille/parallel.hpp>

#include <cstdint>
#include <vector>

namespace quadrille::cli {

/// A counter for each piece of a query over a pool, and their sum.
class piece_counts {
public:
    piece_counts() : counts_(parallel::max_pieces) {}

    std::uint64_t& operator[](std::uint32_t piece) { return counts_[piece].count; }
    std::uint64_t sum() const {
        std::uint64_t all = 0;
        for (const counted& each : counts_) {
            all += each.count;
        }
        return all;
    }

private:
    struct alignas(64) counted { // on a cache line of its own
        std::uint64_t count = 0;
    };
    std::vector<counted> counts_;
};

} // namespace quadrille::cli

#endif
