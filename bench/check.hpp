// Compares every subject's answers with the reference, before timing.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BENCH_CHECK_HPP
#define QUADRILLE_BENCH_CHECK_HPP

#include "subject.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace quadrille::bench {

/// The number of pairs, and a hash of them that does not depend on their order.
struct answer {
    std::uint64_t count = 0;
    std::uint64_t hash = 0;

    friend bool operator==(const answer&, const answer&) = default;
};

answer answer_of(std::span<const index_pair> found);

/// A subject's answers before the first tick and after each.
using answers = std::vector<answer>;

/// Returns the answers of a subject that has the ability `ticking`.
answers answers_of(subject& competitor, world start, std::uint32_t ticks);

bool all_agree(const std::vector<answers>& given, std::size_t tick);

/// Returns the right answers. Worlds of up to 20,000 items are tested pair by pair at each tick, or at every n-th tick
/// if that would be more than about 10¹⁰ tests. Larger ones are swept at the first and the last tick. All ticks are
/// tested where the answers in `given` differ; elsewhere the common answer is taken as right.
answers right_answers(world start, std::uint32_t ticks, const std::vector<answers>& given);

/// Describes the error in `given`; empty if there is none.
std::string fault_of(const answers& given, const answers& right);

} // namespace quadrille::bench

#endif
