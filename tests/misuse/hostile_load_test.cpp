// Hostile bytes with right checksums, for a library that is not checked: its handles have other limits.
// SPDX-License-Identifier: MIT
#include "keep/scarred.hpp"

#include <cstddef>

namespace quadrille::testing {
namespace {

using boxes = box<float>;

TEST(hostile_load, of_a_state_does_no_harm) { expect_harmless_states<boxes>(); }

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
