// Sources: walks of the compiled engine that find the answers of a question, one buffer at a time.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_QUESTIONS_SOURCES_HPP
#define QUADRILLE_DETAIL_QUESTIONS_SOURCES_HPP

#include <quadrille/detail/answers/sink.hpp>
#include <quadrille/detail/base/apart.hpp>
#include <quadrille/detail/engine/batch_walks.hpp>
#include <quadrille/detail/engine/core.hpp>
#include <quadrille/detail/engine/query.hpp>
#include <quadrille/vocabulary.hpp>

#include <cstdint>
#include <span>

namespace quadrille::detail {

// A source is constructed from the tree, the question, the counters (or null) and a watch; all must outlive it. `fill`
// returns false when there are no more answers. A buffer may be empty before that, if its only answer was left out.

/// The index of the excluded item, if the tree has it.
template <class Shape, class Filter>
std::uint32_t left_out(const core<Shape>& in, const Filter& wanted) noexcept {
    return wanted.except && in.contains(wanted.except) ? wanted.except.index : no_index;
}
/// Removes an item from a buffer of answers. Not inlined, as it is rarely needed.
inline QUADRILLE_APART void leave_out(std::uint32_t index, hit_buffer& found, counters* counts) noexcept {
    std::uint32_t kept = 0;
    for (std::uint32_t at = 0; at < found.count; ++at) {
        found.answers[kept] = found.answers[at];
        kept += found.answers[at] != index ? 1 : 0;
    }
    if (kept < found.count) {
        uncount_answer(counts);
    }
    found.count = kept;
}

/// Whether an item is an answer of a query, according to the full scan.
template <class Shape, class Area>
bool is_found_by(const Area& area, const Shape& shape) {
    if constexpr (has_functions<Area>) {
        return area.intersects(shape);
    } else {
        return intersects(shape, area);
    }
}

/// The result of an area's functions for a cell.
template <class Area>
coverage coverage_by(const Area& area, const box<float>& cell) {
    if (!area.may_intersect(cell)) {
        return coverage::outside;
    }
    if constexpr (requires { area.covers(cell); }) {
        return area.covers(cell) ? coverage::covered : coverage::intersected;
    } else {
        return coverage::intersected;
    }
}

/// Begins a walk for the items that intersect an area. If the area has a function `instead()`, that may return another
/// area with the same answers.
template <class Shape, class Area, class Watching>
void begin_walk(const core<Shape>& in, query_walk<Shape>& walk, const Area& area, const filter& wanted,
                counters* counts, const Watching& watching, bool is_paired = false) {
    static_assert(
        area_for<Area, Shape>,
        "the area of a question is of the tree's own scalar (in a tree of floats a quadrille::box<float>), or "
        "a class of your own with bounds(), may_intersect(cell) and intersects(shape)");
    if constexpr (requires { area.instead(); }) {
        if (const auto* plain = area.instead()) {
            return begin_walk(in, walk, *plain, wanted, counts, watching);
        }
    }
    area_query<Shape>& query = walk.query;
    query.about(wanted, counts);
    walk.images.is_paired = is_paired;
    if constexpr (plain_area<Area, typename Shape::scalar>) {
        walk.area = bounds_of(area);
        query.about(area);
    } else {
        query.form = area_form::own;
        query.own_area = &area;
        query.own_watch = &watching;
        query.has_ended = false;
        if (in.chosen_options().period) {
            if constexpr (requires { typename Area::around_this; }) {
                walk.images.all = images_of(in.chosen_options(), area.of);
            } else {
                walk.images.all = images_of(in.chosen_options(), area);
            }
        }
        query.of_cell = [](const area_query<Shape>& about, const box<float>& cell) noexcept {
            const coverage found = coverage_by(*static_cast<const Area*>(about.own_area), cell);
            about.has_ended = !has_form<Area> && static_cast<const Watching*>(about.own_watch)->sees_change();
            return found;
        };
        query.of_item = [](const area_query<Shape>& about, const Shape& shape) noexcept {
            const bool is_answer = static_cast<const Area*>(about.own_area)->intersects(shape);
            about.has_ended = !has_form<Area> && static_cast<const Watching*>(about.own_watch)->sees_change();
            return is_answer;
        };
        walk.area = area.bounds();
        if (!has_form<Area> && watching.sees_change()) {
            walk.top = 0;
            walk.images.is_of_cell = true; // it has no images
            return;
        }
    }
    in.begin_query(walk);
}

/// Begins a walk for the partners of an item of this shape: those within a distance of it; for 0 those that intersect
/// it.
template <class Shape, storable Area>
void begin_near(const core<Shape>& in, query_walk<Shape>& walk, const Area& shape, double distance,
                const filter& wanted, counters* counts) {
    if (distance == 0) {
        begin_walk(in, walk, shape, wanted, counts, unwatched{}, true);
    } else {
        begin_walk(in, walk, surroundings<Area>{shape, distance}, wanted, counts, unwatched{}, true);
    }
}

/// The items that an area walk finds.
template <class Shape>
class area_source {
public:
    using answer = std::uint32_t;
    using buffer = hit_buffer;
    using walk_type = query_walk<Shape>;

    template <class Question, class Watching>
    static void
    begin(const core<Shape>& in, walk_type& walk, const Question& asked, counters* counts, const Watching& watching) {
        walk.except = left_out(in, asked.wanted);
        begin_walk(in, walk, asked.reach(), asked.wanted, counts, watching);
    }
    static bool fill(const core<Shape>& in, walk_type& walk, buffer& found) noexcept {
        return in.fill_query(walk, found);
    }
    static void leave_out(const walk_type& walk, buffer& found) noexcept {
        if (walk.except != no_index) {
            detail::leave_out(walk.except, found, walk.query.counts);
        }
    }

    /// Whether the answers of a walk that has begun can be counted without being collected.
    static bool can_count(const core<Shape>& in, const walk_type& walk) noexcept {
        return walk.except == no_index && !in.chosen_options().period;
    }

    template <class Question, class Watching>
    area_source(const core<Shape>& in, const Question& asked, counters* counts, const Watching& watching) : in_(in) {
        begin(in, walk_, asked, counts, watching);
    }
    /// `walk` must be begun before the first `fill`.
    explicit area_source(const core<Shape>& in) noexcept : in_(in) {}

    walk_type& walk() noexcept { return walk_; }
    bool fill(buffer& found) noexcept {
        const bool may_go_on = fill(in_, walk_, found);
        leave_out(walk_, found);
        return may_go_on;
    }
    /// Counts all answers without collecting them, if that is possible; then `fill` has none left.
    bool count(std::uint32_t& total) noexcept {
        walk_.query.is_count = can_count(in_, walk_);
        if (walk_.query.is_count) {
            buffer found;
            batch_walks<Shape>::fill(in_, std::span(&walk_, 1), &found);
            total = found.count;
        }
        return walk_.query.is_count;
    }

private:
    const core<Shape>& in_;
    walk_type walk_;
};

/// The items that intersect a given item, without the item itself.
template <class Shape>
class intersecting_source {
public:
    using answer = std::uint32_t;
    using buffer = hit_buffer;

    template <class Question, class Watching>
    intersecting_source(const core<Shape>& in, const Question& asked, counters* counts, const Watching&)
        : items_(in), own_(in.contains(asked.which) ? asked.which.index : no_index), counts_(counts) {
        if (own_ != no_index) {
            items_.walk().except = left_out(in, asked.wanted);
            begin_near(in, items_.walk(), in.shape_at(own_), 0, asked.wanted, counts);
        }
    }

    bool fill(buffer& found) noexcept {
        while (items_.fill(found)) {
            leave_out(own_, found, counts_);
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

    template <class Question, class Watching>
    pair_source(const core<Shape>& in, const Question& asked, counters* counts, const Watching&) noexcept
        : in_(in), partners_(asked.partners(in)) {
        in_.begin_pairs(walk_, {asked.wanted, counts, asked.is_join});
    }

    bool fill(buffer& found) noexcept { return in_.fill_pairs(walk_, partners_, found); }

private:
    const core<Shape>& in_;
    const core<Shape>& partners_;
    pair_walk<Shape> walk_;
};

/// The items that a ray or a moving shape hits.
template <class Shape>
class cast_source {
public:
    using answer = cast_answer;
    using buffer = cast_buffer;
    using walk_type = cast_walk;

    template <class Question, class Watching>
    static void
    begin(const core<Shape>& in, walk_type& walk, const Question& asked, counters* counts, const Watching&) noexcept {
        walk.moving = asked.moving();
        walk.layers = asked.wanted.layers;
        walk.counts = counts;
        walk.except = left_out(in, asked.wanted);
        in.begin_cast(walk);
    }
    static bool fill(const core<Shape>& in, walk_type& walk, buffer& found) noexcept {
        return in.fill_cast(walk, found);
    }
    static void leave_out(const walk_type&, buffer&) noexcept {} // the walk has left it out

    template <class Question, class Watching>
    cast_source(const core<Shape>& in, const Question& asked, counters* counts, const Watching& watching) noexcept
        : in_(in) {
        begin(in, walk_, asked, counts, watching);
    }

    /// Restricts the remaining answers to this fraction.
    void shorten(double farthest) noexcept { walk_.farthest = farthest; }
    /// Restricts the answers to the first one; the next buffer holds it.
    void want_first() noexcept { walk_.is_first = true; }
    bool fill(buffer& found) noexcept { return fill(in_, walk_, found); }

private:
    const core<Shape>& in_;
    walk_type walk_;
};

/// Every item, by ascending index.
template <class Shape>
class each_source {
public:
    using answer = std::uint32_t;
    using buffer = one_answer<answer>;

    template <class Question, class Watching>
    each_source(const core<Shape>& in, const Question&, counters*, const Watching&) noexcept : in_(in) {}

    bool fill(buffer& found) noexcept {
        const engine_head& head = in_.head();
        while (next_ < head.index_limit && (head.generations[next_] & 1U) == 0) {
            ++next_;
        }
        found.answers[0] = next_++;
        return found.answers[0] < head.index_limit;
    }

private:
    const core<Shape>& in_;
    std::uint32_t next_ = 0;
};

} // namespace quadrille::detail

#endif
