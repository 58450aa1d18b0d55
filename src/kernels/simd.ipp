// The kernels with SIMD. Each unit compiles this file once for each instruction set that the compiler and Highway know.
// SPDX-License-Identifier: MIT
#include "engine/batch_kernels.hpp"
#include "engine/engine.hpp"

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

// Emulated SIMD would not be faster than the plain kernels. It can only be the last set: the include guards of the
// files included here alternate with each set.
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#include "kernels/batch_entries-inl.hpp"
#include "kernels/entries-inl.hpp"
#endif

#if HWY_ONCE
namespace quadrille::detail {
namespace {

/// One instruction set: its number in Highway, and its table, of `kernels` or of `batch_kernels`.
template <template <class> class Table, class Shape>
struct target {
    std::int64_t number;
    Table<Shape> entries;
};

#if HWY_TARGETS & HWY_WASM
/// Only for trees in float: trees in double need more operations on doubles than highway-wasm-inl.hpp has.
template <template <class> class Table, class Shape>
constexpr target<Table, Shape> wasm_target() noexcept {
    if constexpr (std::is_same_v<typename Shape::scalar, float>) {
        return {HWY_WASM, N_WASM::entries_of("simd128", std::type_identity<Table<Shape>>())};
    } else {
        return {0, {}};
    }
}
#endif

/// The best set comes first; the last entry is for compilers that know none of the sets.
template <template <class> class Table, class Shape>
constexpr target<Table, Shape> targets[] = {
#if HWY_TARGETS & HWY_AVX3
    {HWY_AVX3, N_AVX3::entries_of("avx512", std::type_identity<Table<Shape>>())},
#endif
#if HWY_TARGETS & HWY_AVX2
    {HWY_AVX2, N_AVX2::entries_of("avx2", std::type_identity<Table<Shape>>())},
#endif
#if HWY_TARGETS & HWY_SSE4
    {HWY_SSE4, N_SSE4::entries_of("sse4", std::type_identity<Table<Shape>>())},
#endif
#if HWY_TARGETS & HWY_SSSE3
    {HWY_SSSE3, N_SSSE3::entries_of("ssse3", std::type_identity<Table<Shape>>())},
#endif
#if HWY_TARGETS & HWY_NEON
    {HWY_NEON, N_NEON::entries_of("neon", std::type_identity<Table<Shape>>())},
#endif
#if HWY_TARGETS & HWY_WASM
    wasm_target<Table, Shape>(),
#endif
    {0, {}},
};

} // namespace

template <class Shape>
const kernels<Shape>* simd_kernels(const char* wanted) noexcept {
    const std::int64_t supported = HWY_SUPPORTED_TARGETS; // queries the processor if there is a choice
    for (const target<kernels, Shape>& one : targets<kernels, Shape>) {
        if ((supported & one.number) != 0 && (wanted == nullptr || std::strcmp(wanted, one.entries.name) == 0)) {
            return &one.entries;
        }
    }
    return nullptr;
}

template <class Shape>
const batch_kernels<Shape>* simd_batch_kernels(const char* name) noexcept {
    for (const target<batch_kernels, Shape>& one : targets<batch_kernels, Shape>) {
        if (one.number != 0 && std::strcmp(name, one.entries.name) == 0) {
            return &one.entries;
        }
    }
    return nullptr;
}

} // namespace quadrille::detail
#endif // HWY_ONCE
