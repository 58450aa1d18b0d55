// The bodies of parts.hpp.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_PARTS_PARTS_IPP
#define QUADRILLE_DETAIL_PARTS_PARTS_IPP

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace quadrille {

// ---- The census -----------------------------------------------------------------------------------------------------

inline void part_census::add(const point<double>& where, double weight) {
    if (!std::isfinite(where.x) || !std::isfinite(where.y) || !(weight > 0) || !std::isfinite(weight)) {
        return;
    }
    const double bounded = (std::min)(weight, most_weight);
    weight_ += bounded;
    keep({where, bounded});
}

inline void part_census::add(const part_census& other) {
    if (&other == this) {
        add(part_census(other)); // so that the added copy does not change
        return;
    }
    for (const sample& each : other.samples_) {
        keep(each);
    }
    if (other.next_.weight > 0) {
        keep(other.next_);
    }
    weight_ += other.weight_;
}

/// Draws one of the places that come until a sample stands for enough weight, each with a probability proportional to
/// its weight. So no pattern in their order affects the samples.
inline void part_census::keep(const sample& one) {
    next_.weight += one.weight;
    dice_ = dice_ * 1664525U + 1013904223U;
    if (double(dice_) * next_.weight <= one.weight * 0x1p32) {
        next_.where = one.where;
    }
    if (next_.weight < each_) {
        return;
    }
    samples_.push_back(std::exchange(next_, {{0, 0}, 0}));
    if (samples_.size() == most_) {
        thin_out();
    }
}

/// Keeps one of every two samples, which then stands for both.
inline void part_census::thin_out() {
    const std::vector<sample> before = std::exchange(samples_, {});
    samples_.reserve(most_);
    double all = 0;
    for (const sample& each : before) {
        all += each.weight;
    }
    each_ = 2 * all / double(before.size());
    for (const sample& each : before) {
        keep(each);
    }
}

// ---- The parts ------------------------------------------------------------------------------------------------------

namespace detail {

/// The ends of the lattice of an axis: around nearly all of a sample, and around all of it if that is not much wider.
struct lattice_ends {
    double low;
    double high;
};
inline lattice_ends lattice_over(std::vector<double>& sorted) {
    std::sort(sorted.begin(), sorted.end());
    const std::size_t hundredth = sorted.size() / 100;
    const double low = sorted[hundredth];
    const double high = sorted[sorted.size() - 1 - hundredth];
    const double room = 8 * (high - low);
    return {(std::max)(sorted.front(), low - room), (std::min)(sorted.back(), high + room)};
}

} // namespace detail

inline plane_parts::plane_parts(const part_census& of, std::uint32_t count, const period& wraps,
                                const point<double>& origin) {
    x_.period = wraps.width();
    y_.period = wraps.height();
    x_.origin = origin.x;
    y_.origin = origin.y;
    const std::span<const part_census::sample> samples = of.samples();
    if (samples.empty() || count < 2) {
        begins_.resize(count < 2 ? 0 : count - 1, (std::numeric_limits<code>::max)());
        return;
    }
    const auto set_lattice = [&](axis& along, auto coordinate_of) {
        detail::lattice_ends ends{along.origin, along.origin + along.period};
        if (along.period == 0) {
            std::vector<double> coordinates;
            coordinates.reserve(samples.size());
            for (const part_census::sample& each : samples) {
                coordinates.push_back(coordinate_of(each.where));
            }
            ends = detail::lattice_over(coordinates);
        }
        along.begin = ends.low;
        const double scale = 0x1p32 / (ends.high - ends.low);
        along.scale = std::isfinite(scale) && scale > 0 ? scale : 1;
    };
    set_lattice(x_, [](const point<double>& where) { return where.x; });
    set_lattice(y_, [](const point<double>& where) { return where.y; });

    std::vector<std::pair<code, double>> weighed;
    weighed.reserve(samples.size());
    double all = 0;
    for (const part_census::sample& each : samples) {
        weighed.emplace_back(code_at(x_.inside(each.where.x), y_.inside(each.where.y)), each.weight);
        all += each.weight;
    }
    std::sort(weighed.begin(), weighed.end());
    begins_.reserve(count - 1);
    double before = 0;
    for (const auto& [at, weight] : weighed) {
        while (begins_.size() < count - 1 && before >= all * double(begins_.size() + 1) / count) {
            begins_.push_back(at);
        }
        before += weight;
    }
    begins_.resize(count - 1, (std::numeric_limits<code>::max)());
}

inline std::uint32_t plane_parts::axis::cell_of(double where) const noexcept {
    // Monotonic despite rounding.
    const double at = (where - begin) * scale;
    return at >= 0x1p32 ? 0xFFFF'FFFFU : at > 0 ? static_cast<std::uint32_t>(at) : 0U;
}

inline double plane_parts::axis::inside(double where) const noexcept {
    return period == 0 || !std::isfinite(where) ? where : where - std::floor((where - origin) / period) * period;
}

inline double plane_parts::axis::slack() const noexcept {
    return period == 0 ? 0 : 0x1p-48 * (std::abs(origin) + 2 * period);
}

inline plane_parts::cell_runs plane_parts::axis::cells_of(double from, double to) const noexcept {
    if (period == 0) {
        return {{{cell_of(from), cell_of(to)}, {}}, 1};
    }
    constexpr std::uint32_t last = 0xFFFF'FFFFU;
    from -= slack();
    to += slack();
    const double turns = std::floor((from - origin) / period);
    const double turns_of_end = std::floor((to - origin) / period);
    if (!(turns_of_end - turns <= 1)) {
        return {{{0, last}, {}}, 1};
    }
    const std::uint32_t lowest = cell_of(from - turns * period);
    const std::uint32_t highest = cell_of(to - turns_of_end * period);
    if (turns == turns_of_end) {
        return {{{lowest, highest}, {}}, 1};
    }
    return {{{0, highest}, {lowest, last}}, 2};
}

inline plane_parts::cell_runs::run plane_parts::cell_runs::between(std::uint32_t low,
                                                                   std::uint32_t high) const noexcept {
    run all{1, 0};
    for (int which = 0; which < count; ++which) {
        const run here{(std::max)(low, runs[which].first), (std::min)(high, runs[which].last)};
        if (here.first <= here.last) {
            all = all.first > all.last ? here : run{(std::min)(all.first, here.first), (std::max)(all.last, here.last)};
        }
    }
    return all;
}

inline double plane_parts::axis::common(double low, double high, double other_low, double other_high) const noexcept {
    if (period == 0) {
        return (std::max)(low, other_low);
    }
    // Uses the nearest image of the other range.
    const double between = (other_low / 2 + other_high / 2) - (low / 2 + high / 2);
    const double turns = std::round((between - std::remainder(between, period)) / period);
    return inside((std::max)(low, other_low - turns * period));
}

inline plane_parts::code plane_parts::code_of(std::uint32_t column, std::uint32_t row) noexcept {
    const auto spread = [](code bits) {
        bits = (bits | bits << 16U) & 0x0000'FFFF'0000'FFFFU;
        bits = (bits | bits << 8U) & 0x00FF'00FF'00FF'00FFU;
        bits = (bits | bits << 4U) & 0x0F0F'0F0F'0F0F'0F0FU;
        bits = (bits | bits << 2U) & 0x3333'3333'3333'3333U;
        return (bits | bits << 1U) & 0x5555'5555'5555'5555U;
    };
    return spread(column) | spread(row) << 1U;
}

inline std::uint32_t plane_parts::part_of(code at) const noexcept {
    return static_cast<std::uint32_t>(std::upper_bound(begins_.begin(), begins_.end(), at) - begins_.begin());
}

inline std::uint32_t plane_parts::part_at(const point<double>& where) const noexcept {
    return part_of(code_at(x_.inside(where.x), y_.inside(where.y)));
}

/// Grows bounds by half of the distance on all sides, and by more than rounding takes. Two boxes within the distance of
/// each other intersect after this.
inline box<double> plane_parts::reach(const box<double>& bounds, double distance) const noexcept {
    const double around = distance * (0.5 + 0x1p-20);
    const auto below = [](double edge, double by) { return by == 0 ? edge : std::nextafter(edge - by, -INFINITY); };
    const auto above = [](double edge, double by) { return by == 0 ? edge : std::nextafter(edge + by, +INFINITY); };
    return {{below(bounds.min.x, around), below(bounds.min.y, around)},
            {above(bounds.max.x, around), above(bounds.max.y, around)}};
}

inline std::uint32_t plane_parts::teller(const box<double>& one, const box<double>& other,
                                         double distance) const noexcept {
    // The lower corner of the intersection of both reaches lies in both, so in a part that holds both items. In a world
    // that wraps, it is computed from the box that is first in order, so that every caller gets the same place.
    const auto is_before = [](const box<double>& a, const box<double>& b) {
        return a.min.x != b.min.x   ? a.min.x < b.min.x
               : a.min.y != b.min.y ? a.min.y < b.min.y
               : a.max.x != b.max.x ? a.max.x < b.max.x
                                    : a.max.y < b.max.y;
    };
    const bool is_in_order = !is_before(other, one);
    const box<double> a = reach(is_in_order ? one : other, distance);
    const box<double> b = reach(is_in_order ? other : one, distance);
    return part_of(code_at(x_.common(a.min.x, a.max.x, b.min.x, b.max.x), //
                           y_.common(a.min.y, a.max.y, b.min.y, b.max.y)));
}

inline std::uint32_t plane_parts::sole_holder(const box<double>& bounds, double distance) const noexcept {
    const box<double> all = reach(bounds, distance);
    const cell_runs columns = x_.cells_of(all.min.x, all.max.x);
    const cell_runs rows = y_.cells_of(all.min.y, all.max.y);
    const cell_runs::run x = columns.runs[0];
    const cell_runs::run y = rows.runs[0];
    if (columns.count > 1 || rows.count > 1) {
        return size();
    }
    const std::uint32_t from = part_of(code_of(x.first, y.first));
    return from == part_of(code_of(x.last, y.last)) ? from : size();
}

template <class Use>
void plane_parts::each_holder(const box<double>& bounds, double distance, Use&& use) const {
    const box<double> all = reach(bounds, distance);
    const cell_runs columns = x_.cells_of(all.min.x, all.max.x);
    const cell_runs rows = y_.cells_of(all.min.y, all.max.y);
    struct cell {
        std::uint32_t column;
        std::uint32_t row;
        int level; ///< width: 2^level cells of the lattice
    };
    cell pending[3 * levels + 1];
    int count = 0;
    pending[count++] = {0, 0, levels};
    std::uint32_t next = 0; // parts come by ascending numbers, like cells along the curve
    while (count > 0) {
        const cell here = pending[--count];
        const std::uint32_t rest = here.level == levels ? 0xFFFF'FFFFU : (1U << unsigned(here.level)) - 1;
        const cell_runs::run x = columns.between(here.column, here.column + rest);
        const cell_runs::run y = rows.between(here.row, here.row + rest);
        if (x.first > x.last || y.first > y.last) {
            continue;
        }
        // The codes of all cells here lie between those of its corners.
        const std::uint32_t from = part_of(code_of(x.first, y.first));
        const std::uint32_t to = part_of(code_of(x.last, y.last));
        if (from == to) {
            if (from >= next) {
                use(from);
                next = from + 1;
            }
            continue;
        }
        const std::uint32_t half = 1U << unsigned(here.level - 1);
        for (std::uint32_t quarter = 4; quarter-- > 0;) {
            pending[count++] = {here.column + quarter % 2 * half, here.row + quarter / 2 * half, here.level - 1};
        }
    }
}

} // namespace quadrille

#endif
