// Computes the reference answers: by brute force if that is affordable, otherwise by a sweep.
// SPDX-License-Identifier: MIT
#include "check.hpp"

#include "scenes/oracle.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace quadrille::bench {
namespace {

constexpr std::uint32_t max_by_brute_force = 20'000;
constexpr double max_tests_in_all = 1e10;

answer from(const oracle::order_free_hash& hash) { return {hash.count(), hash.value()}; }

} // namespace

answer answer_of(std::span<const index_pair> found) { return from(oracle::hash_of(found)); }

bool all_agree(const std::vector<answers>& given, std::size_t tick) {
    return !given.empty() && std::all_of(given.begin(), given.end(),
                                         [&](const answers& one) { return one[tick] == given.front()[tick]; });
}

answers answers_of(subject& competitor, world start, std::uint32_t ticks) {
    answers all;
    std::vector<index_pair> found;
    auto& ticks_along = dynamic_cast<ticking&>(competitor);
    competitor.build(start.boxes());
    ticks_along.pairs(found);
    ticks_along.gather(found);
    all.push_back(answer_of(found));
    for (std::uint32_t tick = 0; tick < ticks; ++tick) {
        start.step();
        found.clear();
        ticks_along.update(start.boxes());
        ticks_along.pairs(found);
        ticks_along.gather(found);
        all.push_back(answer_of(found));
    }
    return all;
}

answers right_answers(world start, std::uint32_t ticks, const std::vector<answers>& given) {
    const bool by_brute_force = start.count() <= max_by_brute_force;
    const double tests = 0.5 * start.count() * start.count() * (ticks + 1);
    const std::uint32_t stride = by_brute_force ? static_cast<std::uint32_t>(tests / max_tests_in_all) + 1 : ticks;
    answers right;
    for (std::uint32_t tick = 0; tick <= ticks; ++tick) {
        if (tick > 0) {
            start.step();
        }
        if (tick % stride != 0 && tick != ticks && all_agree(given, tick)) {
            right.push_back(given.front()[tick]);
        } else if (by_brute_force) {
            right.push_back(answer_of(oracle::pairs(start.boxes())));
        } else {
            right.push_back(from(oracle::hash_of_pairs(start.boxes())));
        }
    }
    return right;
}

std::string fault_of(const answers& given, const answers& right) {
    const auto [wrong, wanted] = std::mismatch(given.begin(), given.end(), right.begin());
    if (wrong == given.end()) {
        return {};
    }
    return fmt::format("answer {}: wanted {} with hash {:016x}, found {} with {:016x}", wrong - given.begin(),
                       wanted->count, wanted->hash, wrong->count, wrong->hash);
}

} // namespace quadrille::bench
