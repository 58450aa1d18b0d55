// Configuration: the version, the assert, the limits.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CONFIG_HPP
#define QUADRILLE_CONFIG_HPP

#if defined(_MSVC_LANG) ? _MSVC_LANG < 202002L : __cplusplus < 202002L
#error "quadrille wants C++20 or newer: -std=c++20, /std:c++20 or target_compile_features(... cxx_std_20)"
#endif

#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ == 2
#error "quadrille wants float and double to be rounded after each operation: on 32-bit x86, -msse2 -mfpmath=sse"
#endif

#include <cstdint>

#define QUADRILLE_VERSION_MAJOR 0
#define QUADRILLE_VERSION_MINOR 1
#define QUADRILLE_VERSION_PATCH 0
#define QUADRILLE_VERSION "0.1.0"

namespace quadrille::detail {

/// Prints the message to standard error and aborts: the default assert of checked builds.
[[noreturn]] void misused(const char* message, const char* file, int line) noexcept;

} // namespace quadrille::detail

/// Misuse of the interface (a tree changed inside a visitor, an item of another tree) is asserted, with a message, only in
/// checked builds, optimised or not. `QUADRILLE_CHECKED` belongs to the *library build* (a CMake option) and
/// is passed on to users by the target. Define `QUADRILLE_ASSERT(condition, message)` before the first include to replace
/// it; yours may return, throw out of a visitor's loop, or not return.
#ifndef QUADRILLE_ASSERT
#ifdef QUADRILLE_CHECKED
#define QUADRILLE_ASSERT(condition, message)                                                                           \
    ((condition) ? static_cast<void>(0) : ::quadrille::detail::misused((message), __FILE__, __LINE__))
#else
#define QUADRILLE_ASSERT(condition, message) static_cast<void>(0)
#endif
#endif

namespace quadrille {

/// The most items that one tree can hold, also if `options::max_items` is more: lanes are addressed by 31 bits, and half
/// of them may be empty.
inline constexpr std::uint32_t most_items = 1U << 30;

/// The deepest that a tree can grow: one level per bit of a key.
inline constexpr int most_depth = 32;

} // namespace quadrille

#endif
