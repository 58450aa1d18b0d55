// The receiver of the handles of a batch insert: a vector, to which they are appended, or a span of equal length.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_TREE_ITEM_TARGET_HPP
#define QUADRILLE_DETAIL_TREE_ITEM_TARGET_HPP

#include <quadrille/vocabulary.hpp>

#include <concepts>
#include <cstddef>
#include <span>
#include <vector>

namespace quadrille::detail {

class item_target {
public:
    item_target(std::vector<item>& behind) noexcept : vector_(&behind) {} // NOLINT: implicit, as a parameter
    template <class Items>
        requires std::convertible_to<Items&&, std::span<item>>
    item_target(Items&& over) noexcept : span_(over) {} // NOLINT: implicit, as a parameter

    /// Whether it accepts this number of handles: a span must have this length, a vector grows.
    bool fits(std::size_t count) const noexcept { return vector_ != nullptr || span_.size() == count; }
    /// After this call `take` does not throw, unless the vector grows meanwhile. Throws what vectors throw.
    void reserve(std::size_t count) {
        if (vector_ != nullptr && vector_->capacity() - vector_->size() < count) {
            const std::size_t wanted = vector_->size() + count;
            const std::size_t twice = 2 * vector_->capacity();
            vector_->reserve(wanted < twice ? twice : wanted);
        }
    }
    /// The places of the new handles.
    std::span<item> take(std::size_t count) {
        if (vector_ == nullptr) {
            return span_;
        }
        reserve(count);
        vector_->resize(vector_->size() + count);
        return std::span<item>(*vector_).last(count);
    }
    /// The last `count` handles: after a `take` those for which it made room.
    std::span<const item> last(std::size_t count) const noexcept {
        return vector_ == nullptr ? std::span<const item>(span_) : std::span<const item>(*vector_).last(count);
    }
    /// Undoes a `take`.
    void return_buffer(std::size_t taken) noexcept {
        if (vector_ != nullptr) {
            vector_->resize(vector_->size() - taken);
        }
    }

private:
    std::vector<item>* vector_ = nullptr;
    std::span<item> span_;
};

} // namespace quadrille::detail

#endif
