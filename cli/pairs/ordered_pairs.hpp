// Sorts pairs by their rows, in little memory for any number of pairs.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_PAIRS_ORDERED_PAIRS_HPP
#define QUADRILLE_CLI_PAIRS_ORDERED_PAIRS_HPP

#include <quadrille/parallel.hpp>
#include <quadrille/vocabulary.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace quadrille::cli {

/// Pairs that several threads find, each thread in pieces of its own, up to a limit. The memory is used again for the
/// next moments: only used pieces cost time.
class gathered_pairs {
public:
    gathered_pairs() : pieces_(parallel::max_pieces) {}

    /// Removes all pairs. From `most` pairs on, no more are collected.
    void begin(std::size_t most) {
        for (piece& each : used()) {
            each.pairs.clear();
        }
        most_ = most;
        found_ = 0;
        used_ = 0;
    }
    /// Returns the visitor `visit(a, b) -> flow` for the pairs of this piece.
    auto visitor_of(std::uint32_t number) {
        std::uint32_t before = used_;
        while (before <= number && !used_.compare_exchange_weak(before, number + 1)) {
        }
        return [this, &own = pieces_[number]](std::uint32_t a, std::uint32_t b) {
            own.pairs.push_back({a, b});
            return own.pairs.size() % counted_at_once == 0 && add(counted_at_once) >= most_ ? flow::stop : flow::next;
        };
    }

    /// Returns all pairs, by ascending a, then b.
    std::span<const index_pair> sorted() {
        all_.clear();
        for (const piece& each : used()) {
            all_.insert(all_.end(), each.pairs.begin(), each.pairs.end());
        }
        std::sort(all_.begin(), all_.end(), [](const index_pair& one, const index_pair& other) {
            return one.a != other.a ? one.a < other.a : one.b < other.b;
        });
        return all_;
    }

private:
    /// The threads add to the common counter in steps of so many pairs; at every pair they would wait for each other.
    static constexpr std::size_t counted_at_once = 4096;

    struct alignas(64) piece { // on a cache line of its own
        std::vector<index_pair> pairs;
    };

    std::size_t add(std::size_t count) { return found_.fetch_add(count, std::memory_order_relaxed) + count; }
    std::span<piece> used() { return std::span(pieces_).first(used_); }

    std::size_t most_ = 0;
    std::atomic<std::size_t> found_{0};
    std::atomic<std::uint32_t> used_{0}; ///< the number of used pieces
    std::vector<piece> pieces_;
    std::vector<index_pair> all_;
};

/// Calls `visitor(a, b)` for all pairs, by ascending a, then b. `ask_all(found)` passes all pairs to the visitors of
/// `found`, in any order and by any threads, and returns the outcome; a is below `rows`. If there are more than a few
/// pairs per row (n shapes in one place have n²/2 pairs), they are found row by row instead: `ask_row(a, visit)` calls
/// `visit(b)` for each pair of a row.
template <class AskAll, class AskRow, class Visitor>
void in_order(gathered_pairs& found, std::uint32_t rows, AskAll ask_all, AskRow ask_row, Visitor visitor) {
    constexpr std::size_t pairs_of_few_rows = 65'536;
    found.begin(std::max(pairs_of_few_rows, std::size_t{16} * rows));
    if (ask_all(found) == outcome::complete) {
        for (const index_pair& pair : found.sorted()) {
            visitor(pair.a, pair.b);
        }
        return;
    }
    found.begin(0);
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
