// Order statistics of a handful of samples.
// SPDX-License-Identifier: MIT
#include "measure.hpp"

#include <algorithm>
#include <cstddef>

namespace quadrille::bench {

spread spread_of(std::vector<double> samples) {
    std::sort(samples.begin(), samples.end());
    const std::size_t count = samples.size();
    const std::size_t rank_99 = (count * 99 + 99) / 100;
    return {samples.front(), (samples[(count - 1) / 2] + samples[count / 2]) / 2, samples[rank_99 - 1], samples.back()};
}

std::optional<double> median_of(const std::vector<double>& samples) {
    return samples.empty() ? std::nullopt : std::optional(spread_of(samples).median);
}

} // namespace quadrille::bench
