// The walks of several questions at a time, a part of the compiled engine.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_ENGINE_BATCH_WALKS_HPP
#define QUADRILLE_DETAIL_ENGINE_BATCH_WALKS_HPP

#include <quadrille/detail/engine/core.hpp>
#include <quadrille/vocabulary.hpp>

#include <cstddef>
#include <span>

namespace quadrille::detail {

/// The maximum number of walks in flight: this many wait for memory at the same time. They take 25 to 45 kB of the
/// stack.
inline constexpr std::size_t max_in_flight = 8;

/// Advances up to `max_in_flight` walks in turn, so that one waits for memory while the others proceed. Compiled
/// separately from the verbs: programs that ask questions one by one do not contain it.
template <class Shape>
class batch_walks {
public:
    /// Like `core::fill_query`, for walks that have begun and have the same counters; none has a user-defined area.
    /// Each walk is advanced until it ends or its buffer is full. Either all walks only count, or none does.
    static void fill(const core<Shape>& in, std::span<query_walk<Shape>> walks, hit_buffer* found) noexcept;
    /// The same for casts with the same counters.
    static void fill(const core<Shape>& in, std::span<cast_walk> walks, cast_buffer* found) noexcept;
    /// Like `core::nearest`, without predicates. Replaces each span of `found` by the part that holds results.
    static void nearest(const core<Shape>& in, std::span<const nearest_query<typename Shape::scalar>> queries,
                        std::span<neighbor>* found) noexcept;
};

} // namespace quadrille::detail

#endif
