// Hostile bytes: those of a fuzzer, and those of sound trees and recordings with others among them, behind right checksums.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_FUZZ_HOSTILE_BYTES_HPP
#define QUADRILLE_TESTS_FUZZ_HOSTILE_BYTES_HPP

#include "fuzz/input.hpp"
#include "keep/saved.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

namespace quadrille::fuzz {

inline testing::byte_list bytes_from(input& from) {
    const auto rest = std::as_bytes(from.rest());
    return {rest.begin(), rest.end()};
}

/// Heads and checksums are those of the content, as far as there is content.
inline testing::byte_list resealed(testing::byte_list bytes, std::uint32_t kind,
                                   detail::framed of_what = detail::framed::tree) {
    if (bytes.size() < detail::preamble_bytes) {
        return bytes;
    }
    detail::write_preamble(std::span(bytes).first<detail::preamble_bytes>(), kind, of_what);
    detail::frame one;
    for (std::size_t at = detail::preamble_bytes; bytes.size() - at > detail::frame::head_bytes; ++one.number) {
        const std::size_t rest = bytes.size() - at - detail::frame::head_bytes;
        std::memcpy(one.bytes, &bytes[at], detail::frame::head_bytes);
        detail::open(one, of_what);
        one.size = static_cast<std::uint32_t>(std::min<std::size_t>({one.size, rest, detail::frame::max_bytes}));
        std::memcpy(one.content(), &bytes[at + detail::frame::head_bytes], one.size);
        detail::seal(one);
        std::memcpy(&bytes[at], one.bytes, detail::frame::head_bytes);
        at += detail::frame::head_bytes + one.size;
    }
    return bytes;
}

/// Exchanges frames, cuts them, and changes numbers of up to 32 bits in them.
template <class Number>
void patch(testing::saved_parts& parts, input& from) {
    const auto some_frame = [&]() -> testing::saved_frame& {
        return parts.frames[from.below(static_cast<std::uint32_t>(parts.frames.size()))];
    };
    for (int rest = 30; rest > 0 && !from.is_empty(); --rest) {
        testing::saved_frame& one = some_frame();
        const std::uint32_t what = from.below(16);
        const auto numbers = static_cast<std::uint32_t>(one.content.size() / sizeof(Number));
        switch (what) {
        case 0: std::swap(one, some_frame()); break;
        case 1: one.content.resize(from.below(static_cast<std::uint32_t>(one.content.size()) + 1)); break;
        case 2: one.what = static_cast<detail::section>(from.below(10)); break;
        case 3: one.content.resize(std::min<std::size_t>(one.content.size() + from.below(64), 16'000)); break;
        default:
            if (numbers > 0) {
                std::byte* const at = one.content.data() + sizeof(Number) * from.below(numbers);
                Number number = 0;
                std::memcpy(&number, at, sizeof number);
                const std::uint32_t was = number;
                number = static_cast<Number>(what < 7    ? from.raw<Number>()
                                             : what < 10 ? from.below(64)
                                             : what < 12 ? was ^ 1U << from.below(8 * sizeof(Number))
                                             : what < 14 ? was + from.below(8) - 4
                                                         : ~from.below(4));
                std::memcpy(at, &number, sizeof number);
            }
        }
    }
}

} // namespace quadrille::fuzz

#endif
