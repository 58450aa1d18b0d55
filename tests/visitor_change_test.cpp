// Changing the tree inside a visitor: checked builds assert, the others stop the walk and say `changed`.
// SPDX-License-Identifier: MIT
#include "support/answers.hpp"
#include "support/scalars.hpp"

#include <functional>
#include <string>
#include <vector>

namespace quadrille::testing {
namespace {

using tree = quadtree<int, box<float>>;

tree crowded_tree() {
    tree made({.leaf_capacity = 4});
    for (int number = 0; number < 100; ++number) {
        const auto at = static_cast<float>(number % 10);
        made.insert({{at, at}, {at + 2, at + 2}}, number);
    }
    return made;
}

const box<float> everywhere = {{-100, -100}, {100, 100}};

struct change {
    const char* name;
    std::function<void(tree&)> make;
};

const change changes[] = {
    {"insert", [](tree& in) { in.insert({{0, 0}, {1, 1}}, 1); }},
    {"erase", [](tree& in) { in.erase(in.item_at(50)); }},
    {"move", [](tree& in) { in.move(in.item_at(50), {{0, 0}, {1, 1}}); }},
    {"clear", [](tree& in) { in.clear(); }},
    {"sync", [](tree& in) { in.sync([](auto hit) { return hit.shape(); }); }},
    {"assign", [](tree& in) { in.assign(std::vector<box<float>>(3), std::vector<int>(3)); }},
};

struct question {
    const char* name;
    std::function<outcome(tree&, const std::function<void()>&)> ask;
};

const question questions[] = {
    {"query", [](tree& of, const std::function<void()>& act) { return of.query(everywhere, [&](auto) { act(); }); }},
    {"touching",
     [](tree& of, const std::function<void()>& act) { return of.touching(of.item_at(0), [&](auto) { act(); }); }},
    {"pairs", [](tree& of, const std::function<void()>& act) { return of.pairs([&](auto, auto) { act(); }); }},
    {"raycast",
     [](tree& of, const std::function<void()>& act) { return of.raycast({{-1, -1}, {20, 20}}, [&](auto) { act(); }); }},
    {"cast",
     [](tree& of, const std::function<void()>& act) {
         return of.cast(box<float>{{-2, -2}, {-1, -1}}, {20, 20}, [&](auto) { act(); });
     }},
    {"pairs_within",
     [](tree& of, const std::function<void()>& act) { return of.pairs_within(1, [&](auto, auto) { act(); }); }},
    {"join", [](tree& of, const std::function<void()>& act) { return of.join(of, [&](auto, auto) { act(); }); }},
    {"join_of_another",
     [](tree& of, const std::function<void()>& act) {
         tree first = crowded_tree();
         return first.join(of, [&](auto, auto) { act(); });
     }},
    {"each", [](tree& of, const std::function<void()>& act) { return of.each([&](auto) { act(); }); }},
    {"cells", [](tree& of, const std::function<void()>& act) { return of.cells([&](const auto&) { act(); }); }},
    {"cells_with_what_is_filed",
     [](tree& of, const std::function<void()>& act) { return of.cells([](const auto&) {}, [&](auto) { act(); }); }},
};

class visitor_change : public ::testing::TestWithParam<std::tuple<question, change>> {};

TEST_P(visitor_change, is_noticed) {
    const auto& [ask, change] = GetParam();
    tree world = crowded_tree();
    const auto act = [&, make = change.make] { make(world); };
#ifdef QUADRILLE_CHECKED
    GTEST_FLAG_SET(death_test_style, "fast");
    EXPECT_DEATH((void)ask.ask(world, act), "must not change the tree");
#else
    int calls = 0;
    const outcome end = ask.ask(world, [&] {
        ++calls;
        act();
    });
    EXPECT_EQ(end, outcome::changed);
    EXPECT_EQ(calls, 1) << "the walk ends at once";
    EXPECT_TRUE(agrees_with_oracle(world));
#endif
}

INSTANTIATE_TEST_SUITE_P(all, visitor_change,
                         ::testing::Combine(::testing::ValuesIn(questions), ::testing::ValuesIn(changes)),
                         [](const auto& each) {
                             return std::string(std::get<0>(each.param).name) + "_" + std::get<1>(each.param).name;
                         });

TEST(visitor_change_of_values, is_allowed) {
    tree world = crowded_tree();
    EXPECT_EQ(world.query(everywhere, [](auto hit) { hit.value() = 5; }), outcome::complete);
    EXPECT_EQ(world.pairs([](auto a, auto b) { a.value() = b.value() = 6; }), outcome::complete);
    EXPECT_EQ(*world.value(world.item_at(0)), 6);
}

TEST(visitor_change_of_another_tree, is_allowed) {
    tree world = crowded_tree();
    tree other;
    EXPECT_EQ(world.query(everywhere, [&](auto hit) { other.insert(hit.shape(), hit.value()); }), outcome::complete);
    EXPECT_EQ(other.size(), world.size());
}

/// What was refused has changed nothing, and may be tried anywhere.
TEST(visitor_change_that_is_refused, is_none) {
    tree world = crowded_tree();
    EXPECT_EQ(world.query(everywhere, [&](auto) { world.erase({}); }), outcome::complete);
    EXPECT_EQ(world.each([&](auto hit) { world.move(hit.item(), {{1, 1}, {0, 0}}); }), outcome::complete);
}

} // namespace
} // namespace quadrille::testing
