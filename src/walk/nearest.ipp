// Nearest: the k closest items, or one after another.
// SPDX-License-Identifier: MIT
#include "engine/engine.hpp"
#include "engine/wrapping.hpp"

namespace quadrille::detail {

template <class Shape>
std::size_t core<Shape>::nearest(const nearest_query<scalar>& query, std::span<neighbor> found) const noexcept {
    if (head_->size == 0 || found.empty() || !query.has_answer()) {
        return 0;
    }
    const std::size_t count = wrapping_in<Shape>(*head_) != nullptr
                                  ? wrapping_in<Shape>(*head_)->nearest(*engine_, query, found)
                                  : engine_->kernels->find_nearest(engine_->store, query, found, head_->generations);
    for (neighbor& one : found.first(count)) {
        one.which.generation = head_->generations[one.which.index];
    }
    return count;
}

template <class Shape>
void core<Shape>::begin_nearest(const nearest_query<scalar>& query, nearest_buffer& found) const noexcept {
    found.count = 0;
    if (head_->size == 0 || !query.has_answer()) {
        return;
    }
    if (wrapping_in<Shape>(*head_) != nullptr) {
        wrapping_in<Shape>(*head_)->begin_nearest(*engine_, query, found);
    } else {
        found.answers[found.count++] = {0, engine_->store.at(root_address), false};
    }
}

template <class Shape>
void core<Shape>::open(const nearest_query<scalar>& query, const nearest_candidate& subtree,
                       nearest_buffer& found) const noexcept {
    if (wrapping_in<Shape>(*head_) != nullptr) {
        return wrapping_in<Shape>(*head_)->open_nearest(*engine_, query, subtree, found);
    }
    engine_->kernels->open_nearest(engine_->store, query, subtree, found);
}

} // namespace quadrille::detail
