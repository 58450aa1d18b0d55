// Functions that are not inlined: they have several callers, and inlining would cost more size than it gains time.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_APART_HPP
#define QUADRILLE_DETAIL_APART_HPP

#if defined(_MSC_VER) && !defined(__clang__)
#define QUADRILLE_APART __declspec(noinline)
#else
#define QUADRILLE_APART __attribute__((noinline))
#endif

#endif
