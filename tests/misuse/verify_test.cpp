// The verification of checked builds: a broken tree's answers are asserted, verb by verb; a sound one's never.
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

#include <quadrille/parallel.hpp>
#include <quadrille/quadtree.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
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
/// The first item that intersects another one.
item an_item_of_a_pair(const tree& of) {
    for (std::uint32_t index = 0; index < of.index_limit(); ++index) {
        for (std::uint32_t other = 0; other < of.index_limit(); ++other) {
            const auto shape = of.shape(of.item_at(index));
            const auto another = of.shape(of.item_at(other));
            if (other != index && shape && another && intersects(*shape, *another)) {
                return of.item_at(index);
            }
        }
    }
    return {};
}
const box<float> around{{-30, -30}, {30, 30}};
const std::array<point<float>, 3> corners = {point<float>{-30, -30}, point<float>{30, -30}, point<float>{0, 30}};
const std::array<box<float>, 1> boxes = {around};
const std::array<point<float>, 1> places = {point<float>{0, 0}};
template <class Range>
void loop_over(Range&& hits) {
    for (const auto& hit : hits) {
        nothing(hit);
    }
}
const std::array<ray<float>, 1> rays = {ray<float>{{-30, -30}, {60, 60}}};

/// What questions are lent, and what receives their answers.
struct {
    batch_workspace workspace;
    pair_workspace marks;
    answer_rows<> rows;
    std::vector<item> items;
    std::array<neighbor, 5> nearest;
    std::array<std::uint32_t, 1> numbers{};
    std::array<std::optional<ray_hit<float>>, 1> hits;
    counters work;
} lent;
const parallel::inline_runner alone;

const question questions[] = {
    {"query", [](const tree& of) { of.query(around, nothing); }},
    {"query", [](const tree& of) { of.query(circle<float>{{0, 0}, 12}, nothing, {.layers = 2}); }},
    {"query", [](const tree& of) { of.query(segment<float>{{-30, -30}, {30, 30}}, nothing); }},
    {"query", [](const tree& of) { of.query(polygon<float>{corners}, nothing); }},
    {"query", [](const tree& of) { loop_over(of.query(around)); }},
    {"query", [](const tree& of) { of.query(boxes, lent.workspace, lent.rows); }},
    {"query_within", [](const tree& of) { of.query_within(point<float>{0, 0}, 9, nothing); }},
    {"any", [](const tree& of) { static_cast<void>(of.any(around)); }},
    {"count", [](const tree& of) { static_cast<void>(of.count(around, {}, &lent.work)); }},
    {"intersecting", [](const tree& of) { of.intersecting(an_item_of_a_pair(of), nothing); }},
    {"pairs", [](const tree& of) { of.pairs(nothing); }},
    {"pairs", [](const tree& of) { of.pairs(nothing, {.layers = 1, .partners = 2, .distance = 0.5}); }},
    {"pairs_of", [](const tree& of) { of.pairs_of({an_item_of_a_pair(of), of.item_at(1)}, lent.marks, nothing); }},
    {"join", [](const tree& of) { of.join(of, nothing); }},
    {"nearest", [](const tree& of) { of.nearest({0, 0}, lent.nearest, {.layers = 1, .distance = 50}); }},
    {"raycast", [](const tree& of) { of.raycast(rays[0], nothing); }},
    {"cast", [](const tree& of) { of.cast(box<float>{{-33, -33}, {-30, -30}}, {60, 60}, nothing); }},
    {"closest_hit", [](const tree& of) { static_cast<void>(of.closest_hit(rays[0])); }},
    {"closest_cast", [](const tree& of) { static_cast<void>(of.closest_cast(point<float>{-30, -30}, {60, 60})); }},
    {"raycast", [](const tree& of) { of.raycast(rays, lent.workspace, nothing); }},
    {"query", [](const tree& of) { of.query(around, lent.items); }},
    {"query_within", [](const tree& of) { loop_over(of.query_within(point<float>{0, 0}, 9)); }},
    {"intersecting", [](const tree& of) { loop_over(of.intersecting(an_item_of_a_pair(of))); }},
    {"pairs", [](const tree& of) { loop_over(of.pairs()); }},
    {"join", [](const tree& of) { loop_over(of.join(of)); }},
    {"raycast", [](const tree& of) { loop_over(of.raycast(rays[0])); }},
    {"cast", [](const tree& of) { loop_over(of.cast(box<float>{{-33, -33}, {-30, -30}}, {60, 60})); }},
    {"raycast", [](const tree& of) { of.raycast(rays[0], lent.items); }},
    {"count", [](const tree& of) { of.count(boxes, lent.numbers); }},
    {"nearest", [](const tree& of) { of.nearest(places, 5, lent.nearest); }},
    {"query", [](const tree& of) { parallel::query(alone, of, boxes, lent.workspace, lent.rows); }},
    {"raycast", [](const tree& of) { parallel::raycast(alone, of, rays, lent.workspace, lent.rows); }},
    {"closest_hit", [](const tree& of) { of.closest_hit(rays, lent.hits); }},
};

class verified_tree : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        tree broken = crowded_tree();
        hide_cells(broken);
        broken.pairs(nothing);
        EXPECT_EQ(differences, 0) << "at the beginning none is";
    }
    void SetUp() override {
#ifndef QUADRILLE_CHECKED
        GTEST_SKIP() << "checked builds alone have it";
#endif
        verify_up_to(max_items);
        differences = 0;
    }
    void TearDown() override { verify_up_to(0); }
};

// promise: compared-with-a-scan
TEST_F(verified_tree, is_silent_where_it_is_sound) {
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

// promise: compared-with-a-scan: Areas and rays over a runner are compared.
// promise: compared-with-a-scan: In a broken tree each verb is asserted, with its name, its numbers, and what was
//     expected and found.
TEST_F(verified_tree, tells_the_verb_its_numbers_and_what_is_missing_where_it_is_broken) {
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

// promise: compared-with-a-scan: A wrong answer is named, too.
TEST_F(verified_tree, names_an_item_that_is_no_answer) {
    tree broken;
    for (int count = 0; count < 2; ++count) {
        broken.insert({{0, 0}, {1, 1}});
    }
    std::swap(engine_of(broken).slots.location[0], engine_of(broken).slots.location[1]);
    broken.move(broken.item_at(0), {{0, 0}, {5, 5}}); // moves the shape of the other
    broken.query({{3, 3}, {4, 4}}, nothing);
    EXPECT_EQ(differences, 1);
    EXPECT_NE(last_message.find("wrongly item 1"), std::string::npos) << last_message;
    std::array<neighbor, 1> nearest;
    broken.nearest({4, 4}, nearest);
    EXPECT_EQ(differences, 2);
    EXPECT_NE(last_message.find("nearest of 4, 4, "), std::string::npos) << last_message;
    EXPECT_NE(last_message.find("wrongly item 1"), std::string::npos) << last_message;
}

// promise: compared-with-a-scan: At first no tree is compared with a scan; then none larger than the limit.
TEST_F(verified_tree, is_compared_up_to_the_limit) {
    tree broken = crowded_tree();
    hide_cells(broken);
    for (const std::uint32_t limit : {broken.size() - 1, 0U}) {
        verify_up_to(limit);
        for (const question& each : questions) {
            each.ask(broken);
        }
        EXPECT_EQ(differences, 0) << last_message;
    }
    verify_up_to(broken.size());
    broken.pairs(nothing);
    EXPECT_EQ(differences, 1);
}

/// An area that is the user's own.
struct own_area {
    static box<float> bounds() { return around; }
    static bool may_intersect(const box<float>&) { return true; }
    static bool intersects(const box<float>& shape) { return quadrille::intersects(shape, around); }
};

// promise: compared-with-a-scan: Areas and predicates of the user's, ranges of nearest items, the nearest to many
//     places, and pairs over a runner are not compared.
TEST_F(verified_tree, leaves_out_code_of_the_users_and_pairs_over_a_runner) {
    tree broken = crowded_tree();
    hide_cells(broken);
    nearest_workspace pending;
    parallel::answer_pieces<index_pair> pieces;
    broken.query(own_area{}, nothing);
    broken.nearest(places[0], lent.nearest, {}, [](auto) { return true; });
    loop_over(broken.nearest(places[0], pending));
    parallel::pairs(alone, broken, pieces);
    parallel::join(alone, broken, broken, parallel::in_order(nothing));
    EXPECT_EQ(differences, 0) << last_message;
}

// promise: compared-with-a-scan: The user's counters do not count the comparison.
TEST_F(verified_tree, counts_nothing_for_the_user) {
    const tree sound = crowded_tree();
    counters with;
    sound.query(around, nothing, {}, &with);
    verify_up_to(0);
    counters without;
    sound.query(around, nothing, {}, &without);
    EXPECT_EQ(with, without);
}

} // namespace
} // namespace quadrille::testing
