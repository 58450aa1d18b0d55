// Verbs over a runner: the same work cut into tasks, and the same results for any number of threads.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_PARALLEL_HPP
#define QUADRILLE_PARALLEL_HPP

#include <quadrille/aggregate.hpp>
#include <quadrille/answer_pieces.hpp>
#include <quadrille/detail/threads/aggregate.hpp>
#include <quadrille/detail/threads/batch.hpp>
#include <quadrille/detail/threads/pairs.hpp>
#include <quadrille/detail/threads/tasks.hpp>
#include <quadrille/quadtree.hpp>
#include <quadrille/runners.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace quadrille::detail {

template <class Type>
inline constexpr bool is_tree = false;
template <class Value, class Shape>
inline constexpr bool is_tree<quadtree<Value, Shape>> = true;
template <class Value, class Shape>
inline constexpr bool is_tree<const quadtree<Value, Shape>> = true;

/// A tree, const or not.
template <class Type>
concept any_tree = is_tree<Type>;

/// Changes a tree over a runner: `change() -> change_report` calls one of the tree's own verbs. An exception of the
/// runner reaches the caller when the change is done.
template <class Runner, class Tree, class Change>
change_report change_with(Runner& with, Tree& tree, const Change& change) {
    struct loan {
        core<shape_of<Tree>>& to;

        ~loan() { to.run_with({}); }
    };
    lent_runner<Runner> runner(with);
    change_report report;
    {
        const loan lent{insides::changing_core(tree)};
        lent.to.run_with(runner);
        report = change();
    }
    runner.rethrow();
    return report;
}

} // namespace quadrille::detail

namespace quadrille::parallel {

// In a tree of fewer items than its `options::min_parallel_items` no task is started: the caller's thread does all
// work. For `sync` the limit is eight times as high. The answers and their order are the same. Only verbs for many
// questions start tasks in a tree of any size.

// ---- Changes --------------------------------------------------------------------------------------------------------

// The tree's own verbs, with their contracts: the same trees, to the last byte that a query can see, and the same
// reports, for any runner. An exception of the runner reaches the caller when the change is done. The change has then
// happened, or was rejected, as if the runner had not thrown. Until then no other code may use the tree; this includes
// jobs that the runner runs while it waits.

/// `tree.assign(shapes)`.
template <runner Runner, detail::any_tree Tree>
change_report assign(Runner&& with, Tree& tree, std::span<const typename Tree::shape_type> shapes) {
    return detail::change_with(with, tree, [&] { return tree.assign(shapes); });
}
/// `tree.assign(shapes, values)`; values are copied or moved on the caller's thread.
template <runner Runner, detail::any_tree Tree, class Values>
change_report assign(Runner&& with, Tree& tree, std::span<const typename Tree::shape_type> shapes, Values&& values) {
    return detail::change_with(with, tree, [&] { return tree.assign(shapes, std::forward<Values>(values)); });
}

/// `tree.sync(shapes)`, or `tree.sync(shape_of)`; a function is called on the caller's thread. With leaves of the
/// default capacity a world of up to about 12,000 items starts no task, for any `min_parallel_items`.
template <runner Runner, detail::any_tree Tree, class Shapes>
change_report sync(Runner&& with, Tree& tree, Shapes&& shapes) {
    return detail::change_with(with, tree, [&] { return tree.sync(std::forward<Shapes>(shapes)); });
}

// ---- Receivers of answers -------------------------------------------------------------------------------------------

// A query gives its answers to one of these receivers; the answers and their order are the same as in the tree's own
// verb.
//
// - An `answer_pieces`: keeps all answers in pieces, without a copy; the fastest. A loop then reads it, on one thread
//   or more.
// - A span, with an `answer_pieces` as a workspace: all answers, copied to memory of your choice.
// - `per_piece(make_visitor)`: visitors that the threads of the runner call, for work in any order. It keeps no
//   answers.
// - `in_order(visitor)`: one visitor, called on the caller's thread as the tree's own verb calls it.

/// The largest number of pieces of a query: the length of an array with one result per piece.
inline constexpr std::uint32_t max_pieces = detail::max_tasks;

/// `make_visitor(piece)` is called for each piece, `piece` = 0, 1, … It returns the visitor for the answers of this
/// piece, or a reference to a vector to which they are appended. Both `make_visitor` and the visitor are called on the
/// thread that runs the piece. So visitors of different pieces run at the same time, but each visitor runs on one
/// thread only. The beginnings of the pieces do not depend on the runner. So sums per piece, added up in the order of
/// the pieces, are the same for any number of threads. `flow::stop` ends all pieces; each may first give up to one
/// buffer of answers. When a visitor throws, the pieces after its own end, and the pieces before it continue. Of
/// several exceptions, the caller gets the exception of the first piece in order.
template <class Make>
auto per_piece(Make&& make_visitor) {
    return visitor_per_piece<Make>{std::forward<Make>(make_visitor)};
}

/// The visitor is called on the caller's thread with the answers in their order; `flow::stop` and exceptions end the
/// query at once. The query computes the answers of up to 64 pieces, then calls the visitor with them, and so on.
/// During these calls no task runs. So the counters of a stopped query include pieces with answers that were not
/// visited. The workspace holds these answers; without one a query for pairs allocates. Queries of many questions have
/// a workspace of their own. A query inside the visitor may use the same workspace; it allocates its own memory.
template <class Visitor>
auto in_order(Visitor&& visitor, answer_pieces<index_pair>& workspace) {
    return visitor_in_order<Visitor, answer_pieces<index_pair>>{std::forward<Visitor>(visitor), &workspace};
}
template <class Visitor>
auto in_order(Visitor&& visitor) {
    return visitor_in_order<Visitor, answer_pieces<index_pair>>{std::forward<Visitor>(visitor), nullptr};
}

// ---- Pairs ----------------------------------------------------------------------------------------------------------

// Pieces are runs of the tree's own order. There are at most 256; their number depends on the number of blocks. Up to
// about 900 items there is one piece. Counters are the same as in the tree's own verb.

/// `tree.pairs(out)`, where `out` is a receiver as above.
template <runner Runner, detail::any_tree Tree, class Out>
outcome pairs(Runner&& with, Tree& tree, Out&& out, const pair_filter& wanted = {}, counters* counts = nullptr) {
    return detail::find_pairs(with, tree, question::pairs{wanted}, counts, out);
}
/// Writes the pairs to a span. If there is no room for all, it writes the first ones; the report has the number of all
/// pairs.
template <runner Runner, detail::any_tree Tree, class Answer, class Results>
    requires std::convertible_to<Results&&, std::span<Answer>>
span_report pairs(Runner&& with, Tree& tree, answer_pieces<Answer>& workspace, Results&& results,
                  const pair_filter& wanted = {}, counters* counts = nullptr) {
    detail::find_pairs(with, tree, question::pairs{wanted}, counts, workspace);
    return workspace.copy_to(with, std::forward<Results>(results));
}

/// `tree.join(other, out)`, likewise. With trees of different shapes or scalars it allocates 4 bytes for each item of
/// the tree whose items query the other.
template <runner Runner, detail::any_tree Tree, detail::any_tree Other, class Out>
outcome
join(Runner&& with, Tree& tree, Other& other, Out&& out, const pair_filter& wanted = {}, counters* counts = nullptr) {
    return detail::find_pairs(with, tree, question::join{other, wanted}, counts, out);
}
template <runner Runner, detail::any_tree Tree, detail::any_tree Other, class Answer, class Results>
    requires std::convertible_to<Results&&, std::span<Answer>>
span_report join(Runner&& with, Tree& tree, Other& other, answer_pieces<Answer>& workspace, Results&& results,
                 const pair_filter& wanted = {}, counters* counts = nullptr) {
    detail::find_pairs(with, tree, question::join{other, wanted}, counts, workspace);
    return workspace.copy_to(with, std::forward<Results>(results));
}

// ---- Many questions -------------------------------------------------------------------------------------------------

// The verbs of batch_queries.hpp: the same answers in the same places, and the same counters, for any runner. Questions
// are cut into at most 256 tasks of 64 or more questions, which answer them in Morton order if it saves time
// (`ordering`), else in their own order; fewer than 256 questions are one task.
//
// - Lists of answers go to an `answer_rows`, to `in_order(visitor)` or to `per_piece(make_visitor)`. Visitors are
//   called with the number of the question and a hit. `in_order` visits the questions by ascending number. With
//   `per_piece` the questions of a piece are in the piece's own order, each with all its hits.
// - Several threads call the functions of user-defined areas at once. When an area changes the tree, which is misuse,
//   the outcome is `tree_changed`. If `bounds()` of an area throws, the caller gets the exception; of several
//   exceptions, it gets the one of the first task in order.
// - When the workspace and the rows are large enough, a call allocates nothing. The workspace has 32 bytes for each
//   question, for at most 2¹⁸ questions at a time (with `in_order` 2¹⁶, with `per_piece` all of them). Each task keeps
//   its answers in a vector of its own: 4 bytes per item, 16 per hit of a ray.

/// `tree.ask(questions, workspace, out)`: for questions with a list of answers, and for questions with results in a
/// span.
template <runner Runner, detail::any_tree Tree, detail::list_questions Questions, class Out>
outcome ask(Runner&& with, Tree& tree, const Questions& questions, batch_workspace& workspace, Out&& out,
            counters* counts = nullptr) {
    detail::lent_memory memory(workspace);
    detail::lent_runner runner(with);
    const outcome end =
        detail::answer_lists(tree, detail::listed(questions), detail::by_tasks{memory, runner}, counts, out);
    runner.rethrow();
    return end;
}
template <runner Runner, detail::any_tree Tree, detail::result_questions Questions>
batch_report ask(Runner&& with, const Tree& tree, const Questions& questions, batch_workspace& workspace,
                 detail::results_of<Questions> results, counters* counts = nullptr) {
    detail::lent_memory memory(workspace);
    detail::lent_runner runner(with);
    const batch_report report =
        detail::answer_results(tree, detail::listed(questions), detail::by_tasks{memory, runner}, results, counts);
    runner.rethrow();
    return report;
}

/// `tree.query(areas, workspace, out)`.
template <runner Runner, detail::any_tree Tree, detail::areas_for<typename Tree::shape_type> Areas, class Out>
outcome query(Runner&& with, Tree& tree, const Areas& areas, batch_workspace& workspace, Out&& out,
              const filter& wanted = {}, counters* counts = nullptr) {
    return ask(with, tree, detail::queries_of(areas, wanted), workspace, out, counts);
}

/// `tree.count(areas, workspace, results)`.
template <runner Runner, detail::any_tree Tree, detail::areas_for<typename Tree::shape_type> Areas>
batch_report count(Runner&& with, const Tree& tree, const Areas& areas, batch_workspace& workspace,
                   std::span<std::uint32_t> results, const filter& wanted = {}, counters* counts = nullptr) {
    return ask(with, tree, detail::counts_of(areas, wanted), workspace, results, counts);
}

/// `tree.nearest(places, k, workspace, results)`.
template <runner Runner, detail::any_tree Tree,
          detail::places_for<typename Tree::shape_type> Places = std::span<const point<typename Tree::scalar>>>
batch_report nearest(Runner&& with, const Tree& tree, const Places& places, std::size_t k, batch_workspace& workspace,
                     std::span<neighbor> results, const nearest_filter& wanted = {}, counters* counts = nullptr) {
    const batch_report room = detail::check_room(std::size(places), k, results.size());
    return room ? ask(with, tree, detail::nearest_of(places, wanted), workspace, results, counts) : room;
}

/// `tree.raycast(rays, workspace, out)`.
template <runner Runner, detail::any_tree Tree, class Out>
outcome raycast(Runner&& with, Tree& tree, std::span<const ray<typename Tree::scalar>> rays, batch_workspace& workspace,
                Out&& out, const filter& wanted = {}, counters* counts = nullptr) {
    return ask(with, tree, detail::raycasts_of(rays, wanted), workspace, out, counts);
}

/// `tree.closest_hit(rays, workspace, results)`.
template <runner Runner, detail::any_tree Tree>
batch_report closest_hit(Runner&& with, const Tree& tree, std::span<const ray<typename Tree::scalar>> rays,
                         batch_workspace& workspace, std::span<std::optional<ray_hit<typename Tree::scalar>>> results,
                         const filter& wanted = {}, counters* counts = nullptr) {
    return ask(with, tree, detail::closest_of(rays, wanted), workspace, results, counts);
}

// ---- Aggregates -----------------------------------------------------------------------------------------------------

/// `cells.aggregate(tree, sums, of, combine)` of aggregate.hpp: the same cells with the same numbers, and the same
/// sums, to the last bit. One task adds each cell's own items, in order. Several threads call `of` and `combine` at
/// once. If they throw, the caller gets the exception of the first task in the order of cells, and there are no cells
/// and no sums.
template <runner Runner, detail::any_tree Tree, class Shape, class Sum, class Of, class Combine>
    requires(!std::same_as<Combine, filter>)
outcome aggregate(Runner&& with, const Tree& tree, cell_numbering<Shape>& cells, std::vector<Sum>& sums, const Of& of,
                  const Combine& combine, const filter& wanted = {}) {
    detail::sums_of_fold<Sum> folded(sums);
    detail::lent_runner runner(with);
    const outcome end = detail::parallel_fold::run(runner, cells, tree, sums, of, combine, wanted);
    runner.rethrow();
    folded.is_complete = end == outcome::complete;
    return end;
}
template <runner Runner, detail::any_tree Tree, class Shape, class Sum, class Of = totals_of<>>
outcome aggregate(Runner&& with, const Tree& tree, cell_numbering<Shape>& cells, std::vector<Sum>& sums,
                  const Of& of = {}, const filter& wanted = {}) {
    return aggregate(with, tree, cells, sums, of, detail::adding{}, wanted);
}

} // namespace quadrille::parallel

#endif
