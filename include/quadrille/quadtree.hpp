// The quadtree: moving items on a plane. This file declares changes and inspection; queries.hpp declares the queries.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_QUADTREE_HPP
#define QUADRILLE_QUADTREE_HPP

#include <quadrille/config.hpp> // first: it checks the language's version

#include <quadrille/ask.hpp>
#include <quadrille/detail/answers/hit.hpp>
#include <quadrille/detail/answers/sink.hpp>
#include <quadrille/detail/base/no_address.hpp>
#include <quadrille/detail/engine/core.hpp>
#include <quadrille/detail/engine/watch.hpp>
#include <quadrille/detail/questions/sources.hpp>
#include <quadrille/detail/questions/workspace.hpp>
#include <quadrille/detail/tree/item_target.hpp>
#include <quadrille/detail/tree/value_range.hpp>
#include <quadrille/detail/tree/values.hpp>
#include <quadrille/detail/tree/wrong_uses.hpp>
#include <quadrille/queries.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace quadrille {

/// A quadtree over `Shape` (a point, box or circle of float or double) with one `Value` (any movable type, or void) per
/// item.
///
/// - The world is unbounded and needs no bounds. Shapes with coordinates that are not finite are rejected.
/// - With `options::period` the world wraps: it is a cylinder or a torus. Each shape then stands for its images, a
///   whole number of periods away in any direction. The tree stores the image with its center in the period, and every
///   verb takes shapes and places from anywhere. Questions are about all images: windows and rays that cross the seam,
///   the nearest around it, pairs across it. Each item, and each pair, is reported once (`hit.shift()` gives the
///   image). Two items that meet at several images are one pair. The tree also brings areas and places into the period.
///   A polygon or area of your own stays where it is and meets the images of 16 periods about its center on each axis,
///   8 in each direction; a segment or path goes through up to 64 periods from its beginning. Coordinates of images are
///   rounded once. `cells`, `bounds`, `aggregate` and pictures show the stored images, one period. An `insert` of many
///   and an `assign` need a buffer of one image per shape where shapes are outside the period; `sync` needs none.
/// - Shapes are closed: shapes that only touch each other intersect, too (`quadrille::intersects`). Answers are exact
///   for the stored shape and complete, and each answer is reported once. Their order is unspecified, but depends only
///   on the history of changes.
/// - Threads: as with std::vector, any number of readers or one writer. Queries (the const members) change no internal
///   state.
/// - Queries allocate only in a workspace (`pairs_of`, ranges of nearest items, many questions) and in the vectors that
///   receive answers. A tick (`move` or `sync` in a world whose spread stays about the same) allocates in two cases
///   only: if more blocks or cells are in use than ever before, which is rare, since there is spare memory; or if it
///   rebuilds the tree, which needs 16 bytes for each item to sort them.
/// - Work is bounded after any history of changes, at the latest 64 ticks after a change, or after as many single
///   changes as there are items. Queries then visit at most three times as many items and blocks as in a tree freshly
///   assigned with the same shapes, and at most five times as many cells. (The depth of a dense region, 32 levels at
///   most, depends on the position of the cell borders.) This holds for the total of a hundred queries or more, with an
///   allowance of one full leaf of items per query, since a single query may meet a cell where the fresh tree has none.
///   Memory is at most three times that of the fresh tree (without items: of a tree with one item), plus 10 bytes for
///   every index ever used or reserved, plus the memory of `reserve`, plus the buffer of `sync(shape_of)`. To keep
///   these bounds a change may rebuild the tree, about once in as many changes as there are items: O(1) for each
///   change.
/// - A change either happens or leaves the tree as it was, except for spare memory. This holds also when memory runs
///   out: the change then returns false or a null item, and `error()` gives the reason. Only the user's values,
///   visitors and vectors throw. A change that ends with such an exception leaves the tree as it was, too.
/// - A visitor is called with one `hit`, or with two, and returns nothing or `flow`. It may change values and call any
///   query, also the same one. It must not change the tree; swap, move and `reserve` are changes. If it changes the
///   tree, checked builds assert, and other builds end the walk at once with `outcome::tree_changed`; the change itself
///   has happened. (Calls that leave the tree as it was do not end the walk: a rejected change, an empty batch, a swap
///   and a swap back.) Hits must not be used after the visitor returns, nor after it has changed the tree. The same
///   rules apply to loops over ranges, predicates, functions that return shapes, comparisons and user-defined areas.
///   The tree object itself must outlive the call, or the range.
/// - queries.hpp declares the queries; batch_queries.hpp declares the queries that answer many questions in one call.
/// - Code that constructs a value (by conversion or copy) may change the tree: the insert or assign takes effect after
///   that change. (If such code gives the tree memory from another source, by a swap or a move, an `assign` or
///   `copy_from` is rejected: `error::tree_changed`.) Code that moves or destroys values must not use the tree.
/// - n is the number of items, k the number of answers. "log n" is the depth of the tree, 32 at most.
template <class Value = void, class Shape = box<float>>
class quadtree : public detail::wrong_changes<Value, Shape, queries<quadtree<Value, Shape>, Shape>>,
                 public asking<quadtree<Value, Shape>> {
    using wrong = detail::wrong_changes<Value, Shape, queries<quadtree, Shape>>;
    static_assert(std::is_void_v<Value> ||
                      (std::is_object_v<Value> && !std::is_array_v<Value> && !std::is_const_v<Value>),
                  "a tree's values are objects that it owns, or void: no references, arrays or const types");
    static_assert(std::is_void_v<Value> || std::is_nothrow_destructible_v<Value>,
                  "values must not throw when destroyed");

public:
    using wrong::assign;
    using wrong::cell_at;
    using wrong::erase;
    using wrong::find;
    using wrong::insert;
    using wrong::move;
    using wrong::value;

    using value_type = Value;
    using shape_type = Shape;
    using scalar = typename Shape::scalar;
    using hit = detail::hit<quadtree>;             ///< the argument of visitors, where the tree is not const
    using const_hit = detail::hit<const quadtree>; ///< the argument of visitors, where the tree is const

    /// An empty tree; allocates nothing.
    quadtree() noexcept : quadtree(options{}) {}
    explicit quadtree(const options& options) noexcept
        : core_(options), workspace_(options.memory), values_(options.memory), copied_(options.memory) {}
    /// Takes the items and values of `other`, which is left empty and keeps its options. Handles and references stay
    /// valid.
    quadtree(quadtree&& other) noexcept = default;
    quadtree& operator=(quadtree&& other) noexcept;
    quadtree(const quadtree&) = delete;            // copies are made by name: clone() and copy_from(tree)
    quadtree& operator=(const quadtree&) = delete; // copies are made by name: clone() and copy_from(tree)
    ~quadtree() { destroy_values(); }
    /// Exchanges the contents of two trees. Handles stay valid, each for the tree that then has its item. O(1).
    void swap(quadtree& other) noexcept;

    /// Makes this tree a copy of `other`, in its own memory: the same items with the same handles, shapes, layers and
    /// values (copied), and the same options except `memory`. It then gives the same answers as `other`, in the same
    /// order, and equal changes to both give equal handles. Use it for snapshots and rollback. O(n). It allocates only
    /// where the memory of this tree is too small: a copy of a world at every tick allocates nothing. All or nothing:
    /// when memory runs out, it returns false. Then, and when copying a value throws, this tree is unchanged. Rejected
    /// (`error::tree_changed`) when copying a value changes `other`. (In checked builds handles carry a mark of the
    /// tree that made the first of them. If `other` has never had an item, the two trees make different handles later.)
    ///
    /// After the copy each tree has its own items. A handle of `other` from before the copy is valid in both trees, in
    /// each until the item is erased there. A handle that one tree creates after the copy may be null, stale or another
    /// item in the other tree. After the copy, all handles that this tree created before it refer to the items of
    /// `other` (checked builds may assert handles that `other` cannot have created). Values that are not trivially
    /// copyable are first copied to spare memory, which the tree keeps.
    bool copy_from(const quadtree& other) noexcept(detail::copies_in_place<Value>)
        requires(std::is_void_v<Value> || std::copy_constructible<Value>);
    /// A new tree that is a copy, with memory from the same source. When memory runs out it is empty, and its `error()`
    /// is not `none`.
    [[nodiscard]] quadtree clone() const noexcept(detail::copies_in_place<Value>)
        requires(std::is_void_v<Value> || std::copy_constructible<Value>)
    {
        quadtree copy(core_.chosen_options());
        copy.copy_from(*this);
        return copy;
    }

    // ---- Change -----------------------------------------------------------------------------------------------------

    /// Adds an item and returns its handle; a null item means rejected. O(log n), plus an occasional split. The item is
    /// in all layers, or in the given ones: `insert(shape, value, in_layers{4})`. A rejected value is unchanged, unless
    /// its own constructor changed the tree so that the insert became impossible.
    item insert(const Shape& shape, in_layers layers = {})
        requires std::is_void_v<Value>;
    template <class Given = Value>
        requires(!std::is_void_v<Value> && std::constructible_from<Value, Given &&>)
    item insert(const Shape& shape, Given&& value, in_layers layers = {});

    /// Adds several items. The i-th handle is appended to `items`, a vector, or written to `items[i]`, a span of equal
    /// length; the handles are the same as from single inserts in this order. All or nothing, like `sync`: with a bad
    /// shape, too many items or too little memory the tree and `items` stay unchanged, and the report gives the number
    /// of bad shapes and the first one. Not slower than single inserts: memory is prefetched, and when there are three
    /// times as many new items as old ones, the tree is built as by `assign`. All new items are in the same layers.
    change_report insert(std::span<const Shape> shapes, detail::item_target items, in_layers layers = {})
        requires std::is_void_v<Value>;
    /// The same with values: a contiguous range (vector, span, array, braces) of the same length as `shapes`. A value
    /// must be constructible from each of its elements. The elements are copied; elements of an rvalue that owns them
    /// (`std::move(vector)`) are moved. When a constructor throws, the tree and `items` are unchanged. Rejected values
    /// are unchanged, unless their own constructors changed the tree or the arguments. Values that are not trivially
    /// copyable are first constructed in spare memory.
    template <class Values = std::initializer_list<Value>>
        requires detail::values_for<Values, Value>
    change_report
    insert(std::span<const Shape> shapes, Values&& values, detail::item_target items, in_layers layers = {});

    /// Erases an item and destroys its value. False for a null or stale item. It never fails for another reason, not
    /// even without memory. O(log n).
    bool erase(item which) noexcept;

    /// Erases several items, in a vector, span, array or braces. All or nothing: with a null, stale or repeated item
    /// nothing changes, and the report gives the number of bad items and the position of the first. Faster than
    /// separate `erase` calls because memory is prefetched. `items` must not be part of a value that is erased. It
    /// allocates only to free memory: if far fewer items are left than there is memory for, the tree may be rebuilt in
    /// less memory. If there is no memory for the rebuild, the tree stays as it is: an erase never fails for lack of
    /// memory.
    template <class Items>
        requires std::convertible_to<const Items&, std::span<const item>>
    change_report erase(const Items& items) noexcept;
    template <std::same_as<item> Item> // so that `erase({})` erases a null item
    change_report erase(std::initializer_list<Item> items) noexcept {
        return erase(std::span<const item>(items.begin(), items.size()));
    }

    /// Erases every item for which `predicate(hit)` is true; returns their number. O(n). It ends when the predicate
    /// changes the tree or throws; items that were accepted before are erased.
    template <class Predicate>
    std::uint32_t erase_if(Predicate&& predicate);

    /// Replaces the shape of an item. O(1) without allocation while its center stays in its cell, else as an insert.
    /// False for a bad shape, or a null or stale item. Never fails for lack of memory: the item then stays in its old
    /// cell, and queries still find it.
    bool move(item which, const Shape& shape) noexcept { return core_.move(which, shape); }

    /// Updates several items: `shapes[i]` replaces the shape of `items[i]`. All or nothing, like `sync`: with a bad
    /// shape, a null or a stale item nothing changes, and the report gives the position of the first. Faster than
    /// separate `move` calls because memory is prefetched; for most of the world use `sync`.
    change_report move(std::span<const item> items, std::span<const Shape> shapes) noexcept {
        return core_.move(items, shapes);
    }

    /// Replaces the layers of an item; bit i is layer i. After `assign` every item is in all layers. A query does not
    /// find an item if its filter has none of the item's layers, and skips cells without the filter's layers. False for
    /// a null or stale item. O(log n); never fails otherwise.
    bool set_layers(item which, std::uint32_t layers) noexcept { return core_.set_layers(which, layers); }

    /// Erases everything; all items become stale. Keeps the memory, until later changes leave most of it unused.
    /// O(index_limit()). Never fails.
    void clear() noexcept;

    /// Allocates memory for this many items: the exact amount for slots and values, and the usual amount for cells. The
    /// tree keeps it until `assign`. A growing tree is rebuilt now and then; the rebuild allocates memory of its own.
    /// False when memory runs out, or for more than `max_items`.
    bool reserve(std::uint32_t items) noexcept;

    /// Replaces the content by `shapes`, in a newly built tree: `shapes[i]` gets index i. All earlier items become
    /// stale. O(n). All or nothing, like `sync`; the report's `method` is `rebuild`.
    change_report assign(std::span<const Shape> shapes) noexcept
        requires std::is_void_v<Value>;
    /// The same with values, as in `insert` of several: copied, or moved. Rejected values are unchanged.
    template <class Values = std::initializer_list<Value>>
        requires detail::values_for<Values, Value>
    change_report assign(std::span<const Shape> shapes, Values&& values);

    /// Updates every item: `shapes[i]` replaces the shape of index i. Elements of erased indices are not read;
    /// `shapes.size()` must be `index_limit()`. All or nothing: all shapes are checked first; with a bad one nothing
    /// changes, and the report gives the number of bad shapes and the first one. After the check it cannot fail. It
    /// writes shapes in place, reinserts items that left their cells, or rebuilds the tree, whichever is cheapest; the
    /// report has the method. O(n).
    change_report sync(std::span<const Shape> shapes) noexcept { return core_.sync(shapes); }

    /// The same with the results of `shape_of(hit) -> Shape`, called once for each item before anything changes. The
    /// tree keeps a buffer of one or two shapes per index: rejected (`error::no_memory`) when there is no memory for
    /// that, and (`error::tree_changed`) when `shape_of` changes the tree.
    template <class ShapeOf>
        requires(!std::convertible_to<ShapeOf, std::span<const Shape>>)
    change_report sync(ShapeOf&& shape_of);

    /// The reason why the last `insert`, `erase`, `move`, `set_layers`, `reserve`, `assign`, `sync` or `copy_from` was
    /// rejected; `none` if it was not, and after `clear` and an `erase_if` that has erased.
    [[nodiscard]] quadrille::error error() const noexcept { return core_.error(); }

    // ---- Inspect ----------------------------------------------------------------------------------------------------

    /// The number of items. O(1).
    [[nodiscard]] std::uint32_t size() const noexcept { return core_.head().size; }
    /// Whether there are no items. O(1).
    [[nodiscard]] bool empty() const noexcept { return size() == 0; }
    /// One more than the highest index used since the last `assign` or `clear`: the size that `sync(shapes)` expects.
    [[nodiscard]] std::uint32_t index_limit() const noexcept { return core_.head().index_limit; }
    /// The distance after which the world repeats itself: from the options, or from the loaded or copied tree.
    [[nodiscard]] quadrille::period period() const noexcept {
        const quadrille::period& own =
            core_.chosen_options().period; // of a tree that was loaded it serves no other shape
        return {own.width(), own.height()};
    }
    /// Where a period begins.
    [[nodiscard]] point<double> origin() const noexcept { return core_.chosen_options().origin; }
    /// A box around all items: never too small, sometimes slightly too large; `empty_box` when empty. Stored in float:
    /// infinite where doubles exceed the range of float.
    [[nodiscard]] box<scalar> bounds() const noexcept { return core_.bounds(); }
    /// Whether the handle refers to an item of this tree; false for a null or stale one. O(1).
    [[nodiscard]] bool contains(item which) const noexcept { return core_.contains(which); }
    /// The shape as stored, in a world that wraps the image with its center in the period; empty for a null or stale
    /// item.
    [[nodiscard]] std::optional<Shape> shape(item which) const noexcept;
    /// The layers of an item; 0 for a null or stale item.
    [[nodiscard]] std::uint32_t layers(item which) const noexcept {
        return contains(which) ? core_.layers_at(which.index) : 0;
    }
    /// The value; null for a null or stale item. The pointer is valid until the item is erased.
    template <class V = Value>
        requires(!std::is_void_v<V>)
    [[nodiscard]] V* value(item which) noexcept {
        return contains(which) ? &values_[which.index] : nullptr;
    }
    template <class V = Value>
        requires(!std::is_void_v<V>)
    [[nodiscard]] const V* value(item which) const noexcept {
        return contains(which) ? &values_[which.index] : nullptr;
    }
    /// The item of lowest index that is stored with exactly this shape; null when there is none. O(log n + k) for k
    /// items at that place.
    [[nodiscard]] item find(const Shape& shape) const;
    /// The same among items with a value equal to this one; null when the comparison changes the tree.
    template <class Sought>
        requires detail::comparable_values<Value, Sought>
    [[nodiscard]] item find(const Shape& shape, const Sought& value) const;

    /// The handle of the item with this index; null when there is none.
    [[nodiscard]] item item_at(std::uint32_t index) const noexcept;

    /// Appends the index of every item in the order of the tree's memory: neighbors on the plane are close to each
    /// other. If your own arrays have this order, `sync` reads them nearly in sequence, and is faster when they exceed
    /// the caches.
    void suggested_order(std::vector<std::uint32_t>& order) const;

    /// Visits every cell, parents before children: `visitor(const cell<scalar>&)`. Leaves (also empty ones) tile the
    /// root's square. After each cell, `filed(hit)` is called for the items filed in it: a leaf's items, an inner
    /// cell's large items.
    template <detail::visitor Visitor, class Filed = detail::no_visitor>
    outcome cells(Visitor&& visitor, Filed&& filed = {}) const;

    /// The leaf with the square that contains the point (the rule: `cell`); leaves at the border are unbounded
    /// outwards. An `insert` of the point would file it there. Empty for a NaN and for an empty tree. A point on the
    /// line between two squares belongs to the one of higher coordinates.
    [[nodiscard]] std::optional<cell<scalar>> cell_at(const point<scalar>& where) const noexcept;
    /// The same, and calls the visitor with each item filed there. (For items *in* a square: `query(cell.square)`.)
    /// Also empty when the visitor changes the tree.
    template <detail::visitor Visitor>
    std::optional<cell<scalar>> cell_at(const point<scalar>& where, Visitor&& visitor) const;

    /// Counts of items, cells and blocks, and the bytes of memory held. O(cells).
    [[nodiscard]] statistics stats() const noexcept { return core_.stats(); }

    /// Checks every invariant of the data structure (listed in docs/design.md) and returns the first that is violated.
    /// The result is true if there is one: `if (const fault broken = tree.validate())`. O(n), no allocation. For tests,
    /// and to find memory errors: a tree used within its contract is sound.
    [[nodiscard]] fault validate() const noexcept { return core_.validate(); }

    // Rejects bounds as an argument: only for a clear message of the compiler.
    template <detail::like_bounds Bounds = box<scalar>, class... Rest>
    explicit quadtree(const Bounds&, const Rest&...) : quadtree() {
        detail::reject_bounds<Bounds>();
    }
    template <class... Rest>
    explicit quadtree(std::initializer_list<scalar>, const Rest&...) : quadtree() {
        detail::reject_bounds<scalar>();
    }

private:
    friend hit;
    friend const_hit;
    friend detail::watch<quadtree>;
    friend detail::insides;
    friend queries<quadtree, Shape>;

    Shape stored_shape(std::uint32_t index) const noexcept { return core_.shape_at(index); }
    Shape stored_image(std::uint32_t index, shift from_there) const noexcept {
        return shifted(core_.shape_at(index), from_there, core_.chosen_options().period);
    }
    template <class V = Value>
    V& stored_value(std::uint32_t index) noexcept {
        return values_[index];
    }
    template <class V = Value>
    const V& stored_value(std::uint32_t index) const noexcept {
        return values_[index];
    }

    point<scalar> in_period(const point<scalar>& where) const noexcept {
        const options& of = core_.chosen_options();
        return of.period ? detail::brought_in(detail::world_axes(of), where) : where;
    }
    bool alive(std::uint32_t index) const noexcept { return (core_.head().generations[index] & 1U) != 0; }
    using watch = detail::watch<quadtree>;
    pair_workspace* own_workspace() noexcept { return &workspace_; }
    detail::moment now() const noexcept { return core_.head().now(); }
    std::uint32_t prepare_insert(const Shape& shape) noexcept;
    change_report prepare_insert(std::span<const Shape> shapes, in_layers layers) noexcept;
    template <class Construct>
    change_report
    insert_planned(std::span<const Shape> shapes, detail::item_target items, in_layers layers, Construct&& construct);
    void destroy_values() noexcept;
    bool copy_aside(const quadtree& other);
    template <class Construct>
    change_report assign_with(std::span<const Shape> shapes, std::size_t value_count, Construct&& construct);

    template <class Fits>
    item first_at(const Shape& shape, Fits&& fits) const;

    detail::core<Shape> core_;
    pair_workspace workspace_;
    QUADRILLE_NO_UNIQUE_ADDRESS detail::values<Value> values_;
    QUADRILLE_NO_UNIQUE_ADDRESS detail::copied_values_of<Value> copied_;
};

} // namespace quadrille

#include <quadrille/detail/tree/change.ipp>
#include <quadrille/detail/tree/inspect.ipp>

#endif
