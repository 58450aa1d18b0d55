// Sight: no allocation once the buffers have their room, for one light or many.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/counting_memory.hpp"
#include "support/scalars.hpp"

#include <quadrille/visibility.hpp>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(visibility_memory);

// promise: light: A second look of the same kind allocates nothing.
TYPED_TEST(visibility_memory, of_looks_that_have_been_taken_before_is_none) {
    const scenes::world<TypeParam> world(scenes::kind::clustered, 500, 45);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(world.boxes()));
    visibility<TypeParam> eye;
    std::size_t vertices = 0;
    const auto look_from_everywhere = [&] {
        for (const auto& one : world.boxes()) {
            vertices += eye.look(tree, {one.min, 20}).size();
            eye.shadows([&](auto dark) { vertices += dark.size(); });
            vertices += is_visible(tree, one.min, world.boxes()[0].max) ? 1U : 0U;
        }
    };
    look_from_everywhere();
    const std::int64_t before = memory::allocations();
    look_from_everywhere();
    EXPECT_EQ(memory::allocations(), before);
    EXPECT_GT(vertices, 1000U);
}

} // namespace
} // namespace quadrille::testing
