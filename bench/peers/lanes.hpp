// The buffer of the peers with vector instructions: each store writes a whole vector of pairs.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BENCH_LANES_HPP
#define QUADRILLE_BENCH_LANES_HPP

#include "../subject.hpp"

#include <hwy/highway.h>

#include <array>
#include <cstddef>
#include <vector>

namespace quadrille::bench {

namespace hn = hwy::HWY_NAMESPACE;

inline constexpr std::size_t max_lanes = 16; ///< of 32 bits, on the supported processors

/// A whole vector of hits is stored whatever it contains, hence the room at the end. The caller keeps the fill level: a
/// member would be written and read again with each hit.
class pair_buffer {
public:
    explicit pair_buffer(std::vector<index_pair>& found) : found_(found) {}

    index_pair* begin() { return hits_.data(); }

    /// Returns where to continue: the same place, or the start of an emptied buffer.
    index_pair* with_room(index_pair* end) { return end > hits_.data() + capacity ? emptied(end) : end; }

    index_pair* emptied(index_pair* end) {
        found_.insert(found_.end(), hits_.data(), end);
        return hits_.data();
    }

private:
    static constexpr std::size_t capacity = 1024;

    std::vector<index_pair>& found_;
    std::array<index_pair, capacity + 2 * max_lanes> hits_;
};

} // namespace quadrille::bench

#endif
