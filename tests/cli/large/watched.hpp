// Whether a sanitizer watches.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_CLI_WATCHED_HPP
#define QUADRILLE_TESTS_CLI_WATCHED_HPP

namespace quadrille::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool is_watched = true;
#elif defined(__has_feature)
inline constexpr bool is_watched = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool is_watched = false;
#endif

} // namespace quadrille::test

#endif
