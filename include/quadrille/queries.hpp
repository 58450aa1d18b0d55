// The queries of a quadtree; a const tree has all of them, too. A part of quadtree.hpp. SPDX-License-Identifier: MIT
#ifndef QUADRILLE_QUERIES_HPP
#define QUADRILLE_QUERIES_HPP

#include <quadrille/batch_queries.hpp>
#include <quadrille/detail/base/apart.hpp>
#include <quadrille/detail/tree/item_list.hpp>
#include <quadrille/detail/tree/wrong_uses.hpp>
#include <quadrille/geometry.hpp>
#include <quadrille/questions.hpp>
#include <quadrille/relations.hpp>
#include <quadrille/vocabulary.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace quadrille {

template <class Value, class Shape>
class quadtree;

/// The verbs that query a tree or a recording: each makes a question (questions.hpp) and passes it to `ask`.
/// batch_queries.hpp has the verbs that answer many questions in one call.
template <class Self, class Shape>
class queries : public detail::wrong_queries<Shape, batch_queries<Self, Shape>> {
    using wrong = detail::wrong_queries<Shape, batch_queries<Self, Shape>>;
    using scalar = typename Shape::scalar;

public:
    using wrong::any;
    using wrong::cast;
    using wrong::closest_cast;
    using wrong::closest_hit;
    using wrong::closest_pairs;
    using wrong::count;
    using wrong::intersecting;
    using wrong::nearest;
    using wrong::pairs;
    using wrong::query;
    using wrong::query_within;
    using wrong::raycast;

    // ---- Areas and pairs --------------------------------------------------------------------------------------------

    // `out` receives the answers: a visitor, which the query calls with each answer, or a vector, to which it appends
    // them (it allocates as vectors do). A query without `out` is a range of hits, for loops:
    //   for (auto hit : tree.query(area)) { … }           `break` ends the query, as `flow::stop` does.
    // A range holds the walk and its buffer, 3 to 6 kB; a range of pairs 22 to 33 kB. It allocates nothing. It is
    // single pass and cannot be moved: adaptors of std::views take it as a variable, after
    // `auto hits = tree.query(area);`. Like the standard's input ranges it has no `empty()`: call `any(area)`, or
    // compare `hits.begin() == hits.end()`. It keeps a copy of the area. The tree, the counters and the vertices of a
    // polygon must outlive the range. A change of the tree after the construction of the range is misuse, as in a
    // visitor, and ends the loop; the range's `outcome()` is then `tree_changed`. Visitors are slightly faster.
    //
    // `wanted` is the filter for items or pairs; the query adds its work to `counts`.
    //
    // An area is a box, circle, point, segment or convex polygon of this tree's scalar, or of a user-defined class with
    //   box<scalar> bounds() const;                        a box around the whole area;
    //   bool may_intersect(const box<float>& cell) const;  false only if nothing inside the cell intersects the area;
    //   bool intersects(const Shape& shape) const;         called for items whose bounds intersect the area's;
    //   bool covers(const box<float>& cell) const;         optional; true only if everything inside the cell intersects
    //                                                      the area: these items are answers without `intersects`.
    // `inside(area)` and `containing(area)` are areas, too (relations.hpp): they find the items that lie inside a box,
    // circle, point, segment or polygon, and the items that contain all of it. Compiled code calls the functions of
    // your class, so they must not throw. Infinite areas are legal. An area with a NaN, a box with `min > max` and a
    // class that returns such a box from `bounds()` are empty: no verb finds anything with them. If these functions
    // change the tree, queries that do not return an `outcome` find nothing.

    /// Finds every item that intersects `area`. Vectors: of `item`, or of `std::uint32_t` for indices. O(log n + k) for
    /// areas that are not much smaller than the items.
    template <class Area = box<scalar>, detail::sink Out>
        requires detail::area_for<Area, Shape>
    QUADRILLE_INLINE outcome query(const Area& area, Out&& out, const filter& wanted = {}, counters* counts = nullptr) {
        return self().ask(question::query<const Area&>{area, wanted}, out, counts);
    }
    template <class Area = box<scalar>, detail::sink Out>
        requires detail::area_for<Area, Shape>
    QUADRILLE_INLINE outcome query(const Area& area, Out&& out, const filter& wanted = {},
                                   counters* counts = nullptr) const {
        return self().ask(question::query<const Area&>{area, wanted}, out, counts);
    }
    template <class Area = box<scalar>>
        requires detail::area_for<std::remove_cvref_t<Area>, Shape>
    [[nodiscard]] auto query(Area&& area, const filter& wanted = {}, counters* counts = nullptr) & {
        static_assert(detail::is_kept<Area>, "a range does not keep a polygon's vertices: give the polygon a name, and "
                                             "inside(polygon) or containing(polygon), too");
        return self().ask(question::query<std::remove_cvref_t<Area>>{std::forward<Area>(area), wanted}, counts);
    }
    template <class Area = box<scalar>>
        requires detail::area_for<std::remove_cvref_t<Area>, Shape>
    [[nodiscard]] auto query(Area&& area, const filter& wanted = {}, counters* counts = nullptr) const& {
        static_assert(detail::is_kept<Area>, "a range does not keep a polygon's vertices: give the polygon a name, and "
                                             "inside(polygon) or containing(polygon), too");
        return self().ask(question::query<std::remove_cvref_t<Area>>{std::forward<Area>(area), wanted}, counts);
    }

    /// Whether any item intersects `area`.
    template <class Area = box<scalar>>
        requires detail::area_for<Area, Shape>
    [[nodiscard]] bool any(const Area& area, const filter& wanted = {}, counters* counts = nullptr) const
        noexcept(detail::has_form<Area>) {
        return self().ask(question::any<question::query<const Area&>>{{area, wanted}}, counts);
    }
    /// The number of items that intersect `area`. The tree stores the counts of cells inside the area: O(log n) plus
    /// the cells at the border of the area; with layers or an `except` in the filter, or in a world that wraps,
    /// O(log n + k).
    template <class Area = box<scalar>>
        requires detail::area_for<Area, Shape>
    [[nodiscard]] std::uint32_t count(const Area& area, const filter& wanted = {}, counters* counts = nullptr) const
        noexcept(detail::has_form<Area>) {
        return self().ask(question::count<question::query<const Area&>>{{area, wanted}}, counts);
    }

    /// Finds every item that is no farther than `distance` (`are_within`) from `area`, a box, circle, point, segment or
    /// convex polygon. With a distance of 0 these are the items that intersect the area. If the distance is negative or
    /// a NaN, or the area is empty, it finds nothing. O(log n + k) if the area with this margin is not much smaller
    /// than the items.
    template <class Area = box<scalar>, detail::sink Out>
        requires detail::plain_area<Area, scalar>
    QUADRILLE_INLINE outcome query_within(const Area& area, double distance, Out&& out, const filter& wanted = {},
                                          counters* counts = nullptr) {
        return self().ask(question::query_within<Area>{area, distance, wanted}, out, counts);
    }
    template <class Area = box<scalar>, detail::sink Out>
        requires detail::plain_area<Area, scalar>
    QUADRILLE_INLINE outcome query_within(const Area& area, double distance, Out&& out, const filter& wanted = {},
                                          counters* counts = nullptr) const {
        return self().ask(question::query_within<Area>{area, distance, wanted}, out, counts);
    }
    template <class Area = box<scalar>>
        requires detail::plain_area<std::remove_cvref_t<Area>, scalar>
    [[nodiscard]] auto
    query_within(Area&& area, double distance, const filter& wanted = {}, counters* counts = nullptr) & {
        static_assert(detail::is_kept<Area>, "a range does not keep a polygon's vertices: give the polygon a name, and "
                                             "inside(polygon) or containing(polygon), too");
        return self().ask(question::query_within<std::remove_cvref_t<Area>>{area, distance, wanted}, counts);
    }
    template <class Area = box<scalar>>
        requires detail::plain_area<std::remove_cvref_t<Area>, scalar>
    [[nodiscard]] auto
    query_within(Area&& area, double distance, const filter& wanted = {}, counters* counts = nullptr) const& {
        static_assert(detail::is_kept<Area>, "a range does not keep a polygon's vertices: give the polygon a name, and "
                                             "inside(polygon) or containing(polygon), too");
        return self().ask(question::query_within<std::remove_cvref_t<Area>>{area, distance, wanted}, counts);
    }

    /// Finds every other item that intersects this one; nothing for a null or stale item.
    template <detail::sink Out>
    outcome intersecting(item which, Out&& out, const filter& wanted = {}, counters* counts = nullptr) {
        return self().ask(question::intersecting{which, wanted}, out, counts);
    }
    template <detail::sink Out>
    outcome intersecting(item which, Out&& out, const filter& wanted = {}, counters* counts = nullptr) const {
        return self().ask(question::intersecting{which, wanted}, out, counts);
    }
    [[nodiscard]] auto intersecting(item which, const filter& wanted = {}, counters* counts = nullptr) & {
        return self().ask(question::intersecting{which, wanted}, counts);
    }
    [[nodiscard]] auto intersecting(item which, const filter& wanted = {}, counters* counts = nullptr) const& {
        return self().ask(question::intersecting{which, wanted}, counts);
    }

    /// Finds every pair of items that intersect each other, or are no farther apart than the filter's `distance`. Each
    /// pair is reported once. Forms: `visitor(a, b)`, `for (auto [a, b] : tree.pairs())`, or a vector of `item_pair` or
    /// `index_pair`. O(n + k) where items are spread out. Subtrees without the filter's layers are skipped, here and in
    /// all other queries of pairs.
    template <detail::sink Out>
    outcome pairs(Out&& out, const pair_filter& wanted = {}, counters* counts = nullptr) {
        return self().ask(question::pairs{wanted}, out, counts);
    }
    template <detail::sink Out>
    outcome pairs(Out&& out, const pair_filter& wanted = {}, counters* counts = nullptr) const {
        return self().ask(question::pairs{wanted}, out, counts);
    }
    [[nodiscard]] auto pairs(const pair_filter& wanted = {}, counters* counts = nullptr) & {
        return self().ask(question::pairs{wanted}, counts);
    }
    [[nodiscard]] auto pairs(const pair_filter& wanted = {}, counters* counts = nullptr) const& {
        return self().ask(question::pairs{wanted}, counts);
    }

    /// Finds every pair with at least one of `items` (a vector, span or array, or braces). Each pair is reported once;
    /// a is one of `items`. Use it for a few moved items among many that rest: O(m log n + k) for m items. Null, stale
    /// and repeated items are skipped. `items` must not change during the call. The overload without a workspace keeps
    /// one bit per index in the tree. So concurrent readers must use the other overload, each with its own workspace. A
    /// call inside the visitor of another call is correct, too; it allocates its own bits.
    template <detail::sink Out>
    outcome pairs_of(detail::item_list items, Out&& out, const pair_filter& wanted = {}, counters* counts = nullptr) {
        return self().ask(question::pairs_of{items, wanted, self().own_workspace()}, out, counts);
    }
    template <detail::sink Out>
    outcome pairs_of(detail::item_list items, pair_workspace& workspace, Out&& out, const pair_filter& wanted = {},
                     counters* counts = nullptr) const {
        return self().ask(question::pairs_of{items, wanted, &workspace}, out, counts);
    }

    /// Finds every pair of an item a of this tree and an item b of `other` that intersect, or are no farther apart than
    /// the filter's `distance`. a is in any of the filter's `layers`, and b in any of its `partners`. Neither tree may
    /// be changed meanwhile. A tree joined with itself yields each item with itself, and each pair in both directions.
    /// O(n log m + k), where m is the size of `other`. Each bucket of this tree (the items of one cell) searches
    /// `other` once, so call `join` on the smaller tree. `other` may have another shape and scalar than this tree; then
    /// `join` runs a query of the other tree for each item of this tree (for each item of `other`, if only `other` is
    /// of floats), which takes five to eight times as long.
    template <class OtherValue, class OtherShape, detail::sink Out>
    outcome join(quadtree<OtherValue, OtherShape>& other, Out&& out, const pair_filter& wanted = {},
                 counters* counts = nullptr) {
        return self().ask(question::join{other, wanted}, out, counts);
    }
    template <class OtherValue, class OtherShape, detail::sink Out>
    outcome join(const quadtree<OtherValue, OtherShape>& other, Out&& out, const pair_filter& wanted = {},
                 counters* counts = nullptr) const {
        return self().ask(question::join{other, wanted}, out, counts);
    }
    template <class OtherValue, class OtherShape>
    [[nodiscard]] auto
    join(quadtree<OtherValue, OtherShape>& other, const pair_filter& wanted = {}, counters* counts = nullptr) & {
        return self().ask(question::join{other, wanted}, counts);
    }
    template <class OtherValue, class OtherShape>
    [[nodiscard]] auto join(const quadtree<OtherValue, OtherShape>& other, const pair_filter& wanted = {},
                            counters* counts = nullptr) const& {
        return self().ask(question::join{other, wanted}, counts);
    }

    /// Finds the `k` pairs of items that are closest to each other, or all if there are fewer. They ascend by squared
    /// distance, then by index a, then by index b; a is the one of lower index. Squares too small or too large for a
    /// double count as 0 or infinite; the filter's `distance` is still tested exactly (`are_within`). Pairs that
    /// intersect have a distance of 0. Forms: `visitor(a, b, distance2)`,
    /// `for (auto [a, b, distance2] : tree.closest_pairs(10))`, or a vector of `close_pair`, `item_pair` or
    /// `index_pair`. The query finds all pairs before it reports the first one. It keeps them in a vector of at most
    /// about 1.25 k + 512 pairs (k + n, if more than k intersect), whose allocation may throw. About O(n + k log n)
    /// where items are spread out, and O(n log n + k) where many more than k pairs intersect. If many more pairs are
    /// equally far, and no farther than the k-th, the query examines all of them.
    template <detail::sink Out>
    outcome
    closest_pairs(std::size_t k, Out&& out, const closest_pair_filter& wanted = {}, counters* counts = nullptr) {
        return self().ask(question::closest_pairs{k, wanted}, out, counts);
    }
    template <detail::sink Out>
    outcome
    closest_pairs(std::size_t k, Out&& out, const closest_pair_filter& wanted = {}, counters* counts = nullptr) const {
        return self().ask(question::closest_pairs{k, wanted}, out, counts);
    }
    [[nodiscard]] auto closest_pairs(std::size_t k, const closest_pair_filter& wanted = {},
                                     counters* counts = nullptr) & {
        return self().ask(question::closest_pairs{k, wanted}, counts);
    }
    [[nodiscard]] auto closest_pairs(std::size_t k, const closest_pair_filter& wanted = {},
                                     counters* counts = nullptr) const& {
        return self().ask(question::closest_pairs{k, wanted}, counts);
    }
    /// The same of an item a of this tree, in any of the filter's `layers`, and an item b of `other`, in any of its
    /// `partners`. `other` has the same shape and scalar; for other trees use `join` with a distance, or `nearest` for
    /// each item. A tree with itself yields each item with itself, and each pair in both directions.
    template <class OtherValue, detail::sink Out>
    outcome closest_pairs(quadtree<OtherValue, Shape>& other, std::size_t k, Out&& out,
                          const closest_pair_filter& wanted = {}, counters* counts = nullptr) {
        return self().ask(question::closest_join{other, k, wanted}, out, counts);
    }
    template <class OtherValue, detail::sink Out>
    outcome closest_pairs(const quadtree<OtherValue, Shape>& other, std::size_t k, Out&& out,
                          const closest_pair_filter& wanted = {}, counters* counts = nullptr) const {
        return self().ask(question::closest_join{other, k, wanted}, out, counts);
    }
    template <class OtherValue>
    [[nodiscard]] auto closest_pairs(quadtree<OtherValue, Shape>& other, std::size_t k,
                                     const closest_pair_filter& wanted = {}, counters* counts = nullptr) & {
        return self().ask(question::closest_join{other, k, wanted}, counts);
    }
    template <class OtherValue>
    [[nodiscard]] auto closest_pairs(const quadtree<OtherValue, Shape>& other, std::size_t k,
                                     const closest_pair_filter& wanted = {}, counters* counts = nullptr) const& {
        return self().ask(question::closest_join{other, k, wanted}, counts);
    }

    /// Visits every item, by ascending index.
    template <detail::sink Out>
    outcome each(Out&& out) {
        return self().ask(question::each{}, out);
    }
    template <detail::sink Out>
    outcome each(Out&& out) const {
        return self().ask(question::each{}, out);
    }
    [[nodiscard]] auto each() & { return self().ask(question::each{}); }
    [[nodiscard]] auto each() const& { return self().ask(question::each{}); }

    // ---- Nearest items, rays and casts ------------------------------------------------------------------------------

    /// Finds the items nearest to `where`, at most `results.size()`, and returns their number. `where` is a point, box,
    /// circle, segment or convex polygon of this tree's scalar; items that intersect it have distance 0. They ascend by
    /// squared distance (`distance2`); equally far items by index. Squares too small or too large for a double count as
    /// 0 or infinite; the filter's `distance` is still tested exactly (`are_within`). For an empty place it finds
    /// nothing; from an infinite place all items are infinitely far. O(log n + k), where k = results.size(), if `where`
    /// is not much larger than the area that the k items take; else as a query of `where`. Allocates nothing. The
    /// content of `results` beyond the returned number is unspecified.
    template <class Area = point<scalar>>
        requires detail::measurable<Area, scalar>
    std::size_t nearest(const Area& where, std::span<neighbor> results, const nearest_filter& wanted = {},
                        counters* counts = nullptr) const noexcept {
        return self().ask(question::nearest<Area>{where, wanted}, results, counts);
    }
    /// The same among items for which `predicate(hit)` is true. It is called once for each item that is no farther than
    /// the farthest result, and once for each farther item that the search examines on its way. The latter are usually
    /// fewer than the former; if `where` is not a point, up to about three times as many; and more if the results are
    /// few or many items are equally far. (In a world that wraps, it may be called several times for an item near the
    /// seam.) Its exceptions reach the caller. If it changes the tree, checked builds assert, and other builds return
    /// 0.
    template <class Predicate, class Area = point<scalar>>
        requires(detail::measurable<Area, scalar> && !std::convertible_to<Predicate, counters*>)
    std::size_t nearest(const Area& where, std::span<neighbor> results, const nearest_filter& wanted,
                        Predicate&& predicate, counters* counts = nullptr) const {
        return self().ask(question::nearest<Area>{where, wanted}, results, predicate, counts);
    }
    /// Appends the nearest `k` items, or all if there are fewer, to `found`, which allocates as vectors do.
    template <class Area = point<scalar>>
        requires detail::measurable<Area, scalar>
    std::size_t nearest(const Area& where, std::size_t k, std::vector<neighbor>& found,
                        const nearest_filter& wanted = {}, counters* counts = nullptr) const {
        return self().ask(question::nearest<Area>{where, wanted}, k, found, counts);
    }
    /// A range of the nearest items in the same order, for searches where k is not known in advance. `hit.distance2()`
    /// is the squared distance. `workspace` holds the pending subtrees and items, and allocates as vectors do; nothing
    /// else allocates. The workspace must outlive the range. It serves one range at a time: a new range ends the
    /// previous one.
    template <class Area = point<scalar>>
        requires detail::measurable<std::remove_cvref_t<Area>, scalar>
    [[nodiscard]] auto nearest(Area&& where, nearest_workspace& workspace, const nearest_filter& wanted = {},
                               counters* counts = nullptr) & {
        static_assert(detail::is_kept<Area>, "a range does not keep a polygon's vertices: give the polygon a name, and "
                                             "inside(polygon) or containing(polygon), too");
        return self().ask(question::nearest<std::remove_cvref_t<Area>>{where, wanted}, workspace, counts);
    }
    template <class Area = point<scalar>>
        requires detail::measurable<std::remove_cvref_t<Area>, scalar>
    [[nodiscard]] auto nearest(Area&& where, nearest_workspace& workspace, const nearest_filter& wanted = {},
                               counters* counts = nullptr) const& {
        static_assert(detail::is_kept<Area>, "a range does not keep a polygon's vertices: give the polygon a name, and "
                                             "inside(polygon) or containing(polygon), too");
        return self().ask(question::nearest<std::remove_cvref_t<Area>>{where, wanted}, workspace, counts);
    }

    /// Finds every item that the ray hits; `hit.fraction()` is the position on the ray, 0 … 1. Vectors: of `ray_hit`,
    /// `item` or indices. A visitor may return a fraction (float or double, not bool or int): the query then reports no
    /// more hits beyond it. If it returns `hit.fraction()`, later hits are reported only if they are no farther. A
    /// negative fraction ends the query. The order is unspecified, but near items come early. A ray that is not finite
    /// hits nothing; one of length 0 hits the items that its origin intersects.
    template <detail::sink Out>
    outcome raycast(const ray<scalar>& ray, Out&& out, const filter& wanted = {}, counters* counts = nullptr) {
        return self().ask(question::raycast<scalar>{ray, wanted}, out, counts);
    }
    template <detail::sink Out>
    outcome raycast(const ray<scalar>& ray, Out&& out, const filter& wanted = {}, counters* counts = nullptr) const {
        return self().ask(question::raycast<scalar>{ray, wanted}, out, counts);
    }
    [[nodiscard]] auto raycast(const ray<scalar>& ray, const filter& wanted = {}, counters* counts = nullptr) & {
        return self().ask(question::raycast<scalar>{ray, wanted}, counts);
    }
    [[nodiscard]] auto raycast(const ray<scalar>& ray, const filter& wanted = {}, counters* counts = nullptr) const& {
        return self().ask(question::raycast<scalar>{ray, wanted}, counts);
    }
    /// The item that the ray hits first; among items at the same fraction (compared in double) the one of
    /// lowest index.
    [[nodiscard]] std::optional<ray_hit<scalar>> closest_hit(const ray<scalar>& ray, const filter& wanted = {},
                                                             counters* counts = nullptr) const noexcept {
        return self().ask(question::closest<question::raycast<scalar>>{{ray, wanted}}, counts);
    }

    /// The same for a point, box or circle that moves by `translation`: finds every item that it intersects, with the
    /// fraction of the translation at which they first intersect (`cast_fraction`).
    template <storable Moving = box<scalar>, detail::sink Out>
    outcome cast(const Moving& shape, const point<scalar>& translation, Out&& out, const filter& wanted = {},
                 counters* counts = nullptr) {
        return self().ask(question::cast<Moving>{shape, translation, wanted}, out, counts);
    }
    template <storable Moving = box<scalar>, detail::sink Out>
    outcome cast(const Moving& shape, const point<scalar>& translation, Out&& out, const filter& wanted = {},
                 counters* counts = nullptr) const {
        return self().ask(question::cast<Moving>{shape, translation, wanted}, out, counts);
    }
    template <storable Moving = box<scalar>>
    [[nodiscard]] auto cast(const Moving& shape, const point<scalar>& translation, const filter& wanted = {},
                            counters* counts = nullptr) & {
        return self().ask(question::cast<Moving>{shape, translation, wanted}, counts);
    }
    template <storable Moving = box<scalar>>
    [[nodiscard]] auto cast(const Moving& shape, const point<scalar>& translation, const filter& wanted = {},
                            counters* counts = nullptr) const& {
        return self().ask(question::cast<Moving>{shape, translation, wanted}, counts);
    }
    /// The item that the moving shape intersects first; among items at the same fraction (compared in double) the one
    /// of lowest index.
    template <storable Moving = box<scalar>>
    [[nodiscard]] std::optional<ray_hit<scalar>> closest_cast(const Moving& shape, const point<scalar>& translation,
                                                              const filter& wanted = {},
                                                              counters* counts = nullptr) const noexcept {
        return self().ask(question::closest<question::cast<Moving>>{{shape, translation, wanted}}, counts);
    }

    // A range refers to its tree and does not own it: no ranges of temporary trees.
    template <class OtherValue, class OtherShape>
    void join(const quadtree<OtherValue, OtherShape>&&, // give it a name
              const pair_filter& = {}, counters* = nullptr) const& = delete;
    template <class OtherValue, class OtherShape>
    void join(const quadtree<OtherValue, OtherShape>&, // give it a name
              const pair_filter& = {}, counters* = nullptr) const&& = delete;
    template <class Area = box<scalar>>
        requires detail::area_for<std::remove_cvref_t<Area>, Shape>
    void query(Area&&, // give it a name
               const filter& = {}, counters* = nullptr) const&& = delete;
    template <class Area = box<scalar>>
        requires detail::plain_area<std::remove_cvref_t<Area>, scalar>
    void query_within(Area&&, double, // give it a name
                      const filter& = {}, counters* = nullptr) const&& = delete;
    void intersecting(item, // give it a name
                      const filter& = {}, counters* = nullptr) const&& = delete;
    void pairs(const pair_filter& = {}, // give it a name
               counters* = nullptr) const&& = delete;
    template <class OtherValue>
    void closest_pairs(const quadtree<OtherValue, Shape>&&, std::size_t, // give it a name
                       const closest_pair_filter& = {}, counters* = nullptr) const& = delete;
    template <class OtherValue>
    void closest_pairs(const quadtree<OtherValue, Shape>&, std::size_t, // give it a name
                       const closest_pair_filter& = {}, counters* = nullptr) const&& = delete;
    void closest_pairs(std::size_t, // give it a name
                       const closest_pair_filter& = {}, counters* = nullptr) const&& = delete;
    void each() const&& = delete; // give it a name
    template <class Area = point<scalar>>
        requires detail::measurable<Area, scalar>
    void nearest(const Area&, // give it a name
                 nearest_workspace&, const nearest_filter& = {}, counters* = nullptr) const&& = delete;
    void raycast(const ray<scalar>&, // give it a name
                 const filter& = {}, counters* = nullptr) const&& = delete;
    template <storable Moving>
    void cast(const Moving&, // give it a name
              const point<scalar>&, const filter& = {}, counters* = nullptr) const&& = delete;

private:
    Self& self() noexcept { return static_cast<Self&>(*this); }
    const Self& self() const noexcept { return static_cast<const Self&>(*this); }
};

} // namespace quadrille

#endif
