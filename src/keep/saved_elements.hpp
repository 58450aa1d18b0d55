// The elements of a saved tree's sections as bytes, copied to and from the store.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_KEEP_SAVED_ELEMENTS_HPP
#define QUADRILLE_SRC_KEEP_SAVED_ELEMENTS_HPP

#include <quadrille/detail/engine/frame.hpp>

#include "bytes/layout.hpp"
#include "bytes/little_endian.hpp"
#include "keep/saved_state.hpp"

#include <cstddef>
#include <cstdint>

namespace quadrille::detail {

// Each function can copy in both directions.

inline void copy_words(void* into, const void* from, std::size_t count) noexcept {
    copy_numbers<sizeof(std::uint32_t)>(into, from, count * sizeof(std::uint32_t));
}

inline constexpr std::uint32_t words_in_links = sizeof(block_links) / sizeof(std::uint32_t);

/// A node without its number of items, which `load` counts, and without scratch members. All its numbers have four
/// bytes.
inline constexpr std::size_t bytes_before_items = offsetof(node, items);
inline constexpr std::uint32_t bytes_of_node = offsetof(node, subtree) - sizeof node::items;
static_assert(bytes_of_node == 520 && bytes_before_items % sizeof(std::uint32_t) == 0);

inline void copy_node(std::byte* into, const std::byte* from, std::size_t skipped_there,
                      std::size_t skipped_here) noexcept {
    constexpr std::size_t behind = bytes_before_items;
    copy_words(into, from, behind / sizeof(std::uint32_t));
    copy_words(into + behind + skipped_there, from + behind + skipped_here,
               (bytes_of_node - behind) / sizeof(std::uint32_t));
}
inline void write_node(std::byte* into, const node& from) noexcept {
    copy_node(into, reinterpret_cast<const std::byte*>(&from), 0, sizeof from.items);
}
inline void read_node(node& into, const std::byte* from) noexcept {
    copy_node(reinterpret_cast<std::byte*>(&into), from, sizeof into.items, 0);
}

/// The number of bytes of one element of a section.
template <class Shape>
constexpr std::uint32_t bytes_of_element(section what) noexcept {
    switch (what) {
    case section::state: return saved_state::bytes;
    case section::links: return sizeof(block_links);
    case section::nodes: return bytes_of_node;
    case section::blocks: return sizeof(block<Shape>);
    default: return sizeof(std::uint32_t);
    }
}
template <class Shape>
constexpr std::uint32_t elements_in_frame(section what) noexcept {
    return frame::max_bytes / bytes_of_element<Shape>(what);
}

/// A block: the rows of the shape's numbers, then those of ids and layers.
template <class Shape>
void copy_block(void* into, const void* from) noexcept {
    using scalar = typename Shape::scalar;
    constexpr std::size_t words = 2 * sizeof block<Shape>::id;
    constexpr std::size_t numbers = sizeof(block<Shape>) - words;
    static_assert(numbers % (lanes * sizeof(scalar)) == 0, "no padding");
    copy_numbers<sizeof(scalar)>(into, from, numbers);
    copy_numbers<sizeof(std::uint32_t)>(static_cast<std::byte*>(into) + numbers,
                                        static_cast<const std::byte*>(from) + numbers, words);
}

} // namespace quadrille::detail

#endif
