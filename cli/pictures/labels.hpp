// Names beside the shapes of a picture, none over another.
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

/// The name of the shape with this index; an empty one is not written.
using name_source = std::function<std::string(std::uint32_t)>;

/// Takes names and shapes in sight, then finds a place for each name: to the right of its shape, else at one of seven other places
/// around it, first of all within it where that has room. No name is over another name, or over a small shape. Names of answers
/// come first, then those of the first shapes. Of each kind the first `max_strokes` are tried.
class label_list {
public:
    struct label {
        std::string text;
        point<double> at; ///< the beginning of its base line, in pixels
        double width;
    };

    static constexpr double text_size = 10;

    /// A shape in sight by its bounds in pixels.
    void add(const box<double>& shape, std::string text, answer_kind how);
    /// Of several pictures of this one.
    void place(const frame& plot, const std::function<double(const std::string&)>& width_of);

    const std::vector<label>& placed() const noexcept { return placed_; }
    /// Names for which there was no room.
    std::uint64_t left_out() const noexcept { return names_ - placed_.size(); }

private:
    struct candidate {
        box<double> shape;
        std::string text;
    };

    std::array<std::vector<candidate>, answer_kinds> candidates_; ///< by how they answer
    std::vector<box<float>> small_shapes_;
    std::uint64_t names_ = 0;
    std::vector<label> placed_;
};

} // namespace quadrille::cli

#endif
