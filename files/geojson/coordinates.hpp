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

/// An error in the content of a file, with its place.
struct fault {
    json_place place;
    std::string wanted;
    std::string found;
};

/// The type of a geometry may follow its coordinates. So they are checked for each nesting that a type may require: 0
/// is one position, 1 an array of positions, and so on up to 3.
class coordinates {
public:
    static constexpr std::size_t deepest = 3;

    /// Takes the value that has just begun. Checks it for the nestings from `first` to `last`, and keeps the positions
    /// if `with_positions`.
    void take(json_reader& reader, std::size_t first, std::size_t last, bool with_positions);

    /// Returns whether the value is an empty array, which has every nesting: the geometry is empty (RFC 7946, 3.1).
    bool is_empty() const noexcept { return is_empty_; }
    /// Returns why the value does not have this nesting; nothing if it does.
    const std::optional<fault>& fault_of(std::size_t nesting) const noexcept { return faults_[nesting]; }
    /// Returns the bounds of all positions, if the value has one of the nestings.
    const box<double>& bounds() const noexcept { return bounds_; }
    /// Appends the positions as parts of this kind (for rings `first_ring`), if the value has this nesting and the
    /// positions were kept.
    void draw(std::size_t nesting, part_kind kind, geometry& into) const;

private:
    /// An array that is not a position, at its end.
    struct ended_array {
        std::size_t level;
        std::size_t positions; ///< its positions so far
    };

    /// The open array at each level; the value itself is at level 0.
    struct open_array {
        json_place place;
        std::size_t size;
        std::size_t numbers; ///< the first two elements
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
    std::array<std::optional<fault>, deepest + 1> element_faults_; ///< of the position, by nesting
    box<double> bounds_ = empty_box<double>();
    bool with_positions_ = false;
    std::vector<point<double>> positions_;
    std::vector<ended_array> ended_;
    bool is_empty_ = false;
};

} // namespace quadrille::files

#endif
