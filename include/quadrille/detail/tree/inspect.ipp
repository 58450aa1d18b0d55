// Bodies of quadtree.hpp: items, and how they are filed.
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
item quadtree<Value, Shape>::find(const Shape& shape) const {
    return first_at(shape, [](std::uint32_t) { return true; });
}

template <class Value, class Shape>
template <class Sought>
    requires detail::comparable_values<Value, Sought>
item quadtree<Value, Shape>::find(const Shape& shape, const Sought& value) const {
    return first_at(shape, [&](std::uint32_t index) { return stored_value(index) == value; });
}

/// Equal shapes contain the same points, so a query for one point finds all of them.
template <class Value, class Shape>
template <class Fits>
item quadtree<Value, Shape>::first_at(const Shape& shape, Fits&& fits) const {
    std::uint32_t first = detail::no_index;
    Shape image;
    const Shape& stored = core_.stored_image(shape, image);
    const auto compare = [&](const_hit found) {
        // Both ends of a period may hold images of one shape, each stored in its place.
        const bool is_equal = found.shape() == stored || found.image() == stored;
        if (found.index() < first && is_equal && fits(found.index())) {
            first = found.index();
        }
    };
    if (core_.chosen_options().period) {
        // A point of the shape may lie beyond the period; a query for it would move and round it.
        detail::area_source<Shape> items(core_);
        detail::begin_near(core_, items.walk(), stored, 0, filter{}, nullptr);
        const detail::hit_maker<const quadtree> make{*this, *this};
        return detail::drain(items, make, watch(*this), compare) == outcome::tree_changed ? item{} : item_at(first);
    }
    const outcome end = this->query(detail::core_box(stored).min, compare);
    return end == outcome::tree_changed ? item{} : item_at(first);
}

template <class Value, class Shape>
void quadtree<Value, Shape>::suggested_order(std::vector<std::uint32_t>& order) const {
    // A subtree inside the area is reported without tests, in the order of traversal; here that is the whole tree.
    constexpr scalar far_off = std::numeric_limits<scalar>::infinity();
    this->query(box<scalar>{{-far_off, -far_off}, {far_off, far_off}}, order);
}

template <class Value, class Shape>
template <detail::visitor Visitor, class Filed>
outcome quadtree<Value, Shape>::cells(Visitor&& visitor, Filed&& filed) const {
    constexpr bool has_filed = !std::same_as<std::remove_cvref_t<Filed>, detail::no_visitor>;
    detail::cell_walk walk;
    detail::one_answer<cell<scalar>> found;
    core_.begin_cells(walk);
    const watch watching(*this);
    const auto next = [&](auto& into) { return core_.next(walk, into.answers[0]); };
    const auto visit = [&](const cell<scalar>& here) {
        const outcome end = watching.after(detail::invoke_visitor(visitor, here));
        if constexpr (has_filed) {
            if (end == outcome::complete) {
                detail::area_source<Shape> items(core_);
                core_.begin_items(items.walk(), walk);
                return detail::drain(items, detail::hit_maker<const quadtree>{*this, *this}, watching, filed);
            }
        }
        return end;
    };
    return detail::visit_all(found, next, visit);
}

template <class Value, class Shape>
std::optional<cell<typename quadtree<Value, Shape>::scalar>>
quadtree<Value, Shape>::cell_at(const point<scalar>& where) const noexcept {
    cell<scalar> found;
    detail::query_walk<Shape> items;
    return core_.find_cell(in_period(where), found, items) ? std::optional(found) : std::nullopt;
}

template <class Value, class Shape>
template <detail::visitor Visitor>
std::optional<cell<typename quadtree<Value, Shape>::scalar>>
quadtree<Value, Shape>::cell_at(const point<scalar>& where, Visitor&& visitor) const {
    cell<scalar> found;
    detail::area_source<Shape> items(core_);
    if (!core_.find_cell(in_period(where), found, items.walk())) {
        return std::nullopt;
    }
    const outcome end = detail::drain(items, detail::hit_maker<const quadtree>{*this, *this}, watch(*this), visitor);
    return end == outcome::tree_changed ? std::nullopt : std::optional(found);
}

} // namespace quadrille
