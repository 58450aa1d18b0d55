// The default assert of checked builds: a change of the tree by the function that it calls ends the program, with the reason.
// SPDX-License-Identifier: MIT
#include <quadrille/contacts.hpp>
#include <quadrille/quadtree.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace quadrille::testing {
namespace {

#ifdef QUADRILLE_CHECKED

struct bad_call {
    const char* name;
    std::function<void(quadtree<int>&)> make;
};

const box<float> everywhere = {{0, 0}, {9, 9}};

const bad_call bad_calls[] = {
    {"query", [](auto& tree) { tree.query(everywhere, [&](auto hit) { tree.erase(hit.item()); }); }},
    {"query_within", [](auto& tree) { tree.query_within(everywhere, 1, [&](auto hit) { tree.erase(hit.item()); }); }},
    {"intersecting", [](auto& tree) { tree.intersecting(tree.item_at(0), [&](auto hit) { tree.erase(hit.item()); }); }},
    {"each", [](auto& tree) { tree.each([&](auto hit) { tree.move(hit.item(), {{5, 5}, {6, 6}}); }); }},
    {"pairs", [](auto& tree) { tree.pairs([&](auto, auto) { tree.insert({{0, 0}, {1, 1}}, 1); }); }},
    {"pairs_of", [](auto& tree) { tree.pairs_of(std::vector{tree.item_at(0)}, [&](auto, auto) { tree.clear(); }); }},
    {"join", [](auto& tree) { tree.join(tree, [&](auto a, auto) { tree.set_layers(a.item(), 2); }); }},
    {"raycast", [](auto& tree) { tree.raycast({{0, 0}, {9, 9}}, [&](auto) { tree.reserve(1000); }); }},
    {"cast", [](auto& tree) { tree.cast(everywhere, {1, 1}, [&](auto) { tree = quadtree<int>(); }); }},
    {"cells", [](auto& tree) { tree.cells([&](const auto&) { tree.clear(); }); }},
    {"erase_if", [](auto& tree) { tree.erase_if([&](auto hit) { return tree.erase(hit.item()); }); }},
    {"sync",
     [](auto& tree) {
         tree.sync([&](auto) {
             tree.clear();
             return everywhere;
         });
     }},
};

/// `visitor_change_test` has every change, with an assert that counts.
// promise: misuse: The default assert prints the message and aborts.
TEST(abort_of_a_checked_build, ends_a_change_inside_every_visitor) {
    GTEST_FLAG_SET(death_test_style, "fast");
    for (const bad_call& bad : bad_calls) {
        quadtree<int> tree;
        for (int number = 0; number < 20; ++number) {
            tree.insert({{0, 0}, {1, 1}}, number);
        }
        EXPECT_DEATH(bad.make(tree),
                     "watch.hpp:[0-9]+: quadrille misused: a visitor must not change the tree that calls it")
            << bad.name;
    }
}

#endif

} // namespace
} // namespace quadrille::testing
