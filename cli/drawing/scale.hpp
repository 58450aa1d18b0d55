// Round numbers for axes and scale bars.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_DRAWING_SCALE_HPP
#define QUADRILLE_CLI_DRAWING_SCALE_HPP

#include <string>
#include <vector>

namespace quadrille::cli {

/// 1, 2 or 5 times a power of ten.
struct round_number {
    int digit;
    int exponent; ///< the exponent of ten

    double value() const;
    std::string text() const;
};

/// Returns the largest round number that is at most `most`, which is positive and finite.
round_number round_down(double most);

struct tick {
    double at;
    std::string label;
};

/// Returns the multiples of `step` from `low` to `high`, ascending, each with as many digits as distinguish it from its
/// neighbors. Returns none if there are more than a thousand.
std::vector<tick> ticks_between(double low, double high, const round_number& step);

} // namespace quadrille::cli

#endif
