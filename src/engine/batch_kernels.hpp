// The kernels of one instruction set that answer several questions at a time, behind function pointers.
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

/// The counterpart of `kernels`, apart from it so that only programs with batches are linked with it.
template <class Shape>
struct batch_kernels {
    const char* name;
    void (*fill_queries)(const store<Shape>& tree, std::span<query_walk<Shape>> walks, hit_buffer* found) noexcept;
    void (*fill_casts)(const store<Shape>& tree, std::span<cast_walk> walks, cast_buffer* found) noexcept;
    /// Prefetches the generations of what it finds.
    void (*find_nearest)(const store<Shape>& tree, std::span<const nearest_query<typename Shape::scalar>> queries,
                         std::span<neighbor>* found, const std::uint32_t* generations) noexcept;
};

/// Those of the instruction set that the tree's own kernels have.
template <class Shape>
const batch_kernels<Shape>& batch_kernels_like(const kernels<Shape>& own) noexcept;

} // namespace quadrille::detail

#endif
