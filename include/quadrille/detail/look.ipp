// Bodies of quadtree.hpp: what is in the tree and how it is filed.
// SPDX-License-Identifier: MIT

namespace quadrille {

template <class Value, class Shape>
std::optional<Shape> quadtree<Value, Shape>::shape(item which) const noexcept {
    return contains(which) ? std::optional<Shape>(stored_shape(which.index)) : std::nullopt;
}

template <class Value, class Shape>
item quadtree<Value, Shape>::item_at(std::uint32_t index) const noexcept {
    return index < index_limit() && alive(index) ? item{index, core_.head().generations[index]} : item{};
}

template <class Value, class Shape>
template <class Self, class Visitor>
outcome quadtree<Value, Shape>::visit_each(Self& self, Visitor& visitor) {
    const watch watching(self);
    for (std::uint32_t index = 0; index < self.index_limit(); ++index) {
        if (!self.alive(index)) {
            continue;
        }
        const flow wish = detail::tell(visitor, detail::hit<Self>(self, index));
        if (watching.sees_misuse()) {
            return outcome::changed;
        }
        if (wish == flow::stop) {
            return outcome::stopped;
        }
    }
    return outcome::complete;
}

template <class Value, class Shape>
void quadtree<Value, Shape>::suggested_order(std::vector<std::uint32_t>& order) const {
    // A subtree that lies in the area is taken whole, in the order of the walk; and so is the tree, here.
    constexpr scalar far_off = std::numeric_limits<scalar>::infinity();
    query(box<scalar>{{-far_off, -far_off}, {far_off, far_off}}, order);
}

template <class Value, class Shape>
template <detail::visitor Visitor, class Filed>
outcome quadtree<Value, Shape>::cells(Visitor&& visitor, Filed&& filed) const {
    constexpr bool has_filed = !std::same_as<std::remove_cvref_t<Filed>, detail::no_visitor>;
    detail::cell_walk walk;
    cell<scalar> found;
    core_.begin(walk);
    const watch watching(*this);
    while (core_.next(walk, found)) {
        const flow wish = detail::tell(visitor, std::as_const(found));
        if (watching.sees_misuse()) {
            return outcome::changed;
        }
        if (wish == flow::stop) {
            return outcome::stopped;
        }
        if constexpr (has_filed) {
            detail::query_walk<scalar> items;
            core_.begin(items, walk);
            const outcome told = drain(*this, watching, items, nullptr, filed);
            if (told != outcome::complete) {
                return told;
            }
        }
    }
    return outcome::complete;
}

template <class Value, class Shape>
std::optional<cell<typename quadtree<Value, Shape>::scalar>>
quadtree<Value, Shape>::cell_at(const point<scalar>& where) const noexcept {
    cell<scalar> found;
    detail::query_walk<scalar> items;
    return core_.find_cell(where, found, items) ? std::optional(found) : std::nullopt;
}

template <class Value, class Shape>
template <detail::visitor Visitor>
std::optional<cell<typename quadtree<Value, Shape>::scalar>>
quadtree<Value, Shape>::cell_at(const point<scalar>& where, Visitor&& visitor) const {
    cell<scalar> found;
    detail::query_walk<scalar> items;
    if (!core_.find_cell(where, found, items)) {
        return std::nullopt;
    }
    const watch watching(*this);
    return drain(*this, watching, items, nullptr, visitor) == outcome::changed ? std::nullopt : std::optional(found);
}

} // namespace quadrille
