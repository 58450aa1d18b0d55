// Which kernels run on this target: a set that is built and never picked would be tested by nobody.
// SPDX-License-Identifier: MIT
#include <quadrille/quadtree.hpp>

#include <gtest/gtest.h>

namespace quadrille::testing {
namespace {

TEST(target, has_the_kernels_that_are_expected) {
    EXPECT_STREQ(quadtree<>().stats().kernels, QUADRILLE_TARGET_KERNELS);
}

} // namespace
} // namespace quadrille::testing
