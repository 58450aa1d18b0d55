// Converts the types of C to those of flat trees.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BINDINGS_C_CONVERSIONS_HPP
#define QUADRILLE_BINDINGS_C_CONVERSIONS_HPP

#include "bindings/c/calls.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <type_traits>

namespace quadrille::flat {

static_assert(sizeof(quadrille_item) == sizeof(item) && alignof(quadrille_item) == alignof(item));
static_assert(sizeof(quadrille_counters) == sizeof(counters) && std::is_standard_layout_v<counters>);
static_assert(sizeof(shift) == 2 * sizeof(std::int16_t));

/// An enum of C may have any value; C++ must not load an invalid one as an enum.
template <class Enum>
int number_in(const Enum& from, Enum last, const char* name) {
    static_assert(sizeof(Enum) == sizeof(int));
    int number = 0;
    std::memcpy(&number, &from, sizeof number);
    if (number < 0 || number > static_cast<int>(last)) {
        throw bad_request(std::string("wanted a ") + name + ", found the number " + std::to_string(number));
    }
    return number;
}

/// No array can be larger than the memory.
inline void demand_count(std::size_t count) {
    constexpr std::size_t most = std::numeric_limits<std::size_t>::max() / 64;
    if (count > most) {
        throw bad_request("wanted a number of things that there is memory for, found " + std::to_string(count));
    }
}

/// Returns a list; rejects null unless the list is empty.
template <class Element>
Element* listed(Element* from, std::size_t count, const char* wanted) {
    demand(from != nullptr || count == 0, wanted);
    demand_count(count);
    return from;
}
inline std::span<const item> items_of(const quadrille_item* from, std::size_t count) {
    return {reinterpret_cast<const item*>(listed(from, count, "wanted items, found null")), count};
}
inline item item_of(quadrille_item from) noexcept { return {from.index, from.generation}; }
inline quadrille_item item_of(const item& from) noexcept { return {from.index, from.generation}; }

inline void demand_size(std::size_t found, std::size_t own, const char* name) {
    if (found != own) {
        throw bad_request(std::string("wanted a ") + name + " with struct_size " + std::to_string(own) + ", found " +
                          std::to_string(found));
    }
}

inline options options_of(const quadrille_options* wanted) {
    options made;
    if (wanted == nullptr) {
        return made;
    }
    demand_size(wanted->struct_size, sizeof *wanted, "quadrille_options");
    made.leaf_capacity = wanted->leaf_capacity;
    made.max_depth = wanted->max_depth;
    made.min_cell_side = wanted->min_cell_side;
    made.max_items = wanted->max_items;
    made.max_generations = wanted->max_generations;
    made.period = {wanted->period[0], wanted->period[1]};
    made.origin = {wanted->origin[0], wanted->origin[1]};
    return made;
}

/// The other tree can be read for the lifetime of `other`.
inline questions questions_of(const quadrille_questions* from, std::optional<reading>& other) {
    demand(from != nullptr, "wanted questions, found null");
    demand_size(from->struct_size, sizeof *from, "quadrille_questions");
    demand(from->verb != nullptr, "wanted the name of a verb, found null");
    const int what = number_in(from->wanted, QUADRILLE_FIRST, "quadrille_wanted");
    const int area = number_in(from->form, QUADRILLE_POLYGON, "quadrille_form");
    const int how = number_in(from->relation, QUADRILLE_CONTAINING, "quadrille_relation");
    questions asked;
    asked.verb = from->verb;
    asked.what = static_cast<wanted>(what);
    asked.form = static_cast<form>(area);
    asked.related = static_cast<related>(how);
    demand_count(from->count);
    asked.count = from->count;
    asked.places = from->places;
    asked.vertex_ends = from->vertex_ends;
    asked.ways = from->ways;
    asked.items = reinterpret_cast<const item*>(from->items);
    asked.other = from->other == nullptr ? nullptr : &*other.emplace(from->other);
    asked.distance = from->distance;
    asked.k = from->k;
    asked.layers = from->layers;
    asked.partners = from->partners;
    asked.except = item_of(from->except);
    asked.with_items = from->with_generations != 0;
    asked.work = reinterpret_cast<counters*>(from->counters);
    return asked;
}

/// Returns an array for C; null if it is empty.
template <class Vector>
auto* array_of(const Vector& all) noexcept {
    return all.empty() ? nullptr : all.data();
}

} // namespace quadrille::flat

#endif
