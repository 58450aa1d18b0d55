// Computes the positions of all things at common times.
// SPDX-License-Identifier: MIT
#include "every.hpp"

#include "files/layer/changes.hpp"
#include "files/text/errors.hpp"
#include "files/text/texts.hpp"

#include <quadrille/config.hpp>
#include <quadrille/period.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <utility>
#include <variant>
#include <vector>

namespace quadrille::cli {

namespace {

/// The multiples of a step, each rounded once, as if it were read from text: with a step of 0.1 the third is 0.3.
class common_times {
public:
    explicit common_times(double step) {
        constexpr double most_digits = 1e9;
        for (scale_ = 1; scale_ < most_digits && std::abs(std::round(step * scale_) - step * scale_) > 1e-9;) {
            scale_ *= 10;
        }
        steps_ = std::round(step * scale_);
        if (!(steps_ > 0) || std::abs(steps_ / scale_ - step) > 1e-9 * step) { // not a short decimal number
            scale_ = 1;
            steps_ = step;
        }
    }

    double at(double number) const noexcept { return number * steps_ / scale_ + 0.0; }
    /// Returns the number of the first time that is not before `t`.
    double first_from(double t) const noexcept {
        double number = std::ceil(t * scale_ / steps_);
        while (at(number - 1) >= t) {
            --number;
        }
        while (at(number) < t) {
            ++number;
        }
        return number;
    }
    /// Returns whether the numbers near `t` are still integers.
    bool can_count(double t) const noexcept {
        constexpr double most = 1e15;
        return std::abs(t * scale_ / steps_) < most && std::abs(t * scale_) < most;
    }

private:
    double scale_;
    double steps_; ///< in units of 1 / scale_
};

template <class Shape>
Shape between(const Shape& one, const Shape& other, double share, const period& world) {
    const auto way = [&](const point<double>& from, const point<double>& to) {
        const point<double> straight = {to.x - from.x, to.y - from.y};
        const point<double> way = shortest(straight, world);
        const point<double> end = way == straight ? to : point<double>{from.x + way.x, from.y + way.y};
        return point<double>{std::lerp(from.x, end.x, share), std::lerp(from.y, end.y, share)};
    };
    if constexpr (is_point<Shape>) {
        return way(one, other);
    } else if constexpr (is_circle<Shape>) {
        return {way(one.center, other.center), std::lerp(one.radius, other.radius, share)};
    } else {
        // All corners take the same way around the world: that of the lowest corner.
        const point<double> low = way(one.min, other.min);
        const double width = std::lerp(one.max.x - one.min.x, other.max.x - other.min.x, share);
        const double height = std::lerp(one.max.y - one.min.y, other.max.y - other.min.y, share);
        return {low, {low.x + width, low.y + height}};
    }
}

constexpr std::uint32_t no_row = std::numeric_limits<std::uint32_t>::max();

class resampler {
public:
    resampler(files::layer&& from, const every_options& wanted, double step)
        : from_(std::move(from)), times_(step), interpolates_(wanted.interpolate),
          bridge_(wanted.bridge ? wanted.bridge->in(times_of(from_)) : usual_bridge * step),
          wraps_(wanted.on_globe ? period{360, 0} : from_.wraps), on_globe_(wanted.on_globe) {}

    static constexpr double usual_bridge = 10; // in steps

    files::layer all() {
        find_next();
        to_.name = from_.name;
        to_.has_times = true;
        to_.counts_frames = from_.counts_frames;
        to_.skipped = from_.skipped;
        to_.taken_as_boxes = from_.taken_as_boxes;
        to_.wraps = from_.wraps;
        to_.crs = from_.crs;
        to_.is_index = from_.is_index;
        std::visit([this]<class Shape>(const std::vector<Shape>& fixes) { to_.shapes = at_all(fixes); }, from_.shapes);
        to_.ids = std::move(from_.ids);
        to_.attributes = from_.attributes.in_order(rows_of_attributes_);
        return std::move(to_);
    }
    std::uint64_t gaps() const noexcept { return gaps_; }
    /// Returns the number of things that have any position.
    std::uint64_t positioned() const noexcept { return positioned_; }
    double bridge() const noexcept { return bridge_; }

private:
    /// Finds for each fix the next fix of the same thing, if positions in between are known.
    void find_next() {
        const auto count = static_cast<std::uint32_t>(from_.size());
        t_.resize(count);
        for (const files::moment& each : from_.moments) {
            if (!times_.can_count(each.t)) {
                throw files::bad_input(fmt::format(
                    "{}: wanted times that are fewer than 1e15 steps (--every) from 0, found {}", from_.name, each.t));
            }
            std::fill(t_.begin() + each.first, t_.begin() + each.last, each.t);
        }
        latest_.assign(from_.ids.size(), no_row);
        next_.assign(count, no_row);
        double positions = 0;
        for (std::uint32_t row = count; row-- > 0;) {
            std::uint32_t& later = latest_[from_.entities[row]];
            if (later != no_row && is_within(t_[row], t_[later], bridge_)) {
                next_[row] = later;
                positions += times_.first_from(t_[later]) - times_.first_from(t_[row]);
            } else if (later != no_row) {
                ++gaps_;
            }
            later = row;
        }
        if (positions > max_items) {
            throw files::bad_input(
                fmt::format("{}: wanted at most {} positions (--every), found more", from_.name, max_items));
        }
    }

    template <class Shape>
    std::vector<Shape> at_all(const std::vector<Shape>& fixes) {
        std::vector<Shape> made;
        std::vector<bool> is_active(from_.ids.size());
        std::vector<bool> is_positioned(from_.ids.size());
        std::vector<std::uint32_t> active; // things, ascending
        std::vector<std::uint32_t> come;   // things that become active
        std::vector<std::uint32_t> both;
        std::uint32_t row = 0; // the first row that is not used yet
        double number = 0;
        while (row < fixes.size() || !active.empty()) {
            number = active.empty() ? times_.first_from(t_[row]) : number + 1;
            const double now = times_.at(number);
            come.clear();
            for (; row < fixes.size() && t_[row] <= now; ++row) {
                const std::uint32_t thing = from_.entities[row];
                latest_[thing] = row;
                if (!is_active[thing]) {
                    is_active[thing] = true;
                    come.push_back(thing);
                }
            }
            if (!come.empty()) {
                std::sort(come.begin(), come.end());
                both.clear();
                std::merge(active.begin(), active.end(), come.begin(), come.end(), std::back_inserter(both));
                active.swap(both);
            }
            const auto first = static_cast<std::uint32_t>(to_.entities.size());
            std::erase_if(active, [&](std::uint32_t thing) {
                const std::uint32_t fix = latest_[thing];
                if (t_[fix] == now || next_[fix] != no_row) {
                    made.push_back(shape_at(fixes, fix, now));
                    add_row(thing, fix);
                    positioned_ += is_positioned[thing] ? 0U : 1U;
                    is_positioned[thing] = true;
                }
                is_active[thing] = next_[fix] != no_row;
                return !is_active[thing];
            });
            if (const auto last = static_cast<std::uint32_t>(to_.entities.size()); last > first) {
                to_.moments.push_back({now, first, last});
            }
        }
        return made;
    }

    template <class Shape>
    Shape shape_at(const std::vector<Shape>& fixes, std::uint32_t fix, double now) const {
        if (!interpolates_ || t_[fix] == now) {
            return fixes[fix];
        }
        const std::uint32_t next = next_[fix];
        const double share = (now - t_[fix]) / (t_[next] - t_[fix]);
        Shape made = between(fixes[fix], fixes[next], share, wraps_);
        if constexpr (is_point<Shape>) {
            made.x = on_globe_ ? std::remainder(made.x, 360) : made.x;
        }
        return made;
    }

    void add_row(std::uint32_t thing, std::uint32_t fix) {
        if (const files::geometry_view drawn = from_.drawn[fix]; !drawn.empty()) {
            to_.drawn.add(to_.entities.size(), drawn);
        }
        to_.entities.push_back(thing);
        if (from_.attributes.count() > 0) {
            rows_of_attributes_.push_back(fix);
        }
    }

    files::layer from_;
    files::layer to_;
    common_times times_;
    bool interpolates_;
    double bridge_;
    period wraps_;
    bool on_globe_;
    std::uint64_t gaps_ = 0;
    std::uint64_t positioned_ = 0;                  ///< the number of things
    std::vector<double> t_;                         ///< for each fix
    std::vector<std::uint32_t> next_;               ///< for each fix, the one to which it is bridged
    std::vector<std::uint32_t> latest_;             ///< fixes of things
    std::vector<std::uint32_t> rows_of_attributes_; ///< fixes, if there are any attributes
};

} // namespace

void add_every_options(verb& to, every_options& wanted) {
    to.options.push_back(
        {"--every", "TIME",
         "Of a file with times: positions at the multiples of this, such as 10s, 500ms, 5min or 1h, or a "
         "number in the unit of t; where each thing was last",
         [&wanted](const std::string& text) {
             wanted.step = duration("--every", text);
             if (wanted.step->is_zero()) {
                 throw files::bad_value(fmt::format("wanted more than 0, found {}", files::shown(text)));
             }
         }});
    to.options.push_back(
        files::flag("--interpolate", wanted.interpolate,
                    "With --every: on the straight way to where it is next, which may be across the period"));
    to.options.push_back(duration_option(
        "--bridge", wanted.bridge,
        "With --every: the longest time from a position to the next one that is bridged, such as 30s or 5min; else "
        "10 steps"));
}

times_of_file times_of(const files::layer& layer) {
    const double farthest =
        layer.moments.empty() ? 0 : std::max(std::abs(layer.moments.front().t), std::abs(layer.moments.back().t));
    return {layer.name, layer.counts_frames, farthest};
}

files::layer at_common_times(files::layer&& from, const every_options& wanted, const files::reading& how) {
    if (!wanted.step) {
        throw files::bad_input(fmt::format("{}: wanted with --every, found without it",
                                           wanted.interpolate ? "--interpolate" : "--bridge"));
    }
    files::demand_times(from, " for --every");
    if (wanted.interpolate && !from.drawn.empty()) {
        throw files::bad_input(
            fmt::format("{}: wanted points, circles or boxes for --interpolate, found lines or polygons", from.name));
    }
    const double step = wanted.step->in(times_of(from));
    resampler with(std::move(from), wanted, step);
    files::layer made = with.all();
    if (with.gaps() > 0) {
        files::tell(how, made.name,
                    fmt::format("{} gap{} longer than {} (--bridge): no positions in there",
                                files::grouped(with.gaps()), with.gaps() == 1 ? " is" : "s are", with.bridge()));
    }
    const std::uint64_t without = made.ids.size() - with.positioned();
    if (without > 0) {
        files::tell(how, made.name,
                    fmt::format("{} of {} ids have no position at a multiple of {}", files::grouped(without),
                                files::grouped(made.ids.size()), step));
    }
    return made;
}

} // namespace quadrille::cli
