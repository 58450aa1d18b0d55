// The rows of a part, in memory.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_DISK_HELD_ROWS_HPP
#define QUADRILLE_CLI_DISK_HELD_ROWS_HPP

#include "spilled_rows.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace quadrille::cli {

/// Rows in memory, by ascending time, then by number.
template <class Shape>
class held_rows {
public:
    /// Returns the memory that these rows need, with their tree and the memory to build it.
    static constexpr std::uint64_t bytes_needed(const spilled_records& of) noexcept {
        return of.bytes() + of.count() * (2 * sizeof(Shape) + sizeof(place) + 120);
    }

    /// Reads the chunks from `first` to before `last`.
    void read(const spilled_rows<Shape>& rows, spill_file& from, std::size_t first, std::size_t last) {
        places_.clear();
        bytes_.clear();
        std::vector<std::byte> chunk;
        for (std::size_t which = first; which < last; ++which) {
            rows.records.read_chunk(from, which, chunk);
            const std::size_t begin = bytes_.size();
            bytes_.insert(bytes_.end(), chunk.begin(), chunk.end());
            for (field_reader in(chunk); !in.is_empty();) {
                const std::size_t at = begin + (chunk.size() - in.rest());
                const auto row = spilled_row<Shape>::taken(in);
                places_.push_back({row.t, at, row.number});
            }
        }
        std::sort(places_.begin(), places_.end(), [](const place& one, const place& other) {
            return one.t != other.t ? one.t < other.t : one.number < other.number;
        });
        shapes_.clear();
        shapes_.reserve(places_.size());
        for (const place& each : places_) {
            shapes_.push_back(at(each).shape);
        }
    }

    std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(places_.size()); }
    std::span<const Shape> shapes() const noexcept { return shapes_; }
    double t(std::uint32_t which) const noexcept { return places_[which].t; }
    std::uint32_t number(std::uint32_t which) const noexcept { return places_[which].number; }
    std::string_view id(std::uint32_t which) const noexcept { return at(places_[which]).id; }
    /// Returns the end of the rows that have the time of row `first`.
    std::uint32_t end_of_time(std::uint32_t first) const noexcept {
        const auto end = std::upper_bound(places_.begin() + first, places_.end(), places_[first].t,
                                          [](double t, const place& each) { return t < each.t; });
        return static_cast<std::uint32_t>(end - places_.begin());
    }

private:
    struct place {
        double t;
        std::size_t at; ///< the offset in `bytes_`
        std::uint32_t number;
    };

    spilled_row<Shape> at(const place& of) const noexcept {
        field_reader in{std::span(bytes_).subspan(of.at)};
        return spilled_row<Shape>::taken(in);
    }

    std::vector<std::byte> bytes_; ///< as on disk
    std::vector<place> places_;
    std::vector<Shape> shapes_;
};

} // namespace quadrille::cli

#endif
