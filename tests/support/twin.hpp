// A tree and a plain list of shapes with the same history: each verb is applied to both, and the results are compared.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_TWIN_HPP
#define QUADRILLE_TESTS_TWIN_HPP

#include "support/answers.hpp"
#include "support/forms.hpp"
#include "support/reach.hpp"
#include "support/shapes.hpp"
#include "support/tracked.hpp"

#include <quadrille/quadtree.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace quadrille::testing {

/// The first difference is kept as a sentence in `trouble()`; nothing is asserted here, so that a failing history can be
/// repeated while it is shrunk.
template <class Shape>
class twin {
public:
    using shape = Shape;
    using scalar = typename Shape::scalar;
    using tree_type = quadtree<tracked, shape>;

    explicit twin(const options& config) : config_(config), tree_(config) {}

    const std::string& trouble() const noexcept { return trouble_; }
    std::uint32_t size() const noexcept { return size_; }
    std::uint32_t limit() const noexcept { return static_cast<std::uint32_t>(truth_.shapes.size()); }
    const snapshot<Shape>& truth() const noexcept { return truth_; }
    bool is_alive(std::uint32_t index) const noexcept { return truth_.alive[index] != 0; }
    item item_of(std::uint32_t index) const noexcept { return items_[index]; }
    /// Handles that must be refused from now on.
    const std::vector<item>& stale() const noexcept { return stale_; }

    void insert(const shape& what) {
        const int number = next_number_++;
        const item fresh = tree_.insert(what, tracked(number));
        if (const refusal why = expected_refusal(what); why != refusal::none) {
            expect(!fresh && tree_.refusal() == why, "insert accepts what it must refuse, or names another reason");
            return;
        }
        expect(bool(fresh) && tree_.refusal() == refusal::none, "insert refuses a good shape");
        if (fresh) {
            begin(fresh, what, number);
        }
    }

    /// With a value whose copy throws: no effect.
    void insert_thrown(const shape& what) {
        const tracked given(next_number_);
        item fresh;
        bool thrown = false;
        tracked::arm(1);
        try {
            fresh = tree_.insert(what, given);
        } catch (const std::runtime_error&) {
            thrown = true;
        }
        tracked::disarm();
        const refusal why = expected_refusal(what);
        expect(!fresh && thrown == (why == refusal::none), "insert of a value that throws: it happened");
        expect(tree_.refusal() == why, "insert of a value that throws: wrong reason");
    }

    /// With values that are copied or moved, into a vector or a span; if one of them throws, nothing has changed.
    void insert_together(const std::vector<shape>& shapes, std::uint32_t layers, bool copied, bool over, bool thrown) {
        std::vector<tracked> given;
        for (std::size_t at = 0; at < shapes.size(); ++at) {
            given.emplace_back(next_number_ + static_cast<int>(at));
        }
        std::vector<item> fresh(over ? shapes.size() : 1);
        const std::vector<item> before = fresh;
        change_report report;
        bool was_thrown = false;
        tracked::arm(thrown ? static_cast<long>(shapes.size()) : 0);
        try {
            const std::span<const shape> all(shapes);
            report = over     ? tree_.insert(all, given, std::span<item>(fresh), in_layers{layers})
                     : copied ? tree_.insert(all, given, fresh, in_layers{layers})
                              : tree_.insert(all, std::move(given), fresh, in_layers{layers});
        } catch (const std::runtime_error&) {
            was_thrown = true;
        }
        tracked::disarm();
        refusal why = expect_judgement(report, shapes, {}, !was_thrown);
        if (why == refusal::none && shapes.size() > config_.max_items - size_) {
            why = refusal::full;
        }
        const bool throws = thrown && why == refusal::none && !shapes.empty();
        expect(was_thrown == throws, "insert of many: a value that throws does not end it");
        expect(tree_.refusal() == why && (throws || report.why == why), "insert of many: wrong reason");
        if (why != refusal::none || throws || shapes.empty()) {
            expect(fresh == before, "insert of many: one that did not happen writes handles");
            return;
        }
        expect(fresh.size() == shapes.size() + (over ? 0U : 1U), "insert of many: wrong number of handles");
        for (std::size_t at = 0; at < shapes.size(); ++at) {
            begin(fresh[over ? at : at + 1], shapes[at], next_number_++);
            layers_[fresh[over ? at : at + 1].index] = layers;
        }
    }

    void erase_together(const std::vector<item>& those) {
        std::uint32_t bad = 0;
        std::set<std::uint32_t> named;
        for (const item& one : those) {
            bad += knows(one) && named.insert(one.index).second ? 0U : 1U;
        }
        const change_report report = tree_.erase(those);
        const refusal why = bad == 0 ? refusal::none : refusal::no_item;
        expect(report.refused == bad && report.why == why && tree_.refusal() == why, "erase of many: wrong reason");
        for (const item& one : those) {
            if (report) {
                end(one.index);
            }
        }
    }

    void erase(item which) {
        const bool known = knows(which);
        expect(tree_.erase(which) == known, "erase: wrong answer");
        expect(tree_.refusal() == (known ? refusal::none : refusal::no_item), "erase: wrong reason");
        if (known) {
            end(which.index);
        }
    }

    void move(item which, const shape& what) {
        const refusal why = knows(which) ? judged(what) : refusal::no_item;
        expect(tree_.move(which, what) == (why == refusal::none), "move: wrong answer");
        expect(tree_.refusal() == why, "move: wrong reason");
        if (why == refusal::none) {
            truth_.shapes[which.index] = what;
        }
    }

    void move_many(const std::vector<item>& movers, const std::vector<shape>& shapes) {
        const change_report report = tree_.move(std::span<const item>(movers), std::span<const shape>(shapes));
        refusal why = refusal::none;
        std::uint32_t refused = 0;
        for (std::size_t at = 0; at < movers.size(); ++at) {
            const refusal fault = knows(movers[at]) ? judged(shapes[at]) : refusal::no_item;
            why = why == refusal::none ? fault : why;
            refused += fault == refusal::none ? 0U : 1U;
        }
        expect(report.why == why && tree_.refusal() == why && report.refused == refused, "move of many: wrong reason");
        for (std::size_t at = 0; why == refusal::none && at < movers.size(); ++at) {
            truth_.shapes[movers[at].index] = shapes[at];
        }
    }

    void set_layers(item which, std::uint32_t layers) {
        const bool known = knows(which);
        expect(tree_.set_layers(which, layers) == known, "set_layers: wrong answer");
        expect(tree_.refusal() == (known ? refusal::none : refusal::no_item), "set_layers: wrong reason");
        if (known) {
            layers_[which.index] = layers;
        }
    }

    void clear() {
        tree_.clear();
        for (std::uint32_t index = 0; index < limit(); ++index) {
            if (is_alive(index)) {
                end(index);
            }
        }
        forget_order();
    }

    void reserve(std::uint32_t items) {
        expect(tree_.reserve(items) == (items <= config_.max_items), "reserve: wrong answer");
    }

    void assign(const std::vector<shape>& shapes) {
        std::vector<tracked> values;
        for (std::size_t index = 0; index < shapes.size(); ++index) {
            values.emplace_back(next_number_++);
        }
        const change_report report = tree_.assign(shapes, values);
        refusal why = shapes.size() > config_.max_items ? refusal::full : refusal::none;
        if (why == refusal::none) {
            why = expect_judgement(report, shapes, {});
        }
        for (std::uint32_t index = 0; why == refusal::none && index < shapes.size(); ++index) {
            why = is_spent(index) ? refusal::full : refusal::none;
        }
        expect(report.why == why && tree_.refusal() == why, "assign: wrong reason");
        if (why != refusal::none) {
            return;
        }
        expect(report.method == update_method::rebuild, "assign: not a rebuild");
        for (std::uint32_t index = 0; index < limit(); ++index) {
            if (is_alive(index)) {
                end(index);
            }
        }
        forget_order();
        for (std::uint32_t index = 0; index < shapes.size(); ++index) {
            begin(tree_.item_at(index), shapes[index], values[index].number());
        }
        expect(tree_.index_limit() == shapes.size(), "assign: index_limit is not the number of shapes");
    }

    /// By a span, or by a function for each item.
    void sync(const std::vector<shape>& shapes, bool by_function) {
        change_report report;
        if (by_function) {
            report = tree_.sync([&](auto hit) { return shapes[hit.index()]; });
        } else {
            report = tree_.sync(std::span<const shape>(shapes));
        }
        if (!by_function && shapes.size() != tree_.index_limit()) {
            expect(report.why == refusal::wrong_size && tree_.refusal() == refusal::wrong_size,
                   "sync: size not checked");
            return;
        }
        const refusal why = expect_judgement(report, shapes, truth_.alive);
        expect(report.why == why && tree_.refusal() == why, "sync: wrong reason");
        expect(report.reinserted <= report.displaced && report.displaced <= size_,
               "sync: reinserted, displaced and size are out of order");
        expect(bool(report) || report.method == update_method::none, "sync: refused, and yet done");
        if (report) {
            for (std::uint32_t index = 0; index < limit(); ++index) {
                truth_.shapes[index] = is_alive(index) ? shapes[index] : shape{};
            }
        }
    }

    /// Erases all whose index is `rest` modulo `modulus`.
    void erase_if(std::uint32_t modulus, std::uint32_t rest) {
        std::uint32_t expected = 0;
        std::uint32_t calls = 0;
        const std::uint32_t had = size_;
        const std::uint32_t erased = tree_.erase_if([&](auto hit) {
            ++calls;
            return hit.index() % modulus == rest;
        });
        for (std::uint32_t index = rest; index < limit(); index += modulus) {
            if (is_alive(index)) {
                ++expected;
                end(index);
            }
        }
        expect(erased == expected, "erase_if: wrong count");
        expect(calls == had, "erase_if: not called once for each item");
    }

    /// The tree goes through a move construction, a move assignment and a swap.
    void wander() {
        tree_type first(std::move(tree_));
        expect(tree_.empty() && !tree_.validate(), "a moved-from tree is not empty"); // NOLINT: that is the question
        tree_type second(config_);
        second.insert(shape{}, tracked(0));
        second = std::move(first);
        tree_.swap(second);
    }

    /// The tree is replaced by a copy of itself; in one of two cases by a copy over another tree, after one that throws.
    void copy(bool over_another) {
        if (!over_another) {
            tree_ = tree_.clone();
            return;
        }
        tree_type other({.leaf_capacity = 2, .max_items = 40, .max_generations = 2});
        for (int number = 0; number < 50; ++number) {
            other.insert(truth_.shapes.empty() ? shape{} : truth_.shapes[0], tracked(number));
        }
        const std::uint32_t had = other.size();
        bool thrown = false;
        tracked::arm(size_);
        try {
            other.copy_from(tree_);
        } catch (const std::runtime_error&) {
            thrown = true;
        }
        tracked::disarm();
        expect(thrown == (size_ > 0), "copy: a value that throws does not end it");
        expect(!thrown || (other.size() == had && !other.validate()),
               "copy: one that is thrown out of has changed the tree");
        expect(other.copy_from(tree_) && other.refusal() == refusal::none, "copy: refused");
        tree_.swap(other);
    }

    void ask(const box<scalar>& area) { expect(answers(tree_, truth_, area)); }

    /// Items and pairs within layers: the items in the area, and the touching pairs with an item in them.
    void ask_within(const box<scalar>& area, double distance) {
        const auto agree = [&](const char* form, const auto& tested) {
            std::vector<std::uint32_t> expected;
            for (std::uint32_t index = 0; index < limit(); ++index) {
                if (is_alive(index) && are_within(truth_.shapes[index], tested, distance)) {
                    expected.push_back(index);
                }
            }
            std::vector<std::uint32_t> found;
            tree_.query_within(tested, distance, found);
            std::sort(found.begin(), found.end());
            if (found != expected) {
                expect(differ(form, expected.size(), found.size()));
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

    void ask_layers(const box<scalar>& area, std::uint32_t wanted) {
        auto expected = oracle::query(std::span<const shape>(truth_.shapes), area, truth_.alive);
        std::erase_if(expected, [&](std::uint32_t index) { return !detail::matches_layers(layers_[index], wanted); });
        std::vector<std::uint32_t> found;
        tree_.query(area, found, {.layers = wanted});
        std::sort(found.begin(), found.end());
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
        oracle::normalise(pairs);
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
        oracle::normalise(found);
        if (found != expected) {
            expect(differ("pairs_of", expected.size(), found.size()));
        }
    }

    void ask_touching(std::uint32_t index) {
        if (!is_alive(index)) {
            expect(found_touching(tree_, items_[index]).empty(), "touching: answers for a dead item");
            return;
        }
        const auto expected = oracle::touching(std::span<const shape>(truth_.shapes), index, truth_.alive);
        const auto found = found_touching(tree_, items_[index]);
        if (found != expected) {
            expect(differ("touching", expected.size(), found.size()));
        }
    }

    /// The nearest in some layers: k at once, and all of them one by one.
    void ask_nearest(const point<scalar>& where, double distance, std::uint32_t wanted, std::size_t room) {
        const nearest_filter only = {.layers = wanted, .distance = distance};
        const auto expected = oracle::nearest(all(), where, distance, alive_in(wanted));
        std::vector<neighbour> results(room);
        results.resize(tree_.nearest(where, results, only));
        expect(results.size() == std::min(room, expected.size()), "nearest: wrong count");
        nearest_workspace workspace;
        std::size_t at = 0;
        for (const auto hit : tree_.nearest(where, workspace, only)) {
            const neighbour told = {hit.item(), hit.distance2()};
            expect(at < expected.size() && told == neighbour{items_[expected[at].index], expected[at].measure},
                   "nearest one by one: another one");
            expect(at >= results.size() || results[at] == told, "nearest: another one");
            ++at;
        }
        expect(at == expected.size(), "nearest one by one: too few");
    }

    /// The hits of a ray, and of a moving shape, in some layers; and the closest of them.
    void ask_casts(const ray<scalar>& ray, const box<scalar>& moving, std::uint32_t wanted) {
        const filter only = {.layers = wanted};
        const auto alive = alive_in(wanted);
        expect(reports_what_is_hit<scalar>("raycast", oracle::raycast(all(), ray, alive), tree_.closest_hit(ray, only),
                                           [&](auto visitor) { tree_.raycast(ray, visitor, only); }));
        const auto expect_cast = [&](const auto& mover) {
            expect(reports_what_is_hit<scalar>("cast", oracle::cast(all(), mover, ray.translation, alive),
                                               tree_.closest_cast(mover, ray.translation, only), [&](auto visitor) {
                                                   tree_.cast(mover, ray.translation, visitor, only);
                                               }));
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
        oracle::normalise(found);
        if (found != expected) {
            expect(differ("pairs within a distance", expected.size(), found.size()));
        }

        expected =
            oracle::join_within(all(), all(), wanted.distance, alive_in(wanted.layers), alive_in(wanted.partners));
        found.clear();
        tree_.join(tree_, found, wanted);
        std::sort(found.begin(), found.end());
        if (found != expected) {
            expect(differ("join within a distance", expected.size(), found.size()));
        }
    }

    /// All queries that have such forms, with vectors, visitors and loops.
    void ask_in_all_forms(const box<scalar>& area, const ray<scalar>& ray, std::uint32_t index, double distance,
                          const pair_filter& wanted_pairs) {
        const filter wanted = {wanted_pairs.layers};
        const item one = index < limit() ? items_[index] : item{};
        const auto agree = [&]<class Answer>(std::type_identity<Answer>, const char* query, auto&& ask) {
            expect(forms_agree<Answer>(query, ask));
        };
        constexpr std::type_identity<std::uint32_t> items;
        constexpr std::type_identity<ray_hit<scalar>> met;
        constexpr std::type_identity<index_pair> pairs;
        agree(items, "each", [&](auto&&... out) { return tree_.each(out...); });
        agree(items, "query", [&](auto&&... out) { return tree_.query(area, out..., wanted); });
        agree(items, "query_within", [&](auto&&... out) { return tree_.query_within(area, distance, out..., wanted); });
        agree(items, "touching", [&](auto&&... out) { return tree_.touching(one, out..., wanted); });
        agree(met, "raycast", [&](auto&&... out) { return tree_.raycast(ray, out..., wanted); });
        agree(met, "cast", [&](auto&&... out) { return tree_.cast(area, ray.translation, out..., wanted); });
        agree(pairs, "pairs", [&](auto&&... out) { return tree_.pairs(out..., wanted_pairs); });
        agree(pairs, "join", [&](auto&&... out) { return tree_.join(tree_, out..., wanted_pairs); });
    }

    /// The first item that is stored with this shape; and that of a living item's, by its value.
    void ask_find(const shape& what, std::uint32_t index) {
        const auto first = [&](const shape& sought) {
            for (std::uint32_t at = 0; at < limit(); ++at) {
                if (is_alive(at) && truth_.shapes[at] == sought) {
                    return items_[at];
                }
            }
            return item{};
        };
        expect(tree_.find(what) == first(what), "find: another item");
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
            expect(index >= next && index < limit() && is_alive(index), "each: a dead one, or out of order");
            next = index + 1;
            if (index < limit()) {
                expect(hit.shape() == truth_.shapes[index], "the stored shape is not the given one");
                expect(hit.value().number() == numbers_[index], "the value is not the given one");
                expect(hit.item() == items_[index], "the handle is not the given one");
                expect(tree_.layers(hit.item()) == layers_[index], "the layers are not the given ones");
                expect(covers(tree_.bounds(), bounds_of(hit.shape())), "bounds() are too small");
            }
        });
        expect(seen == size_, "each: not every item once");
        for (std::size_t old = 0; old < stale_.size(); old += stale_.size() / 32 + 1) {
            expect(!tree_.contains(stale_[old]) && !tree_.shape(stale_[old]) && tree_.value(stale_[old]) == nullptr,
                   "a stale handle is taken");
        }
    }

private:
    std::span<const shape> all() const { return truth_.shapes; }

    /// Of each index, whether its item is alive and in any of these layers.
    std::vector<std::uint8_t> alive_in(std::uint32_t wanted) const {
        std::vector<std::uint8_t> alive = truth_.alive;
        for (std::uint32_t index = 0; index < limit(); ++index) {
            if (!detail::matches_layers(layers_[index], wanted)) {
                alive[index] = 0;
            }
        }
        return alive;
    }

    bool knows(item which) const {
        return bool(which) && which.index < limit() && is_alive(which.index) && items_[which.index] == which;
    }
    bool is_spent(std::uint32_t index) const {
        return config_.max_generations > 0 && index < uses_.size() && uses_[index] >= config_.max_generations;
    }
    refusal expected_refusal(const shape& what) const {
        const refusal why = judged(what);
        return why == refusal::none && size_ >= config_.max_items ? refusal::full : why;
    }

    refusal expect_judgement(const change_report& report, const std::vector<shape>& shapes, oracle::flags alive,
                             bool is_told = true) {
        refusal why = refusal::none;
        std::uint32_t refused = 0;
        std::uint32_t first_refused = 0;
        for (std::uint32_t index = 0; index < shapes.size(); ++index) {
            if (oracle::is_alive(alive, index) && !is_storable(shapes[index]) && refused++ == 0) {
                why = judged(shapes[index]);
                first_refused = index;
            }
        }
        expect(!is_told || (report.refused == refused && report.first_refused == first_refused),
               "report: wrong number of bad shapes");
        return why;
    }

    void begin(item fresh, const shape& what, int number) {
        expect(fresh.generation % 2 == 1, "a living item's generation is even");
        expect(used_.insert({fresh.index, fresh.generation}).second, "a handle is given out twice");
        expect(fresh.index < tree_.index_limit(), "an index beyond the limit");
        expect(!is_spent(fresh.index), "a slot without generations left is used");
        if (fresh.index >= limit()) {
            truth_.shapes.resize(fresh.index + 1);
            truth_.alive.resize(fresh.index + 1);
            items_.resize(fresh.index + 1);
            numbers_.resize(fresh.index + 1);
            layers_.resize(fresh.index + 1);
        }
        if (fresh.index >= uses_.size()) {
            uses_.resize(fresh.index + 1);
        }
        expect(!is_alive(fresh.index), "a living index is given out");
        truth_.shapes[fresh.index] = what;
        truth_.alive[fresh.index] = 1;
        items_[fresh.index] = fresh;
        numbers_[fresh.index] = number;
        layers_[fresh.index] = all_layers;
        ++uses_[fresh.index];
        ++size_;
    }

    void end(std::uint32_t index) {
        stale_.push_back(items_[index]);
        truth_.alive[index] = 0;
        truth_.shapes[index] = {};
        --size_;
    }

    /// After clear and assign indices count from 0 again.
    void forget_order() {
        truth_ = {};
        items_.clear();
        numbers_.clear();
        layers_.clear();
    }

    void expect(bool holds, const std::string& sentence) {
        if (!holds && trouble_.empty()) {
            trouble_ = sentence;
        }
    }
    void expect(const ::testing::AssertionResult& result) { expect(bool(result), result.message()); }

    options config_;
    tree_type tree_;
    snapshot<Shape> truth_; ///< zeros at free indices
    std::vector<item> items_;
    std::vector<int> numbers_;
    std::vector<std::uint32_t> layers_;
    std::vector<std::uint32_t> uses_; ///< how often each index was given out
    std::vector<item> stale_;
    std::set<std::pair<std::uint32_t, std::uint32_t>> used_;
    std::uint32_t size_ = 0;
    int next_number_ = 0;
    std::string trouble_;
};

} // namespace quadrille::testing

#endif
