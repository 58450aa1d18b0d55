// Configuration: the version, the assert, the limits.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CONFIG_HPP
#define QUADRILLE_CONFIG_HPP

#if defined(_MSVC_LANG) ? _MSVC_LANG < 202002L : __cplusplus < 202002L
#error "quadrille needs C++20 or newer: -std=c++20, /std:c++20 or target_compile_features(... cxx_std_20)"
#endif

#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ == 2
#error "quadrille needs float and double to be rounded after each operation: on 32-bit x86, -msse2 -mfpmath=sse"
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

/// Misuse of the interface (a tree changed inside a visitor, an item of another tree) is asserted with a message, but
/// only in checked builds, optimized or not. `QUADRILLE_CHECKED` belongs to the *library build* (a CMake option); the
/// target passes it on to users. To replace the assert, define `QUADRILLE_ASSERT(condition, message)` before the first
/// include. Your assert may return, throw out of a visitor's loop, or not return. The compiled library asserts items of
/// another tree: the replaced assert does not apply there.
#ifndef QUADRILLE_ASSERT
#ifdef QUADRILLE_CHECKED
#define QUADRILLE_ASSERT(condition, message)                                                                           \
    ((condition) ? static_cast<void>(0) : ::quadrille::detail::misused((message), __FILE__, __LINE__))
#else
#define QUADRILLE_ASSERT(condition, message) static_cast<void>(0)
#endif
#endif

namespace quadrille {

/// The library that this program needs: it is built with or without `QUADRILLE_CHECKED`, as the program is, and has the
/// version of the headers. Constructors of trees have a parameter of this type, so that with another library the linker
/// names it as undefined.
#define QUADRILLE_PASTED(words, major, minor) words##_##major##_##minor
#define QUADRILLE_NAMED(words, major, minor) QUADRILLE_PASTED(words, major, minor)
#ifdef QUADRILLE_CHECKED
#define QUADRILLE_NEEDED this_program_needs_the_library_built_with_QUADRILLE_CHECKED_of_version
#else
#define QUADRILLE_NEEDED this_program_needs_the_library_built_without_QUADRILLE_CHECKED_of_version
#endif
struct QUADRILLE_NAMED(QUADRILLE_NEEDED, QUADRILLE_VERSION_MAJOR, QUADRILLE_VERSION_MINOR) {};
using needed_library = QUADRILLE_NAMED(QUADRILLE_NEEDED, QUADRILLE_VERSION_MAJOR, QUADRILLE_VERSION_MINOR);
#undef QUADRILLE_NEEDED
#undef QUADRILLE_NAMED
#undef QUADRILLE_PASTED

// Where the linker compares such notes, it compares every object file of the program.
#ifdef _MSC_VER
#pragma detect_mismatch("quadrille version", QUADRILLE_VERSION)
#ifdef QUADRILLE_CHECKED
#pragma detect_mismatch("QUADRILLE_CHECKED", "defined")
#else
#pragma detect_mismatch("QUADRILLE_CHECKED", "not defined")
#endif
#endif

/// Compares answers with a full scan, in checked builds, from this call on, for queries of trees of up to this many
/// items. A full scan is slow (pairs: n²/2 tests). The first difference of a query is asserted by `QUADRILLE_ASSERT`.
/// The message has the verb, its numbers, the expected and the actual number of answers, and one answer that is wrong
/// or missing. With 0, the default, nothing is compared. The setting holds for the whole process; any thread may change
/// it at any time. In unchecked builds this does nothing.
///
/// These queries are compared: areas of this library, nearest items, rays, casts, pairs and joins, by visitor, vector,
/// range or in batches, also over a runner; the runner's threads then assert the differences. These are not compared:
/// areas and predicates of your own, ranges of nearest items, and `parallel::pairs` and `parallel::join`. An assert of
/// your own must not throw here: many of these verbs are noexcept.
#ifdef QUADRILLE_CHECKED
void verify_up_to(std::uint32_t items) noexcept;
#else
inline void verify_up_to(std::uint32_t) noexcept {}
#endif

/// The largest number of items that one tree can hold, also if `options::max_items` is more: lanes are addressed by 31
/// bits, and half of them may be empty.
inline constexpr std::uint32_t max_items = 1U << 30;

/// The greatest depth of a tree: one level per bit of a key.
inline constexpr int max_depth = 32;

} // namespace quadrille

#endif
