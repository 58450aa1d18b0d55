// Reads nested arrays of numbers, and compares them with the nestings that the types of geometry require.
// SPDX-License-Identifier: MIT
#include "coordinates.hpp"

#include "files/text/errors.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace quadrille::files {

namespace {

constexpr std::string_view position_wanted = "a position, which is an array of two numbers or more";

} // namespace

void coordinates::note(std::size_t nesting, fault found) {
    if (!faults_[nesting]) {
        faults_[nesting] = std::move(found);
    }
}

void coordinates::take(json_reader& reader, std::size_t first, std::size_t last, bool with_positions) {
    first_ = first;
    last_ = last;
    with_positions_ = with_positions;
    is_empty_ = reader.event() == json_event::array && reader.shown() == "an empty array";
    if (is_empty_) {
        reader.skip();
        return;
    }
    take_value(reader, 0);
    if (reader.event() != json_event::array) {
        reader.skip();
        return;
    }
    const std::size_t outside = reader.depth() - 1;
    while (reader.depth() > outside) {
        reader.next();
        const bool is_container = reader.event() == json_event::array || reader.event() == json_event::object;
        const std::size_t level = reader.depth() - outside - (is_container ? 1 : 0);
        if (reader.event() == json_event::end) {
            close(level);
            continue;
        }
        take_value(reader, level);
        if (reader.event() == json_event::object) {
            reader.skip();
        }
    }
}

/// Takes a value at `level`: an element of the array at the level above.
void coordinates::take_value(json_reader& reader, std::size_t level) {
    const bool is_array = reader.event() == json_event::array;
    if (level > 0 && level <= deepest + 1) {
        take_element(reader, level - 1);
    }
    if (is_array && level <= deepest) {
        arrays_[level] = {reader.place(), 0, 0, {0, 0}};
        element_faults_[level].reset();
    }
    // A nesting requires arrays down to its own level, and a position there.
    for (std::size_t nesting = std::max(level, first_); nesting <= last_; ++nesting) {
        const bool is_position = nesting == level;
        if (faults_[nesting] || (is_array && (is_position || reader.shown() == "an array"))) {
            continue;
        }
        const std::string_view wanted = is_position            ? position_wanted
                                        : nesting == level + 1 ? "an array of positions"
                                                               : "an array of arrays of positions";
        note(nesting, {reader.place(), std::string(wanted), reader.shown()});
    }
}

/// Takes an element of the open array at `level`, which is a position if the nesting equals the level.
void coordinates::take_element(json_reader& reader, std::size_t level) {
    open_array& above = arrays_[level];
    const bool is_number = reader.event() == json_event::number;
    const double number = is_number ? reader.number() : 0;
    if (is_number && above.size < 2) {
        (above.size == 0 ? above.first_two.x : above.first_two.y) = number;
        ++above.numbers;
    }
    ++above.size;
    if (level < first_ || level > last_ || element_faults_[level]) {
        return;
    }
    if (!is_number) {
        element_faults_[level] = {reader.place(), "a number", reader.shown()};
    } else if (!std::isfinite(number)) {
        element_faults_[level] = {reader.place(), "a number that a double can hold", shown(reader.text())};
    }
}

/// Ends the array at `level`.
void coordinates::close(std::size_t level) {
    if (level > deepest) {
        return;
    }
    const open_array& ended = arrays_[level];
    if (ended.numbers == 2) {
        bounds_ = united(bounds_, box<double>{ended.first_two, ended.first_two});
        if (with_positions_) {
            positions_.push_back(ended.first_two);
        }
    } else if (with_positions_) {
        ended_.push_back({level, positions_.size()});
    }
    if (level < first_ || level > last_) {
        return;
    }
    if (ended.size < 2) {
        note(level,
             {ended.place, std::string(position_wanted), ended.size == 0 ? "an empty array" : "an array of one"});
    } else if (const auto& wrong = element_faults_[level]; wrong.has_value()) {
        note(level, *wrong);
    }
}

void coordinates::draw(std::size_t nesting, part_kind kind, geometry& into) const {
    if (nesting == 0) {
        into.vertices.insert(into.vertices.end(), positions_.begin(), positions_.end());
        into.end_part(kind);
        return;
    }
    // Parts are the arrays that hold positions; rings are consecutive parts in the array of their polygon.
    std::size_t drawn = 0;
    part_kind next = kind;
    for (const ended_array& each : ended_) {
        if (each.level + 1 == nesting) {
            const auto from = positions_.begin();
            into.vertices.insert(into.vertices.end(), from + std::ptrdiff_t(drawn),
                                 from + std::ptrdiff_t(each.positions));
            into.end_part(next);
            drawn = each.positions;
            next = kind == part_kind::first_ring ? part_kind::further_ring : kind;
        } else {
            next = kind;
        }
    }
}

} // namespace quadrille::files
