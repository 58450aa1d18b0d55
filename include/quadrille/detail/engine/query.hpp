// A compiled query: an area of any form, layers, and counters.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_ENGINE_QUERY_HPP
#define QUADRILLE_DETAIL_ENGINE_QUERY_HPP

#include <quadrille/detail/engine/area_forms.hpp>
#include <quadrille/geometry.hpp>
#include <quadrille/vocabulary.hpp>

#include <concepts>
#include <cstdint>

namespace quadrille::detail {

/// How items are tested if their bounds intersect the area's.
enum class area_form : std::uint8_t {
    box,  ///< boxes and points need no test, circles the edge rule
    disc, ///< by the distance from `disc.center`, many at a time
    own,  ///< this and all below: by `of_cell` and `of_item`
    segment,
    polygon,
    near_shape ///< no farther from a box or circle than a distance
};

/// All points no farther from an area than a distance.
template <class Area>
struct surroundings {
    const Area& area;
    double distance;

    friend auto bounds_of(const surroundings& those) noexcept { return bounds_of(those.area); }
};
template <class Area, class Scalar>
inline constexpr bool is_surroundings = false;
template <class Area, class Scalar>
inline constexpr bool is_surroundings<surroundings<Area>, Scalar> = std::same_as<typename Area::scalar, Scalar>;

/// A box around an area of any kind.
template <class Area>
auto around(const Area& area) {
    if constexpr (has_form<Area>) {
        return bounds_of(area);
    } else {
        return area.bounds();
    }
}
template <class Scalar>
point<double> middle_of(const box<Scalar>& one) noexcept {
    return {double(one.min.x) * 0.5 + double(one.max.x) * 0.5, double(one.min.y) * 0.5 + double(one.max.y) * 0.5};
}

/// Adds the work of a walk to the counters of a query, if it has any.
inline void add_to(counters* counts, const counters& seen) noexcept {
    if (counts != nullptr) {
        counts->cells += seen.cells;
        counts->blocks += seen.blocks;
        counts->lanes += seen.lanes;
        counts->answers += seen.answers;
        counts->pairs += seen.pairs;
    }
}

/// The data that the tests of segments and polygons read, besides the vertices of polygons.
template <class Scalar>
struct kept_outline {
    outline_frame frame;
    point<Scalar> ends[2]; ///< of a segment
};

/// A query in the form that the compiled walk reads. Callers set only the members that the form needs: initializing the
/// others would slow short queries measurably.
template <class Shape>
struct area_query {
    using scalar = typename Shape::scalar;

    area_form form;
    std::uint32_t layers;
    counters* counts; ///< may be null

    coverage (*of_cell)(const area_query& query, const box<float>& cell) noexcept;
    bool (*of_item)(const area_query& query, const Shape& shape) noexcept;

    // `of_cell` and `of_item` read these.
    double distance;         ///< the largest distance of an item from the area; 0: it must intersect
    polygon<scalar> outline; ///< without vertices: the segment between the kept ends
    union {
        circle<double> disc;
        kept_outline<scalar> kept; ///< of a segment or a polygon
        body around;               ///< the shape from which distances are measured
    };
    const void* own_area;
    // User code may change the tree that calls it; then the walk must stop reading.
    const void* own_watch;
    mutable bool has_ended;
    bool is_count;         ///< `batch_walks::fill` counts all answers in one buffer and writes none
    std::uint32_t counted; ///< answers counted by whole subtrees

    /// Whether bounds alone decide, and no counters are set.
    bool is_plain() const noexcept { return form == area_form::box && layers == all_layers && counts == nullptr; }

    /// Sets the filter and the counters.
    void about(const filter& wanted, counters* seen) noexcept {
        layers = wanted.layers;
        counts = seen;
        is_count = false;
        counted = 0;
    }

    /// Sets the area. For a box the bounds in the walk suffice.
    void about(const box<scalar>&) noexcept { form = area_form::box; }
    void about(const point<scalar>&) noexcept { form = area_form::box; }
    void about(const circle<scalar>& area) noexcept {
        form = area_form::disc;
        disc = {{double(area.center.x), double(area.center.y)}, double(area.radius)};
    }
    void about(const segment<scalar>& area) noexcept {
        form = area_form::segment;
        outline = {};
        kept.ends[0] = area.a;
        kept.ends[1] = area.b;
        distance = 0;
    }
    void about(const polygon<scalar>& area) noexcept {
        form = area_form::polygon;
        outline = area;
        distance = 0;
    }

    template <class Area>
    void about(const surroundings<Area>& those) noexcept {
        about(those.area);
        distance = those.distance;
        if constexpr (storable<Area>) {
            if (distance != 0) {
                form = area_form::near_shape;
                around = body_of(those.area);
            }
        }
    }
};

/// An area with functions.
template <class Area, class Shape>
concept area_with_functions = requires(const Area& area, const Shape& shape, const box<float>& cell) {
    { area.bounds() } -> std::convertible_to<box<typename Shape::scalar>>;
    { area.may_intersect(cell) } -> std::convertible_to<bool>;
    { area.intersects(shape) } -> std::convertible_to<bool>;
};

template <class Area, class Scalar>
concept plain_area =
    std::same_as<Area, box<Scalar>> || std::same_as<Area, circle<Scalar>> || std::same_as<Area, point<Scalar>> ||
    std::same_as<Area, segment<Scalar>> || std::same_as<Area, polygon<Scalar>> || is_surroundings<Area, Scalar>;

/// The areas of queries in a tree of `Shape`.
template <class Area, class Shape>
concept area_for = plain_area<Area, typename Shape::scalar> || area_with_functions<Area, Shape>;

} // namespace quadrille::detail

#endif
