// Queries that return ranges.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_RANGES_HPP
#define QUADRILLE_DETAIL_RANGES_HPP

#include <quadrille/detail/core.hpp>
#include <quadrille/detail/hit.hpp>
#include <quadrille/detail/insides.hpp>
#include <quadrille/detail/nearest.hpp>
#include <quadrille/detail/range.hpp>
#include <quadrille/detail/source.hpp>
#include <quadrille/detail/watch.hpp>
#include <quadrille/vocabulary.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace quadrille::detail {

template <class Self, class Area>
auto query_range(Self& self, Area&& area, const filter& wanted, counters* counts) {
    using kept = std::remove_cvref_t<Area>;
    static_assert(is_kept<Area>, "a range does not keep a polygon's vertices: give the polygon a name");
    using source = std::conditional_t<plain_area<kept, typename Self::scalar>, area_source<shape_of<Self>>,
                                      own_area_source<shape_of<Self>, kept>>;
    using range = answer_range<source, hit_maker<Self>, watch_of<Self>>;
    return range(watched{}, {self, self}, watch_of<Self>(self), insides::core(self), std::forward<Area>(area), wanted,
                 counts);
}

template <class Self, class Area>
auto within_range(Self& self, Area&& area, double distance, const filter& wanted, counters* counts) {
    static_assert(is_kept<Area>, "a range does not keep a polygon's vertices: give the polygon a name");
    return query_range(self, surroundings<std::remove_cvref_t<Area>>{area, distance}, wanted, counts);
}

template <class Self>
auto intersecting_range(Self& self, item which, const filter& wanted, counters* counts) {
    using range = answer_range<intersecting_source<shape_of<Self>>, hit_maker<Self>, watch_of<Self>>;
    const std::uint32_t own = self.contains(which) ? which.index : no_index;
    return range(watched{}, {self, self}, watch_of<Self>(self), insides::core(self), own, wanted, counts);
}

template <class Self>
auto pair_range(Self& self, const pair_filter& wanted, counters* counts) {
    using range = answer_range<pair_source<shape_of<Self>>, hit_maker<Self>, watch_of<Self>>;
    return range({self, self}, watch_of<Self>(self), insides::core(self), insides::core(self),
                 pair_query{wanted, counts, false});
}

template <class Self, class Other>
auto join_range(Self& self, Other& other, const pair_filter& wanted, counters* counts) {
    using watching = watch_of_both<Self, Other>;
    using range = answer_range<pair_source<shape_of<Self>>, hit_maker<Self, Other>, watching>;
    return range({self, other}, watching(self, other), insides::core(self), insides::core(other),
                 pair_query{wanted, counts, true});
}

template <class Self>
auto nearest_range(Self& self, const point<typename Self::scalar>& where, nearest_workspace& workspace,
                   const nearest_filter& wanted, counters* counts) {
    using watching = nearest_watch<std::remove_const_t<Self>>;
    using range = answer_range<nearest_source<shape_of<Self>>, hit_maker<Self>, watching>;
    const nearest_query<typename Self::scalar> query = {where, wanted, counts};
    return range({self, self}, watching(self, workspace), insides::core(self), query, workspace);
}

template <class Self>
auto cast_range(Self& self, const mover& moving, const filter& wanted, counters* counts) {
    using range = answer_range<cast_source<shape_of<Self>>, hit_maker<Self>, watch_of<Self>>;
    return range({self, self}, watch_of<Self>(self), insides::core(self), moving, wanted, counts);
}

template <class Self>
auto each_range(Self& self) {
    using range = answer_range<each_source<shape_of<Self>>, hit_maker<Self>, watch_of<Self>>;
    return range({self, self}, watch_of<Self>(self), insides::core(self));
}

} // namespace quadrille::detail

#endif
