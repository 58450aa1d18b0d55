// The machine on which the figures were measured.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BENCH_MACHINE_HPP
#define QUADRILLE_BENCH_MACHINE_HPP

#include <string>

namespace quadrille::bench {

struct machine {
    std::string cpu;
    unsigned threads = 0; ///< of the machine
    std::string caches;
    std::string instructions; ///< the relevant instruction sets of the CPU
    std::string compiler;
    std::string build;
    std::string library_flags; ///< the flags with which the library was compiled
    std::string peer_flags;    ///< the flags with which the benchmark and header-only peers were compiled
    std::string kernels;       ///< the instruction set that the library uses
    std::string peer_kernels;  ///< the one that the peers written with Highway use
};

machine this_machine();

} // namespace quadrille::bench

#endif
