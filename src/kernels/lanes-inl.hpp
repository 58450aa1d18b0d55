// What a set of kernels does with the lanes of blocks: with SIMD, or in plain C++ by the same names.
// SPDX-License-Identifier: MIT
#if defined(QUADRILLE_SRC_KERNELS_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HWY_TARGET_TOGGLE
#undef QUADRILLE_SRC_KERNELS_LANES_INL
#else
#define QUADRILLE_SRC_KERNELS_LANES_INL
#endif

#ifdef QUADRILLE_SIMD_KERNELS
#include "bits-simd-inl.hpp"
#include "distances-simd-inl.hpp"
#include "simd-inl.hpp"
#include "update_lanes-simd-inl.hpp"
#else
#include "bits-plain-inl.hpp"
#include "distances-plain-inl.hpp"
#include "plain-inl.hpp"
#endif

#endif
