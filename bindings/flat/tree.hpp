// A tree whose shape and scalar are chosen at run time.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BINDINGS_FLAT_TREE_HPP
#define QUADRILLE_BINDINGS_FLAT_TREE_HPP

#include "bindings/flat/questions.hpp"

#include <quadrille/detail/base/function_ref.hpp>
#include <quadrille/shapes.hpp>
#include <quadrille/vocabulary.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace quadrille::flat {

enum class shape_kind : std::uint8_t { point, circle, box };
enum class scalar_kind : std::uint8_t { float32, float64 };

/// The numbers of a tree's shape: a point x, y; a circle x, y, radius; a box min x, min y, max x, max y.
constexpr std::size_t numbers_in(shape_kind of) noexcept {
    constexpr std::size_t numbers[] = {2, 3, 4};
    return numbers[static_cast<std::size_t>(of)];
}

template <class Shape>
inline constexpr shape_kind shape_of_type = is_point<Shape>    ? shape_kind::point
                                            : is_circle<Shape> ? shape_kind::circle
                                                               : shape_kind::box;
template <class Shape>
inline constexpr scalar_kind scalar_of_type =
    std::is_same_v<typename Shape::scalar, float> ? scalar_kind::float32 : scalar_kind::float64;

using visitor = detail::function_ref<flow(const answer&)>;

/// How a call of `tree::visit` ended, and the number of its questions.
struct visited {
    outcome end = outcome::complete;
    std::size_t questions = 0;
};

/// The cells of a tree, parents before children; one row for each.
struct cell_list {
    std::vector<double> squares; ///< four numbers each: min x, min y, max x, max y
    std::vector<double> bounds;  ///< the same form, around all items of a cell and below it
    std::vector<std::uint32_t> depths;
    std::vector<std::uint32_t> counts; ///< items filed in the cell itself
    std::vector<std::uint8_t> leaves;  ///< 1 for a leaf
};

/// The cells with items, parents before children, and sums over the items. The cells below cell i are i + 1 … ends[i] −
/// 1. The items of a cell and of all cells below it are those of `items` from first_items[i] to before
/// first_items[ends[i]].
struct cell_sums {
    std::vector<std::uint32_t> ends;
    std::vector<std::uint32_t> first_items; ///< one more than the number of cells
    std::vector<std::uint32_t> items;       ///< indices, cell after cell
    std::vector<std::uint32_t> depths;
    std::vector<std::uint8_t> leaves;
    std::vector<double> bounds; ///< four numbers each
    std::vector<double> weights;
    std::vector<double> centers; ///< x, y of each: weighted; 0, 0 if the weight is 0
};

/// Lights or viewers. Arrays are of the tree's scalar.
struct views {
    std::size_t count = 0;
    const void* places = nullptr;      ///< x, y, reach of each
    const void* facings = nullptr;     ///< x, y of each; null: all directions
    const void* half_angles = nullptr; ///< in radians; with facings
    const void* walls = nullptr;       ///< by index from x, from y, to x, to y; null: boxes are walls
    std::uint32_t layers = all_layers;
};

/// What each view sees: the vertices of view i are from ends[i − 1] (0 for the first) to before ends[i].
struct outlines {
    std::vector<std::uint64_t> ends;
    std::vector<double> vertices; ///< x, y of each
};

/// Lines of sight. Arrays are of the tree's scalar.
struct sight_lines {
    std::size_t count = 0;
    const void* lines = nullptr; ///< from x, from y, to x, to y of each
    const void* walls = nullptr; ///< as in `views`
    std::uint32_t layers = all_layers;
};

/// Shapes are arrays of the tree's scalar. The contracts are those of `quadtree<void, Shape>`: any number of readers,
/// or one writer. Members throw `bad_request`, `std::bad_alloc`, and the exceptions of visitors, sinks and sources.
class tree {
public:
    tree() = default;
    tree(const tree&) = delete;
    tree& operator=(const tree&) = delete;
    virtual ~tree() = default;

    static std::unique_ptr<tree> make(shape_kind shape, scalar_kind scalar, const options& wanted);
    virtual shape_kind shape() const noexcept = 0;
    virtual scalar_kind scalar() const noexcept = 0;
    /// The copy has the shape, the scalar and the number of threads of this tree.
    virtual std::unique_ptr<tree> clone() const = 0;
    virtual bool copy_from(const tree& other) = 0;
    /// Sets how many threads work on one verb: 1 by default, 0 for as many as the machine runs at once.
    virtual void set_threads(std::uint32_t threads);
    virtual std::uint32_t threads() const noexcept { return 1; }

    // ---- Change -----------------------------------------------------------------------------------------------------

    virtual change_report assign(const void* shapes, std::size_t count) = 0;
    virtual change_report sync(const void* shapes, std::size_t count) = 0;
    virtual change_report insert(const void* shapes, std::size_t count, std::uint32_t layers, item* items) = 0;
    virtual change_report erase(std::span<const item> items) = 0;
    virtual change_report move(std::span<const item> items, const void* shapes) = 0;
    /// Changes all items or none: a null, stale or foreign item is `error::no_item`.
    virtual change_report set_layers(std::span<const item> items, const std::uint32_t* layers) = 0;
    virtual void clear() noexcept = 0;
    virtual bool reserve(std::uint32_t items) = 0;

    // ---- Inspect ----------------------------------------------------------------------------------------------------

    virtual std::uint32_t size() const noexcept = 0;
    virtual std::uint32_t index_limit() const noexcept = 0;
    /// Returns the bounds; of an empty tree they are inverted.
    virtual box<double> bounds() const noexcept = 0;
    virtual period world() const noexcept = 0;
    virtual bool contains(item which) const noexcept = 0;
    virtual item item_at(std::uint32_t index) const noexcept = 0;
    virtual std::uint32_t layers(item which) const noexcept = 0;
    /// Returns false, and writes nothing, for a null or stale item.
    virtual bool shape_of(item which, void* into) const noexcept = 0;
    /// Writes the shape of each index; NaN if there is no item.
    virtual void shapes(void* into) const noexcept = 0;
    virtual statistics stats() const noexcept = 0;
    virtual fault validate() const noexcept = 0;
    virtual void cells(cell_list& found) const = 0;

    // ---- Ask --------------------------------------------------------------------------------------------------------

    /// Answers questions of one verb, all at once. The old content of `found` is removed.
    virtual void ask(const questions& asked, answers& found) const;
    /// Calls the visitor with one answer after another, question by question, on the caller's thread. With
    /// `wanted::first` with the first answer of each question, with `wanted::any` with any one; `wanted::count` is not
    /// allowed.
    virtual visited visit(const questions& asked, visitor visit) const = 0;

    /// Computes sums over the items of every cell, each with its weight (by index; null: 1).
    virtual void aggregate(const double* weights, std::uint32_t layers, cell_sums& found) const = 0;
    /// Computes what each view sees among walls.
    virtual void look(const views& asked, outlines& found) const = 0;
    /// Writes for each line whether its end is visible from its beginning: 1 or 0.
    virtual void see(const sight_lines& asked, std::uint8_t* found) const = 0;

    // ---- Keep -------------------------------------------------------------------------------------------------------

    virtual save_report save(detail::function_ref<bool(std::span<const std::byte>)> sink) const = 0;
    virtual load_report load(detail::function_ref<std::size_t(std::span<std::byte>)> source) = 0;
};

} // namespace quadrille::flat

#endif
