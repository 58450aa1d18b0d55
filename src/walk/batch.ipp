// Batches: several questions at a time.
// SPDX-License-Identifier: MIT
#include <quadrille/detail/engine/batch_walks.hpp>

#include "engine/batch_kernels.hpp"
#include "engine/engine.hpp"

#include <cstddef>
#include <span>

namespace quadrille::detail {

namespace {

/// Empties the buffers of an empty tree, which may have no engine.
template <class Buffer>
void empty(Buffer* found, std::size_t count) noexcept {
    for (std::size_t which = 0; which < count; ++which) {
        found[which].count = 0;
    }
}

/// Whether a place lies outside the bounds of all items. Searches from there meet the same few cells on the border,
/// which are in the caches, so that taking turns would only cost time.
template <class Scalar>
bool is_outside(const measured& all, const point<Scalar>& where) noexcept {
    return where.x < all.x0 || where.x > all.x1 || where.y < all.y0 || where.y > all.y1;
}

} // namespace

template <class Shape>
void batch_walks<Shape>::fill(const core<Shape>& in, std::span<query_walk<Shape>> walks, hit_buffer* found) noexcept {
    if (in.engine_ == nullptr) {
        return empty(found, walks.size());
    }
    batch_kernels_like(*in.engine_->kernels).fill_queries(in.engine_->store, walks, found);
}

template <class Shape>
void batch_walks<Shape>::fill(const core<Shape>& in, std::span<cast_walk> walks, cast_buffer* found) noexcept {
    if (in.engine_ == nullptr) {
        return empty(found, walks.size());
    }
    batch_kernels_like(*in.engine_->kernels).fill_casts(in.engine_->store, walks, found);
}

template <class Shape>
void batch_walks<Shape>::nearest(const core<Shape>& in, std::span<const nearest_query<typename Shape::scalar>> queries,
                                 std::span<neighbor>* found) noexcept {
    bool have_answers = in.head_->size != 0;
    bool are_outside = have_answers;
    const measured all = have_answers ? bounds_at(in.engine_->store.nodes[0], 0) : measured{};
    for (std::size_t which = 0; which < queries.size(); ++which) {
        have_answers = have_answers && !found[which].empty() && queries[which].has_answer();
        are_outside = are_outside && is_outside(all, queries[which].where);
    }
    if (!have_answers || are_outside) {
        for (std::size_t which = 0; which < queries.size(); ++which) {
            found[which] = found[which].first(in.nearest(queries[which], found[which]));
        }
        return;
    }
    batch_kernels_like(*in.engine_->kernels).find_nearest(in.engine_->store, queries, found, in.head_->generations);
    for (std::size_t which = 0; which < queries.size(); ++which) {
        for (neighbor& one : found[which]) {
            one.which.generation = in.head_->generations[one.which.index];
        }
    }
}

} // namespace quadrille::detail
