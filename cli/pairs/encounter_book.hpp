// Encounters of two entities over time, from the moments at which they are near.
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
    double closest; ///< the least distance so far

    bool operator==(const encounter&) const = default;
};

/// Takes moments by ascending time, each with the pairs that are near. If a pair is near at two moments that are at
/// most `longest_pause` apart, they belong to one encounter; without a longest pause, if neither entity has a row
/// between the two moments. So the encounters of a pair depend only on the rows of its two entities. Keeps a record for
/// each pair that was ever near, and for each encounter.
class encounter_book {
public:
    explicit encounter_book(std::optional<double> longest_pause) : longest_pause_(longest_pause) {}

    /// Begins a moment; `present` has the entities with a row now, each once.
    void begin_moment(double t, std::span<const std::uint32_t> present);
    /// Notes that the two are near each other now. Call it once per pair and moment, in either order.
    void add(std::uint32_t one, std::uint32_t other, double distance);

    /// Returns all encounters by their beginning, then a, then b.
    std::vector<encounter> finish() &&;

private:
    struct record {
        encounter latest;
        std::uint64_t moment; ///< of its end
    };
    /// The moments of the two latest rows of an entity.
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
