// Cells, sums over them, and visibility, for C.
// SPDX-License-Identifier: MIT
#include "bindings/c/calls.hpp"
#include "bindings/c/conversions.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>

using namespace quadrille;       // NOLINT: functions of C have no namespace
using namespace quadrille::flat; // NOLINT

quadrille_status quadrille_get_cells(const quadrille_tree* tree, quadrille_cells* cells) {
    return guarded([&] {
        demand(cells != nullptr, "wanted room for cells, found null");
        *cells = {};
        auto found = std::make_unique<cell_list>();
        reading(tree)->cells(*found);
        *cells = {found->depths.size(),
                  array_of(found->squares),
                  array_of(found->bounds),
                  array_of(found->depths),
                  array_of(found->counts),
                  array_of(found->leaves),
                  nullptr};
        cells->memory = found.release();
        return QUADRILLE_OK;
    });
}
void quadrille_free_cells(quadrille_cells* cells) {
    if (cells != nullptr) {
        delete static_cast<cell_list*>(cells->memory); // NOLINT: C owns it
        *cells = {};
    }
}

quadrille_status quadrille_aggregate(const quadrille_tree* tree, const double* weights, uint32_t layers,
                                     quadrille_sums* sums) {
    return guarded([&] {
        demand(sums != nullptr, "wanted room for sums, found null");
        *sums = {};
        auto found = std::make_unique<cell_sums>();
        reading(tree)->aggregate(weights, layers, *found);
        *sums = {found->ends.size(),           array_of(found->ends),
                 array_of(found->first_items), array_of(found->items),
                 array_of(found->depths),      array_of(found->leaves),
                 array_of(found->bounds),      array_of(found->weights),
                 array_of(found->centers),     nullptr};
        sums->memory = found.release();
        return QUADRILLE_OK;
    });
}
void quadrille_free_sums(quadrille_sums* sums) {
    if (sums != nullptr) {
        delete static_cast<cell_sums*>(sums->memory); // NOLINT: C owns it
        *sums = {};
    }
}

quadrille_status quadrille_look(const quadrille_tree* tree, const quadrille_views* asked,
                                quadrille_outlines* outlines) {
    return guarded([&] {
        demand(outlines != nullptr, "wanted room for outlines, found null");
        *outlines = {};
        demand(asked != nullptr, "wanted views, found null");
        demand_size(asked->struct_size, sizeof *asked, "quadrille_views");
        views from;
        from.count = asked->count;
        from.places = listed(asked->places, asked->count, "wanted places of views, found null");
        from.facings = asked->facings;
        from.half_angles = asked->half_angles;
        from.walls = asked->walls;
        from.layers = asked->layers;
        auto found = std::make_unique<flat::outlines>();
        reading(tree)->look(from, *found);
        *outlines = {found->ends.size(), array_of(found->ends), array_of(found->vertices), nullptr};
        outlines->memory = found.release();
        return QUADRILLE_OK;
    });
}
void quadrille_free_outlines(quadrille_outlines* outlines) {
    if (outlines != nullptr) {
        delete static_cast<flat::outlines*>(outlines->memory); // NOLINT: C owns it
        *outlines = {};
    }
}

quadrille_status quadrille_see(const quadrille_tree* tree, const void* lines, size_t count, const void* walls,
                               uint32_t layers, uint8_t* seen) {
    return guarded([&] {
        const sight_lines asked = {count, listed(lines, count, "wanted lines, found null"), walls, layers};
        reading(tree)->see(asked, listed(seen, count, "wanted room for what is seen, found null"));
        return QUADRILLE_OK;
    });
}
