// XXH3: the checksums that the library xxHash has, for every length of up to some blocks and the longest frame.
// SPDX-License-Identifier: MIT
#include "scenes/random.hpp"

#include "keep/xxh3.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace quadrille::testing {
namespace {

// The number is made of those of XXH3_64bits_withSeed of xxHash 0.8.1.
// promise: saved-format: The checksums are those of XXH3.
TEST(xxh3, is_that_of_xxhash_for_every_length_and_some_seeds) {
    scenes::random_source source(1);
    std::vector<std::byte> bytes(16'384);
    for (std::byte& one : bytes) {
        one = static_cast<std::byte>(source.below(256));
    }
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
