// The forms of areas. Each is described once: its name, its number in recordings, and its fields.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_ENGINE_AREA_FORMS_HPP
#define QUADRILLE_DETAIL_ENGINE_AREA_FORMS_HPP

#include <quadrille/relations.hpp>
#include <quadrille/shapes.hpp>

#include <cstdint>

namespace quadrille::detail {

/// All forms of areas, and all forms of shapes that can be cast.
template <template <class...> class List, class Scalar>
using area_forms =
    List<box<Scalar>, circle<Scalar>, point<Scalar>, segment<Scalar>, polygon<Scalar>, related<box<Scalar>>,
         related<circle<Scalar>>, related<point<Scalar>>, related<segment<Scalar>>, related<polygon<Scalar>>>;

// The traits of a form in `form_of<Area>`, for recordings, replays and comparisons with a full scan:
// - `name`, which replays print, and `recorded`, the byte before its fields in recordings;
// - `fields(area, archive)`, in the order of recordings: `archive.number` for a number of the area's scalar,
//   `archive.plain` for a point, `archive.vertices` for a list of points, `archive.choice(one, last)` for an enum of
//   the values up to `last`.
template <class Area>
struct form_of {};

template <class Scalar>
struct form_of<box<Scalar>> {
    static constexpr const char* name = "box";
    static constexpr std::uint8_t recorded = 0;

    template <class Area, class Archive>
    static void fields(Area& area, Archive& archive) {
        archive.plain(area.min);
        archive.plain(area.max);
    }
};
template <class Scalar>
struct form_of<circle<Scalar>> {
    static constexpr const char* name = "circle";
    static constexpr std::uint8_t recorded = 1;

    template <class Area, class Archive>
    static void fields(Area& area, Archive& archive) {
        archive.plain(area.center);
        archive.number(area.radius);
    }
};
template <class Scalar>
struct form_of<point<Scalar>> {
    static constexpr const char* name = "point";
    static constexpr std::uint8_t recorded = 2;

    template <class Area, class Archive>
    static void fields(Area& area, Archive& archive) {
        archive.plain(area);
    }
};
template <class Scalar>
struct form_of<segment<Scalar>> {
    static constexpr const char* name = "segment";
    static constexpr std::uint8_t recorded = 3;

    template <class Area, class Archive>
    static void fields(Area& area, Archive& archive) {
        archive.plain(area.a);
        archive.plain(area.b);
    }
};
template <class Scalar>
struct form_of<polygon<Scalar>> {
    static constexpr const char* name = "polygon";
    static constexpr std::uint8_t recorded = 4;

    template <class Area, class Archive>
    static void fields(Area& area, Archive& archive) {
        archive.vertices(area.vertices);
    }
};

inline constexpr const char* names_of_related[] = {"related box", "related circle", "related point", "related segment",
                                                   "related polygon"};
/// Each of the forms above with a relation.
template <class Of>
struct form_of<related<Of>> {
    static constexpr const char* name = names_of_related[form_of<Of>::recorded];
    static constexpr std::uint8_t recorded = 5 + form_of<Of>::recorded;

    template <class Area, class Archive>
    static void fields(Area& area, Archive& archive) {
        archive.choice(area.how, relation::contains);
        form_of<Of>::fields(area.area, archive);
    }
};

/// Areas that are not of a user-defined class.
template <class Area>
inline constexpr bool has_form = requires { form_of<Area>::name; };

/// Areas whose own functions the walk calls until it ends: user-defined areas, and forms that the compiled engine does
/// not know.
template <class Area>
inline constexpr bool has_functions = requires(const Area& area, const box<float>& cell) { area.may_intersect(cell); };

} // namespace quadrille::detail

#endif
