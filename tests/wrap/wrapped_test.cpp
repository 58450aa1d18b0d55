// Worlds that wrap: every question, by counting images.
// SPDX-License-Identifier: MIT
#include "support/answers.hpp"
#include "support/effort.hpp"
#include "support/reach.hpp"
#include "support/scalars.hpp"
#include "threads/runners.hpp"
#include "wrap/counted_world.hpp"
#include "wrap/wrapped.hpp"

#include <quadrille/batch_queries.hpp>
#include <quadrille/parallel.hpp>
#include <quadrille/quadtree.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_EVERY_SHAPE_SUITE(wrapped);

// promise: worlds-that-wrap
TYPED_TEST(wrapped, areas_find_what_they_meet_in_any_period) {
    using scalar = typename TypeParam::scalar;
    each_counted_world<TypeParam>([](auto& world) {
        for (int turn = 0; turn < 12; ++turn) {
            const auto agree = [&](const char* what, const auto& area) {
                std::vector<std::uint32_t> found;
                world.tree.query(area, [&](auto hit) {
                    found.push_back(hit.index());
                    EXPECT_TRUE(intersects(hit.image(), area)) << what << ": the image that is told does not meet it";
                });
                oracle::sort(found);
                EXPECT_EQ(found, world.meeting([&](const TypeParam& image) { return intersects(image, area); }))
                    << what;
                EXPECT_EQ(world.tree.count(area), found.size());
                const double distance = world.source.below(12);
                found.clear();
                world.tree.query_within(area, distance, found);
                oracle::sort(found);
                EXPECT_EQ(found, world.meeting([&](const TypeParam& image) {
                    return are_within(image, area, distance);
                })) << what
                    << " within " << distance;
            };
            const point<scalar> a = world.place();
            const point<scalar> b = world.place();
            agree("box",
                  box<scalar>{{std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)}});
            agree("circle", circle<scalar>{a, static_cast<scalar>(world.source.below(40))});
            agree("point", a);
            agree("segment", segment<scalar>{a, b});
            const point<scalar> corners[] = {a, {a.x + 9, a.y}, {a.x + 9, a.y + 5}};
            agree("polygon", polygon<scalar>{corners});
        }
        std::vector<std::uint32_t> all;
        world.tree.query(box<scalar>{{-infinite<scalar>, -infinite<scalar>}, {infinite<scalar>, infinite<scalar>}},
                         all);
        EXPECT_EQ(all.size(), world.tree.size());
    });
}

// promise: worlds-that-wrap: Each pair is told once, wherever and how often two items meet.
TYPED_TEST(wrapped, pairs_meet_across_the_seam_once) {
    each_counted_world<TypeParam>([](auto& world) {
        for (const double distance : {0.0, 1.0, 5.0, 30.0}) {
            if (has_fewer_runs && (distance == 1 || distance == 30)) {
                continue;
            }
            std::vector<index_pair> expected;
            for (std::uint32_t a = 0; a < world.shapes.size(); ++a) {
                for (const std::uint32_t b : world.meeting(
                         [&](const TypeParam& image) { return are_within(image, world.shapes[a], distance); })) {
                    if (a < b) {
                        expected.push_back({a, b});
                    }
                }
            }
            std::vector<index_pair> found;
            world.tree.pairs(
                [&](auto a, auto b) {
                    found.push_back({a.index(), b.index()});
                    EXPECT_TRUE(are_within(a.image(), b.image(), distance));
                    EXPECT_EQ(a.shift(), shift{});
                },
                {.distance = distance});
            oracle::normalize(found);
            EXPECT_EQ(found, expected) << distance;

            std::vector<index_pair> joined;
            world.tree.join(world.tree, joined, {.distance = distance});
            EXPECT_EQ(joined.size(), 2 * expected.size() + world.tree.size());
            std::vector<item> everyone;
            world.tree.each([&](auto hit) { everyone.push_back(hit.item()); });
            found.clear();
            world.tree.pairs_of(everyone, found, {.distance = distance});
            oracle::normalize(found);
            EXPECT_EQ(found, expected) << "pairs_of";
            parallel::thread_pool pool(2);
            parallel::answer_pieces<index_pair> pieces;
            parallel::pairs(pool, world.tree, pieces, {.distance = distance});
            found.assign(pieces.begin(), pieces.end());
            oracle::normalize(found);
            EXPECT_EQ(found, expected) << "over threads";
        }
    });
}

// promise: worlds-that-wrap: An item is as near as its nearest image.
// promise: worlds-that-wrap: The nearest to a shape, too, each once.
TYPED_TEST(wrapped, the_nearest_are_so_by_their_nearest_image) {
    using scalar = typename TypeParam::scalar;
    each_counted_world<TypeParam>([](counted_world<TypeParam>& world) {
        const auto agree = [&](const auto& area) {
            std::vector<neighbor> expected;
            for (std::uint32_t index = 0; index < world.shapes.size(); ++index) {
                expected.push_back({world.tree.item_at(index), world.distance2_of(index, area)});
            }
            std::ranges::sort(expected, {},
                              [](const neighbor& one) { return std::pair(one.distance2, one.which.index); });
            for (const std::size_t most : {std::size_t{1}, std::size_t{1 + world.source.below(70)}}) {
                std::vector<neighbor> found(most);
                found.resize(world.tree.nearest(area, found));
                std::vector<neighbor> accepted(most);
                accepted.resize(world.tree.nearest(area, accepted, {}, [](auto) { return true; }));
                ASSERT_EQ(found.size(), std::min(most, expected.size()));
                ASSERT_TRUE(std::equal(found.begin(), found.end(), expected.begin()));
                ASSERT_EQ(accepted, found);
            }
            nearest_workspace workspace;
            std::size_t at = 0;
            for (const auto hit : world.tree.nearest(area, workspace)) {
                ASSERT_LT(at, expected.size());
                EXPECT_EQ(hit.item(), expected[at].which);
                EXPECT_EQ(distance2(hit.image(), area), expected[at++].distance2);
            }
            EXPECT_EQ(at, expected.size());
        };
        for (int turn = 0; turn < 3; ++turn) {
            const point<scalar> one = world.place();
            const point<scalar> corners[] = {one, {one.x + 9, one.y}, {one.x + 4, one.y + 7}};
            agree(one);
            agree(world.place());
            agree(draw_whole<box<scalar>>(world.source, 40, 40));
            agree(
                segment<scalar>{one, {one.x + scalar(world.source.below(20)), one.y + scalar(world.source.below(20))}});
            agree(polygon<scalar>{corners});
            agree(circle<scalar>{one, 3});
        }
    });
}

// promise: worlds-that-wrap: An item is as near as its nearest image.
TYPED_TEST(wrapped, the_closest_pairs_are_so_by_their_nearest_images) {
    each_counted_world<TypeParam>([](counted_world<TypeParam>& world) {
        std::vector<double> distances;
        for (std::uint32_t a = 0; a < world.shapes.size(); ++a) {
            for (std::uint32_t b = a + 1; b < world.shapes.size(); ++b) {
                distances.push_back(world.distance2_of(b, world.shapes[a]));
            }
        }
        std::sort(distances.begin(), distances.end());
        for (const std::size_t k : {std::size_t{1}, std::size_t{17}, std::size_t{700}}) {
            std::vector<close_pair> found;
            world.tree.closest_pairs(k, found);
            ASSERT_EQ(found.size(), k);
            for (std::size_t at = 0; at < k; ++at) {
                EXPECT_EQ(found[at].distance2, distances[at]);
            }
        }
    });
}

// promise: worlds-that-wrap: Rays and casts go around as often as they do, and hit each item once, at the first of its images.
TYPED_TEST(wrapped, paths_go_around) {
    using scalar = typename TypeParam::scalar;
    each_counted_world<TypeParam>([](auto& world) {
        for (int turn = 0; turn < 12; ++turn) {
            const ray<scalar> along{world.place(), world.place()};
            std::vector<std::pair<std::uint32_t, double>> expected;
            for (std::uint32_t index = 0; index < world.shapes.size(); ++index) {
                double first = 2;
                world.each_image(world.shapes[index], 11, [&](const TypeParam& image) {
                    const double there = hit_fraction(along, image);
                    first = 0 <= there && there < first ? there : first;
                });
                if (first <= 1) {
                    expected.emplace_back(index, double(static_cast<scalar>(first)));
                }
            }
            std::vector<std::pair<std::uint32_t, double>> found;
            world.tree.raycast(along, [&](auto hit) {
                found.emplace_back(hit.index(), hit.fraction());
                EXPECT_NEAR(hit_fraction(along, hit.image()), hit.fraction(), 1e-6);
            });
            std::sort(found.begin(), found.end());
            EXPECT_EQ(found, expected);
            const auto first = world.tree.closest_hit(along);
            ASSERT_EQ(bool(first), !expected.empty());
            if (first) {
                const auto fraction = &std::pair<std::uint32_t, double>::second;
                EXPECT_EQ(double(first->fraction), std::ranges::min(expected, {}, fraction).second);
            }
        }
    });
}

// promise: worlds-that-wrap: Hits tell their image wherever they come from: visitors, ranges, batches, threads, predicates.
TYPED_TEST(wrapped, hits_tell_their_image_in_every_form) {
    using scalar = typename TypeParam::scalar;
    counted_world<TypeParam> world(torus, 300, 4);
    // At the seam, beyond it, and five periods away.
    const std::vector<box<scalar>> windows = {{{-12, -3}, {-4, 3}}, {{20, 20}, {28, 28}}, {{152, 120}, {160, 126}}};
    std::size_t shifted_hits = 0;
    const auto note = [&](std::size_t which, auto hit) {
        EXPECT_TRUE(intersects(hit.image(), windows[which]));
        EXPECT_EQ(hit.image(), shifted(hit.shape(), hit.shift(), torus.period));
        shifted_hits += hit.shift() == shift{} ? 0 : 1;
    };
    for (std::size_t which = 0; which < windows.size(); ++which) {
        world.tree.query(windows[which], [&](auto hit) { note(which, hit); });
        for (auto hit : world.tree.query(windows[which])) {
            note(which, hit);
        }
        const auto accepted = [&](auto hit) {
            note(which, hit);
            return true;
        };
        EXPECT_TRUE(world.tree.ask(question::any{question::where{question::query{windows[which]}, accepted}}));
    }
    const std::size_t each = shifted_hits;
    EXPECT_GT(each, 20U);
    batch_workspace workspace;
    world.tree.query(windows, workspace, note);
    parallel::thread_pool pool(2);
    batch_workspace on_threads;
    parallel::query(pool, world.tree, windows, on_threads, parallel::in_order(note));
    EXPECT_GT(shifted_hits, each);

    const auto note_pair = [&](auto a, auto b) {
        EXPECT_TRUE(are_within(a.image(), b.image(), 3));
        shifted_hits += b.shift() == shift{} ? 0 : 1;
    };
    shifted_hits = 0;
    world.tree.pairs(note_pair, {.distance = 3});
    const std::size_t pairs = shifted_hits;
    EXPECT_GT(pairs, 0U);
    parallel::pairs(pool, world.tree, parallel::in_order(note_pair), {.distance = 3});
    EXPECT_EQ(shifted_hits, 2 * pairs);
    // Of a window that is larger than the world every image in it.
    const box<scalar> large{{-40, -24}, {56, 48}};
    std::size_t images = 0;
    world.tree.query(large, [&](auto hit) {
        hit.each_image(large, [&](auto one) {
            ++images;
            EXPECT_TRUE(intersects(one.image(), large));
        });
    });
    EXPECT_GE(images, 9 * world.tree.size());
}

// promise: worlds-that-wrap: Joins of trees of other shapes, and pairs of some items, find all images and tell which.
TYPED_TEST(wrapped, partners_of_other_shapes_are_found_at_every_image) {
    using scalar = typename TypeParam::scalar;
    const options how{.period = {100, 0}};
    quadtree<void, box<scalar>> boxes(how);
    boxes.insert({{-2, 0}, {2, 1}});
    quadtree<void, point<double>> points(options{.period = boxes.period(), .origin = boxes.origin()});
    points.insert({1, 0.5});
    points.insert({99, 0.5});
    std::vector<shift> told;
    EXPECT_EQ(boxes.join(points,
                         [&](auto a, auto b) {
                             told.push_back(b.shift());
                             EXPECT_EQ(a.shift(), shift{});
                             EXPECT_TRUE(intersects(a.shape(), b.image()));
                         }),
              outcome::complete);
    ASSERT_EQ(told.size(), 2U);
    told.clear();
    points.join(boxes, [&](auto a, auto b) {
        told.push_back(b.shift());
        EXPECT_TRUE(intersects(a.shape(), b.image()));
    });
    EXPECT_EQ(told.size(), 2U);

    counted_world<TypeParam> world(torus, 60, 6);
    quadtree<void, circle<double>> circles(torus);
    random_source source(8);
    for (int rest = 60; rest > 0; --rest) {
        circles.insert(draw_whole<circle<double>>(source, 40, 40));
    }
    std::set<std::pair<std::uint32_t, std::uint32_t>> expected;
    circles.each([&](auto one) {
        for (const std::uint32_t other :
             world.meeting([&](const TypeParam& image) { return are_within(image, one.shape(), 2); })) {
            expected.insert({other, one.index()});
        }
    });
    std::set<std::pair<std::uint32_t, std::uint32_t>> found;
    const auto note = [&](auto a, auto b) {
        EXPECT_TRUE(found.insert({a.index(), b.index()}).second);
        EXPECT_TRUE(are_within(a.image(), b.image(), 2));
    };
    world.tree.join(circles, note, {.distance = 2});
    EXPECT_EQ(found, expected);
    std::vector<item> everyone;
    world.tree.each([&](auto hit) { everyone.push_back(hit.item()); });
    world.tree.pairs_of(everyone, [](auto a, auto b) { EXPECT_TRUE(are_within(a.image(), b.image(), 3)); },
                        {.distance = 3});
}

/// An area of the user's, with names that a segment has, too.
struct capsule {
    point<float> a;
    point<float> b;
    float r;

    box<float> bounds() const {
        return {{std::min(a.x, b.x) - r, std::min(a.y, b.y) - r}, {std::max(a.x, b.x) + r, std::max(a.y, b.y) + r}};
    }
    static bool may_intersect(const box<float>&) { return true; }
    bool intersects(const box<float>& shape) const { return are_within(shape, segment<float>{a, b}, r); }
};

// promise: worlds-that-wrap: Long paths find what is at their beginning, and areas of the user's all images in their bounds.
TEST(wrapped_far, paths_and_areas_of_ones_own) {
    quadtree<> tree(options{.period = {100, 100}, .origin = {1e5, 1e5}});
    tree.insert({{100'010, 100'004}, {100'011, 100'006}});
    EXPECT_TRUE(tree.closest_hit({{100'005, 100'005}, {1e6F, 10}}));
    EXPECT_EQ(tree.count(segment<float>{{100'005, 100'005}, {1'100'005, 100'015}}), 1U);
    EXPECT_EQ(tree.count(capsule{{100'300, 100'150}, {100'400, 100'150}, 60}), 1U);
}

} // namespace
} // namespace quadrille::testing
