// Cells: visits all cells, parents first, singly or many with their items; finds the leaf that contains a point.
// SPDX-License-Identifier: MIT
#include "engine/engine.hpp"
#include "grid/square.hpp"
#include "store/bucket.hpp"
#include "store/filing.hpp"
#include "store/lanes.hpp"
#include "walk/states.hpp"

#include <cstring>

namespace quadrille::detail {
namespace {

template <class Scalar>
box<Scalar> box_of(const measured& around) noexcept {
    if (around.is_empty()) {
        return empty_box<Scalar>();
    }
    return {{Scalar(around.x0), Scalar(around.y0)}, {Scalar(around.x1), Scalar(around.y1)}};
}

/// The place of a cell's own bucket: that of a leaf's items, or of an inner cell's wide items. A split quarter is
/// identified by the place of its wide items, any other cell by its own place.
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
    const node& here = tree.nodes[node_of(cell)];
    const std::uint32_t slot = slot_of(cell);
    measured around = bounds_at(here, slot);
    if (is_wide_slot(slot)) { // a split quarter: adds its children to its wide items
        QUADRILLE_ROLLED
        for (std::uint32_t nth = 0; nth < quarters; ++nth) {
            const std::uint32_t child = first_slot(quarter_of_slot(slot)) + nth;
            around.add(here.x0[child], here.y0[child], here.x1[child], here.y1[child], here.layers[child]);
        }
    }
    return around;
}

/// Begins a walk through a whole bucket.
template <class Shape>
void begin_bucket_walk(reference bucket, query_walk<Shape>& items) noexcept {
    items.query.form = area_form::box;
    items.query.about(filter{}, nullptr);
    items.top = 0;
    items.images.is_of_cell = true;
    if (bucket != no_child) {
        items.area = {};
        begin_area(items, bucket, true);
    }
}

template <class Shape>
QUADRILLE_RARE cell<typename Shape::scalar> cell_of(const store<Shape>& tree, address cell) noexcept {
    using scalar = typename Shape::scalar;
    const cell_path path = tree.path_at(cell);
    const reference bucket = bucket_at(tree, cell);
    return {.square = square_of<scalar>(tree.grid, path),
            .bounds = box_of<scalar>(bounds_of_cell(tree, cell)),
            .depth = path.depth,
            .count = bucket == no_child ? 0 : count_of(tree, bucket),
            .is_leaf = is_leaf_at(tree, cell)};
}

/// Pushes the quarters of an inner cell, the last first, so that they are visited in Morton order. Prefetches the
/// quarters that are leaves.
template <class Shape>
QUADRILLE_APART void push_quarters(const store<Shape>& tree, address cell, cell_stack& stack) noexcept {
    const address wide = bucket_place(tree, cell);
    const split_cell parted{node_of(wide), quarter_of_slot(slot_of(wide))};
    for (std::uint32_t nth = quarters; nth-- > 0;) {
        const bool is_split_too = parted.is_whole() && is_split(tree.nodes[parted.which], nth);
        const address place = is_split_too ? make_address(parted.which, wide_slot(nth)) : parted.place_of_quarter(nth);
        stack.entries[stack.top++] = place;
        if (tree.at(place) != no_child) {
            prefetch_child(tree, tree.at(place));
        }
    }
}

void begin_bucket(cell_stack& stack, reference bucket) noexcept {
    stack.block = bucket == no_child ? no_block : head_of(bucket);
    stack.live = live_in_head(bucket);
}

/// Appends the items of the bucket that are in any layer of `wanted`, as long as a block fits.
template <class Shape>
void append_items(const store<Shape>& tree, cell_stack& stack, std::uint32_t wanted,
                  item_buffer<Shape>& into) noexcept {
    while (stack.block != no_block && into.count + lanes <= into.capacity) {
        const block<Shape>& from = tree.blocks[stack.block];
        const std::uint32_t live = stack.live;
        stack.block = tree.links[stack.block].next;
        stack.live = lanes;
        if (stack.block != no_block) {
            prefetch_lanes(tree.blocks[stack.block]);
        }
        copy_shapes(from, into);
        std::memcpy(into.indices + into.count, from.id, sizeof from.id);
        if (wanted == all_layers) {
            into.count += live;
            continue;
        }
        const std::uint32_t first = into.count;
        QUADRILLE_ROLLED
        for (std::uint32_t lane = 0; lane < live; ++lane) {
            if ((from.layers[lane] & wanted) != 0) {
                into.indices[into.count] = into.indices[first + lane];
                for (auto& row : into.row) {
                    row[into.count] = row[first + lane];
                }
                ++into.count;
            }
        }
    }
}

} // namespace

template <class Shape>
box<typename observers<Shape>::scalar> observers<Shape>::bounds() const noexcept {
    return head_->size == 0 ? empty_box<scalar>() : box_of<scalar>(bounds_at(engine_->store.nodes[0], 0));
}

template <class Shape>
void observers<Shape>::begin_cells(cell_walk& walk) const noexcept {
    auto& stack = make_in<cell_stack>(walk.stack);
    stack.top = 0;
    if (head_->size != 0) {
        stack.entries[stack.top++] = root_address;
    }
}

template <class Shape>
bool observers<Shape>::next(cell_walk& walk, cell<scalar>& found) const noexcept {
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
bool observers<Shape>::fill_cells(cell_walk& walk, cell_batch<Shape>& into) const noexcept {
    auto& stack = state_in<cell_stack>(walk.stack);
    into.items.count = 0;
    if (stack.top == 0 && stack.block == no_block) {
        return false;
    }
    const store<Shape>& tree = engine_->store;
    const std::uint32_t cells_before = into.cell_count;
    for (;;) {
        append_items(tree, stack, into.layers, into.items);
        if (stack.top == 0 || stack.block != no_block || into.cell_count == into.cell_limit) {
            return into.items.count > 0 || into.cell_count > cells_before || stack.block != no_block;
        }
        const address place = stack.entries[--stack.top];
        const measured around = bounds_of_cell(tree, place);
        if (around.is_empty() || !matches_layers(around.layers, into.layers)) {
            continue;
        }
        const bool is_leaf = is_leaf_at(tree, place);
        into.cells[into.cell_count++] = {.bounds = {{around.x0, around.y0}, {around.x1, around.y1}},
                                         .place = place,
                                         .first_item = into.items_before + into.items.count,
                                         .end = 0,
                                         .depth = static_cast<std::int16_t>(tree.path_at(place).depth),
                                         .is_leaf = is_leaf};
        begin_bucket(stack, bucket_at(tree, place));
        if (!is_leaf && stack.opens) {
            push_quarters(tree, place, stack);
        }
    }
}

template <class Shape>
void observers<Shape>::begin_cell(cell_walk& walk, std::uint32_t place) const noexcept {
    begin_bucket(make_in<cell_stack>(walk.stack), bucket_at(engine_->store, place));
}

template <class Shape>
cell_piece observers<Shape>::all_cells() noexcept {
    return {.place = root_address, .with_below = true};
}

template <class Shape>
void observers<Shape>::begin_piece(cell_walk& walk, const cell_piece& piece) const noexcept {
    auto& stack = make_in<cell_stack>(walk.stack);
    stack.opens = piece.with_below;
    stack.entries[stack.top++] = piece.place;
}

template <class Shape>
std::uint32_t
observers<Shape>::cut(const cell_piece& piece, std::uint32_t layers, std::span<cell_piece, 5> into) const noexcept {
    const store<Shape>& tree = engine_->store;
    if (!piece.with_below || is_leaf_at(tree, piece.place)) {
        return 0;
    }
    cell_stack stack;
    push_quarters(tree, piece.place, stack);
    std::uint32_t count = 0;
    into[count++] = {.place = piece.place, .with_below = false};
    while (stack.top > 0) {
        const address place = stack.entries[--stack.top];
        const measured around = bounds_of_cell(tree, place);
        if (!around.is_empty() && matches_layers(around.layers, layers)) {
            into[count++] = {.place = place, .with_below = true};
        }
    }
    return count;
}

template <class Shape>
void observers<Shape>::count_cells(cell_piece& piece, std::uint32_t layers) const noexcept {
    const store<Shape>& tree = engine_->store;
    cell_stack stack;
    stack.entries[stack.top++] = piece.place;
    piece.cells = 0;
    piece.items = 0;
    while (stack.top > 0) {
        const address place = stack.entries[--stack.top];
        const bool is_leaf = is_leaf_at(tree, place);
        const reference bucket = bucket_at(tree, place);
        if (is_leaf && bucket == no_child) {
            continue;
        }
        if (layers != all_layers && !matches_layers(bounds_of_cell(tree, place).layers, layers)) {
            continue;
        }
        ++piece.cells;
        piece.items += bucket == no_child ? 0 : count_of(tree, bucket);
        if (piece.with_below && !is_leaf) {
            push_quarters(tree, place, stack);
        }
    }
}

template <class Shape>
cell<typename observers<Shape>::scalar> observers<Shape>::cell_in(std::uint32_t place) const noexcept {
    return cell_of(engine_->store, place);
}

template <class Shape>
void observers<Shape>::begin_items(query_walk<Shape>& items, const cell_walk& at) const noexcept {
    begin_bucket_walk(bucket_at(engine_->store, state_in<cell_stack>(at.stack).last), items);
}

template <class Shape>
bool observers<Shape>::find_cell(const point<scalar>& where, cell<scalar>& found,
                                 query_walk<Shape>& items) const noexcept {
    items.top = 0;
    const bool has_nan = where.x != where.x || where.y != where.y;
    if (head_->size == 0 || has_nan) {
        return false;
    }
    const store<Shape>& tree = engine_->store;
    const point<double> center =
        center_of(box<scalar>{where, where}); // as for an item there; next to 0 it differs from the number
    const address place = place_for(tree, tree.grid.key_of(center.x, center.y, 0));
    found = cell_of(tree, place);
    begin_bucket_walk(bucket_at(tree, place), items);
    return true;
}

} // namespace quadrille::detail
