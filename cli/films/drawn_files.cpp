// Draws the shapes of files at one time.
// SPDX-License-Identifier: MIT
#include "drawn_files.hpp"

#include "cli/answers/trees.hpp"
#include "cli/pictures/named_shapes.hpp"
#include "cli/pictures/picture.hpp"
#include "cli/pictures/picture_file.hpp"
#include "files/bytes/interrupt.hpp"
#include "files/text/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace quadrille::cli {

namespace {

/// Returns the last moment that is not after `time`; null if there is none.
const files::moment* moment_of(const files::layer& layer, const std::optional<double>& time) {
    const files::moment* found = nullptr;
    for (const files::moment& each : layer.moments) {
        if (!layer.has_times || !time || each.t <= *time) {
            found = &each;
        }
    }
    return found;
}

/// A layer at one moment, as a tree.
class shown_layer {
public:
    shown_layer(pool& threads, const files::layer& layer, const draw_options& wanted)
        : threads_(threads), layer_(layer), now_(moment_of(layer, wanted.time)), looks_(wanted.looks) {}

    /// Returns the bounds of the shapes, exactly, unlike the bounds of a tree. In a world that wraps, one period.
    box<double> bounds() const {
        box<double> all = empty_box<double>();
        std::visit(
            [&](const auto& rows) {
                for (std::uint32_t row = now_ == nullptr ? 0 : now_->first; now_ != nullptr && row < now_->last;
                     ++row) {
                    all = united(all, bounds_of(rows[row]));
                }
            },
            layer_.shapes);
        return in_one_period(all, layer_.wraps);
    }
    /// Calls `visitor(tree)`.
    template <class Visitor>
    void visit(Visitor visitor) const {
        std::visit(
            [&]<class Shape>(const std::vector<Shape>& rows) {
                scenery<Shape> shapes(threads_, layer_, rows, looks_.tree);
                if (now_ == nullptr) {
                    visitor(files::tree_of<Shape>());
                } else {
                    shapes.go_to(*now_);
                    visitor(shapes.tree());
                }
            },
            layer_.shapes);
    }
    name_source names() const { return now_ == nullptr ? name_source() : names_of(layer_, *now_, looks_); }
    std::string name() const {
        const std::string name =
            layer_.name == "-" ? layer_.name : std::filesystem::path(layer_.name).filename().string();
        return layer_.has_times && now_ != nullptr ? fmt::format("{}, t = {}", name, now_->t) : name;
    }

private:
    pool& threads_;
    const files::layer& layer_;
    const files::moment* now_;
    const look& looks_;
};

} // namespace

void draw_files(const draw_options& wanted) {
    const picture_format format = format_for("--output", wanted.out);
    if (std::count(wanted.files.begin(), wanted.files.end(), "-") > 1) {
        throw files::bad_input(
            "wanted at most one file from standard input, found several (see quadrille draw --help)");
    }
    demand_places(wanted.looks.asked, "draw");
    std::vector<files::layer> inputs;
    inputs.reserve(wanted.files.size());
    for (const std::string& file : wanted.files) {
        inputs.push_back(read_shown(file, wanted.input, wanted.looks));
    }
    demand_names(inputs, wanted.looks);
    if (wanted.time &&
        std::none_of(inputs.begin(), inputs.end(), [](const files::layer& each) { return each.has_times; })) {
        throw files::bad_input("--time: wanted a file with times (a column t), found none (see quadrille draw --help)");
    }
    const files::interrupt watched;
    pool threads(wanted.threads);
    box<double> world = extent_of(wanted.looks.asked);
    for (const files::layer& input : inputs) {
        world = united(world, shown_layer(threads, input, wanted).bounds());
    }
    picture shown(wanted.looks, world, inputs.size());
    for (const files::layer& input : inputs) {
        const shown_layer now(threads, input, wanted);
        now.visit([&](const auto& tree) { shown.add(threads, now.name(), tree, now.names()); });
    }
    write_picture(shown, format, wanted.looks.title, wanted.out);
    if (const std::uint64_t left_out = shown.names_left_out(); left_out > 0) {
        fmt::print(stderr, "quadrille: {}: no room for {} of {} names\n", files::shown_path(wanted.out),
                   files::grouped(left_out), files::grouped(left_out + shown.names_shown()));
    }
}

} // namespace quadrille::cli
