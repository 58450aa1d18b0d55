// Worlds that wrap: which images are stored, what is refused, and what keeps the period.
// SPDX-License-Identifier: MIT
#include "support/answers.hpp"
#include "support/reach.hpp"
#include "support/scalars.hpp"
#include "wrap/counted_world.hpp"
#include "wrap/wrapped.hpp"

#include <quadrille/load.hpp>
#include <quadrille/quadtree.hpp>
#include <quadrille/recording.hpp>
#include <quadrille/replay.hpp>
#include <quadrille/save.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_EVERY_SHAPE_SUITE(wrapped_shapes);

/// A shape of this width, unless it is a point.
template <class Shape>
Shape as_wide_as(typename Shape::scalar width) {
    if constexpr (is_circle<Shape>) {
        return {{0, 0}, width / 2};
    } else {
        return shaped_as<Shape>({{0, 0}, {width, 1}});
    }
}

/// In the tree's own order.
template <class Tree>
std::vector<index_pair> pairs_within_2(const Tree& tree) {
    std::vector<index_pair> found;
    tree.pairs(found, {.distance = 2});
    return found;
}

// promise: worlds-that-wrap: The tree stores the image whose center is in the period.
TYPED_TEST(wrapped_shapes, stores_the_image_with_its_center_in_the_period) {
    using scalar = typename TypeParam::scalar;
    for (const options& how : {torus, cylinder}) {
        random_source source(7);
        quadtree<void, TypeParam> tree(how);
        std::vector<TypeParam> given;
        for (int turn = 0; turn < 300; ++turn) {
            given.push_back(draw_whole<TypeParam>(source, 1e5, 1e5));
            const item added = tree.insert(given.back());
            EXPECT_EQ(tree.shape(added), image_in_period(how, given.back()));
            EXPECT_EQ(tree.find(given.back()), tree.find(*tree.shape(added)));
        }
        // What is stored stays as it is.
        const auto stored = snapshot_of(tree);
        ASSERT_TRUE(tree.sync(stored.shapes));
        EXPECT_EQ(snapshot_of(tree), stored);
        ASSERT_TRUE(tree.sync(given));
        EXPECT_EQ(snapshot_of(tree), stored);
        ASSERT_TRUE(tree.sync([&](auto hit) { return given[hit.index()]; }));
        EXPECT_EQ(snapshot_of(tree), stored);
        ASSERT_TRUE(tree.assign(given));
        EXPECT_EQ(snapshot_of(tree), stored);
        EXPECT_FALSE(tree.validate());
    }
    // One period and a million, at the ends and a step beyond.
    quadtree<void, box<scalar>> tree(options{.period = {16, 0}});
    for (const scalar place :
         {scalar{0}, scalar{16}, std::nextafter(scalar{16}, scalar{20}), std::nextafter(scalar{0}, scalar{-1}),
          scalar{-16}, scalar{16e6}, scalar{-16e6}, scalar{-1e-30F}, scalar{1e30F}}) {
        const item added = tree.insert({{place, 3}, {place, 3}});
        ASSERT_TRUE(added) << place;
        const scalar at = tree.shape(added)->min.x;
        EXPECT_TRUE(-1e-5 <= at && at <= 16.0001) << place << " is at " << at;
    }
    EXPECT_EQ(tree.count(box<scalar>{{-1, 0}, {1, 9}}), 9U);
}

// promise: worlds-that-wrap: A shape wider than half a period, and a period without use, are refused.
TYPED_TEST(wrapped_shapes, refuses_what_it_cannot_hold) {
    using scalar = typename TypeParam::scalar;
    const TypeParam small = draw<TypeParam>(*std::make_unique<random_source>(3), style::spread);
    for (const double bad : {-1.0, std::nan(""), infinite<double>, 1e-300}) {
        quadtree<void, TypeParam> tree(options{.period = {bad, 0}, .origin = {1, 1}});
        EXPECT_FALSE(tree.insert(small)) << bad;
        EXPECT_EQ(tree.error(), error::bad_period) << bad;
        const std::vector<TypeParam> some(3, small);
        EXPECT_EQ(tree.assign(some).error, error::bad_period) << bad;
        EXPECT_TRUE(tree.empty());
        EXPECT_EQ(tree.count(box<scalar>{{0, 0}, {1, 1}}), 0U);
    }
    if constexpr (!is_point<TypeParam>) {
        const auto wide = as_wide_as<TypeParam>(17);
        const auto fits = as_wide_as<TypeParam>(16);
        quadtree<void, TypeParam> tree(options{.period = {32, 0}});
        EXPECT_FALSE(tree.insert(wide));
        EXPECT_EQ(tree.error(), error::too_wide);
        EXPECT_NE(std::string(to_string(error::too_wide)).find("half a period"), std::string::npos);
        const item added = tree.insert(fits);
        EXPECT_TRUE(added);
        EXPECT_FALSE(tree.move(added, wide));
        EXPECT_EQ(tree.error(), error::too_wide);
        const std::vector<TypeParam> some = {fits, wide, bad_shapes<TypeParam>().front(), wide};
        const change_report report = tree.assign(some);
        EXPECT_EQ(report.error, error::too_wide);
        EXPECT_EQ(report.rejected, 3U);
        EXPECT_EQ(report.first_rejected, 1U);
        std::vector<item> items;
        EXPECT_EQ(tree.insert(some, items).rejected, 3U);
        EXPECT_EQ(tree.sync(std::span(some).first(1)).error, error::none);
        EXPECT_EQ(tree.sync(std::span(some).subspan(1, 1)).error, error::too_wide);
        EXPECT_EQ(tree.size(), 1U);
    }
}

// promise: worlds-that-wrap: At both ends of the period images of one shape are found by either.
TYPED_TEST(wrapped_shapes, are_found_by_either_end_of_the_period) {
    using scalar = typename TypeParam::scalar;
    const auto at = [](scalar x) { return shaped_as<TypeParam>({{x - 1, 4}, {x + 1, 6}}); };
    quadtree<void, TypeParam> tree(options{.period = {16, 0}});
    const item one = tree.insert(at(16));
    for (const scalar place : {scalar{-16}, scalar{0}, scalar{16}, scalar{32}}) {
        EXPECT_EQ(tree.find(at(place)), one) << place;
    }
    const item other = tree.insert(at(32));
    EXPECT_EQ(tree.find(at(0)), one);
    tree.erase(one);
    EXPECT_EQ(tree.find(at(16)), other);
}

// promise: worlds-that-wrap: Windows of any width; of a window of many periods each image can be told.
TYPED_TEST(wrapped_shapes, meet_windows_of_any_width) {
    using scalar = typename TypeParam::scalar;
    counted_world<TypeParam> world(options{.leaf_capacity = 4, .period = {24, 24}}, 60, 9);
    const std::uint32_t in_rows = world.tree.count(box<scalar>{{-64, 3}, {64, 5}});
    EXPECT_GT(in_rows, 0U);
    for (scalar width = 100; std::isfinite(width * 1e4F); width *= 10) {
        EXPECT_EQ(world.tree.count(box<scalar>{{-width, 3}, {width, 5}}), in_rows) << width;
        EXPECT_EQ(world.tree.count(box<scalar>{{-width / 3, 3}, {width, 5}}), in_rows) << width;
    }
    EXPECT_EQ(world.tree.count(box<scalar>{{-infinite<scalar>, 3}, {infinite<scalar>, 5}}), in_rows);
    const item lonely = world.tree.insert(world.shapes[0]);
    for (const int periods : {3, 30, 300}) {
        const box<scalar> window{{0, -64}, {static_cast<scalar>(24 * periods) - 1, 64}};
        int images = 0;
        int expected = 0;
        world.tree.query(window, [&](auto hit) {
            if (hit.item() == lonely) {
                hit.each_image(window, [&](auto one) { images += intersects(one.image(), window) ? 1 : 0; });
            }
        });
        for (int x = -3; x <= periods + 3; ++x) {
            for (int y = -8; y <= 8; ++y) {
                expected += intersects(moved_by(*world.tree.shape(lonely), x * 24, y * 24), window) ? 1 : 0;
            }
        }
        EXPECT_EQ(images, expected) << periods;
    }
}

// promise: worlds-that-wrap: A recording in which a shape was too wide is replayed.
TYPED_TEST(wrapped_shapes, too_wide_are_recorded) {
    if constexpr (!is_point<TypeParam>) {
        std::vector<std::byte> bytes;
        {
            quadtree<void, TypeParam> tree(options{.period = {10, 10}});
            recording record(tree, bytes);
            record.insert(TypeParam{});
            record.insert(as_wide_as<TypeParam>(8));
            EXPECT_EQ(tree.error(), error::too_wide);
            record.insert(TypeParam{});
        }
        quadtree<void, TypeParam> again;
        const replay_report report = replay(again, std::span<const std::byte>(bytes));
        EXPECT_TRUE(report);
        EXPECT_EQ(again.size(), 2U);
    }
}

// promise: worlds-that-wrap: A period for trees of one shape serves these, and no others.
TYPED_TEST(wrapped_shapes, have_a_period_for_one_shape) {
    counted_world<TypeParam> world(torus, 60, 4);
    options how = torus;
    how.period = period_for<TypeParam>(how.period.width(), how.period.height());
    EXPECT_EQ(how.period, torus.period);
    quadtree<void, TypeParam> own(how);
    ASSERT_TRUE(own.assign(world.shapes));
    EXPECT_EQ(pairs_within_2(own), pairs_within_2(world.tree));
    EXPECT_EQ(pairs_within_2(own.clone()), pairs_within_2(world.tree));

    using other_shape = std::conditional_t<is_point<TypeParam>, box<float>, point<double>>;
    quadtree<void, other_shape> other(how);
    EXPECT_FALSE(other.insert(other_shape{}));
    EXPECT_EQ(other.error(), error::full);
    EXPECT_EQ(other.count(box<typename other_shape::scalar>{{-9, -9}, {9, 9}}), 0U);
}

// promise: worlds-that-wrap: Two trees are joined if they have one period.
TYPED_TEST(wrapped_shapes, joins_trees_of_one_period_alone) {
    counted_world<TypeParam> one(torus, 50, 1);
    counted_world<TypeParam> two(torus, 50, 2);
    std::vector<index_pair> found;
    EXPECT_EQ(one.tree.join(two.tree, found, {.distance = 3}), outcome::complete);
    std::vector<index_pair> expected;
    for (std::uint32_t a = 0; a < one.shapes.size(); ++a) {
        for (const std::uint32_t b :
             two.meeting([&](const TypeParam& image) { return are_within(image, one.shapes[a], 3); })) {
            expected.push_back({a, b});
        }
    }
    oracle::sort(found);
    EXPECT_EQ(found, expected);
#ifndef QUADRILLE_CHECKED
    quadtree<void, TypeParam> flat;
    flat.assign(two.shapes);
    EXPECT_EQ(one.tree.join(flat, found), outcome::other_period);
    EXPECT_EQ(flat.join(one.tree, found), outcome::other_period);
#endif
}

// promise: worlds-that-wrap: A recording of one is replayed with its period.
TYPED_TEST(wrapped_shapes, is_recorded_and_replayed) {
    using scalar = typename TypeParam::scalar;
    std::vector<std::byte> bytes;
    {
        quadtree<void, TypeParam> tree(torus);
        recording record(tree, bytes);
        counted_world<TypeParam> drawn(torus, 100, 5);
        record.assign(drawn.shapes);
        for (int tick = 0; tick < 5; ++tick) {
            for (TypeParam& each : drawn.shapes) {
                each = moved_by(each, 3, 7);
            }
            record.sync(drawn.shapes);
            std::vector<index_pair> found;
            record.pairs(found, {.distance = 2});
            record.query(box<scalar>{{-20, -20}, {0, 0}}, [](auto) {});
            record.tick();
        }
    }
    quadtree<void, TypeParam> again;
    const replay_report report = replay(again, std::span<const std::byte>(bytes));
    EXPECT_TRUE(report);
    EXPECT_EQ(report.operations, 1U + 1 + 5 * 4);
    EXPECT_EQ(again.period(), torus.period);
    EXPECT_EQ(again.origin(), torus.origin);
}

// promise: worlds-that-wrap: A shape may be wider than half a period by 4 ε (|origin| + 2 periods), and no more.
TYPED_TEST(wrapped_shapes, may_be_wider_than_half_a_period_by_a_few_steps) {
    using scalar = typename TypeParam::scalar;
    const options of{.period = {64, 0}, .origin = {-32, 0}};
    const auto most = static_cast<scalar>(32 + (32 + 2 * 64) * 4 * double(std::numeric_limits<scalar>::epsilon()));
    quadtree<void, TypeParam> tree(of);
    EXPECT_TRUE(tree.insert(as_wide_as<TypeParam>(32)));
    EXPECT_TRUE(tree.insert(as_wide_as<TypeParam>(most)));
    EXPECT_EQ(bool(tree.insert(as_wide_as<TypeParam>(next_above(most)))), is_point<TypeParam>);
    EXPECT_EQ(tree.error(), is_point<TypeParam> ? error::none : error::too_wide);
}

// promise: worlds-that-wrap: What is stored can be stored again, also if it is as wide as half a period.
TEST(wrapped_far, shapes_as_wide_as_may_be_stay_so) {
    // A step less wide than half a period, and a step more when it has been moved.
    quadtree<> narrow(options{.period = {10.1, 0}});
    const item widest = narrow.insert({{-7.75663423538208F, 0}, {-2.706634283065796F, 1}});
    ASSERT_TRUE(widest);
    EXPECT_FALSE(narrow.validate());
    EXPECT_TRUE(narrow.move(widest, *narrow.shape(widest)));
}

} // namespace
} // namespace quadrille::testing
