// `quadrille draw`: files of shapes as a picture.
// SPDX-License-Identifier: MIT
#include "cli/errors.hpp"
#include "cli/input.hpp"
#include "cli/interrupt.hpp"
#include "cli/pictures/picture.hpp"
#include "cli/pictures/picture_file.hpp"
#include "cli/trees.hpp"
#include "cli/verbs.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace quadrille::cli {

namespace {

constexpr int longest_side = 8192;

constexpr const char* draw_answers =
    R"(Draws the shapes of each file in a colour of its own, the cells of their trees, axes, a scale
bar, and a legend that counts. What answers a question is drawn in another colour: what
touches an area is red, the nearest to a place are orange, pairs are blue. Areas and places
may be given several times.

The name of OUT says in which format: .png, .svg or .pdf. OUT is complete when it is there.
More than 20,000 shapes of one colour in sight are drawn as densities: the more centers in a
cell, the darker; shapes that are large in the picture are outlined. So a file of a million
shapes is a small picture, too, and the legend says so. Of a file with times the last one is
drawn, or that of --time.

Example: printf 'id,x,y,w,h\na,0,0,2,2\nb,2,2,1,1\n' | quadrille draw - --pairs -o out.svg)";

struct draw_options {
    std::vector<std::string> files;
    std::string out;
    input_options input;
    look looks;
    std::optional<double> time;
};

/// The last moment that is not after `time`; null when there is none.
const moment* moment_of(const layer& of, const std::optional<double>& time) {
    const moment* found = nullptr;
    for (const moment& each : of.moments) {
        if (!of.has_times || !time || each.t <= *time) {
            found = &each;
        }
    }
    return found;
}

/// A layer at one moment, as a tree.
class shown_layer {
public:
    shown_layer(const layer& of, const draw_options& wanted)
        : of_(of), now_(moment_of(of, wanted.time)), tree_(wanted.looks.tree) {}

    /// Around its shapes; exact, unlike the bounds of a tree.
    box<double> bounds() const {
        box<double> all = nothing<double>();
        std::visit(
            [&](const auto& rows) {
                for (std::uint32_t row = now_ == nullptr ? 0 : now_->first; now_ != nullptr && row < now_->last;
                     ++row) {
                    all = united(all, bounds_of(rows[row]));
                }
            },
            of_.shapes);
        return all;
    }
    /// Calls `visitor(tree)`.
    template <class Visitor>
    void visit(Visitor visitor) const {
        std::visit(
            [&]<class Shape>(const std::vector<Shape>& rows) {
                scenery<Shape> shapes(of_, rows, tree_);
                if (now_ == nullptr) {
                    visitor(tree_of<Shape>());
                } else {
                    shapes.go_to(*now_);
                    visitor(shapes.tree());
                }
            },
            of_.shapes);
    }
    std::string name() const {
        const std::string name = of_.name == "-" ? of_.name : std::filesystem::path(of_.name).filename().string();
        return of_.has_times && now_ != nullptr ? fmt::format("{}, t = {}", name, now_->t) : name;
    }

private:
    const layer& of_;
    const moment* now_;
    options tree_;
};

void draw_files(const draw_options& wanted) {
    const picture_format format = format_for("--output", wanted.out);
    if (std::count(wanted.files.begin(), wanted.files.end(), "-") > 1) {
        throw bad_input("wanted at most one file from standard input, found several (see quadrille draw --help)");
    }
    std::vector<layer> inputs;
    inputs.reserve(wanted.files.size());
    for (const std::string& file : wanted.files) {
        inputs.push_back(read_input(file, wanted.input));
    }
    const interrupt watched;
    box<double> world = extent_of(wanted.looks.asked);
    for (const layer& input : inputs) {
        world = united(world, shown_layer(input, wanted).bounds());
    }
    picture shown(wanted.looks, world, inputs.size());
    for (const layer& input : inputs) {
        const shown_layer now(input, wanted);
        now.visit([&](const auto& tree) { shown.add(now.name(), tree); });
    }
    write_picture(shown, format, wanted.looks.title, wanted.out);
}

} // namespace

verb draw_verb() {
    const auto wanted = std::make_shared<draw_options>();
    const auto read_file = [wanted](const std::string& path) { wanted->files.push_back(path); };
    const auto read_time = [wanted](const std::string& text) { wanted->time = finite_number(text); };
    verb draw = {
        "draw",
        "Draw files of shapes as a picture: PNG, SVG or PDF",
        {required(many({"FILE", "", "The shapes, from any number of files; - reads standard input", read_file})),
         required(text("-o,--output", "OUT", wanted->out, "The picture to be written"))}};
    add_look_options(draw, wanted->looks, longest_side);
    draw.options.push_back(
        {"--time", "NUMBER", "Of a file with times, the last one up to this; else the last", read_time});
    add_input_options(draw, wanted->input);
    draw.help = help_with_files(draw_answers);
    draw.work = [wanted] { draw_files(*wanted); };
    return draw;
}

} // namespace quadrille::cli
