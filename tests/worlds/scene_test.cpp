// Scenes: the same bits everywhere, storable, and with the documented density.
// SPDX-License-Identifier: MIT
#include "scenes/oracle.hpp"
#include "scenes/scene.hpp"
#include "support/scalars.hpp"

#include <bit>
#include <cmath>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(scene);

template <class Scalar>
std::uint64_t hash_of_bits(std::span<const box<Scalar>> boxes) {
    using bits = std::conditional_t<sizeof(Scalar) == 4, std::uint32_t, std::uint64_t>;
    std::uint64_t hash = 0;
    for (const auto& each : boxes) {
        for (const Scalar number : {each.min.x, each.min.y, each.max.x, each.max.y}) {
            hash = scenes::mixed(hash * 31 + std::bit_cast<bits>(number));
        }
    }
    return hash;
}

/// Hashes of worlds after a hundred ticks, a teleport and more ticks.
template <class Scalar>
std::uint64_t hash_of_lives(std::span<const scenes::kind> kinds) {
    std::uint64_t hash = 0;
    for (const scenes::kind which : kinds) {
        scenes::world<Scalar> world(which, 1000, 31);
        for (int tick = 0; tick < 100; ++tick) {
            world.step();
        }
        hash = scenes::mixed(hash ^ hash_of_bits(world.boxes()));
        world.teleport();
        world.step();
        hash = scenes::mixed(hash ^ hash_of_bits(world.boxes()));
    }
    return hash;
}

/// The first nine kinds and those added later: a new kind does not change the numbers of the others.
TYPED_TEST(scene, has_the_same_bits_everywhere) {
    constexpr bool in_float = std::is_same_v<TypeParam, float>;
    const std::span<const scenes::kind> all = scenes::every_kind;
    EXPECT_EQ(hash_of_lives<TypeParam>(all.first(9)), (in_float ? 0x73B7'1939'E446'B80BU : 0x7FC7'3C78'F70D'A99FU));
    EXPECT_EQ(hash_of_lives<TypeParam>(all.subspan(9, 3)),
              (in_float ? 0x3CF6'6DBE'6567'1080U : 0x275D'743A'8D7A'AF4CU));
    EXPECT_EQ(hash_of_lives<TypeParam>(all.subspan(12, 1)),
              (in_float ? 0x9CA5'3B7F'62BA'A278U : 0x9921'AA0A'C463'680BU));
}

TYPED_TEST(scene, is_always_storable_and_within_its_walls) {
    for (const scenes::kind which : scenes::every_kind) {
        for (const std::uint32_t count : {0U, 1U, 2U, 5U, 700U}) {
            scenes::world<TypeParam> world(which, count, 32);
            ASSERT_EQ(world.count(), count);
            // Those of a torus come in again at every eighth tick.
            const TypeParam grace = which == scenes::kind::torus ? TypeParam{1.5F} : world.walls().max.x / 1000;
            const box<TypeParam> walls = {{-grace, -grace}, {world.walls().max.x + grace, world.walls().max.y + grace}};
            const auto* const data = world.boxes().data();
            for (int tick = 0; tick < 300; ++tick) {
                for (std::uint32_t index = 0; index < count; ++index) {
                    ASSERT_TRUE(is_storable(world.boxes()[index]));
                    if (which != scenes::kind::runaway || index > 0) {
                        ASSERT_TRUE(covers(walls, world.boxes()[index]))
                            << scenes::to_string(which) << " tick " << tick;
                    }
                }
                tick % 100 == 99 ? world.teleport() : world.step();
            }
            EXPECT_EQ(world.boxes().data(), data);
            EXPECT_EQ(world.ticks(), 300U);
        }
    }
}

template <class Scalar>
double pairs_per_item(const scenes::world<Scalar>& world) {
    return static_cast<double>(oracle::hash_of_pairs(world.boxes()).count()) / world.count();
}

TYPED_TEST(scene, has_the_pairs_it_claims) {
    struct claim {
        scenes::kind which;
        double pairs;
        double tolerance;
    };
    for (const auto& [which, pairs, tolerance] :
         {claim{scenes::kind::uniform, 0.5, 0.05},
          {scenes::kind::clustered, 1.0, 0.4},
          {scenes::kind::power_law, 1.0, 0.4},
          {scenes::kind::giant, 1.0, 0.1},
          {scenes::kind::pile, 3.0, 0.3},
          {scenes::kind::line, 1.0, 0.01},
          {scenes::kind::lattice, 4.0, 0.1}, // eight neighbors, fewer at the border
          {scenes::kind::runaway, 0.5, 0.05}}) {
        EXPECT_NEAR(pairs_per_item(scenes::world<TypeParam>(which, 20000, 33)), pairs, tolerance)
            << scenes::to_string(which);
    }
}

TEST(scene_names, lead_to_their_kinds_and_back) {
    for (const scenes::kind which : scenes::every_kind) {
        EXPECT_EQ(scenes::kind_from(scenes::to_string(which)), which);
    }
    EXPECT_FALSE(scenes::kind_from("nothing of the kind"));
}

TEST(exponential, is_that_of_the_library_to_the_last_digits) {
    for (double exponent = -8; exponent <= 8; exponent += 0.0625) {
        EXPECT_NEAR(scenes::exponential(exponent) / std::exp(exponent), 1, 1e-14);
    }
}

} // namespace
} // namespace quadrille::testing
