// The quadtree: things on a plane that move, and who touches whom.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_QUADTREE_HPP
#define QUADRILLE_QUADTREE_HPP

#include <quadrille/detail/core.hpp>
#include <quadrille/detail/hit.hpp>
#include <quadrille/detail/values.hpp>
#include <quadrille/detail/workspace.hpp>

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

/// A quadtree over `Shape` (box<float> or box<double>) with one `Value` (any movable type, or void) per item.
///
/// - The world has no edge and no bounds to guess. Coordinates are finite; a shape that is not is refused.
/// - Shapes are closed: touching counts (`quadrille::touches`). Answers are exact for the stored shape, complete, each once.
///   Their order is unspecified, but depends only on the history of changes.
/// - Threads: as std::vector. Any number of readers, or one writer. Questions (the const members) change nothing inside.
/// - No question allocates. A steady tick (`move` or `sync` of a world whose spread stays much the same) does not either.
/// - A change either happens or leaves the tree as it was, also when memory runs out: then it returns false or a null
///   item, and `refusal()` tells why. Nothing here throws, but for what the user's values, visitors and vectors throw.
/// - A visitor is called with `hit`s, or with two of them, and returns nothing or `flow`. It may change values; it must
///   not change the tree: checked builds assert, others end the walk with `outcome::changed`.
/// - n is the number of items, k that of answers. "log n" is the depth of the tree, 32 at most.
template <class Value = void, class Shape = box<float>>
class quadtree {
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
    explicit quadtree(const options& wishes) noexcept : core_(wishes) {}
    /// Items, values and references go along; `other` is left empty.
    quadtree(quadtree&& other) noexcept = default;
    quadtree& operator=(quadtree&& other) noexcept;
    ~quadtree() { destroy_values(); }
    void swap(quadtree& other) noexcept;

    // ---- Change ------------------------------------------------------------------------------------------------------

    /// Adds a thing. O(log n), and now and then a split. A null item means refused; a refused value has not been touched.
    item insert(const Shape& shape)
        requires std::is_void_v<Value>;
    template <class Given = Value>
        requires(!std::is_void_v<Value> && std::constructible_from<Value, Given &&>)
    item insert(const Shape& shape, Given&& value);

    /// Takes a thing out and destroys its value. False for a null or stale item. O(log n); never fails otherwise.
    bool erase(item which) noexcept;

    /// Erases every item of which `predicate(hit)` is true; returns how many. O(n).
    template <class Predicate>
    std::uint32_t erase_if(Predicate&& predicate);

    /// Gives a thing a new shape. O(1) and no allocation while its centre stays in its cell, else as an insert. Never fails
    /// for lack of memory: the item then stays filed where it is, and is found all the same.
    bool move(item which, const Shape& shape) noexcept { return core_.move(which, shape); }

    /// Gives many things new shapes: element i is that of `items[i]`, which are few among many that stand still. All or nothing,
    /// like `sync`: any bad shape, null or stale handle changes nothing, and
    /// the report names the first by its place in the span. As that many `move`s, but their memory is fetched ahead.
    sync_report move(std::span<const item> items, std::span<const Shape> shapes) noexcept {
        return core_.move(items, shapes);
    }

    /// Takes everything out; all items become stale. Keeps the memory. O(index_limit()). Never fails.
    void clear() noexcept;

    /// Makes room for this many items: their slots and values exactly, cells by the usual fill.
    bool reserve(std::uint32_t items) noexcept;

    /// Replaces everything by `shapes`, packed afresh: the i-th gets index i. All earlier items become stale. O(n).
    /// All or nothing, like `sync`; the report's `way` is `rebuild`.
    sync_report assign(std::span<const Shape> shapes) noexcept
        requires std::is_void_v<Value>;
    /// The same with values, copied. `values` must be as long as `shapes`.
    template <class Given>
        requires(!std::is_void_v<Value> && std::constructible_from<Value, const Given&>)
    sync_report assign(std::span<const Shape> shapes, std::span<const Given> values);
    template <class Given>
        requires(!std::is_void_v<Value> && std::constructible_from<Value, const Given&>)
    sync_report assign(std::span<const Shape> shapes, const std::vector<Given>& values) {
        return assign(shapes, std::span<const Given>(values));
    }
    /// The same with values, moved. On refusal they have not been touched.
    template <class Given>
        requires(!std::is_void_v<Value> && std::constructible_from<Value, Given &&>)
    sync_report assign(std::span<const Shape> shapes, std::vector<Given>&& values);

    /// Gives every item its new shape: element i is that of index i, elements of dead indices are not read, and
    /// `shapes.size()` is `index_limit()`. One pass checks them all first: any bad shape changes nothing, and the report
    /// says how many and which first. After that it cannot fail. It writes in place, gives those that left their cells
    /// new ones, or builds the tree anew, whichever is cheapest, and the report says which. O(n).
    sync_report sync(std::span<const Shape> shapes) noexcept { return core_.sync(shapes); }

    /// The same from `shape_of(hit) -> Shape`, called once for each item before anything changes. Keeps a buffer of one
    /// shape per index.
    template <class ShapeOf>
        requires(!std::convertible_to<ShapeOf, std::span<const Shape>>)
    sync_report sync(ShapeOf&& shape_of);

    /// Why the last `insert`, `erase`, `move`, `reserve`, `assign` or `sync` was refused; `none` when it was not.
    quadrille::refusal refusal() const noexcept { return core_.why(); }

    // ---- Ask ---------------------------------------------------------------------------------------------------------

    /// Every item that touches `area`. Infinite areas are legal; one with a NaN finds nothing. O(log n + k) for
    /// areas that are not much smaller than the items.
    template <detail::visitor Visitor>
    outcome query(const box<scalar>& area, Visitor&& visitor) {
        return drain_query(*this, area, visitor);
    }
    template <detail::visitor Visitor>
    outcome query(const box<scalar>& area, Visitor&& visitor) const {
        return drain_query(*this, area, visitor);
    }
    /// The same, appended to `found` (which allocates as vectors do).
    void query(const box<scalar>& area, std::vector<item>& found) const;
    void query(const box<scalar>& area, std::vector<std::uint32_t>& found) const;

    /// Whether any item touches `area`.
    bool any(const box<scalar>& area) const noexcept;
    /// How many items touch `area`.
    std::uint32_t count(const box<scalar>& area) const noexcept;

    /// Every other item that touches this one; nothing for a null or stale item.
    template <detail::visitor Visitor>
    outcome touching(item which, Visitor&& visitor) {
        return drain_touching(*this, which, visitor);
    }
    template <detail::visitor Visitor>
    outcome touching(item which, Visitor&& visitor) const {
        return drain_touching(*this, which, visitor);
    }

    /// Every pair of items that touch each other, once: `visitor(a, b)`. O(n + k) where items are spread out.
    template <detail::visitor Visitor>
    outcome pairs(Visitor&& visitor) {
        return drain_pairs(*this, visitor);
    }
    template <detail::visitor Visitor>
    outcome pairs(Visitor&& visitor) const {
        return drain_pairs(*this, visitor);
    }
    /// The same, appended to `found`.
    void pairs(std::vector<item_pair>& found) const;
    void pairs(std::vector<index_pair>& found) const;

    /// Every pair that has at least one of `items` in it, once: `visitor(a, b)`, where a is one of them. For few things that
    /// moved among many that did not: O(m log n + k) for m items. Null, stale and repeated items are passed over. Keeps a
    /// bit per index in the tree (so not for many readers at once: they bring a workspace each).
    template <detail::visitor Visitor>
    outcome pairs_of(std::span<const item> items, Visitor&& visitor) {
        return drain_pairs_of(*this, items, workspace_, visitor);
    }
    template <detail::visitor Visitor>
    outcome pairs_of(std::span<const item> items, pair_workspace& workspace, Visitor&& visitor) const {
        return drain_pairs_of(*this, items, workspace, visitor);
    }
    /// The same, appended to `found`.
    void pairs_of(std::span<const item> items, pair_workspace& workspace, std::vector<index_pair>& found) const;

    // ---- Look --------------------------------------------------------------------------------------------------------

    std::uint32_t size() const noexcept { return core_.head().size; }
    bool empty() const noexcept { return size() == 0; }
    /// One more than the highest index given out since the last `assign` or `clear`; what `sync(shapes)` expects.
    std::uint32_t index_limit() const noexcept { return core_.head().index_limit; }
    /// A box around everything: never too small, at times a little too large; `nothing` when empty.
    box<scalar> bounds() const noexcept { return core_.bounds(); }
    bool contains(item which) const noexcept { return core_.contains(which); }
    /// The stored shape; empty for a null or stale item.
    std::optional<Shape> shape(item which) const noexcept;
    /// The value; null for a null or stale item. Lasts until the item's erase.
    template <class V = Value>
        requires(!std::is_void_v<V>)
    V* value(item which) noexcept {
        return contains(which) ? &values_[which.index] : nullptr;
    }
    template <class V = Value>
        requires(!std::is_void_v<V>)
    const V* value(item which) const noexcept {
        return contains(which) ? &values_[which.index] : nullptr;
    }
    /// The handle of a living index; null for others.
    item item_at(std::uint32_t index) const noexcept;

    /// Every item, by ascending index.
    template <detail::visitor Visitor>
    outcome each(Visitor&& visitor) {
        return visit_each(*this, visitor);
    }
    template <detail::visitor Visitor>
    outcome each(Visitor&& visitor) const {
        return visit_each(*this, visitor);
    }

    /// Appends every living index in the order in which the tree keeps them: neighbours on the plane stand near each other. If
    /// your own arrays follow it, `sync` reads them nearly in sequence, and runs faster once they outgrow the caches.
    void suggested_order(std::vector<std::uint32_t>& order) const;

    /// Every cell, parents before children: `visitor(const cell<scalar>&)`. Leaves (empty ones too) tile the root's square.
    template <detail::visitor Visitor>
    outcome cells(Visitor&& visitor) const;

    /// The leaf whose square holds the point; border leaves reach outwards for ever. Empty for a NaN and for an empty tree.
    /// A point on the line between two squares belongs to the higher one.
    std::optional<cell<scalar>> cell_at(const point<scalar>& where) const noexcept;
    /// The same, and the items filed there to the visitor. (What lies *in* a square is `query(cell.square)`.)
    template <detail::visitor Visitor>
    std::optional<cell<scalar>> cell_at(const point<scalar>& where, Visitor&& visitor) const;

    /// Counts and bytes. O(cells).
    statistics stats() const noexcept { return core_.stats(); }

    /// Checks every promise that the bytes make to each other (docs/design.md lists them) and names the first that is
    /// broken. O(n), no allocation. For tests and for hunting memory errors: a tree used within its contract is sound.
    fault validate() const noexcept { return core_.validate(); }

private:
    friend hit;
    friend const_hit;

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
    bool changed_since(std::uint64_t epoch) const; // throws what a user's own QUADRILLE_ASSERT throws
    void destroy_values() noexcept;
    template <class Construct>
    sync_report assign_with(std::span<const Shape> shapes, std::size_t value_count, Construct&& construct);

    template <class Self, class Visitor>
    static outcome drain_query(Self& self, const box<scalar>& area, Visitor& visitor);
    template <class Self, class Visitor>
    static outcome drain_touching(Self& self, item which, Visitor& visitor);
    template <class Self, class Visitor>
    static outcome drain_pairs(Self& self, Visitor& visitor);
    template <class Self, class Visitor>
    static outcome drain_pairs_of(Self& self, std::span<const item> items, pair_workspace& workspace, Visitor& visitor);
    template <class Self, class Visitor>
    static outcome drain(Self& self, detail::query_walk<scalar>& walk, Visitor& visitor);
    template <class Self, class Visitor>
    static outcome visit_each(Self& self, Visitor& visitor);

    detail::core<Shape> core_;
    pair_workspace workspace_;
    [[no_unique_address]] detail::values<Value> values_;
};

} // namespace quadrille

#include <quadrille/detail/quadtree.ipp>

#endif
