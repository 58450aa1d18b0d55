// Areas in a world that wraps: walks the items as they are stored, then their other images, by their bounds.
// SPDX-License-Identifier: MIT
#include "engine/wrapping.hpp"
#include "wrap/images.hpp"

namespace quadrille::detail {
namespace {

/// Calls `use` with the shape around which a query searches.
template <class Scalar, class Use>
auto with_shape(const body& of, const Use& use) {
    const auto to = [](const point<double>& from) {
        return point<Scalar>{static_cast<Scalar>(from.x), static_cast<Scalar>(from.y)};
    };
    return of.is_round ? use(circle<Scalar>{to(of.core.min), static_cast<Scalar>(of.radius)})
                       : use(box<Scalar>{to(of.core.min), to(of.core.max)});
}
template <class Shape>
circle<typename Shape::scalar> disc_of(const area_query<Shape>& query) noexcept {
    using scalar = typename Shape::scalar;
    return {{static_cast<scalar>(query.disc.center.x), static_cast<scalar>(query.disc.center.y)},
            static_cast<scalar>(query.disc.radius)};
}

/// Whether the area could be stored: then it is moved to meet the items, unless it is the shape of an item.
inline bool is_placed(area_form form) noexcept {
    return form == area_form::box || form == area_form::disc || form == area_form::near_shape;
}
/// Calls `use` with an area that could be stored.
template <class Shape, class Use>
auto with_area(const area_query<Shape>& query, const box<typename Shape::scalar>& bounds, const Use& use) {
    return query.form == area_form::box    ? use(bounds)
           : query.form == area_form::disc ? use(disc_of(query))
                                           : with_shape<typename Shape::scalar>(query.around, use);
}
/// The form in which an area that could be stored is noted.
template <class Area>
box<typename Area::scalar> as_box(const Area& area) noexcept {
    if constexpr (is_circle<Area>) {
        return {area.center, {area.radius, area.radius}};
    } else {
        return area;
    }
}
/// Notes the original query.
template <class Shape>
void note_asked(query_walk<Shape>& walk) noexcept {
    const area_query<Shape>& query = walk.query;
    walk.asked.form = query.form;
    walk.asked.bounds = walk.area;
    if (!is_placed(query.form)) {
        walk.asked.tests = {query.of_cell, query.of_item};
        return;
    }
    with_area(query, walk.area, [&]<class Area>(const Area& area) {
        walk.asked.is_round = is_circle<Area>;
        walk.asked.shape = as_box(area);
    });
    if (walk.images.turns_x == 0 && walk.images.turns_y == 0) {
        walk.asked.given = walk.asked.shape;
    }
}
/// Calls `use` with the noted area as an image of the items sees it, if the area could be stored.
template <class Shape, class Use>
auto with_asked(const world_axes& world, const query_walk<Shape>& walk, std::int32_t x, std::int32_t y,
                const Use& use) {
    const asked_area<Shape>& asked = walk.asked;
    const point<double> way{walk.images.turns_x * world.x.period, walk.images.turns_y * world.y.period};
    using scalar = typename Shape::scalar;
    using disc = circle<scalar>;
    const auto as_disc = [](const box<scalar>& one) { return disc{one.min, one.max.x}; };
    return asked.is_round
               ? use(moved_against(world, moved_in<disc>{as_disc(asked.shape), way, as_disc(asked.given)}, x, y))
               : use(moved_against(world, moved_in<box<scalar>>{asked.shape, way, asked.given}, x, y));
}
/// Replaces the area of a walk by another area of the same form.
template <class Shape, class Area>
void put(query_walk<Shape>& walk, const Area& area) noexcept {
    walk.area = bounds_of(area);
    if (walk.query.form == area_form::near_shape) {
        walk.query.around = body_of(area);
    } else if constexpr (is_circle<Area>) {
        walk.query.about(area);
    }
}

template <class Shape>
QUADRILLE_RARE void begin_elsewhere(const options& of, query_walk<Shape>& walk) noexcept {
    const world_axes world(of);
    const area_query<Shape>& query = walk.query;
    if (walk.images.is_paired) { // an item's shape is in the period
        walk.images.begin(images_beside(world), {0, 0});
    } else if (is_placed(query.form)) {
        with_area(query, walk.area, [&](const auto& area) {
            const auto inside = move_in(world, cut_to_periods(world, area));
            walk.images.begin(images_beside(world), {world.x.turns(inside.way.x), world.y.turns(inside.way.y)});
            walk.asked.given = as_box(inside.given);
            put(walk, inside.shape);
        });
    } else if (query.form == area_form::own) {
        walk.images.begin({0, 0}); // the caller that began the walk has set them
    } else {
        const auto& ends = query.kept.ends;
        walk.images.begin(query.form == area_form::segment
                              ? images_of(world, segment<typename Shape::scalar>{ends[0], ends[1]})
                              : images_in(world, in_double(walk.area)),
                          {0, 0});
    }
}

/// Begins the images of an area. Most areas lie in the period, and stay where they are.
template <class Shape>
void begin_images_of_area(const options& of, query_walk<Shape>& walk) noexcept {
    const auto is_inside = [](const world_axis& axis, double low, double high) {
        return axis.period == 0 || (axis.origin <= low && high <= axis.origin + axis.period);
    };
    const world_axes world(of);
    if (is_placed(walk.query.form) && is_inside(world.x, double(walk.area.min.x), double(walk.area.max.x)) &&
        is_inside(world.y, double(walk.area.min.y), double(walk.area.max.y))) {
        walk.images.all.x = walk.images.all.y = {-1, 1};
        walk.images.all.way.y = 0;
        walk.images.begin({0, 0});
    } else {
        begin_elsewhere(of, walk);
    }
}

/// Leaves out images that cannot meet the area.
template <class Shape>
void narrow(const engine<Shape>& owner, query_walk<Shape>& walk) noexcept {
    const world_axes world(owner.options);
    const box<double> all = bounds_of_all(owner);
    const box<double> area = in_double(walk.area);
    image_walk& at = walk.images;
    at.may_repeat = false;
    const auto narrowed = [&](const world_axis& axis, double low, double high, double first, double last) {
        if (axis.period == 0) {
            return image_range{};
        }
        const double slack = slack_of<typename Shape::scalar>(axis);
        const double half = axis.period / 2;
        // An item is at most half a period wide: an area less wide than half a period meets one image of it.
        at.may_repeat |= !(high - low < half - slack);
        return image_range{low <= last - axis.period + slack ? -1 : 0, first + axis.period - slack <= high ? 1 : 0};
    };
    at.all.x = narrowed(world.x, area.min.x, area.max.x, all.min.x, all.max.x);
    at.all.y = narrowed(world.y, area.min.y, area.max.y, all.min.y, all.max.y);
}

/// Whether an image of an item meets the area.
template <class Shape>
QUADRILLE_RARE bool meets(const world_axes& world, const query_walk<Shape>& walk, const Shape& item, std::int32_t x,
                          std::int32_t y) noexcept {
    const asked_area<Shape>& asked = walk.asked;
    if (is_placed(asked.form)) {
        const auto meet = [&](const auto& one, const auto& other) {
            return asked.form == area_form::near_shape ? is_near(body_of(other), body_of(one), walk.query.distance)
                                                       : intersects(other, one);
        };
        if (walk.images.is_paired) {
            return with_asked(world, walk, 0, 0,
                              [&](const auto& area) { return with_image(world, area, item, x, y, meet); });
        }
        return with_asked(world, walk, x, y, [&](const auto& area) { return meet(area, item); });
    }
    const Shape image = moved(item, x * world.x.period, y * world.y.period);
    return intersects(bounds_of(image), asked.bounds) && asked.tests.of_item(walk.query, image);
}

/// Whether user code in an area has changed the tree.
template <class Shape>
bool has_user_ended(const query_walk<Shape>& walk) noexcept {
    return walk.asked.form == area_form::own && walk.query.has_ended;
}

/// Keeps the items whose present image meets the area and is the first image that does.
template <class Shape>
QUADRILLE_RARE void keep_images(const engine<Shape>& owner, query_walk<Shape>& walk, hit_buffer& found) noexcept {
    const world_axes world(owner.options);
    const image_walk& at = walk.images;
    std::uint32_t kept = 0;
    for (std::uint32_t one = 0; one < found.count; ++one) {
        const Shape item = shape_in(owner, found.answers[one]);
        bool is_answer = meets(world, walk, item, at.x, at.y);
        if (is_answer && at.may_repeat) {
            at.all.each(world, at.first(world), [&](std::int32_t x, std::int32_t y) {
                const bool is_before = x != at.x || y != at.y;
                is_answer = is_answer && !(is_before && !has_user_ended(walk) && meets(world, walk, item, x, y));
                return is_before && is_answer;
            });
        }
        if (has_user_ended(walk)) {
            return;
        }
        found.answers[kept] = found.answers[one];
        kept += is_answer ? 1 : 0;
    }
    uncount(walk.query.counts, found.count - kept);
    found.count = kept;
}

/// Begins the walk for the next image that may contain items; returns false if there is none.
template <class Shape>
QUADRILLE_RARE bool begin_next_image(const engine<Shape>& owner, query_walk<Shape>& walk) noexcept {
    using scalar = typename Shape::scalar;
    const world_axes world(owner.options);
    const asked_area<Shape>& asked = walk.asked;
    while (walk.images.next(world)) {
        const double x = walk.images.x * world.x.period;
        const double y = walk.images.y * world.y.period;
        if (!is_placed(asked.form)) {
            const coverage there = asked.tests.of_cell(walk.query, around_moved<float>(bounds_of_all(owner), x, y));
            if (has_user_ended(walk)) {
                return false;
            }
            if (there == coverage::outside) {
                continue;
            }
        }
        const box<scalar> area = around_moved<scalar>(in_double(asked.bounds), -x, -y);
        if (is_placed(asked.form) && !walk.images.is_paired) {
            with_asked(world, walk, walk.images.x, walk.images.y, [&](const auto& one) { put(walk, one); });
            walk.area = asked.form == area_form::near_shape ? area : walk.area; // grown by the distance
            restart(owner, walk);
        } else {
            begin_stored(owner, walk, area, walk.query.layers, walk.query.counts);
        }
        return true;
    }
    return false;
}

/// Computes the members of the image walk, before the first answer.
template <class Shape>
void begin_at_home(const engine<Shape>& owner, query_walk<Shape>& walk) noexcept {
    image_walk& at = walk.images;
    at.has_begun = true;
    at.may_repeat = true;
    at.found = 0;
    at.has_ended = walk.top == 0;
    if (is_placed(walk.query.form)) {
        narrow(owner, walk);
        at.has_ended = at.has_ended || at.all.is_one();
    }
    if (!at.has_ended) {
        note_asked(walk);
        walk.top = at.all.has(owner.options, 0, 0) ? walk.top : 0;
    }
}

/// Removes answers that the walk found only by their bounds, and answers that were reported before.
template <class Shape>
void sift(const engine<Shape>& owner, query_walk<Shape>& walk, hit_buffer& found) noexcept {
    image_walk& at = walk.images;
    // Stored shapes have been tested, and if they come first none of them was reported before.
    const bool is_first = at.x == 0 && at.y == 0 && at.first(owner.options) == image_number{0, 0};
    const bool is_exact = is_placed(walk.asked.form) && !at.is_paired && !at.may_repeat;
    if (!is_first && !is_exact && !has_user_ended(walk)) {
        keep_images(owner, walk, found);
    }
    if (has_user_ended(walk)) { // then the tree must not be read
        uncount(walk.query.counts, found.count);
        at.has_ended = true;
        walk.top = 0;
        found.count = 0;
        return;
    }
    at.found += found.count;
    if (at.found == owner.size) { // every item has been reported
        at.has_ended = true;
        walk.top = 0;
    }
}

template <class Shape>
bool fill_images_of_area(const engine<Shape>& owner, query_walk<Shape>& walk, hit_buffer& found) noexcept {
    image_walk& at = walk.images;
    found.count = 0;
    if (!at.is_of_cell && !at.has_begun) {
        begin_at_home(owner, walk);
    }
    while (found.count == 0 && (walk.top > 0 || (!at.is_of_cell && !at.has_ended && begin_next_image(owner, walk)))) {
        owner.kernels->fill_query(owner.store, walk, found);
        if (!at.is_of_cell && !at.has_ended) {
            sift(owner, walk, found);
        }
    }
    found.from_there = at.is_of_cell ? shift{} : at.told();
    return found.count > 0;
}

} // namespace
} // namespace quadrille::detail
