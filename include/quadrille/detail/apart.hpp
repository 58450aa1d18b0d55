// Functions that stay apart: called from several places, they are not copied into each, for that gains no time worth the room.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_APART_HPP
#define QUADRILLE_DETAIL_APART_HPP

#if defined(_MSC_VER) && !defined(__clang__)
#define QUADRILLE_APART __declspec(noinline)
#else
#define QUADRILLE_APART __attribute__((noinline))
#endif

#endif
