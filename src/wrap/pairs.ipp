// Pairs across the seam of a world that wraps: items near one side are shifted to find those near the other.
// SPDX-License-Identifier: MIT
#include "engine/wrapping.hpp"
#include "wrap/images.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <new>

namespace quadrille::detail {
namespace {

/// The offsets by which items are shifted: every pair across a seam is reported with one of its items shifted by one of
/// these.
struct seam_offset {
    std::int32_t x;
    std::int32_t y;
};
inline constexpr seam_offset seam_offsets[] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

/// The walk across the seam: the shifted items, and for each the items that it meets. It uses the memory of the lanes.
template <class Shape>
struct seam_walk {
    std::uint32_t offset = 0;
    bool is_own_shifted = false; ///< in a join first the other tree's items are shifted, then its own
    bool has_begun = false;      ///< with the present offset
    bool has_mover = false;
    std::uint32_t at = 0; ///< the next of `movers`
    std::uint32_t mover = no_index;
    Shape shape; ///< of the mover
    hit_buffer movers;
    query_walk<Shape> of_movers;
    query_walk<Shape> of_partners;
};

/// The two sides of the seam.
template <class Shape>
struct seam {
    const engine<Shape>& owner;
    const engine<Shape>& other;
    pair_state<Shape>& walk;
    seam_walk<Shape>& at;
    world_axes world;

    const pair_filter& wanted() const noexcept { return walk.query.wanted; }
    bool is_join() const noexcept { return walk.query.is_join; }
    const engine<Shape>& shifted_side() const noexcept { return at.is_own_shifted ? owner : other; }
    const engine<Shape>& still_side() const noexcept { return at.is_own_shifted ? other : owner; }
    double far_x(std::uint32_t offset) const noexcept { return seam_offsets[offset].x * world.x.period; }
    double far_y(std::uint32_t offset) const noexcept { return seam_offsets[offset].y * world.y.period; }

    bool is_near(const Shape& one, const Shape& two) const noexcept {
        return wanted().distance > 0 ? are_within(one, two, wanted().distance) : intersects(one, two);
    }
    /// Whether a shape, shifted, is near another shape.
    bool is_near(const Shape& shifted_one, const Shape& still, std::uint32_t offset) const noexcept {
        return is_near(moved(shifted_one, far_x(offset), far_y(offset)), still);
    }
    bool wraps(std::uint32_t offset) const noexcept {
        return (seam_offsets[offset].x == 0 || world.x.wraps()) && (seam_offsets[offset].y == 0 || world.y.wraps());
    }
    /// Whether the pair of the mover and this item is reported here and not before.
    bool is_told(const Shape& still) const noexcept {
        if (!is_near(at.shape, still, at.offset) || is_near(at.shape, still)) {
            return false;
        }
        for (std::uint32_t before = 0; before < at.offset; ++before) {
            if (wraps(before) && (is_near(at.shape, still, before) || is_near(still, at.shape, before))) {
                return false;
            }
        }
        // It is not reported with the other item shifted either: two items that meet both ways around also meet where
        // they are stored.
        return true;
    }
    bool is_wanted(std::uint32_t partner) const noexcept {
        const auto layers_of = [](const engine<Shape>& of, std::uint32_t index) {
            const std::uint32_t location = of.slots.location[index];
            return read_lane(of.store.blocks[block_of(location)], lane_of(location)).layers;
        };
        return is_join() ||
               (partner != at.mover && matches_layers(layers_of(owner, at.mover), layers_of(owner, partner), wanted()));
    }
    std::uint32_t layers_of_side(bool is_own) const noexcept {
        return !is_join() ? all_layers : is_own ? wanted().layers : wanted().partners;
    }

    /// Advances to the next offset; returns false after the last.
    QUADRILLE_RARE bool begin_next_offset() noexcept {
        if (at.has_begun && is_join() && !at.is_own_shifted) {
            at.is_own_shifted = true;
        } else {
            at.offset += at.has_begun ? 1 : 0;
            at.is_own_shifted = false;
            while (at.offset < std::size(seam_offsets) && !wraps(at.offset)) {
                ++at.offset;
            }
        }
        at.has_begun = true;
        if (at.offset >= std::size(seam_offsets)) {
            return false;
        }
        begin_stored(shifted_side(), at.of_movers,
                     around_moved<typename Shape::scalar>(bounds_of_all(still_side()), -far_x(at.offset),
                                                          -far_y(at.offset), wanted().distance),
                     layers_of_side(at.is_own_shifted), walk.query.counts);
        at.movers.count = 0;
        at.at = 0;
        return true;
    }
    /// Begins the walk for the partners of the next mover; returns false if there is none with this offset.
    QUADRILLE_RARE bool begin_next_mover() noexcept {
        if (at.at == at.movers.count) {
            at.at = 0;
            if (!fill_stored(shifted_side(), at.of_movers, at.movers)) {
                return false;
            }
            uncount(walk.query.counts, at.movers.count);
        }
        at.mover = at.movers.answers[at.at++];
        at.shape = shape_in(shifted_side(), at.mover);
        begin_stored(still_side(), at.of_partners,
                     around_moved<typename Shape::scalar>(in_double(bounds_of(at.shape)), far_x(at.offset),
                                                          far_y(at.offset), wanted().distance),
                     layers_of_side(!at.is_own_shifted), walk.query.counts);
        return true;
    }
    /// Takes all pairs of the mover in the walk's next buffer; returns false if the walk has ended.
    QUADRILLE_RARE bool take_partners(pair_buffer& found) noexcept {
        hit_buffer partners;
        if (!fill_stored(still_side(), at.of_partners, partners)) {
            return false;
        }
        const std::uint32_t before = found.count;
        for (std::uint32_t one = 0; one < partners.count; ++one) {
            const std::uint32_t partner = partners.answers[one];
            if (is_wanted(partner) && is_told(shape_in(still_side(), partner))) {
                found.answers[found.count++] =
                    at.is_own_shifted ? index_pair{at.mover, partner} : index_pair{partner, at.mover};
            }
        }
        uncount(walk.query.counts, partners.count - (found.count - before));
        return true;
    }
    /// Fills a buffer with pairs of one offset. Returns false when there are no more.
    bool fill(pair_buffer& found) noexcept {
        while (found.count <= pair_buffer::capacity - hit_buffer::capacity) {
            if (at.has_mover && take_partners(found)) {
                continue;
            }
            at.has_mover = at.has_begun && begin_next_mover();
            if (!at.has_mover && (found.count > 0 || !begin_next_offset())) {
                break;
            }
        }
        return found.count > 0;
    }
};

template <class Shape>
QUADRILLE_APART bool fill_pairs_across(const engine<Shape>& owner, const engine<Shape>& other, pair_state<Shape>& walk,
                                       pair_buffer& found) noexcept {
    found.count = 0;
    found.from_there = {};
    if (!walk.is_at_seam) {
        owner.kernels->fill_pairs(owner.store, other.store, walk, found);
        if (found.count > 0) {
            return true;
        }
    }
    if (walk.end != no_block || !(walk.query.wanted.distance >= 0)) {
        return false; // the last piece of a walk handles the seam
    }
    auto& lanes_of_walk = static_cast<lane_buffer<Shape>&>(walk);
    static_assert(sizeof(seam_walk<Shape>) + alignof(seam_walk<Shape>) <= sizeof lanes_of_walk);
    void* place = &lanes_of_walk;
    std::size_t room = sizeof lanes_of_walk;
    place = std::align(alignof(seam_walk<Shape>), sizeof(seam_walk<Shape>), place, room);
    if (!walk.is_at_seam) {
        walk.is_at_seam = true;
        new (place) seam_walk<Shape>;
    }
    seam_walk<Shape>& at = *static_cast<seam_walk<Shape>*>(place);
    if (at.offset >= std::size(seam_offsets)) {
        return false;
    }
    seam<Shape> sides{owner, other, walk, at, owner.options};
    sides.fill(found);
    const seam_offset told = seam_offsets[std::min<std::size_t>(at.offset, std::size(seam_offsets) - 1)];
    const double sign = at.is_own_shifted ? -1 : 1;
    found.from_there = told_shift(sign * told.x, sign * told.y);
    return found.count > 0;
}

} // namespace
} // namespace quadrille::detail
