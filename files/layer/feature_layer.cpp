// Takes features as rows of a layer, and makes their ids differ.
// SPDX-License-Identifier: MIT
#include "feature_layer.hpp"

#include "files/text/errors.hpp"

#include <quadrille/config.hpp>

#include <fmt/format.h>

#include <functional>
#include <numeric>
#include <string_view>
#include <utility>

namespace quadrille::files {

std::string with_its_number(std::string_view id, std::uint64_t number) { return fmt::format("{} #{}", id, number); }

void feature_layer::add(const feature& one) {
    if (numbers_.size() == max_items) {
        throw bad_input(fmt::format("{}: wanted at most {} shapes, found more", built_.name, max_items));
    }
    add_point_or_box(built_.shapes, one.bounds, one.is_point);
    built_.taken_as_boxes += one.is_point || with_vertices_ ? 0 : 1;
    one.id.empty() ? built_.ids.push_back(fmt::format("{}", one.number)) : built_.ids.push_back(one.id);
    numbers_.push_back(static_cast<std::uint32_t>(one.number));
    if (with_vertices_ && !one.drawn.empty()) {
        built_.drawn.add(numbers_.size() - 1, one.drawn);
    }
    for (const numbered_attribute& each : one.attributes) {
        built_.attributes.set(numbers_.size() - 1, each.number, {each.kind, each.text});
    }
}

void feature_layer::forget() {
    std::string name = std::move(built_.name);
    built_ = {};
    built_.name = std::move(name);
    numbers_.clear();
}

/// Puts their numbers behind the ids that several features have; returns whether there were any. An id with a number may be that of another
/// one: then both get their numbers, once more.
bool feature_layer::number_shared_ids() {
    const auto count = static_cast<std::uint32_t>(numbers_.size());
    std::uint32_t ascending = 1;
    while (ascending < count && comes_behind(built_.ids[ascending], built_.ids[ascending - 1])) {
        ++ascending;
    }
    if (ascending >= count) {
        return false;
    }
    std::vector<bool> is_shared(count);
    bool any_shared = false;
    index_set known(count);
    for (std::uint32_t row = 0; row < count; ++row) {
        const std::uint32_t first =
            known.find_or_add(row, std::hash<std::string_view>()(built_.ids[row]),
                              [&](std::uint32_t other) { return built_.ids[other] == built_.ids[row]; });
        if (first != row) {
            is_shared[first] = is_shared[row] = any_shared = true;
        }
    }
    if (!any_shared) {
        return false;
    }
    text_list ids;
    for (std::uint32_t row = 0; row < count; ++row) {
        const std::string_view own = built_.ids[row];
        is_shared[row] ? ids.push_back(with_its_number(own, numbers_[row])) : ids.push_back(own);
    }
    built_.ids = std::move(ids);
    return true;
}

layer feature_layer::finish() && {
    while (number_shared_ids()) {
    }
    const auto count = static_cast<std::uint32_t>(numbers_.size());
    built_.entities.resize(count);
    std::iota(built_.entities.begin(), built_.entities.end(), 0U);
    if (count > 0) {
        built_.moments.push_back({0, 0, count});
    }
    return std::move(built_);
}

} // namespace quadrille::files
