// The default reaction of checked builds to misuse, unless the user replaces the assert.
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
