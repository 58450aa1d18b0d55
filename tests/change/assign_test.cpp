// Assign: replaces everything at once: shape i gets index i, and is filed where it belongs.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <algorithm>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_SHAPE_SUITE(assign);

// promise: assign
TYPED_TEST(assign, numbers_items_as_the_shapes_stand) {
    for (std::uint32_t how = 0; how < styles; ++how) {
        for (const std::uint32_t count : {0U, 1U, 2U, 15U, 16U, 17U, 32U, 33U, 300U}) {
            bare_tree<TypeParam> tree;
            random_source source(count);
            std::vector<TypeParam> shapes(count);
            std::generate(shapes.begin(), shapes.end(), [&] { return draw<TypeParam>(source, style(how)); });
            const change_report report = tree.assign(shapes);
            ASSERT_TRUE(report);
            ASSERT_EQ(report.method, update_method::rebuild);
            ASSERT_EQ(tree.size(), count);
            ASSERT_EQ(tree.index_limit(), count);
            for (std::uint32_t index = 0; index < count; ++index) {
                ASSERT_EQ(tree.shape(tree.item_at(index)), shapes[index]);
            }
            ASSERT_TRUE(agrees_with_oracle(tree)) << "style " << how << ", " << count << " boxes";
        }
    }
}

/// As many places around others, of which each has the next item in turn.
template <class Shape>
std::vector<Shape> in_turns(std::uint32_t count, std::uint32_t places, double spread) {
    random_source source(count + places);
    std::vector<Shape> all;
    for (std::uint32_t index = 0; index < count; ++index) {
        const double around = 1000.0 * (index % places);
        const double x = around + source.between(0, spread);
        all.push_back(dot<Shape>(x, around * 0.7 + source.between(0, spread)));
    }
    return all;
}

// promise: cells: `assign` files items where they belong: a `sync` of the same shapes displaces none, even in a
//     crowd.
TYPED_TEST(assign, files_the_items_of_dense_crowds_where_they_belong) {
    for (const double spread : {100.0, 1.0, 1e-2, 1e-3, 1e-4}) {
        for (const std::uint32_t places : {1U, 2U, 7U}) {
            for (const std::uint32_t count : {140U, 3000U}) {
                auto shapes = in_turns<TypeParam>(count, places, spread);
                const auto others = in_turns<TypeParam>(40, 40, 1000);
                shapes.insert(shapes.end(), others.begin(), others.end());
                bare_tree<TypeParam> tree({.leaf_capacity = 8});
                ASSERT_TRUE(tree.assign(shapes));
                const change_report report = tree.sync(shapes);
                ASSERT_EQ(report.displaced, 0U) << count << " around " << places << " places, spread " << spread;
                ASSERT_EQ(report.method, update_method::refit);
            }
        }
    }
}

// promise: world-moves: Items that come from several places in turn get a tree for all of them.
// promise: world-moves: Two swarms far apart are both divided.
TYPED_TEST(assign, of_items_in_turns_makes_a_tree_for_all_of_them) {
    for (const std::uint32_t count : {5000U, 20'000U}) {
        for (const std::uint32_t places : {2U, 4U, 5U, 7U, 10U}) {
            const auto shapes = in_turns<TypeParam>(count, places, 20);
            bare_tree<TypeParam> assigned;
            bare_tree<TypeParam> inserted;
            ASSERT_TRUE(assigned.assign(shapes));
            for (const TypeParam& one : shapes) {
                inserted.insert(one);
            }
            counters seen;
            counters fewest;
            for (std::uint32_t index = 0; index < count; index += 17) {
                number_visited(assigned, bounds_of(shapes[index]), {}, &seen);
                number_visited(inserted, bounds_of(shapes[index]), {}, &fewest);
            }
            ASSERT_LE(seen.blocks, 3 * fewest.blocks + 100) << count << " items at " << places << " places";
            ASSERT_LE(assigned.stats().clamped, count / 32) << count << " items at " << places << " places";
        }
    }
}

} // namespace
} // namespace quadrille::testing
