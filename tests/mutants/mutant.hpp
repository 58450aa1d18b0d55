// What the broken places of rules.py call: included in front of every file, so that one build has all mutants.
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdlib>
#include <functional>

namespace mutants {

/// The mutant that lives in this process, by its number in the environment; 0 is none.
inline const int living = [] {
    const char* number = std::getenv("QUADRILLE_MUTANT");
    return number == nullptr ? 0 : std::atoi(number);
}();

/// Never while the compiler computes.
constexpr bool on(int number) { return !__builtin_is_constant_evaluated() && number == living; }

/// `+ 1` that is forgotten.
constexpr int one(int number) { return on(number) ? 0 : 1; }

/// `2 *` that is four times as much.
constexpr int two(int number) { return on(number) ? 8 : 2; }

/// Between two signs of comparison: `a < instead<7, std::less_equal<>>() < b` is `a < b`, of mutant 7 `a <= b`.
template <int number, typename Wrong>
struct instead {};

template <typename Left, int number, typename Wrong>
struct compared {
    const Left& left;
};

#define MUTANTS_COMPARISON(sign)                                                                                       \
    template <typename Left, int number, typename Wrong>                                                               \
    constexpr compared<Left, number, Wrong> operator sign(const Left & left, instead<number, Wrong>) {                 \
        return {left};                                                                                                 \
    }                                                                                                                  \
    template <typename Left, int number, typename Wrong, typename Right>                                               \
    constexpr bool operator sign(compared<Left, number, Wrong> one, const Right& right) {                              \
        return on(number) ? Wrong()(one.left, right) : one.left sign right;                                            \
    }
MUTANTS_COMPARISON(<)
MUTANTS_COMPARISON(<=)
MUTANTS_COMPARISON(>)
MUTANTS_COMPARISON(>=)
MUTANTS_COMPARISON(==)
MUTANTS_COMPARISON(!=)
#undef MUTANTS_COMPARISON

} // namespace mutants
