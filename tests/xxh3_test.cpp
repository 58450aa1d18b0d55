// XXH3: the checksums that the library xxHash has, for every length of up to some blocks and the longest frame.
// SPDX-License-Identifier: MIT
#include "scenes/random.hpp"

#include "keep/xxh3.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace quadrille::testing {
namespace {

std::vector<std::byte> random_bytes() {
    scenes::random_source source(1);
    std::vector<std::byte> bytes(16'384);
    for (std::byte& one : bytes) {
        one = static_cast<std::byte>(source.below(256));
    }
    return bytes;
}

// The numbers are those of XXH3_64bits_withSeed of xxHash 0.8.1.
// promise: saved-format: The checksums are those of XXH3.
TEST(xxh3, is_that_of_xxhash_at_every_border_of_its_ways) {
    const std::vector<std::byte> bytes = random_bytes();
    constexpr std::pair<std::size_t, std::uint64_t> known[] = {
        {0, 0x93A1'095F'B5A3'F106},     {1, 0x20BC'1A1D'9505'C2B7},    {3, 0x3D0E'4206'7FC0'AFB4},
        {4, 0xED3F'6FA0'4654'D2DC},     {8, 0xC99A'7ECC'E9CA'8989},    {9, 0xA0E4'89F4'7368'69C0},
        {16, 0xDAC6'43FF'1551'08BD},    {17, 0x2A9C'9962'0F57'3A1E},   {128, 0x008A'0994'01AE'9E4A},
        {129, 0xE40F'15FD'4AF1'EDD0},   {240, 0xF372'F002'7C8C'B602},  {241, 0x1C6E'EBBF'DC73'776D},
        {1024, 0x4900'7841'F21D'3A89},  {1025, 0x6E91'C859'0BF2'56A3}, {16383, 0xB013'C10D'5A07'845E},
        {16384, 0x3767'B82F'9BFB'116A},
    };
    for (const auto& [size, wanted] : known) {
        EXPECT_EQ(detail::xxh3::of(bytes.data(), size, 0x8000'0000'FFFF'1234), wanted) << size << " bytes";
    }
}

TEST(xxh3, is_that_of_xxhash_for_every_length_and_some_seeds) {
    const std::vector<std::byte> bytes = random_bytes();
    std::uint64_t all = 0;
    const auto take = [&](std::size_t size) {
        for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{0x8000'0000'FFFF'1234}}) {
            all = all * 0x9E37'79B9'7F4A'7C15 + detail::xxh3::of(bytes.data(), size, seed);
        }
    };
    for (std::size_t size = 0; size < 4200; ++size) {
        take(size);
    }
    take(bytes.size() - 1);
    take(bytes.size());
    EXPECT_EQ(all, 0x767F'3226'5B1C'714D);
}

} // namespace
} // namespace quadrille::testing
