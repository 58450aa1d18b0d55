// The default assert of checked builds: a change of the tree by the function that it calls ends the program, with the reason.
// SPDX-License-Identifier: MIT
#include <quadrille/quadtree.hpp>

#include <gtest/gtest.h>

namespace quadrille::testing {
namespace {

#ifdef QUADRILLE_CHECKED

/// Every change inside every visitor: in misuse/visitor_change_test.cpp, with an assert that counts.
// promise: misuse: The default assert prints the message and aborts.
TEST(abort_of_a_checked_build, ends_a_change_inside_a_visitor) {
    GTEST_FLAG_SET(death_test_style, "fast");
    quadtree<int> tree;
    tree.insert({{0, 0}, {1, 1}}, 1);
    constexpr box<float> everywhere = {{0, 0}, {9, 9}};
    const auto change = [&](auto hit) { tree.erase(hit.item()); };
    EXPECT_DEATH(tree.query(everywhere, change),
                 "watch.hpp:[0-9]+: quadrille misused: a visitor must not change the tree that calls it");
}

#endif

} // namespace
} // namespace quadrille::testing
