// The queries that a quadtree answers, each of which may be asked of a const tree: a part of quadtree.hpp.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_QUERIES_HPP
#define QUADRILLE_QUERIES_HPP

#include <quadrille/detail/answer.hpp>
#include <quadrille/detail/nearest_cast.hpp>
#include <quadrille/detail/ranges.hpp>
#include <quadrille/geometry.hpp>
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

/// What `quadtree<Value, Shape>` can be asked.
template <class Value, class Shape>
class queries {
    static_assert(storable<Shape>, "a tree stores points, boxes or circles");

    using tree = quadtree<Value, Shape>;
    using scalar = typename Shape::scalar;

public:
    // ---- Ask ---------------------------------------------------------------------------------------------------------

    // Where answers go: `out` is a visitor, which is called with each, or a vector, which they are appended to (it allocates as
    // vectors do). A query without `out` is a range of hits, for loops:
    //   for (auto hit : tree.query(area)) { … }           `break` ends the query, as `flow::stop` does.
    // The range holds the walk and its answers, 2 to 3 kB; that of pairs 16 to 27 kB. It allocates nothing. It is a single pass
    // and cannot be moved: adaptors of std::views take it by its name, after `auto hits = tree.query(area);`. It keeps a copy of
    // the area. The tree, the counters and the vertices of a polygon must last as long as the range. A change of the tree in the
    // loop is misuse, as in a visitor, and ends the loop; `outcome()` of the range tells. Visitors are a little faster.
    //
    // `wanted` filters the items or pairs that answer; the query adds to `counts` what it visits.
    //
    // An area is a box, circle, point, segment or convex polygon of this tree's scalar, or of a class of your own, `own`, with
    //   box<scalar> bounds() const;                       around all of it;
    //   bool may_touch(const box<float>& cell) const;     false only if nothing within the cell touches it;
    //   bool touches(const Shape& shape) const;           asked of items whose bounds touch its own.
    // These are called from compiled code and must not throw. Infinite areas are legal; one with a NaN finds nothing. If
    // they change the tree, queries without an `outcome` find nothing.

    /// Every item that touches `area`. Into a vector of `item` or of `std::uint32_t`, their indices. O(log n + k) for areas that
    /// are not much smaller than the items.
    template <class Area = box<scalar>, detail::sink Out>
        requires detail::area_for<Area, Shape>
    outcome query(const Area& area, Out&& out, const filter& wanted = {}, counters* counts = nullptr) {
        return detail::answer_query(self(), area, wanted, counts, out);
    }
    template <class Area = box<scalar>, detail::sink Out>
        requires detail::area_for<Area, Shape>
    outcome query(const Area& area, Out&& out, const filter& wanted = {}, counters* counts = nullptr) const {
        return detail::answer_query(self(), area, wanted, counts, out);
    }
    template <class Area = box<scalar>>
        requires detail::area_for<std::remove_cvref_t<Area>, Shape>
    [[nodiscard]] auto query(Area&& area, const filter& wanted = {}, counters* counts = nullptr) & {
        return detail::query_range(self(), std::forward<Area>(area), wanted, counts);
    }
    template <class Area = box<scalar>>
        requires detail::area_for<std::remove_cvref_t<Area>, Shape>
    [[nodiscard]] auto query(Area&& area, const filter& wanted = {}, counters* counts = nullptr) const& {
        return detail::query_range(self(), std::forward<Area>(area), wanted, counts);
    }

    /// Whether any item touches `area`.
    template <class Area = box<scalar>>
        requires detail::area_for<Area, Shape>
    [[nodiscard]] bool any(const Area& area, const filter& wanted = {}, counters* counts = nullptr) const
        noexcept(detail::plain_area<Area, scalar>) {
        return detail::find_any(self(), area, wanted, counts);
    }
    /// How many items touch `area`.
    template <class Area = box<scalar>>
        requires detail::area_for<Area, Shape>
    [[nodiscard]] std::uint32_t count(const Area& area, const filter& wanted = {}, counters* counts = nullptr) const
        noexcept(detail::plain_area<Area, scalar>) {
        return detail::count_all(self(), area, wanted, counts);
    }

    // What is no area of this tree: these only say so, in the compiler's message.
    template <class Area, class... Rest>
        requires(!detail::area_for<Area, Shape>)
    outcome query(const Area&, const Rest&...) const {
        return detail::refuse_area<Area>(outcome::complete);
    }
    template <class Area, class... Rest>
        requires(!detail::area_for<Area, Shape>)
    bool any(const Area&, const Rest&...) const {
        return detail::refuse_area<Area>(false);
    }
    template <class Area, class... Rest>
        requires(!detail::area_for<Area, Shape>)
    std::uint32_t count(const Area&, const Rest&...) const {
        return detail::refuse_area<Area>(0U);
    }

    /// Every item that is no farther than `distance` (`are_within`) from `area`, a box, circle, point, segment or convex polygon.
    /// With a distance of 0 these are the items that touch it; with a negative one or a NaN, and for an area with a NaN or a
    /// negative radius, there are none. O(log n + k) for surroundings that are not much smaller than the items.
    template <class Area = box<scalar>, detail::sink Out>
        requires detail::plain_area<Area, scalar>
    outcome
    query_within(const Area& area, double distance, Out&& out, const filter& wanted = {}, counters* counts = nullptr) {
        return detail::answer_query(self(), detail::surroundings<Area>{area, distance}, wanted, counts, out);
    }
    template <class Area = box<scalar>, detail::sink Out>
        requires detail::plain_area<Area, scalar>
    outcome query_within(const Area& area, double distance, Out&& out, const filter& wanted = {},
                         counters* counts = nullptr) const {
        return detail::answer_query(self(), detail::surroundings<Area>{area, distance}, wanted, counts, out);
    }
    template <class Area = box<scalar>>
        requires detail::plain_area<std::remove_cvref_t<Area>, scalar>
    [[nodiscard]] auto
    query_within(Area&& area, double distance, const filter& wanted = {}, counters* counts = nullptr) & {
        return detail::within_range(self(), std::forward<Area>(area), distance, wanted, counts);
    }
    template <class Area = box<scalar>>
        requires detail::plain_area<std::remove_cvref_t<Area>, scalar>
    [[nodiscard]] auto
    query_within(Area&& area, double distance, const filter& wanted = {}, counters* counts = nullptr) const& {
        return detail::within_range(self(), std::forward<Area>(area), distance, wanted, counts);
    }

    /// Every other item that touches this one; nothing for a null or stale item.
    template <detail::sink Out>
    outcome touching(item which, Out&& out, const filter& wanted = {}, counters* counts = nullptr) {
        return detail::answer_touching(self(), which, wanted, counts, out);
    }
    template <detail::sink Out>
    outcome touching(item which, Out&& out, const filter& wanted = {}, counters* counts = nullptr) const {
        return detail::answer_touching(self(), which, wanted, counts, out);
    }
    [[nodiscard]] auto touching(item which, const filter& wanted = {}, counters* counts = nullptr) & {
        return detail::touching_range(self(), which, wanted, counts);
    }
    [[nodiscard]] auto touching(item which, const filter& wanted = {}, counters* counts = nullptr) const& {
        return detail::touching_range(self(), which, wanted, counts);
    }

    /// Every pair of items that touch each other, or are no farther apart than the filter's `distance`, once: `visitor(a, b)`,
    /// `for (auto [a, b] : tree.pairs())`, or into a vector of `item_pair` or `index_pair`. O(n + k) where items are spread out.
    /// Subtrees without a wanted layer are passed over, here and wherever pairs are asked for.
    template <detail::sink Out>
    outcome pairs(Out&& out, const pair_filter& wanted = {}, counters* counts = nullptr) {
        return detail::answer_pairs(self(), wanted, counts, out);
    }
    template <detail::sink Out>
    outcome pairs(Out&& out, const pair_filter& wanted = {}, counters* counts = nullptr) const {
        return detail::answer_pairs(self(), wanted, counts, out);
    }
    [[nodiscard]] auto pairs(const pair_filter& wanted = {}, counters* counts = nullptr) & {
        return detail::pair_range(self(), wanted, counts);
    }
    [[nodiscard]] auto pairs(const pair_filter& wanted = {}, counters* counts = nullptr) const& {
        return detail::pair_range(self(), wanted, counts);
    }

    /// Every pair that has at least one of `items` in it, once, where a is one of them. For few items that moved among many
    /// that did not: O(m log n + k) for m items. Null, stale and repeated items are passed over. `items` must stay as they are
    /// meanwhile. Keeps a bit per index in the tree (so not for many readers at once: they bring a workspace each). One that is
    /// asked inside another's visitor is right as well; it allocates bits of its own.
    template <detail::sink Out>
    outcome
    pairs_of(std::span<const item> items, Out&& out, const pair_filter& wanted = {}, counters* counts = nullptr) {
        return detail::answer_pairs_of(self(), items, detail::insides::workspace(self()), wanted, counts, out);
    }
    template <detail::sink Out>
    outcome pairs_of(std::span<const item> items, pair_workspace& workspace, Out&& out, const pair_filter& wanted = {},
                     counters* counts = nullptr) const {
        return detail::answer_pairs_of(self(), items, workspace, wanted, counts, out);
    }

    /// Every item a of this tree with every item b of `other` that it touches, or is no farther from than the filter's
    /// `distance`. Here a is in any of the filter's `layers`, b in any of its `partners`. Neither tree may be changed. A tree
    /// joined with itself tells each item with itself, and each pair in both directions. O(n log m + k), by whole buckets of
    /// this tree: join the smaller with the larger.
    template <class OtherValue, detail::sink Out>
    outcome
    join(quadtree<OtherValue, Shape>& other, Out&& out, const pair_filter& wanted = {}, counters* counts = nullptr) {
        return detail::answer_join(self(), other, wanted, counts, out);
    }
    template <class OtherValue, detail::sink Out>
    outcome join(const quadtree<OtherValue, Shape>& other, Out&& out, const pair_filter& wanted = {},
                 counters* counts = nullptr) const {
        return detail::answer_join(self(), other, wanted, counts, out);
    }
    template <class OtherValue>
    [[nodiscard]] auto
    join(quadtree<OtherValue, Shape>& other, const pair_filter& wanted = {}, counters* counts = nullptr) & {
        return detail::join_range(self(), other, wanted, counts);
    }
    template <class OtherValue>
    [[nodiscard]] auto
    join(const quadtree<OtherValue, Shape>& other, const pair_filter& wanted = {}, counters* counts = nullptr) const& {
        return detail::join_range(self(), other, wanted, counts);
    }

    /// Every item, by ascending index.
    template <detail::sink Out>
    outcome each(Out&& out) {
        return detail::answer_each(self(), out);
    }
    template <detail::sink Out>
    outcome each(Out&& out) const {
        return detail::answer_each(self(), out);
    }
    [[nodiscard]] auto each() & { return detail::each_range(self()); }
    [[nodiscard]] auto each() const& { return detail::each_range(self()); }

    // ---- Reach -------------------------------------------------------------------------------------------------------

    /// The items nearest to `where`, as many as `results` has room for or there are, ascending by squared distance, equally
    /// near ones by index; returns how many. Squares too small or too large for a double count as 0 or infinite; whether an
    /// item is too far for the filter's `distance` is still told exactly (`are_within`). A NaN has nothing near it; from an
    /// infinite place all are infinitely far.
    /// O(log n + k), where k = results.size(); nothing is allocated.
    std::size_t nearest(const point<scalar>& where, std::span<neighbour> results, const nearest_filter& wanted = {},
                        counters* counts = nullptr) const noexcept {
        return detail::insides::core(self()).nearest({where, wanted, counts}, results);
    }
    /// The same among those of which `predicate(hit)` is true. It is called for few more than come into question. What it
    /// throws goes through; if it changes the tree, checked builds assert, and others return 0.
    template <class Predicate>
        requires(!std::convertible_to<Predicate, counters*>)
    std::size_t nearest(const point<scalar>& where, std::span<neighbour> results, const nearest_filter& wanted,
                        Predicate&& predicate, counters* counts = nullptr) const {
        return detail::find_nearest(self(), where, results, wanted, predicate, counts);
    }
    /// The nearest `most` (or as many as there are), appended to `found`, which allocates as vectors do.
    std::size_t nearest(const point<scalar>& where, std::size_t most, std::vector<neighbour>& found,
                        const nearest_filter& wanted = {}, counters* counts = nullptr) const {
        const std::size_t before = found.size();
        found.resize(before + (most < self().size() ? most : self().size()));
        const std::size_t count = nearest(where, std::span<neighbour>(found).subspan(before), wanted, counts);
        found.resize(before + count);
        return count;
    }
    /// One after the other in the same order, as a range: for "the nearest that …" where you cannot say how many to ask for.
    /// `hit.distance2()` tells how far. `workspace` keeps what is still to come and is the only thing that allocates, as vectors
    /// do; it must last as long as the range. It serves one range at a time: a later one ends the earlier.
    [[nodiscard]] auto nearest(const point<scalar>& where, nearest_workspace& workspace,
                               const nearest_filter& wanted = {}, counters* counts = nullptr) & {
        return detail::nearest_range(self(), where, workspace, wanted, counts);
    }
    [[nodiscard]] auto nearest(const point<scalar>& where, nearest_workspace& workspace,
                               const nearest_filter& wanted = {}, counters* counts = nullptr) const& {
        return detail::nearest_range(self(), where, workspace, wanted, counts);
    }

    /// Every item that the ray meets, of which `hit.fraction()` tells where on it. Into a vector of `ray_hit`, `item` or indices.
    /// A visitor that returns a fraction (float or double; no bool or int) has asked for nothing beyond it any more; the hit's
    /// own one leaves what is met before, one below 0 stops. The order is unspecified, but near items come early. A ray that is
    /// not finite meets nothing; one without length meets what its origin touches.
    template <detail::sink Out>
    outcome raycast(const ray<scalar>& way, Out&& out, const filter& wanted = {}, counters* counts = nullptr) {
        return detail::answer_cast(self(), detail::mover_of(way), wanted, counts, out);
    }
    template <detail::sink Out>
    outcome raycast(const ray<scalar>& way, Out&& out, const filter& wanted = {}, counters* counts = nullptr) const {
        return detail::answer_cast(self(), detail::mover_of(way), wanted, counts, out);
    }
    [[nodiscard]] auto raycast(const ray<scalar>& way, const filter& wanted = {}, counters* counts = nullptr) & {
        return detail::cast_range(self(), detail::mover_of(way), wanted, counts);
    }
    [[nodiscard]] auto raycast(const ray<scalar>& way, const filter& wanted = {}, counters* counts = nullptr) const& {
        return detail::cast_range(self(), detail::mover_of(way), wanted, counts);
    }
    /// What the ray meets first; of those met at the same fraction the one of lowest index.
    [[nodiscard]] std::optional<ray_hit<scalar>> closest_hit(const ray<scalar>& way, const filter& wanted = {},
                                                             counters* counts = nullptr) const noexcept {
        return detail::closest(self(), detail::mover_of(way), wanted, counts);
    }

    /// The same for a point, box or circle on its way by `translation`: every item that it touches, and the fraction of
    /// the way at which it first does (`cast_fraction`).
    template <storable Moving, detail::sink Out>
    outcome cast(const Moving& shape, const point<scalar>& translation, Out&& out, const filter& wanted = {},
                 counters* counts = nullptr) {
        return detail::answer_cast(self(), detail::mover_of(shape, translation), wanted, counts, out);
    }
    template <storable Moving, detail::sink Out>
    outcome cast(const Moving& shape, const point<scalar>& translation, Out&& out, const filter& wanted = {},
                 counters* counts = nullptr) const {
        return detail::answer_cast(self(), detail::mover_of(shape, translation), wanted, counts, out);
    }
    template <storable Moving>
    [[nodiscard]] auto cast(const Moving& shape, const point<scalar>& translation, const filter& wanted = {},
                            counters* counts = nullptr) & {
        return detail::cast_range(self(), detail::mover_of(shape, translation), wanted, counts);
    }
    template <storable Moving>
    [[nodiscard]] auto cast(const Moving& shape, const point<scalar>& translation, const filter& wanted = {},
                            counters* counts = nullptr) const& {
        return detail::cast_range(self(), detail::mover_of(shape, translation), wanted, counts);
    }
    template <storable Moving>
    [[nodiscard]] std::optional<ray_hit<scalar>> closest_cast(const Moving& shape, const point<scalar>& translation,
                                                              const filter& wanted = {},
                                                              counters* counts = nullptr) const noexcept {
        return detail::closest(self(), detail::mover_of(shape, translation), wanted, counts);
    }

    // A range refers to its tree, and does not keep it.
    template <class OtherValue>
    void join(const quadtree<OtherValue, Shape>&&, // give it a name
              const pair_filter& = {}, counters* = nullptr) const& = delete;
    template <class OtherValue>
    void join(const quadtree<OtherValue, Shape>&, // give it a name
              const pair_filter& = {}, counters* = nullptr) const&& = delete;
    template <class Area = box<scalar>>
        requires detail::area_for<std::remove_cvref_t<Area>, Shape>
    void query(Area&&, // give it a name
               const filter& = {}, counters* = nullptr) const&& = delete;
    template <class Area = box<scalar>>
        requires detail::plain_area<std::remove_cvref_t<Area>, scalar>
    void query_within(Area&&, double, // give it a name
                      const filter& = {}, counters* = nullptr) const&& = delete;
    void touching(item, // give it a name
                  const filter& = {}, counters* = nullptr) const&& = delete;
    void pairs(const pair_filter& = {}, // give it a name
               counters* = nullptr) const&& = delete;
    void each() const&& = delete;      // give it a name
    void nearest(const point<scalar>&, // give it a name
                 nearest_workspace&, const nearest_filter& = {}, counters* = nullptr) const&& = delete;
    void raycast(const ray<scalar>&, // give it a name
                 const filter& = {}, counters* = nullptr) const&& = delete;
    template <storable Moving>
    void cast(const Moving&, // give it a name
              const point<scalar>&, const filter& = {}, counters* = nullptr) const&& = delete;

private:
    tree& self() noexcept { return static_cast<tree&>(*this); }
    const tree& self() const noexcept { return static_cast<const tree&>(*this); }
};

} // namespace quadrille

#endif
