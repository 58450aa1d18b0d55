// The saved form of a tree without its values, written and read one frame at a time.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_ENGINE_SAVED_TREE_HPP
#define QUADRILLE_DETAIL_ENGINE_SAVED_TREE_HPP

#include <quadrille/detail/engine/core.hpp>
#include <quadrille/detail/engine/frame.hpp>
#include <quadrille/vocabulary.hpp>

#include <cstdint>

namespace quadrille {
namespace detail {

/// The number of elements in each section of a saved tree.
struct saved_counts {
    std::uint32_t states = 1; ///< 2 in a world that wraps: the second state is its period
    std::uint32_t generations = 0;
    std::uint32_t locations = 0;
    std::uint32_t links = 0; ///< also the number of blocks
    std::uint32_t nodes = 0;

    std::uint32_t of(section what) const noexcept {
        switch (what) {
        case section::state: return states;
        case section::generations: return generations;
        case section::locations: return locations;
        case section::links:
        case section::blocks: return links;
        case section::nodes: return nodes;
        default: return 0;
        }
    }
};

/// The progress of saving or loading: all elements before element `at` of section `next` are done.
struct saved_place {
    saved_counts counts;
    section next = section::state;
    std::uint32_t at = 0;

    /// Advances from the end of a section to the next section that has elements.
    void go_on() noexcept {
        while (next < section::values && at == counts.of(next)) {
            next = after(next);
            at = 0;
        }
    }
};

} // namespace detail

/// An item of a saved tree.
template <class Shape>
struct saved_item {
    Shape shape;
    std::uint32_t index;
    std::uint32_t layers;
};

namespace detail {

/// A saved tree whose frames pass one at a time; nothing is kept.
template <class Shape>
struct passing_tree {
    static constexpr std::uint32_t most = frame::max_bytes / (sizeof(Shape) + 2 * sizeof(std::uint32_t));

    saved_place place;
    quadrille::options options;
    std::uint32_t size = 0; ///< of the tree; this and `index_limit` are set after the first frame
    std::uint32_t index_limit = 0;
    std::uint32_t count = 0; ///< items in this frame
    saved_item<Shape> items[most];
};

/// Compiled separately from the verbs and from the observers: programs that do not save do not contain it.
template <class Shape>
class saved_tree {
public:
    /// The place at which writing begins. The tree must not be changed before the end of writing.
    static saved_place begin(const core<Shape>& from) noexcept;
    /// The number of bytes of all frames, without those of values.
    static std::uint64_t bytes(const saved_place& begun) noexcept;
    /// Writes the next frame. Returns false when there are no more.
    static bool fill(const core<Shape>& from, saved_place& place, frame& into) noexcept;

    /// Whether more frames follow.
    static bool wants_more(const saved_place& place) noexcept { return place.next < section::values; }
    /// Reads the next frame into a new tree. Memory is allocated as frames arrive: at most a few times their bytes.
    static load_report take(core<Shape>& into, saved_place& place, const frame& from) noexcept;
    /// Checks the loaded tree, and counts the items of its nodes. Before this call it is not a valid tree.
    static fault check(core<Shape>& taken) noexcept;

    /// Reads the next frame of a tree that passes. Needs no memory but `through`.
    static load_report pass(passing_tree<Shape>& through, const frame& from) noexcept;

private:
    static load_report take_state(core<Shape>& into, saved_place& place, const frame& from) noexcept;
    static load_report take_elements(core<Shape>& into, const saved_place& place, const frame& from,
                                     std::uint32_t count) noexcept;
};

} // namespace detail
} // namespace quadrille

#endif
