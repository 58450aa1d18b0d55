// The closest pairs of one tree and of two: those of a full scan, in its order.
// SPDX-License-Identifier: MIT
#include "support/answers.hpp"
#include "support/forms.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"
#include "support/worlds.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_EVERY_SHAPE_SUITE(closest_pairs_of_every_shape);
QUADRILLE_TYPED_SUITE(closest_pairs);

template <class Tree>
auto items_of(const Tree& tree) {
    struct known {
        item which;
        typename Tree::shape_type shape;
        std::uint32_t layers;
    };
    std::vector<known> all;
    tree.each([&](auto one) { all.push_back({one.item(), one.shape(), tree.layers(one.item())}); });
    return all;
}

/// What a scan over all pairs finds, of one tree or of two: those that the filter accepts, the first k of them.
template <class Tree>
std::vector<close_pair> scanned_closest(const Tree& tree, const Tree& other, bool is_one_tree, std::size_t k,
                                        const closest_pair_filter& wanted) {
    const auto is_in = [&](const auto& a, const auto& b) {
        return detail::matches_layers(a.layers, wanted.layers) && detail::matches_layers(b.layers, wanted.partners);
    };
    std::vector<close_pair> all;
    const auto partners = items_of(other);
    for (const auto& a : items_of(tree)) {
        for (const auto& b : partners) {
            const bool is_pair =
                is_one_tree ? a.which.index < b.which.index && (is_in(a, b) || is_in(b, a)) : is_in(a, b);
            if (is_pair && are_within(a.shape, b.shape, wanted.distance)) {
                all.push_back({a.which, b.which, distance2(a.shape, b.shape)});
            }
        }
    }
    const auto end = all.begin() + static_cast<std::ptrdiff_t>(std::min(k, all.size()));
    std::partial_sort(all.begin(), end, all.end(), [](const close_pair& one, const close_pair& two) {
        return one.distance2 != two.distance2 ? one.distance2 < two.distance2
               : one.a.index != two.a.index   ? one.a.index < two.a.index
                                              : one.b.index < two.b.index;
    });
    all.erase(end, all.end());
    return all;
}
template <class Tree>
std::vector<close_pair> scanned_closest(const Tree& tree, std::size_t k, const closest_pair_filter& wanted = {}) {
    return scanned_closest(tree, tree, true, k, wanted);
}
template <class Tree>
std::vector<close_pair>
scanned_closest(const Tree& tree, const Tree& other, std::size_t k, const closest_pair_filter& wanted = {}) {
    return scanned_closest(tree, other, false, k, wanted);
}
template <class Tree, class... Arguments>
std::vector<close_pair> found_closest(const Tree& tree, const Arguments&... arguments) {
    std::vector<close_pair> found;
    EXPECT_EQ(tree.ask(question::closest_pairs{arguments...}, found), outcome::complete);
    return found;
}
template <class Tree, class... Arguments>
std::vector<close_pair> closest_joined(const Tree& tree, const Tree& other, const Arguments&... arguments) {
    std::vector<close_pair> found;
    EXPECT_EQ(tree.ask(question::closest_join{other, arguments...}, found), outcome::complete);
    return found;
}

bool are_the_first(std::size_t k, const std::vector<close_pair>& all, const std::vector<close_pair>& found) {
    return std::ranges::equal(found, std::span(all).first(std::min(k, all.size())));
}

/// None, few, many, and more than there are.
std::size_t draw_k(random_source& source) {
    constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
    const std::size_t some[] = {0, 1, 2, 10, source.below(600), source.below(30'000), most};
    return some[source.below(7)];
}
double draw_limit(random_source& source) {
    const double some[] = {0, 1, source.unit() * 6, -1, 1e-200, not_a_number<double>, 1e200, 1e-160, 1e160};
    const std::uint32_t drawn = source.below(12);
    return drawn < 9 ? some[drawn] : infinite<double>;
}

// promise: closest-pairs
// promise: closest-pairs: The closest pairs of two trees have an item of each; of a tree with itself, each item with itself, too.
// promise: closest-pairs: One item is in any of the filter's layers, the other in any of its partners.
// promise: closest-pairs: k may be 0, or more than there are.
// promise: closest-pairs: Equally close pairs ascend by index a, then by index b.
TYPED_TEST(closest_pairs_of_every_shape, are_those_of_a_full_scan_at_every_size_and_capacity) {
    each_small_world<TypeParam>(81, [](queried_world<TypeParam>& world) {
        random_source& source = world.source;
        if (source.below(2) == 0) {
            scatter_layers(world);
        }
        quadtree<void, TypeParam> other({.leaf_capacity = 9});
        for (std::uint32_t left = source.below(100); left > 0; --left) {
            other.insert(draw<TypeParam>(source, source.below(4) == 0 ? style::spread : world.how));
        }
        const auto some = [&] { return source.below(3) == 0 ? all_layers : source.below(8); };
        const bool is_unlimited = source.below(3) == 0;
        const closest_pair_filter wanted =
            is_unlimited ? closest_pair_filter{} : closest_pair_filter{some(), some(), draw_limit(source)};
        const std::size_t k = draw_k(source);
        const auto expect_joined = [&](const auto& one, const auto& two) {
            ASSERT_EQ(closest_joined(one, two, k, wanted), scanned_closest(one, two, k, wanted)) << "k " << k;
        };
        switch (source.below(4)) {
        case 0: expect_joined(world.tree, other); break;
        case 1: expect_joined(other, world.tree); break;
        case 2: expect_joined(world.tree, world.tree); break;
        default: ASSERT_EQ(found_closest(world.tree, k, wanted), scanned_closest(world.tree, k, wanted)) << "k " << k;
        }
    });
}

/// The square of the root of 13 is less than 13.
TYPED_TEST(closest_pairs, that_are_equally_close_are_found_where_roots_are_rounded_down) {
    for (const int step : {1, -1}) {
        quadtree<void, point<TypeParam>> tree({.leaf_capacity = 4});
        for (int number = 0; number < 200; ++number) {
            const auto place = static_cast<TypeParam>(number * step * 10);
            tree.insert({place, place});
            tree.insert({place + 2, place + 3});
        }
        for (const std::size_t k : {1U, 7U, 150U}) {
            ASSERT_EQ(found_closest(tree, k), scanned_closest(tree, k)) << "k " << k;
        }
    }
}

// promise: closest-pairs: If many more pairs intersect, those of the lowest indices are found without all others.
TYPED_TEST(closest_pairs_of_every_shape, among_many_that_intersect_are_those_of_a_full_scan) {
    using scalar = typename TypeParam::scalar;
    quadtree<void, TypeParam> tree({.leaf_capacity = 7});
    random_source source(88);
    for (std::uint32_t number = 0; number < 240; ++number) {
        const auto place = static_cast<scalar>(number % 3 == 0 ? number : 1000);
        tree.insert(shaped_as<TypeParam>(box<scalar>{{place, place}, {place, place}}), {source.below(8)});
        if (number % 11 == 0) {
            tree.erase(tree.item_at(number));
        }
    }
    for (const double limit : {infinite<double>, 0.0, 1e-200, 7.0}) {
        if (has_fewer_runs && limit < 1) {
            continue;
        }
        for (const auto& [layers, partners] :
             {std::pair{all_layers, all_layers}, {1U, 6U}, {1U, ~1U}, {all_layers, 4U}}) {
            const closest_pair_filter wanted{layers, partners, limit};
            const std::vector<close_pair> all = scanned_closest(tree, 25'000U, wanted);
            const std::vector<close_pair> all_joined = scanned_closest(tree, tree, 25'000U, wanted);
            for (const std::size_t k : {1U, 9U, 150U, 2000U, 9000U, 25'000U}) {
                ASSERT_TRUE(are_the_first(k, all, found_closest(tree, k, wanted))) << "k " << k << " within " << limit;
                ASSERT_TRUE(are_the_first(k, all_joined, closest_joined(tree, tree, k, wanted))) << "k " << k;
            }
        }
    }
    counters seen;
    static_cast<void>(tree.ask(question::count{question::closest_pairs{3}}, &seen));
    EXPECT_EQ(seen.answers, 3U);
    EXPECT_LT(seen.pairs, 240U * 239 / 4);
}

// promise: closest-pairs: Squares too small or too large count as 0 or infinite; the filter's distance is tested exactly.
TEST(closest_pairs_of_doubles, have_squares_that_underflow_and_overflow) {
    quadtree<void, point<double>> tree;
    const item origin = tree.insert({0, 0});
    const item tiny = tree.insert({1e-180, 0});
    const item far_off = tree.insert({1e200, 0});
    const item farther = tree.insert({-1e300, 0});
    EXPECT_EQ(found_closest(tree, 1U), (std::vector<close_pair>{{origin, tiny, 0}}));
    const double beyond = infinite<double>;
    EXPECT_EQ(found_closest(tree, 9U), (std::vector<close_pair>{{origin, tiny, 0},
                                                                {origin, far_off, beyond},
                                                                {origin, farther, beyond},
                                                                {tiny, far_off, beyond},
                                                                {tiny, farther, beyond},
                                                                {far_off, farther, beyond}}));
    EXPECT_EQ(found_closest(tree, 3U), scanned_closest(tree, 3));
    EXPECT_TRUE(found_closest(tree, 9U, closest_pair_filter{.distance = 0.9e-180}).empty());
    EXPECT_EQ(found_closest(tree, 9U, closest_pair_filter{.distance = 1e-180}).size(), 1U);
    EXPECT_EQ(found_closest(tree, 9U, closest_pair_filter{.distance = 1e250}).size(), 3U);
    for (int step = 1; step < 60; ++step) { // squares that are denormal, and all close to 0
        tree.insert({step * 1e-162, step * step * 1e-163});
    }
    for (const std::size_t k : {1U, 10U, 100U, 1800U}) {
        ASSERT_EQ(found_closest(tree, k), scanned_closest(tree, k)) << "k " << k;
    }
}

TEST(closest_pairs_of_doubles, are_within_a_limit_whose_square_underflows) {
    quadtree<void, point<double>> tree;
    for (int number = 0; number < 120; ++number) {
        tree.insert({number % 2 * 1e-180, 0});
    }
    for (const double limit : {1e-190, 1e-170}) {
        const closest_pair_filter wanted{.distance = limit};
        const std::vector<close_pair> all = scanned_closest(tree, 9000, wanted);
        for (const std::size_t k : {10U, 3000U, 5000U, 9000U}) {
            ASSERT_TRUE(are_the_first(k, all, found_closest(tree, k, wanted))) << "k " << k << " within " << limit;
        }
    }
}

// promise: closest-pairs: A visitor gets two hits and their squared distance; vectors hold pairs with it, or items, or indices.
TYPED_TEST(closest_pairs, have_every_form) {
    quadtree<int, point<TypeParam>> tree;
    quadtree<char, point<TypeParam>> other;
    const item a = tree.insert({0, 0}, 1);
    const item b = tree.insert({3, 4}, 2);
    const item c = tree.insert({3, 5}, 3);
    const item d = other.insert({3, 3}, 'd');
    std::vector<close_pair> pairs;
    std::vector<item_pair> items;
    std::vector<index_pair> indices;
    EXPECT_EQ(tree.closest_pairs(2, pairs), outcome::complete);
    tree.closest_pairs(2, items);
    std::as_const(tree).closest_pairs(2, indices);
    EXPECT_EQ(pairs, (std::vector<close_pair>{{b, c, 1}, {a, b, 25}}));
    EXPECT_EQ(items, (std::vector<item_pair>{{b, c}, {a, b}}));
    EXPECT_EQ(indices, (std::vector<index_pair>{{b.index, c.index}, {a.index, b.index}}));
    double sum = 0;
    for (auto [one, two, between] : tree.closest_pairs(9)) {
        sum += between;
        one.value() += 10; // mutable, as the tree is
        static_cast<void>(two);
    }
    EXPECT_EQ(sum, 1 + 25 + 34);
    EXPECT_EQ(*tree.value(a), 21);
    EXPECT_EQ(tree.closest_pairs(9, [](auto, auto, double) { return flow::stop; }), outcome::stopped);
    EXPECT_TRUE(forms_agree<close_pair>("closest_pairs", [&](auto&&... out) { return tree.closest_pairs(3, out...); }));

    pairs.clear();
    tree.closest_pairs(other, 2, pairs);
    EXPECT_EQ(pairs, (std::vector<close_pair>{{b, d, 1}, {c, d, 4}}));
    for (auto [one, two, between] : std::as_const(tree).closest_pairs(other, 1, {.distance = 1})) {
        EXPECT_EQ(one.item(), b);
        EXPECT_EQ(two.value(), 'd');
        EXPECT_EQ(between, 1);
    }
}

// promise: closest-pairs: Where items are evenly spread, about as many pairs are tested as `nearest` of each item would test.
TYPED_TEST(closest_pairs, take_little_work_where_items_are_spread) {
    quadtree<void, point<TypeParam>> tree;
    random_source source(86);
    std::vector<point<TypeParam>> places(20'000);
    for (point<TypeParam>& place : places) {
        place = {TypeParam(source.unit() * 1000), TypeParam(source.unit() * 1000)};
    }
    ASSERT_TRUE(tree.assign(places));
    for (const std::size_t k : {1U, 100U, 5000U}) {
        counters seen;
        std::vector<close_pair> found;
        tree.closest_pairs(k, found, {}, &seen);
        EXPECT_EQ(seen.answers, k);
        EXPECT_LT(seen.pairs, 20'000U * 120) << "k " << k;
        counters joined;
        found.clear();
        tree.closest_pairs(tree, k, found, {}, &joined);
        EXPECT_LT(joined.pairs, 20'000U * 350) << "k " << k;
    }
}

} // namespace
} // namespace quadrille::testing
