// The source of `join` for trees of different shapes or scalars: it queries one tree for each item of the other.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_QUESTIONS_MIXED_JOIN_SOURCE_HPP
#define QUADRILLE_DETAIL_QUESTIONS_MIXED_JOIN_SOURCE_HPP

#include <quadrille/detail/engine/core.hpp>
#include <quadrille/detail/engine/query.hpp>
#include <quadrille/detail/questions/sources.hpp>
#include <quadrille/geometry.hpp>
#include <quadrille/vocabulary.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>

namespace quadrille::detail {

/// Every item of some layers, in the order of the cells, so that neighbors follow each other.
template <class Shape>
class items_by_cell {
public:
    items_by_cell(const core<Shape>& in, std::uint32_t layers, counters* counts) noexcept : in_(in), counts_(counts) {
        constexpr auto far_off = std::numeric_limits<typename Shape::scalar>::infinity();
        begin_walk(in_, walk_, box<typename Shape::scalar>{{-far_off, -far_off}, {far_off, far_off}}, filter{layers},
                   counts, unwatched{});
    }

    bool fill(hit_buffer& found) noexcept {
        const bool may_go_on = in_.fill_query(walk_, found);
        if (counts_ != nullptr) {
            counts_->answers -= found.count; // these items ask; they are not answers
        }
        return may_go_on;
    }

private:
    const core<Shape>& in_;
    query_walk<Shape> walk_;
    counters* counts_;
};

/// The pairs of two trees: a of the first, b of the second. The source queries the second tree for each item of the
/// first. If the first tree is of doubles and the second of floats, it queries the first tree, because every float is
/// also a double.
template <class Shape, class Other>
class mixed_join_source {
    static constexpr bool second_asks =
        std::same_as<typename Shape::scalar, double> && std::same_as<typename Other::scalar, float>;
    using asking_shape = std::conditional_t<second_asks, Other, Shape>;
    using asked_shape = std::conditional_t<second_asks, Shape, Other>;

public:
    using answer = index_pair;
    using buffer = pair_buffer;

    template <class Question, class Watching>
    mixed_join_source(const core<Shape>& in, const Question& asked, counters* counts, const Watching&) noexcept
        : mixed_join_source(in, asked, counts, {}, true) {}
    /// Only the pairs of the items `asking`.
    template <class Question>
    mixed_join_source(const core<Shape>& in, const Question& asked, counters* counts,
                      std::span<const std::uint32_t> asking, bool is_for_all = false) noexcept
        : asking_(asking_tree(in, asked)), asked_(asked_tree(in, asked)), wanted_(asked.wanted), counts_(counts),
          items_(asking_items(in, asked, counts)), is_for_all_(is_for_all), rest_(asking) {}
    mixed_join_source(const mixed_join_source&) = delete;
    mixed_join_source& operator=(const mixed_join_source&) = delete;

    template <class Question>
    static const core<asking_shape>& asking_tree(const core<Shape>& in, const Question& asked) noexcept {
        if constexpr (second_asks) {
            return asked.partners(in);
        } else {
            return in;
        }
    }
    /// All items that ask.
    template <class Question>
    static items_by_cell<asking_shape>
    asking_items(const core<Shape>& in, const Question& asked, counters* counts) noexcept {
        return {asking_tree(in, asked), second_asks ? asked.wanted.partners : asked.wanted.layers, counts};
    }

    bool fill(buffer& found) noexcept {
        found.count = 0;
        found.from_there = {};
        while (found.count <= buffer::capacity - hit_buffer::capacity && (has_begun_ || begin_next())) {
            hit_buffer partners;
            has_begun_ = asked_.fill_query(walk_, partners);
            for (std::uint32_t at = 0; at < partners.count; ++at) {
                found.answers[found.count++] =
                    second_asks ? index_pair{partners.answers[at], own_} : index_pair{own_, partners.answers[at]};
            }
            if (asked_.chosen_options().period && partners.count > 0) { // one buffer has one shift
                const shift told = partners.from_there;
                found.from_there = second_asks ? opposite(told) : told;
                break;
            }
        }
        return found.count > 0;
    }

private:
    template <class Question>
    static const core<asked_shape>& asked_tree(const core<Shape>& in, const Question& asked) noexcept {
        if constexpr (second_asks) {
            return in;
        } else {
            return asked.partners(in);
        }
    }

    /// Begins the walk for the next item that asks.
    bool begin_next() noexcept {
        while (rest_.empty()) {
            if (!is_for_all_ || !items_.fill(own_items_)) {
                return false;
            }
            rest_ = {own_items_.answers, own_items_.count};
        }
        own_ = rest_.front();
        rest_ = rest_.subspan(1);
        const filter partners{second_asks ? wanted_.layers : wanted_.partners};
        const asking_shape own = asking_.shape_at(own_);
        if constexpr (of_one_scalar<asking_shape, asked_shape>) {
            begin_near(asked_, walk_, own, wanted_.distance, partners, counts_);
        } else {
            begin_near(asked_, walk_, in_double(own), wanted_.distance, partners, counts_);
        }
        return true;
    }

    const core<asking_shape>& asking_;
    const core<asked_shape>& asked_;
    pair_filter wanted_;
    counters* counts_;
    items_by_cell<asking_shape> items_;
    bool is_for_all_ = false;
    bool has_begun_ = false;
    std::uint32_t own_ = no_index;
    std::span<const std::uint32_t> rest_;
    hit_buffer own_items_;
    query_walk<asked_shape> walk_;
};

} // namespace quadrille::detail

#endif
