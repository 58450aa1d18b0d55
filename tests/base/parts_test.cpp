// Parts of the plane: each pair of a world is found by parts that know only what they hold, once, whatever the world is like.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/effort.hpp"
#include "support/reach.hpp"
#include "support/scalars.hpp"
#include "support/shaped_as.hpp"
#include "wrap/wrapped.hpp"

#include <quadrille/parts.hpp>
#include <quadrille/quadtree.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_EVERY_SHAPE_SUITE(parts);

template <class Scalar>
box<double> widened(const box<Scalar>& of) {
    return {{double(of.min.x), double(of.min.y)}, {double(of.max.x), double(of.max.y)}};
}

/// A world as one tree stores it, and its pairs.
template <class Shape>
struct whole_world {
    options how;
    double distance;
    std::vector<Shape> shapes;
    std::vector<index_pair> pairs;

    whole_world(const options& of, std::span<const Shape> given, double within) : how(of), distance(within) {
        quadtree<void, Shape> tree(of);
        EXPECT_TRUE(tree.assign(given));
        tree.each([&](auto hit) { shapes.push_back(hit.shape()); });
        tree.pairs(pairs, {.distance = within});
        oracle::normalize(pairs);
    }
    box<double> bounds(std::uint32_t which) const { return widened(bounds_of(shapes[which])); }

    plane_parts parted(std::uint32_t count) const {
        part_census census(4096);
        for (std::uint32_t which = 0; which < shapes.size(); ++which) {
            census.add(bounds(which).min);
        }
        return {census, count, how.period, how.origin};
    }
};

/// The pairs that the parts report; each part knows what it holds, and nothing else.
template <class Shape>
std::vector<index_pair> pairs_by(const plane_parts& parts, const whole_world<Shape>& world) {
    std::vector<std::vector<std::uint32_t>> held(parts.size());
    for (std::uint32_t which = 0; which < world.shapes.size(); ++which) {
        std::uint32_t next = 0;
        const std::uint32_t sole = parts.sole_holder(world.bounds(which), world.distance);
        parts.each_holder(world.bounds(which), world.distance, [&](std::uint32_t part) {
            EXPECT_TRUE(next <= part && part < parts.size()) << "each once, by ascending numbers";
            EXPECT_TRUE(sole == part || sole == parts.size()) << "a sole holder is the only one";
            next = part + 1;
            held[part].push_back(which);
        });
        EXPECT_GT(next, 0U) << "each shape is held";
    }
    std::vector<index_pair> found;
    for (std::uint32_t part = 0; part < parts.size(); ++part) {
        std::vector<Shape> own;
        for (const std::uint32_t which : held[part]) {
            own.push_back(world.shapes[which]);
        }
        quadtree<void, Shape> tree(world.how);
        EXPECT_TRUE(tree.assign(own));
        tree.pairs(
            [&](auto a, auto b) {
                const std::uint32_t one = held[part][a.index()];
                const std::uint32_t other = held[part][b.index()];
                const std::uint32_t teller = parts.teller(world.bounds(one), world.bounds(other), world.distance);
                EXPECT_EQ(teller, parts.teller(world.bounds(other), world.bounds(one), world.distance));
                if (teller == part) {
                    found.push_back({one, other});
                }
            },
            {.distance = world.distance});
    }
    oracle::normalize(found);
    return found;
}

// promise: parts-of-the-plane
TYPED_TEST(parts, tell_each_pair_once_in_every_scene) {
    for (const scenes::kind which : scenes::every_kind) {
        const std::uint32_t count = which == scenes::kind::identical ? 40 : 250;
        scenes::world<typename TypeParam::scalar> world(which, count, 51);
        for (int tick = 0; tick < 20; ++tick) {
            world.step();
        }
        const std::vector<TypeParam> shapes = shaped_as<TypeParam>(world.boxes());
        for (const double distance : {0.0, 0.7, 5.0}) {
            const whole_world<TypeParam> whole({.period = world.period()}, shapes, distance);
            EXPECT_TRUE(!whole.pairs.empty() || is_point<TypeParam>);
            for (const std::uint32_t number : {3U, distance == 0.7 ? 400U : 20U}) {
                EXPECT_EQ(pairs_by(whole.parted(number), whole), whole.pairs)
                    << scenes::to_string(which) << ", " << number << " parts, distance " << distance;
            }
        }
    }
}

// promise: parts-of-the-plane: Of worlds of any shapes, with any census, on tori and cylinders.
TYPED_TEST(parts, tell_each_pair_once_in_any_world) {
    using scalar = typename TypeParam::scalar;
    for (std::uint64_t seed = 1; seed <= in_rounds(8U); ++seed) {
        random_source source(seed);
        const style manner = style(source.below(styles));
        options how;
        if (seed % 2 == 0) {
            how.period = draw_period(source);
            how.origin = {source.between(-50, 50), source.below(2) == 0 ? 0 : source.between(-50, 50)};
        }
        std::vector<TypeParam> shapes;
        while (shapes.size() < 80) {
            const auto drawn = draw<TypeParam>(source, manner);
            if (!how.period || !is_too_wide(how, drawn)) {
                shapes.push_back(drawn);
            }
        }
        for (const double distance : {0.0, source.unit() * 5, 40.0, 1e300}) {
            const whole_world<TypeParam> whole(how, shapes, distance);
            const std::uint32_t count = 1 + source.below(distance < 1e300 ? 30 : 3);
            EXPECT_EQ(pairs_by(whole.parted(count), whole), whole.pairs)
                << "seed " << seed << ", distance " << distance;
            // A census of another world makes them uneven, and never wrong.
            part_census strange;
            for (int rest = 50; rest > 0; --rest) {
                const auto place = draw_place<scalar>(source, style(source.below(styles)));
                strange.add({double(place.x), double(place.y)}, source.between(-1, 9));
            }
            const plane_parts uneven(strange, count, how.period, how.origin);
            EXPECT_EQ(pairs_by(uneven, whole), whole.pairs) << "seed " << seed << ", distance " << distance;
        }
    }
}

/// Far from 0, where the steps between coordinates are wider than the lattice of the parts, which begin at the shapes themselves; at
/// distances that some shapes have to a step.
// promise: parts-of-the-plane: Where rounding decides.
TYPED_TEST(parts, tell_each_pair_once_at_the_borders_of_rounding) {
    using scalar = typename TypeParam::scalar;
    const scalar step = std::nextafter(scalar{1e6F}, scalar{2e6F}) - scalar{1e6F};
    for (std::uint64_t seed = 1; seed <= in_rounds(10U); ++seed) {
        random_source source(seed);
        const auto some = [&](std::uint32_t most) { return static_cast<scalar>(source.below(most)) * step; };
        options how{.origin = {1e6, -1e6}};
        const double width = 2300 * double(step);
        if (seed % 4 != 0) {
            how.period = {seed % 4 == 1 ? 0 : width + double(step) / 3, seed % 4 == 2 ? 0 : width + double(step) / 7};
        }
        std::vector<TypeParam> shapes;
        while (shapes.size() < 60) {
            const point<scalar> corner = {scalar{1e6F} + some(2301), scalar{-1e6F} + some(2301)};
            if constexpr (is_point<TypeParam>) {
                shapes.push_back(corner);
            } else if constexpr (is_circle<TypeParam>) {
                shapes.push_back({corner, some(200)});
            } else {
                shapes.push_back({corner, {corner.x + some(200), corner.y + some(200)}});
            }
        }
        const double near = double(some(600));
        for (const double distance : {0.0, near, std::nextafter(near, 0), near * std::sqrt(2), near / 3}) {
            const whole_world<TypeParam> whole(how, shapes, distance);
            const plane_parts each_its_own = whole.parted(200);
            EXPECT_EQ(pairs_by(each_its_own, whole), whole.pairs) << "seed " << seed << ", distance " << distance;
        }
    }
}

// promise: parts-of-the-plane: A census makes them even.
TEST(plane_parts, are_even) {
    for (const scenes::kind which : {scenes::kind::uniform, scenes::kind::clustered, scenes::kind::runaway}) {
        scenes::world<float> world(which, 100'000, 7);
        for (int tick = 0; tick < 50; ++tick) {
            world.step();
        }
        part_census all;
        part_census one;
        part_census other;
        for (std::uint32_t index = 0; index < world.count(); ++index) {
            const point<double> where = widened(world.boxes()[index]).min;
            all.add(where);
            (index % 2 == 0 ? one : other).add(where);
        }
        one.add(other);
        EXPECT_EQ(all.weight(), 100'000);
        EXPECT_EQ(one.weight(), 100'000);
        EXPECT_LE(all.samples().size(), 65'536U);
        for (const part_census* census : {&all, &one}) {
            const plane_parts parts(*census, 64);
            std::vector<std::uint32_t> held(64);
            std::uint64_t copies = 0;
            for (const auto& each : world.boxes()) {
                ++held[parts.part_at(widened(each).min)];
                parts.each_holder(widened(each), 0, [&](std::uint32_t) { ++copies; });
            }
            EXPECT_LT(*std::max_element(held.begin(), held.end()), 100'000U / 64 * 5 / 4) << scenes::to_string(which);
            EXPECT_GT(*std::min_element(held.begin(), held.end()), 100'000U / 64 * 3 / 4) << scenes::to_string(which);
            EXPECT_LT(copies, 110'000U) << scenes::to_string(which);
        }
    }
}

// promise: parts-of-the-plane: A census makes them even, by weight.
TEST(plane_parts, are_even_by_weight) {
    part_census census(1000);
    random_source source(3);
    for (int rest = 50'000; rest > 0; --rest) {
        const double x = source.between(0, 100);
        census.add({x, source.between(0, 100)}, x < 50 ? 9 : 1);
    }
    census.add({std::nan(""), 0});
    census.add({0, infinite<double>});
    census.add({0, 0}, -1);
    census.add({0, 0}, std::nan(""));
    census.add({0, 0}, infinite<double>);
    EXPECT_NEAR(census.weight(), 250'000, 5000);
    const plane_parts parts(census, 10);
    std::vector<double> weights(10);
    for (int rest = 50'000; rest > 0; --rest) {
        const double x = source.between(0, 100);
        weights[parts.part_at({x, source.between(0, 100)})] += x < 50 ? 9 : 1;
    }
    for (const double weight : weights) {
        EXPECT_NEAR(weight, 25'000, 5000);
    }
}

// promise: parts-of-the-plane: A census makes them even, whatever the unit of weights.
TEST(plane_parts, are_even_in_any_unit_of_weights) {
    for (const double unit : {1e-300, 1e-6, 1e90, 1e308}) {
        for (const std::size_t most : {std::size_t{2}, std::size_t{3}, std::size_t{4096}}) {
            part_census census(most);
            random_source source(4);
            for (int rest = 20'000; rest > 0; --rest) {
                census.add({source.unit(), source.unit()}, unit);
            }
            census.add(census);
            EXPECT_LE(census.samples().size(), most);
            const plane_parts parts(census, 4);
            EXPECT_EQ(parts.size(), 4U);
            std::vector<std::uint32_t> hits(4);
            for (int rest = 4000; rest > 0; --rest) {
                ++hits[parts.part_at({source.unit(), source.unit()})];
            }
            EXPECT_TRUE(most < 4096 || *std::min_element(hits.begin(), hits.end()) > 800) << unit;
        }
    }
    EXPECT_EQ(plane_parts(part_census(), 5).size(), 5U);
}

// promise: parts-of-the-plane: Without things, or with all at one place, each place is in a part, too.
TEST(plane_parts, of_nothing_and_of_one_place) {
    const plane_parts one;
    EXPECT_EQ(one.size(), 1U);
    const part_census nobody;
    part_census crowd;
    for (int rest = 1000; rest > 0; --rest) {
        crowd.add({7, 7});
    }
    for (const plane_parts& parts : {one, plane_parts(nobody, 5), plane_parts(crowd, 5), plane_parts(crowd, 0)}) {
        std::uint32_t holders = 0;
        parts.each_holder({{7, 7}, {7, 7}}, 0, [&](std::uint32_t part) {
            EXPECT_EQ(part, parts.part_at({7, 7}));
            ++holders;
        });
        EXPECT_EQ(holders, 1U);
        parts.each_holder({{-1e308, -1e308}, {1e308, 1e308}}, 1e308, [&](std::uint32_t) { ++holders; });
        EXPECT_GE(holders, 2U);
        EXPECT_LT(parts.part_at({1e308, -1e308}), parts.size());
    }
}

} // namespace
} // namespace quadrille::testing
