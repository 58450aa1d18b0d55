// The verbs for many questions in one call: when they put questions in order, what they reject, and visitors; over a runner, too.
// SPDX-License-Identifier: MIT
#include "batch/batch.hpp"
#include "scenes/scene.hpp"
#include "support/areas.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <quadrille/parallel.hpp>
#include <quadrille/text.hpp>

#include "grid/digits.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(batch);

/// A square grid of dots, 0 … 99, numbered by row.
template <class Type>
numbered_tree<Type> dots() {
    numbered_tree<Type> tree({.leaf_capacity = 4});
    for (int number = 0; number < 100; ++number) {
        tree.insert(dot<Type>(number % 10, number / 10), number);
    }
    return tree;
}

template <class Scalar>
std::vector<box<Scalar>> windows(int count) {
    std::vector<box<Scalar>> all;
    for (int number = 0; number < count; ++number) {
        const int x = number * 7 % 10;
        const int y = number * 3 % 10;
        all.push_back(box_of<Scalar>(x, y, x + 1, y + 1));
    }
    return all;
}

/// The answers are those of the questions as values, which ask_many_test compares with single ones.
// promise: query-batches
// promise: same-on-any-threads: Many questions over a runner have the answers and counters of the serial verbs.
TYPED_TEST(batch, verbs_ask_the_questions_of_their_names) {
    auto tree = dots<TypeParam>();
    for (std::uint32_t index = 0; index < 100; ++index) {
        tree.set_layers(tree.item_at(index), 1U << (index % 3));
    }
    const filter wanted = {.layers = 3, .except = tree.item_at(43)};
    const nearest_filter of_nearest = {.layers = 3, .distance = 2, .except = tree.item_at(43)};
    const auto areas = windows<TypeParam>(300);
    std::vector<point<TypeParam>> places;
    std::vector<ray<TypeParam>> rays;
    std::vector<question::query<box<TypeParam>>> queries;
    std::vector<question::raycast<TypeParam>> raycasts;
    std::vector<question::nearest<point<TypeParam>>> nearest;
    for (const box<TypeParam>& area : areas) {
        places.push_back(area.min);
        rays.push_back({area.min, {3, 0}});
        queries.push_back({area, wanted});
        raycasts.push_back({rays.back(), wanted});
        nearest.push_back({area.min, of_nearest});
    }
    std::vector<question::count<question::query<box<TypeParam>>>> counts;
    std::vector<question::closest<question::raycast<TypeParam>>> closest;
    for (std::size_t number = 0; number < areas.size(); ++number) {
        counts.push_back({queries[number]});
        closest.push_back({raycasts[number]});
    }
    batch_workspace workspace;
    parallel::inline_runner with;
    // All calls write the same, and count as much.
    const auto agree = [](const auto& before, const auto& ask, const auto&... verbs) {
        const auto written_by = [&](const auto& call) {
            auto out = before;
            counters seen;
            EXPECT_TRUE(call(out, &seen));
            return std::pair(out, seen);
        };
        const auto expected = written_by(ask);
        EXPECT_TRUE(expected.first != before);
        EXPECT_TRUE(((written_by(verbs) == expected) && ...));
    };
    using visits = std::vector<std::pair<std::size_t, std::uint32_t>>;
    const auto to = [](visits& all) {
        return [&all](std::size_t number, auto hit) { all.emplace_back(number, hit.index()); };
    };
    constexpr auto complete = outcome::complete;
    agree(
        visits(), [&](auto& out, auto* seen) { return tree.ask(queries, workspace, to(out), seen) == complete; },
        [&](auto& out, auto* seen) { return tree.query(areas, workspace, to(out), wanted, seen) == complete; },
        [&](auto& out, auto* seen) {
            return parallel::query(with, tree, areas, workspace, parallel::in_order(to(out)), wanted, seen) == complete;
        });
    agree(
        visits(), [&](auto& out, auto* seen) { return tree.ask(raycasts, workspace, to(out), seen) == complete; },
        [&](auto& out, auto* seen) { return tree.raycast(rays, workspace, to(out), wanted, seen) == complete; },
        [&](auto& out, auto* seen) {
            return parallel::raycast(with, tree, rays, workspace, parallel::in_order(to(out)), wanted, seen) ==
                   complete;
        });
    agree(
        std::vector<std::uint32_t>(300), [&](auto& out, auto* seen) { return tree.ask(counts, out, seen); },
        [&](auto& out, auto* seen) { return tree.count(areas, out, wanted, seen); },
        [&](auto& out, auto* seen) { return tree.count(areas, workspace, out, wanted, seen); },
        [&](auto& out, auto* seen) { return parallel::count(with, tree, areas, workspace, out, wanted, seen); });
    agree(
        std::vector<std::optional<ray_hit<TypeParam>>>(300),
        [&](auto& out, auto* seen) { return tree.ask(closest, out, seen); },
        [&](auto& out, auto* seen) { return tree.closest_hit(rays, out, wanted, seen); },
        [&](auto& out, auto* seen) { return tree.closest_hit(rays, workspace, out, wanted, seen); },
        [&](auto& out, auto* seen) { return parallel::closest_hit(with, tree, rays, workspace, out, wanted, seen); });
    agree(
        std::vector<neighbor>(1200), [&](auto& out, auto* seen) { return tree.ask(nearest, out, seen); },
        [&](auto& out, auto* seen) { return tree.nearest(places, 4, out, of_nearest, seen); },
        [&](auto& out, auto* seen) { return tree.nearest(places, 4, workspace, out, of_nearest, seen); },
        [&](auto& out, auto* seen) {
            return parallel::nearest(with, tree, places, 4, workspace, out, of_nearest, seen);
        });
}

// ---- Order -------------------------------------------------------------------------------------------------------------

/// A circle that counts how often it is asked for its bounds: once when it is put in order, once when it is answered.
template <class Scalar>
struct counting_circle {
    circle<Scalar> disc;
    std::uint32_t* asked;

    box<Scalar> bounds() const {
        ++*asked;
        return bounds_of(disc);
    }
    bool may_intersect(const box<float>& cell) const {
        const box<Scalar> around = {{Scalar(cell.min.x), Scalar(cell.min.y)}, {Scalar(cell.max.x), Scalar(cell.max.y)}};
        return quadrille::intersects(disc, around);
    }
    bool intersects(const point<Scalar>& one) const { return quadrille::intersects(disc, one); }
};

// promise: query-batches: Many questions are ordered where items × questions are 2²⁹ or more, among 2¹⁶ items or
//     more, or always.
TYPED_TEST(batch, are_put_in_order_where_that_pays) {
    quadtree<void, point<TypeParam>> tree;
    std::vector<point<TypeParam>> shapes;
    random_source source(6);
    for (std::uint32_t number = 0; number < 524'288; ++number) {
        shapes.push_back({TypeParam(source.between(0, 1000)), TypeParam(source.between(0, 1000))});
    }
    ASSERT_TRUE(tree.assign(shapes));
    std::uint32_t asked = 0;
    std::vector<counting_circle<TypeParam>> areas;
    std::vector<std::uint32_t> expected;
    for (std::uint32_t number = 0; number < 1024; ++number) {
        areas.push_back({{shapes[source.below(1000)], TypeParam(number % 5)}, &asked});
        expected.push_back(tree.count(areas.back().disc));
    }
    batch_workspace by_rule;
    batch_workspace by_wish(ordering::always);
    const auto bounds_asked = [&](std::size_t questions, batch_workspace* workspace) {
        std::vector<std::uint32_t> counts(questions);
        asked = 0;
        const auto those = std::span(areas).first(questions);
        EXPECT_TRUE(workspace == nullptr ? tree.count(those, counts) : tree.count(those, *workspace, counts));
        EXPECT_TRUE(std::equal(counts.begin(), counts.end(), expected.begin()));
        return asked;
    };
    EXPECT_EQ(bounds_asked(1024, nullptr), 2048U);
    EXPECT_EQ(bounds_asked(1024, &by_rule), 2048U);
    EXPECT_EQ(bounds_asked(1023, nullptr), 1023U) << "524,288 × 1,023 is less than 2²⁹";
    EXPECT_EQ(bounds_asked(1023, &by_rule), 1023U);
    EXPECT_EQ(bounds_asked(7, &by_wish), 14U);
    ASSERT_TRUE(tree.erase(tree.item_at(0)) && tree.assign(std::span(shapes).first(524'287)));
    areas.resize(1);
    expected = {tree.count(areas[0].disc)};
    for (std::uint32_t number = 1; number < 9000; ++number) {
        areas.push_back(areas[0]);
        expected.push_back(expected[0]);
    }
    EXPECT_EQ(bounds_asked(9000, &by_rule), 9000U) << "fewer than 2¹⁹ items";
    ASSERT_TRUE(tree.insert(shapes[524'287]));
    expected.assign(9000, tree.count(areas[0].disc));
    EXPECT_EQ(bounds_asked(9000, &by_rule), 18'000U);
}

/// More questions than are kept, or ordered, at a time: with a workspace or without one.
// promise: query-batches: More questions than are ordered at a time are answered alike.
TYPED_TEST(batch, more_than_one_piece_find_what_single_ones_do) {
    const scenes::world<TypeParam> scene(scenes::kind::uniform, 100, 5);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(scene.boxes()));
    random_source source(3);
    std::vector<question::query<box<TypeParam>>> areas;
    std::vector<question::raycast<TypeParam>> rays;
    std::vector<question::nearest<point<TypeParam>>> places;
    for (std::size_t number = 0; number < detail::max_pending + 1000; ++number) {
        const box<TypeParam> some = scene.boxes()[source.below(100)];
        areas.push_back({some});
        rays.push_back({{some.min, {TypeParam(number % 3), 1}}});
        places.push_back({some.min});
    }
    batch_workspace workspace(ordering::always);
    const auto ask = in_one_call(tree, workspace);
    EXPECT_TRUE(all_agree(tree, areas, ask));
    EXPECT_TRUE(all_agree(tree, rays, ask));
    EXPECT_TRUE(nearest_agree(tree, places, 2, ask));
    const auto unlent = without_workspace(tree);
    EXPECT_TRUE(results_agree(tree, areas, unlent));
    EXPECT_TRUE(results_agree(tree, rays, unlent));
    EXPECT_TRUE(nearest_agree(tree, places, 2, unlent));
    areas.resize(detail::max_ordered + 5, areas.front());
    EXPECT_TRUE(results_agree(tree, areas, ask));
}

TEST(batch_order, of_places_is_that_of_their_codes) {
    std::vector<detail::placed_question> all;
    random_source source(4);
    for (std::uint32_t number = 0; number < 3000; ++number) {
        const point<double> where = {source.between(-2, 12), source.between(-2, 12)};
        all.push_back({detail::morton_code({0, 0, 10.0 / 4294967296.0}, where), number});
    }
    std::vector<detail::placed_question> expected = all;
    const int ignored = 64 - detail::useful_digits(3000) * detail::digit_bits;
    const auto key_of = [&](const detail::placed_question& one) { return std::pair(one.key >> ignored, one.number); };
    std::ranges::sort(expected, {}, key_of);
    std::vector<detail::placed_question> other(all.size());
    EXPECT_TRUE(std::ranges::equal(detail::sort_questions(all, other), expected, {}, key_of, key_of));
}

// ---- Few, none, and wrong sizes ----------------------------------------------------------------------------------------

// promise: query-batches: Where there are fewer neighbors than wanted, the others are null and infinitely far.
TYPED_TEST(batch, none_find_nothing_and_empty_trees_have_nothing) {
    batch_workspace workspace(ordering::always);
    const auto tree = dots<TypeParam>();
    const bare_tree<TypeParam> empty;
    answer_rows<> rows;
    const auto no_areas = std::span<const box<TypeParam>>();
    EXPECT_EQ(tree.query(no_areas, workspace, rows), outcome::complete);
    EXPECT_EQ(rows.offsets, std::vector<std::size_t>{0});
    EXPECT_EQ(tree.raycast({}, workspace, [](std::size_t, auto) { FAIL(); }), outcome::complete);
    EXPECT_TRUE(tree.count(no_areas, std::span<std::uint32_t>()));
    EXPECT_TRUE(tree.nearest({}, 3, std::span<neighbor>()));
    EXPECT_TRUE(tree.closest_hit(std::span<const ray<TypeParam>>(), {}));

    const std::vector<box<TypeParam>> areas(50, box_of<TypeParam>(0, 0, 9, 9));
    EXPECT_EQ(empty.query(areas, workspace, rows), outcome::complete);
    EXPECT_EQ(rows.size(), 50U);
    EXPECT_TRUE(rows.answers.empty() && rows[49].empty());
    std::vector<neighbor> found(2);
    EXPECT_TRUE(empty.nearest(std::array<point<TypeParam>, 2>{}, 1, found));
    EXPECT_FALSE(found[0].which || found[1].which);
    EXPECT_EQ(found[1].distance2, infinite<double>);
}

// promise: query-batches: Questions are a vector, a span or an array.
TYPED_TEST(batch, arrays_and_spans_are_lists_of_questions_too) {
    batch_workspace workspace(ordering::always);
    const auto tree = dots<TypeParam>();
    const box<TypeParam> areas[] = {box_of<TypeParam>(0, 0, 1, 1), box_of<TypeParam>(20, 20, 21, 21)};
    std::array<std::uint32_t, 2> counts{};
    EXPECT_TRUE(tree.count(areas, counts));
    EXPECT_EQ(counts, (std::array<std::uint32_t, 2>{4, 0}));
    EXPECT_TRUE(tree.count(std::span(areas).subspan(1), std::span(counts).first(1)));
    EXPECT_EQ(counts, (std::array<std::uint32_t, 2>{0, 0}));
}

template <class Report>
std::string text_of(const Report& report) {
    std::ostringstream text;
    text << report;
    return text.str();
}

// promise: query-batch-results
// promise: query-batch-results: Results of another length are rejected.
// promise: text
TYPED_TEST(batch, results_of_another_length_are_rejected_and_nothing_is_written) {
    const auto tree = dots<TypeParam>();
    batch_workspace workspace(ordering::always);
    parallel::inline_runner with;
    const std::vector<box<TypeParam>> areas(3, box_of<TypeParam>(0, 0, 9, 9));
    const std::vector<point<TypeParam>> places(3);
    const std::vector<ray<TypeParam>> rays(3, {{0, 0}, {9, 9}});
    for (const std::size_t room : {0U, 2U, 4U}) {
        const std::vector<std::uint32_t> untouched(room, 77);
        auto counts = untouched;
        const std::vector<neighbor> no_neighbors(room, {{7, 7}, 7});
        auto neighbors = no_neighbors;
        const std::vector<std::optional<ray_hit<TypeParam>>> no_hits(room, ray_hit<TypeParam>{{7, 7}, 7});
        auto hits = no_hits;
        const std::array reports = {tree.count(areas, counts),
                                    tree.count(areas, workspace, counts),
                                    parallel::count(with, tree, areas, workspace, counts),
                                    tree.closest_hit(rays, hits),
                                    tree.closest_hit(rays, workspace, hits),
                                    parallel::closest_hit(with, tree, rays, workspace, hits),
                                    tree.nearest(places, 1, neighbors),
                                    tree.nearest(places, 1, workspace, neighbors),
                                    parallel::nearest(with, tree, places, 1, workspace, neighbors)};
        for (const batch_report& report : reports) {
            EXPECT_EQ(report.error, error::wrong_size);
            EXPECT_FALSE(report);
            EXPECT_EQ(text_of(report),
                      "rejected: wanted a span of length 3, found one of length " + std::to_string(room));
        }
        EXPECT_EQ(counts, untouched);
        EXPECT_EQ(neighbors, no_neighbors);
        EXPECT_EQ(hits, no_hits);
    }
    std::vector<neighbor> neighbors(5);
    EXPECT_EQ(tree.nearest(places, 2, neighbors).wanted, 6U);
    EXPECT_EQ(tree.nearest(places, static_cast<std::size_t>(-1), neighbors).error, error::wrong_size);
    std::array<std::uint32_t, 3> counts{};
    EXPECT_EQ(text_of(tree.count(areas, counts)), "answered, results: 3");
}

// ---- Visitors ----------------------------------------------------------------------------------------------------------

// promise: query-batch-visitors
TYPED_TEST(batch, visitors_change_values_and_stop_all_questions) {
    auto tree = dots<TypeParam>();
    batch_workspace workspace(ordering::always);
    for (const int count : {5, 50}) {
        const auto areas = windows<TypeParam>(count);
        int calls = 0;
        std::size_t last = 0;
        const auto visit = [&](std::size_t number, auto hit) {
            last = number;
            hit.value() += 1;
            return ++calls == 6 ? flow::stop : flow::next;
        };
        EXPECT_EQ(tree.query(areas, workspace, visit), outcome::stopped);
        EXPECT_EQ(calls, 6);
        EXPECT_EQ(last, 1U) << "four hits for the first question";
        calls = 0;
        const std::vector<ray<TypeParam>> rays(static_cast<std::size_t>(count), {{0, 0}, {3, 0}});
        EXPECT_EQ(tree.raycast(rays, workspace, visit), outcome::stopped);
        EXPECT_EQ(calls, 6);
        EXPECT_EQ(last, 1U);
    }
    EXPECT_TRUE(is_sound(tree));
}

/// The answers to so many questions are found before the visitor is called.
// promise: query-batch-visitors: After a stop the counters include questions that were answered in advance, up to 2¹⁶
//     of them.
TYPED_TEST(batch, counters_of_a_query_that_is_stopped_include_up_to_65536_questions) {
    const auto tree = dots<TypeParam>();
    batch_workspace workspace(ordering::always);
    const auto answers_of = [&](int count, flow decision) {
        counters counts;
        tree.query(windows<TypeParam>(count), workspace, [&](std::size_t, auto) { return decision; }, {}, &counts);
        return counts.answers;
    };
    EXPECT_EQ(answers_of(50, flow::stop), answers_of(50, flow::next));
    EXPECT_EQ(answers_of(65'600, flow::stop), answers_of(65'536, flow::next));
}

// promise: query-batch-visitors: A fraction that a visitor returns limits its own ray.
TYPED_TEST(batch, visitors_of_rays_limit_each_ray_for_itself) {
    const auto tree = dots<TypeParam>();
    batch_workspace workspace(ordering::always);
    std::vector<ray<TypeParam>> rays;
    for (int number = 0; number < 60; ++number) {
        rays.push_back({{TypeParam(number % 10), TypeParam(-1)}, {0, TypeParam(number % 4 * 3)}});
    }
    for (const int turn : {0, 1, 2}) {
        const auto limit = [turn](auto fraction) {
            return turn == 0 ? fraction : turn == 1 ? fraction / 2 : decltype(fraction)(-1);
        };
        std::vector<std::pair<std::size_t, std::uint32_t>> met;
        const auto visit = [&](std::size_t number, auto hit) {
            met.emplace_back(number, hit.index());
            return limit(hit.fraction());
        };
        for (std::size_t number = 0; number < rays.size(); ++number) {
            tree.raycast(rays[number], [&](auto hit) { return visit(number, hit); });
        }
        const auto alone = std::exchange(met, {});
        EXPECT_EQ(tree.raycast(rays, workspace, visit), outcome::complete);
        EXPECT_EQ(std::exchange(met, {}), alone) << turn;
        EXPECT_EQ(parallel::raycast(parallel::inline_runner(), tree, rays, workspace, parallel::in_order(visit)),
                  outcome::complete);
        EXPECT_EQ(met, alone) << turn << ", over a runner";
    }
}

// promise: query-batch-visitors: A visitor may ask other questions with the same workspace.
TYPED_TEST(batch, visitors_may_throw_and_ask_with_the_same_workspace) {
    const auto tree = dots<TypeParam>();
    batch_workspace workspace(ordering::always);
    const auto areas = windows<TypeParam>(50);
    const auto fail = [](std::size_t number, auto) { number == 3 ? throw std::runtime_error("as asked") : void(); };
    EXPECT_THROW(tree.query(areas, workspace, fail), std::runtime_error);

    answer_rows<std::uint32_t> expected;
    answer_rows<std::uint32_t> inner;
    batch_workspace other;
    tree.query(areas, other, expected);
    std::vector<std::uint32_t> visited;
    tree.query(areas, workspace, [&](std::size_t number, auto hit) {
        visited.push_back(hit.index());
        if (number % 10 == 0) {
            tree.query(areas, workspace, inner);
            EXPECT_EQ(inner.answers, expected.answers);
        }
    });
    EXPECT_EQ(visited, expected.answers);
}

// promise: query-batch-results: The content of rows is replaced; `clear` forgets all.
TYPED_TEST(batch, rows_are_replaced_and_cleared) {
    const auto tree = dots<TypeParam>();
    batch_workspace workspace(ordering::always);
    answer_rows<item> rows;
    tree.query(windows<TypeParam>(50), workspace, rows);
    tree.query(windows<TypeParam>(2), workspace, rows);
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows.answers.size(), rows[0].size() + rows[1].size());
    rows.clear();
    EXPECT_TRUE(rows.empty() && rows.answers.empty());
}

} // namespace
} // namespace quadrille::testing
