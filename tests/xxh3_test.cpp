// XXH3 in plain C++: the same checksums as those of xxHash, for every length of up to some blocks and the longest frame.
// SPDX-License-Identifier: MIT
#include "scenes/random.hpp"

#include "keep/xxh3.hpp"

#define XXH_INLINE_ALL // NOLINT(readability-identifier-naming): the library asks for it
#include <xxhash.h>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace quadrille::testing {
namespace {

// promise: saved-format: The bytes are the same whether the library was compiled with xxHash or without it.
TEST(xxh3, is_that_of_xxhash) {
    scenes::random_source source(1);
    std::vector<std::byte> bytes(16'384);
    for (std::byte& one : bytes) {
        one = static_cast<std::byte>(source.below(256));
    }
    const auto expect_equal = [&](std::size_t size) {
        for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{0x8000'0000'FFFF'1234}}) {
            ASSERT_EQ(detail::xxh3::of(bytes.data(), size, seed), XXH3_64bits_withSeed(bytes.data(), size, seed))
                << size << " bytes, seed " << seed;
        }
    };
    for (std::size_t size = 0; size < 4200; ++size) {
        expect_equal(size);
    }
    expect_equal(bytes.size() - 1);
    expect_equal(bytes.size());
}

} // namespace
} // namespace quadrille::testing
