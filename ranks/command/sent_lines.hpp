// Prints what ranks have sent each other, for a run and for a count.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_RANKS_COMMAND_SENT_LINES_HPP
#define QUADRILLE_RANKS_COMMAND_SENT_LINES_HPP

#include "cli/command/output.hpp"

#include <quadrille/shapes.hpp>

#include <cstddef>
#include <cstdint>

namespace quadrille::cli {

/// A box that moves or is lent: the kind of passage, the shape, the layers, the id and the value.
inline constexpr std::size_t bytes_of_record =
    1 + sizeof(box<float>) + sizeof(std::uint32_t) + 2 * sizeof(std::uint64_t);

/// Sums over all ranks and ticks.
struct rank_sums {
    std::uint64_t bytes = 0;
    std::uint64_t messages = 0;
    std::uint64_t moved = 0;  ///< to another owner
    std::uint64_t parted = 0; ///< how often the plane was divided
    double heaviest = 0;      ///< the heaviest rank divided by the mean, summed over ticks
    double halo = 0;          ///< copies divided by items, summed over ticks
};

inline void print_sent(output& out, const rank_sums& of, double ticks, double count, double ranks) {
    const double item_ticks = ticks * count;
    out.print("sent     {:.3f} bytes per item and tick; {:.1f} messages per rank and tick; {:.3f} % of the items move "
              "to another rank\n",
              double(of.bytes) / item_ticks, double(of.messages) / ticks / ranks, 100 * double(of.moved) / item_ticks);
    out.print("balance  heaviest / mean {:.2f}; copies in halos {:.2f} % of the items; the plane was parted {} times "
              "meanwhile\n",
              of.heaviest / ticks, 100 * of.halo / ticks, of.parted);
}

} // namespace quadrille::cli

#endif
