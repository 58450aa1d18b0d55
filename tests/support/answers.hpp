// Compares a tree's answers with the oracle's, and reports differences.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_ANSWERS_HPP
#define QUADRILLE_TESTS_ANSWERS_HPP

#include "scenes/oracle.hpp"

#include <quadrille/quadtree.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <sstream>
#include <vector>

namespace quadrille::testing {

template <class Scalar>
std::ostream& print(std::ostream& out, const box<Scalar>& shown) {
    out.precision(std::numeric_limits<Scalar>::max_digits10);
    return out << "{{" << shown.min.x << ", " << shown.min.y << "}, {" << shown.max.x << ", " << shown.max.y << "}}";
}

/// The tree passes its own validation.
template <class Tree>
::testing::AssertionResult is_sound(const Tree& tree) {
    const fault found = tree.validate();
    return found ? ::testing::AssertionFailure() << "validate: " << found.what << " (at " << found.where << ")"
                 : ::testing::AssertionSuccess();
}

/// How many items a query visits one by one, as `count` need not.
template <class Tree, class Area>
std::uint32_t number_visited(const Tree& tree, const Area& area, const filter& wanted, counters* visited) {
    std::uint32_t number = 0;
    tree.query(area, [&](auto) { ++number; }, wanted, visited);
    return number;
}

/// The indices that a query finds, ascending.
template <class Tree>
std::vector<std::uint32_t> found_in(const Tree& tree, const box<typename Tree::scalar>& area) {
    std::vector<std::uint32_t> found;
    tree.query(area, found);
    oracle::sort(found);
    return found;
}

/// The indices of all that intersect an item, ascending.
template <class Tree>
std::vector<std::uint32_t> found_intersecting(const Tree& tree, item which) {
    std::vector<std::uint32_t> found;
    tree.intersecting(which, [&](auto hit) { found.push_back(hit.index()); });
    oracle::sort(found);
    return found;
}

/// The pairs of a tree, normalized and sorted.
template <class Tree>
std::vector<index_pair> found_pairs(const Tree& tree) {
    std::vector<index_pair> found;
    tree.pairs(found);
    oracle::normalize(found);
    return found;
}

/// The shapes of a tree by index, and which of them are alive.
template <class Shape>
struct snapshot {
    std::vector<Shape> shapes;
    std::vector<std::uint8_t> alive;

    friend bool operator==(const snapshot&, const snapshot&) = default;
};

template <class Tree>
snapshot<typename Tree::shape_type> snapshot_of(const Tree& tree) {
    snapshot<typename Tree::shape_type> taken;
    taken.shapes.resize(tree.index_limit());
    taken.alive.resize(tree.index_limit());
    tree.each([&](auto hit) {
        taken.shapes[hit.index()] = hit.shape();
        taken.alive[hit.index()] = 1;
    });
    return taken;
}

/// All that can be queried of a tree, as one comparable value: a rejected change must not change it.
template <class Tree>
struct state {
    snapshot<typename Tree::shape_type> shapes;
    std::vector<item> items;
    std::vector<index_pair> pairs;
    std::uint32_t size;
    std::uint32_t index_limit;

    friend bool operator==(const state&, const state&) = default;
};

template <class Tree>
state<Tree> state_of(const Tree& tree) {
    state<Tree> taken{snapshot_of(tree), {}, {}, tree.size(), tree.index_limit()};
    tree.each([&](auto hit) { taken.items.push_back(hit.item()); });
    tree.pairs(taken.pairs);
    return taken;
}

inline ::testing::AssertionResult differ(const char* verb, std::size_t expected, std::size_t found) {
    return ::testing::AssertionFailure() << verb << ": expected " << expected << " answers, found " << found
                                         << (expected == found ? ", but others" : "");
}

/// The tree's answers to one query, as indices, as items, counted, and whether there is any, are the indices `expected`.
template <class Tree, class Area>
::testing::AssertionResult
answers_as(const Tree& tree, const Area& area, const filter& wanted, const std::vector<std::uint32_t>& expected) {
    std::vector<std::uint32_t> found;
    tree.query(area, found, wanted);
    oracle::sort(found);
    if (found != expected) {
        return differ("query", expected.size(), found.size());
    }
    std::vector<item> items;
    tree.query(area, items, wanted);
    std::sort(items.begin(), items.end(), [](item one, item other) { return one.index < other.index; });
    const auto names = [](item one, std::uint32_t index) { return one.index == index; };
    if (!std::equal(items.begin(), items.end(), expected.begin(), expected.end(), names)) {
        return differ("query for items", expected.size(), items.size());
    }
    if (tree.count(area, wanted) != expected.size()) {
        return differ("count", expected.size(), tree.count(area, wanted));
    }
    if (tree.any(area, wanted) == expected.empty()) {
        return differ("any", expected.size(), tree.any(area, wanted) ? 1 : 0);
    }
    return ::testing::AssertionSuccess();
}

/// And those about a box are those of a full scan.
template <class Tree>
::testing::AssertionResult
answers(const Tree& tree, const snapshot<typename Tree::shape_type>& truth, const box<typename Tree::scalar>& area) {
    auto result = answers_as(
        tree, area, {}, oracle::query(std::span<const typename Tree::shape_type>(truth.shapes), area, truth.alive));
    if (!result) {
        std::ostringstream where;
        print(where, area);
        result << " in " << where.str();
    }
    return result;
}

/// The pairs by a full scan, or by a sweep where that would take long; the same trees agree with both.
template <class Shape>
std::vector<index_pair> true_pairs(const snapshot<Shape>& truth) {
    const std::span<const Shape> shapes(truth.shapes);
    if (shapes.size() <= 100) {
        return oracle::pairs(shapes, truth.alive);
    }
    return oracle::swept_pairs(shapes, truth.alive);
}

/// The tree is sound, and its pairs and a few queries about each corner of the world are those of a full scan.
template <class Tree>
::testing::AssertionResult agrees_with_oracle(const Tree& tree) {
    using scalar = typename Tree::scalar;
    const auto truth = snapshot_of(tree);
    if (auto sound = is_sound(tree); !sound) {
        return sound;
    }
    const auto expected = true_pairs(truth);
    const auto found = found_pairs(tree);
    if (found != expected) {
        return differ("pairs", expected.size(), found.size());
    }
    constexpr scalar far_off = std::numeric_limits<scalar>::infinity();
    std::vector<box<scalar>> areas = {{{-far_off, -far_off}, {far_off, far_off}}, {{-far_off, 0}, {0, far_off}}};
    for (std::size_t index = 0; index < truth.shapes.size(); index += truth.shapes.size() / 16 + 1) {
        const box<scalar> around = bounds_of(truth.shapes[index]);
        areas.push_back(around);
        areas.push_back({around.max, around.max});
    }
    for (const auto& area : areas) {
        if (auto result = answers(tree, truth, area); !result) {
            return result;
        }
    }
    return ::testing::AssertionSuccess();
}

} // namespace quadrille::testing

#endif
