// Golden hashes: the same answers, in the same order, on every compiler, at every optimisation, with every kernel.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/scalars.hpp"

#include <cstring>
#include <type_traits>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(golden);

/// What a history of changes and questions hashes to: once as sets of answers, once in the order in which they came.
struct hashes {
    std::uint64_t answers = 0;
    std::uint64_t order = 0;

    void add_in_order(std::uint64_t answer) { order = scenes::mixed(order * 31 + answer + 1); }
    friend bool operator==(const hashes&, const hashes&) = default;
};

std::ostream& operator<<(std::ostream& out, const hashes& those) {
    return out << std::hex << "answers 0x" << those.answers << ", order 0x" << those.order;
}

template <class Scalar>
hashes hashes_of_a_life(scenes::kind which) {
    scenes::world<Scalar> world(which, which == scenes::kind::identical ? 150 : 1500, 30);
    bare_tree<Scalar> tree({.leaf_capacity = 16});
    EXPECT_TRUE(tree.assign(world.boxes()));
    oracle::order_free_hash answers;
    hashes both;
    for (std::uint32_t tick = 0; tick < 40; ++tick) {
        tick % 16 == 15 ? world.teleport() : world.step();
        EXPECT_TRUE(tree.sync(world.boxes()));
        const item mover = tree.item_at(tick);
        tree.move(mover, world.boxes()[tick + 40]);
        tree.erase(tree.item_at(tick + 1));
        tree.insert(world.boxes()[tick + 1]);
        tree.pairs([&](auto a, auto b) {
            const index_pair pair{a.index(), b.index()};
            answers.add(pair);
            both.add_in_order((std::uint64_t{pair.a} << 32U) | pair.b);
        });
        tree.query(world.boxes()[tick + 100], [&](auto hit) {
            answers.add(hit.index());
            both.add_in_order(hit.index());
        });
    }
    both.answers = answers.value();
    return both;
}

/// The first number may never change. The second belongs to the layout of the tree: a change of that is to be meant, and the
/// new number is to be the same for all compilers and kernels.
template <class Scalar>
hashes expected(scenes::kind which) {
    constexpr bool is_float = std::is_same_v<Scalar, float>;
    switch (which) {
    case scenes::kind::uniform: return is_float ? hashes{0, 0} : hashes{0, 0};
    case scenes::kind::clustered: return is_float ? hashes{0, 0} : hashes{0, 0};
    case scenes::kind::power_law: return is_float ? hashes{0, 0} : hashes{0, 0};
    case scenes::kind::giant: return is_float ? hashes{0, 0} : hashes{0, 0};
    case scenes::kind::pile: return is_float ? hashes{0, 0} : hashes{0, 0};
    case scenes::kind::line: return is_float ? hashes{0, 0} : hashes{0, 0};
    case scenes::kind::identical: return is_float ? hashes{0, 0} : hashes{0, 0};
    case scenes::kind::lattice: return is_float ? hashes{0, 0} : hashes{0, 0};
    case scenes::kind::runaway: return is_float ? hashes{0, 0} : hashes{0, 0};
    }
    return {};
}

TYPED_TEST(golden, answers_and_their_order_are_what_they_always_were) {
    for (const scenes::kind which : scenes::every_kind) {
        EXPECT_EQ(hashes_of_a_life<TypeParam>(which), expected<TypeParam>(which)) << scenes::to_string(which);
    }
}

} // namespace
} // namespace quadrille::testing
