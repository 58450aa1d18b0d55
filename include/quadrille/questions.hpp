// Questions as values: what the queries of a tree are made of. A question can be kept, asked again, and asked in batches.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_QUESTIONS_HPP
#define QUADRILLE_QUESTIONS_HPP

#include <quadrille/questions/any.hpp>
#include <quadrille/questions/cast.hpp>
#include <quadrille/questions/closest.hpp>
#include <quadrille/questions/closest_pairs.hpp>
#include <quadrille/questions/count.hpp>
#include <quadrille/questions/each.hpp>
#include <quadrille/questions/intersecting.hpp>
#include <quadrille/questions/join.hpp>
#include <quadrille/questions/nearest.hpp>
#include <quadrille/questions/pairs.hpp>
#include <quadrille/questions/pairs_of.hpp>
#include <quadrille/questions/query.hpp>
#include <quadrille/questions/query_within.hpp>
#include <quadrille/questions/raycast.hpp>
#include <quadrille/questions/where.hpp>

#include <cstdint>

/// Each verb that asks is described once, by one of these types. `tree.query(area, out, wanted)` is
/// `tree.ask(question::query{area, wanted}, out)`. Keep questions in your own structures, and ask them when you like, of any tree:
///
///   std::vector<question::query<box<float>>> views;       // one for each player
///   tree.ask(views, workspace, rows);                     // all in one call
///   parallel::ask(pool, tree, views, workspace, rows);    // the same over threads
///
/// Their answers are
/// - items: `query`, `query_within`, `intersecting`, `each`;
/// - items, each with a fraction of the path: `raycast`, `cast`;
/// - pairs of items: `pairs`, `pairs_of`, `join`;
/// - items in order of their distance: `nearest`;
/// - pairs of items in order of their distance: `closest_pairs`, `closest_join`;
/// - one result: `any`, `count` and `closest` of another question;
/// - those of another question for items, or the nearest, that a predicate accepts: `where`.
///
/// A question is as large as its arguments. It refers to the vertices of a polygon, the items and the workspace of
/// `pairs_of` and the other tree of `join` and `closest_join`, which must outlive it. All else it owns.
///
/// What a description says, for all that reads it (visitors, ranges, batches, threads, recordings, comparisons with a full scan):
/// - `name`, the verb, and `wanted`, the filter; `form_name` where a field has one form only;
/// - `fields(archive)`, its other arguments in the order of recordings: `archive.form(shape)` for a shape of one of several forms,
///   `archive.plain(value)` for the others;
/// - `source<Shape>`, the walk that answers it in a tree of this shape, or for one result the question `of` and how the result
///   follows from its answers;
/// - `measured(tree, index)`, the truth: its `measure` is negative if the item is no answer, else its fraction or squared distance, or 0,
///   and `from_there` tells which of its images that is in a world that wraps. Of pairs `measured(tree, a, b)`. It looks at the items
///   alone, not at the tree;
/// - `k`, if only the k pairs of least measure are answers, by ascending measure, then index a, then index b.
namespace quadrille::question {

/// A list of questions by their types.
template <class... Question>
struct kinds {
    static constexpr std::uint32_t count = sizeof...(Question);
};

/// Every kind of question about a tree. Where areas and moving shapes have several forms it is about a box; `with(form)` makes the
/// others. A partner tree is of the same type.
template <class Tree>
using every_kind =
    kinds<query<box<typename Tree::scalar>>, query_within<box<typename Tree::scalar>>, intersecting, each,
          raycast<typename Tree::scalar>, cast<box<typename Tree::scalar>>, nearest<point<typename Tree::scalar>>,
          nearest<box<typename Tree::scalar>>, pairs, pairs_of, join<Tree>, closest_pairs, closest_join<Tree>>;

} // namespace quadrille::question

#endif
