// Nearest items in a world that wraps: an item is as near as its nearest image; the place is moved to each.
// SPDX-License-Identifier: MIT
#include "engine/wrapping.hpp"
#include "wrap/images.hpp"

#include <algorithm>
#include <limits>

namespace quadrille::detail {
namespace {

/// A place in the period, as the images of items next to it see it.
template <class Scalar>
struct place_of_images {
    world_axes world;
    moved_in<point<Scalar>> place;
    point<Scalar> home = place.shape;
    image_ranges all = images_beside(world);
    image_number first = all.first_of(world, world.x.turns(place.way.x), world.y.turns(place.way.y));

    place_of_images(const options& of, const point<Scalar>& where) noexcept : world(of), place(move_in(world, where)) {}

    point<Scalar> seen_from(std::int32_t x, std::int32_t y) const noexcept { return moved_against(world, place, x, y); }
    template <class Shape>
    measured_image measure(const Shape& item) const noexcept {
        measured_image least;
        all.each(world, first, [&](std::int32_t x, std::int32_t y) {
            least.keep_less(distance2(item, seen_from(x, y)), x, y);
            return true;
        });
        return least;
    }
    /// Whether any image other than the stored items may be in reach. It may return true too often, never too seldom.
    bool is_near_others(const box<double>& stored, double reach) const noexcept {
        const auto is_near = [&](const world_axis& axis, double where, double least, double most) {
            const double slack = slack_of<Scalar>(axis);
            return axis.period != 0 &&
                   !(most - axis.period + slack < where - reach && where + reach < least + axis.period - slack);
        };
        return is_near(world.x, double(home.x), stored.min.x, stored.max.x) ||
               is_near(world.y, double(home.y), stored.min.y, stored.max.y);
    }
    /// A lower bound of the distances of items in these bounds.
    double least_in(const box<double>& bounds, std::int32_t x, std::int32_t y) const noexcept {
        return gap2(bounds, bounds_of(seen_from(x, y)));
    }
};

/// The user's predicate, and whether it has ended the search.
struct watched_acceptor {
    const acceptor asked;
    bool has_stopped = false;

    static acceptance decide(void* self, std::uint32_t index) {
        auto& own = *static_cast<watched_acceptor*>(self);
        const acceptance decision =
            own.asked.decide == nullptr ? acceptance::yes : own.asked.decide(own.asked.context, index);
        own.has_stopped |= decision == acceptance::stop;
        return decision;
    }
};

/// The nearest items among all images: searches an area whose radius is the distance of the farthest result among the
/// stored items.
template <class Shape>
QUADRILLE_RARE std::size_t nearest_in_area(const engine<Shape>& owner,
                                           const nearest_query<typename Shape::scalar>& query,
                                           const place_of_images<typename Shape::scalar>& place, double limit2,
                                           watched_acceptor& accept, std::span<neighbor> found) noexcept {
    using scalar = typename Shape::scalar;
    std::size_t count = 0;
    const auto keep = [&](std::uint32_t index, double far2) {
        const neighbor one{{index, 0}, far2};
        const bool is_full = count == found.size();
        if ((is_full && !comes_before(one, found.front())) ||
            watched_acceptor::decide(&accept, index) != acceptance::yes) {
            return;
        }
        if (is_full) {
            std::pop_heap(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count), comes_before);
            --count;
        }
        found[count++] = one;
        std::push_heap(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count), comes_before);
    };
    const double reach = std::sqrt(limit2) * (1 + 0x1p-40) + double(std::numeric_limits<float>::denorm_min());
    place.all.each(place.world, place.first, [&](std::int32_t x, std::int32_t y) {
        query_walk<Shape> walk;
        const point<double> from = in_double(place.seen_from(x, y));
        begin_stored(owner, walk, around_moved<scalar>({from, from}, 0, 0, reach), query.wanted.layers, query.counts);
        for (hit_buffer items; !accept.has_stopped && fill_stored(owner, walk, items);) {
            uncount(query.counts, items.count);
            for (std::uint32_t at = 0; at < items.count && !accept.has_stopped; ++at) {
                const Shape item = shape_in(owner, items.answers[at]);
                const measured_image least = place.measure(item);
                const bool is_here = least.from_there == told_shift(x, y);
                const bool is_in_reach = query.wanted.distance == std::numeric_limits<double>::infinity() ||
                                         are_within(item, place.seen_from(x, y), query.wanted.distance);
                if (is_here && is_in_reach) {
                    keep(items.answers[at], least.measure);
                }
            }
        }
        return !accept.has_stopped;
    });
    if (accept.has_stopped) {
        return 0;
    }
    std::sort_heap(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count), comes_before);
    add_to(query.counts, {.answers = count});
    return count;
}

template <class Shape>
std::size_t nearest_image(const engine<Shape>& owner, const nearest_query<typename Shape::scalar>& query,
                          std::span<neighbor> found) noexcept {
    const place_of_images<typename Shape::scalar> place(owner.options, query.where);
    watched_acceptor accept{{query.accept, query.context}};
    nearest_query<typename Shape::scalar> at_home = query;
    at_home.where = place.home;
    if (query.accept != nullptr) {
        at_home.accept = &watched_acceptor::decide;
        at_home.context = &accept;
    }
    const std::size_t count = owner.kernels->find_nearest(owner.store, at_home, found, owner.slots.generation.data());
    if (accept.has_stopped) {
        return 0;
    }
    const double limit2 =
        count == found.size() ? found.back().distance2 : query.wanted.distance * query.wanted.distance;
    if (!place.is_near_others(bounds_of_all(owner), std::sqrt(limit2) * (1 + 0x1p-20))) {
        return count;
    }
    uncount(query.counts, static_cast<std::uint32_t>(count));
    return nearest_in_area(owner, query, place, limit2, accept, found);
}

template <class Shape>
QUADRILLE_RARE void begin_nearest_image(const engine<Shape>& owner, const nearest_query<typename Shape::scalar>& query,
                                        nearest_buffer& found) noexcept {
    const place_of_images<typename Shape::scalar> place(owner.options, query.where);
    const box<double> bounds = bounds_of_all(owner);
    place.all.each(place.world, place.first, [&](std::int32_t x, std::int32_t y) {
        nearest_candidate& one = found.answers[found.count++];
        one = {place.least_in(bounds, x, y), owner.store.at(root_address), false};
        one.x = static_cast<std::int8_t>(x);
        one.y = static_cast<std::int8_t>(y);
        return true;
    });
}

template <class Shape>
QUADRILLE_RARE void open_nearest_image(const engine<Shape>& owner, const nearest_query<typename Shape::scalar>& query,
                                       const nearest_candidate& subtree, nearest_buffer& found) noexcept {
    const place_of_images<typename Shape::scalar> place(owner.options, query.where);
    nearest_query<typename Shape::scalar> from_there = query;
    from_there.where = place.seen_from(subtree.x, subtree.y);
    owner.kernels->open_nearest(owner.store, from_there, subtree, found);
    std::uint32_t kept = 0;
    for (std::uint32_t at = 0; at < found.count; ++at) {
        nearest_candidate one = found.answers[at];
        one.x = subtree.x;
        one.y = subtree.y;
        // An item is reported at its nearest image.
        const bool is_here =
            !one.is_item || place.measure(shape_in(owner, one.what)).from_there == told_shift(subtree.x, subtree.y);
        found.answers[kept] = one;
        kept += is_here ? 1 : 0;
    }
    found.count = kept;
}

} // namespace
} // namespace quadrille::detail
