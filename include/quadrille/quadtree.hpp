// The quadtree: items on a plane that move; how it is changed and looked at. What it can be asked: queries.hpp.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_QUADTREE_HPP
#define QUADRILLE_QUADTREE_HPP

#include <quadrille/config.hpp> // first, for what it says of the language's version

#include <quadrille/detail/core.hpp>
#include <quadrille/detail/hit.hpp>
#include <quadrille/detail/item_target.hpp>
#include <quadrille/detail/sink.hpp>
#include <quadrille/detail/source.hpp>
#include <quadrille/detail/values.hpp>
#include <quadrille/detail/watch.hpp>
#include <quadrille/detail/workspace.hpp>
#include <quadrille/queries.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
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
/// - The world has no edge and no bounds to guess. Coordinates are finite; a shape that is not is refused.
/// - Shapes are closed: touching counts (`quadrille::touches`). Answers are exact for the stored shape, complete, each once.
///   Their order is unspecified, but depends only on the history of changes.
/// - Threads: as std::vector. Any number of readers, or one writer. Queries (the const members) change nothing inside.
/// - No query allocates, but for `pairs_of` and ranges of nearest items, in their workspaces. A tick (`move` or `sync` of a
///   world whose spread stays much the same) allocates only when more blocks or cells are in use than ever before, and spare
///   room makes that rare.
/// - Work is bounded after any history: within 64 ticks of a change, or as many single changes as there are items, queries
///   visit at most three times as many items and blocks, and five times as many cells, as in a tree freshly assigned with the
///   same shapes (how deep a dense spot lies, 32 levels at most, depends on where the lines between cells fall); memory is
///   at most three times as much, beside 8 bytes for every index ever given out. To this end a change may rebuild the tree,
///   about once in as many changes as there are items: O(1) for each.
/// - A change either happens or leaves the tree as it was, but for spare memory, also when memory runs out: then it returns
///   false or a null item, and `refusal()` tells why. Nothing here throws, but for what the user's values, visitors and
///   vectors throw; a change that is thrown out of leaves the tree as it was, too.
/// - A visitor is called with `hit`s, or with two of them, and returns nothing or `flow`. It may change values and ask the
///   tree anything, itself the same query. It must not change the tree (swap, move and `reserve` are changes): checked
///   builds assert, others end the walk at once with `outcome::changed`, and what the change did is all that has happened.
///   Its hits must not be used after it. The same holds for loops over ranges, predicates, functions that tell shapes,
///   comparisons and areas of your own. The tree object itself must outlive the call, or the range.
/// - What can be asked stands in queries.hpp.
/// - A value may be made (converted, copied) by code that changes the tree: the insert or assign that it is made for comes
///   after that. Code that moves or destroys values must not use the tree.
/// - n is the number of items, k that of answers. "log n" is the depth of the tree, 32 at most.
template <class Value = void, class Shape = box<float>>
class quadtree : public queries<Value, Shape> {
    static_assert(std::is_void_v<Value> ||
                      (std::is_object_v<Value> && !std::is_array_v<Value> && !std::is_const_v<Value>),
                  "a tree's values are objects that it owns, or void: no references, arrays or const types");
    static_assert(std::is_void_v<Value> || std::is_nothrow_destructible_v<Value>,
                  "values must not throw when destroyed");

public:
    using value_type = Value;
    using shape_type = Shape;
    using scalar = typename Shape::scalar;
    using hit = detail::hit<quadtree>;             ///< what visitors of a tree that may be changed are given
    using const_hit = detail::hit<const quadtree>; ///< what visitors of a const tree are given

    /// An empty tree; allocates nothing.
    quadtree() noexcept : quadtree(options{}) {}
    explicit quadtree(const options& options) noexcept : core_(options) {}
    /// Items, values and references go along; `other` is left empty.
    quadtree(quadtree&& other) noexcept = default;
    quadtree& operator=(quadtree&& other) noexcept;
    quadtree(const quadtree&) = delete;            // copies are asked for by name: clone() and copy_from(tree)
    quadtree& operator=(const quadtree&) = delete; // copies are asked for by name: clone() and copy_from(tree)
    ~quadtree() { destroy_values(); }
    void swap(quadtree& other) noexcept;

    /// Makes this tree a copy of `other`, in the memory that it has: the same items with the same handles, shapes, layers and
    /// values (copied), and the same options. From then on it answers as `other` does, in the same order, and the same changes
    /// made to both give the same handles: for snapshots and rollback. O(n); allocates only what room is missing, so nothing
    /// where a world is copied at every tick. All or nothing: false when memory runs out; then, and when the copy of a value
    /// throws, this tree is as it was. Refused (`refusal::changed`) when the copy of a value changes `other`.
    ///
    /// A handle means in each of the two trees what that tree has made of it since: a handle from before the copy is good in both,
    /// one given out afterwards by one tree may be null, stale or another item in the other. All handles that this tree gave out
    /// before mean what they mean in `other` (checked builds may assert those that `other` cannot have given out).
    /// Values that are not trivially copyable are copied aside first: the tree keeps room for as many again.
    bool copy_from(const quadtree& other) noexcept(detail::copies_in_place<Value>)
        requires(std::is_void_v<Value> || std::copy_constructible<Value>);
    /// A new tree that is a copy. When memory runs out it is empty, and its `refusal()` is not `none`.
    [[nodiscard]] quadtree clone() const noexcept(detail::copies_in_place<Value>)
        requires(std::is_void_v<Value> || std::copy_constructible<Value>)
    {
        quadtree copy;
        copy.copy_from(*this);
        return copy;
    }

    // ---- Change ------------------------------------------------------------------------------------------------------

    /// Adds an item. O(log n), and now and then a split. A null item means refused; a refused value has not been touched,
    /// unless its own making has changed the tree so that there is no place for it any more.
    /// It is in all layers, or in those named: `insert(shape, value, in_layers{4})`.
    item insert(const Shape& shape, in_layers layers = {})
        requires std::is_void_v<Value>;
    template <class Given = Value>
        requires(!std::is_void_v<Value> && std::constructible_from<Value, Given &&>)
    item insert(const Shape& shape, Given&& value, in_layers layers = {});

    /// Adds many items: the handle of the i-th is appended to `items`, a vector, or written to `items[i]` of a span of as many.
    /// They are those that single inserts, one after the other, would give. All or nothing, like `sync`: a bad shape, too many
    /// items or no memory changes nothing, nor what stands in `items`, and the report says how many shapes are bad and which
    /// first. No more work than single inserts: memory is fetched ahead, and where they are three times as many as
    /// were there before, all is packed as by `assign`. All of them are in the same layers.
    change_report insert(std::span<const Shape> shapes, detail::item_target items, in_layers layers = {})
        requires std::is_void_v<Value>;
    /// The same with values, copied. `values` must be as long as `shapes`. When one of them throws, nothing has changed. Values
    /// that the user's code makes (that are not trivial to copy) are made aside first.
    template <class Given>
        requires(!std::is_void_v<Value> && std::constructible_from<Value, const Given&>)
    change_report insert(std::span<const Shape> shapes, std::span<const Given> values, detail::item_target items,
                         in_layers layers = {});
    template <class Given>
        requires(!std::is_void_v<Value> && std::constructible_from<Value, const Given&>)
    change_report insert(std::span<const Shape> shapes, const std::vector<Given>& values, detail::item_target items,
                         in_layers layers = {}) {
        return insert(shapes, std::span<const Given>(values), items, layers);
    }
    /// The same with values, moved. Refused ones have not been touched, unless their own making has changed what they are made for.
    template <class Given>
        requires(!std::is_void_v<Value> && std::constructible_from<Value, Given &&>)
    change_report insert(std::span<const Shape> shapes, std::vector<Given>&& values, detail::item_target items,
                         in_layers layers = {});

    /// Takes an item out and destroys its value. False for a null or stale item. O(log n); never fails otherwise.
    bool erase(item which) noexcept;

    /// Takes many items out: all or nothing. A null or stale item, or one that is named twice, changes nothing, and the report
    /// says how many are bad and the place of the first. As that many erases, but their memory is fetched ahead; nothing is
    /// allocated. `items` must not lie in a value that is erased.
    template <class Items>
        requires std::convertible_to<const Items&, std::span<const item>>
    change_report erase(const Items& items) noexcept;

    /// Erases every item of which `predicate(hit)` is true; returns how many. O(n). Ends where the predicate changes the tree or
    /// throws: those before are erased.
    template <class Predicate>
    std::uint32_t erase_if(Predicate&& predicate);

    /// Gives an item a new shape. O(1) and no allocation while its center stays in its cell, else as an insert. Never fails
    /// for lack of memory: the item then stays filed where it is, and is found all the same.
    bool move(item which, const Shape& shape) noexcept { return core_.move(which, shape); }

    /// Gives many items new shapes: element i is that of `items[i]`, which are few among many that stand still. All or nothing,
    /// like `sync`: any bad shape, null or stale handle changes nothing, and
    /// the report names the first by its place in the span. As that many `move`s, but their memory is fetched ahead.
    change_report move(std::span<const item> items, std::span<const Shape> shapes) noexcept {
        return core_.move(items, shapes);
    }

    /// Puts an item into these layers and no others; bit i is layer i. After `assign` it is in all of them.
    /// Queries limited to layers that it is not in do not find it, and skip the cells without any such item. False for a
    /// null or stale item. O(log n); never fails otherwise.
    bool set_layers(item which, std::uint32_t layers) noexcept { return core_.set_layers(which, layers); }

    /// Takes everything out; all items become stale. Keeps the memory. O(index_limit()). Never fails.
    void clear() noexcept;

    /// Makes room for this many items: their slots and values exactly, cells by the usual fill. It is kept until `assign`.
    bool reserve(std::uint32_t items) noexcept;

    /// Replaces everything by `shapes`, packed afresh: the i-th gets index i. All earlier items become stale. O(n).
    /// All or nothing, like `sync`; the report's `method` is `rebuild`.
    change_report assign(std::span<const Shape> shapes) noexcept
        requires std::is_void_v<Value>;
    /// The same with values, copied. `values` must be as long as `shapes`.
    template <class Given>
        requires(!std::is_void_v<Value> && std::constructible_from<Value, const Given&>)
    change_report assign(std::span<const Shape> shapes, std::span<const Given> values);
    template <class Given>
        requires(!std::is_void_v<Value> && std::constructible_from<Value, const Given&>)
    change_report assign(std::span<const Shape> shapes, const std::vector<Given>& values) {
        return assign(shapes, std::span<const Given>(values));
    }
    /// The same with values, moved. On refusal they have not been touched.
    template <class Given>
        requires(!std::is_void_v<Value> && std::constructible_from<Value, Given &&>)
    change_report assign(std::span<const Shape> shapes, std::vector<Given>&& values);

    /// Gives every item its new shape: element i is that of index i, elements of dead indices are not read, and
    /// `shapes.size()` is `index_limit()`. One pass checks them all first: any bad shape changes nothing, and the report
    /// says how many and which first. After that it cannot fail. It writes in place, gives those that left their cells
    /// new ones, or builds the tree anew, whichever is cheapest, and the report says which. O(n).
    change_report sync(std::span<const Shape> shapes) noexcept { return core_.sync(shapes); }

    /// The same from `shape_of(hit) -> Shape`, called once for each item before anything changes. Keeps a buffer of one
    /// shape per index. Refused (`refusal::changed`) when `shape_of` changes the tree.
    template <class ShapeOf>
        requires(!std::convertible_to<ShapeOf, std::span<const Shape>>)
    change_report sync(ShapeOf&& shape_of);

    /// Why the last `insert`, `erase`, `move`, `set_layers`, `reserve`, `assign` or `sync` was refused; `none` when it was not.
    [[nodiscard]] quadrille::refusal refusal() const noexcept { return core_.why(); }

    // ---- Look --------------------------------------------------------------------------------------------------------

    [[nodiscard]] std::uint32_t size() const noexcept { return core_.head().size; }
    [[nodiscard]] bool empty() const noexcept { return size() == 0; }
    /// One more than the highest index given out since the last `assign` or `clear`; what `sync(shapes)` expects.
    [[nodiscard]] std::uint32_t index_limit() const noexcept { return core_.head().index_limit; }
    /// A box around everything: never too small, at times a little too large; `nothing` when empty. Kept as floats: infinite
    /// where doubles reach beyond those.
    [[nodiscard]] box<scalar> bounds() const noexcept { return core_.bounds(); }
    [[nodiscard]] bool contains(item which) const noexcept { return core_.contains(which); }
    /// The stored shape; empty for a null or stale item.
    [[nodiscard]] std::optional<Shape> shape(item which) const noexcept;
    /// The layers it is in; 0 for a null or stale item.
    [[nodiscard]] std::uint32_t layers(item which) const noexcept {
        return contains(which) ? core_.layers_at(which.index) : 0;
    }
    /// The value; null for a null or stale item. Lasts until the item's erase.
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
    /// The item of the lowest index that is stored with exactly this shape; null when there is none. O(log n + k) for k
    /// items on the spot.
    [[nodiscard]] item find(const Shape& shape) const;
    /// The same among those whose value equals this one; null when the comparison changes the tree.
    template <class Sought>
        requires detail::comparable_values<Value, Sought>
    [[nodiscard]] item find(const Shape& shape, const Sought& value) const;

    /// The handle of a living index; null for others.
    [[nodiscard]] item item_at(std::uint32_t index) const noexcept;

    /// Appends every living index in the order in which the tree keeps them: neighbours on the plane stand near each other. If
    /// your own arrays follow it, `sync` reads them nearly in sequence, and runs faster once they outgrow the caches.
    void suggested_order(std::vector<std::uint32_t>& order) const;

    /// Every cell, parents before children: `visitor(const cell<scalar>&)`. Leaves (empty ones too) tile the root's square.
    /// After each cell, `filed(hit)` is called for what is filed right there: a leaf's items, an inner cell's wide items.
    template <detail::visitor Visitor, class Filed = detail::no_visitor>
    outcome cells(Visitor&& visitor, Filed&& filed = {}) const;

    /// The leaf whose square holds the point (`cell` tells the rule); border leaves reach outwards for ever. It is where the
    /// point would be filed by an `insert`. Empty for a NaN and for an empty tree.
    /// A point on the line between two squares belongs to the higher one.
    [[nodiscard]] std::optional<cell<scalar>> cell_at(const point<scalar>& where) const noexcept;
    /// The same, and the items filed there to the visitor. (What lies *in* a square is `query(cell.square)`.) Empty too when
    /// the visitor changes the tree.
    template <detail::visitor Visitor>
    std::optional<cell<scalar>> cell_at(const point<scalar>& where, Visitor&& visitor) const;

    /// Counts and bytes. O(cells).
    [[nodiscard]] statistics stats() const noexcept { return core_.stats(); }

    /// Checks every promise that the bytes make to each other (docs/design.md lists them) and names the first that is
    /// broken. O(n), no allocation. For tests and for hunting memory errors: a tree used within its contract is sound.
    [[nodiscard]] fault validate() const noexcept { return core_.validate(); }

    // What is no shape of this tree, and the tree itself as a range: these only say so, in the compiler's message.
    template <storable Other, class... Rest>
        requires(!std::same_as<Other, Shape>)
    item insert(const Other&, const Rest&...) {
        return detail::refuse_shape<Other>(item{});
    }
    template <storable Other>
        requires(!std::same_as<Other, Shape>)
    bool move(item, const Other&) {
        return detail::refuse_shape<Other>(false);
    }

    void begin() const = delete; // a tree is no range, but tree.each() and tree.query(area) are
    void end() const = delete;   // a tree is no range, but tree.each() and tree.query(area) are

private:
    friend hit;
    friend const_hit;
    friend detail::watch<quadtree>;
    friend detail::insides;

    Shape stored_shape(std::uint32_t index) const noexcept { return core_.shape_at(index); }
    template <class V = Value>
    V& stored_value(std::uint32_t index) noexcept {
        return values_[index];
    }
    template <class V = Value>
    const V& stored_value(std::uint32_t index) const noexcept {
        return values_[index];
    }

    bool alive(std::uint32_t index) const noexcept { return (core_.head().generations[index] & 1U) != 0; }
    using watch = detail::watch<quadtree>;
    detail::moment now() const noexcept { return core_.head().now(); }
    std::uint32_t prepare_insert(const Shape& shape) noexcept;
    change_report prepare_insert(std::span<const Shape> shapes, in_layers layers) noexcept;
    template <class Construct>
    change_report
    insert_planned(std::span<const Shape> shapes, detail::item_target items, in_layers layers, Construct&& construct);
    template <class Given, class Values>
    change_report
    insert_with(std::span<const Shape> shapes, Values&& values, detail::item_target items, in_layers layers);
    void destroy_values() noexcept;
    bool copy_aside(const quadtree& other);
    template <class Construct>
    change_report assign_with(std::span<const Shape> shapes, std::size_t value_count, Construct&& construct);

    template <class Fits>
    item first_at(const Shape& shape, Fits&& fits) const;

    detail::core<Shape> core_;
    pair_workspace workspace_;
    [[no_unique_address]] detail::values<Value> values_;
    [[no_unique_address]] detail::copied_values_of<Value> copied_;
};

} // namespace quadrille

#include <quadrille/detail/change.ipp>
#include <quadrille/detail/inspect.ipp>

#endif
