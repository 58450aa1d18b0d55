// Names next to the shapes of a picture; no name covers another.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_PICTURES_LABELS_HPP
#define QUADRILLE_CLI_PICTURES_LABELS_HPP

#include "cli/drawing/view.hpp"
#include "questions.hpp"

#include <quadrille/geometry.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace quadrille::cli {

/// Returns the name of the shape with this index; an empty name is not drawn.
using name_source = std::function<std::string(std::uint32_t)>;

/// Collects names and visible shapes, then finds a position for each name: within its shape if there is room, else to
/// the right of it, else at one of seven other positions around it. No name covers another name, or a small shape.
/// Names of answers come first, then those of the first shapes. The first `max_strokes` names of each kind are tried.
class label_list {
public:
    struct label {
        std::string text;
        point<double> at; ///< the beginning of its base line, in pixels
        double width;
    };

    static constexpr double text_size = 10;

    /// Adds a visible shape by its bounds in pixels.
    void add(const box<double>& shape, std::string text, answer_kind how);
    /// Finds the positions. `width_of` returns the width of a name.
    void place(const frame& plot, const std::function<double(const std::string&)>& width_of);

    const std::vector<label>& placed() const noexcept { return placed_; }
    /// Returns the number of names for which there was no room.
    std::uint64_t left_out() const noexcept { return names_ - placed_.size(); }

private:
    struct candidate {
        box<double> shape;
        std::string text;
    };

    std::array<std::vector<candidate>, answer_kinds> candidates_; ///< by the kind of answer
    std::vector<box<float>> small_shapes_;
    std::uint64_t names_ = 0;
    std::vector<label> placed_;
};

} // namespace quadrille::cli

#endif
