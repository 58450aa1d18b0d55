// Pairs in the order of their rows, in little memory however many there are.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_ORDERED_PAIRS_HPP
#define QUADRILLE_CLI_ORDERED_PAIRS_HPP

#include <quadrille/vocabulary.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace quadrille::cli {

/// Calls `visitor(a, b)` for all pairs, by ascending a, then b. `ask_all(visit)` calls `visit(a, b) -> flow` for each in any
/// order, and returns the outcome; a is below `rows`. Where there are more than a few per row (a heap of n shapes has n²/2),
/// they are found row by row instead: `ask_row(a, visit)` calls `visit(b)` for each pair of a row.
template <class AskAll, class AskRow, class Visitor>
void in_order(std::uint32_t rows, AskAll ask_all, AskRow ask_row, Visitor visitor) {
    constexpr std::size_t pairs_of_few_rows = 65'536;
    const std::size_t most = std::max(pairs_of_few_rows, std::size_t{16} * rows);
    std::vector<index_pair> pairs;
    const outcome ended = ask_all([&](std::uint32_t a, std::uint32_t b) {
        pairs.push_back({a, b});
        return pairs.size() < most ? flow::next : flow::stop;
    });
    if (ended == outcome::complete) {
        std::sort(pairs.begin(), pairs.end(), [](const index_pair& one, const index_pair& other) {
            return one.a != other.a ? one.a < other.a : one.b < other.b;
        });
        for (const index_pair& pair : pairs) {
            visitor(pair.a, pair.b);
        }
        return;
    }
    std::vector<std::uint32_t> partners;
    for (std::uint32_t row = 0; row < rows; ++row) {
        partners.clear();
        ask_row(row, [&](std::uint32_t partner) { partners.push_back(partner); });
        std::sort(partners.begin(), partners.end());
        for (const std::uint32_t partner : partners) {
            visitor(row, partner);
        }
    }
}

} // namespace quadrille::cli

#endif
