// Frames: a saved tree and a recording are a preamble and a row of frames, each with a checksum of its own.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_ENGINE_FRAME_HPP
#define QUADRILLE_DETAIL_ENGINE_FRAME_HPP

#include <quadrille/geometry.hpp>
#include <quadrille/vocabulary.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace quadrille::detail {

/// What a frame holds: of a saved tree whole elements of one section, in this order; of a recording operations, then the end.
enum class section : std::uint32_t { state = 1, generations, locations, links, nodes, blocks, values, end, operations };

/// What consists of frames. Each begins with bytes of its own.
enum class framed : std::uint8_t { tree, recording };

constexpr section after(section one) noexcept { return static_cast<section>(static_cast<std::uint32_t>(one) + 1); }

/// A frame as it is written: its head, and up to 16 kB. On the caller's stack, so that saving allocates nothing.
struct frame {
    static constexpr std::uint32_t head_bytes = 16;
    static constexpr std::uint32_t max_bytes = 1U << 14U;

    alignas(16) std::byte bytes[head_bytes + max_bytes];
    std::uint32_t size = 0; ///< of its content
    section what = section::state;
    std::uint64_t number = 0; ///< in the file: part of the checksum, so that frames are neither lost nor exchanged

    std::byte* content() noexcept { return bytes + head_bytes; }
    const std::byte* content() const noexcept { return bytes + head_bytes; }
};

/// The shape and scalar of a tree, and whether it has values, in the bits that `load_report` has for them.
template <class Value, class Shape>
constexpr std::uint32_t kind_of_tree() noexcept {
    constexpr std::uint32_t shape = is_point<Shape> ? 1 : is_box<Shape> ? 2 : 3;
    constexpr std::uint32_t width = sizeof(typename Shape::scalar);
    return shape | width << 8U | (std::is_void_v<Value> ? 0U : load_report::has_values);
}

inline constexpr std::uint32_t preamble_bytes = 32;

// Compiled apart: programs that do not save do not contain it.

void write_preamble(std::span<std::byte, preamble_bytes> into, std::uint32_t kind, framed what = framed::tree) noexcept;
/// The same bytes, of which there are `size`: whether they are as wanted; if not, why.
load_report check_preamble(std::span<const std::byte> bytes, std::uint32_t kind, framed what = framed::tree) noexcept;

/// Writes the head of a frame whose content is complete.
void seal(frame& which) noexcept;
/// Reads the head of a frame. False when it names a section or a size that there is not.
bool open(frame& which, framed in = framed::tree) noexcept;
/// Whether the content is that which was sealed; the checksums otherwise.
load_report check_content(const frame& which) noexcept;

} // namespace quadrille::detail

#endif
