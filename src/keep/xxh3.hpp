// The checksum XXH3, 64 bits with a seed. It returns the numbers of the library xxHash, which would make saving and
// loading 4 % faster. Here it is plain C++, so that building the code that saves needs only a compiler.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_KEEP_XXH3_HPP
#define QUADRILLE_SRC_KEEP_XXH3_HPP

#include "bytes/little_endian.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>

namespace quadrille::detail::xxh3 {

// The names are those in the description of the algorithm: doc/xxhash_spec.md of xxHash.

inline constexpr std::uint64_t prime32_1 = 0x9E3779B1;
inline constexpr std::uint64_t prime32_2 = 0x85EBCA77;
inline constexpr std::uint64_t prime32_3 = 0xC2B2AE3D;
inline constexpr std::uint64_t prime64_1 = 0x9E3779B185EBCA87;
inline constexpr std::uint64_t prime64_2 = 0xC2B2AE3D27D4EB4F;
inline constexpr std::uint64_t prime64_3 = 0x165667B19E3779F9;
inline constexpr std::uint64_t prime64_4 = 0x85EBCA77C2B2AE63;
inline constexpr std::uint64_t prime64_5 = 0x27D4EB2F165667C5;
inline constexpr std::uint64_t prime_mx1 = 0x165667919E3779F9;
inline constexpr std::uint64_t prime_mx2 = 0x9FB21C651E98DF25;

inline constexpr std::size_t secret_bytes = 192;
inline constexpr std::size_t stripe_bytes = 64;
inline constexpr std::size_t stripes_in_block = (secret_bytes - stripe_bytes) / 8;
inline constexpr std::size_t lanes_in_stripe = 8;

inline constexpr unsigned char default_secret[secret_bytes] = {
    0xB8, 0xFE, 0x6C, 0x39, 0x23, 0xA4, 0x4B, 0xBE, 0x7C, 0x01, 0x81, 0x2C, 0xF7, 0x21, 0xAD, 0x1C, 0xDE, 0xD4,
    0x6D, 0xE9, 0x83, 0x90, 0x97, 0xDB, 0x72, 0x40, 0xA4, 0xA4, 0xB7, 0xB3, 0x67, 0x1F, 0xCB, 0x79, 0xE6, 0x4E,
    0xCC, 0xC0, 0xE5, 0x78, 0x82, 0x5A, 0xD0, 0x7D, 0xCC, 0xFF, 0x72, 0x21, 0xB8, 0x08, 0x46, 0x74, 0xF7, 0x43,
    0x24, 0x8E, 0xE0, 0x35, 0x90, 0xE6, 0x81, 0x3A, 0x26, 0x4C, 0x3C, 0x28, 0x52, 0xBB, 0x91, 0xC3, 0x00, 0xCB,
    0x88, 0xD0, 0x65, 0x8B, 0x1B, 0x53, 0x2E, 0xA3, 0x71, 0x64, 0x48, 0x97, 0xA2, 0x0D, 0xF9, 0x4E, 0x38, 0x19,
    0xEF, 0x46, 0xA9, 0xDE, 0xAC, 0xD8, 0xA8, 0xFA, 0x76, 0x3F, 0xE3, 0x9C, 0x34, 0x3F, 0xF9, 0xDC, 0xBB, 0xC7,
    0xC7, 0x0B, 0x4F, 0x1D, 0x8A, 0x51, 0xE0, 0x4B, 0xCD, 0xB4, 0x59, 0x31, 0xC8, 0x9F, 0x7E, 0xC9, 0xD9, 0x78,
    0x73, 0x64, 0xEA, 0xC5, 0xAC, 0x83, 0x34, 0xD3, 0xEB, 0xC3, 0xC5, 0x81, 0xA0, 0xFF, 0xFA, 0x13, 0x63, 0xEB,
    0x17, 0x0D, 0xDD, 0x51, 0xB7, 0xF0, 0xDA, 0x49, 0xD3, 0x16, 0x55, 0x26, 0x29, 0xD4, 0x68, 0x9E, 0x2B, 0x16,
    0xBE, 0x58, 0x7D, 0x47, 0xA1, 0xFC, 0x8F, 0xF8, 0xB8, 0xD1, 0x7A, 0xD0, 0x31, 0xCE, 0x45, 0xCB, 0x3A, 0x8F,
    0x95, 0x16, 0x04, 0x28, 0xAF, 0xD7, 0xFB, 0xCA, 0xBB, 0x4B, 0x40, 0x7E,
};

/// The secret from this byte on.
inline const std::byte* secret_at(std::size_t at) noexcept {
    return reinterpret_cast<const std::byte*>(default_secret) + at;
}
inline std::uint64_t read64(const std::byte* from) noexcept { return read_number<std::uint64_t>(from); }
inline std::uint64_t read32(const std::byte* from) noexcept { return read_number<std::uint32_t>(from); }

inline std::uint64_t avalanche(std::uint64_t hash) noexcept {
    hash = (hash ^ hash >> 37U) * prime_mx1;
    return hash ^ hash >> 32U;
}
inline std::uint64_t avalanche_xxh64(std::uint64_t hash) noexcept {
    hash = (hash ^ hash >> 33U) * prime64_2;
    hash = (hash ^ hash >> 29U) * prime64_3;
    return hash ^ hash >> 32U;
}
inline std::uint64_t with_bytes_swapped(std::uint64_t number) noexcept {
    number = (number & 0x00FF00FF00FF00FF) << 8U | (number >> 8U & 0x00FF00FF00FF00FF);
    number = (number & 0x0000FFFF0000FFFF) << 16U | (number >> 16U & 0x0000FFFF0000FFFF);
    return std::rotl(number, 32);
}
/// The exclusive or of both halves of a product.
inline std::uint64_t folded_product(std::uint64_t one, std::uint64_t other) noexcept {
    constexpr std::uint64_t low = 0xFFFFFFFF;
    const std::uint64_t low_low = (one & low) * (other & low);
    const std::uint64_t high_low = (one >> 32U) * (other & low);
    const std::uint64_t low_high = (one & low) * (other >> 32U);
    const std::uint64_t cross = (low_low >> 32U) + (high_low & low) + low_high; // at most 2⁶⁴ - 1
    const std::uint64_t upper = (high_low >> 32U) + (cross >> 32U) + (one >> 32U) * (other >> 32U);
    return upper ^ (cross << 32U | (low_low & low));
}
/// Mixes sixteen bytes of input with sixteen of the secret.
inline std::uint64_t mixed16(const std::byte* bytes, const std::byte* secret, std::uint64_t seed) noexcept {
    return folded_product(read64(bytes) ^ (read64(secret) + seed), read64(bytes + 8) ^ (read64(secret + 8) - seed));
}

// ---- Up to 240 bytes ------------------------------------------------------------------------------------------------

inline std::uint64_t of_up_to_3(const std::byte* bytes, std::size_t size, std::uint64_t seed) noexcept {
    const auto at = [bytes](std::size_t index) { return std::uint64_t(bytes[index]); };
    const std::uint64_t combined = at(size - 1) | std::uint64_t{size} << 8U | at(0) << 16U | at(size / 2) << 24U;
    return avalanche_xxh64(combined ^ ((read32(secret_at(0)) ^ read32(secret_at(4))) + seed));
}
inline std::uint64_t of_up_to_8(const std::byte* bytes, std::size_t size, std::uint64_t seed) noexcept {
    seed ^= with_bytes_swapped(seed & 0xFFFFFFFF);
    const std::uint64_t combined = read32(bytes + size - 4) + (read32(bytes) << 32U);
    std::uint64_t hash = combined ^ ((read64(secret_at(8)) ^ read64(secret_at(16))) - seed);
    hash = (hash ^ std::rotl(hash, 49) ^ std::rotl(hash, 24)) * prime_mx2;
    hash = (hash ^ ((hash >> 35U) + size)) * prime_mx2;
    return hash ^ hash >> 28U;
}
inline std::uint64_t of_up_to_16(const std::byte* bytes, std::size_t size, std::uint64_t seed) noexcept {
    const std::uint64_t low = read64(bytes) ^ ((read64(secret_at(24)) ^ read64(secret_at(32))) + seed);
    const std::uint64_t high = read64(bytes + size - 8) ^ ((read64(secret_at(40)) ^ read64(secret_at(48))) - seed);
    return avalanche(size + with_bytes_swapped(low) + high + folded_product(low, high));
}
inline std::uint64_t of_up_to_128(const std::byte* bytes, std::size_t size, std::uint64_t seed) noexcept {
    std::uint64_t sum = size * prime64_1;
    for (std::size_t pairs = (size - 1) / 32 + 1; pairs-- > 0;) {
        sum += mixed16(bytes + 16 * pairs, secret_at(32 * pairs), seed);
        sum += mixed16(bytes + size - 16 * (pairs + 1), secret_at(32 * pairs + 16), seed);
    }
    return avalanche(sum);
}
inline std::uint64_t of_up_to_240(const std::byte* bytes, std::size_t size, std::uint64_t seed) noexcept {
    std::uint64_t sum = size * prime64_1;
    for (std::size_t at = 0; at < 8; ++at) {
        sum += mixed16(bytes + 16 * at, secret_at(16 * at), seed);
    }
    sum = avalanche(sum);
    for (std::size_t at = 8; at < size / 16; ++at) {
        sum += mixed16(bytes + 16 * at, secret_at(16 * (at - 8) + 3), seed);
    }
    return avalanche(sum + mixed16(bytes + size - 16, secret_at(136 - 17), seed));
}

// ---- More -----------------------------------------------------------------------------------------------------------

/// Eight lanes of sums, to which stripes of 64 bytes are added.
class stripes {
public:
    void add(const std::byte* bytes, const std::byte* secret) noexcept {
        for (std::size_t lane = 0; lane < lanes_in_stripe; ++lane) {
            const std::uint64_t input = read64(bytes + 8 * lane);
            const std::uint64_t keyed = input ^ read64(secret + 8 * lane);
            sums_[lane ^ 1U] += input;
            sums_[lane] += (keyed & 0xFFFFFFFF) * (keyed >> 32U);
        }
    }
    void scramble(const std::byte* secret) noexcept {
        for (std::size_t lane = 0; lane < lanes_in_stripe; ++lane) {
            sums_[lane] = (sums_[lane] ^ sums_[lane] >> 47U ^ read64(secret + 8 * lane)) * prime32_1;
        }
    }
    std::uint64_t merged(const std::byte* secret, std::uint64_t start) const noexcept {
        for (std::size_t lane = 0; lane < lanes_in_stripe; lane += 2) {
            start += folded_product(sums_[lane] ^ read64(secret + 8 * lane),
                                    sums_[lane + 1] ^ read64(secret + 8 * lane + 8));
        }
        return avalanche(start);
    }

private:
    std::uint64_t sums_[lanes_in_stripe] = {prime32_3, prime64_1, prime64_2, prime64_3,
                                            prime64_4, prime32_2, prime64_5, prime32_1};
};

inline std::uint64_t of_more(const std::byte* bytes, std::size_t size, std::uint64_t seed) noexcept {
    std::byte secret[secret_bytes];
    for (std::size_t at = 0; at < secret_bytes; at += 16) {
        write_number(secret + at, read64(secret_at(at)) + seed);
        write_number(secret + at + 8, read64(secret_at(at + 8)) - seed);
    }
    stripes sums;
    const std::size_t whole = (size - 1) / stripe_bytes; // the last stripe ends with the bytes, and may overlap
    for (std::size_t stripe = 0; stripe < whole; ++stripe) {
        const std::size_t in_block = stripe % stripes_in_block;
        sums.add(bytes + stripe * stripe_bytes, secret + 8 * in_block);
        if (in_block == stripes_in_block - 1) {
            sums.scramble(secret + secret_bytes - stripe_bytes);
        }
    }
    sums.add(bytes + size - stripe_bytes, secret + secret_bytes - stripe_bytes - 7);
    return sums.merged(secret + 11, size * prime64_1);
}

/// The checksum of these bytes.
inline std::uint64_t of(const std::byte* bytes, std::size_t size, std::uint64_t seed) noexcept {
    return size == 0     ? avalanche_xxh64(seed ^ read64(secret_at(56)) ^ read64(secret_at(64)))
           : size <= 3   ? of_up_to_3(bytes, size, seed)
           : size <= 8   ? of_up_to_8(bytes, size, seed)
           : size <= 16  ? of_up_to_16(bytes, size, seed)
           : size <= 128 ? of_up_to_128(bytes, size, seed)
           : size <= 240 ? of_up_to_240(bytes, size, seed)
                         : of_more(bytes, size, seed);
}

} // namespace quadrille::detail::xxh3

#endif
