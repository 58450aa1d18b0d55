// Frames: a saved tree or a recording is a preamble and a sequence of frames, each with its own checksum.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_ENGINE_FRAME_HPP
#define QUADRILLE_DETAIL_ENGINE_FRAME_HPP

#include <quadrille/geometry.hpp>
#include <quadrille/vocabulary.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace quadrille::detail {

/// The content of a frame. Saved trees: whole elements of one section, the sections in this order. Recordings:
/// operations, then the end.
enum class section : std::uint32_t { state = 1, generations, locations, links, nodes, blocks, values, end, operations };

/// The kinds of files that consist of frames. Each kind begins with its own bytes.
enum class framed : std::uint8_t { tree, recording };

constexpr section after(section one) noexcept { return static_cast<section>(static_cast<std::uint32_t>(one) + 1); }

/// A frame as it is written: its head, and up to 16 kB. It lies on the caller's stack, so that saving allocates
/// nothing.
struct frame {
    static constexpr std::uint32_t head_bytes = 16;
    static constexpr std::uint32_t max_bytes = 1U << 14U;

    alignas(16) std::byte bytes[head_bytes + max_bytes];
    std::uint32_t size = 0; ///< of its content
    section what = section::state;
    std::uint64_t number = 0; ///< in the file; part of the checksum, to detect lost or exchanged frames

    std::byte* content() noexcept { return bytes + head_bytes; }
    const std::byte* content() const noexcept { return bytes + head_bytes; }
};

/// The shape and scalar of a tree, and whether it has values, as the bits that `load_report` uses.
template <class Value, class Shape>
constexpr std::uint32_t kind_of_tree() noexcept {
    constexpr std::uint32_t shape = is_point<Shape> ? 1 : is_box<Shape> ? 2 : 3;
    constexpr std::uint32_t width = sizeof(typename Shape::scalar);
    return shape | width << 8U | (std::is_void_v<Value> ? 0U : load_report::has_values);
}

inline constexpr std::uint32_t preamble_bytes = 32;

// Compiled separately: programs that do not save do not contain these.

void write_preamble(std::span<std::byte, preamble_bytes> into, std::uint32_t kind, framed what = framed::tree) noexcept;
/// Checks the bytes of a preamble, which may be cut short, and reports why they are not the expected ones.
load_report check_preamble(std::span<const std::byte> bytes, std::uint32_t kind, framed what = framed::tree) noexcept;

/// Writes the head of a frame whose content is complete.
void seal(frame& which) noexcept;
/// Reads the head of a frame. Returns false if it names a section or a size that does not exist.
bool open(frame& which, framed in = framed::tree) noexcept;
/// Checks whether the content is the sealed one; reports the checksums otherwise.
load_report check_content(const frame& which) noexcept;

} // namespace quadrille::detail

#endif
