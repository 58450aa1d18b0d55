// The walks of many questions are advanced in turn: long ones among short ones, few and many, stopped and changed.
// SPDX-License-Identifier: MIT
#include "support/areas.hpp"
#include "support/batch.hpp"
#include "support/reach.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"
#include "support/worlds.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(batch_in_flight);
QUADRILLE_EVERY_SHAPE_SUITE(batch_in_flight_of_every_shape);

/// Around the number of walks that are in flight, and multiples of it.
constexpr std::size_t lengths[] = {0, 1, 2, 7, 8, 9, 17, 33};

/// Enough that several questions are asked at a time.
constexpr std::uint32_t many_items = 33'000;

/// Items in all layers and in some.
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
    std::vector<box<Scalar>> areas;
    std::vector<circle<Scalar>> discs;
    std::vector<point<Scalar>> places;
    std::vector<ray<Scalar>> rays;

    template <class Tree>
    mixture(const Tree& tree, std::size_t count, random_source& source) {
        const box<Scalar> all = tree.bounds();
        const Scalar width = all.max.x - all.min.x;
        const Scalar height = all.max.y - all.min.y;
        for (std::size_t number = 0; number < count; ++number) {
            const point<Scalar> where = bounds_of(*tree.shape(tree.item_at(source.below(tree.size())))).min;
            switch (source.below(3)) {
            case 0:
                areas.push_back({where, {where.x + width / 4, where.y + height / 4}});
                discs.push_back({where, width / 6});
                places.push_back({all.max.x + width, all.max.y});
                rays.push_back({all.min, {width, height}});
                break;
            case 1:
                areas.push_back({{all.max.x + 9, where.y}, {all.max.x + 10, where.y}});
                discs.push_back({areas.back().min, 1});
                places.push_back({where.x, all.min.y - height});
                rays.push_back({areas.back().min, {1, 0}});
                break;
            default:
                areas.push_back({where, {where.x + 1, where.y + 1}});
                discs.push_back({where, 1});
                places.push_back(where);
                rays.push_back({{all.min.x, where.y}, {width, 0}});
            }
        }
    }
};

/// Questions that have filters of their own: each but a few leaves out an item, which would be an answer.
template <class Tree>
struct questions_but_one {
    using scalar = typename Tree::scalar;

    std::vector<question::query<box<scalar>>> areas;
    std::vector<question::count<question::query<box<scalar>>>> counts;
    std::vector<question::raycast<scalar>> rays;
    std::vector<question::closest<question::raycast<scalar>>> closest;
    std::vector<question::nearest<point<scalar>>> places;

    questions_but_one(const Tree& tree, std::size_t count, random_source& source) {
        for (std::size_t number = 0; number < count; ++number) {
            const item self = tree.item_at(source.below(tree.size()));
            const box<scalar> around = bounds_of(*tree.shape(self));
            const item except = number % 5 == 4 ? item{} : self;
            areas.push_back({around, {.except = except}});
            counts.push_back({areas.back()});
            rays.push_back({{around.min, {3, 4}}, {.except = except}});
            closest.push_back({rays.back()});
            places.push_back({around.min, {.except = except}});
        }
    }
};

/// Without counters and layers areas are tested by bounds alone, in another loop than with them.
template <class Tree, class Area>
void expect_same_without_counters(const Tree& tree, const std::vector<Area>& areas) {
    batch_workspace workspace;
    answer_rows<std::uint32_t> rows;
    ASSERT_EQ(tree.query(areas, workspace, rows), outcome::complete);
    std::vector<std::uint32_t> counts(areas.size());
    ASSERT_TRUE(tree.count(areas, counts));
    for (std::size_t number = 0; number < areas.size(); ++number) {
        std::vector<std::uint32_t> alone;
        tree.query(areas[number], alone);
        ASSERT_TRUE(std::equal(alone.begin(), alone.end(), rows[number].begin(), rows[number].end()));
        ASSERT_EQ(counts[number], alone.size());
    }
}

// promise: query-batches
TYPED_TEST(batch_in_flight_of_every_shape, long_ones_among_short_ones_find_what_single_ones_do) {
    const auto tree = crowd<TypeParam>(many_items);
    random_source source(21);
    batch_workspace workspaces[] = {batch_workspace(ordering::where_it_pays), batch_workspace(ordering::always)};
    for (const std::size_t length : lengths) {
        const mixture<typename TypeParam::scalar> asked(tree, length, source);
        batch_workspace& workspace = workspaces[length % 2];
        for (const std::uint32_t layers : {all_layers, 1U, 6U, 8U}) {
            ASSERT_TRUE(many_areas_agree("boxes", tree, asked.areas, {layers}, workspace)) << length;
            ASSERT_TRUE(many_areas_agree("discs", tree, asked.discs, {layers}, workspace)) << length;
            ASSERT_TRUE(many_rays_agree(tree, asked.rays, {layers}, workspace)) << length;
            for (const std::size_t most : {0U, 1U, 8U, 60U}) {
                ASSERT_TRUE(many_places_agree(tree, asked.places, most, {layers}, workspace)) << length;
                ASSERT_TRUE(many_places_agree(tree, asked.places, most, {layers, 3.0}, workspace)) << length;
            }
        }
        expect_same_without_counters(tree, asked.areas);
        expect_same_without_counters(tree, asked.discs);
    }
}

/// Many equal items are one bucket that no cell separates: it fills a buffer again and again.
// promise: query-batches
TYPED_TEST(batch_in_flight_of_every_shape, long_buckets_are_read_to_their_end) {
    using scalar = typename TypeParam::scalar;
    quadtree<void, TypeParam> tree;
    const auto same = shaped_as<TypeParam>(box<scalar>{{5, 5}, {6, 6}});
    ASSERT_TRUE(tree.assign(std::vector<TypeParam>(many_items, same)));
    const scalar x = bounds_of(same).min.x;
    batch_workspace workspace;
    const std::vector<box<scalar>> areas(9, {{0, 0}, {10, 10}});
    const std::vector<ray<scalar>> rays(9, {{x, 0}, {0, 10}});
    ASSERT_TRUE(many_areas_agree("boxes", tree, areas, {}, workspace));
    ASSERT_TRUE(many_rays_agree(tree, rays, {}, workspace));
    expect_same_without_counters(tree, areas);
}

// promise: query-batches
// promise: layer-filter: Each question of a batch leaves out the item that its own filter names.
TYPED_TEST(batch_in_flight_of_every_shape, each_leaves_out_an_item_of_its_own) {
    using scalar = typename TypeParam::scalar;
    const auto tree = crowd<TypeParam>(many_items);
    random_source source(23);
    for (const std::size_t length : lengths) {
        const questions_but_one<std::remove_const_t<decltype(tree)>> asked(tree, length, source);
        batch_workspace workspace(length % 2 == 0 ? ordering::always : ordering::where_it_pays);
        answer_rows<> found;
        answer_rows<ray_hit<scalar>> hit;
        std::vector<std::uint32_t> counts(length, 77);
        std::vector<std::optional<ray_hit<scalar>>> first(length);
        std::vector<neighbor> neighbors(length * 3);
        ASSERT_EQ(tree.ask(asked.areas, workspace, found), outcome::complete);
        ASSERT_EQ(tree.ask(asked.rays, workspace, hit), outcome::complete);
        ASSERT_TRUE(tree.ask(asked.counts, counts) && tree.ask(asked.closest, first) &&
                    tree.ask(asked.places, neighbors));
        for (std::size_t number = 0; number < length; ++number) {
            const item except = asked.areas[number].wanted.except;
            std::vector<item> found_alone;
            std::vector<ray_hit<scalar>> hit_alone;
            std::vector<neighbor> neighbors_alone;
            tree.ask(asked.areas[number], found_alone);
            tree.ask(asked.rays[number], hit_alone);
            tree.ask(asked.places[number], 3, neighbors_alone);
            ASSERT_TRUE(std::ranges::equal(found[number], found_alone));
            ASSERT_TRUE(std::ranges::equal(hit[number], hit_alone));
            ASSERT_TRUE(std::ranges::equal(std::span(neighbors).subspan(number * 3, 3), neighbors_alone));
            ASSERT_EQ(counts[number], found_alone.size());
            ASSERT_EQ(first[number], tree.ask(asked.closest[number]));
            ASSERT_EQ(std::ranges::count(found_alone, except), 0);
        }
    }
}

/// With a NaN among them, some questions have no walk at all.
// promise: query-batches
TYPED_TEST(batch_in_flight, questions_without_an_answer_leave_the_others_theirs) {
    const auto tree = crowd<box<TypeParam>>(many_items);
    random_source source(5);
    batch_workspace workspace;
    mixture<TypeParam> asked(tree, 40, source);
    const TypeParam nan = std::numeric_limits<TypeParam>::quiet_NaN();
    for (std::size_t number = 0; number < 40; number += 3) {
        asked.areas[number].max.x = nan;
        asked.places[number].y = nan;
        asked.rays[number].translation.x = nan;
    }
    EXPECT_TRUE(many_areas_agree("boxes", tree, asked.areas, {}, workspace));
    EXPECT_TRUE(many_places_agree(tree, asked.places, 3, {}, workspace));
    EXPECT_TRUE(many_places_agree(tree, asked.places, 3, {all_layers, -1.0}, workspace));
    EXPECT_TRUE(many_rays_agree(tree, asked.rays, {}, workspace));
}

// promise: query-batch-visitors
TYPED_TEST(batch_in_flight, visitors_that_stop_have_seen_the_answers_of_single_ones_up_to_there) {
    const auto tree = crowd<box<TypeParam>>(many_items);
    random_source source(6);
    const mixture<TypeParam> asked(tree, 20, source);
    std::vector<std::uint32_t> expected;
    for (const auto& area : asked.areas) {
        tree.query(area, expected);
    }
    batch_workspace workspace;
    for (const std::size_t last : {std::size_t{1}, std::size_t{300}, expected.size() - 1}) {
        std::vector<std::uint32_t> visited;
        const auto visit = [&](std::size_t, auto hit) {
            visited.push_back(hit.index());
            return visited.size() == last ? flow::stop : flow::next;
        };
        EXPECT_EQ(tree.query(asked.areas, workspace, visit), outcome::stopped);
        EXPECT_TRUE(visited.size() == last && std::equal(visited.begin(), visited.end(), expected.begin()));
    }
}

/// The tree that a question is asked of may be another one at each call of the same workspace.
// promise: query-batches
TYPED_TEST(batch_in_flight, one_workspace_serves_trees_of_all_sizes) {
    batch_workspace workspace;
    for (const std::uint32_t count : {1U, many_items, 16U, 5000U, many_items + 1}) {
        const auto tree = crowd<point<TypeParam>>(count);
        random_source source(count);
        const mixture<TypeParam> asked(tree, 50, source);
        EXPECT_TRUE(many_areas_agree("boxes", tree, asked.areas, {}, workspace)) << count;
        EXPECT_TRUE(many_places_agree(tree, asked.places, 4, {}, workspace)) << count;
    }
}

} // namespace
} // namespace quadrille::testing
