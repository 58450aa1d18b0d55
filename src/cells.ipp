// Cells: every cell of the tree, parents first; and the leaf that contains a point.
// SPDX-License-Identifier: MIT
#include "bucket.hpp"
#include "engine.hpp"
#include "filing.hpp"
#include "kernels/walk_state.hpp"
#include "square.hpp"

namespace quadrille::detail {
namespace {

template <class Scalar>
box<Scalar> box_of(const measured& around) noexcept {
    if (around.is_empty()) {
        return nothing<Scalar>();
    }
    return {{Scalar(around.x0), Scalar(around.y0)}, {Scalar(around.x1), Scalar(around.y1)}};
}

/// The bucket of a cell itself: a leaf's items, or an inner cell's wide items.
template <class Shape>
reference bucket_at(const store<Shape>& tree, address place) noexcept {
    const reference child = tree.at(place);
    return is_node(child) ? tree.nodes[child].wide : child;
}

/// Starts a walk through a whole bucket.
template <class Shape>
void begin_bucket_walk(reference bucket, query_walk<Shape>& items) noexcept {
    items.query.form = area_form::box;
    items.query.about(filter{}, nullptr);
    items.top = 0;
    if (bucket != no_child) {
        auto& stack = make_in<area_stack>(items.stack);
        stack.entries[0] = bucket;
        stack.covered[0] = true;
        items.top = 1;
    }
}

/// The cell at a child's place; `path` is its position in the grid.
template <class Shape>
cell<typename Shape::scalar> cell_of(const store<Shape>& tree, address place, const cell_path& path) noexcept {
    using scalar = typename Shape::scalar;
    const reference bucket = bucket_at(tree, place);
    return {.square = square_of<scalar>(tree.grid, path),
            .bounds = box_of<scalar>(bounds_at(tree.nodes[node_of(place)], slot_of(place))),
            .depth = path.depth,
            .count = bucket == no_child ? 0 : count_of(tree, bucket),
            .is_leaf = !is_node(tree.at(place))};
}

} // namespace

template <class Shape>
box<typename core<Shape>::scalar> core<Shape>::bounds() const noexcept {
    return head_->size == 0 ? nothing<scalar>() : box_of<scalar>(bounds_at(engine_->store.nodes[0], 0));
}

template <class Shape>
void core<Shape>::begin(cell_walk& walk) const noexcept {
    auto& stack = make_in<cell_stack>(walk.stack);
    stack.top = 0;
    if (head_->size != 0) {
        stack.entries[stack.top++] = root_address;
    }
}

template <class Shape>
bool core<Shape>::next(cell_walk& walk, cell<scalar>& found) const noexcept {
    auto& stack = state_in<cell_stack>(walk.stack);
    if (stack.top == 0) {
        return false;
    }
    const address place = stack.entries[--stack.top];
    stack.last = place;
    found = cell_of(engine_->store, place, engine_->store.path_at(place));
    if (!found.is_leaf) {
        const reference parent = engine_->store.at(place);
        each_child(all_children, [&](std::uint32_t slot) { stack.entries[stack.top++] = make_address(parent, slot); });
    }
    return true;
}

template <class Shape>
void core<Shape>::begin(query_walk<Shape>& items, const cell_walk& at) const noexcept {
    begin_bucket_walk(bucket_at(engine_->store, state_in<cell_stack>(at.stack).last), items);
}

template <class Shape>
bool core<Shape>::find_cell(const point<scalar>& where, cell<scalar>& found, query_walk<Shape>& items) const noexcept {
    items.top = 0;
    const bool has_nan = where.x != where.x || where.y != where.y;
    if (head_->size == 0 || has_nan) {
        return false;
    }
    const store<Shape>& tree = engine_->store;
    const address place = place_for(tree, tree.grid.key_of(double(where.x), double(where.y), 0));
    found = cell_of(tree, place, tree.path_at(place));
    begin_bucket_walk(bucket_at(tree, place), items);
    return true;
}

} // namespace quadrille::detail
