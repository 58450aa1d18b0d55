// Rings: the items around an area by distance, one ring after the other, and the nearest items among them.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_QUESTIONS_RINGS_HPP
#define QUADRILLE_DETAIL_QUESTIONS_RINGS_HPP

#include <quadrille/detail/answers/sink.hpp>
#include <quadrille/detail/engine/core.hpp>
#include <quadrille/detail/engine/images.hpp>
#include <quadrille/detail/engine/query.hpp>
#include <quadrille/detail/engine/watch.hpp>
#include <quadrille/detail/questions/nearest.hpp>
#include <quadrille/detail/questions/sources.hpp>
#include <quadrille/geometry.hpp>
#include <quadrille/vocabulary.hpp>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace quadrille::detail {

/// An area for walks: everything whose `distance2` from an area is at most `limit2`. Cells are tested by a lower bound
/// of their distance, with a margin for all rounding.
template <class Shape, class Area>
struct ring {
    using scalar = typename Shape::scalar;
    using around_this = Area; ///< only images near this area can be near enough

    Area of;
    double limit2;

    box<scalar> bounds() const noexcept {
        const box<double> around = in_double(bounds_of(of));
        const double by = with_margin<scalar>(std::sqrt(limit2), around);
        if (!(by < std::numeric_limits<double>::infinity())) {
            constexpr auto far_off = std::numeric_limits<scalar>::infinity();
            return {{-far_off, -far_off}, {far_off, far_off}};
        }
        const auto in_scalar = [](double number) {
            constexpr auto most = (std::numeric_limits<scalar>::max)();
            constexpr auto far_off = std::numeric_limits<scalar>::infinity();
            return number < -double(most) ? -far_off : number > double(most) ? far_off : static_cast<scalar>(number);
        };
        return {{in_scalar(around.min.x - by), in_scalar(around.min.y - by)},
                {in_scalar(around.max.x + by), in_scalar(around.max.y + by)}};
    }
    bool may_intersect(const box<float>& cell) const noexcept {
        if (gap2(cell, bounds_of(of)) > limit2) {
            return false;
        }
        if constexpr (is_outline<Area>) {
            return as_polygon(of, [&](const auto& outline) {
                return may_be_near(in_double(cell), outline, frame_of(outline), std::sqrt(limit2));
            });
        } else {
            return true;
        }
    }
    bool intersects(const Shape& shape) const noexcept { return distance2(shape, of) <= limit2; }
};

/// The items around an area, ordered by `distance2`. The first ring is as wide as the items nearest to a place in the
/// area require. Each further ring is twice as large, or more if the last ring was empty.
template <class Shape, class Area>
class rings {
    using scalar = typename Shape::scalar;
    static constexpr double infinity = std::numeric_limits<double>::infinity();

public:
    rings(const core<Shape>& in, const Area& around, const nearest_filter& wanted, counters* counts) noexcept
        : in_(in), wanted_(wanted), counts_(counts), except_(left_out(in, wanted)), ring_{around, infinity},
          is_open_(has_points(around) && wanted.distance >= 0) {
        const double limit2 = wanted_.distance * wanted_.distance;
        last_ = limit2 < infinity ? limit2 * (1 + 0x1p-30) + 0x1p-1000 : infinity;
    }

    /// Begins with a ring that contains as many items as `room` holds, if the tree has that many. Overwrites `room`.
    void begin(std::span<neighbor> room) noexcept {
        nearest_query<scalar> query{place_in(bounds_of(ring_.of)), {.layers = wanted_.layers}, counted()};
        if (except_ != no_index) {
            query.accept = [](void* context, std::uint32_t index) {
                return index == *static_cast<const std::uint32_t*>(context) ? acceptance::no : acceptance::yes;
            };
            query.context = &except_;
        }
        double outer2 = infinity;
        if (is_open_ && room.size() < in_.head().size && in_.nearest(query, room) == room.size()) {
            outer2 = 0;
            for (const neighbor& one : room) {
                outer2 = (std::max)(outer2, measured(one.which.index).measure);
            }
            spacing2_ = room.back().distance2;
        }
        add_seen();
        ring_.limit2 = (std::min)(outer2, last_);
    }
    /// Advances to the next ring; returns false after the last.
    bool grow() noexcept {
        factor_ = has_found_ ? 2 : factor_ * factor_;
        inner2_ = ring_.limit2;
        is_open_ = is_open_ && inner2_ < last_;
        const double outer2 = inner2_ > 0 ? inner2_ * factor_ : (std::max)(spacing2_, least_squared);
        ring_.limit2 = outer2 < last_ ? outer2 : last_;
        return is_open_;
    }
    /// From now on nothing farther than `limit2` is searched. In a world that wraps the present walk keeps its ring, by
    /// which it decides whether it met an item at an earlier image.
    void shorten(double limit2) noexcept { ring_.limit2 = in_.chosen_options().period ? ring_.limit2 : limit2; }

    /// Calls `use(index, distance2)` with each item of the ring; ends when it returns false, and returns that value.
    template <class Use>
    bool visit(const Use& use) {
        static constexpr unwatched watching{};
        has_found_ = false;
        if (!is_open_) {
            return true;
        }
        query_walk<Shape> walk;
        begin_walk(in_, walk, ring_, filter{wanted_.layers}, counted(), watching);
        bool goes_on = true;
        for (hit_buffer found; goes_on && in_.fill_query(walk, found);) {
            for (std::uint32_t at = 0; goes_on && at < found.count; ++at) {
                const std::uint32_t index = found.answers[at];
                const double far2 = measured(index).measure;
                const bool is_new = far2 > inner2_ && index != except_;
                if (is_new && (wanted_.distance == infinity || is_within(index))) {
                    has_found_ = true;
                    goes_on = use(index, far2);
                }
            }
        }
        add_seen();
        return goes_on;
    }

    /// The distance of an item, measured to its nearest image.
    measured_image measured(std::uint32_t index) const noexcept {
        return least_around(in_.chosen_options(), ring_.of, in_.shape_at(index),
                            [&](const Shape& image) { return distance2(image, ring_.of); });
    }

private:
    bool is_within(std::uint32_t index) const noexcept {
        return 0 <= least_around(in_.chosen_options(), ring_.of, in_.shape_at(index), [&](const Shape& image) {
                        return are_within(image, ring_.of, wanted_.distance) ? 0.0 : -1.0;
                    }).measure;
    }
    /// A finite place in bounds that may be infinite.
    static point<scalar> place_in(const box<scalar>& bounds) noexcept {
        const auto between = [](scalar least, scalar most) {
            const bool has_least = std::isfinite(least);
            const bool has_most = std::isfinite(most);
            return has_least && has_most ? least / 2 + most / 2 : has_least ? least : has_most ? most : scalar{0};
        };
        return {between(bounds.min.x, bounds.max.x), between(bounds.min.y, bounds.max.y)};
    }
    counters* counted() noexcept { return counts_ != nullptr ? &seen_ : nullptr; }
    /// Adds the work of a walk to the counters, without its hits, which are not answers yet.
    void add_seen() noexcept {
        seen_.answers = 0;
        add_to(counts_, seen_);
        seen_ = {};
    }

    const core<Shape>& in_;
    nearest_filter wanted_;
    counters* counts_;
    counters seen_;
    std::uint32_t except_;
    ring<Shape, Area> ring_;
    double inner2_ = -1;
    double last_; ///< nothing farther is searched
    double spacing2_ = 0;
    double factor_ = 2;
    bool has_found_ = false;
    bool is_open_;
};

/// Writes the items nearest to an area to `results`; returns their number. The results are a heap with the farthest
/// item first, until all rings that can contain a nearer item are visited.
template <class Shape, class Area>
std::size_t find_around(const core<Shape>& in, const Area& around, const nearest_filter& wanted,
                        std::span<neighbor> results, const acceptor& accept, counters* counts) noexcept {
    if (results.empty()) {
        return 0;
    }
    rings<Shape, Area> around_it(in, around, wanted, counts);
    around_it.begin(results);
    std::size_t count = 0;
    const auto heap = [&] { return results.first(count); };
    const auto keep = [&](std::uint32_t index, double far2) {
        const neighbor one{{index, in.head().generations[index]}, far2};
        const bool is_full = count == results.size();
        if (is_full && !comes_before(one, results.front())) {
            return true;
        }
        const acceptance decision = accept.decide == nullptr ? acceptance::yes : accept.decide(accept.context, index);
        if (decision != acceptance::yes) {
            return decision == acceptance::no;
        }
        if (is_full) {
            std::pop_heap(heap().begin(), heap().end(), comes_before);
            --count;
        }
        results[count++] = one;
        std::push_heap(heap().begin(), heap().end(), comes_before);
        if (count == results.size()) {
            around_it.shorten(results.front().distance2);
        }
        return true;
    };
    do {
        if (!around_it.visit(keep)) {
            return 0; // the predicate ended the search
        }
    } while (count < results.size() && around_it.grow());
    std::sort_heap(heap().begin(), heap().end(), comes_before);
    add_to(counts, {.answers = count});
    return count;
}

/// The items by ascending distance from an area, as a range. One ring at a time waits in the workspace.
template <class Shape, class Area>
class rings_source {
public:
    using answer = nearest_candidate;
    using buffer = one_answer<answer>;

    template <class Question, class Watching>
    rings_source(const core<Shape>& in, const Question& asked, counters* counts, const Watching& watching)
        : rings_(in, asked.where, asked.wanted, counts), counts_(counts), workspace_(watching.workspace()) {
        neighbor first[8];
        rings_.begin(first);
        keep();
    }

    bool fill(buffer& found) {
        while (workspace_.empty()) {
            if (!rings_.grow()) {
                return false;
            }
            keep();
        }
        found.answers[0] = workspace_.pop();
        found.from_there = rings_.measured(found.answers[0].what).from_there;
        add_to(counts_, {.answers = 1});
        return true;
    }

private:
    void keep() {
        rings_.visit([&](std::uint32_t index, double far2) {
            workspace_.push({far2, index, true});
            return true;
        });
    }

    rings<Shape, Area> rings_;
    counters* counts_;
    nearest_workspace& workspace_;
};

} // namespace quadrille::detail

#endif
