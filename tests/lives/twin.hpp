// A tree and a plain list of shapes with the same history: what the tree holds is compared with the list, and its answers with a full
// scan of what it holds.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_TWIN_HPP
#define QUADRILLE_TESTS_TWIN_HPP

#include "batch/batch.hpp"
#include "lives/changing_twin.hpp"
#include "lives/nearest_scan.hpp"
#include "support/answers.hpp"
#include "support/every_question.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace quadrille::testing {

template <class Shape>
class twin : public changing_twin<Shape> {
    using base = changing_twin<Shape>;

protected:
    using base::expect;
    using base::size_;
    using base::stale_;
    using base::tree_;
    using base::truth_;

public:
    using scalar = typename Shape::scalar;
    using base::base;
    using base::is_alive;
    using base::limit;

    /// A question of some kind, and a few of the kind in one call. `chance` is that of a `field_drawer`.
    template <class Chance>
    void ask_a_kind(Chance& chance, std::uint32_t kind, std::uint32_t few) {
        field_drawer<scalar, Chance> drawer(chance);
        std::uint32_t number = 0;
        each_question<scalar>(tree_, [&]<class Question>(const Question& prototype) {
            if (number++ != kind % question_kinds) {
                return;
            }
            std::vector<Question> asked;
            for (std::uint32_t rest = few; rest > 0; --rest) {
                asked.push_back(drawer.drawn(prototype));
            }
            this->expect(is_found_and_counted(tree_, drawer.drawn(prototype)));
            const auto alone = find_alone(tree_, asked);
            auto rows = alone.rows;
            counters seen;
            tree_.ask(asked, workspace_, rows, &seen);
            this->expect(alone.is_that_of(rows, seen));
        });
    }

    /// The nearest to a place, within a distance and without a limit, and to an area.
    template <class Chance>
    void ask_nearest(Chance& chance, std::size_t most) {
        field_drawer<scalar, Chance> drawer(chance);
        auto to_place = drawer.drawn(question::nearest<point<scalar>>{});
        expect(are_nearest(tree_, to_place, most));
        to_place.wanted.distance = infinite<double>;
        expect(are_nearest(tree_, to_place, most));
        expect(are_nearest(tree_, drawer.drawn(question::nearest<box<scalar>>{}), most));
    }

    /// The first item that is stored with this shape; and that of a living item's, by its value.
    void ask_find(const Shape& what, std::uint32_t index) {
        const auto first = [&](const Shape& sought) {
            for (std::uint32_t at = 0; at < limit(); ++at) {
                if (is_alive(at) && this->has_image(truth_[at].shape, sought)) {
                    return truth_[at].handle;
                }
            }
            return item{};
        };
        expect(tree_.find(what) == first(this->stored(what)), "find: another item");
        if (index < limit() && is_alive(index)) {
            const Shape& own = truth_[index].shape;
            expect(tree_.find(own) == first(own), "find: not the first of a living item's shape");
            expect(tree_.find(own, tracked(truth_[index].number)) == truth_[index].handle,
                   "find: not the one of this value");
        }
    }

    void look_at_cell(const point<scalar>& where) {
        std::vector<Shape> shapes;
        const auto found = tree_.cell_at(where, [&](auto hit) { shapes.push_back(hit.shape()); });
        const bool has_nan = !(where.x == where.x) || !(where.y == where.y);
        expect(found.has_value() == (size_ > 0 && !has_nan), "cell_at: a cell where there is none, or none");
        if (found) {
            for (const Shape& stored : shapes) {
                expect(covers(found->bounds, bounds_of(stored)), "cell_at: an item reaches out of the cell's bounds");
            }
            expect(found->is_leaf && shapes.size() == found->count, "cell_at: not a leaf, or not its items");
        }
    }

    /// Everything but the queries: sizes, shapes, values, handles, and the tree's own promises.
    void look() {
        expect(is_sound(tree_));
        expect(tree_.size() == size_ && tree_.empty() == (size_ == 0), "size differs");
        expect(tree_.stats().size == size_, "stats().size differs");
        expect(tree_.index_limit() == limit(), "index_limit differs");
        std::uint32_t filed = 0;
        tree_.cells([&](const cell<scalar>& seen) { filed += seen.count; });
        expect(filed == size_, "cells: their counts do not add up to the size");
        std::uint32_t seen = 0;
        std::uint32_t next = 0;
        tree_.each([&](auto hit) {
            const std::uint32_t index = hit.index();
            ++seen;
            this->expect(index >= next && index < this->limit() && this->is_alive(index),
                         "each: a dead one, or out of order");
            next = index + 1;
            if (index < this->limit()) {
                const auto& given = truth_[index];
                this->expect(hit.shape() == given.shape, "the stored shape is not the given one");
                this->expect(hit.value().number() == given.number, "the value is not the given one");
                this->expect(hit.item() == given.handle, "the handle is not the given one");
                this->expect(tree_.layers(hit.item()) == given.layers, "the layers are not the given ones");
                this->expect(covers(tree_.bounds(), bounds_of(hit.shape())), "bounds() are too small");
            }
        });
        expect(seen == size_, "each: not every item once");
        for (std::size_t old = 0; old < stale_.size(); old += stale_.size() / 32 + 1) {
            expect(!tree_.contains(stale_[old]) && !tree_.shape(stale_[old]) && tree_.value(stale_[old]) == nullptr,
                   "a stale handle is taken");
        }
    }

private:
    batch_workspace workspace_{ordering::always};
};

} // namespace quadrille::testing

#endif
