// Code that is kept small: functions that are not inlined, since they have several callers, or that are compiled for size, and
// loops that are not unrolled, since they run rarely. And functions that are inlined, so that what a visitor captures stays in
// registers: behind a call it would be read from memory and written back at each answer.
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
