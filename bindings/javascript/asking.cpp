// Questions from JavaScript, contacts, sums and what is visible.
// SPDX-License-Identifier: MIT
#include "bindings/javascript/results.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/// Called with each answer of a visit; returns 0 to go on.
#ifdef __wasm__
extern "C" __attribute__((import_module("quadrille"), import_name("visit"))) std::uint32_t
quadrille_visit(double question, std::uint32_t a, std::uint32_t a_generation, std::uint32_t b,
                std::uint32_t b_generation, double measure, std::int32_t shift_x, std::int32_t shift_y);
#else
extern "C" std::uint32_t quadrille_visit(double question, std::uint32_t a, std::uint32_t a_generation, std::uint32_t b,
                                         std::uint32_t b_generation, double measure, std::int32_t shift_x,
                                         std::int32_t shift_y);
#endif

namespace quadrille::flat {

namespace {

/// What the next call asks.
struct request {
    questions those;
    double distance = 0; ///< NaN: none

    /// As it is asked: a copy, for a visitor makes other requests meanwhile.
    questions ask() noexcept {
        those.distance = std::isnan(distance) ? nullptr : &distance;
        return those;
    }
};
request asked; // NOLINT: of the module, which has one thread
counters work; // NOLINT: of all questions so far

const std::vector<std::string>& verb_list() {
    static const std::vector<std::string> all = verbs();
    return all;
}

} // namespace

} // namespace quadrille::flat

using namespace quadrille;       // NOLINT: functions of JavaScript have no namespace
using namespace quadrille::flat; // NOLINT

/// In the text the name of a verb; nothing after the last one.
QUADRILLE_EXPORT(verb_name) void quadrille_verb_name(std::uint32_t which) {
    last.text = which < verb_list().size() ? verb_list()[which] : "";
}
/// `how` is 1 for inside, 2 for containing; a distance that is NaN is none.
QUADRILLE_EXPORT(request)
void quadrille_request(std::uint32_t verb, std::uint32_t what, std::uint32_t form, std::uint32_t how,
                       std::uint32_t count, const void* places, const std::size_t* vertex_ends, const void* ways,
                       const item* items, const tree* other, double distance, double k, std::uint32_t layers,
                       std::uint32_t partners, std::uint32_t except, std::uint32_t except_generation,
                       std::uint32_t with_items) {
    asked.distance = distance;
    questions& those = asked.those;
    those = {};
    those.verb = verb_list()[verb];
    those.what = static_cast<wanted>(what);
    those.form = static_cast<flat::form>(form);
    those.is_related = how != 0;
    those.how = how == 2 ? relation::contains : relation::inside;
    those.count = count;
    those.places = places;
    those.vertex_ends = vertex_ends;
    those.ways = ways;
    those.items = items;
    those.other = other;
    those.k = k >= 0x1p63 ? ~std::uint64_t{0} : static_cast<std::uint64_t>(k);
    those.layers = layers;
    those.partners = partners;
    those.except = {except, except_generation};
    those.with_items = with_items != 0;
    those.work = &work;
}
/// Of counted pairs the number is in the list of numbers, too.
QUADRILLE_EXPORT(ask) void quadrille_ask_request(const tree* in) {
    in->ask(asked.ask(), last.found);
    last.numbers = {double(last.found.pair_count)};
}
/// The one box that is asked most: how many items intersect it. The numbers are those of a tree in float, its indices in the list of a.
QUADRILLE_EXPORT(search_box)
std::uint32_t quadrille_search_box(const tree* in, float min_x, float min_y, float max_x, float max_y,
                                   std::uint32_t what) {
    const float numbers[] = {min_x, min_y, max_x, max_y};
    questions box;
    box.verb = "query";
    box.what = static_cast<wanted>(what);
    box.places = numbers;
    box.work = &work;
    in->ask(box, last.found);
    return box.what == wanted::any ? last.found.counts.front() : static_cast<std::uint32_t>(last.found.a.size());
}
QUADRILLE_EXPORT(visit) void quadrille_visit_request(const tree* in) {
    request own = asked;
    in->visit(own.ask(), [](const answer& one) {
        const std::uint32_t end = quadrille_visit(double(one.question), one.a.index, one.a.generation, one.b.index,
                                                  one.b.generation, one.measure, one.from_there.x, one.from_there.y);
        return end == 0 ? flow::next : flow::stop;
    });
}
/// Cells, blocks, lanes, answers, pairs; and begins to count anew if it is told to.
QUADRILLE_EXPORT(work) void quadrille_work(std::uint32_t anew) {
    last.numbers = {double(work.cells), double(work.blocks), double(work.lanes), double(work.answers),
                    double(work.pairs)};
    if (anew != 0) {
        work = {};
    }
}

// ---- From tick to tick -----------------------------------------------------------------------------------------------

QUADRILLE_EXPORT(contacts_make) flat::contacts* quadrille_contacts_make() {
    return std::make_unique<flat::contacts>().release(); // JavaScript owns it
}
QUADRILLE_EXPORT(contacts_free) void quadrille_contacts_free(flat::contacts* of) { delete of; } // NOLINT
QUADRILLE_EXPORT(contacts_update) void quadrille_contacts_update(flat::contacts* of, const tree* in) {
    of->update(*in, asked.ask());
}
QUADRILLE_EXPORT(contacts_list) void quadrille_contacts_list(const flat::contacts* of, std::uint32_t which) {
    last.contacts = of->list(static_cast<contact_list>(which));
}

// ---- Sums, and what is visible ---------------------------------------------------------------------------------------

QUADRILLE_EXPORT(aggregate) void quadrille_aggregate_of(const tree* in, const double* weights, std::uint32_t layers) {
    in->aggregate(weights, layers, last.sums);
}
QUADRILLE_EXPORT(look)
void quadrille_look_from(const tree* in, std::uint32_t count, const void* places, const void* facings,
                         const void* half_angles, const void* walls, std::uint32_t layers) {
    in->look({count, places, facings, half_angles, walls, layers}, last.seen);
}
QUADRILLE_EXPORT(see)
void quadrille_see_along(const tree* in, std::uint32_t count, const void* lines, const void* walls,
                         std::uint32_t layers, std::uint8_t* seen) {
    in->see({count, lines, walls, layers}, seen);
}
