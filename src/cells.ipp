// Cells: every cell of the tree, parents first, one at a time or many with their items; and the leaf that contains a point.
// SPDX-License-Identifier: MIT
#include "bucket.hpp"
#include "engine.hpp"
#include "filing.hpp"
#include "kernels/walk_state.hpp"
#include "lanes.hpp"
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

/// The place of the bucket of a cell itself: of a leaf's items, or of an inner cell's wide items. A quarter that is split is
/// named by the place of its wide items, any other cell by its own.
template <class Shape>
address bucket_place(const store<Shape>& tree, address cell) noexcept {
    const reference child = tree.at(cell);
    return is_node(child) ? make_address(child, own_wide_slot) : cell;
}
template <class Shape>
reference bucket_at(const store<Shape>& tree, address cell) noexcept {
    return tree.at(bucket_place(tree, cell));
}

template <class Shape>
bool is_leaf_at(const store<Shape>& tree, address cell) noexcept {
    return !is_node(tree.at(cell)) && !is_wide_slot(slot_of(cell));
}

/// The bounds of everything in a cell.
template <class Shape>
QUADRILLE_APART measured bounds_of_cell(const store<Shape>& tree, address cell) noexcept {
    measured around;
    const auto add = [&](address part) {
        const measured bounds = bounds_at(tree.nodes[node_of(part)], slot_of(part));
        around.add(bounds.x0, bounds.y0, bounds.x1, bounds.y1, bounds.layers);
    };
    if (is_wide_slot(slot_of(cell))) {
        split_cell{node_of(cell), quarter_of_slot(slot_of(cell))}.each_place(add);
    } else {
        add(cell);
    }
    return around;
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

template <class Shape>
QUADRILLE_APART cell<typename Shape::scalar> cell_of(const store<Shape>& tree, address cell) noexcept {
    using scalar = typename Shape::scalar;
    const cell_path path = tree.path_at(cell);
    const reference bucket = bucket_at(tree, cell);
    return {.square = square_of<scalar>(tree.grid, path),
            .bounds = box_of<scalar>(bounds_of_cell(tree, cell)),
            .depth = path.depth,
            .count = bucket == no_child ? 0 : count_of(tree, bucket),
            .is_leaf = is_leaf_at(tree, cell)};
}

/// Adds the quarters of an inner cell, the last first: they are visited in Morton order. Prefetches those that are leaves.
template <class Shape>
QUADRILLE_APART void push_quarters(const store<Shape>& tree, address cell, cell_stack& stack) noexcept {
    const address wide = bucket_place(tree, cell);
    const split_cell parted{node_of(wide), quarter_of_slot(slot_of(wide))};
    for (std::uint32_t part = quarters; part-- > 0;) {
        const bool is_split_too = parted.is_whole() && is_split(tree.nodes[parted.which], part);
        const address place =
            is_split_too ? make_address(parted.which, wide_slot(part)) : parted.place_of_quarter(part);
        stack.entries[stack.top++] = place;
        if (tree.at(place) != no_child) {
            prefetch_child(tree, tree.at(place));
        }
    }
}

/// Appends the items of a bucket that are in any of the wanted layers.
template <class Shape>
void append_items(const store<Shape>& tree, reference bucket, cell_batch<Shape>& into) noexcept {
    const std::uint32_t wanted = into.layers;
    const std::uint32_t every_item = wanted == all_layers ? 1 : 0; // also one in no layer
    Shape* const shapes = into.shapes;
    std::uint32_t* const indices = into.indices;
    std::uint32_t end = into.item_count;
    each_block(tree, bucket, [&](std::uint32_t which, std::uint32_t live) {
        const block<Shape>& from = tree.blocks[which];
        QUADRILLE_ROLLED
        for (std::uint32_t lane = 0; lane < live; ++lane) {
            shapes[end] = read_shape(from, lane);
            indices[end] = from.id[lane];
            end += ((from.layers[lane] & wanted) | every_item) != 0 ? 1U : 0U;
        }
    });
    into.item_count = end;
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
    const store<Shape>& tree = engine_->store;
    const address place = stack.entries[--stack.top];
    stack.last = place;
    found = cell_of(tree, place);
    if (!found.is_leaf) {
        push_quarters(tree, place, stack);
    }
    return true;
}

template <class Shape>
bool core<Shape>::fill(cell_walk& walk, cell_batch<Shape>& into) const noexcept {
    auto& stack = state_in<cell_stack>(walk.stack);
    if (stack.top == 0) {
        return false;
    }
    const store<Shape>& tree = engine_->store;
    const std::uint32_t cells_before = into.cell_count;
    while (stack.top > 0 && into.cell_count < into.cell_limit && into.item_count < into.item_limit) {
        const address place = stack.entries[--stack.top];
        const measured around = bounds_of_cell(tree, place);
        if (around.is_empty() || !matches_layers(around.layers, into.layers)) {
            continue;
        }
        const bool is_leaf = is_leaf_at(tree, place);
        into.cells[into.cell_count++] = {.bounds = {{around.x0, around.y0}, {around.x1, around.y1}},
                                         .place = place,
                                         .first_item = into.item_count,
                                         .end = 0,
                                         .depth = static_cast<std::int16_t>(tree.path_at(place).depth),
                                         .is_leaf = is_leaf};
        const reference bucket = bucket_at(tree, place);
        if (bucket != no_child) {
            append_items(tree, bucket, into);
        }
        if (!is_leaf) {
            push_quarters(tree, place, stack);
        }
    }
    return into.cell_count > cells_before;
}

template <class Shape>
cell<typename core<Shape>::scalar> core<Shape>::cell_in(std::uint32_t place) const noexcept {
    return cell_of(engine_->store, place);
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
    found = cell_of(tree, place);
    begin_bucket_walk(bucket_at(tree, place), items);
    return true;
}

} // namespace quadrille::detail
