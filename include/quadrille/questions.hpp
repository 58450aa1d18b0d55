// Questions as values: the verbs make queries from them. A program can keep a question and run it again, or in a batch.
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

/// Each verb that queries has one description, one of these types. `tree.query(area, out, wanted)` is
/// `tree.ask(question::query{area, wanted}, out)`. Your own structures can keep questions; pass them to `ask` of any
/// tree, at any time:
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
/// - answers of another question for items, or the nearest, that a predicate accepts: `where`.
///
/// A question is as large as its arguments. It refers to the vertices of a polygon, the items and the workspace of
/// `pairs_of` and the other tree of `join` and `closest_join`, which must outlive it. It owns everything else.
///
/// The parts of a description, which visitors, ranges, batches, threads, recordings and comparisons with a full scan
/// read:
/// - `name`, the verb, and `wanted`, the filter; `form_name` if a field has one form only;
/// - `fields(archive)`, its other arguments in the order of recordings: `archive.form(shape)` for a shape of one of
///   several forms, `archive.plain(value)` for the others;
/// - `source<Shape>`, the walk that answers it in a tree of this shape, or for one result the question `of` and the
///   rule that makes the result from its answers;
/// - `measured(tree, index)`, the exact answer: its `measure` is negative if the item is no answer, else its fraction
///   or squared distance, or 0, and `from_there` gives the image of the item in a world that wraps. For pairs it is
///   `measured(tree, a, b)`. It reads the items alone, not the structure of the tree;
/// - `k`, if only the k pairs of least measure are answers, by ascending measure, then index a, then index b.
namespace quadrille::question {

/// A list of questions by their types.
template <class... Question>
struct kinds {
    static constexpr std::uint32_t count = sizeof...(Question);
};

/// Every kind of question about a tree. For areas and moving shapes of several forms the list has the question with a
/// box; `with(form)` makes the others. A partner tree is of the same type.
template <class Tree>
using every_kind =
    kinds<query<box<typename Tree::scalar>>, query_within<box<typename Tree::scalar>>, intersecting, each,
          raycast<typename Tree::scalar>, cast<box<typename Tree::scalar>>, nearest<point<typename Tree::scalar>>,
          nearest<box<typename Tree::scalar>>, pairs, pairs_of, join<Tree>, closest_pairs, closest_join<Tree>>;

} // namespace quadrille::question

#endif
