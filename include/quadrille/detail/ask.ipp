// Bodies of quadtree.hpp: who touches what and whom, told to visitors and vectors.
// SPDX-License-Identifier: MIT

namespace quadrille {

template <class Value, class Shape>
template <class Self, class Area, class Out>
outcome
quadtree<Value, Shape>::answer_query(Self& self, const Area& area, const filter& wanted, counters* counts, Out& out) {
    const watch watching(self);
    detail::area_source<Shape> items(self.core_, area, wanted, counts, watching);
    return detail::drain(items, detail::hit_maker<Self>{self, self}, watching, out);
}

template <class Value, class Shape>
template <class Self, class Out>
outcome
quadtree<Value, Shape>::answer_touching(Self& self, item which, const filter& wanted, counters* counts, Out& out) {
    const watch watching(self);
    const std::uint32_t own = self.contains(which) ? which.index : detail::no_index;
    detail::touching_source<Shape> items(self.core_, own, wanted, counts, watching);
    return detail::drain(items, detail::hit_maker<Self>{self, self}, watching, out);
}

template <class Value, class Shape>
template <class Self, class Out>
outcome quadtree<Value, Shape>::answer_pairs(Self& self, const pair_filter& wanted, counters* counts, Out& out) {
    detail::pair_source<Shape> pairs(self.core_, self.core_, {wanted, counts, false});
    return detail::drain(pairs, detail::hit_maker<Self>{self, self}, watch(self), out);
}

template <class Value, class Shape>
template <class Self, class Other, class Out>
outcome
quadtree<Value, Shape>::answer_join(Self& self, Other& other, const pair_filter& wanted, counters* counts, Out& out) {
    detail::pair_source<Shape> pairs(self.core_, other.core_, {wanted, counts, true});
    return detail::drain(pairs, detail::hit_maker<Self, Other>{self, other}, detail::watch_of_two(self, other), out);
}

template <class Value, class Shape>
template <class Self, class Out>
outcome quadtree<Value, Shape>::answer_pairs_of(Self& self, std::span<const item> items, pair_workspace& lent,
                                                const pair_filter& wanted, counters* counts, Out& out) {
    // Who has been asked already has told all its pairs; marks are taken back on every way out. What they stand in is taken
    // away while it is in use: a `pairs_of` in the visitor finds none of them, and no change to the tree can reach them.
    struct marks {
        pair_workspace& lent;
        pair_workspace workspace;
        std::span<const item> items;
        std::uint32_t limit;
        std::size_t asked = 0;

        ~marks() {
            for (const item& one : items.first(asked)) {
                if (one.index < limit) {
                    workspace.unmark(one.index);
                }
            }
            lent.keep(workspace);
        }
    };
    marks taken{lent, std::exchange(lent, {}), items, self.index_limit()};
    pair_workspace& workspace = taken.workspace;
    workspace.prepare(taken.limit);
    const bool is_all = wanted.layers == all_layers && wanted.partners == all_layers;
    return detail::as_visitor(out, [&](auto& visitor) {
        for (const item& one : items) {
            self.core_.fetch_ahead(items, taken.asked++);
            if (!self.contains(one) || !workspace.mark(one.index)) {
                continue;
            }
            const std::uint32_t layers = is_all ? all_layers : self.core_.layers_at(one.index);
            auto other = [&](detail::hit<Self> found) {
                if (workspace.is_marked(found.index()) ||
                    !(is_all || detail::matches_layers(layers, self.core_.layers_at(found.index()), wanted))) {
                    detail::uncount_answer(counts);
                    return flow::next;
                }
                return detail::tell(visitor, detail::hit<Self>(self, one.index), found);
            };
            const filter partners = {detail::partner_layers(layers, wanted)};
            const Shape shape = self.stored_shape(one.index);
            const outcome end =
                wanted.distance == 0
                    ? answer_query(self, shape, partners, counts, other)
                    : answer_query(self, detail::surroundings<Shape>{shape, wanted.distance}, partners, counts, other);
            if (end != outcome::complete) {
                return end;
            }
        }
        return outcome::complete;
    });
}

template <class Value, class Shape>
template <class Area>
    requires detail::area_for<Area, Shape>
bool quadtree<Value, Shape>::any(const Area& area, const filter& wanted, counters* counts) const
    noexcept(detail::plain_area<Area, scalar>) {
    const watch watching(*this);
    detail::area_source<Shape> items(core_, area, wanted, counts, watching);
    detail::hit_buffer found;
    const bool is_any = items.fill(found);
    if constexpr (!detail::plain_area<Area, scalar>) {
        return !watching.sees_misuse() && is_any;
    }
    return is_any;
}

template <class Value, class Shape>
template <class Area>
    requires detail::area_for<Area, Shape>
std::uint32_t quadtree<Value, Shape>::count(const Area& area, const filter& wanted, counters* counts) const
    noexcept(detail::plain_area<Area, scalar>) {
    const watch watching(*this);
    detail::area_source<Shape> items(core_, area, wanted, counts, watching);
    detail::hit_buffer found;
    std::uint32_t total = 0;
    while (items.fill(found)) {
        total += found.count;
    }
    if constexpr (!detail::plain_area<Area, scalar>) {
        return watching.sees_misuse() ? 0 : total;
    }
    return total;
}

template <class Value, class Shape>
item quadtree<Value, Shape>::find(const Shape& shape) const {
    return first_at(shape, [](std::uint32_t) { return true; });
}

template <class Value, class Shape>
template <class Sought>
    requires detail::comparable_values<Value, Sought>
item quadtree<Value, Shape>::find(const Shape& shape, const Sought& value) const {
    return first_at(shape, [&](std::uint32_t index) { return stored_value(index) == value; });
}

/// Things of one shape share all its places: one place will do to look for them.
template <class Value, class Shape>
template <class Fits>
item quadtree<Value, Shape>::first_at(const Shape& shape, Fits&& fits) const {
    std::uint32_t first = detail::no_index;
    const auto compare = [&](const_hit found) {
        if (found.index() < first && found.shape() == shape && fits(found.index())) {
            first = found.index();
        }
    };
    const outcome end = answer_query(*this, detail::core_box(shape).min, {}, nullptr, compare);
    return end == outcome::changed ? item{} : item_at(first);
}

} // namespace quadrille
