// Sources: queries that the compiled engine answers one buffer at a time. Visitors, vectors and ranges all read from them.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_SOURCE_HPP
#define QUADRILLE_DETAIL_SOURCE_HPP

#include <quadrille/detail/core.hpp>
#include <quadrille/detail/query.hpp>
#include <quadrille/detail/sink.hpp>
#include <quadrille/detail/verify.hpp>
#include <quadrille/vocabulary.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace quadrille::detail {

/// The items that intersect an area.
template <class Shape>
class area_source {
public:
    using answer = std::uint32_t;
    using buffer = hit_buffer;
    using scalar = typename Shape::scalar;

    /// Not to be filled before `begin`.
    explicit area_source(const core<Shape>& from) noexcept : from_(from) {}
    /// A user-defined area, and the watch, must outlive the source.
    template <class Area, class Watching>
    area_source(const core<Shape>& from, const Area& area, const filter& wanted, counters* counts,
                const Watching& watching)
        : from_(from) {
        begin(area, wanted, counts, watching);
    }

    template <class Area, class Watching>
    void begin(const Area& area, const filter& wanted, counters* counts, const Watching& watching) {
        area_query<Shape>& query = walk_.query;
        query.about(wanted, counts);
        if constexpr (plain_area<Area, scalar>) {
            walk_.area = bounds_of(area);
            query.about(area);
            if constexpr (is_checked) {
                if (const detail::verification<Shape> compared(from_); compared.is_wanted()) {
                    compared.check_area(area, wanted, counts != nullptr);
                }
            }
        } else {
            query.form = area_form::own;
            query.own_area = &area;
            query.own_watch = &watching;
            query.has_ended = false;
            query.of_cell = [](const area_query<Shape>& about, const box<float>& cell) noexcept {
                const bool may_intersect = static_cast<const Area*>(about.own_area)->may_intersect(cell);
                about.has_ended = static_cast<const Watching*>(about.own_watch)->sees_change();
                return may_intersect ? coverage::intersected : coverage::outside;
            };
            query.of_item = [](const area_query<Shape>& about, const Shape& shape) noexcept {
                const bool is_answer = static_cast<const Area*>(about.own_area)->intersects(shape);
                about.has_ended = static_cast<const Watching*>(about.own_watch)->sees_change();
                return is_answer;
            };
            walk_.area = area.bounds();
            if (watching.sees_change()) {
                walk_.top = 0;
                return;
            }
        }
        from_.begin(walk_);
    }

    query_walk<Shape>& walk() noexcept { return walk_; }
    bool fill(buffer& found) noexcept { return from_.fill(walk_, found); }

private:
    const core<Shape>& from_;
    query_walk<Shape> walk_;
};

/// The items that intersect a user-defined area, which is stored here.
template <class Shape, class Area>
class own_area_source {
public:
    using answer = std::uint32_t;
    using buffer = hit_buffer;

    template <class Given, class Watching>
    own_area_source(const core<Shape>& from, Given&& area, const filter& wanted, counters* counts,
                    const Watching& watching)
        : area_(std::forward<Given>(area)), items_(from, area_, wanted, counts, watching) {}

    bool fill(buffer& found) noexcept { return items_.fill(found); }

private:
    Area area_;
    area_source<Shape> items_;
};

/// The items that intersect a given item, without the item itself.
template <class Shape>
class intersecting_source {
public:
    using answer = std::uint32_t;
    using buffer = hit_buffer;

    /// No answers if `own` is `no_index`.
    template <class Watching>
    intersecting_source(const core<Shape>& from, std::uint32_t own, const filter& wanted, counters* counts,
                        const Watching& watching)
        : items_(from), own_(own), counts_(counts) {
        if (own != no_index) {
            items_.begin(from.shape_at(own), wanted, counts, watching);
        }
    }

    bool fill(buffer& found) noexcept {
        while (items_.fill(found)) {
            std::uint32_t* const end = found.answers + found.count;
            if (std::uint32_t* const own = std::find(found.answers, end, own_); own != end) {
                std::copy(own + 1, end, own);
                --found.count;
                uncount_answer(counts_);
            }
            if (found.count > 0) {
                return true;
            }
        }
        return false;
    }

private:
    area_source<Shape> items_;
    std::uint32_t own_;
    counters* counts_;
};

/// The pairs of one tree or of two trees.
template <class Shape>
class pair_source {
public:
    using answer = index_pair;
    using buffer = pair_buffer;

    pair_source(const core<Shape>& from, const core<Shape>& other, const pair_query& query) noexcept(!is_checked)
        : from_(from), other_(other) {
        if constexpr (is_checked) {
            const detail::verification<Shape> compared(from_);
            if (compared.is_wanted() && detail::verification<Shape>(other_).is_wanted()) {
                compared.check_pairs(other_, query);
            }
        }
        from_.begin(walk_, query);
    }

    bool fill(buffer& found) noexcept { return from_.fill(walk_, other_, found); }

private:
    const core<Shape>& from_;
    const core<Shape>& other_;
    pair_walk<Shape> walk_;
};

/// The items that a ray or a moving shape hits.
template <class Shape>
class cast_source {
public:
    using answer = cast_answer;
    using buffer = cast_buffer;

    cast_source(const core<Shape>& from, const mover& moving, const filter& wanted, counters* counts,
                bool is_closest = false) noexcept(!is_checked)
        : from_(from) {
        if constexpr (is_checked) {
            if (const detail::verification<Shape> compared(from_); compared.is_wanted()) {
                compared.check_cast(moving, wanted, counts != nullptr, is_closest);
            }
        }
        walk_.moving = moving;
        walk_.wanted = wanted;
        walk_.counts = counts;
        walk_.is_first = is_closest;
        from_.begin(walk_);
    }

    /// Restricts the remaining answers to this fraction.
    void shorten(double farthest) noexcept { walk_.farthest = farthest; }
    bool fill(buffer& found) noexcept { return from_.fill(walk_, found); }

private:
    const core<Shape>& from_;
    cast_walk walk_;
};

/// Every item, by ascending index.
template <class Shape>
class each_source {
public:
    using answer = std::uint32_t;
    using buffer = one_answer<answer>;

    explicit each_source(const core<Shape>& from) noexcept : from_(from) {}

    bool fill(buffer& found) noexcept {
        const engine_head& head = from_.head();
        while (next_ < head.index_limit && (head.generations[next_] & 1U) == 0) {
            ++next_;
        }
        found.answers[0] = next_++;
        return found.answers[0] < head.index_limit;
    }

private:
    const core<Shape>& from_;
    std::uint32_t next_ = 0;
};

} // namespace quadrille::detail

#endif
