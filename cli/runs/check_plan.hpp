// The ticks of a run to check, and the number of items.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_RUNS_CHECK_PLAN_HPP
#define QUADRILLE_CLI_RUNS_CHECK_PLAN_HPP

#include "cli/worlds/check.hpp"

#include <algorithm>
#include <cstdint>

namespace quadrille::cli {

/// The ticks to check, spread evenly up to the last one, and the number of items to check: chosen so that checking
/// takes about a second.
struct check_plan {
    std::uint64_t ticks;
    std::uint64_t checks;
    std::uint32_t stride;

    std::uint64_t first() const { return (ticks + checks - 1) / checks; }
    bool is_due(std::uint64_t tick) const { return tick * checks / ticks != (tick - 1) * checks / ticks; }
    sample at(std::uint64_t tick) const { return {static_cast<std::uint32_t>(tick % stride), stride}; }
};

inline check_plan plan_checks(std::uint64_t count, std::uint64_t ticks) {
    constexpr std::uint64_t every_item_up_to = 5'000;
    constexpr std::uint64_t fewest_items = 16;
    constexpr std::uint64_t tests_per_check = 50'000'000;
    constexpr std::uint64_t tests_in_all = 500'000'000;

    const std::uint64_t items = count <= every_item_up_to ? count : std::max(fewest_items, tests_per_check / count);
    const std::uint64_t stride = (count + items - 1) / items;
    const std::uint64_t checks = std::max<std::uint64_t>(2, tests_in_all / (items * count));
    return {ticks, std::min(checks, ticks), static_cast<std::uint32_t>(stride)};
}

} // namespace quadrille::cli

#endif
