// Bodies of quadtree.hpp: who touches what and whom: the loops that call visitors.
// SPDX-License-Identifier: MIT

namespace quadrille {

template <class Value, class Shape>
template <class Self, class Visitor>
outcome
quadtree<Value, Shape>::drain(Self& self, const watch& watching, detail::query_walk<Shape>& walk, Visitor& visitor) {
    detail::hit_buffer found;
    const auto fill = [&](auto& part) { return self.core_.fill(walk, part); };
    const auto tell = [&](std::uint32_t index) {
        return watching.after(detail::tell(visitor, detail::hit<Self>(self, index)));
    };
    const outcome end = detail::tell_all(found, fill, tell);
    // An area of the user's own is called by the walk itself.
    return end == outcome::complete && watching.sees_misuse() ? outcome::changed : end;
}

template <class Value, class Shape>
template <class Area>
void quadtree<Value, Shape>::begin(detail::query_walk<Shape>& walk, const Area& area, const limits& within,
                                   const watch& watching) const {
    detail::question<Shape>& asked = walk.asked;
    asked.limit(within);
    if constexpr (detail::plain_area<Area, scalar>) {
        walk.area = bounds_of(area);
        asked.about(area);
    } else {
        using question = detail::question<Shape>;
        asked.form = detail::area_form::own;
        asked.own_area = &area;
        asked.own_watch = &watching;
        asked.has_ended = false;
        asked.of_cell = [](const question& about, const box<float>& cell) noexcept {
            const bool may_touch = static_cast<const Area*>(about.own_area)->may_touch(cell);
            about.has_ended = static_cast<const watch*>(about.own_watch)->sees_change();
            return may_touch ? detail::verdict::touched : detail::verdict::outside;
        };
        asked.of_item = [](const question& about, const Shape& shape) noexcept {
            const bool is_answer = static_cast<const Area*>(about.own_area)->touches(shape);
            about.has_ended = static_cast<const watch*>(about.own_watch)->sees_change();
            return is_answer;
        };
        walk.area = area.bounds();
        if (watching.sees_change()) {
            walk.top = 0;
            return;
        }
    }
    core_.begin(walk);
}

template <class Value, class Shape>
template <class Self, class Area, class Visitor>
outcome quadtree<Value, Shape>::drain_query(Self& self, const Area& area, const limits& within, Visitor& visitor) {
    detail::query_walk<Shape> walk;
    const watch watching(self);
    self.begin(walk, area, within, watching);
    return drain(self, watching, walk, visitor);
}

template <class Value, class Shape>
template <class Self, class Visitor>
outcome quadtree<Value, Shape>::drain_touching(Self& self, item which, const limits& within, Visitor& visitor) {
    if (!self.contains(which)) {
        return outcome::complete;
    }
    auto other = [&](detail::hit<Self> found) {
        if (found.index() == which.index) {
            detail::uncount_answer(within.counts);
            return flow::next;
        }
        return detail::tell(visitor, found);
    };
    return drain_query(self, self.stored_shape(which.index), within, other);
}

template <class Value, class Shape>
template <class Self, class Other, class Watching, class Visitor>
outcome quadtree<Value, Shape>::drain_pairs(Self& self, Other& other, const Watching& watching,
                                            const detail::join_wishes& wishes, Visitor& visitor) {
    detail::pair_walk<Shape> walk;
    detail::pair_buffer found;
    self.core_.begin(walk, wishes);
    while (self.core_.fill(walk, other.core_, found)) {
        for (std::uint32_t answer = 0; answer < found.count; ++answer) {
            const index_pair pair = found.answers[answer];
            const flow wish = detail::tell(visitor, detail::hit<Self>(self, pair.a), detail::hit<Other>(other, pair.b));
            if (watching.sees_misuse()) {
                return outcome::changed;
            }
            if (wish == flow::stop) {
                return outcome::stopped;
            }
        }
    }
    return outcome::complete;
}

template <class Value, class Shape>
template <class Self, class Visitor>
outcome quadtree<Value, Shape>::drain_own_pairs(Self& self, const detail::join_wishes& wishes, Visitor& visitor) {
    return drain_pairs(self, self, watch(self), wishes, visitor);
}

template <class Value, class Shape>
template <class Self, class Other, class Visitor>
outcome
quadtree<Value, Shape>::drain_join(Self& self, Other& other, const detail::join_wishes& wishes, Visitor& visitor) {
    return drain_pairs(self, other, detail::watch_of_two(self, other), wishes, visitor);
}

template <class Value, class Shape>
template <class Other>
void quadtree<Value, Shape>::collect_pairs(const Other& other, const detail::join_wishes& wishes,
                                           std::vector<index_pair>& found) const {
    detail::pair_walk<Shape> walk;
    detail::pair_buffer part;
    core_.begin(walk, wishes);
    while (core_.fill(walk, other.core_, part)) {
        found.insert(found.end(), part.answers, part.answers + part.count);
    }
}

template <class Value, class Shape>
template <class Self, class Visitor>
outcome quadtree<Value, Shape>::drain_pairs_of(Self& self, std::span<const item> items, pair_workspace& lent,
                                               const pair_limits& within, Visitor& visitor) {
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
    const bool is_all = within.layers == all_layers && within.partners == all_layers;
    for (const item& one : items) {
        self.core_.fetch_ahead(items, taken.asked++);
        if (!self.contains(one) || !workspace.mark(one.index)) {
            continue;
        }
        const std::uint32_t layers = is_all ? all_layers : self.core_.layers_at(one.index);
        auto other = [&](detail::hit<Self> found) {
            if (workspace.is_marked(found.index()) ||
                !(is_all || is_wanted_pair(layers, self.core_.layers_at(found.index()), within))) {
                detail::uncount_answer(within.counts);
                return flow::next;
            }
            return detail::tell(visitor, detail::hit<Self>(self, one.index), found);
        };
        const limits beside = {.layers = wanted_beside(layers, within), .counts = within.counts};
        const outcome end = drain_query(self, self.stored_shape(one.index), beside, other);
        if (end != outcome::complete) {
            return end;
        }
    }
    return outcome::complete;
}

template <class Value, class Shape>
void quadtree<Value, Shape>::pairs_of(std::span<const item> items, pair_workspace& workspace,
                                      std::vector<index_pair>& found, const pair_limits& within) const {
    pairs_of(items, workspace, [&](const_hit a, const_hit b) { found.push_back({a.index(), b.index()}); }, within);
}

template <class Value, class Shape>
template <class Area>
    requires detail::area_for<Area, Shape>
void quadtree<Value, Shape>::query(const Area& area, std::vector<std::uint32_t>& found, const limits& within) const {
    detail::query_walk<Shape> walk;
    detail::hit_buffer part;
    const watch watching(*this);
    begin(walk, area, within, watching);
    while (core_.fill(walk, part)) {
        found.insert(found.end(), part.answers, part.answers + part.count);
    }
    static_cast<void>(watching.sees_misuse());
}

template <class Value, class Shape>
template <class Area>
    requires detail::area_for<Area, Shape>
void quadtree<Value, Shape>::query(const Area& area, std::vector<item>& found, const limits& within) const {
    query(area, [&](const_hit touched) { found.push_back(touched.item()); }, within);
}

template <class Value, class Shape>
template <class Area>
    requires detail::area_for<Area, Shape>
bool quadtree<Value, Shape>::any(const Area& area, const limits& within) const
    noexcept(detail::plain_area<Area, scalar>) {
    detail::query_walk<Shape> walk;
    detail::hit_buffer found;
    const watch watching(*this);
    begin(walk, area, within, watching);
    const bool is_any = core_.fill(walk, found);
    if constexpr (!detail::plain_area<Area, scalar>) {
        return !watching.sees_misuse() && is_any;
    }
    return is_any;
}

template <class Value, class Shape>
template <class Area>
    requires detail::area_for<Area, Shape>
std::uint32_t quadtree<Value, Shape>::count(const Area& area, const limits& within) const
    noexcept(detail::plain_area<Area, scalar>) {
    detail::query_walk<Shape> walk;
    detail::hit_buffer found;
    const watch watching(*this);
    begin(walk, area, within, watching);
    std::uint32_t total = 0;
    while (core_.fill(walk, found)) {
        total += found.count;
    }
    if constexpr (!detail::plain_area<Area, scalar>) {
        return watching.sees_misuse() ? 0 : total;
    }
    return total;
}

template <class Value, class Shape>
void quadtree<Value, Shape>::pairs(std::vector<item_pair>& found, const pair_limits& within) const {
    pairs([&](const_hit a, const_hit b) { found.push_back({a.item(), b.item()}); }, within);
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
    const outcome end = drain_query(*this, detail::core_box(shape).min, {}, compare);
    return end == outcome::changed ? item{} : item_at(first);
}

} // namespace quadrille
