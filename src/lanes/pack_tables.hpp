// Shuffles that move the chosen lanes of a register to its front, for processors without an instruction for it.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_LANES_PACK_TABLES_HPP
#define QUADRILLE_SRC_LANES_PACK_TABLES_HPP

#include <array>
#include <cstdint>

namespace quadrille::detail {

/// For each choice of `Lanes` lanes, the old lane of each new lane; new lanes beyond the chosen ones come from
/// anywhere.
template <std::uint32_t Lanes>
constexpr auto pack_orders() noexcept {
    std::array<std::array<std::uint8_t, Lanes>, 1U << Lanes> orders{};
    for (std::uint32_t choice = 0; choice < orders.size(); ++choice) {
        std::uint32_t next = 0;
        for (std::uint32_t lane = 0; lane < Lanes; ++lane) {
            if ((choice >> lane & 1U) != 0) {
                orders[choice][next++] = static_cast<std::uint8_t>(lane);
            }
        }
    }
    return orders;
}

/// By bytes: registers of 16 bytes in `Lanes` lanes.
template <std::uint32_t Lanes>
struct alignas(16) byte_shuffles {
    std::uint8_t rows[1U << Lanes][16];

    constexpr byte_shuffles() noexcept : rows{} {
        constexpr std::uint32_t width = 16 / Lanes;
        const auto orders = pack_orders<Lanes>();
        for (std::uint32_t choice = 0; choice < orders.size(); ++choice) {
            for (std::uint32_t byte = 0; byte < 16; ++byte) {
                rows[choice][byte] = static_cast<std::uint8_t>(orders[choice][byte / width] * width + byte % width);
            }
        }
    }
};

/// By 32-bit words: registers of 32 bytes in four lanes of two words.
struct alignas(32) word_shuffles {
    std::uint32_t rows[16][8];

    constexpr word_shuffles() noexcept : rows{} {
        const auto orders = pack_orders<4>();
        for (std::uint32_t choice = 0; choice < orders.size(); ++choice) {
            for (std::uint32_t word = 0; word < 8; ++word) {
                rows[choice][word] = orders[choice][word / 2] * 2U + word % 2;
            }
        }
    }
};

/// By 32-bit words: registers of 32 bytes in eight lanes, four bits for each lane, so that the table stays in the
/// cache.
struct nibble_shuffles {
    std::uint32_t rows[256];

    constexpr nibble_shuffles() noexcept : rows{} {
        const auto orders = pack_orders<8>();
        for (std::uint32_t choice = 0; choice < orders.size(); ++choice) {
            for (std::uint32_t lane = 0; lane < 8; ++lane) {
                rows[choice] |= static_cast<std::uint32_t>(orders[choice][lane]) << (4 * lane);
            }
        }
    }
};

inline constexpr byte_shuffles<4> pack_four;
inline constexpr byte_shuffles<2> pack_two;
inline constexpr word_shuffles pack_four_wide;
inline constexpr nibble_shuffles pack_eight;

} // namespace quadrille::detail

#endif
