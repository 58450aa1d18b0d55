// Worlds for queries: small ones of every style while they grow.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_WORLDS_HPP
#define QUADRILLE_TESTS_WORLDS_HPP

#include "support/answers.hpp"
#include "support/areas.hpp"
#include "support/effort.hpp"
#include "support/shapes.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

namespace quadrille::testing {

/// A tree, what it holds, and where queries about it are drawn from.
template <class Shape>
struct queried_world {
    quadtree<void, Shape> tree;
    snapshot<Shape> truth;
    random_source source;
    style how = style::spread;

    std::span<const Shape> all() const { return truth.shapes; }
    oracle::flags alive() const { return truth.alive; }
};

/// Gives every item a few layers, sometimes none or all; returns those of each index.
template <class Shape>
std::vector<std::uint32_t> scatter_layers(queried_world<Shape>& world) {
    std::vector<std::uint32_t> layers;
    for (std::uint32_t index = 0; index < world.tree.index_limit(); ++index) {
        layers.push_back(world.source.below(9) == 0 ? all_layers : 1U << world.source.below(4) & 7U);
        world.tree.set_layers(world.tree.item_at(index), layers.back());
    }
    return layers;
}

/// Calls `check(world)` for trees of up to 200 shapes in every style and in leaves of few, some of them erased again; ends at
/// the first one that fails, and names it. Where runs are fewer, each style has leaves of one capacity.
template <class Shape, class Check>
void each_small_world(std::uint64_t seed, Check&& check) {
    constexpr std::array<std::uint32_t, 3> capacities = {4, 32, 1};
    for (std::uint32_t how = 0; how < styles; ++how) {
        for (std::uint32_t turn = 0; turn < in_rounds(3U); ++turn) {
            const std::uint32_t capacity = capacities[(how + turn) % 3];
            queried_world<Shape> world{quadtree<void, Shape>({.leaf_capacity = capacity}),
                                       {},
                                       random_source(seed * 100 + how * 3 + capacity),
                                       style(how)};
            for (std::uint32_t count = 1; count <= 200; ++count) {
                const item added = world.tree.insert(draw<Shape>(world.source, style(how)));
                if (count % 7 == 0) {
                    world.tree.erase(added);
                }
                if (count > 20 && count % 16 > 1 && count % 50 != 0) {
                    continue;
                }
                world.truth = snapshot_of(world.tree);
                check(world);
                if (::testing::Test::HasFatalFailure()) {
                    ADD_FAILURE() << "style " << how << ", leaf_capacity " << capacity << ", " << count << " shapes";
                    return;
                }
            }
        }
    }
}

} // namespace quadrille::testing

#endif
