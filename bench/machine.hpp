// What the figures were measured on.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BENCH_MACHINE_HPP
#define QUADRILLE_BENCH_MACHINE_HPP

#include <string>

namespace quadrille::bench {

struct machine {
    std::string cpu;
    unsigned threads = 0; ///< that the machine has
    std::string caches;
    std::string instructions; ///< what matters of the CPU's instruction sets
    std::string compiler;
    std::string build;
    std::string library_flags; ///< that the library was compiled with
    std::string peer_flags;    ///< that the benchmark and what peers are headers were compiled with
    std::string kernels;       ///< the instruction set that the library picked
    std::string peer_kernels;  ///< the one that those peers use which are written with Highway
};

machine this_machine();

} // namespace quadrille::bench

#endif
