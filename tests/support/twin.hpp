// A tree and a plain list of shapes with the same history: each query is put to both, and the answers are compared.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_TWIN_HPP
#define QUADRILLE_TESTS_TWIN_HPP

#include "support/answers.hpp"
#include "support/batch.hpp"
#include "support/changing_twin.hpp"
#include "support/every_question.hpp"
#include "support/reach.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <vector>

namespace quadrille::testing {

template <class Shape>
class twin : public changing_twin<Shape> {
    using base = changing_twin<Shape>;

protected:
    using base::alive_in;
    using base::all;
    using base::expect;
    using base::items_;
    using base::knows;
    using base::layers_;
    using base::numbers_;
    using base::size_;
    using base::stale_;
    using base::tree_;
    using base::truth_;

public:
    using shape = Shape;
    using scalar = typename Shape::scalar;
    using base::is_alive;
    using base::limit;

    using base::base;

    void ask(const box<scalar>& area) { expect(answers(tree_, truth_, area)); }

    void ask_within(const box<scalar>& area, double distance) {
        const auto agree = [&](const char* form, const auto& tested) {
            std::vector<std::uint32_t> expected;
            for (std::uint32_t index = 0; index < this->limit(); ++index) {
                if (this->is_alive(index) && are_within(truth_.shapes[index], tested, distance)) {
                    expected.push_back(index);
                }
            }
            std::vector<std::uint32_t> found;
            tree_.query_within(tested, distance, found);
            oracle::sort(found);
            if (found != expected) {
                this->expect(differ(form, expected.size(), found.size()));
            }
        };
        const bool has_nan = area.min.x != area.min.x || area.min.y != area.min.y || area.max.x != area.max.x ||
                             area.max.y != area.max.y;
        if (!has_nan) {
            agree("query within a distance of a box", area);
            agree("query within a distance of a point", area.min);
            agree("query within a distance of a segment", segment<scalar>{area.min, area.max});
        }
    }

    /// Items and pairs within layers: the items in the area, and the intersecting pairs with an item in them.
    void ask_layers(const box<scalar>& area, std::uint32_t wanted) {
        auto expected = oracle::query(std::span<const shape>(truth_.shapes), area, truth_.alive);
        std::erase_if(expected, [&](std::uint32_t index) { return !detail::matches_layers(layers_[index], wanted); });
        std::vector<std::uint32_t> found;
        tree_.query(area, found, {.layers = wanted});
        oracle::sort(found);
        if (found != expected || tree_.count(area, {.layers = wanted}) != expected.size() ||
            tree_.any(area, {.layers = wanted}) == expected.empty()) {
            expect(differ("query within layers", expected.size(), found.size()));
        }

        auto expected_pairs = true_pairs(truth_);
        std::erase_if(expected_pairs, [&](const index_pair& pair) {
            return !detail::matches_layers(layers_[pair.a], wanted) && !detail::matches_layers(layers_[pair.b], wanted);
        });
        std::vector<index_pair> pairs;
        tree_.pairs(pairs, {.layers = wanted});
        oracle::normalize(pairs);
        if (pairs != expected_pairs) {
            expect(differ("pairs within layers", expected_pairs.size(), pairs.size()));
        }
    }

    void ask_pairs() {
        const auto expected = true_pairs(truth_);
        const auto found = found_pairs(tree_);
        if (found != expected) {
            expect(differ("pairs", expected.size(), found.size()));
        }
    }

    void ask_pairs_of(const std::vector<item>& those, const pair_filter& wanted) {
        std::set<std::uint32_t> moved;
        for (const item& one : those) {
            if (knows(one)) {
                moved.insert(one.index);
            }
        }
        auto expected = oracle::pairs_within(all(), wanted.distance, truth_.alive);
        std::erase_if(expected, [&](const index_pair& pair) {
            return (!moved.contains(pair.a) && !moved.contains(pair.b)) ||
                   !detail::matches_layers(layers_[pair.a], layers_[pair.b], wanted);
        });
        std::vector<index_pair> found;
        tree_.pairs_of(those, [&](auto a, auto b) { found.push_back({a.index(), b.index()}); }, wanted);
        oracle::normalize(found);
        if (found != expected) {
            expect(differ("pairs_of", expected.size(), found.size()));
        }
    }

    void ask_intersecting(std::uint32_t index) {
        if (!is_alive(index)) {
            expect(found_intersecting(tree_, items_[index]).empty(), "intersecting: answers for a dead item");
            return;
        }
        const auto expected = oracle::intersecting(std::span<const shape>(truth_.shapes), index, truth_.alive);
        const auto found = found_intersecting(tree_, items_[index]);
        if (found != expected) {
            expect(differ("intersecting", expected.size(), found.size()));
        }
    }

    /// The nearest of some layers, so many at once, and all of them one after the other.
    void ask_nearest(const point<scalar>& where, double distance, std::uint32_t wanted, std::size_t room) {
        const nearest_filter tested = {.layers = wanted, .distance = distance};
        const auto expected = oracle::nearest(all(), where, distance, alive_in(wanted));
        std::vector<neighbor> results(room);
        results.resize(tree_.nearest(where, results, tested));
        expect(results.size() == std::min(room, expected.size()), "nearest: wrong count");
        nearest_workspace workspace;
        std::size_t at = 0;
        for (const auto hit : tree_.nearest(where, workspace, tested)) {
            const neighbor told = {hit.item(), hit.distance2()};
            expect(at < expected.size() && told == neighbor{items_[expected[at].index], expected[at].measure},
                   "nearest one by one: another one");
            expect(at >= results.size() || results[at] == told, "nearest: another one");
            ++at;
        }
        expect(at == expected.size(), "nearest one by one: too few");
    }

    /// What a ray meets, and what a moving shape does, of some layers; and which of them first.
    void ask_casts(const ray<scalar>& ray, const box<scalar>& moving, std::uint32_t wanted) {
        const filter tested = {.layers = wanted};
        const auto alive = alive_in(wanted);
        expect(reports_what_is_hit<scalar>("raycast", oracle::raycast(all(), ray, alive),
                                           tree_.closest_hit(ray, tested),
                                           [&](auto visitor) { tree_.raycast(ray, visitor, tested); }));
        const auto expect_cast = [&](const auto& mover) {
            this->expect(reports_what_is_hit<scalar>(
                "cast", oracle::cast(all(), mover, ray.translation, alive),
                tree_.closest_cast(mover, ray.translation, tested),
                [&](auto visitor) { tree_.cast(mover, ray.translation, visitor, tested); }));
        };
        expect_cast(moving);
        expect_cast(moving.min);
        expect_cast(shaped_as<circle<scalar>>(moving));
    }

    /// Pairs no farther apart than a distance, and the tree joined with itself, one of each pair in some layers and the other
    /// in others.
    void ask_filtered_pairs(const pair_filter& wanted) {
        auto expected = oracle::pairs_within(all(), wanted.distance, truth_.alive);
        std::erase_if(expected, [&](const index_pair& pair) {
            return !detail::matches_layers(layers_[pair.a], layers_[pair.b], wanted);
        });
        std::vector<index_pair> found;
        tree_.pairs(found, wanted);
        oracle::normalize(found);
        if (found != expected) {
            expect(differ("pairs within a distance", expected.size(), found.size()));
        }

        expected =
            oracle::join_within(all(), all(), wanted.distance, alive_in(wanted.layers), alive_in(wanted.partners));
        found.clear();
        tree_.join(tree_, found, wanted);
        oracle::sort(found);
        if (found != expected) {
            expect(differ("join within a distance", expected.size(), found.size()));
        }
    }

    /// A question of some kind, and a few of the kind in one call: that their forms agree depends on no tree's life, and is tested
    /// elsewhere. `chance` is that of a `field_drawer`.
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
            this->expect(is_found(tree_, drawer.drawn(prototype)));
            const auto alone = find_alone(tree_, asked);
            auto rows = alone.rows;
            counters seen;
            tree_.ask(asked, workspace_, rows, &seen);
            this->expect(alone.is_that_of(rows, seen));
        });
    }

    /// The nearest to many places in one call, and one by one.
    void ask_nearest_of_many(const std::vector<point<scalar>>& places, std::size_t most, const nearest_filter& wanted) {
        expect(many_places_agree(tree_, places, most, wanted, workspace_));
    }

    /// The first item that is stored with this shape; and that of a living item's, by its value.
    void ask_find(const shape& what, std::uint32_t index) {
        const auto first = [&](const shape& sought) {
            for (std::uint32_t at = 0; at < limit(); ++at) {
                if (is_alive(at) && this->has_image(truth_.shapes[at], sought)) {
                    return items_[at];
                }
            }
            return item{};
        };
        expect(tree_.find(what) == first(this->stored(what)), "find: another item");
        if (index < limit() && is_alive(index)) {
            const shape& own = truth_.shapes[index];
            expect(tree_.find(own) == first(own), "find: not the first of a living item's shape");
            expect(tree_.find(own, tracked(numbers_[index])) == items_[index], "find: not the one of this value");
        }
    }

    /// Every cell's items lie in its bounds, and all cells together hold each item once.
    void look_at_cells() {
        std::uint32_t filed = 0;
        tree_.cells([&](const cell<scalar>& seen) { filed += seen.count; });
        expect(filed == size_, "cells: their counts do not add up to the size");
    }

    void look_at_cell(const point<scalar>& where) {
        std::uint32_t filed = 0;
        bool inside = true;
        std::optional<cell<scalar>> found;
        std::vector<shape> shapes;
        found = tree_.cell_at(where, [&](auto hit) {
            ++filed;
            shapes.push_back(hit.shape());
        });
        const bool has_nan = !(where.x == where.x) || !(where.y == where.y);
        expect(found.has_value() == (size_ > 0 && !has_nan), "cell_at: a cell where there is none, or none");
        if (found) {
            for (const shape& stored : shapes) {
                inside = inside && covers(found->bounds, bounds_of(stored));
            }
            expect(inside, "cell_at: an item reaches out of the cell's bounds");
            expect(found->is_leaf && filed == found->count, "cell_at: not a leaf, or not its items");
        }
    }

    /// Everything but the queries: sizes, shapes, values, handles, and the tree's own promises.
    void look() {
        if (const fault found = tree_.validate(); found) {
            std::ostringstream sentence;
            sentence << "validate: " << found.what << " (at " << found.where << ")";
            expect(false, sentence.str());
        }
        expect(tree_.size() == size_ && tree_.empty() == (size_ == 0), "size differs");
        expect(tree_.stats().size == size_, "stats().size differs");
        expect(tree_.index_limit() == limit(), "index_limit differs");
        std::uint32_t seen = 0;
        std::uint32_t next = 0;
        tree_.each([&](auto hit) {
            const std::uint32_t index = hit.index();
            ++seen;
            this->expect(index >= next && index < this->limit() && this->is_alive(index),
                         "each: a dead one, or out of order");
            next = index + 1;
            if (index < this->limit()) {
                this->expect(hit.shape() == truth_.shapes[index], "the stored shape is not the given one");
                this->expect(hit.value().number() == numbers_[index], "the value is not the given one");
                this->expect(hit.item() == items_[index], "the handle is not the given one");
                this->expect(tree_.layers(hit.item()) == layers_[index], "the layers are not the given ones");
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
