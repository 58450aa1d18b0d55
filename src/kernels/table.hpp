// The kernels of one instruction set, behind function pointers; and which set this machine gets.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_KERNELS_TABLE_HPP
#define QUADRILLE_SRC_KERNELS_TABLE_HPP

#include <quadrille/detail/core.hpp>

#include "../store.hpp"
#include "pair_state.hpp"

#include <cstdint>
#include <span>

namespace quadrille::detail {

/// The result of one pass over a bucket.
struct bucket_update {
    measured around;       ///< without layers
    std::uint32_t left;    ///< how many have left their home
    std::uint32_t clamped; ///< how many are outside the grid, where the bucket is on its border
};

/// The hot loops. All sets give the same answers in the same order, bit for bit.
template <class Shape>
struct kernels {
    using scalar = typename Shape::scalar;

    const char* name;
    /// The index of the first shape that cannot be stored, or how many there are.
    std::uint32_t (*first_unstorable)(std::span<const Shape> shapes) noexcept;
    /// Writes a bucket's new shapes. The ids of displaced items go to `displaced`; those beyond `room` are only counted.
    bucket_update (*update_shapes)(store<Shape>& tree, address place, const Shape* shapes, std::uint32_t* displaced,
                                   std::uint32_t room) noexcept;
    void (*fill_query)(const store<Shape>& tree, query_walk<Shape>& walk, hit_buffer& found) noexcept;
    /// `other` is the same store for pairs of one tree.
    void (*fill_pairs)(const store<Shape>& own, const store<Shape>& other, pair_state<Shape>& walk,
                       pair_buffer& found) noexcept;
    /// Prefetches the generations of what it finds.
    std::size_t (*find_nearest)(const store<Shape>& tree, const nearest_query<scalar>& query, std::span<neighbor> found,
                                const std::uint32_t* generations) noexcept;
    void (*open_nearest)(const store<Shape>& tree, const nearest_query<scalar>& query, const nearest_candidate& subtree,
                         nearest_buffer& found) noexcept;
    void (*fill_cast)(const store<Shape>& tree, cast_walk& walk, cast_buffer& found) noexcept;
};

/// The best set for this machine, or the one that the environment variable QUADRILLE_TARGET names (plain, ssse3, sse4,
/// avx2, avx512, …; one that this machine or build does not have is ignored). Never null.
template <class Shape>
const kernels<Shape>* pick_kernels() noexcept;

} // namespace quadrille::detail

#endif
