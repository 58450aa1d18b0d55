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

} // namespace quadrille::bench
