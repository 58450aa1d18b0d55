// Tells kinds of file apart, and brings rows into the order of time.
// SPDX-License-Identifier: MIT
#include "layer.hpp"

#include "errors.hpp"
#include "readers.hpp"

#include <quadrille/config.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

namespace quadrille::cli {

std::string another_with_id(std::string_view id, std::uint64_t line, bool at_a_time) {
    return fmt::format("{}, which line {} has already{}", shown(id), line, at_a_time ? " at this t" : "");
}

file_kind kind_of(text_file& file) {
    const char first = file.first_visible();
    return static_cast<unsigned char>(first) == saved_layer_begins ? file_kind::index
           : first == '{' || first == '['                          ? file_kind::geojson
                                                                   : file_kind::csv;
}

layer read_layer(const std::string& path, std::string_view label_column) {
    text_file file(path);
    switch (kind_of(file)) {
    case file_kind::index: {
        layer read = read_saved_layer(std::move(file));
        read.names = label_column.empty() || label_column == "id" ? names_from::ids : names_from::nothing;
        return read;
    }
    case file_kind::geojson: return read_geojson(std::move(file), label_column);
    case file_kind::csv: break;
    }
    return read_csv(std::move(file), label_column);
}

void layer_builder::begin(row_head head) {
    built_.name = std::move(head.name);
    built_.shapes = std::move(head.no_shapes);
    built_.has_times = head.has_times;
}

void layer_builder::add_shape(const any_shape& shape) {
    std::visit([this]<class Shape>(const Shape& one) { std::get<std::vector<Shape>>(built_.shapes).push_back(one); },
               shape);
}

std::uint64_t layer_builder::add(std::string_view id, double t, const row_place& place) {
    if (built_.size() == max_items) {
        throw bad_input(fmt::format("{}: wanted at most {} shapes, found more", built_.name, max_items));
    }
    text_list& ids = built_.ids;
    ids.push_back(id);
    const auto added = static_cast<std::uint32_t>(ids.size() - 1);
    const std::uint32_t entity = known_ids_.find_or_add(
        added, [&](std::uint32_t which) { return std::hash<std::string_view>()(ids[which]); },
        [&](std::uint32_t one, std::uint32_t other) { return ids[one] == ids[other]; });
    if (entity != added) {
        ids.pop_back();
    }
    const auto row = static_cast<std::uint32_t>(built_.size());
    built_.entities.push_back(entity);
    lines_.push_back(place.line);
    if (!built_.has_times) {
        return lines_[entity];
    }

    times_.push_back(t);
    const auto sight_hash = [&](std::uint32_t which) {
        constexpr std::size_t spread = 0x9E3779B97F4A7C15U & std::numeric_limits<std::size_t>::max();
        return std::hash<double>()(times_[which]) + built_.entities[which] * spread;
    };
    const auto are_same = [&](std::uint32_t one, std::uint32_t other) {
        return built_.entities[one] == built_.entities[other] && times_[one] == times_[other];
    };
    return lines_[seen_.find_or_add(row, sight_hash, are_same)];
}

namespace {

template <class Value>
void reorder(std::vector<Value>& values, const std::vector<std::uint32_t>& order) {
    std::vector<Value> ordered(values.size());
    std::transform(order.begin(), order.end(), ordered.begin(), [&](std::uint32_t row) { return values[row]; });
    values.swap(ordered);
}

} // namespace

layer layer_builder::finish() && {
    const auto count = static_cast<std::uint32_t>(built_.size());
    if (!built_.has_times) {
        if (count > 0) {
            built_.moments.push_back({0, 0, count});
        }
        return std::move(built_);
    }
    if (!std::is_sorted(times_.begin(), times_.end())) {
        std::vector<std::uint32_t> order(count);
        std::iota(order.begin(), order.end(), 0U);
        std::sort(order.begin(), order.end(), [&](std::uint32_t one, std::uint32_t other) {
            return times_[one] != times_[other] ? times_[one] < times_[other] : one < other;
        });
        reorder(times_, order);
        reorder(built_.entities, order);
        if (built_.labels.size() > 0) {
            text_list ordered;
            for (const std::uint32_t row : order) {
                ordered.push_back(built_.labels[row]);
            }
            built_.labels = std::move(ordered);
        }
        std::visit([&](auto& shapes) { reorder(shapes, order); }, built_.shapes);
    }
    for (std::uint32_t row = 0; row < count; ++row) {
        if (row == 0 || times_[row] != times_[row - 1]) {
            built_.moments.push_back({times_[row], row, row});
        }
        built_.moments.back().last = row + 1;
    }
    return std::move(built_);
}

} // namespace quadrille::cli
