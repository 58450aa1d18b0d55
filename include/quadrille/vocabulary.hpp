// The small words that a tree speaks in: item, flow, outcome, filters, refusal, report, cell, statistics, fault.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_VOCABULARY_HPP
#define QUADRILLE_VOCABULARY_HPP

#include <quadrille/config.hpp>
#include <quadrille/geometry.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector> // for std::hash, too

namespace quadrille {

/// A handle to one item in a tree: 64 bits, plain to copy and to keep. It stays good until its item is erased, whatever
/// else changes, and is refused ever after. A default one is null. `index` is dense and small (below `index_limit()`), so
/// that your own arrays can be indexed by it; an index is used again after an erase, a (index, generation) pair is not. Items
/// have an order (by index, then generation) and a hash, so that they can be keys of maps and sets; pairs have them, too.
struct item {
    std::uint32_t index = 0;
    std::uint32_t generation = 0; ///< odd while alive; 0 in the null item

    constexpr explicit operator bool() const noexcept { return generation != 0; }
    friend constexpr auto operator<=>(const item&, const item&) = default;
};

/// Two items that touch.
struct item_pair {
    item a;
    item b;

    friend constexpr auto operator<=>(const item_pair&, const item_pair&) = default;
};

/// The indices of two items that touch.
struct index_pair {
    std::uint32_t a;
    std::uint32_t b;

    friend constexpr auto operator<=>(const index_pair&, const index_pair&) = default;
};

/// An item and its squared distance from what `nearest` was asked about.
struct neighbour {
    item which;
    double distance2 = 0;

    friend constexpr bool operator==(const neighbour&, const neighbour&) = default;
};

/// The item that a ray meets first, and the fraction of the ray at which it does.
template <class Scalar>
struct ray_hit {
    item which;
    Scalar fraction = 0;

    friend constexpr bool operator==(const ray_hit&, const ray_hit&) = default;
};

/// What a visitor may return (or nothing, which is `next`).
enum class flow : std::uint8_t { next, stop };

/// How a query ended.
enum class outcome : std::uint8_t {
    complete, ///< every answer was given
    stopped,  ///< the visitor said `flow::stop`, or the loop has not come to the end
    changed   ///< the visitor or loop changed the tree: the walk ended at once (checked builds assert)
};

/// Every layer; what an item is in until `set_layers` says otherwise. In a filter it means every item, also those that are
/// in no layer at all.
inline constexpr std::uint32_t all_layers = 0xFFFF'FFFFU;

/// The layers that an item is inserted into; bit i is layer i. A type of its own, so that a number is never taken for it.
struct in_layers {
    std::uint32_t bits = all_layers;
};

/// What queries visited, added to what stood there before.
struct counters {
    std::uint64_t cells = 0;   ///< inner cells opened
    std::uint64_t blocks = 0;  ///< blocks of up to 16 items opened
    std::uint64_t lanes = 0;   ///< items tested one by one; where all of a cell is known to answer, none are
    std::uint64_t answers = 0; ///< items or pairs found

    friend bool operator==(const counters&, const counters&) = default;
};

/// Which items answer a query: those in any of these layers.
struct filter {
    std::uint32_t layers = all_layers;
};

/// Which items answer `nearest`: those in any of these layers that are no farther than a distance (`are_within`). With a
/// negative distance or a NaN there are none.
struct nearest_filter {
    std::uint32_t layers = all_layers;
    double distance = std::numeric_limits<double>::infinity();
};

/// Which pairs answer a query about pairs: one item is in any of `layers`, the other in any of `partners`, and they are no
/// farther apart than a distance (`are_within`). With a distance of 0 these are the pairs that touch; with a negative one or a
/// NaN there are none.
struct pair_filter {
    std::uint32_t layers = all_layers;
    std::uint32_t partners = all_layers;
    double distance = 0;
};

/// Why a change was refused. A refused change has changed nothing.
enum class refusal : std::uint8_t {
    none,
    not_finite, ///< a number is NaN or infinite, or a circle reaches farther out than `farthest_circle`
    inverted,   ///< min > max on some axis, or a radius below zero
    no_memory,  ///< an allocation failed
    full,       ///< the tree holds `max_items` already, or the slot asked for has spent its generations
    no_item,    ///< the handle is null, stale or of a cleared tree
    wrong_size, ///< the span has another length than the call needs
    changed     ///< a function that was asked for shapes, or the copy of a value, has changed the tree
};

/// A refusal as a sentence, for a log.
const char* to_string(refusal why) noexcept;

/// How a change of many items was made.
enum class update_method : std::uint8_t {
    none,     ///< refused, or nothing to do
    refit,    ///< shapes were written in place, and bounds measured again; no item got another cell
    reinsert, ///< items got their cells one by one
    rebuild   ///< the whole tree was built anew
};

/// The report of a change of many items. Either `why` is none and all of it happened, or nothing did.
struct change_report {
    update_method method = update_method::none;
    refusal why = refusal::none;
    std::uint32_t refused = 0;       ///< how many shapes or items of the call were bad
    std::uint32_t first_refused = 0; ///< the place of the first bad one in its span, if any was
    std::uint32_t displaced = 0;     ///< `sync`: how many items were found outside their cells
    std::uint32_t reinserted = 0;    ///< `sync`: how many of them got another cell; the others are found where they are

    constexpr explicit operator bool() const noexcept { return why == refusal::none; }
};

/// Wishes, all optional. What is out of range is brought to the nearest value in range.
struct options {
    std::uint32_t leaf_capacity = 48; ///< items in a leaf before it splits: 1 … 4096; multiples of 16 fill blocks best
    int max_depth = most_depth;       ///< 0 … 32; 0 keeps everything in one cell
    double min_cell_side = 0;         ///< no cell with a smaller side is made; ≥ 0, in the user's unit
    std::uint32_t max_items = most_items; ///< 0 … most_items
    std::uint32_t max_generations = 0;    ///< uses of one index before it is retired; 0: as many as bits allow
};

/// One cell of the tree, as seen by `cells` and `cell_at`.
///
/// On each axis its square holds the coordinates c with `square.min <= c < square.max`: exactly those of the points that an
/// `insert` or `assign` files in this cell or below it. At the border of the root it holds all that lies beyond, too: what is
/// below the lowest square, at or above the end of the highest. So the leaves tile the plane, each point in one of them.
/// The lines between cells are those of the grid, but for rounding: a step between numbers or two, or around 0 up to 10⁻¹⁵ of
/// the root's side. A cell so narrow that no coordinate falls in it has `min` equal to `max` there; the center of a
/// box or a circle may still lie between two coordinates, and be filed in it. Squares are always finite.
///
/// Who moves is not sent to another cell for rounding alone: after `move` and `sync` an item may be filed beside the cell
/// whose square holds its center, by a step or a few.
template <class Scalar>
struct cell {
    box<Scalar> square; ///< where centers are filed here; the shapes themselves may reach out of it
    /// Around all items filed here and below, never too small; `nothing` when there are none. Kept as floats: infinite where
    /// doubles reach beyond those.
    box<Scalar> bounds;
    int depth = 0; ///< 0 at the root
    std::uint32_t count =
        0; ///< items filed right here: all of a leaf's; of an inner cell those too wide for its children
    bool is_leaf = true;
};

/// What a tree is made of just now.
struct statistics {
    std::uint32_t size = 0; ///< items
    std::uint32_t inner_cells = 0;
    std::uint32_t leaves = 0;      ///< leaves that hold something
    std::uint32_t blocks = 0;      ///< blocks of 16 lanes in use
    std::uint32_t wide_items = 0;  ///< items too wide for the children of their cell
    std::uint32_t clamped = 0;     ///< about how many items have their center outside the root's square
    int deepest = 0;               ///< depth of the deepest cell
    std::size_t bytes = 0;         ///< all memory held by the tree, spare room included, without the user's values
    const char* kernels = "plain"; ///< the instruction set that the compiled kernels use
};

/// The first thing that `validate` found wrong. Converts to true when there is one.
struct fault {
    const char* what = nullptr; ///< a sentence; null when the tree is sound
    std::uint32_t where = 0;    ///< index of the cell, block or item that the sentence is about

    constexpr explicit operator bool() const noexcept { return what != nullptr; }
};

namespace detail {

/// Whether an item that is in `layers` passes a filter for those `wanted`.
constexpr bool matches_layers(std::uint32_t layers, std::uint32_t wanted) noexcept {
    return wanted == all_layers || (layers & wanted) != 0;
}

/// Whether a pair of items in these layers passes a filter, whatever their distance.
constexpr bool matches_layers(std::uint32_t one, std::uint32_t other, const pair_filter& wanted) noexcept {
    return (matches_layers(one, wanted.layers) && matches_layers(other, wanted.partners)) ||
           (matches_layers(other, wanted.layers) && matches_layers(one, wanted.partners));
}

/// The layers of which the partner of an item in layers `one` must be in any; none if there can be no partner.
constexpr std::uint32_t partner_layers(std::uint32_t one, const pair_filter& wanted) noexcept {
    return (matches_layers(one, wanted.layers) ? wanted.partners : 0U) |
           (matches_layers(one, wanted.partners) ? wanted.layers : 0U);
}

/// Bits of both numbers in all bits.
constexpr std::size_t mixed(std::uint64_t one, std::uint64_t other) noexcept {
    std::uint64_t bits = (one + 0x9E37'79B9'7F4A'7C15ULL) * 0xBF58'476D'1CE4'E5B9ULL;
    bits = (bits ^ bits >> 32U ^ other) * 0x94D0'49BB'1331'11EBULL;
    return static_cast<std::size_t>(bits ^ bits >> 29U);
}

} // namespace detail
} // namespace quadrille

template <>
struct std::hash<quadrille::item> {
    std::size_t operator()(const quadrille::item& which) const noexcept {
        return quadrille::detail::mixed(which.index, which.generation);
    }
};
template <>
struct std::hash<quadrille::index_pair> {
    std::size_t operator()(const quadrille::index_pair& pair) const noexcept {
        return quadrille::detail::mixed(pair.a, pair.b);
    }
};
template <>
struct std::hash<quadrille::item_pair> {
    std::size_t operator()(const quadrille::item_pair& pair) const noexcept {
        constexpr std::hash<quadrille::item> one;
        return quadrille::detail::mixed(one(pair.a), one(pair.b));
    }
};

#endif
