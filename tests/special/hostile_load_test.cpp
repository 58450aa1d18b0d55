// Hostile bytes with right checksums, for a library that is not checked: its handles have other limits.
// SPDX-License-Identifier: MIT
#include "support/saved.hpp"
#include "support/scarred.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

namespace quadrille::testing {
namespace {

using boxes = box<float>;

/// With this word in the state, at a multiple of four bytes.
byte_list with_state(saved_parts parts, std::size_t at, std::uint32_t word) {
    std::memcpy(parts.of(detail::section::state).content.data() + at, &word, sizeof word);
    return parts.joined();
}

TEST(hostile_load, of_a_state_does_no_harm) {
    const saved_parts parts(bytes_of(scarred_tree<boxes>(3, 12)));
    for (std::size_t at = 0; at + 4 <= parts.frames[0].content.size(); at += 4) {
        for (std::uint32_t word : {0U, 1U, 2U, 255U, 0x7FF0'0000U, 0x7FFF'FFFFU, 0x8000'0000U, ~0U, ~1U, ~3U, ~5U}) {
            quadtree<int, boxes> tree;
            if (load_bytes(tree, with_state(parts, at, word))) {
                ASSERT_TRUE(is_of_use(tree, at)) << "at " << at << ": " << word;
            }
        }
    }
}

/// The next index would be looked for beyond the memory of all generations.
TEST(hostile_load, of_a_first_generation_without_a_life_is_rejected) {
    constexpr std::size_t first_generation_at = 48;
    quadtree<int, boxes> one;
    one.insert({{1, 1}, {2, 2}}, 1);
    const load_report report = load_bytes(one, with_state(saved_parts(bytes_of(one)), first_generation_at, ~1U));
    EXPECT_EQ(report.error, load_error::damaged);
    EXPECT_STREQ(report.broken.what, "the first generation is none of a new tree");
    EXPECT_TRUE(one.insert({{1, 1}, {2, 2}}, 2));
}

} // namespace
} // namespace quadrille::testing
