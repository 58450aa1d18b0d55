// Marks movers, for peers that would report a pair of two movers twice.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BENCH_MARKS_HPP
#define QUADRILLE_BENCH_MARKS_HPP

#include "subject.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace quadrille::bench {

class marks {
public:
    void choose(numbers movers, std::size_t count) {
        marked_.assign(count, 0);
        for (const std::uint32_t mover : movers) {
            marked_[mover] = 1;
        }
    }

    /// Returns whether this mover reports the pair: of two movers the lower one does.
    bool reports(std::uint32_t mover, std::uint32_t other) const noexcept {
        return mover < other || (mover > other && marked_[other] == 0);
    }

private:
    std::vector<std::uint8_t> marked_;
};

} // namespace quadrille::bench

#endif
