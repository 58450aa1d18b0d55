// The body of rank_report.hpp.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_RANKS_REPORT_IPP
#define QUADRILLE_DETAIL_RANKS_REPORT_IPP

#include <quadrille/detail/ranks/mpi.hpp>

namespace quadrille::ranks {

inline std::string to_string(const report& of) {
    const std::string who = "rank " + std::to_string(of.rank) + ": ";
    switch (of.what) {
    case trouble::none: return "all ranks have done it";
    case trouble::rejected:
        return who + quadrille::to_string(of.error) + " (number " + std::to_string(of.first_rejected) +
               " of what it gave)";
    case trouble::no_memory: return who + "an allocation failed";
    case trouble::thrown: return who + "a function of the program's threw an exception";
    case trouble::different_calls:
        return "the ranks called different verbs, or gave different distances, counts or layers to one";
    case trouble::different_worlds:
        return "the ranks gave different options to one world, or two worlds have different ranks or periods";
    case trouble::mpi: {
        char text[MPI_MAX_ERROR_STRING + 1] = {};
        int length = 0;
        const bool is_known = MPI_Error_string(of.code, text, &length) == MPI_SUCCESS;
        return who + "MPI: " + (is_known ? std::string(text) : "error " + std::to_string(of.code));
    }
    case trouble::file: return who + of.text;
    case trouble::values: return who + "a value was not read as it was written";
    }
    return {};
}

} // namespace quadrille::ranks

#endif
