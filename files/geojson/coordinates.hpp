// The coordinates of a geometry, checked and measured while they are read.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_GEOJSON_COORDINATES_HPP
#define QUADRILLE_FILES_GEOJSON_COORDINATES_HPP

#include "files/json/json_reader.hpp"
#include "files/rows/geometry.hpp"

#include <quadrille/geometry.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace quadrille::files {

/// What is wrong with the content of a file, and where.
struct fault {
    json_place place;
    std::string wanted;
    std::string found;
};

/// The type of a geometry may follow its coordinates, so they are checked for each nesting that a type may require:
/// 0 is one position, 1 an array of positions, up to 3.
class coordinates {
public:
    static constexpr std::size_t deepest = 3;

    /// Takes the value that has just begun. It is checked for the nestings from `first` to `last`. Positions are kept if they are wanted.
    void take(json_reader& reader, std::size_t first, std::size_t last, bool with_positions);

    /// Whether the value is an array of nothing, which is one of every nesting: the geometry is empty (RFC 7946, 3.1).
    bool is_empty() const noexcept { return is_empty_; }
    /// Why the value is none of this nesting; none when it is.
    const std::optional<fault>& fault_of(std::size_t nesting) const noexcept { return faults_[nesting]; }
    /// Of all positions, when the value is of one of the nestings.
    const box<double>& bounds() const noexcept { return bounds_; }
    /// Appends the positions as parts of this kind (the first ring for rings), when the value is of this nesting and they were kept.
    void draw(std::size_t nesting, part_kind kind, geometry& into) const;

private:
    /// An array that is no position, where it ends.
    struct ended_array {
        std::size_t level;
        std::size_t positions; ///< so far
    };

    /// An open array at each level; the value itself is at level 0.
    struct open_array {
        json_place place;
        std::size_t size;
        std::size_t numbers; ///< of the first two elements
        point<double> first_two;
    };

    void take_value(json_reader& reader, std::size_t level);
    void take_element(json_reader& reader, std::size_t level);
    void close(std::size_t level);
    void note(std::size_t nesting, fault found);

    std::size_t first_ = 0;
    std::size_t last_ = 0;
    std::array<open_array, deepest + 1> arrays_{};
    std::array<std::optional<fault>, deepest + 1> faults_;
    std::array<std::optional<fault>, deepest + 1> element_faults_; ///< of the position at hand, of each nesting
    box<double> bounds_ = empty_box<double>();
    bool with_positions_ = false;
    std::vector<point<double>> positions_;
    std::vector<ended_array> ended_;
    bool is_empty_ = false;
};

} // namespace quadrille::files

#endif
