// The source of `pairs_of`: one area walk for each given item.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_QUESTIONS_PAIRS_OF_SOURCE_HPP
#define QUADRILLE_DETAIL_QUESTIONS_PAIRS_OF_SOURCE_HPP

#include <quadrille/detail/engine/core.hpp>
#include <quadrille/detail/engine/query.hpp>
#include <quadrille/detail/questions/sources.hpp>
#include <quadrille/detail/questions/workspace.hpp>
#include <quadrille/vocabulary.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace quadrille::detail {

/// The pairs of some items. The source marks an item before it searches for the item's partners: a marked partner has
/// already been paired with this item. It moves the workspace out of its place meanwhile, so that a `pairs_of` in the
/// visitor finds no marks and no change of the tree affects them. It removes the marks at the end.
template <class Shape>
class pairs_of_source {
public:
    using answer = index_pair;
    using buffer = answer_buffer<index_pair, hit_buffer::capacity>;

    template <class Question, class Watching>
    pairs_of_source(const core<Shape>& in, const Question& asked, counters* counts, const Watching&)
        : in_(in), items_(asked.items), wanted_(asked.wanted), counts_(counts), lent_(asked.workspace),
          marks_(lent_ == nullptr ? pair_workspace(in.chosen_options().memory) : lent_->lend()),
          limit_(in.head().index_limit), partners_(in) {
        marks_.prepare(limit_);
    }
    pairs_of_source(const pairs_of_source&) = delete;
    pairs_of_source& operator=(const pairs_of_source&) = delete;
    ~pairs_of_source() {
        for (const item& one : items_.first(visited_)) {
            if (one.index < limit_) {
                marks_.unmark(one.index);
            }
        }
        if (lent_ != nullptr) {
            lent_->keep(marks_);
        }
    }

    bool fill(buffer& found) {
        found.count = 0;
        while (found.count == 0) {
            hit_buffer items;
            if (own_ != no_index && partners_.fill(items)) {
                keep_new(items, found);
            } else if (!begin_next()) {
                return false;
            }
        }
        return true;
    }

private:
    bool is_all() const noexcept { return wanted_.layers == all_layers && wanted_.partners == all_layers; }

    void keep_new(const hit_buffer& items, buffer& found) noexcept {
        found.from_there = items.from_there;
        for (std::uint32_t at = 0; at < items.count; ++at) {
            const std::uint32_t partner = items.answers[at];
            if (marks_.is_marked(partner) || !(is_all() || matches_layers(layers_, in_.layers_at(partner), wanted_))) {
                uncount_answer(counts_);
            } else {
                found.answers[found.count++] = {own_, partner};
            }
        }
    }
    /// Begins the walk for the next item that is alive and not marked.
    bool begin_next() {
        own_ = no_index;
        while (visited_ < items_.size()) {
            const item& one = items_[visited_];
            in_.prefetch_items(items_, visited_++);
            if (in_.contains(one) && marks_.mark(one.index)) {
                own_ = one.index;
                begin(in_.shape_at(own_));
                return true;
            }
        }
        return false;
    }
    void begin(const Shape& own) {
        layers_ = is_all() ? all_layers : in_.layers_at(own_);
        begin_near(in_, partners_.walk(), own, wanted_.distance, filter{partner_layers(layers_, wanted_)}, counts_);
    }

    const core<Shape>& in_;
    std::span<const item> items_;
    pair_filter wanted_;
    counters* counts_;
    pair_workspace* lent_;
    pair_workspace marks_;
    std::uint32_t limit_;
    std::size_t visited_ = 0;
    std::uint32_t own_ = no_index;
    std::uint32_t layers_ = all_layers;
    area_source<Shape> partners_;
};

} // namespace quadrille::detail

#endif
