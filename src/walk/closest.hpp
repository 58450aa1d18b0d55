// The closest items so far, which a search for the nearest keeps in its caller's span.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_WALK_CLOSEST_HPP
#define QUADRILLE_SRC_WALK_CLOSEST_HPP

#include <quadrille/detail/engine/core.hpp>
#include <quadrille/vocabulary.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace quadrille::detail {

/// A few items are kept sorted; many are kept as a heap with the farthest on top, since an insertion into a thousand
/// sorted items would move half of them.
class closest {
public:
    static constexpr std::size_t max_sorted = 48; ///< more items are a heap

    /// `room` is not empty. Accepts nothing beyond `limit2` (a squared distance, inclusive).
    closest(std::span<neighbor> room, double limit2) noexcept : room_(room), limit2_(limit2) {}

    /// Items farther than this are rejected; an equally far item may be accepted, by its index.
    double limit2() const noexcept { return limit2_; }
    std::size_t count() const noexcept { return count_; }
    std::size_t room() const noexcept { return room_.size(); }

    bool wants(double distance2, std::uint32_t index) const noexcept {
        return distance2 < limit2_ ||
               (distance2 == limit2_ && (count_ < room_.size() || index < farthest().which.index));
    }
    /// Adds an accepted item.
    void add(double distance2, std::uint32_t index) noexcept {
        const neighbor added{{index, 0}, distance2};
        if (room_.size() > max_sorted) {
            add_to_heap(added);
        } else {
            add_sorted(added);
        }
        if (count_ == room_.size()) {
            limit2_ = farthest().distance2;
        }
    }
    /// Takes the nearest of these items as the first answers, at most `max_sorted`. The rank of an item is the number
    /// of items that are nearer. Returns false if any of the nearest are equally far; then nothing is taken.
    bool assign(const double* distances, const std::uint32_t* index, const std::uint64_t* ranks,
                std::uint32_t count) noexcept {
        const std::size_t wanted = count < room_.size() ? count : room_.size();
        std::size_t taken = 0;
        std::uint64_t given = 0;
        for (std::uint32_t one = 0; one < count; ++one) {
            if (ranks[one] < wanted) {
                room_[static_cast<std::size_t>(ranks[one])] = {{index[one], 0}, distances[one]};
                given |= std::uint64_t{1} << ranks[one];
                ++taken;
            }
        }
        if (taken != wanted || static_cast<std::size_t>(std::popcount(given)) != wanted) {
            return false;
        }
        while (taken > 0 && room_[taken - 1].distance2 > limit2_) {
            --taken;
        }
        count_ = taken;
        limit2_ = count_ == room_.size() ? farthest().distance2 : limit2_;
        return true;
    }
    /// Sorts the answers.
    void finish() noexcept {
        if (room_.size() > max_sorted) {
            std::sort_heap(room_.data(), room_.data() + count_, comes_before);
        }
    }

private:
    const neighbor& farthest() const noexcept { return room_[room_.size() > max_sorted ? 0 : count_ - 1]; }

    void add_sorted(const neighbor& added) noexcept {
        count_ += count_ < room_.size() ? 1 : 0;
        std::size_t at = count_ - 1;
        for (; at > 0 && comes_before(added, room_[at - 1]); --at) {
            room_[at] = room_[at - 1];
        }
        room_[at] = added;
    }
    void add_to_heap(const neighbor& added) noexcept {
        if (count_ == room_.size()) {
            std::pop_heap(room_.data(), room_.data() + count_, comes_before);
            room_[count_ - 1] = added;
        } else {
            room_[count_++] = added;
        }
        std::push_heap(room_.data(), room_.data() + count_, comes_before);
    }

    std::span<neighbor> room_;
    std::size_t count_ = 0;
    double limit2_;
};

} // namespace quadrille::detail

#endif
