// Misuse with QUADRILLE_ASSERT replaced: it gets the message, and when it returns the walk ends with `tree_changed`.
// SPDX-License-Identifier: MIT
#include <cstring>
#include <stdexcept>

namespace {

int misuses = 0;
const char* last_message = "";
bool throws = false;

/// Possible replacements of the assert: a note, or an exception.
void note_misuse(bool is_fine, const char* message) {
    if (is_fine) {
        return;
    }
    ++misuses;
    last_message = message;
    if (throws) {
        throw std::logic_error(message);
    }
}

} // namespace

#define QUADRILLE_ASSERT(condition, message) note_misuse((condition), (message))

#include "support/answers.hpp"

#include <quadrille/aggregate.hpp>
#include <quadrille/quadtree.hpp>
#include <quadrille/recording.hpp>
#include <quadrille/replay.hpp>

namespace quadrille::testing {
namespace {

quadtree<int> small_tree() {
    quadtree<int> tree;
    for (int number = 0; number < 20; ++number) {
        tree.insert({{0, 0}, {1, 1}}, number);
    }
    misuses = 0;
    return tree;
}

// promise: misuse
// promise: misuse: The assert can be replaced by one that returns, or throws.
TEST(misuse, of_a_query_is_asserted_with_a_sentence) {
    auto tree = small_tree();
    EXPECT_EQ(tree.query({{0, 0}, {1, 1}}, [&](auto hit) { tree.erase(hit.item()); }), outcome::tree_changed);
    EXPECT_EQ(misuses, 1);
    EXPECT_NE(std::strstr(last_message, "visitor"), nullptr) << last_message;
    EXPECT_EQ(tree.size(), 19U);
    EXPECT_TRUE(agrees_with_oracle(tree));
}

// promise: sums-of-one-state
TEST(misuse, of_sums_of_an_earlier_state_is_asserted_with_a_sentence) {
    auto tree = small_tree();
    cell_numbering<> cells;
    std::vector<totals> sums;
    const auto open = [](auto) { return descent::open; };
    ASSERT_EQ(cells.aggregate(tree, sums), outcome::complete);
    ASSERT_EQ(cells.walk(tree, sums, open), outcome::complete);
    EXPECT_EQ(misuses, 0);
    const std::vector<totals> fewer;
    EXPECT_EQ(cells.walk(tree, fewer, open), outcome::tree_changed);
    EXPECT_EQ(misuses, 1);
    int calls = 0;
    const auto count = [&](auto) { return ++calls, descent::open; };
    tree.insert({{0, 0}, {1, 1}}, 20);
    EXPECT_EQ(cells.walk(tree, sums, count), outcome::tree_changed);
    EXPECT_EQ(misuses, 2);
    EXPECT_NE(std::strstr(last_message, "aggregated"), nullptr) << last_message;
    quadtree<int> other;
    EXPECT_EQ(cells.walk(other, sums, count), outcome::tree_changed);
    EXPECT_EQ(misuses, 3);
    EXPECT_EQ(calls, 0);
}

// promise: erase-if: `erase_if` whose predicate changes the tree ends; the items accepted before are erased.
TEST(misuse, of_erase_if_leaves_erased_what_was_accepted_before) {
    auto tree = small_tree();
    EXPECT_EQ(tree.erase_if([&](auto hit) { return hit.index() < 5 || tree.erase(hit.item()); }), 5U);
    EXPECT_EQ(misuses, 1);
    EXPECT_EQ(tree.size(), 14U);
    EXPECT_TRUE(agrees_with_oracle(tree));
}

/// A recording asks the user's functions itself.
TEST(misuse, of_a_recording_is_that_of_its_tree) {
    auto tree = small_tree();
    std::vector<std::byte> bytes;
    recording record(tree, bytes);
    EXPECT_EQ(record.erase_if([&](auto hit) { return hit.index() < 5 || tree.erase(hit.item()); }), 5U);
    EXPECT_EQ(misuses, 1);
    EXPECT_EQ(tree.size(), 14U);
    const change_report report = record.sync([&](auto hit) {
        tree.insert({{2, 2}, {3, 3}}, 7);
        return hit.shape();
    });
    EXPECT_EQ(report.error, error::tree_changed);
    EXPECT_EQ(tree.error(), error::tree_changed);
    EXPECT_EQ(misuses, 2);
    EXPECT_EQ(tree.size(), 15U);
    EXPECT_TRUE(agrees_with_oracle(tree));
    record.finish();
    quadtree<> again;
    EXPECT_TRUE(replay(again, bytes));
    EXPECT_EQ(again.size(), 15U);
}

// promise: misuse: The assert can be replaced by one that returns, or throws.
TEST(misuse, may_be_thrown_out_of_the_walk) {
    auto tree = small_tree();
    throws = true;
    EXPECT_THROW(tree.query({{0, 0}, {1, 1}}, [&](auto hit) { tree.erase(hit.item()); }), std::logic_error);
    EXPECT_THROW(tree.pairs([&](auto a, auto) { tree.erase(a.item()); }), std::logic_error);
    EXPECT_THROW(tree.erase_if([&](auto hit) { return tree.erase(hit.item()); }), std::logic_error);
    throws = false;
    EXPECT_EQ(tree.size(), 17U);
    EXPECT_TRUE(agrees_with_oracle(tree));
}

// promise: worlds-that-wrap: A checked build asserts when trees of different periods or origins are joined.
TEST(misuse, of_trees_with_different_periods_is_asserted) {
    const quadtree<> plain;
    const quadtree<> torus(options{.period = {64, 64}});
    const quadtree<> elsewhere(options{.period = {64, 64}, .origin = {1, 0}});
    std::vector<index_pair> found;
    misuses = 0;
    EXPECT_EQ(torus.join(plain, found), outcome::other_period);
    EXPECT_EQ(misuses, 1);
    EXPECT_NE(std::strstr(last_message, "one period and origin"), nullptr) << last_message;
    EXPECT_EQ(torus.closest_pairs(elsewhere, 1, found), outcome::other_period);
    EXPECT_EQ(misuses, 2);
    EXPECT_EQ(torus.join(quadtree<>(options{.period = {64, 64}}).clone(), found), outcome::complete);
    EXPECT_EQ(misuses, 2);
}

} // namespace
} // namespace quadrille::testing
