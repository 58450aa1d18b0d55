// The operations of a set of kernels on the lanes of blocks: with SIMD, or in plain C++ by the same names.
// SPDX-License-Identifier: MIT
#if defined(QUADRILLE_SRC_LANES_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HWY_TARGET_TOGGLE
#undef QUADRILLE_SRC_LANES_LANES_INL
#else
#define QUADRILLE_SRC_LANES_LANES_INL
#endif

#ifdef QUADRILLE_SIMD_KERNELS
#include "lanes/bits-simd-inl.hpp"
#include "lanes/distances-simd-inl.hpp"
#include "lanes/simd-inl.hpp"
#include "lanes/update-simd-inl.hpp"
#else
#include "lanes/bits-plain-inl.hpp"
#include "lanes/distances-plain-inl.hpp"
#include "lanes/plain-inl.hpp"
#endif

#endif
