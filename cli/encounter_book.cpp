// Lengthens the latest encounter of a pair, or begins another.
// SPDX-License-Identifier: MIT
#include "encounter_book.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace quadrille::cli {

void encounter_book::begin_moment(double t) {
    now_ = t;
    ++moment_;
}

bool encounter_book::is_short_since(double t) const noexcept {
    // Times are written in decimals and rounded when read: 3.2 − 2.4 must not be more than 0.8.
    const double rounding = 2 * std::numeric_limits<double>::epsilon() * std::max(std::abs(now_), std::abs(t));
    return now_ - t <= longest_pause_ + rounding;
}

void encounter_book::add(std::uint32_t one, std::uint32_t other, double distance) {
    const auto [a, b] = std::minmax(one, other);
    const record begun = {{a, b, now_, now_, distance}, moment_};
    const auto [known, is_new] = latest_.try_emplace(std::uint64_t{a} << 32U | b, begun);
    if (is_new) {
        return;
    }
    record& last = known->second;
    if (last.moment + 1 == moment_ || is_short_since(last.latest.to)) {
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
