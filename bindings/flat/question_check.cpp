// Checks that a request has the fields of its verb, and no others.
// SPDX-License-Identifier: MIT
#include "bindings/flat/question_fields.hpp"

#include <cstddef>

namespace quadrille::flat {

std::size_t check(const questions& asked, const question_reads& reads) {
    const auto demand = [&](bool is_there, const char* what) {
        if (!is_there) {
            refuse(asked.verb, what);
        }
    };
    const question_needs& needs = reads.arrays;
    const bool takes_list = reads.is_many() || needs.all_items;
    const bool is_empty = takes_list && asked.count == 0;
    const bool is_polygons = needs.places && asked.form == form::polygon;
    const bool needs_items = needs.items || needs.all_items;
    demand(needs.places ? is_empty || asked.places != nullptr || is_polygons : asked.places == nullptr,
           needs.places ? "places" : "no places");
    demand(is_polygons ? is_empty || asked.vertex_ends != nullptr : asked.vertex_ends == nullptr,
           "ends of vertices with polygons, and with these alone");
    demand(needs.ways ? is_empty || asked.ways != nullptr : asked.ways == nullptr, needs.ways ? "ways" : "no ways");
    demand(needs_items ? is_empty || asked.items != nullptr : asked.items == nullptr,
           needs_items ? "items" : "no items");
    demand(takes_list || asked.count == 1, "one question");
    demand(reads.distance || asked.distance == nullptr, "no distance");
    demand(reads.layers || asked.layers == all_layers, "no layers");
    demand(reads.partners || asked.partners == all_layers, "no partners");
    demand(reads.except || !asked.except, "no item that is left out");
    demand(reads.k || asked.k == 1, "no k");
    if (is_polygons) {
        std::size_t before = 0;
        for (std::size_t number = 0; number < asked.count; ++number) {
            demand(asked.vertex_ends[number] >= before, "ends of vertices that ascend");
            before = asked.vertex_ends[number];
        }
        demand(before == 0 || asked.places != nullptr, "places");
    }
    return reads.is_many() ? asked.count : 1;
}

} // namespace quadrille::flat
