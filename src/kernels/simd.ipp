// The kernels with SIMD: in each unit, this is compiled once for each instruction set that the compiler and Highway know.
// SPDX-License-Identifier: MIT
#ifdef QUADRILLE_BATCH
#include "engine/batch_kernels.hpp"
#else
#include "engine/engine.hpp"
#endif

#include <cstdint>
#include <cstring>
#include <type_traits>

// The sets that have a table below. Others are disabled: as the baseline of a unit (`-march=native`) they would replace
// ours.
#ifndef QUADRILLE_SETS
#define QUADRILLE_SETS (HWY_AVX3 | HWY_AVX2 | HWY_SSE4 | HWY_SSSE3 | HWY_NEON | HWY_WASM)
#endif
#define HWY_DISABLED_TARGETS (~(QUADRILLE_SETS | HWY_EMU128 | HWY_SCALAR))
#define HWY_TARGET_INCLUDE "kernels/simd.ipp" // NOLINT(readability-identifier-naming): it is Highway's
#include <hwy/foreach_target.h>               // must come before highway.h

#include <hwy/highway.h>

#define QUADRILLE_SIMD_KERNELS
#undef QUADRILLE_KERNELS
#define QUADRILLE_KERNELS HWY_NAMESPACE
#undef QUADRILLE_BEFORE_KERNELS
#define QUADRILLE_BEFORE_KERNELS() HWY_BEFORE_NAMESPACE()
#undef QUADRILLE_AFTER_KERNELS
#define QUADRILLE_AFTER_KERNELS() HWY_AFTER_NAMESPACE()

// Emulated SIMD would be no faster than the plain kernels. It can only be the last set: the guards of what is included here turn
// with each.
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#ifdef QUADRILLE_BATCH
#include "kernels/batch_entries-inl.hpp"
#else
#include "kernels/entries-inl.hpp"
#endif
#endif

#if HWY_ONCE
namespace quadrille::detail {
namespace {

#ifdef QUADRILLE_BATCH
template <class Shape>
using table_of = batch_kernels<Shape>;
#else
template <class Shape>
using table_of = kernels<Shape>;
#endif

/// One instruction set: Highway's number for it, its name, its table.
template <class Shape>
struct target {
    std::int64_t number;
    table_of<Shape> entries;
};

#if HWY_TARGETS & HWY_WASM
/// For trees in float alone: those in double need more operations of doubles than highway-wasm-inl.hpp has.
template <class Shape>
constexpr target<Shape> wasm_target() noexcept {
    if constexpr (std::is_same_v<typename Shape::scalar, float>) {
        return {HWY_WASM, N_WASM::entries_of<Shape>("simd128")};
    } else {
        return {0, {}};
    }
}
#endif

/// Best first; the last is there for compilers that know none of them.
template <class Shape>
constexpr target<Shape> targets[] = {
#if HWY_TARGETS & HWY_AVX3
    {HWY_AVX3, N_AVX3::entries_of<Shape>("avx512")},
#endif
#if HWY_TARGETS & HWY_AVX2
    {HWY_AVX2, N_AVX2::entries_of<Shape>("avx2")},
#endif
#if HWY_TARGETS & HWY_SSE4
    {HWY_SSE4, N_SSE4::entries_of<Shape>("sse4")},
#endif
#if HWY_TARGETS & HWY_SSSE3
    {HWY_SSSE3, N_SSSE3::entries_of<Shape>("ssse3")},
#endif
#if HWY_TARGETS & HWY_NEON
    {HWY_NEON, N_NEON::entries_of<Shape>("neon")},
#endif
#if HWY_TARGETS & HWY_WASM
    wasm_target<Shape>(),
#endif
    {0, {}},
};

} // namespace

#ifdef QUADRILLE_BATCH
template <class Shape>
const batch_kernels<Shape>* simd_batch_kernels(const char* name) noexcept {
    for (const target<Shape>& one : targets<Shape>) {
        if (one.number != 0 && std::strcmp(name, one.entries.name) == 0) {
            return &one.entries;
        }
    }
    return nullptr;
}
#else
template <class Shape>
const kernels<Shape>* simd_kernels(const char* wanted) noexcept {
    const std::int64_t supported = HWY_SUPPORTED_TARGETS; // asks the processor where there is a choice
    for (const target<Shape>& one : targets<Shape>) {
        if ((supported & one.number) != 0 && (wanted == nullptr || std::strcmp(wanted, one.entries.name) == 0)) {
            return &one.entries;
        }
    }
    return nullptr;
}
#endif

} // namespace quadrille::detail
#endif // HWY_ONCE
