// The clock, and statistics of its readings.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BENCH_MEASURE_HPP
#define QUADRILLE_BENCH_MEASURE_HPP

#include <chrono>
#include <optional>
#include <vector>

namespace quadrille::bench {

class stopwatch {
public:
    /// Returns the nanoseconds since construction or the last call.
    double lap() noexcept {
        const auto now = clock::now();
        const std::chrono::duration<double, std::nano> passed = now - since_;
        since_ = now;
        return passed.count();
    }

private:
    using clock = std::chrono::steady_clock;
    clock::time_point since_ = clock::now();
};

struct spread {
    double min = 0;
    double median = 0;
    double p99 = 0; ///< nearest rank: with fewer than 100 samples, the maximum
    double max = 0;

    friend spread operator/(const spread& all, double units) noexcept {
        return {all.min / units, all.median / units, all.p99 / units, all.max / units};
    }
};

/// Returns the statistics of at least one sample.
spread spread_of(std::vector<double> samples);

/// Returns the median; empty if there are no samples.
std::optional<double> median_of(const std::vector<double>& samples);

} // namespace quadrille::bench

#endif
