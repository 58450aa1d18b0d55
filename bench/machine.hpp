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
    std::string kernels; ///< those that the library picked
};

machine this_machine();

} // namespace quadrille::bench

#endif
