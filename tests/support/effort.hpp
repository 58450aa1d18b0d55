// The effort of a test: QUADRILLE_LONG=1 in the environment selects long runs.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_EFFORT_HPP
#define QUADRILLE_TESTS_EFFORT_HPP

#include <cstdlib>
#include <string_view>

namespace quadrille::testing {

inline bool long_run() {
    const char* const value = std::getenv("QUADRILLE_LONG");
    return value != nullptr && std::string_view(value) == "1";
}

/// The count for a quick run, or the one for a long run.
template <class Count>
Count effort(Count quick, Count thorough) {
    return long_run() ? thorough : quick;
}

/// Whether a build is to have fewer runs, as under sanitizers.
#ifdef QUADRILLE_FEWER_RUNS
inline constexpr bool has_fewer_runs = true;
#else
inline constexpr bool has_fewer_runs = false;
#endif

/// So many rounds of what takes long; where runs are fewer, a quarter of them.
template <class Count>
constexpr Count in_rounds(Count all) {
    return has_fewer_runs ? (all + Count{3}) / Count{4} : all;
}

} // namespace quadrille::testing

#endif
