// Questions from JavaScript, contacts, sums and visibility.
// SPDX-License-Identifier: MIT
#include "bindings/javascript/results.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

/// Called with each answer of a visit; returns 0 to continue.
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

/// The questions of the next call. JavaScript writes the fields into memory.
struct request {
    questions those;
    double distance = 0; ///< NaN: none

    /// Returns a copy, because a visitor may make other requests during the call.
    questions ask() noexcept {
        those.distance = std::isnan(distance) ? nullptr : &distance;
        return those;
    }
};

/// How JavaScript writes a field.
enum class written_as : std::uint8_t { byte, word, two_words, long_word, number, nothing };

/// The name and the place of a field in a request.
struct field_place {
    const char* name;
    std::size_t at; ///< in bytes from the beginning of a request
    written_as as;
};

/// Finds the places of all fields: an archive for the fields of questions.
class field_finder {
public:
    explicit field_finder(request& of) : of_(of) { of.those.fields(*this); }

    template <class Field>
    void operator()(const char* name, Field& field) {
        all.push_back({name, place_of(field), how_written<Field>()});
    }
    void operator()(const char* name, const double*&) {
        all.push_back({name, place_of(of_.distance), written_as::number});
    }

    std::vector<field_place> all;

private:
    template <class Field>
    std::size_t place_of(Field& field) const noexcept {
        return static_cast<std::size_t>(reinterpret_cast<char*>(&field) - reinterpret_cast<char*>(&of_));
    }
    template <class Field>
    static constexpr written_as how_written() noexcept {
        return std::is_same_v<Field, std::string_view> ? written_as::nothing // the call names the verb
               : std::is_same_v<Field, item>           ? written_as::two_words
               : sizeof(Field) == 1                    ? written_as::byte
               : sizeof(Field) == 4                    ? written_as::word
                                                       : written_as::long_word;
    }

    request& of_;
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

/// Writes the name of a verb to the text; an empty text after the last verb.
QUADRILLE_EXPORT(verb_name) void quadrille_verb_name(std::uint32_t which) {
    last.text = which < verb_list().size() ? verb_list()[which] : "";
}
/// Writes the name of a request's field to the text, and its place and its type to the numbers; an empty name after the
/// last field.
QUADRILLE_EXPORT(field) void quadrille_field(std::uint32_t which) {
    const std::vector<field_place> all = field_finder(asked).all;
    last.text = which < all.size() ? all[which].name : "";
    if (which < all.size()) {
        last.numbers = {double(all[which].at), double(all[which].as)};
    }
}
/// Begins a request, and returns the address at which the fields that differ from their defaults are written.
QUADRILLE_EXPORT(request) void* quadrille_request(std::uint32_t verb) {
    asked.distance = std::numeric_limits<double>::quiet_NaN();
    asked.those = {};
    asked.those.verb = verb_list()[verb];
    asked.those.work = &work;
    return &asked;
}
/// For counted pairs, the count is also in the list of numbers.
QUADRILLE_EXPORT(ask) void quadrille_ask_request(const tree* in) {
    in->ask(asked.ask(), last.found);
    last.numbers = {double(last.found.pair_count)};
}
QUADRILLE_EXPORT(visit) void quadrille_visit_request(const tree* in) {
    request own = asked;
    in->visit(own.ask(), [](const answer& one) {
        const std::uint32_t end = quadrille_visit(double(one.question), one.a.index, one.a.generation, one.b.index,
                                                  one.b.generation, one.measure, one.from_there.x, one.from_there.y);
        return end == 0 ? flow::next : flow::stop;
    });
}
/// Writes the numbers of cells, blocks, lanes, answers and pairs; then resets them if requested.
QUADRILLE_EXPORT(work) void quadrille_work(std::uint32_t anew) {
    last.numbers = {double(work.cells), double(work.blocks), double(work.lanes), double(work.answers),
                    double(work.pairs)};
    if (anew != 0) {
        work = {};
    }
}

// ---- From tick to tick ----------------------------------------------------------------------------------------------

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

// ---- Sums, and what is visible --------------------------------------------------------------------------------------

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
