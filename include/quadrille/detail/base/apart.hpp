// Macros that keep code small or fast. Functions with several callers are not inlined; others are compiled for size;
// loops that run rarely are not unrolled. Some functions are always inlined, so that the captures of a visitor stay in
// registers: a call would read them from memory and write them back at each answer.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_BASE_APART_HPP
#define QUADRILLE_DETAIL_BASE_APART_HPP

#if defined(_MSC_VER) && !defined(__clang__)
#define QUADRILLE_APART __declspec(noinline)
#define QUADRILLE_RARE __declspec(noinline)
#define QUADRILLE_INLINE __forceinline
#else
#define QUADRILLE_APART __attribute__((noinline))
#define QUADRILLE_RARE __attribute__((noinline, cold))
#define QUADRILLE_INLINE __attribute__((always_inline)) inline
#endif

#if defined(__clang__)
#define QUADRILLE_ROLLED _Pragma("clang loop unroll(disable)")
#elif defined(__GNUC__)
#define QUADRILLE_ROLLED _Pragma("GCC unroll 1")
#else
#define QUADRILLE_ROLLED
#endif

#endif
