// The queries of a quadtree that answer many questions in one call: a part of quadtree.hpp.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BATCH_QUERIES_HPP
#define QUADRILLE_BATCH_QUERIES_HPP

#include <quadrille/detail/batch/question_lists.hpp>
#include <quadrille/geometry.hpp>
#include <quadrille/vocabulary.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace quadrille {

/// The queries of `quadtree<Value, Shape>` that answer many questions in one call. The answers and the counters are the
/// same as in single queries, in the same order within each question. With 2¹⁵ items or more, the tree answers up to
/// eight questions at a time: while one waits for memory, the others continue. It answers these one by one: areas of
/// your own type, the nearest items to an area, `nearest` that leaves out an item, questions for pairs, and 2¹³ or more
/// areas or rays among fewer than 2¹⁹ items. With 2¹⁹ items or more, and items × questions of 2²⁹ or more, it answers
/// the questions in Morton order. Each question then finds data of the previous one in the caches (docs/performance.md
/// has figures). With `batch_workspace(ordering::always)` it always uses this order. The results are in the order of
/// the questions.
///
/// - Questions are areas of one type (a vector, span or array), places or rays. They must not change during the call.
/// - If all results have one size, `results` is a span for all of them, and a `batch_report` says whether it had the
///   right length. With a workspace, 2¹⁸ questions at a time are ordered. Without a workspace, 1024 at a time are
///   ordered, and nothing is allocated.
/// - If the results are lists, `out` is an `answer_rows`, whose content is replaced, or a visitor that is called with
///   the number of the question and a hit. Questions are visited in ascending order, each with all its hits. The tree
///   finds the answers to up to 2¹⁶ questions before it calls the visitor with the first of them. So the counters of a
///   stopped query include all of these. `flow::stop` ends all questions. When the tree is changed, the outcome is
///   `tree_changed`; rows are then empty.
/// - A call takes up to 80 kB of the stack. The workspace and rows allocate as vectors do; nothing else allocates.
///   Their exceptions and the exceptions of visitors reach the caller; rows then have unspecified content. A visitor
///   may run other queries with the same workspace.
template <class Self, class Shape>
class batch_queries {
    static_assert(storable<Shape>, "a tree stores points, boxes or circles of float or double");

    using scalar = typename Shape::scalar;

public:
    /// Finds every item that intersects `areas[q]`, for each q: `visitor(q, hit)`, or `rows[q]`.
    template <detail::areas_for<Shape> Areas, class Out>
    outcome query(const Areas& areas, batch_workspace& workspace, Out&& out, const filter& wanted = {},
                  counters* counts = nullptr) {
        return self().ask(detail::queries_of(areas, wanted), workspace, out, counts);
    }
    template <detail::areas_for<Shape> Areas, class Out>
    outcome query(const Areas& areas, batch_workspace& workspace, Out&& out, const filter& wanted = {},
                  counters* counts = nullptr) const {
        return self().ask(detail::queries_of(areas, wanted), workspace, out, counts);
    }

    /// `results[q]` is the number of items that intersect `areas[q]`. When a user-defined area changes the tree all
    /// are 0.
    template <detail::areas_for<Shape> Areas>
    batch_report count(const Areas& areas, std::span<std::uint32_t> results, const filter& wanted = {},
                       counters* counts = nullptr) const noexcept(detail::areas_without_user_code<Areas, Shape>) {
        return self().ask(detail::counts_of(areas, wanted), results, counts);
    }
    template <detail::areas_for<Shape> Areas>
    batch_report count(const Areas& areas, batch_workspace& workspace, std::span<std::uint32_t> results,
                       const filter& wanted = {}, counters* counts = nullptr) const {
        return self().ask(detail::counts_of(areas, wanted), workspace, results, counts);
    }

    /// The results from `results[q * k]` to before `results[(q + 1) * k]` are the `k` items nearest to `places[q]`, in
    /// the same order as for one place. If there are fewer items, the remaining results have a null item and an
    /// infinite distance. The length of `results` must be `places.size() * k`.
    template <detail::places_for<Shape> Places = std::span<const point<scalar>>>
    batch_report nearest(const Places& places, std::size_t k, std::span<neighbor> results,
                         const nearest_filter& wanted = {}, counters* counts = nullptr) const noexcept {
        const batch_report room = detail::check_room(std::size(places), k, results.size());
        return room ? self().ask(detail::nearest_of(places, wanted), results, counts) : room;
    }
    template <detail::places_for<Shape> Places = std::span<const point<scalar>>>
    batch_report nearest(const Places& places, std::size_t k, batch_workspace& workspace, std::span<neighbor> results,
                         const nearest_filter& wanted = {}, counters* counts = nullptr) const {
        const batch_report room = detail::check_room(std::size(places), k, results.size());
        return room ? self().ask(detail::nearest_of(places, wanted), workspace, results, counts) : room;
    }

    /// Finds every item that `rays[q]` hits, for each q: `visitor(q, hit)`, or `rows[q]`. A visitor may return a
    /// fraction, as in a query of one ray: hits of this ray beyond it are no longer reported. After a negative fraction
    /// no further hits of this ray are reported.
    template <class Out>
    outcome raycast(std::span<const ray<scalar>> rays, batch_workspace& workspace, Out&& out, const filter& wanted = {},
                    counters* counts = nullptr) {
        return self().ask(detail::raycasts_of(rays, wanted), workspace, out, counts);
    }
    template <class Out>
    outcome raycast(std::span<const ray<scalar>> rays, batch_workspace& workspace, Out&& out, const filter& wanted = {},
                    counters* counts = nullptr) const {
        return self().ask(detail::raycasts_of(rays, wanted), workspace, out, counts);
    }

    /// `results[q]` is the item that `rays[q]` hits first, if any.
    batch_report closest_hit(std::span<const ray<scalar>> rays, std::span<std::optional<ray_hit<scalar>>> results,
                             const filter& wanted = {}, counters* counts = nullptr) const noexcept {
        return self().ask(detail::closest_of(rays, wanted), results, counts);
    }
    batch_report closest_hit(std::span<const ray<scalar>> rays, batch_workspace& workspace,
                             std::span<std::optional<ray_hit<scalar>>> results, const filter& wanted = {},
                             counters* counts = nullptr) const {
        return self().ask(detail::closest_of(rays, wanted), workspace, results, counts);
    }

private:
    Self& self() noexcept { return static_cast<Self&>(*this); }
    const Self& self() const noexcept { return static_cast<const Self&>(*this); }
};

} // namespace quadrille

#endif
