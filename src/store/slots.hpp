// The slots: whether an index is alive, its generation, and the lane of its shape.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_STORE_SLOTS_HPP
#define QUADRILLE_SRC_STORE_SLOTS_HPP

#include <quadrille/detail/base/apart.hpp>
#include <quadrille/detail/engine/core.hpp>

#include "bytes/arrays.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace quadrille::detail {

/// The first of the bits that identify the tree in the generations of checked builds.
inline constexpr int tree_tag_shift = 20;

/// In checked builds the upper bits of every generation identify the tree, so that handles of another tree are
/// detected.
inline std::uint32_t first_generation([[maybe_unused]] std::uint64_t identity) noexcept {
#ifdef QUADRILLE_CHECKED
    return static_cast<std::uint32_t>(identity) << tree_tag_shift;
#else
    return 0;
#endif
}

inline std::uint32_t last_generation(std::uint32_t first, std::uint32_t max_generations) noexcept {
#ifdef QUADRILLE_CHECKED
    constexpr std::uint32_t most = (1U << (tree_tag_shift - 1)) - 1;
#else
    constexpr std::uint32_t most = (1U << 31U) - 1;
#endif
    const bool is_fewer = max_generations != 0 && max_generations < most;
    const std::uint32_t lives = is_fewer ? max_generations : most;
    return first + 2 * lives - 1;
}

/// Generations are odd while alive. They are kept for every index ever used, even beyond the limit after a clear or an
/// assign, so that no old handle matches a new item.
struct slots {
    explicit slots(const memory_source& from) noexcept : generation(from), location(from) {}

    array<std::uint32_t> generation;
    array<std::uint32_t> location; ///< of a live index its lane; of a free index the next free one

    std::uint32_t known = 0;             ///< indices with a stored generation
    std::uint32_t free_index = no_index; ///< the head of the free list, all below the limit
    std::uint32_t first_generation = 0;  ///< even: the generation of an index before its first use
    std::uint32_t last_generation = 0;   ///< odd, below 2³² − 1: an index is retired after it

    static constexpr std::uint32_t retired = 0xFFFF'FFFEU; ///< in `location`: not alive and not on the free list
    static constexpr std::uint32_t marked =
        0x8000'0000U; ///< in `location` of live indices: already seen by the current call

    /// Whether the index has no generations left.
    bool is_spent(std::uint32_t index) const noexcept {
        return index < known && ((generation[index] + 1) | 1U) > last_generation;
    }

    /// Makes room for the indices below `limit`, with stored generations: exactly for them, or (`grow`) with spare
    /// room.
    bool reserve(std::uint32_t limit) noexcept {
        return generation.reserve(limit, known) && location.reserve(limit, known) && remember(limit);
    }
    bool grow(std::uint32_t limit) noexcept { return limit <= known || grow_beyond(limit); }
    std::uint32_t birth(std::uint32_t index) noexcept { return ++generation[index]; }
    /// The same for all indices from `begin` to before `end`.
    QUADRILLE_RARE void births(std::uint32_t begin, std::uint32_t end) noexcept {
        for (; begin < end; ++begin) {
            birth(begin);
        }
    }
    void death(std::uint32_t index) noexcept {
        ++generation[index];
        if (is_spent(index)) {
            location[index] = retired;
            return;
        }
        location[index] = free_index;
        free_index = index;
    }

private:
    QUADRILLE_APART bool grow_beyond(std::uint32_t limit) noexcept {
        if (!generation.grow(limit, known) || !location.grow(limit, known)) {
            return false;
        }
        // Adds a few more at once, so that single inserts seldom reach this point.
        const std::size_t room = std::min(generation.capacity(), location.capacity());
        return remember(static_cast<std::uint32_t>(std::min<std::size_t>(room, std::size_t{limit} + 15)));
    }
    QUADRILLE_APART bool remember(std::uint32_t limit) noexcept {
        std::uint32_t* const generations = generation.data();
        std::uint32_t* const locations = location.data();
        for (std::uint32_t index = known; index < limit; ++index) {
            generations[index] = first_generation;
            locations[index] = retired;
        }
        known = limit > known ? limit : known;
        return true;
    }

public:
    /// Makes room for all indices that another object knows.
    bool make_room(const slots& from) noexcept {
        return generation.make_room(from.generation, from.known, known) &&
               location.make_room(from.location, from.known, known);
    }
    /// Call it only after `make_room`.
    void copy(const slots& from) noexcept {
        generation.copy(from.generation, from.known);
        location.copy(from.location, from.known);
        known = from.known;
        free_index = from.free_index;
        first_generation = from.first_generation;
        last_generation = from.last_generation;
    }
    /// Resets to the state in which no index has been used.
    void forget() noexcept {
        known = 0;
        free_index = no_index;
    }
};

} // namespace quadrille::detail

#endif
