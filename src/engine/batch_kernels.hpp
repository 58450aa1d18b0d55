// The kernels of one instruction set that answer several questions at a time, as function pointers.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_ENGINE_BATCH_KERNELS_HPP
#define QUADRILLE_SRC_ENGINE_BATCH_KERNELS_HPP

#include <quadrille/detail/engine/batch_walks.hpp>
#include <quadrille/detail/engine/core.hpp>

#include "engine/engine.hpp"
#include "store/store.hpp"

#include <cstdint>
#include <span>

namespace quadrille::detail {

/// The counterpart of `kernels`, separate from it so that only programs with batches link it.
template <class Shape>
struct batch_kernels {
    const char* name;
    void (*fill_queries)(const store<Shape>& tree, std::span<query_walk<Shape>> walks, hit_buffer* found) noexcept;
    void (*fill_casts)(const store<Shape>& tree, std::span<cast_walk> walks, cast_buffer* found) noexcept;
    /// Prefetches the generations of the items in the results.
    void (*find_nearest)(const store<Shape>& tree, std::span<const nearest_query<typename Shape::scalar>> queries,
                         std::span<neighbor>* found, const std::uint32_t* generations) noexcept;
};

/// The kernels of the instruction set of the tree's own kernels.
template <class Shape>
const batch_kernels<Shape>& batch_kernels_like(const kernels<Shape>& own) noexcept;

} // namespace quadrille::detail

#endif
