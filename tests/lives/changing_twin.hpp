// A tree and a plain list of shapes that undergo the same changes: each is applied to both, and what it returns is compared.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_CHANGING_TWIN_HPP
#define QUADRILLE_TESTS_CHANGING_TWIN_HPP

#include "keep/saved.hpp"
#include "support/answers.hpp"
#include "support/shapes.hpp"
#include "support/tracked.hpp"
#include "wrap/wrapped.hpp"

#include <quadrille/quadtree.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace quadrille::testing {

/// What a list knows of the item of an index.
template <class Shape>
struct listed_item {
    Shape shape = {}; ///< of the dead zeros
    bool is_alive = false;
    item handle;
    int number = 0; ///< its value
    std::uint32_t layers = 0;

    friend bool operator==(const listed_item&, const listed_item&) = default;
};

/// The first difference is kept as a sentence in `trouble()`; nothing is asserted here, so that a failing history can be
/// repeated while it is shrunk.
template <class Shape>
class changing_twin {
public:
    using shape = Shape;
    using scalar = typename Shape::scalar;
    using tree_type = quadtree<tracked, shape>;

    explicit changing_twin(const options& config) : config_(config), tree_(config) {}

    const std::string& trouble() const noexcept { return trouble_; }
    bool wraps() const noexcept { return bool(config_.period); }
    std::uint32_t size() const noexcept { return size_; }
    std::uint32_t limit() const noexcept { return static_cast<std::uint32_t>(truth_.size()); }
    bool is_alive(std::uint32_t index) const noexcept { return truth_[index].is_alive; }
    bool knows(item which) const {
        return bool(which) && which.index < limit() && is_alive(which.index) && item_of(which.index) == which;
    }
    item item_of(std::uint32_t index) const noexcept { return truth_[index].handle; }
    const shape& shape_of(std::uint32_t index) const noexcept { return truth_[index].shape; }
    std::vector<shape> shapes() const {
        std::vector<shape> all;
        for (const auto& each : truth_) {
            all.push_back(each.shape);
        }
        return all;
    }
    /// Handles that must be rejected for ever.
    const std::vector<item>& stale() const noexcept { return stale_; }

    void insert(const shape& what) {
        const int number = next_number_++;
        const item fresh = tree_.insert(what, tracked(number));
        if (const error reason = expected_error(what); reason != error::none) {
            expect(!fresh && tree_.error() == reason, "insert accepts what it must reject, or names another reason");
            return;
        }
        expect(bool(fresh) && tree_.error() == error::none, "insert rejects a good shape");
        if (fresh) {
            begin(fresh, what, number);
        }
    }

    /// With a value whose copy throws: no effect.
    void insert_thrown(const shape& what) {
        const tracked given(next_number_);
        item fresh;
        const bool thrown = throws_at(1, [&] { fresh = tree_.insert(what, given); });
        const error reason = expected_error(what);
        expect(!fresh && thrown == (reason == error::none), "insert of a value that throws: it happened");
        expect(tree_.error() == reason, "insert of a value that throws: wrong reason");
    }

    /// With values that are copied or moved, into a vector or a span; where one of them throws, nothing comes of it.
    void insert_together(const std::vector<shape>& shapes, std::uint32_t layers, bool copied, bool over, bool thrown) {
        std::vector<tracked> given;
        for (std::size_t at = 0; at < shapes.size(); ++at) {
            given.emplace_back(next_number_ + static_cast<int>(at));
        }
        std::vector<item> fresh(over ? shapes.size() : 1);
        const std::vector<item> before = fresh;
        change_report report;
        const bool was_thrown = throws_at(thrown ? static_cast<long>(shapes.size()) : 0, [&] {
            const std::span<const shape> all(shapes);
            report = over     ? tree_.insert(all, given, std::span<item>(fresh), in_layers{layers})
                     : copied ? tree_.insert(all, given, fresh, in_layers{layers})
                              : tree_.insert(all, std::move(given), fresh, in_layers{layers});
        });
        error reason = expect_judgment(report, shapes, false, !was_thrown);
        if (reason == error::none && shapes.size() > config_.max_items - size_) {
            reason = error::full;
        }
        const bool throws = thrown && reason == error::none && !shapes.empty();
        expect(was_thrown == throws, "insert of many: a value that throws does not end it");
        expect(tree_.error() == reason && (throws || report.error == reason), "insert of many: wrong reason");
        if (reason != error::none || throws || shapes.empty()) {
            expect(fresh == before, "insert of many: one that did not happen writes handles");
            return;
        }
        expect(fresh.size() == shapes.size() + (over ? 0U : 1U), "insert of many: wrong number of handles");
        for (std::size_t at = 0; at < shapes.size(); ++at) {
            begin(fresh[over ? at : at + 1], shapes[at], next_number_++, layers);
        }
    }

    void erase_together(const std::vector<item>& those) {
        std::uint32_t bad = 0;
        std::set<std::uint32_t> named;
        for (const item& one : those) {
            bad += knows(one) && named.insert(one.index).second ? 0U : 1U;
        }
        const change_report report = tree_.erase(those);
        const error reason = bad == 0 ? error::none : error::no_item;
        expect(report.rejected == bad && report.error == reason && tree_.error() == reason,
               "erase of many: wrong reason");
        for (const item& one : those) {
            if (report) {
                end(one.index);
            }
        }
    }

    void erase(item which) {
        const bool known = knows(which);
        expect(tree_.erase(which) == known, "erase: wrong answer");
        expect(tree_.error() == (known ? error::none : error::no_item), "erase: wrong reason");
        if (known) {
            end(which.index);
        }
    }

    void move(item which, const shape& what) {
        const error reason = knows(which) ? judged_here(what) : error::no_item;
        expect(tree_.move(which, what) == (reason == error::none), "move: wrong answer");
        expect(tree_.error() == reason, "move: wrong reason");
        if (reason == error::none) {
            truth_[which.index].shape = stored(what);
        }
    }

    void move_many(const std::vector<item>& movers, const std::vector<shape>& shapes) {
        const change_report report = tree_.move(std::span<const item>(movers), std::span<const shape>(shapes));
        error reason = error::none;
        std::uint32_t rejected = 0;
        for (std::size_t at = 0; at < movers.size(); ++at) {
            const error fault = knows(movers[at]) ? judged_here(shapes[at]) : error::no_item;
            reason = reason == error::none ? fault : reason;
            rejected += fault == error::none ? 0U : 1U;
        }
        expect(report.error == reason && tree_.error() == reason && report.rejected == rejected,
               "move of many: wrong reason");
        for (std::size_t at = 0; reason == error::none && at < movers.size(); ++at) {
            truth_[movers[at].index].shape = stored(shapes[at]);
        }
    }

    void set_layers(item which, std::uint32_t layers) {
        const bool known = knows(which);
        expect(tree_.set_layers(which, layers) == known, "set_layers: wrong answer");
        expect(tree_.error() == (known ? error::none : error::no_item), "set_layers: wrong reason");
        if (known) {
            truth_[which.index].layers = layers;
        }
    }

    void clear() {
        tree_.clear();
        end_all();
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
        error reason = shapes.size() > config_.max_items ? error::full : error::none;
        if (reason == error::none) {
            reason = expect_judgment(report, shapes, false);
        }
        for (std::uint32_t index = 0; reason == error::none && index < shapes.size(); ++index) {
            reason = is_spent(index) ? error::full : error::none;
        }
        expect(report.error == reason && tree_.error() == reason, "assign: wrong reason");
        if (reason != error::none) {
            return;
        }
        expect(report.method == update_method::rebuild, "assign: not a rebuild");
        end_all();
        for (std::uint32_t index = 0; index < shapes.size(); ++index) {
            begin(tree_.item_at(index), shapes[index], values[index].number());
        }
        expect(tree_.index_limit() == shapes.size(), "assign: index_limit is not the number of shapes");
    }

    /// By a span, or by a function for each item.
    void sync(const std::vector<shape>& shapes, bool by_function) {
        const change_report report = by_function ? tree_.sync([&](auto hit) { return shapes[hit.index()]; })
                                                 : tree_.sync(std::span<const shape>(shapes));
        if (!by_function && shapes.size() != tree_.index_limit()) {
            expect(report.error == error::wrong_size && tree_.error() == error::wrong_size, "sync: size not checked");
            return;
        }
        const error reason = expect_judgment(report, shapes, true);
        expect(report.error == reason && tree_.error() == reason, "sync: wrong reason");
        expect(report.reinserted <= report.displaced && report.displaced <= size_,
               "sync: reinserted, displaced and size are out of order");
        expect(bool(report) || report.method == update_method::none, "sync: rejected, and yet done");
        if (report) {
            for (std::uint32_t index = 0; index < limit(); ++index) {
                truth_[index].shape = is_alive(index) ? stored(shapes[index]) : shape{};
            }
        }
    }

    /// Erases all whose index is `rest` modulo `modulus`.
    void erase_if(std::uint32_t modulus, std::uint32_t rest) {
        std::uint32_t expected = 0;
        std::uint32_t asked = 0;
        const std::uint32_t had = size_;
        const std::uint32_t erased = tree_.erase_if([&](auto hit) {
            ++asked;
            return hit.index() % modulus == rest;
        });
        for (std::uint32_t index = rest; index < limit(); index += modulus) {
            if (is_alive(index)) {
                ++expected;
                end(index);
            }
        }
        expect(erased == expected, "erase_if: wrong count");
        expect(asked == had, "erase_if: not asked once for each item");
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

    /// The tree is replaced by a copy of itself; in one of two cases a copy over another life, by way of one that throws.
    void copy(bool over_another) {
        if (!over_another) {
            tree_ = tree_.clone();
            return;
        }
        tree_type other = another_life({.leaf_capacity = 2, .max_items = 40, .max_generations = 2});
        const std::uint32_t had = other.size();
        const bool thrown = throws_at(size_, [&] { other.copy_from(tree_); });
        expect(thrown == (size_ > 0), "copy: a value that throws does not end it");
        expect(!thrown || (other.size() == had && !other.validate()),
               "copy: one that is thrown out of has changed the tree");
        expect(other.copy_from(tree_) && other.error() == error::none, "copy: rejected");
        tree_.swap(other);
    }

    /// The tree is saved, and replaced by what is loaded: into a fresh tree, or one with another life.
    void save(bool over_another) {
        const byte_list bytes = bytes_of(tree_);
        tree_type other = over_another ? another_life({.leaf_capacity = 2}) : tree_type(options{});
        expect(bool(load_bytes(other, bytes)), "load: rejected");
        expect(bytes_of(other) == bytes, "load: what is saved again are other bytes");
        tree_.swap(other);
    }

protected:
    /// Whether the n-th copy or move of a value throws in `act`.
    template <class Act>
    static bool throws_at(long nth, const Act& act) {
        bool is_thrown = false;
        tracked::arm(nth);
        try {
            act();
        } catch (const std::runtime_error&) {
            is_thrown = true;
        }
        tracked::disarm();
        return is_thrown;
    }

    tree_type another_life(const options& config) const {
        tree_type other(config);
        for (int number = 0; number < 50; ++number) {
            other.insert(truth_.empty() ? shape{} : truth_[0].shape, tracked(number));
        }
        return other;
    }

    bool is_spent(std::uint32_t index) const {
        return config_.max_generations > 0 && index < uses_.size() && uses_[index] >= config_.max_generations;
    }
    error judged_here(const shape& what) const {
        const error reason = judged(what);
        return reason == error::none && is_too_wide(config_, what) ? error::too_wide : reason;
    }
    shape stored(const shape& what) const { return image_in_period(config_, what); }
    /// Whether one of its images beside the stored one is equal to another.
    bool has_image(const shape& one, const shape& other) const {
        bool is_equal = one == other;
        for (const int x : {-1, 0, 1}) {
            for (const int y : {-1, 0, 1}) {
                is_equal = is_equal ||
                           (wraps() && moved_by(one, x * config_.period.width(), y * config_.period.height()) == other);
            }
        }
        return is_equal;
    }
    error expected_error(const shape& what) const {
        const error reason = judged_here(what);
        return reason == error::none && size_ >= config_.max_items ? error::full : reason;
    }

    /// The report counts the bad shapes, by index or in a list, and names the first; returns why it is bad.
    error expect_judgment(const change_report& report, const std::vector<shape>& shapes, bool are_by_index,
                          bool is_reported = true) {
        error reason = error::none;
        std::uint32_t rejected = 0;
        std::uint32_t first_rejected = 0;
        for (std::uint32_t index = 0; index < shapes.size(); ++index) {
            const bool is_read = !are_by_index || is_alive(index);
            if (is_read && judged_here(shapes[index]) != error::none && rejected++ == 0) {
                reason = judged_here(shapes[index]);
                first_rejected = index;
            }
        }
        if (is_reported && (report.rejected != rejected || report.first_rejected != first_rejected)) {
            std::ostringstream sentence;
            sentence << "report: expected " << rejected << " bad shapes from " << first_rejected << " on, found "
                     << report.rejected << " from " << report.first_rejected << " on";
            expect(false, sentence.str());
        }
        return reason;
    }

    void begin(item fresh, const shape& what, int number, std::uint32_t layers = all_layers) {
        expect(fresh.generation % 2 == 1, "a living item's generation is even");
        expect(used_.insert({fresh.index, fresh.generation}).second, "a handle is given out twice");
        expect(fresh.index < tree_.index_limit(), "an index beyond the limit");
        expect(!is_spent(fresh.index), "a slot without generations left is used");
        truth_.resize(std::max(truth_.size(), std::size_t{fresh.index} + 1));
        uses_.resize(std::max(uses_.size(), truth_.size()));
        expect(!is_alive(fresh.index), "a living index is given out");
        truth_[fresh.index] = {stored(what), true, fresh, number, layers};
        ++uses_[fresh.index];
        ++size_;
    }

    void end(std::uint32_t index) {
        stale_.push_back(item_of(index));
        truth_[index].is_alive = false;
        truth_[index].shape = {};
        --size_;
    }

    /// After clear and assign indices count from 0 again.
    void end_all() {
        for (std::uint32_t index = 0; index < limit(); ++index) {
            if (is_alive(index)) {
                end(index);
            }
        }
        truth_.clear();
    }

    void expect(bool holds, const std::string& sentence) {
        if (!holds && trouble_.empty()) {
            trouble_ = sentence;
        }
    }
    void expect(const ::testing::AssertionResult& result) { expect(bool(result), result.message()); }

    options config_;
    tree_type tree_;
    std::vector<listed_item<Shape>> truth_; ///< by index
    std::vector<std::uint32_t> uses_;       ///< how often each index was given out
    std::vector<item> stale_;
    std::set<std::pair<std::uint32_t, std::uint32_t>> used_;
    std::uint32_t size_ = 0;
    int next_number_ = 0;
    std::string trouble_;
};

} // namespace quadrille::testing

#endif
