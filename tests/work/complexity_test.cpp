// Inputs that maximize work: sorted, on a diagonal, fractal, nested. The size of the tree stays within its limits.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(complexity);

template <class Scalar>
struct input {
    std::string name;
    std::vector<box<Scalar>> boxes;
};

/// Worlds that are hard for trees, of about `count` boxes each.
template <class Scalar>
std::vector<input<Scalar>> unkind_inputs(int count) {
    const auto made = [&](const char* name, const std::function<box<Scalar>(int)>& make) {
        input<Scalar> all{name, {}};
        for (int number = 0; number < count; ++number) {
            all.boxes.push_back(make(number));
        }
        return all;
    };
    return {
        made("sorted", [](int number) { return box_of<Scalar>(number, 0, number + 1, 1); }),
        made("sorted downwards", [&](int number) { return dot<Scalar>(count - number, count - number); }),
        made("diagonal", [](int number) { return box_of<Scalar>(number, number, number + 0.5, number + 0.5); }),
        made("fractal", // each quarter of the square's corner again: 2 points per level
             [](int number) {
                 const double at = scenes::exponential(-(number % 64) / 8.0) * (1 + number / 64 * 1e-4);
                 return dot<Scalar>(at, number % 2 == 0 ? at : 0);
             }),
        made("nested", [](int number) { return box_of<Scalar>(-number, -number, number, number); }),
        made("crossing the middle", [&](int number) { return box_of<Scalar>(-0.25, number, 0.25, number + 0.5); }),
        made("crosses", // long and thin, in both directions: each intersects all of the other kind
             [&](int number) {
                 return number % 2 == 0 ? box_of<Scalar>(0, number, count, number)
                                        : box_of<Scalar>(number, 0, number, count);
             }),
        made("two places", [](int number) { return dot<Scalar>(number % 2 == 0 ? 0 : 1e-30, 0); }),
        made("exponents", // one at each power of two that there is
             [](int number) {
                 double at = number % 2 == 0 ? 1 : -1;
                 for (int halving = number % 120; halving > 0; --halving) {
                     at /= 2;
                 }
                 return dot<Scalar>(at, -at);
             }),
    };
}

template <class Tree>
void expect_small(const Tree& tree, const std::string& name) {
    const statistics made = tree.stats();
    EXPECT_LE(made.deepest, max_depth) << name;
    EXPECT_LE(made.blocks, made.size / 16 + made.leaves + made.inner_cells + 1) << name << ": chains are full";
    EXPECT_LE(made.leaves, made.size) << name << ": no empty leaves are kept";
    EXPECT_LE(made.inner_cells, std::uint64_t{made.size} * 2 + 64) << name << ": no long towers of single children";
    EXPECT_LE(made.bytes, std::size_t{made.size} * 1200 + 100000) << name;
}

/// Assigned, inserted, and as what the world of the input before turns into.
// promise: splits-and-merges: Inputs that maximize work leave the tree within its limits.
TYPED_TEST(complexity, of_unkind_inputs_stays_bounded) {
    bare_tree<TypeParam> synced({.leaf_capacity = 8});
    for (const auto& given : unkind_inputs<TypeParam>(600)) {
        bare_tree<TypeParam> assigned({.leaf_capacity = 8});
        ASSERT_TRUE(assigned.assign(given.boxes));
        bare_tree<TypeParam> inserted({.leaf_capacity = 8});
        for (const auto& shape : given.boxes) {
            inserted.insert(shape);
        }
        ASSERT_TRUE(synced.empty() ? synced.assign(given.boxes) : synced.sync(given.boxes));
        for (const bare_tree<TypeParam>* tree : {&assigned, &inserted, &synced}) {
            expect_small(*tree, given.name);
            ASSERT_TRUE(agrees_with_oracle(*tree)) << given.name;
        }
    }
}

// promise: splits-and-merges: Sorted inserts do not make a list.
TYPED_TEST(complexity, of_sorted_inserts_is_not_that_of_a_list) {
    bare_tree<TypeParam> tree;
    for (int number = 0; number < 20000; ++number) {
        tree.insert(box_of<TypeParam>(number, 0, number + 0.5, 1));
    }
    const statistics made = tree.stats();
    EXPECT_GE(made.leaves, 20000U / 64);
    EXPECT_LE(made.deepest, 16) << "20,000 in a row of leaves of 32: ten levels, and some";
    std::uint32_t fullest = 0;
    tree.cells([&](const cell<TypeParam>& seen) { fullest = std::max(fullest, seen.count); });
    EXPECT_LE(fullest, 64U + 20000 / 64)
        << "what lies beyond the grid waits in its border leaves, a 64th of all at most";
}

/// A few items spread over the world, such as shots, joined with very many: no more work than a question by each of them.
TYPED_TEST(complexity, of_a_join_of_few_with_many_is_that_of_their_questions) {
    const scenes::world<TypeParam> world(scenes::kind::uniform, 60'000, 11);
    bare_tree<TypeParam> many;
    ASSERT_TRUE(many.assign(world.boxes()));
    for (const std::uint32_t count : {2U, 40U, 300U}) {
        for (const double distance : {0.0, 0.5}) {
            bare_tree<TypeParam> few;
            for (std::uint32_t which = 0; which < count; ++which) {
                few.insert(world.boxes()[which * (60'000 / count)]);
            }
            counters joined;
            std::vector<index_pair> pairs;
            few.join(many, pairs, {.distance = distance}, &joined);
            counters asked;
            std::size_t answers = 0;
            few.each([&](auto one) {
                std::vector<std::uint32_t> found;
                many.query_within(one.shape(), distance, found, {}, &asked);
                answers += found.size();
            });
            EXPECT_EQ(pairs.size(), answers);
            EXPECT_EQ(joined.answers, answers);
            const std::uint64_t opened = joined.cells + joined.blocks + joined.pairs / 16;
            EXPECT_LE(opened, 2 * (asked.cells + asked.blocks) + 200) << count << " items, distance " << distance;
        }
    }
}

} // namespace
} // namespace quadrille::testing
