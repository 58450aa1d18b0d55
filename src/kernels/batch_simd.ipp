// The kernels of batches with SIMD: the counterpart of simd.ipp, which compiles them.
// SPDX-License-Identifier: MIT
#define QUADRILLE_BATCH
#include "kernels/simd.ipp"
