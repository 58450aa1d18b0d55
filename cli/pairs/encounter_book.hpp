// Encounters of two entities over time, from the moments at which they are near each other.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_PAIRS_ENCOUNTER_BOOK_HPP
#define QUADRILLE_CLI_PAIRS_ENCOUNTER_BOOK_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace quadrille::cli {

struct encounter {
    std::uint32_t a; ///< the lower number of the two
    std::uint32_t b;
    double from;
    double to;
    double closest; ///< the least distance that was seen

    bool operator==(const encounter&) const = default;
};

/// Takes moments by ascending time, with the pairs that are near each other. A pair that is near at two moments that are no more than
/// `longest_pause` apart has one encounter of these; without a longest pause, at two moments between which neither has a row. So the
/// encounters of a pair depend on the rows of these two alone. Keeps a record for each pair that was ever near, and for each encounter.
class encounter_book {
public:
    explicit encounter_book(std::optional<double> longest_pause) : longest_pause_(longest_pause) {}

    /// `present`: which have a row now, each once.
    void begin_moment(double t, std::span<const std::uint32_t> present);
    /// The two are near each other now. Once per pair and moment, in either order.
    void add(std::uint32_t one, std::uint32_t other, double distance);

    /// All encounters by their beginning, then a, then b.
    std::vector<encounter> finish() &&;

private:
    struct record {
        encounter latest;
        std::uint64_t moment; ///< of its end
    };
    /// The moments of the two latest rows of one.
    struct presence {
        std::uint64_t latest = 0;
        std::uint64_t before = 0;
    };

    bool goes_on(const record& last) const;

    std::optional<double> longest_pause_;
    double now_ = 0;
    std::uint64_t moment_ = 0;
    std::vector<presence> rows_;
    std::unordered_map<std::uint64_t, record> latest_; ///< by both numbers
    std::vector<encounter> ended_;
};

} // namespace quadrille::cli

#endif
