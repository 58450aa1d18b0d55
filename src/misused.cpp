// What checked builds do about misuse, unless the user's own assert does something else.
// SPDX-License-Identifier: MIT
#include <quadrille/config.hpp>

#include <cstdio>
#include <cstdlib>

namespace quadrille::detail {

void misused(const char* message, const char* file, int line) noexcept {
    std::fprintf(stderr, "%s:%d: quadrille misused: %s\n", file, line, message);
    std::abort();
}

} // namespace quadrille::detail
