// Random numbers with the same bits on every machine: integers, and floats made of their high bits.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SCENES_RANDOM_HPP
#define QUADRILLE_SCENES_RANDOM_HPP

#include <cmath>
#include <cstdint>

namespace quadrille::scenes {

/// The finalizer of splitmix64: every bit of the word affects every bit of the result, and the mapping is one to one.
constexpr std::uint64_t mixed(std::uint64_t word) noexcept {
    word = (word ^ (word >> 30U)) * 0xBF58'476D'1CE4'E5B9U;
    word = (word ^ (word >> 27U)) * 0x94D0'49BB'1331'11EBU;
    return word ^ (word >> 31U);
}

/// e to the power of `exponent`, for |exponent| up to 8 or so: libm's differs from one machine to the next. The Taylor
/// series of a sixteenth of the exponent, squared four times.
constexpr double exponential(double exponent) noexcept {
    const double part = exponent / 16;
    double sum = 1;
    for (int term = 14; term > 0; --term) {
        sum = 1 + sum * part / term;
    }
    for (int doubling = 0; doubling < 4; ++doubling) {
        sum *= sum;
    }
    return sum;
}

/// A point on the unit circle, or a direction of about unit length.
struct direction {
    double x;
    double y;
};

/// A stream of random numbers: splitmix64, one word of state.
class random_source {
public:
    explicit constexpr random_source(std::uint64_t seed) noexcept : state_(mixed(seed + golden)) {}

    constexpr std::uint64_t word() noexcept {
        state_ += golden;
        return mixed(state_);
    }

    /// 0 … limit − 1; `limit` is at least 1. The bias is below limit / 2³².
    constexpr std::uint32_t below(std::uint32_t limit) noexcept {
        return static_cast<std::uint32_t>(((word() >> 32U) * limit) >> 32U);
    }

    /// A multiple of 2⁻⁵³ in [0, 1).
    constexpr double unit() noexcept { return static_cast<double>(word() >> 11U) * 0x1p-53; }

    constexpr double between(double low, double high) noexcept { return low + (high - low) * unit(); }

    /// Mean 0, deviation 1, as the sum of twelve uniforms has them: close to Gaussian, and never beyond ±6.
    constexpr double gaussian() noexcept {
        double sum = -6;
        for (int draw = 0; draw < 12; ++draw) {
            sum += unit();
        }
        return sum;
    }

    /// Any direction, all equally likely, of length 1.
    direction heading() noexcept {
        for (;;) {
            const double x = between(-1, 1);
            const double y = between(-1, 1);
            const double length2 = x * x + y * y;
            if (length2 > 0.0625 && length2 <= 1) {
                const double length = std::sqrt(length2);
                return {x / length, y / length};
            }
        }
    }

private:
    static constexpr std::uint64_t golden = 0x9E37'79B9'7F4A'7C15U;

    std::uint64_t state_;
};

} // namespace quadrille::scenes

#endif
