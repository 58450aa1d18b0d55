// The frames of saved trees and recordings, and their checksums.
// SPDX-License-Identifier: MIT
#include <quadrille/detail/engine/frame.hpp>

#include "bytes/layout.hpp"
#include "bytes/little_endian.hpp"
#include "keep/xxh3.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace quadrille::detail {
namespace {

/// Not text in any encoding. Software that converts line ends changes these bytes.
constexpr unsigned char magics[][8] = {{0x89, 'Q', 'U', 'A', 'D', '\r', '\n', 0x1A},
                                       {0x89, 'Q', 'R', 'E', 'C', '\r', '\n', 0x1A}};
constexpr std::size_t magic_bytes = sizeof magics[0];
/// The version of the format: it changes with the sections and the layout of their elements, or with the operations.
constexpr std::uint32_t version = 1;

// The positions of the numbers in the preamble.
constexpr std::size_t version_at = 8;
constexpr std::size_t kind_at = 12; ///< shape, bytes of the scalar, 1 if there are values, 0
constexpr std::size_t widths_at = 16;
constexpr std::size_t checksum_at = 24;
constexpr std::uint64_t widths = lanes | fan_out << 8U;

/// The checksum of the content and of the frame's head.
std::uint64_t checksum_of(const frame& which) noexcept {
    const std::uint64_t head = std::uint64_t{which.size} | std::uint64_t(which.what) << 16U;
    return xxh3::of(which.content(), which.size, which.number << 24U | head);
}

} // namespace

void write_preamble(std::span<std::byte, preamble_bytes> into, std::uint32_t kind, framed what) noexcept {
    std::memcpy(into.data(), magics[static_cast<std::size_t>(what)], magic_bytes);
    write_number(into.data() + version_at, version);
    write_number(into.data() + kind_at, kind);
    write_number(into.data() + widths_at, widths);
    write_number(into.data() + checksum_at, xxh3::of(into.data(), checksum_at, 0));
}

load_report check_preamble(std::span<const std::byte> bytes, std::uint32_t kind, framed what) noexcept {
    const unsigned char* const magic = magics[static_cast<std::size_t>(what)];
    const std::size_t begun = std::min(bytes.size(), magic_bytes);
    for (std::size_t at = 0; at < begun; ++at) {
        if (bytes[at] != std::byte{magic[at]}) {
            const bool is_other = std::any_of(std::begin(magics), std::end(magics), [&](const auto& each) {
                return begun == magic_bytes && std::memcmp(bytes.data(), each, magic_bytes) == 0;
            });
            return {.error = is_other ? load_error::other_file : load_error::not_a_tree,
                    .at = at,
                    .wanted = magic[at],
                    .found = std::uint64_t(bytes[at])};
        }
    }
    if (bytes.size() < preamble_bytes) {
        return {.error = load_error::cut_short, .at = bytes.size(), .wanted = preamble_bytes, .found = bytes.size()};
    }
    // The version is compared first: another version may have its checksum elsewhere.
    const auto found_version = read_number<std::uint32_t>(bytes.data() + version_at);
    if (found_version != version) {
        return {.error = load_error::version, .at = version_at, .wanted = version, .found = found_version};
    }
    const auto wanted = read_number<std::uint64_t>(bytes.data() + checksum_at);
    const std::uint64_t found = xxh3::of(bytes.data(), checksum_at, 0);
    if (found != wanted) {
        return {.error = load_error::checksum, .at = 0, .wanted = wanted, .found = found};
    }
    const auto found_kind = read_number<std::uint32_t>(bytes.data() + kind_at);
    if (found_kind != kind) {
        return {.error = load_error::other_tree, .at = kind_at, .wanted = kind, .found = found_kind};
    }
    const auto found_widths = read_number<std::uint64_t>(bytes.data() + widths_at);
    if (found_widths != widths) {
        return {.error = load_error::damaged,
                .at = widths_at,
                .wanted = widths,
                .found = found_widths,
                .broken = {"blocks or nodes have another width", 0}};
    }
    return {};
}

void seal(frame& which) noexcept {
    write_number(which.bytes, static_cast<std::uint32_t>(which.what));
    write_number(which.bytes + 4, which.size);
    write_number(which.bytes + 8, checksum_of(which));
}

bool open(frame& which, framed in) noexcept {
    const section first = in == framed::tree ? section::state : section::end;
    const section last = in == framed::tree ? section::end : section::operations;
    const auto what = read_number<std::uint32_t>(which.bytes);
    which.size = read_number<std::uint32_t>(which.bytes + 4);
    which.what = static_cast<section>(what);
    return what >= static_cast<std::uint32_t>(first) && what <= static_cast<std::uint32_t>(last) &&
           which.size <= frame::max_bytes;
}

load_report check_content(const frame& which) noexcept {
    const auto wanted = read_number<std::uint64_t>(which.bytes + 8);
    const std::uint64_t found = checksum_of(which);
    return found == wanted ? load_report{} : load_report{load_error::checksum, 0, wanted, found, {}};
}

} // namespace quadrille::detail
