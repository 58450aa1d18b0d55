// Questions as values: every one of them, in every form, finds what a full scan does.
// SPDX-License-Identifier: MIT
#include "cli/replays/replays.hpp"
#include "support/effort.hpp"
#include "support/every_question.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <quadrille/recording.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_EVERY_SHAPE_SUITE(questions_of_every_shape);
QUADRILLE_TYPED_SUITE(questions);

// promise: questions
// promise: layer-filter
// promise: relations: They do not depend on the shape of the tree: whatever the numbers, a full scan finds the same.
// promise: of-one-item
// promise: of-one-item: `intersecting` of all items gives each pair twice.
// promise: of-one-item: `intersecting` is exact for circles, too.
// promise: ranges
// promise: counters
TYPED_TEST(questions_of_every_shape, find_what_a_full_scan_does_in_every_form) {
    each_questioned_world<TypeParam>(71, has_fewer_runs ? 3 : 1, [](auto& world, auto&, auto& drawer) {
        each_question<typename TypeParam::scalar>(
            world.tree, [&](const auto& kind) { ASSERT_TRUE(is_answered(world.tree, drawer.drawn(kind))); });
    });
}

// promise: questions
// promise: closest-pairs: They are recorded and replayed; a k that is larger than what was found takes no memory in a replay.
TYPED_TEST(questions_of_every_shape, are_recorded_and_replayed_with_equal_answers) {
    each_questioned_world<TypeParam>(73, 4, [](auto& world, auto&, auto& drawer) {
        std::vector<std::byte> bytes;
        std::uint64_t asked = 0;
        {
            recording record(world.tree, bytes);
            each_question<typename TypeParam::scalar>(world.tree, [&]<class Question>(const Question& kind) {
                if constexpr (detail::recorded_as<Question> != recorded_verb{}) {
                    record.ask(drawer.drawn(kind), [](const auto&...) {});
                    ++asked;
                }
                if constexpr (detail::recorded_as<question::count<Question>> != recorded_verb{}) {
                    static_cast<void>(record.ask(question::count{drawer.drawn(kind)}));
                    static_cast<void>(record.ask(question::any{drawer.drawn(kind)}));
                    asked += 2;
                }
                if constexpr (requires { Question::recorded_closest; }) {
                    static_cast<void>(record.ask(question::closest{drawer.drawn(kind)}));
                    ++asked;
                }
            });
        }
        quadtree<void, TypeParam> again;
        const replay_report report =
            replay(again, std::span<const std::byte>(bytes), [](const replayed&, const auto&) {});
        ASSERT_TRUE(report.stream) << to_string(report.stream.error);
        ASSERT_EQ(report.different, 0U) << to_string(report.first.verb);
        ASSERT_EQ(report.operations, asked + 1);
    });
}

// promise: questions: `where` finds the answers of another question that a predicate accepts, in all its forms.
TYPED_TEST(questions_of_every_shape, where_a_predicate_holds_find_what_it_accepts) {
    using scalar = typename TypeParam::scalar;
    const auto is_even = [](const auto& hit) { return hit.index() % 2 == 0; };
    each_questioned_world<TypeParam>(74, 4, [&](auto& world, auto& chance, auto& drawer) {
        const auto check = [&](const auto& asked) {
            auto expected = scanned(world.tree, asked);
            std::erase_if(expected, [&](const auto& one) {
                if constexpr (requires { one.which; }) {
                    return one.which.index % 2 != 0;
                } else {
                    return one % 2 != 0;
                }
            });
            ASSERT_TRUE(finds_and_counts(world.tree, question::where{asked, is_even}, expected));
        };
        check(drawer.drawn(question::query<box<scalar>>{}));
        check(drawer.drawn(question::intersecting{}));
        check(drawer.drawn(question::raycast<scalar>{}));
        check(drawer.drawn(question::cast<box<scalar>>{}));
        const question::nearest<point<scalar>> near{chance.place(), {.except = chance.someone()}};
        std::vector<neighbor> expected(world.tree.size());
        expected.resize(world.tree.ask(near, expected));
        std::erase_if(expected, [](const neighbor& one) { return one.which.index % 2 != 0; });
        expected.resize(std::min<std::size_t>(expected.size(), 5));
        std::vector<neighbor> found(5);
        found.resize(world.tree.ask(near, found, is_even));
        ASSERT_EQ(found, expected);
        found.clear();
        world.tree.ask(question::where{near, is_even}, 5, found);
        ASSERT_EQ(found, expected);
    });
}

TYPED_TEST(questions, of_what_is_nearest_leave_a_vector_as_it_was_if_the_predicate_throws) {
    quadtree<void, box<TypeParam>> tree;
    for (int at = 0; at < 10; ++at) {
        tree.insert({{TypeParam(at), 0}, {TypeParam(at), 1}});
    }
    std::vector<neighbor> found(3);
    const auto throws_at_last = [](auto hit) { return hit.index() < 5 || (throw hit.index(), true); };
    const question::where wanted{question::nearest{point<TypeParam>{0, 0}}, throws_at_last};
    EXPECT_THROW(tree.ask(wanted, 20, found), std::uint32_t);
    EXPECT_EQ(found, std::vector<neighbor>(3));
    const question::where few{question::nearest{point<TypeParam>{0, 0}}, [](auto hit) { return hit.index() < 5; }};
    EXPECT_EQ(tree.ask(few, 20, found), 5U);
    EXPECT_EQ(found.size(), 8U) << "appended";
}

// promise: questions: `where` is asked in all forms of its question: of `each`, too, and of the nearest one by one.
TYPED_TEST(questions, where_a_predicate_holds_are_found_one_by_one) {
    quadtree<void, box<TypeParam>> tree;
    for (int at = 0; at < 100; ++at) {
        tree.insert({{TypeParam(at), 0}, {TypeParam(at) + TypeParam(0.5), 1}});
    }
    const auto is_third = [](auto hit) { return hit.index() % 3 == 0; };
    std::vector<std::uint32_t> expected;
    for (std::uint32_t index = 0; index < 100; index += 3) {
        expected.push_back(index);
    }
    const question::where all{question::each{}, is_third};
    std::vector<std::uint32_t> found;
    tree.ask(all, found);
    EXPECT_EQ(found, expected);
    EXPECT_EQ(tree.ask(question::count{all}), expected.size());
    EXPECT_TRUE(tree.ask(question::any{all}));
    nearest_workspace workspace;
    const auto ask = [&](const auto& question) {
        std::vector<std::uint32_t> ascending;
        counters seen;
        for (auto hit : tree.ask(question, workspace, &seen)) {
            ascending.push_back(hit.index());
        }
        EXPECT_EQ(seen.answers, ascending.size());
        return ascending;
    };
    EXPECT_EQ(ask(question::where{question::nearest{point<TypeParam>{-1, 0}}, is_third}), expected);
    EXPECT_EQ(ask(question::where{question::nearest{circle<TypeParam>{{-9, 0}, 1}, {.except = tree.item_at(3)}},
                                  [](auto hit) { return hit.index() < 7 && hit.index() % 3 == 0; }}),
              (std::vector<std::uint32_t>{0, 6}));
    EXPECT_TRUE(ask(question::where{question::nearest{point<TypeParam>{-1, 0}}, [](auto) { return false; }}).empty());
}

// promise: visitors-that-throw: What a predicate throws is passed on.
TYPED_TEST(questions, where_the_predicate_throws_pass_it_on) {
    quadtree<void, point<TypeParam>> tree;
    tree.insert({0, 0});
    const auto fails = [](auto) -> bool { throw std::runtime_error("no"); };
    const question::query around{box<TypeParam>{{-1, -1}, {1, 1}}};
    const question::raycast path{ray<TypeParam>{{-1, 0}, {2, 0}}};
    std::vector<item> found;
    neighbor nearest[1];
    EXPECT_THROW(tree.ask(question::where{around, fails}, found), std::runtime_error);
    EXPECT_THROW(static_cast<void>(tree.ask(question::any{question::where{around, fails}})), std::runtime_error);
    EXPECT_THROW(static_cast<void>(tree.ask(question::closest{question::where{path, fails}})), std::runtime_error);
    EXPECT_THROW(tree.ask(question::where{question::nearest{point<TypeParam>{0, 0}}, fails}, nearest),
                 std::runtime_error);
}

// promise: layer-filter: A filter leaves out one item, such as the one that asks; a null or stale one leaves out none.
TYPED_TEST(questions, leave_out_the_one_that_asks) {
    quadtree<void, box<TypeParam>> tree;
    const item self = tree.insert({{0, 0}, {1, 1}});
    tree.insert({{3, 0}, {4, 1}});
    EXPECT_EQ(tree.count({{0, 0}, {9, 9}}), 2U);
    EXPECT_EQ(tree.count({{0, 0}, {9, 9}}, {.except = self}), 1U);
    tree.erase(self);
    EXPECT_EQ(tree.count({{0, 0}, {9, 9}}, {.except = self}), 1U);
    EXPECT_EQ(tree.insert({{0, 0}, {1, 1}}).index, self.index);
    EXPECT_EQ(tree.count({{0, 0}, {9, 9}}, {.except = self}), 2U);
}

} // namespace
} // namespace quadrille::testing
