// How much address space the command takes before it does anything.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_CLI_ADDRESS_SPACE_HPP
#define QUADRILLE_TESTS_CLI_ADDRESS_SPACE_HPP

#include <fmt/format.h>

#include <cstdlib>

namespace quadrille::test {

/// For its own code and its libraries': of `ulimit -v` the least, in steps of 1000, with which it runs at all.
inline int kilobytes_at_rest() {
    int kilobytes = 10'000;
    while (kilobytes < 1'000'000 &&
           std::system(
               fmt::format("ulimit -v {}; {} --version >/dev/null 2>&1", kilobytes, QUADRILLE_COMMAND).c_str()) != 0) {
        kilobytes += 1'000;
    }
    return kilobytes;
}

} // namespace quadrille::test

#endif
