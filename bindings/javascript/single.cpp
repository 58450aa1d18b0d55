// Questions about one place, and changes of one item, in plain numbers: JavaScript writes neither a request nor a list.
// SPDX-License-Identifier: MIT
#include "bindings/flat/shape_list.hpp"
#include "bindings/javascript/results.hpp"

#include <cstdint>
#include <string_view>
#include <tuple>

namespace quadrille::flat {

namespace {

constexpr std::uint32_t no_index = 0xffff'ffff;

/// The numbers of a place or a shape, which JavaScript has in double, in the scalar of all trees of the module.
struct numbers {
    std::tuple_element_t<0, built_shapes>::scalar all[4];

    template <class... Number>
    explicit numbers(Number... one) noexcept : all{static_cast<decltype(+all[0])>(one)...} {}
};

/// Returns the number of answers; their indices are in the list of a. Their work is not counted: a walk that counts
/// takes longer.
std::uint32_t ask_one(const tree* in, std::string_view verb, form of, const numbers& place, const double* distance,
                      std::uint64_t k = 1, wanted what = wanted::all) {
    questions one;
    one.verb = verb;
    one.what = what;
    one.form = of;
    one.places = place.all;
    one.distance = distance;
    one.k = k;
    in->ask(one, last.found);
    return what == wanted::any ? last.found.counts.front() : static_cast<std::uint32_t>(last.found.a.size());
}

} // namespace

} // namespace quadrille::flat

using namespace quadrille;       // NOLINT: functions of JavaScript have no namespace
using namespace quadrille::flat; // NOLINT

QUADRILLE_EXPORT(search)
std::uint32_t quadrille_search(const tree* in, double min_x, double min_y, double max_x, double max_y,
                               std::uint32_t what) {
    return ask_one(in, "query", form::box, numbers(min_x, min_y, max_x, max_y), nullptr, 1, static_cast<wanted>(what));
}
QUADRILLE_EXPORT(search_within)
std::uint32_t quadrille_search_within(const tree* in, double x, double y, double distance) {
    return ask_one(in, "query_within", form::point, numbers(x, y), &distance);
}
QUADRILLE_EXPORT(neighbors)
std::uint32_t quadrille_neighbors(const tree* in, double x, double y, std::uint32_t k, double distance) {
    return ask_one(in, "nearest", form::point, numbers(x, y), &distance, k);
}

// ---- Change ---------------------------------------------------------------------------------------------------------

/// Returns the index of the new item, or `no_index` if the shape is rejected.
QUADRILLE_EXPORT(insert_one)
std::uint32_t quadrille_insert_one(tree* in, double a, double b, double c, double d) {
    item fresh;
    return in->insert(numbers(a, b, c, d).all, 1, all_layers, &fresh) ? fresh.index : no_index;
}
/// These return 0 if there is no item of this index, or if the shape is rejected.
QUADRILLE_EXPORT(erase_one) std::uint32_t quadrille_erase_one(tree* in, std::uint32_t index) {
    const item which = in->item_at(index);
    return in->erase({&which, 1}) ? 1 : 0;
}
QUADRILLE_EXPORT(move_one)
std::uint32_t quadrille_move_one(tree* in, std::uint32_t index, double a, double b, double c, double d) {
    const item which = in->item_at(index);
    return in->move({&which, 1}, numbers(a, b, c, d).all) ? 1 : 0;
}
