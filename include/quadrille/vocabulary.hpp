// The small types of the interface: item, flow, outcome, filters, error, reports, rows, cell, statistics, fault.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_VOCABULARY_HPP
#define QUADRILLE_VOCABULARY_HPP

#include <quadrille/config.hpp>
#include <quadrille/geometry.hpp>
#include <quadrille/memory_source.hpp>
#include <quadrille/period.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector> // for std::hash, too

namespace quadrille {

/// A handle to one item in a tree: 64 bits, trivially copyable. It is valid until its item is erased, whatever else
/// changes; after that the tree rejects it. A default-constructed handle is null. `index` is dense (below
/// `index_limit()`), so that it can index your own arrays. An index is used again after an erase, but never with the
/// same generation. Items are ordered (by index, then generation) and have a `std::hash`, so that maps and sets can use
/// them as keys. Pairs of items also have an order and a hash.
///
/// A handle belongs to the tree that made it, and to copies of that tree. Any other tree rejects it as stale, or takes
/// it for one of its own items with the same index and generation, and then reads, moves or erases this wrong item. It
/// is never undefined behavior. Keep each handle with its tree, or store a number of the tree with it. Checked builds
/// assert handles of other trees.
struct item {
    std::uint32_t index = 0;
    std::uint32_t generation = 0; ///< odd while alive; 0 in the null item

    constexpr explicit operator bool() const noexcept { return generation != 0; }
    friend constexpr auto operator<=>(const item&, const item&) = default;
};

/// Two items that intersect, or are near each other.
struct item_pair {
    item a;
    item b;

    friend constexpr auto operator<=>(const item_pair&, const item_pair&) = default;
};

/// The indices of such a pair.
struct index_pair {
    std::uint32_t a;
    std::uint32_t b;

    friend constexpr auto operator<=>(const index_pair&, const index_pair&) = default;
};

/// Two items, and their squared distance.
struct close_pair {
    item a;
    item b;
    double distance2 = 0;

    friend constexpr bool operator==(const close_pair&, const close_pair&) = default;
};

/// An answer of `nearest`: an item, and its squared distance.
struct neighbor {
    item which;
    double distance2 = 0;

    friend constexpr bool operator==(const neighbor&, const neighbor&) = default;
};

/// An item that a ray or a moving shape hits, and the fraction of the path at which it is hit.
template <class Scalar>
struct ray_hit {
    item which;
    Scalar fraction = 0;

    friend constexpr bool operator==(const ray_hit&, const ray_hit&) = default;
};

/// The result of a visitor: continue, or end the query. A visitor that returns nothing continues, as with `next`.
enum class flow : std::uint8_t { next, stop };

/// How a query ended.
enum class outcome : std::uint8_t {
    complete,     ///< every answer was given
    stopped,      ///< the visitor returned `flow::stop`, or the loop has not reached the end
    tree_changed, ///< the visitor or loop changed the tree: the walk ended at once (checked builds assert)
    other_period  ///< two trees of a join have different periods or origins: no answers (checked builds assert)
};

/// All layers: the default of every item. In a filter it selects every item, also those in no layer.
inline constexpr std::uint32_t all_layers = 0xFFFF'FFFFU;

/// The layers of a new item; bit i is layer i. A separate type, so that numbers do not convert to it.
struct in_layers {
    std::uint32_t bits = all_layers;
};

/// The work of queries. Each query adds to the present values.
struct counters {
    std::uint64_t cells = 0;   ///< inner cells opened; two levels that are opened at once count as one
    std::uint64_t blocks = 0;  ///< blocks of up to 16 items opened
    std::uint64_t lanes = 0;   ///< items tested; items of a cell wholly in the area need no test
    std::uint64_t answers = 0; ///< answers: items or pairs
    std::uint64_t pairs = 0;   ///< pairs of items tested against each other, by `pairs` and `join`

    friend bool operator==(const counters&, const counters&) = default;
};

/// An item that a filter leaves out. A separate type, so that numbers in braces do not convert to it.
struct left_out_item : item {
    constexpr left_out_item() noexcept = default;
    constexpr left_out_item(const item& which) noexcept : item(which) {} // NOLINT: implicit, as a member of a filter
};

/// The items that a query finds: items in any of these layers, except one item, such as the item at the center of the
/// query. A null or stale item leaves out none. (`aggregate` reads the layers alone.)
struct filter {
    std::uint32_t layers = all_layers;
    left_out_item except = {};
};

/// The items that `nearest` finds: items in any of these layers that are no farther than `distance` (`are_within`).
/// With a negative distance or a NaN there are none.
struct nearest_filter {
    std::uint32_t layers = all_layers;
    double distance = std::numeric_limits<double>::infinity();
    left_out_item except = {}; ///< as in `filter`
};

/// The pairs that a query finds: one item is in any of `layers`, the other in any of `partners`, and they are no
/// farther apart than `distance` (`are_within`). With a distance of 0 these are the pairs that intersect; with a
/// negative one or a NaN there are none.
struct pair_filter {
    std::uint32_t layers = all_layers;
    std::uint32_t partners = all_layers;
    double distance = 0;
};

/// The pairs among which `closest_pairs` searches: as in `pair_filter`, at any distance unless it sets a limit.
struct closest_pair_filter {
    std::uint32_t layers = all_layers;
    std::uint32_t partners = all_layers;
    double distance = std::numeric_limits<double>::infinity();
};

/// The reason why a change was rejected. A rejected change has changed nothing.
enum class error : std::uint8_t {
    none,
    not_finite,   ///< a number is NaN or infinite, or the bounds of a circle exceed `max_circle_extent`
    inverted,     ///< min > max on some axis, or a radius below zero
    no_memory,    ///< an allocation failed
    full,         ///< the tree holds `max_items` already, or the slot needed has used all its generations
    no_item,      ///< the handle is null, stale or of a cleared tree
    wrong_size,   ///< the length of a span is not the required one
    tree_changed, ///< a function that returns shapes, or the copy of a value, has changed the tree
    too_wide,     ///< the world wraps, and a shape is wider than half a period (`options::period`)
    bad_period ///< `options::period` is negative, NaN, infinite, or has fewer than 1,024 steps between its coordinates
};

/// An error as a sentence, for a log.
const char* to_string(error reason) noexcept;

/// The method of a change of several items.
enum class update_method : std::uint8_t {
    none,     ///< rejected, or nothing to do
    refit,    ///< shapes were written in place, or items erased, and bounds measured again; no item changed its cell
    reinsert, ///< items were assigned to cells one by one
    rebuild   ///< the whole tree was built again
};

/// The result of a change of several items. Either `error` is `none` and the whole change happened, or nothing changed.
struct change_report {
    update_method method = update_method::none;
    quadrille::error error = quadrille::error::none;
    std::uint32_t rejected = 0;       ///< the number of bad shapes or items of the call
    std::uint32_t first_rejected = 0; ///< the position of the first bad one in its span, if there is one
    std::uint32_t displaced = 0;      ///< `sync`: the number of items outside their cells
    std::uint32_t reinserted = 0;     ///< `sync`: the number of them with a new cell; queries find the others, too

    constexpr explicit operator bool() const noexcept { return error == quadrille::error::none; }
};

/// The result of many questions with answers in a span. `error` is `none` if all are answered, `wrong_size` if nothing
/// was written, and `tree_changed` if a user-defined area has changed the tree.
struct batch_report {
    quadrille::error error = quadrille::error::none;
    std::size_t wanted = 0; ///< the length that the span of results must have
    std::size_t found = 0;  ///< the length that it has

    constexpr explicit operator bool() const noexcept { return error == quadrille::error::none; }
};

/// The answers to many questions in compressed rows. The row of question q begins at `answers[offsets[q]]` and ends
/// before `answers[offsets[q + 1]]`. `Answer` is `item` or `std::uint32_t` for indices; for rays also `ray_hit`.
template <class Answer = item>
struct answer_rows {
    std::vector<std::size_t> offsets; ///< one more than there are questions; none before the first query
    std::vector<Answer> answers;

    /// The number of questions.
    std::size_t size() const noexcept { return offsets.empty() ? 0 : offsets.size() - 1; }
    /// Whether there are no questions.
    bool empty() const noexcept { return size() == 0; }
    /// The answers to one question; its number must be less than `size()`.
    std::span<const Answer> operator[](std::size_t question) const noexcept {
        return std::span<const Answer>(answers).subspan(offsets[question], offsets[question + 1] - offsets[question]);
    }
    /// Removes all; keeps the memory.
    void clear() noexcept {
        offsets.clear();
        answers.clear();
    }
};

/// Options of a tree, all with defaults. Values out of range are clamped.
struct options {
    std::uint32_t leaf_capacity = 48;     ///< items in a leaf before it splits: 1 … 4096; best a multiple of 16
    int max_depth = quadrille::max_depth; ///< 0 … 32; 0 keeps everything in one cell
    double min_cell_side = 0;             ///< lower limit for the side of a cell; ≥ 0, in the user's unit
    std::uint32_t max_items = quadrille::max_items; ///< 0 … max_items
    std::uint32_t max_generations = 0; ///< uses of one index before it is retired; 0: as many as bits allow
    /// In a tree of fewer items than this, verbs over a runner start no tasks. `sync`, which has short tasks, starts
    /// none in a tree of fewer than eight times as many items.
    std::uint32_t min_parallel_items = 8192;
    /// The source of the tree's memory: of its data, its values and the buffers of its verbs. `copy_from` and `load`
    /// leave it as it is.
    memory_source memory = {};
    /// The distance after which the world repeats itself; by default it does not. With a period the tree stores the
    /// image of each shape that has its center in the period, and rejects a shape that is wider than half of the period
    /// (`error::too_wide`); the width of a circle is its diameter. An excess of 4 ε (|origin| + 2 periods), with the ε
    /// of the scalar, is accepted, since a shape that is moved by periods may be rounded up. `join` needs two trees
    /// with the same period and origin: otherwise checked builds assert, and other builds return
    /// `outcome::other_period`. Copies and saved trees have the same period.
    quadrille::period period = {};
    /// The beginning of a period: the centers of stored shapes are in `origin` … `origin + period`. Without a period it
    /// has no effect, and is not saved.
    point<double> origin = {0, 0};

    friend bool operator==(const options&, const options&) = default;
};

/// One cell of the tree, as reported by `cells` and `cell_at`.
///
/// On each axis its square contains the coordinates c with `square.min <= c < square.max`: exactly the coordinates of
/// the points that an `insert` or `assign` files in this cell or below it. A square at the border of the root also
/// contains all coordinates beyond that border. So the leaves tile the plane, each point in exactly one of them. The
/// borders of cells are the borders of the grid, except for rounding: one or two steps between numbers, or near 0 up to
/// 10⁻¹⁵ of the root's side. A cell too narrow to contain a coordinate has `min` equal to `max` on that axis. A box or
/// a circle can still be filed in it, if its center lies between two coordinates. Squares are always finite.
///
/// Rounding alone does not move an item to another cell. So after `move` and `sync` the center of an item may lie
/// outside its cell's square, in the square of a neighbor, but only a few steps between numbers beyond the border.
template <class Scalar>
struct cell {
    box<Scalar> square; ///< the centers that are filed here; the shapes themselves may reach out of it
    /// A box around all items filed here and below, never too small; `empty_box` when there are none. It is stored in
    /// float, and is infinite where doubles exceed the range of float.
    box<Scalar> bounds;
    int depth = 0;           ///< 0 at the root
    std::uint32_t count = 0; ///< items filed in this cell itself; in an inner cell items too wide for its children
    bool is_leaf = true;
};

/// The present structure of a tree.
struct statistics {
    std::uint32_t size = 0; ///< items
    std::uint32_t inner_cells = 0;
    std::uint32_t leaves = 0;      ///< leaves that are not empty
    std::uint32_t blocks = 0;      ///< blocks of 16 lanes in use
    std::uint32_t large_items = 0; ///< items too wide for the children of their cell
    std::uint32_t clamped = 0;     ///< items with their center outside the root's square, approximately
    int deepest = 0;               ///< depth of the deepest cell
    /// All memory held by the tree, spare memory included, except the user's values and a bit for each index after
    /// `pairs_of`.
    std::size_t bytes = 0;
    const char* kernels = "plain"; ///< the instruction set that the compiled kernels use
};

/// The first invariant that is violated, from `validate`. Converts to true when there is one.
struct fault {
    const char* what = nullptr; ///< a sentence; null when the tree is sound
    std::uint32_t where = 0;    ///< index of the cell, block or item concerned

    constexpr explicit operator bool() const noexcept { return what != nullptr; }
};

/// The reason why a tree was not saved.
enum class save_error : std::uint8_t {
    none,
    sink,        ///< the sink returned false
    tree_changed ///< the sink, or the function that writes values, has changed the tree
};

/// The result of `save`.
struct save_report {
    save_error error = save_error::none;
    std::uint64_t bytes = 0; ///< the number of bytes that the sink has taken

    constexpr explicit operator bool() const noexcept { return error == save_error::none; }
};

/// The reason why a saved tree was not loaded. The tree is then as it was.
enum class load_error : std::uint8_t {
    none,
    no_memory,  ///< an allocation failed
    not_a_tree, ///< the bytes do not begin like a saved tree, or like a recording where one was expected
    version,    ///< they are in a version of the format that this library does not read
    other_tree, ///< of another shape or scalar, or with values instead of without
    cut_short,  ///< the bytes end before the tree does
    checksum,   ///< the bytes differ from the saved ones
    damaged,    ///< they have the right checksums, but do not describe a tree
    value,      ///< the function that reads values rejected one, or read another number of bytes than was written
    too_long,   ///< there are bytes after the end
    other_file  ///< they begin like a recording where a saved tree was expected, or the reverse
};

/// An error as a sentence, for a log.
const char* to_string(save_error reason) noexcept;
const char* to_string(load_error reason) noexcept;

/// The result of `load`.
struct load_report {
    load_error error = load_error::none;
    std::uint64_t at = 0;     ///< the position, from 0, of the error; without an error the number of bytes read
    std::uint64_t wanted = 0; ///< the expected version, kind of tree, number of bytes or checksum …
    std::uint64_t found = 0;  ///< … and the actual one
    fault broken = {};        ///< the fault of a damaged tree

    /// A kind of tree is 1, 2 or 3 for points, boxes or circles; plus the bytes of the scalar, in the bits from 8 on;
    /// plus this bit.
    static constexpr std::uint32_t has_values = 1U << 16U;

    constexpr explicit operator bool() const noexcept { return error == load_error::none; }
};

namespace detail {

/// Whether an item in `layers` passes a filter for the layers `wanted`.
constexpr bool matches_layers(std::uint32_t layers, std::uint32_t wanted) noexcept {
    return wanted == all_layers || (layers & wanted) != 0;
}

/// Whether a pair of items in these layers passes the layers of a filter.
constexpr bool matches_layers(std::uint32_t one, std::uint32_t other, const pair_filter& wanted) noexcept {
    return (matches_layers(one, wanted.layers) && matches_layers(other, wanted.partners)) ||
           (matches_layers(other, wanted.layers) && matches_layers(one, wanted.partners));
}

/// A partner of an item in layers `one` must be in at least one of these layers; 0 if there can be no partner.
constexpr std::uint32_t partner_layers(std::uint32_t one, const pair_filter& wanted) noexcept {
    return (matches_layers(one, wanted.layers) ? wanted.partners : 0U) |
           (matches_layers(one, wanted.partners) ? wanted.layers : 0U);
}

/// A hash of both numbers.
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
