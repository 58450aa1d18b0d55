// The integers of <stdint.h> as MSVC has them, where the other headers are those of Linux: there 64 bits are a `long`.
// SPDX-License-Identifier: MIT
#pragma once
#define _BITS_STDINT_INTN_H
#define __intptr_t_defined
// clang-format off
#define QUADRILLE_INTEGERS(bits) \
    typedef __INT##bits##_TYPE__ int##bits##_t; \
    typedef __UINT##bits##_TYPE__ uint##bits##_t; \
    typedef __INT_LEAST##bits##_TYPE__ int_least##bits##_t; \
    typedef __UINT_LEAST##bits##_TYPE__ uint_least##bits##_t; \
    typedef __INT_FAST##bits##_TYPE__ int_fast##bits##_t; \
    typedef __UINT_FAST##bits##_TYPE__ uint_fast##bits##_t;
// clang-format on
QUADRILLE_INTEGERS(8)
QUADRILLE_INTEGERS(16)
QUADRILLE_INTEGERS(32)
QUADRILLE_INTEGERS(64)
#undef QUADRILLE_INTEGERS
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef __INTMAX_TYPE__ intmax_t;
typedef __UINTMAX_TYPE__ uintmax_t;
#define UINT32_MAX 4294967295U
#define UINT64_MAX 18446744073709551615ULL
#define SIZE_MAX UINT64_MAX
