// Computes the layout of a picture, and draws it.
// SPDX-License-Identifier: MIT
#include "picture.hpp"

#include "cli/command/output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <variant>

namespace quadrille::cli {

namespace {

constexpr double text_size = 12;
constexpr double small_text_size = 10;
constexpr double title_size = 15;

/// Clips a convex polygon to a box, along its four sides in turn.
std::vector<point<double>> clipped(std::vector<point<double>> vertices, const box<double>& to) {
    const auto cut = [&](double (*along)(const point<double>&), double limit, double sign) {
        std::vector<point<double>> kept;
        for (std::size_t at = 0; at < vertices.size(); ++at) {
            const point<double>& one = vertices[at];
            const point<double>& next = vertices[(at + 1) % vertices.size()];
            const double before = sign * (along(one) - limit);
            const double after = sign * (along(next) - limit);
            if (before <= 0) {
                kept.push_back(one);
            }
            if ((before < 0 && after > 0) || (before > 0 && after < 0)) {
                const double share = before / (before - after);
                kept.push_back({one.x + share * (next.x - one.x), one.y + share * (next.y - one.y)});
            }
        }
        vertices = std::move(kept);
    };
    const auto x = [](const point<double>& of) { return of.x; };
    const auto y = [](const point<double>& of) { return of.y; };
    cut(x, to.max.x, 1);
    cut(x, to.min.x, -1);
    cut(y, to.max.y, 1);
    cut(y, to.min.y, -1);
    return vertices;
}

} // namespace

box<double> extent_of(const questions& asked) {
    box<double> all = empty_box<double>();
    const auto add = [&](const point<double>& where) {
        if (std::isfinite(where.x) && std::isfinite(where.y)) {
            all = united(all, box<double>{where, where});
        }
    };
    for (const any_area& area : asked.areas) {
        if (const auto* const vertices = std::get_if<vertex_list>(&area)) {
            std::for_each(vertices->vertices.begin(), vertices->vertices.end(), add);
        } else if (const auto* const round = std::get_if<circle<double>>(&area)) {
            add(bounds_of(*round).min);
            add(bounds_of(*round).max);
        } else {
            add(std::get<box<double>>(area).min);
            add(std::get<box<double>>(area).max);
        }
    }
    std::for_each(asked.places.begin(), asked.places.end(), add);
    return all;
}

box<double> in_one_period(box<double> area, const period& world, const point<double>& origin) {
    if (world.width() > 0) {
        area.min.x = origin.x;
        area.max.x = origin.x + world.width();
    }
    if (world.height() > 0) {
        area.min.y = origin.y;
        area.max.y = origin.y + world.height();
    }
    return area;
}

picture::picture(const look& wanted, const box<double>& world, std::size_t files)
    : wanted_(wanted), colors_(wanted.dark ? dark : light),
      layout_(layout_of(wanted, wanted.view.value_or(world), files)),
      seen_(wanted.view.value_or(world), layout_.plot, wanted.y_down, wanted.finest),
      answering_{crowd(seen_), crowd(seen_), crowd(seen_), crowd(seen_)} {}

void picture::add_cell(const box<double>& square) {
    if (intersects(square, seen_.world())) {
        ++cell_count_;
        if (cells_.size() < max_strokes) {
            cells_.push_back(square);
        }
    }
}

box<double> picture::in_pixels(const box<double>& of) const {
    const point<double> one = seen_.pixels(of.min);
    const point<double> other = seen_.pixels(of.max);
    return {{one.x, std::min(one.y, other.y)}, {other.x, std::max(one.y, other.y)}};
}

void picture::place_names(canvas& on) {
    names_.place(seen_.plot(), [&](const std::string& name) { return on.width_of(name, label_list::text_size); });
}

// ---- Words ----------------------------------------------------------------------------------------------------------

std::vector<picture::entry> picture::legend() const {
    const auto noun = [](std::uint64_t count, std::string_view one, std::string_view many) {
        return fmt::format("{} {}", files::grouped(count), count == 1 ? one : many);
    };
    const auto as_densities = [](const crowd& of) {
        return of.is_dense() ? fmt::format(", drawn as densities: centers in cells of side {}", of.side())
                             : std::string();
    };
    std::vector<entry> entries;
    for (std::size_t at = 0; at < files_.size(); ++at) {
        const shown_file& file = files_[at];
        const std::string in_sight =
            file.in_sight < file.count ? fmt::format(", {} in sight", files::grouped(file.in_sight)) : "";
        entries.push_back({fmt::format("{}: {} {}{}{}", file.name, files::grouped(file.count), file.shapes, in_sight,
                                       as_densities(file.others)),
                           colors_.files[at % colors_.files.size()]});
    }
    const questions& asked = wanted_.asked;
    const auto add = [&](answer_kind which, const std::string& text) {
        const crowd& of = answering_[static_cast<std::size_t>(which)];
        const color shown = which == answer_kind::inside ? colors_.inside
                            : which == answer_kind::near ? colors_.near
                                                         : colors_.paired;
        entries.push_back({text + as_densities(of), shown});
    };
    if (!asked.areas.empty()) {
        add(answer_kind::inside, fmt::format("{} the {}", noun(sums_.inside, "intersects", "intersect"),
                                             asked.areas.size() == 1 ? "area" : "areas"));
    }
    if (!asked.places.empty()) {
        add(answer_kind::near, fmt::format("{} nearest to the {}", files::grouped(sums_.near),
                                           asked.places.size() == 1 ? "place" : "places"));
    }
    if (asked.within || asked.pairs) {
        const std::string how = asked.within ? fmt::format("within {}", *asked.within)
                                             : std::string(sums_.pairs == 1 ? "that intersects" : "that intersect");
        add(answer_kind::paired, fmt::format("{} {}, of {}", noun(sums_.pairs, "pair", "pairs"), how,
                                             noun(sums_.paired, "shape", "shapes")));
    }
    if (wanted_.labels) {
        const std::string without = names_left_out() > 0
                                        ? fmt::format(", no room for {} more", files::grouped(names_left_out()))
                                        : std::string();
        entries.push_back({noun(names_shown(), "name", "names") + without, colors_.text, true});
    }
    if (!wanted_.no_cells) {
        const bool are_drawn = cell_count_ <= max_strokes;
        entries.push_back({fmt::format("{} of the tree{}", noun(cell_count_, "cell", "cells"),
                                       are_drawn ? "" : ", too many to be drawn"),
                           colors_.cells, true});
    }
    return entries;
}

std::string picture::description() const {
    std::string lines;
    for (const entry& each : legend()) {
        lines += (lines.empty() ? "" : "\n") + each.text;
    }
    return lines;
}

// ---- Strokes --------------------------------------------------------------------------------------------------------

void picture::draw_cells(canvas& on) const {
    if (cell_count_ > max_strokes) {
        return;
    }
    const auto snap = [](double pixel) { return std::floor(pixel) + 0.5; };
    for (const box<double>& square : cells_) {
        const double left = snap(seen_.x(square.min.x));
        const double top = snap(std::min(seen_.y(square.min.y), seen_.y(square.max.y)));
        on.add_box({left, top, snap(seen_.x(square.max.x)) - left,
                    snap(std::max(seen_.y(square.min.y), seen_.y(square.max.y))) - top});
    }
    on.stroke(colors_.cells, 1);
}

void picture::draw_areas(canvas& on, bool inside) const {
    const box<double> world = seen_.world();
    const double around = 100 * seen_.unit();
    const box<double> reach = {{world.min.x - around, world.min.y - around},
                               {world.max.x + around, world.max.y + around}};
    for (const any_area& area : wanted_.asked.areas) {
        if (const auto* const vertices = std::get_if<vertex_list>(&area)) {
            std::vector<point<double>> corners = clipped(vertices->vertices, reach);
            std::transform(corners.begin(), corners.end(), corners.begin(),
                           [&](const point<double>& at) { return seen_.pixels(at); });
            on.add_polygon(corners);
        } else if (const auto* const round = std::get_if<circle<double>>(&area)) {
            add_mark(on, seen_, mark_of(*round));
        } else {
            add_mark(on, seen_, mark_of(std::get<box<double>>(area)));
        }
        inside ? on.fill(colors_.inside.with(0.10)) : on.stroke(colors_.inside, 2);
    }
}

void picture::draw_links(canvas& on, const link_list& links, const color& paint) const {
    for (const auto& [from, to] : links) {
        on.add_line(seen_.pixels(from), seen_.pixels(to));
    }
    on.stroke(paint.with(0.8), 1.2);
}

/// Returns ticks with room for their labels; `letter` is the pixels for each letter.
std::vector<tick> picture::ticks(double low, double high, double letter) const {
    constexpr double closest = 110;
    constexpr double widest = 500;
    for (double spacing = closest; spacing < widest; spacing += closest) {
        const double most = seen_.unit() * spacing;
        if (!std::isfinite(most)) {
            break;
        }
        const round_number step = round_down(most);
        std::vector<tick> found = ticks_between(low, high, step);
        const auto is_wide = [&](const tick& each) {
            return static_cast<double>(each.label.size()) * letter > step.value() / seen_.unit();
        };
        if (std::none_of(found.begin(), found.end(), is_wide)) {
            return found;
        }
    }
    return {};
}

void picture::draw_axes(canvas& on) const {
    constexpr double length = 4;
    constexpr double letter = 7; // the greatest width, and the space between letters
    constexpr double gap = 8;
    const frame& plot = seen_.plot();
    const frame edge = {std::floor(plot.left) + 0.5, std::floor(plot.top) + 0.5, std::floor(plot.width),
                        std::floor(plot.height)};
    on.add_box(edge);
    on.stroke(colors_.lines, 1);
    if (!layout_.has_axes) {
        return;
    }
    const box<double> world = seen_.world();
    for (const tick& each : ticks(world.min.x, world.max.x, letter)) {
        const double x = seen_.x(each.at);
        const double half = on.width_of(each.label, small_text_size) / 2;
        if (x > plot.left && x < plot.right() && x + half < layout_.size.width && x - half > 0) {
            on.text({x, plot.bottom() + 15}, each.label, colors_.text, small_text_size, anchor::middle);
            on.add_line({x, plot.bottom()}, {x, plot.bottom() + length});
            on.stroke(colors_.lines, 1);
        }
    }
    for (const tick& each : ticks(world.min.y, world.max.y, 0)) {
        const double y = seen_.y(each.at);
        if (y > plot.top && y < plot.bottom() && on.width_of(each.label, small_text_size) < plot.left - gap) {
            on.text({plot.left - gap, y + 3.5}, each.label, colors_.text, small_text_size, anchor::end);
            on.add_line({plot.left - length, y}, {plot.left, y});
            on.stroke(colors_.lines, 1);
        }
    }
}

void picture::draw_legend(canvas& on) const {
    const frame& plot = seen_.plot();
    double top = plot.bottom() + legend_gap + (layout_.has_axes ? axis_height : 0);
    const double left = plot.left;

    // The scale bar is on the right.
    const double longest = seen_.unit() * plot.width / 5;
    double bar = 0;
    if (std::isfinite(longest)) {
        const round_number length = round_down(longest);
        bar = length.value() / seen_.unit();
        const double y = top + 12;
        const double right = plot.right();
        on.add_line({right - bar, y}, {right, y});
        on.add_line({right - bar, y - 4}, {right - bar, y});
        on.add_line({right, y - 4}, {right, y});
        on.stroke(colors_.text, 1.5);
        on.text({right - bar / 2, y - 3}, length.text(), colors_.text, small_text_size, anchor::middle);
    }

    const double room = plot.width - bar - 40;
    for (const entry& each : legend()) {
        on.add_box({left + 0.5, top + 2.5, 11, 11});
        each.is_outline ? on.stroke(each.shown, 1) : on.fill_and_stroke(each.shown.with(0.55), each.shown, 1);
        std::string text = each.text;
        while (!text.empty() && on.width_of(text, text_size) > room) {
            // Removes one character, and the three bytes of the ellipsis.
            text.resize(text.size() - (text.ends_with("…") ? 3 : 0));
            while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0U) == 0x80U) {
                text.pop_back();
            }
            text.resize(text.empty() ? 0 : text.size() - 1);
            text += text.empty() ? "" : "…";
        }
        on.text({left + 19, top + 12}, text, colors_.text, text_size);
        top += row_height;
    }
}

void picture::draw(canvas& on) const {
    on.add_box({0, 0, static_cast<double>(layout_.size.width), static_cast<double>(layout_.size.height)});
    on.fill(colors_.paper);
    const frame& plot = seen_.plot();
    on.add_box(plot);
    on.fill(colors_.plot);

    on.begin_clip(plot);
    draw_cells(on);
    draw_areas(on, true);
    for (std::size_t at = 0; at < files_.size(); ++at) {
        files_[at].others.draw(on, colors_.files[at % colors_.files.size()], colors_.text);
    }
    const auto draw_kind = [&](answer_kind which, const color& with) {
        answering_[static_cast<std::size_t>(which)].draw(on, with, colors_.text);
    };
    draw_kind(answer_kind::paired, colors_.paired);
    draw_links(on, sums_.between_paired, colors_.paired);
    draw_links(on, sums_.to_nearest, colors_.near);
    draw_kind(answer_kind::near, colors_.near);
    draw_kind(answer_kind::inside, colors_.inside);
    draw_areas(on, false);
    for (const point<double>& place : wanted_.asked.places) {
        const point<double> at = seen_.pixels(place);
        on.add_line({at.x - 6, at.y}, {at.x + 6, at.y});
        on.add_line({at.x, at.y - 6}, {at.x, at.y + 6});
    }
    on.stroke(colors_.text, 2);
    for (const label_list::label& each : names_.placed()) {
        on.label(each.at, each.text, each.width, colors_.text, colors_.plot, label_list::text_size);
    }
    on.end_clip();

    if (layout_.is_bare()) {
        return;
    }
    draw_axes(on);
    if (layout_.has_legend) {
        draw_legend(on);
    }
    if (layout_.has_title) {
        on.text({plot.left, margin + 10}, wanted_.title, colors_.text, title_size);
    }
    on.text({plot.right() - 6, plot.bottom() - 7}, note_, colors_.text, text_size, anchor::end);
}

} // namespace quadrille::cli
