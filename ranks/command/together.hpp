// Work that all ranks do or none; if one fails, all get the reason.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_RANKS_COMMAND_TOGETHER_HPP
#define QUADRILLE_RANKS_COMMAND_TOGETHER_HPP

#include "files/text/errors.hpp"

#include <mpi.h>

#include <cstdint>
#include <exception>
#include <functional>
#include <string>

namespace quadrille::cli {

inline std::uint64_t reduced(std::uint64_t mine, MPI_Op how) {
    std::uint64_t all = 0;
    MPI_Allreduce(&mine, &all, 1, MPI_UINT64_T, how, MPI_COMM_WORLD);
    return all;
}
inline double reduced(double mine, MPI_Op how) {
    double all = 0;
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, how, MPI_COMM_WORLD);
    return all;
}
/// Returns the sum over the ranks before this one.
inline std::uint64_t sum_before(std::uint64_t mine) {
    int rank = 0;
    std::uint64_t before = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Exscan(&mine, &before, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    return rank == 0 ? 0 : before;
}

/// Collective: each rank does its work, which is not collective. If any rank throws, all throw `bad_input` with the
/// message of the lowest one.
inline void do_together(const std::function<void()>& work) {
    int rank = 0;
    int size = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    std::string said;
    int fails = size;
    try {
        work();
    } catch (const std::exception& failed) {
        said = failed.what();
        fails = rank;
    }
    int first = size;
    MPI_Allreduce(&fails, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (first == size) {
        return;
    }
    std::uint64_t length = said.size();
    MPI_Bcast(&length, 1, MPI_UINT64_T, first, MPI_COMM_WORLD);
    said.resize(length);
    MPI_Bcast(said.data(), static_cast<int>(length), MPI_CHAR, first, MPI_COMM_WORLD);
    throw files::bad_input(said);
}

} // namespace quadrille::cli

#endif
