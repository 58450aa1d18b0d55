// Worlds that wrap: every question by counting images, on the seam, at its ends, far away; and what cannot be stored.
// SPDX-License-Identifier: MIT
#include "support/answers.hpp"
#include "support/effort.hpp"
#include "support/reach.hpp"
#include "support/runners.hpp"
#include "support/scalars.hpp"
#include "support/wrapped.hpp"

#include <quadrille/batch_queries.hpp>
#include <quadrille/load.hpp>
#include <quadrille/parallel.hpp>
#include <quadrille/quadtree.hpp>
#include <quadrille/recording.hpp>
#include <quadrille/replay.hpp>
#include <quadrille/save.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_EVERY_SHAPE_SUITE(wrapped);

/// Whole numbers, whose images are exact: then it does not matter which of two shapes is shifted.
template <class Shape>
Shape draw_whole(random_source& source, double width, double height) {
    using scalar = typename Shape::scalar;
    const auto whole = [&](double low, double high) {
        return static_cast<scalar>(low + double(source.below(static_cast<std::uint32_t>(high - low) + 1)));
    };
    const point<scalar> corner{whole(-2 * width, 2 * width), whole(-2 * height, 2 * height)};
    const point<scalar> size{static_cast<scalar>(source.below(6)), static_cast<scalar>(source.below(6))};
    if constexpr (is_point<Shape>) {
        return corner;
    } else if constexpr (is_circle<Shape>) {
        return {corner, size.x};
    } else {
        return box_from_corner(corner, size);
    }
}

/// A world of whole numbers, and all images of its shapes as far as it matters.
template <class Shape>
struct counted_world {
    using scalar = typename Shape::scalar;

    options how;
    quadtree<void, Shape> tree;
    std::vector<Shape> shapes;
    random_source source;

    counted_world(const options& of, std::uint32_t count, std::uint64_t seed) : how(of), tree(of), source(seed) {
        for (std::uint32_t rest = count; rest > 0; --rest) {
            shapes.push_back(draw_whole<Shape>(source, 40, 40));
        }
        EXPECT_TRUE(tree.assign(shapes));
    }

    /// Calls `use(image, x, y)` for the images of a shape that are at most so many periods from where it was given.
    template <class Use>
    void each_image(const Shape& shape, int most, Use&& use) const {
        const int across = how.period.width() > 0 ? most : 0;
        const int along = how.period.height() > 0 ? most : 0;
        for (int x = -across; x <= across; ++x) {
            for (int y = -along; y <= along; ++y) {
                use(moved_by(shape, x * how.period.width(), y * how.period.height()));
            }
        }
    }
    template <class Meets>
    std::vector<std::uint32_t> meeting(const Meets& meets, int most = 11) const {
        std::vector<std::uint32_t> found;
        for (std::uint32_t index = 0; index < shapes.size(); ++index) {
            bool is_found = false;
            each_image(shapes[index], most, [&](const Shape& image) { is_found = is_found || meets(image); });
            if (is_found) {
                found.push_back(index);
            }
        }
        return found;
    }
    double distance2_of(std::uint32_t index, const point<scalar>& where) const {
        double least = infinite<double>;
        each_image(shapes[index], 11, [&](const Shape& image) { least = std::min(least, distance2(image, where)); });
        return least;
    }
    point<scalar> place() { return draw_whole<point<scalar>>(source, 40, 40); }
};

const options torus{.leaf_capacity = 4, .period = {32, 24}, .origin = {-8, 0}};
/// Far out: of floats a period has hardly more steps than it must have.
const options coarse{.leaf_capacity = 4, .period = {128, 128}, .origin = {1e6, -1e6}};
const options cylinder{.leaf_capacity = 4, .period = {32, 0}};

template <class Shape, class Check>
void each_counted_world(Check&& check) {
    for (const options& how :
         {torus, cylinder, options{.leaf_capacity = 8, .period = {0, 20}, .origin = {0, 5}}, coarse}) {
        for (std::uint64_t seed = 1; seed <= in_rounds(2U); ++seed) {
            counted_world<Shape> world(how, 60, seed);
            check(world);
        }
    }
}

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
TYPED_TEST(wrapped, the_nearest_are_so_by_their_nearest_image) {
    using scalar = typename TypeParam::scalar;
    each_counted_world<TypeParam>([](auto& world) {
        for (int turn = 0; turn < 12; ++turn) {
            const point<scalar> where = world.place();
            std::vector<neighbor> expected;
            for (std::uint32_t index = 0; index < world.shapes.size(); ++index) {
                expected.push_back({world.tree.item_at(index), world.distance2_of(index, where)});
            }
            std::sort(expected.begin(), expected.end(), detail::comes_before);
            std::vector<neighbor> found(1 + world.source.below(70));
            found.resize(world.tree.nearest(where, found));
            expected.resize(found.size());
            EXPECT_EQ(found, expected);
            nearest_workspace workspace;
            std::size_t at = 0;
            for (const auto hit : world.tree.nearest(where, workspace)) {
                if (at == expected.size()) {
                    break;
                }
                EXPECT_EQ(hit.item(), expected[at].which);
                EXPECT_EQ(distance2(hit.image(), where), expected[at++].distance2);
            }
            EXPECT_EQ(at, expected.size());
            const box<scalar> around = box_from_center(where, {2, 1});
            found.resize(5);
            ASSERT_EQ(world.tree.nearest(around, found), 5U);
            double least = infinite<double>;
            for (std::uint32_t index = 0; index < world.shapes.size(); ++index) {
                world.each_image(world.shapes[index], 11,
                                 [&](const TypeParam& image) { least = std::min(least, distance2(image, around)); });
            }
            EXPECT_EQ(found[0].distance2, least);
        }
        // Of all pairs, the closest.
        std::vector<double> distances;
        for (std::uint32_t a = 0; a < world.shapes.size(); ++a) {
            for (std::uint32_t b = a + 1; b < world.shapes.size(); ++b) {
                double least = infinite<double>;
                world.each_image(world.shapes[b], 11, [&](const TypeParam& image) {
                    least = std::min(least, distance2(image, world.shapes[a]));
                });
                distances.push_back(least);
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
                const auto least = std::min_element(expected.begin(), expected.end(),
                                                    [](const auto& a, const auto& b) { return a.second < b.second; });
                EXPECT_EQ(double(first->fraction), least->second);
            }
        }
    });
}

// promise: worlds-that-wrap: The tree stores the image whose center is in the period.
TYPED_TEST(wrapped, stores_the_image_with_its_center_in_the_period) {
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
        std::vector<TypeParam> stored;
        tree.each([&](auto hit) { stored.push_back(hit.shape()); });
        ASSERT_TRUE(tree.sync(stored));
        tree.each([&](auto hit) { EXPECT_EQ(hit.shape(), stored[hit.index()]); });
        ASSERT_TRUE(tree.sync(given));
        tree.each([&](auto hit) { EXPECT_EQ(hit.shape(), stored[hit.index()]); });
        ASSERT_TRUE(tree.sync([&](auto hit) { return given[hit.index()]; }));
        tree.each([&](auto hit) { EXPECT_EQ(hit.shape(), stored[hit.index()]); });
        ASSERT_TRUE(tree.assign(given));
        tree.each([&](auto hit) { EXPECT_EQ(hit.shape(), stored[hit.index()]); });
        EXPECT_FALSE(tree.validate());
    }
    // One period and a million, at the ends and a step beyond.
    quadtree<void, point<scalar>> tree(options{.period = {16, 0}});
    for (const scalar place :
         {scalar{0}, scalar{16}, std::nextafter(scalar{16}, scalar{20}), std::nextafter(scalar{0}, scalar{-1}),
          scalar{-16}, scalar{16e6}, scalar{-16e6}, scalar{-1e-30F}, scalar{1e30F}}) {
        const item added = tree.insert({place, 3});
        ASSERT_TRUE(added) << place;
        const scalar at = tree.shape(added)->x;
        EXPECT_TRUE(-1e-5 <= at && at <= 16.0001) << place << " is at " << at;
    }
    EXPECT_EQ(tree.count(box<scalar>{{-1, 0}, {1, 9}}), 9U);
}

// promise: worlds-that-wrap: A shape wider than half a period, and a period without use, are refused.
TYPED_TEST(wrapped, refuses_what_it_cannot_hold) {
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
        TypeParam wide{};
        TypeParam fits{};
        if constexpr (is_circle<TypeParam>) {
            wide = {{5, 5}, 9};
            fits = {{5, 5}, 8};
        } else {
            wide = {{0, 0}, {17, 1}};
            fits = {{0, 0}, {16, 1}};
        }
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

// promise: worlds-that-wrap: Two trees are joined if they have one period.
TYPED_TEST(wrapped, joins_trees_of_one_period_alone) {
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

// promise: worlds-that-wrap: A saved tree has its period, and so have copies.
TYPED_TEST(wrapped, is_copied_and_saved_with_its_period) {
    counted_world<TypeParam> world(torus, 200, 3);
    const auto copy = world.tree.clone();
    std::vector<std::byte> bytes;
    ASSERT_TRUE(save(world.tree, bytes));
    quadtree<void, TypeParam> loaded;
    ASSERT_TRUE(load(loaded, std::span<const std::byte>(bytes)));
    std::vector<index_pair> expected;
    world.tree.pairs(expected, {.distance = 2});
    std::vector<index_pair> found;
    copy.pairs(found, {.distance = 2});
    EXPECT_EQ(found, expected);
    found.clear();
    loaded.pairs(found, {.distance = 2});
    EXPECT_EQ(found, expected);
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
    quadtree<void, point<float>> points(options{.period = boxes.period(), .origin = boxes.origin()});
    points.insert({1, 0.5F});
    points.insert({99, 0.5F});
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
    // From a step less than half a period wide to a step more, as it is moved: what is stored can be stored again.
    quadtree<> narrow(options{.period = {10.1, 0}});
    const item widest = narrow.insert({{-7.75663423538208F, 0}, {-2.706634283065796F, 1}});
    ASSERT_TRUE(widest);
    EXPECT_FALSE(narrow.validate());
    EXPECT_TRUE(narrow.move(widest, *narrow.shape(widest)));
}

// promise: worlds-that-wrap: A recording of one is replayed with its period.
TYPED_TEST(wrapped, is_recorded_and_replayed) {
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

} // namespace
} // namespace quadrille::testing
