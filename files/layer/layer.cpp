// Builds a layer from its rows, and sorts them by time.
// SPDX-License-Identifier: MIT
#include "layer.hpp"

#include "files/text/errors.hpp"
#include "files/text/texts.hpp"
#include "readers.hpp"
#include "shared_ids.hpp"

#include <quadrille/config.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

namespace quadrille::files {

std::string shown_place(const std::string& file, const row_place& place) {
    return place.column == 0 ? fmt::format("{}: feature {}", file, place.line)
                             : fmt::format("{}:{}:{}", file, place.line, place.column);
}

bad_row repeated_row(const std::string& file, const row_place& place, std::string_view id, std::uint64_t earlier_line,
                     bool at_a_time, bool is_passed_over) {
    const std::string_view way_out = at_a_time || is_passed_over ? "" : " (--id - takes the rows' numbers)";
    bad_row wrong(place, fmt::format("{}: wanted an id of its own, found {}, which {} {} has already{}{}",
                                     shown_place(file, place), shown(id), place.column == 0 ? "feature" : "line",
                                     earlier_line, at_a_time ? " at this t" : "", way_out));
    wrong.repeats_an_id = !at_a_time;
    return wrong;
}

void add_point_or_box(shape_list& shapes, const box<double>& bounds, bool is_point) {
    auto* const points = std::get_if<std::vector<point<double>>>(&shapes);
    if (points != nullptr && is_point) {
        points->push_back(bounds.min);
        return;
    }
    if (points != nullptr) {
        std::vector<box<double>> boxes;
        boxes.reserve(points->size() + 1);
        for (const point<double>& each : *points) {
            boxes.push_back({each, each});
        }
        shapes = std::move(boxes);
    }
    std::get<std::vector<box<double>>>(shapes).push_back(bounds);
}

void layer_builder::begin(row_head head) {
    built_.name = std::move(head.name);
    built_.shapes = std::move(head.no_shapes);
    built_.has_times = head.has_times;
    built_.has_row_numbers = head.has_row_numbers;
    built_.counts_frames = head.counts_frames;
    guessed_times_ = std::move(head.guessed_times);
    has_points_and_boxes_ = head.has_points_and_boxes;
    numbers_shared_ids_ = head.numbers_shared_ids();
    passed_over_ = head.passed_over;
    if (has_points_and_boxes_) {
        built_.shapes = std::vector<point<double>>();
    }
}

void layer_builder::add_shape(const any_shape& shape) {
    if (has_points_and_boxes_) {
        add_point_or_box(built_.shapes, bounds_of_any(shape), std::holds_alternative<point<double>>(shape));
        return;
    }
    std::visit([this]<class Shape>(const Shape& one) { std::get<std::vector<Shape>>(built_.shapes).push_back(one); },
               shape);
}

/// Adds the geometry of the latest row.
void layer_builder::add_geometry(const geometry_view& drawn) {
    if (with_vertices_) {
        built_.drawn.add(begun_ - 1, drawn);
    }
}

void layer_builder::add_attribute(std::uint32_t number, const attribute& value) {
    built_.attributes.set(begun_ - 1, number, value);
}

namespace {

std::size_t hash_of(std::size_t id_hash, double t) noexcept {
    constexpr std::size_t spread = 0x9E3779B97F4A7C15U & std::numeric_limits<std::size_t>::max();
    return std::hash<double>()(t) + id_hash * spread;
}

} // namespace

void layer_builder::add(std::string_view id, double t, const row_place& place) {
    if (begun_ == max_items) {
        throw bad_input(fmt::format("{}: wanted at most {} shapes, found more", built_.name, max_items));
    }
    const text_list& ids = built_.ids;
    if (numbers_shared_ids_) {
        numbers_.push_back(static_cast<std::uint32_t>(place.number));
    }
    if (numbers_shared_ids_ || (are_ascending_ && (ids.size() == 0 || comes_behind(id, ids[ids.size() - 1])))) {
        take_row(static_cast<std::uint32_t>(ids.size()), id, t, place.line);
        ++begun_;
        return;
    }
    if (are_ascending_) {
        remember_ids();
    }
    if (begun_ - settled_ == in_flight_.size()) {
        settle_row();
    }
    begun_row& row = in_flight_[begun_ % in_flight_.size()];
    row.id = id;
    row.t = t;
    row.place = place;
    row.id_hash = std::hash<std::string_view>()(id);
    row.hash = hash_of(row.id_hash, t);
    known_ids_.prefetch(row.id_hash);
    seen_.prefetch(row.hash);
    ++begun_;
}

void layer_builder::forget() {
    layer anew;
    anew.name = std::move(built_.name);
    anew.has_times = built_.has_times;
    anew.counts_frames = built_.counts_frames;
    anew.shapes = std::vector<point<double>>();
    built_ = std::move(anew);
    are_ascending_ = true;
    begun_ = settled_ = 0;
    repeated_.clear();
    times_.clear();
    lines_.clear();
    numbers_.clear();
    known_ids_ = {};
    seen_ = {};
}

void layer_builder::take_row(std::uint32_t entity, std::string_view id, double t, std::uint64_t line) {
    if (entity == built_.ids.size()) {
        built_.ids.push_back(id);
    }
    built_.entities.push_back(entity);
    if (!numbers_shared_ids_) {
        lines_.push_back(line);
    }
    if (built_.has_times) {
        times_.push_back(t);
    }
    ++settled_;
}

/// From now on ids are searched among all earlier ones. Until now each row had an id of its own.
void layer_builder::remember_ids() {
    are_ascending_ = false;
    const auto is_same = [](std::uint32_t) { return false; };
    for (std::uint32_t row = 0; row < begun_; ++row) {
        const std::size_t id_hash = std::hash<std::string_view>()(built_.ids[row]);
        known_ids_.find_or_add(row, id_hash, is_same);
        if (built_.has_times) {
            seen_.find_or_add(row, hash_of(id_hash, times_[row]), is_same);
        }
    }
}

/// Completes the earliest row in flight.
void layer_builder::settle_row() {
    const auto which = static_cast<std::uint32_t>(built_.size());
    const begun_row& row = in_flight_[settled_ % in_flight_.size()];
    const auto entity = known_ids_.find_or_add(static_cast<std::uint32_t>(built_.ids.size()), row.id_hash,
                                               [&](std::uint32_t other) { return built_.ids[other] == row.id; });
    take_row(entity, row.id, row.t, row.place.line);
    const std::uint32_t first =
        !built_.has_times ? entity : seen_.find_or_add(which, row.hash, [&](std::uint32_t other) {
            return built_.entities[other] == entity && times_[other] == row.t;
        });
    if (first != which) {
        if (is_same_point(first, settled_ - 1)) {
            ++built_.repeated;
        } else {
            const bad_row wrong =
                repeated_row(built_.name, row.place, row.id, lines_[first], built_.has_times, passed_over_ != nullptr);
            if (passed_over_ == nullptr) {
                begun_ = settled_; // later rows are not examined
                throw wrong;
            }
            passed_over_->add(wrong);
        }
        built_.entities.pop_back();
        lines_.pop_back();
        if (built_.has_times) {
            times_.pop_back();
        }
        repeated_.push_back(settled_ - 1);
    }
}

/// Receivers of moving things often write a position twice. For points with times this is not an error.
bool layer_builder::is_same_point(std::uint32_t row, std::uint32_t begun) const {
    const auto* const points = std::get_if<std::vector<point<double>>>(&built_.shapes);
    if (!built_.has_times || points == nullptr || begun >= points->size()) {
        return false;
    }
    // Finds how many begun rows before this one are not rows of the layer, by a binary search in `repeated_`.
    std::size_t before = 0;
    for (std::size_t last = repeated_.size(); before < last;) {
        const std::size_t middle = before + (last - before) / 2;
        if (repeated_[middle] - middle <= row) {
            before = middle + 1;
        } else {
            last = middle;
        }
    }
    return (*points)[row + before] == (*points)[begun];
}

void layer_builder::demand_own_ids() {
    while (settled_ < begun_) {
        settle_row();
    }
}

namespace {

template <class Value>
void reorder(std::vector<Value>& values, const std::vector<std::uint32_t>& order) {
    std::vector<Value> ordered(order.size());
    std::transform(order.begin(), order.end(), ordered.begin(), [&](std::uint32_t row) { return values[row]; });
    values.swap(ordered);
}

} // namespace

/// Removes the shapes and other data of rows whose ids turned out to be repeated.
void layer_builder::leave_out_repeated() {
    std::vector<std::uint32_t> left;
    left.reserve(built_.size());
    for (std::uint32_t row = 0, next = 0; row < begun_; ++row) {
        if (next < repeated_.size() && repeated_[next] == row) {
            ++next;
        } else {
            left.push_back(row);
        }
    }
    std::visit([&](auto& shapes) { reorder(shapes, left); }, built_.shapes);
    built_.drawn = built_.drawn.in_order(left);
    built_.attributes = built_.attributes.in_order(left);
}

/// Returns whether the times are those of events, each of which happens once: no two rows have the same id or, if the
/// ids are row numbers, the same time.
bool layer_builder::dates_events() const {
    if (guessed_times_.empty() || times_.empty() || std::equal(times_.begin() + 1, times_.end(), times_.begin())) {
        return false;
    }
    if (!built_.has_row_numbers) {
        return built_.ids.size() == times_.size();
    }
    std::vector<double> sorted = times_;
    std::sort(sorted.begin(), sorted.end());
    return std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
}

layer layer_builder::finish() && {
    if (!repeated_.empty()) {
        leave_out_repeated();
    }
    if (numbers_shared_ids_) {
        built_.ids = with_numbers_of_shared(std::move(built_.ids), numbers_);
    }
    if (dates_events()) {
        built_.times_of_events = guessed_times_;
        built_.has_times = false;
    }
    const auto count = static_cast<std::uint32_t>(built_.size());
    if (!built_.has_times) {
        if (count > 0) {
            built_.moments.push_back({0, 0, count});
        }
        return std::move(built_);
    }
    if (!std::is_sorted(times_.begin(), times_.end())) {
        order_by_time();
    }
    for (std::uint32_t row = 0; row < count; ++row) {
        if (row == 0 || times_[row] != times_[row - 1]) {
            built_.moments.push_back({times_[row], row, row});
        }
        built_.moments.back().last = row + 1;
    }
    return std::move(built_);
}

void layer_builder::order_by_time() {
    std::vector<std::uint32_t> order(built_.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::uint32_t one, std::uint32_t other) {
        return times_[one] != times_[other] ? times_[one] < times_[other] : one < other;
    });
    reorder(times_, order);
    reorder(built_.entities, order);
    built_.drawn = built_.drawn.in_order(order);
    built_.attributes = built_.attributes.in_order(order);
    std::visit([&](auto& shapes) { reorder(shapes, order); }, built_.shapes);
    number_ids_by_rows();
}

/// Numbers ids in the order of their first rows.
void layer_builder::number_ids_by_rows() {
    constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> numbers(built_.ids.size(), none);
    text_list ids;
    for (std::uint32_t& entity : built_.entities) {
        if (numbers[entity] == none) {
            numbers[entity] = static_cast<std::uint32_t>(ids.size());
            ids.push_back(built_.ids[entity]);
        }
        entity = numbers[entity];
    }
    built_.ids = std::move(ids);
}

} // namespace quadrille::files
