// Scenes: the same bits everywhere, with the documented density and motion.
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

TYPED_TEST(scene, moves_boxes_by_a_tenth_of_their_side) {
    for (const scenes::kind which : {scenes::kind::uniform, scenes::kind::clustered, scenes::kind::pile}) {
        scenes::world<TypeParam> world(which, 500, 34);
        const std::vector<box<TypeParam>> before(world.boxes().begin(), world.boxes().end());
        world.step();
        for (std::uint32_t index = 0; index < 500; ++index) {
            const auto& old = before[index];
            const auto& now = world.boxes()[index];
            const double dx = double(now.min.x - old.min.x) / double(old.max.x - old.min.x);
            const double dy = double(now.min.y - old.min.y) / double(old.max.y - old.min.y);
            EXPECT_NEAR(std::sqrt(dx * dx + dy * dy), 0.1, 0.01);
        }
    }
}

TYPED_TEST(scene, keeps_identical_boxes_identical_and_lattices_exact) {
    scenes::world<TypeParam> same(scenes::kind::identical, 50, 35);
    scenes::world<TypeParam> lattice(scenes::kind::lattice, 400, 36);
    for (int tick = 0; tick < 500; ++tick) {
        tick % 100 == 99 ? same.teleport() : same.step();
        tick % 100 == 99 ? lattice.teleport() : lattice.step();
        for (const auto& each : same.boxes()) {
            ASSERT_EQ(each, same.boxes()[0]);
        }
        for (const auto& each : lattice.boxes()) {
            ASSERT_EQ(each.max.x - each.min.x, TypeParam{1});
            ASSERT_EQ(each.min.x * 8, std::floor(each.min.x * 8));
            ASSERT_EQ(each.min.y * 8, std::floor(each.min.y * 8));
        }
    }
}

TYPED_TEST(scene, lets_the_runaway_run_away) {
    scenes::world<TypeParam> world(scenes::kind::runaway, 10, 37);
    for (int tick = 0; tick < 200; ++tick) {
        world.step();
    }
    EXPECT_GT(world.boxes()[0].min.x, TypeParam{1e30F} / 2);
    EXPECT_LT(world.boxes()[0].min.x, TypeParam{1e31F});
    world.teleport();
    EXPECT_TRUE(covers(world.walls(), world.boxes()[0]));
}

TYPED_TEST(scene, moves_one_in_a_hundred_among_statics) {
    scenes::world<TypeParam> world(scenes::kind::statics, 5000, 38);
    const std::vector<box<TypeParam>> before(world.boxes().begin(), world.boxes().end());
    for (int tick = 0; tick < 50; ++tick) {
        world.step();
    }
    for (std::uint32_t index = 0; index < world.count(); ++index) {
        ASSERT_EQ(world.boxes()[index] != before[index], index % 100 == 0) << index;
    }
}

TYPED_TEST(scene, throws_everything_about_when_it_teleports) {
    scenes::world<TypeParam> world(scenes::kind::teleports, 2000, 39);
    const std::vector<box<TypeParam>> before(world.boxes().begin(), world.boxes().end());
    world.step();
    EXPECT_EQ(world.ticks(), 1U);
    int far_away = 0;
    for (std::uint32_t index = 0; index < world.count(); ++index) {
        far_away += intersects(world.boxes()[index], before[index]) ? 0 : 1;
    }
    EXPECT_GT(far_away, 1950);
}

/// How much of the boids' speed is left when the velocities in each square of side 8 are summed: 1 where all boids of a square fly
/// in the same direction.
template <class Scalar>
double harmony(scenes::world<Scalar>& world) {
    const std::vector<box<Scalar>> before(world.boxes().begin(), world.boxes().end());
    world.step();
    std::vector<point<double>> sums(64 * 64, {0, 0});
    double speed = 0;
    for (std::uint32_t index = 0; index < world.count(); ++index) {
        const auto& now = world.boxes()[index].min;
        const double dx = double(now.x) - double(before[index].min.x);
        const double dy = double(now.y) - double(before[index].min.y);
        auto& sum = sums[static_cast<std::size_t>(now.x / 8) * 64 + static_cast<std::size_t>(now.y / 8)];
        sum = {sum.x + dx, sum.y + dy};
        speed += std::sqrt(dx * dx + dy * dy);
    }
    EXPECT_NEAR(speed / world.count(), 0.1, 0.001);
    double left = 0;
    for (const point<double>& sum : sums) {
        left += std::sqrt(sum.x * sum.x + sum.y * sum.y);
    }
    return left / speed;
}

TYPED_TEST(scene, lets_boids_flock) {
    scenes::world<TypeParam> world(scenes::kind::boids, 10000, 40);
    EXPECT_LT(harmony(world), 0.4);
    for (int tick = 0; tick < 500; ++tick) {
        world.step();
    }
    EXPECT_GT(harmony(world), 0.7);
    EXPECT_NEAR(pairs_per_item(world), 2, 1);
}

TYPED_TEST(scene, lets_boids_fly_around_a_torus) {
    scenes::world<TypeParam> world(scenes::kind::torus, 10000, 40);
    EXPECT_EQ(world.period(), period(200, 200));
    EXPECT_FALSE(scenes::world<TypeParam>(scenes::kind::boids, 10000, 40).period());
    std::vector<box<TypeParam>> before;
    int around = 0;
    for (int tick = 0; tick < 500; ++tick) {
        before.assign(world.boxes().begin(), world.boxes().end());
        world.step();
        for (std::uint32_t index = 0; index < world.count(); ++index) {
            const double x = double(world.boxes()[index].min.x) - double(before[index].min.x);
            const double y = double(world.boxes()[index].min.y) - double(before[index].min.y);
            around += std::abs(x) > 100 || std::abs(y) > 100 ? 1 : 0;
            const point<double> way = shortest(point<double>{x, y}, world.period());
            ASSERT_NEAR(std::sqrt(way.x * way.x + way.y * way.y), 0.1, 0.001) << "no other one jumps";
        }
    }
    EXPECT_GT(around, 1000);
    EXPECT_NEAR(pairs_per_item(world), 2, 1);
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
