// The oracle: two independent references agree, and hashes detect differences.
// SPDX-License-Identifier: MIT
#include "scenes/oracle.hpp"
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(truth);

TYPED_TEST(truth, by_scan_and_by_sweep_is_one) {
    for (std::uint32_t how = 0; how < styles; ++how) {
        random_source source(how);
        std::vector<box<TypeParam>> boxes(200);
        std::vector<std::uint8_t> alive(200);
        for (std::size_t index = 0; index < boxes.size(); ++index) {
            boxes[index] = draw<TypeParam>(source, style(how));
            alive[index] = source.below(3) > 0 ? 1 : 0;
        }
        const std::span<const box<TypeParam>> all(boxes);
        for (const oracle::flags those : {oracle::flags(alive), oracle::flags{}}) {
            std::vector<index_pair> swept;
            oracle::sweep(all, [&](index_pair pair) { swept.push_back(pair); }, those);
            oracle::normalize(swept);
            EXPECT_EQ(swept, oracle::pairs(all, those)) << "style " << how;
            EXPECT_EQ(oracle::hash_of(swept), oracle::hash_of_pairs(all, those));
        }
    }
}

TEST(order_free_hash, tells_sets_apart_and_not_their_order) {
    const std::vector<index_pair> one = {{1, 2}, {3, 4}, {5, 6}};
    const std::vector<index_pair> turned = {{6, 5}, {2, 1}, {3, 4}};
    const std::vector<index_pair> fewer = {{1, 2}, {3, 4}};
    const std::vector<index_pair> twice = {{1, 2}, {3, 4}, {5, 6}, {5, 6}};
    const std::vector<index_pair> crossed = {{1, 4}, {3, 2}, {5, 6}};
    EXPECT_EQ(oracle::hash_of(one), oracle::hash_of(turned));
    EXPECT_NE(oracle::hash_of(one), oracle::hash_of(fewer));
    EXPECT_NE(oracle::hash_of(one), oracle::hash_of(twice));
    EXPECT_NE(oracle::hash_of(one), oracle::hash_of(crossed));
    EXPECT_NE(oracle::hash_of({}).value(), oracle::hash_of(one).value());
}

} // namespace
} // namespace quadrille::testing
