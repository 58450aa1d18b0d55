// A picture: shapes, cells and the answers of questions in colors, with axes, a legend and a scale bar.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_PICTURES_PICTURE_HPP
#define QUADRILLE_CLI_PICTURES_PICTURE_HPP

#include "cli/drawing/canvas.hpp"
#include "cli/drawing/crowd.hpp"
#include "cli/drawing/scale.hpp"
#include "cli/drawing/theme.hpp"
#include "cli/drawing/view.hpp"
#include "labels.hpp"
#include "layout.hpp"
#include "look.hpp"
#include "questions.hpp"

#include <quadrille/geometry.hpp>
#include <quadrille/quadtree.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::cli {

/// Returns the bounds of the areas and places of questions, as far as they are finite.
box<double> extent_of(const questions& asked);

/// Returns the part of an area in one period of a world: on an axis that wraps, the whole period.
box<double> in_one_period(box<double> area, const period& world, const point<double>& origin = {0, 0});

/// Returns the name of `count` shapes.
constexpr const char* name_of(const point<double>&, std::uint64_t count) { return count == 1 ? "point" : "points"; }
constexpr const char* name_of(const circle<double>&, std::uint64_t count) { return count == 1 ? "circle" : "circles"; }
template <class Scalar>
constexpr const char* name_of(const box<Scalar>&, std::uint64_t count) {
    return count == 1 ? "box" : "boxes";
}

class picture {
public:
    /// Makes a picture of `files` files, whose shapes and areas are in `world`.
    picture(const look& wanted, const box<double>& world, std::size_t files);

    const pixel_size& size() const noexcept { return layout_.size; }

    /// Adds the shapes of a file; without `name_of_shape` they have no names. Throws `interrupted` after a signal.
    template <class Tree>
    void add(pool& threads, std::string_view name, const Tree& tree, const name_source& name_of_shape = {});
    /// Sets a text that follows the title.
    void add_note(std::string_view note) { note_ = note; }

    /// Finds positions for names, with their widths on this canvas. Call it before drawing.
    void place_names(canvas& on);
    /// Returns the number of names for which there was no room.
    std::uint64_t names_left_out() const noexcept { return names_.left_out(); }
    std::uint64_t names_shown() const noexcept { return names_.placed().size(); }

    void draw(canvas& on) const;
    /// Returns the text of the legend, in lines.
    std::string description() const;

private:
    struct entry {
        std::string text;
        color shown;
        bool is_outline = false;
    };
    struct shown_file {
        std::string name;
        std::string shapes; ///< the name of their kind
        std::uint64_t count;
        std::uint64_t in_sight;
        crowd others; ///< shapes that are not answers
    };

    std::vector<entry> legend() const;
    void draw_cells(canvas& on) const;
    void draw_areas(canvas& on, bool inside) const;
    void draw_links(canvas& on, const link_list& links, const color& paint) const;
    void draw_axes(canvas& on) const;
    std::vector<tick> ticks(double low, double high, double letter) const;
    void draw_legend(canvas& on) const;
    void add_cell(const box<double>& square);
    box<double> in_pixels(const box<double>& of) const;

    look wanted_;
    const theme& colors_;
    layout layout_;
    view seen_;
    std::string note_;
    std::vector<shown_file> files_;
    std::array<crowd, answer_kinds> answering_; ///< of all files
    answers sums_;                              ///< of all files; without `of_item`
    std::vector<box<double>> cells_;            ///< visible leaves, up to `max_strokes`
    std::uint64_t cell_count_ = 0;
    label_list names_;
};

template <class Tree>
void picture::add(pool& threads, std::string_view name, const Tree& tree, const name_source& name_of_shape) {
    using scalar = typename Tree::scalar;
    answers found = answer(threads, tree, wanted_.asked);
    shown_file& file = files_.emplace_back(
        shown_file{std::string(name), name_of(typename Tree::shape_type{}, tree.size()), tree.size(), 0, crowd(seen_)});
    // Of a world that wraps, one period is shown, unless the user requests another view.
    const box<scalar> in_sight = detail::to_scalar<scalar>(
        wanted_.view ? seen_.world() : in_one_period(seen_.world(), tree.period(), tree.origin()));
    tree.query(in_sight, [&](const auto& hit) {
        files::demand_no_signal();
        ++file.in_sight;
        const answer_kind answers_as = found.of_item[hit.index()];
        crowd& group = answers_as == answer_kind::none ? file.others : answering_[static_cast<std::size_t>(answers_as)];
        // A shape at a seam is visible on both sides of it.
        hit.each_image(in_sight, [&](const auto& one) {
            const mark shown = mark_of(one.image());
            group.add(shown);
            if (wanted_.labels) {
                names_.add(in_pixels(shown.bounds), name_of_shape ? name_of_shape(one.index()) : std::string(),
                           answers_as);
            }
        });
    });
    if (!wanted_.no_cells) {
        tree.cells([&](const auto& cell) {
            if (cell.is_leaf) {
                add_cell({{cell.square.min.x, cell.square.min.y}, {cell.square.max.x, cell.square.max.y}});
            }
        });
    }
    sums_.inside += found.inside;
    sums_.near += found.near;
    sums_.pairs += found.pairs;
    sums_.paired += found.paired;
    sums_.to_nearest.add(found.to_nearest);
    sums_.between_paired.add(found.between_paired);
}

} // namespace quadrille::cli

#endif
