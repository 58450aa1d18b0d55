// Bodies of quadtree.hpp: questions as ranges.
// SPDX-License-Identifier: MIT

namespace quadrille {

template <class Value, class Shape>
template <class Self, class Area>
auto quadtree<Value, Shape>::query_range(Self& self, Area&& area, const filter& wanted, counters* counts) {
    using kept = std::remove_cvref_t<Area>;
    static_assert(detail::is_kept<Area>, "a range does not keep a polygon's vertices: give the polygon a name");
    using source = std::conditional_t<detail::plain_area<kept, scalar>, detail::area_source<Shape>,
                                      detail::own_area_source<Shape, kept>>;
    using range = detail::answer_range<source, detail::hit_maker<Self>, watch>;
    return range(detail::watched{}, {self, self}, watch(self), self.core_, std::forward<Area>(area), wanted, counts);
}

template <class Value, class Shape>
template <class Self, class Area>
auto quadtree<Value, Shape>::within_range(Self& self, Area&& area, double distance, const filter& wanted,
                                          counters* counts) {
    static_assert(detail::is_kept<Area>, "a range does not keep a polygon's vertices: give the polygon a name");
    return query_range(self, detail::surroundings<std::remove_cvref_t<Area>>{area, distance}, wanted, counts);
}

template <class Value, class Shape>
template <class Self>
auto quadtree<Value, Shape>::touching_range(Self& self, item which, const filter& wanted, counters* counts) {
    using range = detail::answer_range<detail::touching_source<Shape>, detail::hit_maker<Self>, watch>;
    const std::uint32_t own = self.contains(which) ? which.index : detail::no_index;
    return range(detail::watched{}, {self, self}, watch(self), self.core_, own, wanted, counts);
}

template <class Value, class Shape>
template <class Self>
auto quadtree<Value, Shape>::pair_range(Self& self, const pair_filter& wanted, counters* counts) {
    using range = detail::answer_range<detail::pair_source<Shape>, detail::hit_maker<Self>, watch>;
    return range({self, self}, watch(self), self.core_, self.core_, detail::join_wishes{wanted, counts, false});
}

template <class Value, class Shape>
template <class Self, class Other>
auto quadtree<Value, Shape>::join_range(Self& self, Other& other, const pair_filter& wanted, counters* counts) {
    const detail::watch_of_two watching(self, other);
    using range = detail::answer_range<detail::pair_source<Shape>, detail::hit_maker<Self, Other>,
                                       std::remove_cv_t<decltype(watching)>>;
    return range({self, other}, watching, self.core_, other.core_, detail::join_wishes{wanted, counts, true});
}

template <class Value, class Shape>
template <class Self>
auto quadtree<Value, Shape>::nearest_range(Self& self, const point<scalar>& where, nearest_workspace& workspace,
                                           const nearest_filter& wanted, counters* counts) {
    using watching = detail::nearest_watch<quadtree>;
    using range = detail::answer_range<detail::nearest_source<Shape>, detail::hit_maker<Self>, watching>;
    const detail::nearest_question<scalar> asked = {where, wanted, counts};
    return range({self, self}, watching(self, workspace), self.core_, asked, workspace);
}

template <class Value, class Shape>
template <class Self>
auto quadtree<Value, Shape>::cast_range(Self& self, const detail::mover& moving, const filter& wanted,
                                        counters* counts) {
    using range = detail::answer_range<detail::cast_source<Shape>, detail::hit_maker<Self>, watch>;
    return range({self, self}, watch(self), self.core_, moving, wanted, counts);
}

template <class Value, class Shape>
template <class Self>
auto quadtree<Value, Shape>::each_range(Self& self) {
    using range = detail::answer_range<detail::each_source<Shape>, detail::hit_maker<Self>, watch>;
    return range({self, self}, watch(self), self.core_);
}

} // namespace quadrille
