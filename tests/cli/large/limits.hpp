// Limits of a run: the least memory of the command, runs in a shell with limits, and whether a sanitizer watches.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_CLI_LIMITS_HPP
#define QUADRILLE_TESTS_CLI_LIMITS_HPP

#include <fmt/format.h>

#include <cstdlib>
#include <string>

namespace quadrille::test {

/// Sanitizers take memory of their own.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool is_watched = true;
#elif defined(__has_feature)
inline constexpr bool is_watched = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool is_watched = false;
#endif

/// How the command ends in a shell, behind `ulimit` with these words. `asked` may send its output elsewhere.
inline int status_within(const std::string& limit, const std::string& asked, const std::string& errors) {
    return std::system(fmt::format("ulimit {}; {} {} 2>{}", limit, QUADRILLE_COMMAND, asked, errors).c_str());
}

/// For its own code and its libraries': of `ulimit -v` the least, in steps of 1000, with which it runs at all.
inline int kilobytes_at_rest() {
    int kilobytes = 10'000;
    while (kilobytes < 1'000'000 &&
           status_within(fmt::format("-v {}", kilobytes), "--version >/dev/null", "/dev/null") != 0) {
        kilobytes += 1'000;
    }
    return kilobytes;
}

} // namespace quadrille::test

#endif
