// Computes and writes round numbers.
// SPDX-License-Identifier: MIT
#include "scale.hpp"

#include "files/text/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace quadrille::cli {

namespace {

/// Numbers beyond these limits are written with an exponent.
constexpr int least_exponent = -5;
constexpr int max_exponent = 6;

} // namespace

double round_number::value() const {
    // Uses the reader of numbers, which rounds the same on all machines; std::pow does not.
    double number = 0;
    const std::errc problem = files::read_number(fmt::format("{}e{}", digit, exponent), number);
    return problem == std::errc() ? number : 0;
}

std::string round_number::text() const {
    if (exponent < least_exponent || exponent > max_exponent) {
        return fmt::format("{}e{}", digit, exponent);
    }
    return fmt::format("{:.{}f}", value(), std::max(0, -exponent));
}

round_number round_down(double most) {
    round_number found{1, static_cast<int>(std::floor(std::log10(most)))};
    while (found.value() > most) {
        --found.exponent;
    }
    for (const int digit : {2, 5, 10}) {
        if (round_number{digit, found.exponent}.value() <= most) {
            found.digit = digit;
        }
    }
    return found.digit == 10 ? round_number{1, found.exponent + 1} : found;
}

std::vector<tick> ticks_between(double low, double high, const round_number& step) {
    constexpr double most = std::numeric_limits<double>::max();
    constexpr double max_ticks = 1000;
    const double side = step.value();
    const double first = std::ceil(std::clamp(low, -most, most) / side);
    const double last = std::floor(std::clamp(high, -most, most) / side);
    std::vector<tick> ticks;
    if (!(side > 0) || !(last - first <= max_ticks)) {
        return ticks;
    }
    const double farthest = std::max(std::abs(first), std::abs(last)) * side;
    const int top = farthest > 0 && std::isfinite(farthest) ? static_cast<int>(std::floor(std::log10(farthest))) : 0;
    for (double number = first; number <= last; ++number) {
        const double at = number * side + 0.0; // avoids −0
        if (number == 0) {
            ticks.push_back({0, "0"});
        } else if (step.exponent < least_exponent || top > max_exponent) {
            ticks.push_back({at, fmt::format("{:.{}e}", at, std::max(0, top - step.exponent))});
        } else {
            ticks.push_back({at, fmt::format("{:.{}f}", at, std::max(0, -step.exponent))});
        }
    }
    return ticks;
}

} // namespace quadrille::cli
