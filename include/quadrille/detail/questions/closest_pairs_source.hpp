// The source of `closest_pairs`: a pair walk by distances, whose distance shrinks as it finds closer pairs.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_QUESTIONS_CLOSEST_PAIRS_SOURCE_HPP
#define QUADRILLE_DETAIL_QUESTIONS_CLOSEST_PAIRS_SOURCE_HPP

#include <quadrille/detail/base/memory.hpp>
#include <quadrille/detail/engine/core.hpp>
#include <quadrille/detail/engine/images.hpp>
#include <quadrille/detail/engine/query.hpp>
#include <quadrille/detail/questions/sources.hpp>
#include <quadrille/geometry.hpp>
#include <quadrille/vocabulary.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace quadrille::detail {

/// The squared distance of two items, measured between their nearest images, if it is at most `distance`.
template <class Shape>
measured_image least_between(const core<Shape>& in, std::uint32_t a, const core<Shape>& partners, std::uint32_t b,
                             double distance) noexcept {
    return least_beside(in.chosen_options(), in.shape_at(a), partners.shape_at(b),
                        [&](const Shape& one, const Shape& other) {
                            return are_within(one, other, distance) ? distance2(one, other) : -1.0;
                        });
}

/// The k closest pairs of one tree or of two trees. The source finds all pairs before it returns the first. After every
/// k/4 closer pairs it selects the closest k, and continues the walk only up to the farthest of these. So it keeps
/// little more than k pairs, and finds about k log n pairs if items are evenly spread, wherever the walk begins. If
/// many more than k pairs intersect, it instead finds those of the lowest indices item by item.
template <class Shape>
class closest_pairs_source {
public:
    using answer = close_answer;
    using buffer = close_buffer;

    template <class Question, class Watching>
    closest_pairs_source(const core<Shape>& in, const Question& asked, counters* counts, const Watching&) noexcept
        : in_(in), partners_(asked.partners(in)), wanted_(asked.pairs()), is_join_(asked.is_join), counts_(counts),
          k_(asked.k), best_(in.chosen_options().memory) {}

    bool fill(buffer& found) {
        if (!std::exchange(has_searched_, true) && k_ > 0) {
            search();
        }
        // All answers of one buffer have the same shift.
        const std::size_t most = in_.chosen_options().period ? 1 : buffer::capacity;
        const std::size_t count = (std::min)(best_.size() - given_, most);
        std::copy_n(best_.data() + given_, count, found.answers);
        found.from_there = count == 1 ? measured(found.answers[0]).from_there : shift{};
        given_ += count;
        found.count = static_cast<std::uint32_t>(count);
        return count > 0;
    }

private:
    void search() {
        counters seen;
        if (!search_by_distance(seen)) {
            search_by_index(seen);
        }
        keep_once();
        if (best_.size() > k_) {
            select();
        }
        std::sort(best_.begin(), best_.end());
        seen.answers = best_.size();
        add_to(counts_, seen);
    }
    /// Returns false if the walk would find too many pairs of distance 0.
    bool search_by_distance(counters& seen) {
        pair_walk<Shape> walk;
        in_.begin_pairs(walk, {wanted_, &seen, is_join_});
        for (pair_buffer found; in_.fill_pairs(walk, partners_, found);) {
            for (std::uint32_t at = 0; at < found.count; ++at) {
                keep_if_closer(found.answers[at]);
            }
            if (best_.size() >= k_ && (!is_full_ || best_.size() - k_ > k_ / 4)) {
                select();
                if (is_full_) {
                    shorten(walk);
                }
            }
            // Beyond this limit the walk would take longer than a search for each item.
            constexpr std::uint64_t pairs_in_search = 4;
            if (is_full_ && farthest_.distance2 == 0 && seen.answers - k_ > pairs_in_search * in_.head().size) {
                return false;
            }
        }
        return true;
    }
    void search_by_index(counters& seen) {
        best_.clear();
        const engine_head& head = in_.head();
        for (std::uint32_t a = 0; a < head.index_limit && best_.size() < k_; ++a) {
            if ((head.generations[a] & 1U) != 0) {
                keep_intersecting(a, seen);
            }
        }
    }
    /// Keeps the intersecting pairs of an item; in one tree only those with items of higher index.
    void keep_intersecting(std::uint32_t a, counters& seen) {
        const Shape own = in_.shape_at(a);
        const std::uint32_t layers = in_.layers_at(a);
        if (is_join_ && !matches_layers(layers, wanted_.layers)) {
            return;
        }
        const filter partners = {is_join_ ? wanted_.partners : partner_layers(layers, wanted_)};
        area_source<Shape> near_ones(partners_);
        begin_near(partners_, near_ones.walk(), own, wanted_.distance, partners, &seen);
        for (hit_buffer found; near_ones.fill(found);) {
            for (std::uint32_t at = 0; at < found.count; ++at) {
                const std::uint32_t b = found.answers[at];
                const bool is_pair = is_join_ || (a < b && matches_layers(layers, in_.layers_at(b), wanted_));
                if (is_pair && measured({0, a, b}).measure == 0) {
                    best_.push_back({0, a, b});
                }
            }
        }
    }
    void keep_if_closer(const index_pair& pair) {
        close_answer one{0, pair.a, pair.b};
        if (!is_join_ && one.b < one.a) {
            std::swap(one.a, one.b);
        }
        if (is_full_ && !(one < farthest_)) {
            return; // at any distance
        }
        one.distance2 = measured(one).measure;
        if (!is_full_ || one < farthest_) {
            best_.push_back(one);
        }
    }
    /// The distance of a pair, measured between its nearest images.
    measured_image measured(const close_answer& pair) const noexcept {
        return least_beside(in_.chosen_options(), in_.shape_at(pair.a), partners_.shape_at(pair.b),
                            [](const Shape& a, const Shape& b) { return distance2(a, b); });
    }
    /// Removes duplicates: the walk may find a pair both where it is stored and across the seam, while its distance
    /// shrinks.
    void keep_once() {
        if (in_.chosen_options().period) {
            std::sort(best_.begin(), best_.end());
            best_.erase(std::unique(best_.begin(), best_.end()), best_.end());
        }
    }
    void select() {
        keep_once();
        if (best_.size() < k_) {
            return;
        }
        const auto last = best_.begin() + static_cast<std::ptrdiff_t>(k_ - 1);
        std::nth_element(best_.begin(), last, best_.end());
        farthest_ = *last;
        best_.erase(last + 1, best_.end());
        is_full_ = true;
    }
    /// Shortens the walk to a distance whose square is at least that of the farthest pair, and neither underflows nor
    /// overflows.
    void shorten(pair_walk<Shape>& walk) noexcept {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        const double root = std::sqrt(farthest_.distance2);
        const double above = root * root < farthest_.distance2 ? std::nextafter(root, infinity) : root;
        const double reach = (std::max)(above, least_squared);
        if (reach < wanted_.distance && reach <= max_squared / 2) {
            wanted_.distance = reach;
            shorten_pairs(walk.state.bytes, reach);
        }
    }

    const core<Shape>& in_;
    const core<Shape>& partners_;
    pair_filter wanted_;
    bool is_join_;
    bool has_searched_ = false;
    bool is_full_ = false; ///< k pairs are found; `farthest_` is the last of them
    counters* counts_;
    std::uint64_t k_;
    close_answer farthest_{};
    sourced_vector<close_answer> best_; ///< unordered until all are found
    std::size_t given_ = 0;
};

} // namespace quadrille::detail

#endif
