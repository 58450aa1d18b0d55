// Random histories: every verb in any order, equal to a full scan at every step, with any options and shapes.
// SPDX-License-Identifier: MIT
#include "support/effort.hpp"
#include "support/life.hpp"
#include "support/scalars.hpp"

#include <rapidcheck.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>

namespace rc {

template <>
struct Arbitrary<quadrille::testing::command> {
    static Gen<quadrille::testing::command> arbitrary() {
        using quadrille::testing::command;
        using quadrille::testing::verb;
        return gen::construct<command>(gen::cast<verb>(gen::inRange<int>(0, int(quadrille::testing::verbs))),
                                       gen::arbitrary<std::uint32_t>());
    }
};

} // namespace rc

namespace quadrille::testing {
namespace {

QUADRILLE_EVERY_SHAPE_SUITE(random_life);

template <class Commands>
std::string told(const Commands& commands) {
    std::ostringstream out;
    for (const command& each : commands) {
        out << "\n  " << each;
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
TYPED_TEST(random_life, equals_a_full_scan_for_many_seeds) {
    constexpr std::uint64_t commands_each = 500;
    const std::uint64_t seeds = effort<std::uint64_t>(10, 1000);
    for (std::uint64_t seed = first_seed(); seed < first_seed() + seeds; ++seed) {
        random_source source(seed);
        const circumstances those = draw_circumstances(source);
        std::vector<command> commands(commands_each);
        for (command& each : commands) {
            each = draw_command(source);
        }
        if (lived<TypeParam>(those, commands).trouble.empty()) {
            continue;
        }
        const std::vector<command> few = shrunk<TypeParam>(those, commands);
        FAIL() << "seed " << seed << ", " << those << ": " << lived<TypeParam>(those, few).trouble << told(few);
    }
    EXPECT_EQ(tracked::living, 0) << "values have leaked";
}

/// The same by RapidCheck, which generates and shrinks the commands. RC_PARAMS in the environment sets its seed.
// promise: any-history: It holds for histories that are generated and shrunk.
TYPED_TEST(random_life, equals_a_full_scan_whatever_rapidcheck_thinks_of) {
    const bool held = rc::check("a tree and a list of shapes live the same life", [] {
        const auto seed = *rc::gen::arbitrary<std::uint32_t>();
        random_source source(seed);
        const circumstances those = draw_circumstances(source);
        const auto commands = *rc::gen::arbitrary<std::vector<command>>();
        const ending end = lived<TypeParam>(those, commands);
        if (!end.trouble.empty()) {
            std::ostringstream sentence;
            sentence << those << ": " << end.trouble;
            RC_FAIL(sentence.str());
        }
    });
    EXPECT_TRUE(held);
}

} // namespace
} // namespace quadrille::testing
