// The items nearest to a place or an area, compared with a full scan.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_NEAREST_SCAN_HPP
#define QUADRILLE_TESTS_NEAREST_SCAN_HPP

#include "support/answers.hpp"

#include <quadrille/quadtree.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace quadrille::testing {

/// The nearest are those of a full scan by the description of the question: so many at once, and all of them one by one.
template <class Tree, class Question>
::testing::AssertionResult are_nearest(const Tree& tree, const Question& asked, std::size_t most) {
    std::vector<neighbor> expected;
    const auto& core = detail::insides::core(tree);
    tree.each([&](auto one) {
        const bool may_be = detail::passes(core, one.index(), asked.wanted);
        if (const double measure = may_be ? asked.measured(core, one.index()).measure : -1; measure >= 0) {
            expected.push_back({one.item(), measure});
        }
    });
    std::sort(expected.begin(), expected.end(), detail::comes_before);
    std::vector<neighbor> found;
    nearest_workspace workspace;
    for (const auto hit : tree.nearest(asked.where, workspace, asked.wanted)) {
        found.push_back({hit.item(), hit.distance2()});
    }
    if (found != expected) {
        return differ("nearest one by one", expected.size(), found.size());
    }
    expected.resize(std::min(most, expected.size()));
    found.resize(most);
    found.resize(tree.nearest(asked.where, found, asked.wanted));
    return found == expected ? ::testing::AssertionSuccess() : differ("nearest", expected.size(), found.size());
}

} // namespace quadrille::testing

#endif
