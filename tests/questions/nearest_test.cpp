// Nearest: the k closest to a place or an area, in order, equal to a full scan in every form, wherever they lie.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/reach.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"
#include "support/worlds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(nearest);
QUADRILLE_EVERY_SHAPE_SUITE(nearest_of_every_shape);

/// All items by their distance.
template <class Tree, class Area>
std::vector<neighbor> scanned_by_distance(const Tree& tree, const Area& area, const nearest_filter& wanted) {
    std::vector<neighbor> all;
    tree.each([&](auto hit) {
        if (detail::matches_layers(tree.layers(hit.item()), wanted.layers) && hit.item() != wanted.except &&
            are_within(hit.shape(), area, wanted.distance)) {
            all.push_back({hit.item(), distance2(hit.shape(), area)});
        }
    });
    std::ranges::sort(all, {}, [](const neighbor& one) { return std::pair(one.distance2, one.which.index); });
    return all;
}
std::vector<neighbor> first_of(std::vector<neighbor> all, std::size_t k) {
    all.resize(std::min(k, all.size()));
    return all;
}

template <class Tree, class Area>
void expect_nearest(const Tree& tree, const Area& area, std::size_t k, const nearest_filter& wanted) {
    const std::vector<neighbor> all = scanned_by_distance(tree, area, wanted);
    const std::vector<neighbor> expected = first_of(all, k);
    std::vector<neighbor> found(k);
    counters seen;
    found.resize(tree.nearest(area, found, wanted, &seen));
    ASSERT_TRUE(found == expected) << found.size() << " of " << expected.size();
    ASSERT_EQ(seen.answers, expected.size());
    const neighbor first{{1, 1}, 4};
    for (const std::size_t most : {k, std::numeric_limits<std::size_t>::max()}) {
        std::vector<neighbor> expected_behind = first_of(all, most);
        expected_behind.insert(expected_behind.begin(), first);
        std::vector<neighbor> appended = {first};
        ASSERT_EQ(tree.nearest(area, most, appended, wanted), expected_behind.size() - 1);
        ASSERT_EQ(appended, expected_behind);
    }

    nearest_workspace workspace;
    std::vector<neighbor> looped;
    for (auto hit : tree.nearest(area, workspace, wanted)) {
        looped.push_back({hit.item(), hit.distance2()});
    }
    ASSERT_TRUE(looped == all) << looped.size() << " of " << all.size();

    std::vector<neighbor> even = all;
    std::erase_if(even, [](const neighbor& one) { return one.which.index % 2 != 0; });
    std::vector<std::uint32_t> asked;
    found.assign(k, {});
    found.resize(tree.nearest(area, found, wanted, [&](auto hit) {
        asked.push_back(hit.index());
        return hit.index() % 2 == 0;
    }));
    ASSERT_TRUE(found == first_of(even, k)) << found.size() << " among even ones";
    std::sort(asked.begin(), asked.end());
    ASSERT_EQ(std::adjacent_find(asked.begin(), asked.end()), asked.end()) << "asked twice";
}

/// Calls `use(area)` with three places, and one area of each form.
template <class Scalar, class Use>
void each_form(random_source& source, style how, const Use& use) {
    const auto place = [&] { return draw_place<Scalar>(source, how); };
    for (int turn = 0; turn < 3; ++turn) {
        use(place());
    }
    use(draw_area<Scalar>(source, how));
    use(circle<Scalar>{place(), static_cast<Scalar>(source.between(-0.5, 8))});
    use(segment<Scalar>{place(), place()});
    const std::vector<point<Scalar>> corners = {place(), place(), place()};
    for (const std::size_t count : {std::size_t{3}, std::size_t{source.below(3)}}) {
        use(polygon<Scalar>{std::span(corners).first(count)});
    }
}

// promise: nearest
// promise: nearest: Items at the same distance come in the order of their indices.
// promise: nearest: `where` may be a box, circle, segment or polygon.
// promise: nearest: The nearest `most`, or all, are appended to a vector.
// promise: nearest: A range of the nearest has the same order, and `distance2`.
// promise: nearest-predicate
// promise: layer-filter: A filter finds the nearest items, and those that a ray hits, in any of its layers.
TYPED_TEST(nearest_of_every_shape, equal_a_full_scan_at_every_size_and_capacity) {
    using scalar = typename TypeParam::scalar;
    constexpr std::size_t some[] = {0, 1, 2, 5, 8, 11, 48, 49, 500};
    each_small_world<TypeParam>(91, [&](queried_world<TypeParam>& world) {
        scatter_layers(world);
        each_form<scalar>(world.source, world.how, [&](const auto& area) {
            const std::size_t k = some[world.source.below(9)];
            const std::uint32_t layers = world.source.below(2) == 0 ? all_layers : world.source.below(8);
            const double distance = world.source.below(3) == 0 ? world.source.between(-1, 9) : infinite<double>;
            const item except = world.tree.item_at(world.source.below(world.tree.index_limit() + 1));
            expect_nearest(world.tree, area, k, {.layers = layers, .distance = distance, .except = except});
        });
    });
}

// promise: distances: The distance of a filter of `nearest` counts itself.
TYPED_TEST(nearest, within_a_distance_that_counts_itself) {
    bare_tree<TypeParam> tree;
    for (int number = 0; number < 100; ++number) {
        tree.insert(dot<TypeParam>(number, 0));
    }
    const auto count_within = [&](const point<TypeParam>& where, double distance) {
        expect_nearest(tree, where, 200, {.distance = distance});
        std::vector<neighbor> found(200);
        return tree.nearest(where, found, {.distance = distance});
    };
    EXPECT_EQ(count_within({0, 0}, 9), 10U);
    EXPECT_EQ(count_within({0, 0}, std::nextafter(9.0, 0.0)), 9U);
    EXPECT_EQ(count_within({0, 0}, 0), 1U);
    EXPECT_EQ(count_within({0, 1}, 0), 0U);
    for (const double none : {-1.0, -infinite<double>, not_a_number<double>}) {
        EXPECT_EQ(count_within({0, 0}, none), 0U) << none;
    }
}

// promise: nearest: From an infinite place all items are infinitely far.
TYPED_TEST(nearest_of_every_shape, from_an_infinite_place_are_within_no_finite_distance) {
    using scalar = typename TypeParam::scalar;
    bare_tree<TypeParam> tree;
    tree.insert(dot<TypeParam>(3, 4));
    const point<scalar> far_off = {3, infinite<scalar>};
    std::vector<neighbor> found(2);
    for (const double distance : {1.0, 1e154, 1e155, 1e200, 1e300, std::numeric_limits<double>::max()}) {
        expect_nearest(tree, far_off, 2, {.distance = distance});
        EXPECT_EQ(tree.nearest(far_off, found, {.distance = distance}), 0U) << distance;
    }
    EXPECT_EQ(tree.nearest(far_off, found), 1U);
    EXPECT_EQ(found[0].distance2, infinite<double>);
}

// promise: nearest-predicate
// promise: small-queries: `nearest` visits little.
TYPED_TEST(nearest, visit_little_and_ask_their_predicate_about_few) {
    const scenes::world<TypeParam> world(scenes::kind::uniform, 20000, 2);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(world.boxes()));
    std::vector<neighbor> found(4);
    counters seen;
    EXPECT_EQ(tree.nearest({100, 100}, found, {}, &seen), 4U);
    EXPECT_EQ(seen.answers, 4U);
    EXPECT_GT(seen.cells, 0U);
    EXPECT_GT(seen.blocks, 0U);
    EXPECT_GE(seen.lanes, 4U);
    EXPECT_LT(seen.cells + seen.blocks, 60U) << "only what lies about the place";
    const counters before = seen;
    tree.nearest({100, 100}, found, {}, &seen);
    EXPECT_EQ(seen.lanes, 2 * before.lanes) << "added to the previous values";
    int calls = 0;
    const auto every_third = [&](auto hit) { return ++calls, hit.index() % 3 == 0; };
    EXPECT_EQ(tree.nearest({100, 100}, found, {}, every_third), 4U);
    EXPECT_GE(calls, 4);
    EXPECT_LT(calls, 64) << "one in three is accepted, and four are asked for";
}

/// Candidates of two ranges in one heap would be reported by the wrong range.
// promise: nearest: A new range in the same workspace ends the previous one.
TEST(nearest_range_of_a_workspace_that_another_has_begun_in, ends) {
    quadtree<int> tree;
    for (int number = 0; number < 100; ++number) {
        tree.insert({{float(number), 0}, {float(number), 0}}, number);
    }
    nearest_workspace workspace;
    auto first = tree.nearest({0, 0}, workspace);
    auto at = first.begin();
    ASSERT_NE(at, first.end());
    auto second = tree.nearest({99, 0}, workspace);
#ifdef QUADRILLE_CHECKED
    GTEST_FLAG_SET(death_test_style, "fast");
    EXPECT_DEATH(++at, "one range at a time");
#else
    EXPECT_EQ(++at, first.end());
    EXPECT_EQ(first.outcome(), outcome::tree_changed);
#endif
    EXPECT_EQ((*second.begin()).index(), 99U) << "which continues";
}

} // namespace
} // namespace quadrille::testing
