// The walks of many questions are advanced in turn: long ones among short ones, few and many, stopped and changed.
// SPDX-License-Identifier: MIT
#include "batch/batch.hpp"
#include "support/areas.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(batch_in_flight);
QUADRILLE_EVERY_SHAPE_SUITE(batch_in_flight_of_every_shape);

/// Around the number of walks that are in flight, and multiples of it.
constexpr std::size_t lengths[] = {0, 1, 2, 7, 8, 9, 17, 33};

/// Enough that several questions are asked at a time.
constexpr std::uint32_t many_items = 33'000;

/// Items in one of three layers each.
template <class Shape>
quadtree<void, Shape> crowd(std::uint32_t count) {
    scenes::world<typename Shape::scalar> scene(scenes::kind::clustered, count, 8);
    quadtree<void, Shape> tree;
    EXPECT_TRUE(tree.assign(stand_ins<Shape>(scene.boxes())));
    for (std::uint32_t index = 0; index < count; ++index) {
        tree.set_layers(tree.item_at(index), 1U << (index % 3));
    }
    return tree;
}

/// One question in three has more answers than a walk's buffer takes, one has none, and one is about as large as an item.
template <class Scalar>
struct mixture {
    std::vector<question::query<box<Scalar>>> areas;
    std::vector<question::query<circle<Scalar>>> discs;
    std::vector<question::nearest<point<Scalar>>> places;
    std::vector<question::raycast<Scalar>> rays;

    template <class Tree>
    mixture(const Tree& tree, std::size_t count, random_source& source, std::uint32_t layers = all_layers) {
        const box<Scalar> all = tree.bounds();
        const Scalar width = all.max.x - all.min.x;
        const Scalar height = all.max.y - all.min.y;
        for (std::size_t number = 0; number < count; ++number) {
            const point<Scalar> where = bounds_of(*tree.shape(tree.item_at(source.below(tree.size())))).min;
            switch (source.below(3)) {
            case 0:
                areas.push_back({{where, {where.x + width / 4, where.y + height / 4}}, {layers}});
                discs.push_back({{where, width / 6}, {layers}});
                places.push_back({{all.max.x + width, all.max.y}, {layers}});
                rays.push_back({{all.min, {width, height}}, {layers}});
                break;
            case 1: {
                const point<Scalar> outside = {all.max.x + 9, where.y};
                areas.push_back({{outside, {outside.x + 1, where.y}}, {layers}});
                discs.push_back({{outside, 1}, {layers}});
                places.push_back({{where.x, all.min.y - height}, {layers}});
                rays.push_back({{outside, {1, 0}}, {layers}});
                break;
            }
            default:
                areas.push_back({{where, {where.x + 1, where.y + 1}}, {layers}});
                discs.push_back({{where, 1}, {layers}});
                places.push_back({where, {layers}});
                rays.push_back({{{all.min.x, where.y}, {width, 0}}, {layers}});
            }
        }
    }
};

// promise: query-batches
TYPED_TEST(batch_in_flight_of_every_shape, long_ones_among_short_ones_find_what_single_ones_do) {
    const auto tree = crowd<TypeParam>(many_items);
    random_source source(21);
    batch_workspace workspaces[] = {batch_workspace(ordering::where_it_pays), batch_workspace(ordering::always)};
    for (const std::size_t length : lengths) {
        const auto ask = in_one_call(tree, workspaces[length % 2]);
        for (const std::uint32_t layers : {all_layers, 1U, 6U, 8U}) {
            mixture<typename TypeParam::scalar> asked(tree, length, source, layers);
            ASSERT_TRUE(all_agree(tree, asked.areas, ask)) << length;
            ASSERT_TRUE(all_agree(tree, asked.discs, ask)) << length;
            ASSERT_TRUE(all_agree(tree, asked.rays, ask)) << length;
            for (const double distance : {infinite<double>, 3.0}) {
                for (auto& one : asked.places) {
                    one.wanted.distance = distance;
                }
                for (const std::size_t k : {0U, 1U, 8U, 60U}) {
                    ASSERT_TRUE(nearest_agree(tree, asked.places, k, ask)) << length;
                }
            }
        }
    }
}

/// Many equal items are one bucket that no cell separates: it fills a buffer again and again.
// promise: query-batches
TYPED_TEST(batch_in_flight_of_every_shape, long_buckets_are_read_to_their_end) {
    using scalar = typename TypeParam::scalar;
    quadtree<void, TypeParam> tree;
    const auto same = shaped_as<TypeParam>(box<scalar>{{5, 5}, {6, 6}});
    ASSERT_TRUE(tree.assign(std::vector<TypeParam>(many_items, same)));
    batch_workspace workspace;
    const auto ask = in_one_call(tree, workspace);
    ASSERT_TRUE(all_agree(tree, std::vector(9, question::query{box<scalar>{{0, 0}, {10, 10}}}), ask));
    const ray<scalar> upwards = {{bounds_of(same).min.x, 0}, {0, 10}};
    ASSERT_TRUE(all_agree(tree, std::vector(9, question::raycast{upwards}), ask));
}

// promise: query-batches
// promise: layer-filter: Each question of a batch leaves out the item that its own filter names.
TYPED_TEST(batch_in_flight_of_every_shape, each_leaves_out_an_item_of_its_own) {
    using scalar = typename TypeParam::scalar;
    const auto tree = crowd<TypeParam>(many_items);
    random_source source(23);
    for (const std::size_t length : lengths) {
        std::vector<question::query<box<scalar>>> areas;
        std::vector<question::raycast<scalar>> rays;
        std::vector<question::nearest<point<scalar>>> places;
        for (std::size_t number = 0; number < length; ++number) {
            const item self = tree.item_at(source.below(tree.size()));
            const box<scalar> around = bounds_of(*tree.shape(self));
            const item except = number % 5 == 4 ? item{} : self;
            areas.push_back({around, {.except = except}});
            rays.push_back({{around.min, {3, 4}}, {.except = except}});
            places.push_back({around.min, {.except = except}});
            ASSERT_EQ(tree.count(around) - tree.count(around, areas.back().wanted), except ? 1U : 0U);
        }
        batch_workspace workspace(length % 2 == 0 ? ordering::always : ordering::where_it_pays);
        const auto ask = in_one_call(tree, workspace);
        ASSERT_TRUE(all_agree(tree, areas, ask));
        ASSERT_TRUE(all_agree(tree, rays, ask));
        ASSERT_TRUE(nearest_agree(tree, places, 3, ask));
    }
}

/// With a NaN among them, some questions have no walk at all.
// promise: query-batches
TYPED_TEST(batch_in_flight, questions_without_an_answer_leave_the_others_theirs) {
    const auto tree = crowd<box<TypeParam>>(many_items);
    random_source source(5);
    mixture<TypeParam> asked(tree, 40, source);
    for (std::size_t number = 0; number < 38; number += 3) {
        asked.areas[number].area.max.x = not_a_number<TypeParam>;
        asked.rays[number].along.translation.x = not_a_number<TypeParam>;
        asked.places[number].where.y = not_a_number<TypeParam>;
        asked.places[number + 1].wanted.distance = -1;
    }
    batch_workspace workspace;
    const auto ask = in_one_call(tree, workspace);
    EXPECT_TRUE(all_agree(tree, asked.areas, ask));
    EXPECT_TRUE(all_agree(tree, asked.rays, ask));
    EXPECT_TRUE(nearest_agree(tree, asked.places, 3, ask));
}

// promise: query-batch-visitors
TYPED_TEST(batch_in_flight, visitors_that_stop_have_seen_the_answers_of_single_ones_up_to_there) {
    const auto tree = crowd<box<TypeParam>>(many_items);
    random_source source(6);
    const mixture<TypeParam> asked(tree, 20, source);
    const std::vector<std::uint32_t> expected = find_alone(tree, asked.areas).rows.answers;
    batch_workspace workspace;
    for (const std::size_t last : {std::size_t{1}, std::size_t{300}, expected.size() - 1}) {
        std::vector<std::uint32_t> visited;
        const auto visit = [&](std::size_t, auto hit) {
            visited.push_back(hit.index());
            return visited.size() == last ? flow::stop : flow::next;
        };
        EXPECT_EQ(tree.ask(asked.areas, workspace, visit), outcome::stopped);
        EXPECT_TRUE(std::ranges::equal(visited, std::span(expected).first(last)));
    }
}

} // namespace
} // namespace quadrille::testing
