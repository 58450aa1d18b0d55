// Changes as values: each changing verb is described once, for all code that writes, reads or repeats it.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_RECORDINGS_CHANGES_HPP
#define QUADRILLE_DETAIL_RECORDINGS_CHANGES_HPP

#include <quadrille/detail/tree/item_target.hpp>
#include <quadrille/recorded.hpp>
#include <quadrille/vocabulary.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

/// A description has
/// - `recorded`, its number in recordings;
/// - `fields(archive)`, its arguments in the order of recordings;
/// - `run(tree)`, which makes the change and returns the result of the verb. Descriptions that construct values run in
///   trees without values;
/// - `items()`, the number of shapes or items passed to the verb.
/// `Shapes` is a span, or has `size()` and `operator[]` as a span has.
namespace quadrille::detail::change {

template <class Shape>
struct insert {
    Shape shape = {};
    in_layers layers = {};

    static constexpr recorded_verb recorded = recorded_verb::insert;
    static constexpr std::uint64_t items() noexcept { return 1; }
    template <class Archive>
    void fields(Archive&& archive) {
        archive.shape(shape);
        archive.plain(layers);
    }
    template <class Tree>
    item run(Tree& tree) const {
        return tree.insert(shape, layers);
    }
};

template <class Shape, class Shapes = std::span<const Shape>>
struct insert_many {
    Shapes shapes = {};
    in_layers layers = {};
    std::span<const item> made = {}; ///< the new handles, after the change

    static constexpr recorded_verb recorded = recorded_verb::insert_many;
    std::uint64_t items() const noexcept { return shapes.size(); }
    template <class Archive>
    void fields(Archive&& archive) {
        archive.shapes(shapes);
        archive.plain(layers);
        archive.handles(made);
    }
    template <class Tree>
    change_report run(Tree& tree, std::vector<item>& handles) {
        const change_report report = tree.insert(shapes, handles, layers);
        made = handles;
        return report;
    }
};

struct erase {
    item which;

    static constexpr recorded_verb recorded = recorded_verb::erase;
    static constexpr std::uint64_t items() noexcept { return 1; }
    template <class Archive>
    void fields(Archive&& archive) {
        archive.plain(which);
    }
    template <class Tree>
    bool run(Tree& tree) const noexcept {
        return tree.erase(which);
    }
};

struct erase_many {
    std::span<const item> those;

    static constexpr recorded_verb recorded = recorded_verb::erase_many;
    std::uint64_t items() const noexcept { return those.size(); }
    template <class Archive>
    void fields(Archive&& archive) {
        archive.plain(those);
    }
    template <class Tree>
    change_report run(Tree& tree) const noexcept {
        return tree.erase(those);
    }
};

template <class Shape>
struct move {
    item which = {};
    Shape shape = {};

    static constexpr recorded_verb recorded = recorded_verb::move;
    static constexpr std::uint64_t items() noexcept { return 1; }
    template <class Archive>
    void fields(Archive&& archive) {
        archive.plain(which);
        archive.shape(shape, which);
    }
    template <class Tree>
    bool run(Tree& tree) const noexcept {
        return tree.move(which, shape);
    }
};

template <class Shape>
struct move_many {
    std::span<const item> those = {};
    std::span<const Shape> shapes = {};

    static constexpr recorded_verb recorded = recorded_verb::move_many;
    std::uint64_t items() const noexcept { return those.size(); }
    template <class Archive>
    void fields(Archive&& archive) {
        archive.shapes_of(those, shapes);
    }
    template <class Tree>
    change_report run(Tree& tree) const noexcept {
        return tree.move(those, shapes);
    }
};

struct set_layers {
    item which;
    std::uint32_t layers = 0;

    static constexpr recorded_verb recorded = recorded_verb::set_layers;
    static constexpr std::uint64_t items() noexcept { return 1; }
    template <class Archive>
    void fields(Archive&& archive) {
        archive.plain(which);
        archive.plain(layers);
    }
    template <class Tree>
    bool run(Tree& tree) const noexcept {
        return tree.set_layers(which, layers);
    }
};

struct clear {
    static constexpr recorded_verb recorded = recorded_verb::clear;
    static constexpr std::uint64_t items() noexcept { return 0; }
    template <class Archive>
    void fields(Archive&&) {}
    template <class Tree>
    void run(Tree& tree) const noexcept {
        tree.clear();
    }
};

struct reserve {
    std::uint32_t room = 0;

    static constexpr recorded_verb recorded = recorded_verb::reserve;
    std::uint64_t items() const noexcept { return room; }
    template <class Archive>
    void fields(Archive&& archive) {
        archive.plain(room);
    }
    template <class Tree>
    bool run(Tree& tree) const noexcept {
        return tree.reserve(room);
    }
};

template <class Shape, class Shapes = std::span<const Shape>>
struct assign {
    Shapes shapes = {};

    static constexpr recorded_verb recorded = recorded_verb::assign;
    std::uint64_t items() const noexcept { return shapes.size(); }
    template <class Archive>
    void fields(Archive&& archive) {
        archive.shapes(shapes);
    }
    template <class Tree>
    change_report run(Tree& tree) const noexcept {
        return tree.assign(shapes);
    }
};

template <class Shape>
struct sync {
    std::span<const Shape> shapes = {};
    std::uint64_t given = shapes.size(); ///< if it differs from the tree's length, shapes are not recorded

    static constexpr recorded_verb recorded = recorded_verb::sync;
    std::uint64_t items() const noexcept { return given; }
    template <class Archive>
    void fields(Archive&& archive) {
        archive.shapes_of_all(shapes, given);
    }
    template <class Tree>
    change_report run(Tree& tree) const noexcept {
        return tree.sync(shapes);
    }
};

/// One description of each change.
template <class Shape>
using all = std::tuple<insert<Shape>, insert_many<Shape>, erase, erase_many, move<Shape>, move_many<Shape>, set_layers,
                       clear, reserve, assign<Shape>, sync<Shape>>;

} // namespace quadrille::detail::change

#endif
