// Finds positions for names greedily; a tree holds the taken areas.
// SPDX-License-Identifier: MIT
#include "labels.hpp"

#include "cli/drawing/crowd.hpp"

#include <quadrille/quadtree.hpp>

#include <algorithm>
#include <new>
#include <optional>
#include <utility>

namespace quadrille::cli {

namespace {

/// Pixels.
constexpr double label_height = 12;
constexpr double label_ascent = 9;
constexpr double label_gap = 2;
constexpr double shown_radius = 3.5;
constexpr double small_side = 24;

using taken_places = quadtree<void, box<float>>;

box<float> in_floats(const box<double>& of) {
    return {{static_cast<float>(of.min.x), static_cast<float>(of.min.y)},
            {static_cast<float>(of.max.x), static_cast<float>(of.max.y)}};
}

/// Names have one line: control characters would be drawn as boxes.
std::string on_one_line(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](char letter) { return static_cast<unsigned char>(letter) < ' ' || letter == 127; },
        ' ');
    return text;
}

/// Returns the possible positions of a name, the best first; each is the corner with the least coordinates.
std::vector<point<double>> places_around(const box<double>& shape, double width) {
    const double left = shape.min.x - label_gap - width;
    const double right = shape.max.x + label_gap;
    const double middle = (shape.min.x + shape.max.x - width) / 2;
    const double above = shape.min.y - label_gap - label_height;
    const double below = shape.max.y + label_gap;
    const double beside = (shape.min.y + shape.max.y - label_height) / 2;
    std::vector<point<double>> places = {{right, beside}, {middle, above}, {middle, below}, {left, beside},
                                         {right, above},  {right, below},  {left, above},   {left, below}};
    if (shape.max.x - shape.min.x >= width + 2 * label_gap &&
        shape.max.y - shape.min.y >= label_height + 2 * label_gap) {
        places.insert(places.begin(), {middle, beside});
    }
    return places;
}

/// Returns the first position that is in the plot and free.
std::optional<box<double>> free_place(const taken_places& taken, const frame& plot, const box<double>& shape,
                                      double width) {
    for (const point<double>& corner : places_around(shape, width)) {
        const box<double> place = {corner, {corner.x + width, corner.y + label_height}};
        const bool is_inside = place.min.x >= plot.left && place.max.x <= plot.right() && place.min.y >= plot.top &&
                               place.max.y <= plot.bottom();
        if (is_inside && !taken.any(in_floats(place))) {
            return place;
        }
    }
    return std::nullopt;
}

} // namespace

void label_list::add(const box<double>& shape, std::string text, answer_kind how) {
    const point<double> center = {(shape.min.x + shape.max.x) / 2, (shape.min.y + shape.max.y) / 2};
    const box<double> seen = united(shape, box<double>{{center.x - shown_radius, center.y - shown_radius},
                                                       {center.x + shown_radius, center.y + shown_radius}});
    const bool is_small = seen.max.x - seen.min.x <= small_side && seen.max.y - seen.min.y <= small_side;
    if (is_small && small_shapes_.size() <= max_strokes) {
        small_shapes_.push_back(in_floats(seen));
    }
    if (text.empty()) {
        return;
    }
    ++names_;
    std::vector<candidate>& same = candidates_[static_cast<std::size_t>(how)];
    if (same.size() < max_strokes) {
        same.push_back({seen, on_one_line(std::move(text))});
    }
}

void label_list::place(const frame& plot, const std::function<double(const std::string&)>& width_of) {
    placed_.clear();
    taken_places taken;
    // More shapes than that are drawn as densities, and names may cover these.
    if (small_shapes_.size() <= max_strokes && !taken.assign(small_shapes_)) {
        throw std::bad_alloc();
    }
    for (auto same = candidates_.rbegin(); same != candidates_.rend(); ++same) {
        for (const candidate& each : *same) {
            const box<double> in_sight = {
                {std::max(each.shape.min.x, plot.left), std::max(each.shape.min.y, plot.top)},
                {std::min(each.shape.max.x, plot.right()), std::min(each.shape.max.y, plot.bottom())}};
            const double width = width_of(each.text);
            if (const auto free = free_place(taken, plot, in_sight, width)) {
                if (!taken.insert(in_floats(*free))) {
                    throw std::bad_alloc();
                }
                placed_.push_back({each.text, {free->min.x, free->min.y + label_ascent}, width});
            }
        }
    }
}

} // namespace quadrille::cli
