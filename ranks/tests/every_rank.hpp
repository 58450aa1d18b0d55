// What tests of ranks share: lists of all ranks, and what is the same on each.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_RANKS_EVERY_RANK_HPP
#define QUADRILLE_TESTS_RANKS_EVERY_RANK_HPP

#include <quadrille/ranks.hpp>

#include <cstddef>
#include <type_traits>
#include <vector>

namespace quadrille::testing {

inline int own_rank() {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}
inline int rank_count() {
    int count = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    return count;
}

/// The elements of all ranks, one rank after the other.
template <class Element>
std::vector<Element> of_all(const std::vector<Element>& mine) {
    static_assert(std::is_trivially_copyable_v<Element>);
    const int bytes = static_cast<int>(mine.size() * sizeof(Element));
    std::vector<int> lengths(static_cast<std::size_t>(rank_count()));
    MPI_Allgather(&bytes, 1, MPI_INT, lengths.data(), 1, MPI_INT, MPI_COMM_WORLD);
    std::vector<int> begins;
    int all_bytes = 0;
    for (const int length : lengths) {
        begins.push_back(all_bytes);
        all_bytes += length;
    }
    std::vector<Element> all(static_cast<std::size_t>(all_bytes) / sizeof(Element));
    MPI_Allgatherv(mine.data(), bytes, MPI_BYTE, all.data(), lengths.data(), begins.data(), MPI_BYTE, MPI_COMM_WORLD);
    return all;
}

} // namespace quadrille::testing

#endif
