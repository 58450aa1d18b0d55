// Golden hashes: the same answers, in the same order, on every compiler, at every optimization, with every kernel.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "worlds/golden.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <ostream>
#include <span>
#include <type_traits>
#include <vector>

namespace quadrille::testing {

inline std::ostream& operator<<(std::ostream& out, const hashes& those) {
    return out << std::hex << "answers 0x" << those.answers << ", order 0x" << those.order;
}

namespace {

QUADRILLE_TYPED_SUITE(golden);

// promise: every-machine
// promise: same-order
TYPED_TEST(golden, answers_and_their_order_are_what_they_always_were) {
    for (const golden_row& row : golden_rows) {
        const hashes& expected = std::is_same_v<TypeParam, float> ? row.in_float : row.in_double;
        EXPECT_EQ(hashes_of_a_life<box<TypeParam>>(row.which), expected) << scenes::to_string(row.which);
    }
}

template <class Shape>
class golden_shapes : public ::testing::Test {};
#if defined QUADRILLE_FEW_SHAPES
using points_and_circles = ::testing::Types<point<double>, circle<double>>;
#else
using points_and_circles = ::testing::Types<point<float>, point<double>, circle<float>, circle<double>>;
#endif
TYPED_TEST_SUITE(golden_shapes, points_and_circles, shape_names);

// promise: every-machine
// promise: same-order
TYPED_TEST(golden_shapes, answer_as_they_always_did) {
    EXPECT_EQ(hashes_of_all_lives<TypeParam>(), golden_shape<TypeParam>);
}

QUADRILLE_EVERY_SHAPE_SUITE(golden_torus);

// promise: every-machine
// promise: worlds-that-wrap: The answers and their order are the same on every machine.
TYPED_TEST(golden_torus, answers_as_it_always_did) {
    EXPECT_EQ(hashes_of_a_life<TypeParam>(scenes::kind::torus), golden_torus_of<TypeParam>);
}

/// The order of all items of worlds that are built in several tasks: of assigns, and of the rebuild by a sync. Some items are so
/// far out that the grid depends on the sample.
template <class Scalar>
std::uint64_t order_of_large_worlds() {
    constexpr Scalar most = std::numeric_limits<Scalar>::max();
    std::uint64_t order = 0;
    for (const scenes::kind which :
         std::span(scenes::every_kind).first(12)) { // a torus is no other one when it is built
        scenes::world<Scalar> world(which, 100'000, 31);
        bare_tree<Scalar> tree;
        const auto add_order = [&] {
            tree.query({{-most, -most}, {most, most}},
                       [&](auto hit) { order = scenes::mixed(order * 31 + hit.index() + 1); });
        };
        const auto scattered = [&] {
            std::vector<box<Scalar>> boxes(world.boxes().begin(), world.boxes().end());
            for (std::size_t index = 7; index < boxes.size(); index += 500) {
                const Scalar far_off = static_cast<Scalar>(index) * 1024;
                boxes[index] = {{far_off, far_off}, {far_off + 1, far_off + 1}};
            }
            return boxes;
        };
        EXPECT_TRUE(tree.assign(world.boxes()));
        add_order();
        for (std::uint32_t index = 0; index < world.count(); index += 3) {
            tree.erase(tree.item_at(index));
        }
        world.teleport();
        EXPECT_TRUE(tree.sync(scattered()));
        add_order();
        world.teleport();
        EXPECT_TRUE(tree.assign(scattered()));
        add_order();
    }
    return order;
}

TYPED_TEST(golden, order_of_large_worlds_is_what_it_always_was) {
    EXPECT_EQ(order_of_large_worlds<TypeParam>(),
              (std::is_same_v<TypeParam, float> ? 0xD4A5'A963'12DF'172AU : 0x4F45'329E'E72C'CF4DU));
}

} // namespace
} // namespace quadrille::testing
