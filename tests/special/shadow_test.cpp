// The shadow of checked builds: a broken tree's answers are asserted, verb by verb; a sound one's never.
// SPDX-License-Identifier: MIT
#include <string>

namespace {

int differences = 0;
std::string last_message;

void note_difference(bool is_fine, const char* message) {
    if (!is_fine) {
        ++differences;
        last_message = message;
    }
}

} // namespace

#define QUADRILLE_ASSERT(condition, message) note_difference((condition), (message))

#include "support/inside.hpp"
#include "support/reach.hpp"
#include "support/shapes.hpp"

#include <quadrille/quadtree.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

namespace quadrille::testing {
namespace {

using tree = quadtree<void, box<float>>;

tree crowded_tree() {
    tree made({.leaf_capacity = 4});
    random_source source(8);
    for (int count = 0; count < 120; ++count) {
        made.insert(draw<float>(source, style::spread), in_layers{1 + source.below(3)});
    }
    return made;
}

/// The cells below the root claim to be elsewhere: walks pass them over.
void hide_cells(tree& of) {
    auto& nodes = engine_of(of).store.nodes;
    detail::node& root = nodes[nodes[0].child[0]];
    for (std::uint32_t child = 0; child < detail::fan_out; ++child) {
        root.x0[child] = root.x1[child] = root.y0[child] = root.y1[child] = 1e30F;
    }
}

struct question {
    const char* verb;
    std::function<void(const tree&)> ask;
};

constexpr auto nothing = [](auto...) {};
const box<float> around{{-30, -30}, {30, 30}};
const std::array<point<float>, 3> corners = {point<float>{-30, -30}, point<float>{30, -30}, point<float>{0, 30}};
const std::array<box<float>, 1> boxes = {around};
const std::array<ray<float>, 1> rays = {ray<float>{{-30, -30}, {60, 60}}};

const question questions[] = {
    {"query", [](const tree& of) { of.query(around, nothing); }},
    {"query", [](const tree& of) { of.query(circle<float>{{0, 0}, 12}, nothing, {.layers = 2}); }},
    {"query", [](const tree& of) { of.query(segment<float>{{-30, -30}, {30, 30}}, nothing); }},
    {"query", [](const tree& of) { of.query(polygon<float>{corners}, nothing); }},
    {"query",
     [](const tree& of) {
         for (auto hit : of.query(around)) {
             nothing(hit);
         }
     }},
    {"query",
     [](const tree& of) {
         many_workspace workspace;
         answer_rows<> rows;
         of.query(boxes, workspace, rows);
     }},
    {"query_within", [](const tree& of) { of.query_within(point<float>{0, 0}, 9, nothing); }},
    {"any", [](const tree& of) { static_cast<void>(of.any(around)); }},
    {"count",
     [](const tree& of) {
         counters counts;
         static_cast<void>(of.count(around, {}, &counts));
     }},
    {"touching", [](const tree& of) { of.touching(of.item_at(3), nothing); }},
    {"pairs", [](const tree& of) { of.pairs(nothing); }},
    {"pairs", [](const tree& of) { of.pairs(nothing, {.layers = 1, .partners = 2, .distance = 0.5}); }},
    {"pairs_of",
     [](const tree& of) {
         pair_workspace workspace;
         of.pairs_of({of.item_at(0), of.item_at(1)}, workspace, nothing);
     }},
    {"join", [](const tree& of) { of.join(of, nothing); }},
    {"nearest",
     [](const tree& of) {
         std::array<neighbour, 5> found;
         of.nearest({0, 0}, found, {.layers = 1, .distance = 50});
     }},
    {"raycast", [](const tree& of) { of.raycast(rays[0], nothing); }},
    {"cast", [](const tree& of) { of.cast(box<float>{{-33, -33}, {-30, -30}}, {60, 60}, nothing); }},
    {"closest_hit", [](const tree& of) { static_cast<void>(of.closest_hit(rays[0])); }},
    {"closest_cast", [](const tree& of) { static_cast<void>(of.closest_cast(point<float>{-30, -30}, {60, 60})); }},
    {"raycast",
     [](const tree& of) {
         many_workspace workspace;
         of.raycast(rays, workspace, nothing);
     }},
};

class shadow_of_a_tree : public ::testing::Test {
protected:
    void SetUp() override {
#ifndef QUADRILLE_CHECKED
        GTEST_SKIP() << "checked builds alone have it";
#endif
        shadow_up_to(most_items);
        differences = 0;
    }
    void TearDown() override { shadow_up_to(0); }
};

TEST_F(shadow_of_a_tree, is_silent_where_it_is_sound) {
    tree sound = crowded_tree();
    for (const question& each : questions) {
        each.ask(sound);
        EXPECT_EQ(differences, 0) << each.verb << ": " << last_message;
    }
    sound.clear();
    for (const question& each : questions) {
        each.ask(sound);
    }
    EXPECT_EQ(differences, 0) << last_message;
}

TEST_F(shadow_of_a_tree, tells_the_verb_its_numbers_and_what_is_missing_where_it_is_broken) {
    tree broken = crowded_tree();
    hide_cells(broken);
    for (const question& each : questions) {
        differences = 0;
        each.ask(broken);
        EXPECT_GE(differences, 1) << each.verb;
        EXPECT_NE(last_message.find(each.verb), std::string::npos) << last_message;
        EXPECT_NE(last_message.find("; expected "), std::string::npos) << last_message;
    }
    differences = 0;
    static_cast<void>(broken.count({{-30, -30.1F}, {30.7F, 30}}, {.layers = 2}));
    EXPECT_EQ(differences, 1);
    EXPECT_NE(last_message.find(" of -30, -30.1, 30.7, 30 in layers 2 "), std::string::npos) << last_message;
    EXPECT_NE(last_message.find(", not (or twice) item "), std::string::npos) << last_message;
}

TEST_F(shadow_of_a_tree, names_an_item_that_is_no_answer) {
    tree broken;
    for (int count = 0; count < 2; ++count) {
        broken.insert({{0, 0}, {1, 1}});
    }
    std::swap(engine_of(broken).slots.location[0], engine_of(broken).slots.location[1]);
    broken.move(broken.item_at(0), {{0, 0}, {5, 5}}); // moves the shape of the other
    broken.query({{3, 3}, {4, 4}}, nothing);
    EXPECT_EQ(differences, 1);
    EXPECT_NE(last_message.find("wrongly item 1"), std::string::npos) << last_message;
    std::array<neighbour, 1> nearest;
    broken.nearest({4, 4}, nearest);
    EXPECT_EQ(differences, 2);
    EXPECT_NE(last_message.find("nearest of 4, 4, "), std::string::npos) << last_message;
    EXPECT_NE(last_message.find("wrongly item 1"), std::string::npos) << last_message;
}

TEST_F(shadow_of_a_tree, is_cast_up_to_the_limit) {
    tree broken = crowded_tree();
    hide_cells(broken);
    for (const std::uint32_t limit : {broken.size() - 1, 0U}) {
        shadow_up_to(limit);
        for (const question& each : questions) {
            each.ask(broken);
        }
        EXPECT_EQ(differences, 0) << last_message;
    }
    shadow_up_to(broken.size());
    broken.pairs(nothing);
    EXPECT_EQ(differences, 1);
}

TEST_F(shadow_of_a_tree, counts_nothing_for_the_user) {
    const tree sound = crowded_tree();
    counters with;
    sound.query(around, nothing, {}, &with);
    shadow_up_to(0);
    counters without;
    sound.query(around, nothing, {}, &without);
    EXPECT_EQ(with, without);
}

} // namespace
} // namespace quadrille::testing
