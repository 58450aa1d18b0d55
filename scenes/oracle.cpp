// What takes long in a build that is not optimized: scans for the shapes that trees store, and sorting. This one always is.
// SPDX-License-Identifier: MIT
#include "scenes/oracle.hpp"
#include "scenes/oracle_reach.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace quadrille::oracle {

void sort(std::vector<std::uint32_t>& found) { std::sort(found.begin(), found.end()); }
void sort(std::vector<index_pair>& found) { std::sort(found.begin(), found.end()); }

void normalize(std::vector<index_pair>& found) {
    for (index_pair& pair : found) {
        pair = normalized(pair);
    }
    sort(found);
}

order_free_hash hash_of(std::span<const index_pair> pairs) noexcept {
    order_free_hash hash;
    for (const index_pair& pair : pairs) {
        hash.add(pair);
    }
    return hash;
}

#define QUADRILLE_ORACLE(SHAPE)                                                                                        \
    template std::vector<std::uint32_t> query(std::span<const SHAPE>, const box<SHAPE::scalar>&, flags);               \
    template std::vector<std::uint32_t> intersecting(std::span<const SHAPE>, std::uint32_t, flags);                    \
    template std::vector<index_pair> pairs(std::span<const SHAPE>, flags);                                             \
    template std::vector<index_pair> swept_pairs(std::span<const SHAPE>, flags);                                       \
    template order_free_hash hash_of_pairs(std::span<const SHAPE>, flags);                                             \
    template std::vector<measured_answer> nearest(std::span<const SHAPE>, const point<SHAPE::scalar>&, double, flags); \
    template std::vector<measured_answer> raycast(std::span<const SHAPE>, const ray<SHAPE::scalar>&, flags);           \
    template std::vector<index_pair> join_within(std::span<const SHAPE>, std::span<const SHAPE>, double, flags,        \
                                                 flags);                                                               \
    template std::vector<index_pair> pairs_within(std::span<const SHAPE>, double, flags);
QUADRILLE_ORACLE_SHAPES(QUADRILLE_ORACLE)
#undef QUADRILLE_ORACLE

} // namespace quadrille::oracle
