// Trees for JavaScript: creation, changes, inspection, saving.
// SPDX-License-Identifier: MIT
#include "bindings/javascript/results.hpp"

#include <quadrille/text.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace quadrille::flat {

namespace {

static_assert(static_cast<int>(error::no_memory) == 3, "tree.ts knows it by its number");

/// Returns the number of the error, 0 for none; `last.counts` has the invalid shapes or items.
std::uint32_t told(const change_report& done) {
    last.counts = {done.rejected, done.first_rejected, done.displaced, done.reinserted,
                   static_cast<std::uint32_t>(done.method)};
    return static_cast<std::uint32_t>(done.error);
}

struct bytes_view {
    const void* data = nullptr;
    std::size_t length = 0;
};
template <class List>
bytes_view view_of(const List& list) noexcept {
    return {list.data(), list.size()};
}

/// The lists, in the order of their names in JavaScript (module.ts).
bytes_view list_at(std::uint32_t which) noexcept {
    switch (which) {
    case 0: return view_of(last.found.ends);
    case 1: return view_of(last.found.a);
    case 2: return view_of(last.found.b);
    case 3: return view_of(last.found.a_generations);
    case 4: return view_of(last.found.b_generations);
    case 5: return view_of(last.found.measures);
    case 6: return view_of(last.found.shifts);
    case 7: return view_of(last.found.counts);
    case 8: return view_of(last.items);
    case 9: return view_of(last.saved);
    case 10: return view_of(last.cells.squares);
    case 11: return view_of(last.cells.bounds);
    case 12: return view_of(last.cells.depths);
    case 13: return view_of(last.cells.counts);
    case 14: return view_of(last.cells.leaves);
    case 15: return view_of(last.sums.ends);
    case 16: return view_of(last.sums.first_items);
    case 17: return view_of(last.sums.items);
    case 18: return view_of(last.sums.depths);
    case 19: return view_of(last.sums.leaves);
    case 20: return view_of(last.sums.bounds);
    case 21: return view_of(last.sums.weights);
    case 22: return view_of(last.sums.centers);
    case 23: return view_of(last.seen.ends);
    case 24: return view_of(last.seen.vertices);
    case 25: return view_of(last.contacts);
    case 26: return view_of(last.counts);
    case 27: return view_of(last.numbers);
    default: return view_of(last.text);
    }
}

} // namespace

} // namespace quadrille::flat

using namespace quadrille;       // NOLINT: functions of JavaScript have no namespace
using namespace quadrille::flat; // NOLINT

QUADRILLE_EXPORT(list_data) const void* quadrille_list_data(std::uint32_t which) { return list_at(which).data; }
QUADRILLE_EXPORT(list_length) std::uint32_t quadrille_list_length(std::uint32_t which) {
    return static_cast<std::uint32_t>(list_at(which).length);
}
/// Frees the memory of all lists.
QUADRILLE_EXPORT(forget) void quadrille_forget() { last = {}; }
QUADRILLE_EXPORT(error_text) void quadrille_error_text(std::uint32_t which) {
    last.text = to_string(static_cast<error>(which));
}

// ---- Trees ----------------------------------------------------------------------------------------------------------

QUADRILLE_EXPORT(tree_make)
tree* quadrille_tree_make(std::uint32_t shape, std::uint32_t scalar, std::uint32_t leaf_capacity,
                          std::int32_t max_depth, double min_cell_side, std::uint32_t max_items, double width,
                          double height, double origin_x, double origin_y) {
    options wanted;
    wanted.leaf_capacity = leaf_capacity;
    wanted.max_depth = max_depth;
    wanted.min_cell_side = min_cell_side;
    wanted.max_items = max_items;
    wanted.period = {width, height};
    wanted.origin = {origin_x, origin_y};
    return tree::make(static_cast<shape_kind>(shape), static_cast<scalar_kind>(scalar), wanted).release();
}
QUADRILLE_EXPORT(tree_free) void quadrille_tree_free(tree* of) { delete of; } // NOLINT: JavaScript owns it
QUADRILLE_EXPORT(tree_clone) tree* quadrille_tree_clone(const tree* of) { return of->clone().release(); }
QUADRILLE_EXPORT(tree_copy_from) std::uint32_t quadrille_tree_copy_from(tree* to, const tree* from) {
    return to->copy_from(*from) ? 1 : 0;
}

// ---- Change ---------------------------------------------------------------------------------------------------------

QUADRILLE_EXPORT(assign) std::uint32_t quadrille_assign(tree* in, const void* shapes, std::uint32_t count) {
    return told(in->assign(shapes, count));
}
QUADRILLE_EXPORT(sync) std::uint32_t quadrille_sync(tree* in, const void* shapes, std::uint32_t count) {
    return told(in->sync(shapes, count));
}
QUADRILLE_EXPORT(insert)
std::uint32_t quadrille_insert(tree* in, const void* shapes, std::uint32_t count, std::uint32_t layers) {
    last.items.resize(count);
    return told(in->insert(shapes, count, layers, last.items.data()));
}
QUADRILLE_EXPORT(erase) std::uint32_t quadrille_erase(tree* in, const item* items, std::uint32_t count) {
    return told(in->erase({items, count}));
}
QUADRILLE_EXPORT(move)
std::uint32_t quadrille_move(tree* in, const item* items, std::uint32_t count, const void* shapes) {
    return told(in->move({items, count}, shapes));
}
QUADRILLE_EXPORT(set_layers)
std::uint32_t quadrille_set_layers(tree* in, const item* items, std::uint32_t count, const std::uint32_t* layers) {
    return told(in->set_layers({items, count}, layers));
}
QUADRILLE_EXPORT(clear) void quadrille_clear(tree* in) { in->clear(); }
QUADRILLE_EXPORT(reserve) std::uint32_t quadrille_reserve(tree* in, std::uint32_t items) {
    return in->reserve(items) ? 1 : 0;
}

// ---- Inspect --------------------------------------------------------------------------------------------------------

QUADRILLE_EXPORT(size) std::uint32_t quadrille_size(const tree* in) { return in->size(); }
QUADRILLE_EXPORT(index_limit) std::uint32_t quadrille_index_limit(const tree* in) { return in->index_limit(); }
/// Writes min x, min y, max x, max y, and the width and height of the period.
QUADRILLE_EXPORT(extents) void quadrille_extents(const tree* in) {
    const auto all = in->bounds();
    const period world = in->world();
    last.numbers = {all.min.x, all.min.y, all.max.x, all.max.y, world.width(), world.height()};
}
QUADRILLE_EXPORT(contains)
std::uint32_t quadrille_contains(const tree* in, std::uint32_t index, std::uint32_t generation) {
    return in->contains({index, generation}) ? 1 : 0;
}
/// Returns 0 if there is no item.
QUADRILLE_EXPORT(generation_at) std::uint32_t quadrille_generation_at(const tree* in, std::uint32_t index) {
    return in->item_at(index).generation;
}
QUADRILLE_EXPORT(layers)
std::uint32_t quadrille_layers(const tree* in, std::uint32_t index, std::uint32_t generation) {
    return in->layers({index, generation});
}
QUADRILLE_EXPORT(shapes) void quadrille_shapes(const tree* in, void* into) { in->shapes(into); }
/// Writes the size, inner cells, leaves, blocks, depth and bytes; to the text the kernels in use.
QUADRILLE_EXPORT(stats) void quadrille_stats_of(const tree* in) {
    const statistics all = in->stats();
    last.numbers = {double(all.size),   double(all.inner_cells), double(all.leaves),
                    double(all.blocks), double(all.deepest),     double(all.bytes)};
    last.text = all.kernels;
}
/// Returns 1, and writes the fault to the text, if an invariant is broken.
QUADRILLE_EXPORT(validate) std::uint32_t quadrille_validate_of(const tree* in) {
    const fault broken = in->validate();
    last.text = broken ? broken.what : "";
    return broken ? 1 : 0;
}
QUADRILLE_EXPORT(cells) void quadrille_cells_of(const tree* in) { in->cells(last.cells); }

// ---- Keep -----------------------------------------------------------------------------------------------------------

QUADRILLE_EXPORT(save) void quadrille_save_bytes(const tree* from) {
    last.saved.clear();
    from->save([](std::span<const std::byte> some) {
        last.saved.insert(last.saved.end(), some.begin(), some.end());
        return true;
    });
}
/// Returns 1, and writes the reason to the text, if the bytes are not a saved tree of this shape; 2 if there is no
/// memory for it. In both cases the tree is unchanged.
QUADRILLE_EXPORT(load) std::uint32_t quadrille_load_bytes(tree* into, const std::byte* bytes, std::uint32_t count) {
    std::span<const std::byte> rest(bytes, count);
    const load_report done = into->load([&](std::span<std::byte> to) {
        const std::size_t some = std::min(to.size(), rest.size());
        std::copy_n(rest.data(), some, to.data());
        rest = rest.subspan(some);
        return some;
    });
    last.text = done ? "" : to_string(done.error);
    return done ? 0 : done.error == load_error::no_memory ? 2 : 1;
}
