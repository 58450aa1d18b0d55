// `quadrille draw`: draws files of shapes.
// SPDX-License-Identifier: MIT
#include "cli/command/verbs.hpp"
#include "cli/films/drawn_files.hpp"

#include <memory>
#include <string>

namespace quadrille::cli {

namespace {

constexpr int longest_side = 8192;

constexpr const char* draw_answers =
    R"(Draws the shapes of each file in its own color, the cells of their trees, axes, a scale bar,
and a legend with numbers. Shapes that answer a question have another color: red if they
intersect an area, orange if they are nearest to a place, blue if they are one of a pair. Lines
go from each place to its nearest shapes (--at), and between the shapes of a pair (--within).
Lines and polygons are drawn and compared as the boxes around them.

The name of OUT says the format: .png, .svg or .pdf. OUT is always complete. More than 20,000
shapes of one color are drawn as densities: a cell is darker if it has more centers; large
shapes are drawn as outlines. So the picture of a million shapes is small, too; the legend
says so. If a file has times, the last time is drawn, or the time of --time.

--labels writes the id of each shape beside it. --labels name writes the column name of CSV,
or the property name of GeoJSON. (Write FILE first, or --labels=name.) No name is over another
name or over a small shape. If there is no room for a name, it is left out; the legend and
standard error say how many. Names of answers come first; of more than 20,000 names the
others are left out.

Example: printf 'id,x,y,w,h\na,0,0,2,2\nb,2,2,1,1\n' | quadrille draw - --pairs -o out.svg)";

} // namespace

verb draw_verb() {
    const auto wanted = std::make_shared<draw_options>();
    const auto read_file = [wanted](const std::string& path) { wanted->files.push_back(path); };
    const auto read_time = [wanted](const std::string& text) { wanted->time = files::finite_number(text); };
    verb draw = {
        "draw",
        "Draw files of shapes as a picture: PNG, SVG or PDF",
        {files::required(files::many({"FILE", "", "One file of shapes or more; - means standard input", read_file})),
         files::required(files::text("-o,--output", "OUT", wanted->out, "The picture, which is written"))}};
    add_look_options(draw, wanted->looks, longest_side);
    draw.options.push_back(
        {"--time", "NUMBER", "If a file has times: the last time up to this one; without it, the last", read_time});
    add_input_options(draw, wanted->input);
    add_period_option(draw, wanted->input.wraps);
    add_pool_options(draw, wanted->threads);
    draw.help = help_with_files(draw_answers);
    draw.work = [wanted] { draw_files(*wanted); };
    return draw;
}

} // namespace quadrille::cli
