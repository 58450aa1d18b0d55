// Extends the latest encounter of a pair, or begins another.
// SPDX-License-Identifier: MIT
#include "encounter_book.hpp"

#include "cli/input/duration.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace quadrille::cli {

void encounter_book::begin_moment(double t, std::span<const std::uint32_t> present) {
    now_ = t;
    ++moment_;
    for (const std::uint32_t each : present) {
        rows_.resize(std::max<std::size_t>(rows_.size(), each + std::size_t{1}));
        rows_[each] = {moment_, rows_[each].latest};
    }
}

bool encounter_book::goes_on(const record& last) const {
    return longest_pause_ ? is_within(last.latest.to, now_, *longest_pause_)
                          : std::max(rows_[last.latest.a].before, rows_[last.latest.b].before) == last.moment;
}

void encounter_book::add(std::uint32_t one, std::uint32_t other, double distance) {
    const auto [a, b] = std::minmax(one, other);
    const record begun = {{a, b, now_, now_, distance}, moment_};
    const auto [known, is_new] = latest_.try_emplace(std::uint64_t{a} << 32U | b, begun);
    if (is_new) {
        return;
    }
    record& last = known->second;
    if (goes_on(last)) {
        last.latest.to = now_;
        last.latest.closest = std::min(last.latest.closest, distance);
        last.moment = moment_;
    } else {
        ended_.push_back(std::exchange(last, begun).latest);
    }
}

std::vector<encounter> encounter_book::finish() && {
    for (const auto& [pair, last] : latest_) {
        ended_.push_back(last.latest);
    }
    std::sort(ended_.begin(), ended_.end(), [](const encounter& one, const encounter& other) {
        return std::tie(one.from, one.a, one.b) < std::tie(other.from, other.a, other.b);
    });
    return std::move(ended_);
}

} // namespace quadrille::cli
