// Random histories: every verb in any order, equal to a full scan at every step, with any options and shapes.
// SPDX-License-Identifier: MIT
#include "lives/life.hpp"
#include "support/effort.hpp"
#include "support/scalars.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_EVERY_SHAPE_SUITE(random_life);

/// What happened, and which commands had led to it.
template <class Shape>
std::string in_words(const circumstances& those, const std::vector<command>& commands) {
    std::ostringstream out;
    out << those << ": " << lived<Shape>(those, commands).trouble;
    for (const command& each : commands) {
        out << "\n  " << life<Shape>::verbs()[each.what].name << '(' << each.chance << ')';
    }
    return out.str();
}

/// QUADRILLE_FIRST_SEED in the environment, or 1: other histories than before, in a soak.
std::uint64_t first_seed() {
    const char* const given = std::getenv("QUADRILLE_FIRST_SEED");
    return given == nullptr ? 1 : std::strtoull(given, nullptr, 10);
}

/// Histories of 500 commands, one per seed; the seed of a failing one is printed, with its shrunk commands.
// promise: any-history
// promise: layers-of-items: After `assign` every item is in all layers.
// promise: saved-tree: In random lives a tree that was saved and loaded goes on as if it had not been.
// promise: worlds-that-wrap: A saved tree has its period, and so have copies.
// promise: sync
// promise: layers-of-items: Layers go along with their items through every change.
// promise: single-changes: An item may grow and shrink by any factor.
// promise: single-changes
TYPED_TEST(random_life, equals_a_full_scan_for_many_seeds) {
    constexpr std::uint64_t commands_each = 500;
    const std::uint64_t seeds = effort<std::uint64_t>(10, 1000);
    for (std::uint64_t seed = first_seed(); seed < first_seed() + seeds; ++seed) {
        random_source source(seed);
        const circumstances those = draw_circumstances(source);
        std::vector<command> commands(commands_each);
        for (command& each : commands) {
            each = life<TypeParam>::draw_command(source);
        }
        ASSERT_TRUE(lived<TypeParam>(those, commands).trouble.empty())
            << "seed " << seed << ", " << in_words<TypeParam>(those, shrunk<TypeParam>(those, commands));
    }
    EXPECT_EQ(tracked::living, 0) << "values have leaked";
}

} // namespace
} // namespace quadrille::testing
