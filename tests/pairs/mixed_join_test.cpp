// Joins of trees of different shapes and scalars: equal to a full scan, and exact.
// SPDX-License-Identifier: MIT
#include "pairs/differences.hpp"
#include "scenes/oracle_reach.hpp"
#include "support/answers.hpp"
#include "support/effort.hpp"
#include "support/forms.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"
#include "support/worlds.hpp"
#include "threads/shuffling_runner.hpp"

#include <quadrille/contacts.hpp>
#include <quadrille/parallel.hpp>

#include <cmath>
#include <cstdint>
#include <set>
#include <tuple>
#include <type_traits>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_EVERY_SHAPE_SUITE(mixed_join);

/// Calls `use(Other{})` for shapes that differ from this one: in kind, in scalar, in both.
template <class Shape, class Use>
void each_other(const Use& use) {
    const auto unless_same = [&]<class Other>(Other none) {
        if constexpr (!std::is_same_v<Shape, Other>) {
            use(none);
        }
    };
    std::apply([&](auto... others) { (unless_same(others), ...); },
               std::tuple<box<float>, circle<float>, circle<double>, point<double>>{});
}

template <class Shape>
quadtree<int, Shape> drawn_tree(random_source& source, style how, std::uint32_t count) {
    quadtree<int, Shape> tree({.leaf_capacity = 3, .min_parallel_items = 1});
    for (std::uint32_t number = 0; number < count; ++number) {
        const item added = tree.insert(draw<Shape>(source, how), int(number));
        tree.set_layers(added, source.below(9) == 0 ? all_layers : 1U << source.below(4) & 7U);
        if (source.below(6) == 0) {
            tree.erase(added);
        }
    }
    return tree;
}

template <class Tree, class Other>
std::vector<index_pair> scanned_join(const Tree& tree, const Other& other, const pair_filter& wanted) {
    std::vector<index_pair> all;
    tree.each([&](auto a) {
        other.each([&](auto b) {
            if (detail::matches_layers(tree.layers(a.item()), wanted.layers) &&
                detail::matches_layers(other.layers(b.item()), wanted.partners) &&
                are_within(a.shape(), b.shape(), wanted.distance)) {
                all.push_back({a.index(), b.index()});
            }
        });
    });
    return all;
}

template <class Tree, class Other>
void expect_join(Tree& tree, Other& other, const pair_filter& wanted) {
    const auto expected = scanned_join(tree, other, wanted);
    std::vector<index_pair> found;
    counters seen;
    ASSERT_EQ(tree.join(other, found, wanted, &seen), outcome::complete);
    ASSERT_EQ(seen.answers, found.size());
    counters seen_in_parallel;
    parallel::answer_pieces<index_pair> pieces;
    shuffling_runner runner(2);
    ASSERT_EQ(parallel::join(runner, tree, other, pieces, wanted, &seen_in_parallel), outcome::complete);
    ASSERT_EQ(std::vector<index_pair>(pieces.begin(), pieces.end()), found);
    ASSERT_EQ(seen_in_parallel, seen);
    ASSERT_TRUE(forms_agree<index_pair>("join", [&](auto&&... out) { return tree.join(other, out..., wanted); }));
    ASSERT_EQ(tree.ask(question::count{question::join{other, wanted}}), expected.size());
    ASSERT_EQ(tree.ask(question::any{question::join{other, wanted}}), !expected.empty());
    oracle::sort(found);
    ASSERT_EQ(found, expected);
}

// promise: join: The shapes and scalars of the two trees may differ.
// promise: join: In a join a is in any of `layers`, b in any of `partners`.
TYPED_TEST(mixed_join, equals_a_full_scan_in_every_style_and_at_every_size) {
    random_source source(81);
    each_other<TypeParam>([&]<class Other>(Other) {
        for (std::uint32_t how = 0; how < styles; ++how) {
            for (const std::uint32_t count : {0U, 1U, 20U, 150U}) {
                auto tree = drawn_tree<TypeParam>(source, style(how), count);
                auto other = drawn_tree<Other>(source, style(how), source.below(120));
                const auto layers = [&] { return source.below(2) == 0 ? all_layers : source.below(8); };
                for (const double distance : {0.0, 0.75, 1e200, -1.0, infinite<double>, not_a_number<double>}) {
                    expect_join(tree, other, {.layers = layers(), .partners = layers(), .distance = distance});
                    if (::testing::Test::HasFatalFailure()) {
                        FAIL() << "style " << how << ", " << count << " items, distance " << distance;
                    }
                }
            }
        }
    });
}

TYPED_TEST(mixed_join, of_more_items_than_a_piece_has_is_that_of_one_thread) {
    random_source source(82);
    each_other<TypeParam>([&]<class Other>(Other) {
        auto tree = drawn_tree<TypeParam>(source, style::spread, 1500);
        auto other = drawn_tree<Other>(source, style::spread, 1400);
        expect_join(tree, other, {.distance = 0.25});
        if (!has_fewer_runs) {
            expect_join(tree, other, {});
        }
    });
}

/// A shape on whole numbers: a box around a core, and a radius.
struct whole_shape {
    std::int64_t x0, y0, x1, y1, radius;

    template <class Shape>
    Shape as() const {
        using scalar = typename Shape::scalar;
        if constexpr (is_circle<Shape>) {
            return {{scalar(x0), scalar(y0)}, scalar(radius)};
        } else if constexpr (is_point<Shape>) {
            return {scalar(x0), scalar(y0)};
        } else {
            return {{scalar(x0), scalar(y0)}, {scalar(x1), scalar(y1)}};
        }
    }
};
template <class Shape>
whole_shape drawn_whole(random_source& source) {
    const auto at = [&] { return std::int64_t(source.below(61)) - 30; };
    whole_shape drawn{at(), at(), 0, 0, is_circle<Shape> ? std::int64_t(source.below(14)) : 0};
    drawn.x1 = drawn.x0 + (is_box<Shape> ? std::int64_t(source.below(7)) : 0);
    drawn.y1 = drawn.y0 + (is_box<Shape> ? std::int64_t(source.below(7)) : 0);
    return drawn;
}
/// Whether two are no farther apart than a whole distance, by whole numbers alone.
bool are_within_exactly(const whole_shape& one, const whole_shape& other, std::int64_t distance) {
    const auto gap = [](std::int64_t from, std::int64_t to, std::int64_t other_from, std::int64_t other_to) {
        return std::max<std::int64_t>({other_from - to, from - other_to, 0});
    };
    const std::int64_t x = gap(one.x0, one.x1, other.x0, other.x1);
    const std::int64_t y = gap(one.y0, one.y1, other.y0, other.y1);
    const std::int64_t reach = one.radius + other.radius + distance;
    return x * x + y * y <= reach * reach;
}

// promise: join: The shapes and scalars of the two trees may differ.
TYPED_TEST(mixed_join, of_whole_numbers_is_exact) {
    random_source source(83);
    each_other<TypeParam>([&]<class Other>(Other) {
        std::vector<whole_shape> ours;
        std::vector<whole_shape> theirs;
        quadtree<void, TypeParam> tree({.leaf_capacity = 2});
        quadtree<void, Other> other({.leaf_capacity = 2});
        for (int number = 0; number < 300; ++number) {
            tree.insert(ours.emplace_back(drawn_whole<TypeParam>(source)).template as<TypeParam>());
            other.insert(theirs.emplace_back(drawn_whole<Other>(source)).template as<Other>());
        }
        for (const std::int64_t distance : {0, 5}) {
            std::vector<index_pair> expected;
            for (std::uint32_t a = 0; a < ours.size(); ++a) {
                for (std::uint32_t b = 0; b < theirs.size(); ++b) {
                    if (are_within_exactly(ours[a], theirs[b], distance)) {
                        expected.push_back({a, b});
                    }
                }
            }
            std::vector<index_pair> found;
            tree.join(other, found, {.distance = double(distance)});
            oracle::sort(found);
            ASSERT_EQ(found, expected) << "distance " << distance;
        }
    });
}

// promise: join: A number of doubles that no float has is not rounded.
TEST(mixed_join_of_scalars, rounds_nothing) {
    quadtree<void, point<float>> floats;
    quadtree<void, box<double>> doubles;
    floats.insert({1, 1});
    doubles.insert({{next_above(1.0), 0}, {2, 2}});
    doubles.insert({{0, 0}, {next_below(1.0), 2}});
    doubles.insert({{0, 0}, {1, 1}});
    std::vector<index_pair> found;
    floats.join(doubles, found);
    EXPECT_EQ(found, (std::vector<index_pair>{{0, 2}}));
    found.clear();
    doubles.join(floats, found);
    EXPECT_EQ(found, (std::vector<index_pair>{{2, 0}}));
}

// promise: join: Far fewer items are tested than there are pairs.
TYPED_TEST(mixed_join, tests_few_items) {
    random_source source(84);
    each_other<TypeParam>([&]<class Other>(Other) {
        quadtree<void, TypeParam> tree;
        quadtree<void, Other> other;
        for (int number = 0; number < 4000; ++number) {
            const double x = source.between(0, 100);
            const double y = source.between(0, 100);
            tree.insert(made<TypeParam>(x, y, x + 0.5, y + 0.5));
            other.insert(made<Other>(y, x, y + 0.5, x + 0.5));
        }
        std::vector<index_pair> found;
        counters seen;
        tree.join(other, found, {}, &seen);
        EXPECT_GT(seen.cells, 0U);
        EXPECT_LT(seen.lanes, 4000U * 200);
    });
}

// promise: contacts: `contacts_between` compares the pairs of two trees, of any shapes.
TYPED_TEST(mixed_join, contacts_between_two_trees_are_the_difference_of_two_scans) {
    random_source source(85);
    each_other<TypeParam>([&]<class Other>(Other) {
        auto tree = drawn_tree<TypeParam>(source, style::grid, 60);
        auto other = drawn_tree<Other>(source, style::grid, 90);
        contacts_between contacts;
        differences<item_pair> truth;
        for (int tick = 0; tick < 40; ++tick) {
            for (std::uint32_t change = source.below(6); change > 0; --change) {
                tree.move(tree.item_at(source.below(tree.index_limit())), draw<TypeParam>(source, style::grid));
                const item some = other.item_at(source.below(other.index_limit()));
                if (some && source.below(2) == 0) {
                    other.erase(some);
                    other.insert(draw<Other>(source, style::grid), 0); // with the index that is free now
                }
            }
            const pair_filter wanted{.distance = tick % 3 == 0 ? 1.0 : 0.0};
            std::set<item_pair, by_key> all;
            for (const index_pair& pair : scanned_join(tree, other, wanted)) {
                all.insert({tree.item_at(pair.a), other.item_at(pair.b)});
            }
            truth.turn(std::move(all));
            contacts.update(tree, other, wanted);
            expect_contacts(contacts, truth);
            if (this->HasFatalFailure()) {
                return;
            }
        }
    });
}

} // namespace
} // namespace quadrille::testing
