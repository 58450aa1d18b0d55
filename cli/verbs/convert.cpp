// `quadrille convert`: writes the shapes of a file in another format.
// SPDX-License-Identifier: MIT
#include "cli/answers/carried.hpp"
#include "cli/command/verbs.hpp"
#include "cli/convert/converted.hpp"

#include <memory>

namespace quadrille::cli {

namespace {

constexpr const char* convert_answers =
    R"(Each shape is a row, by ascending time, and in the order of the file where that is equal. It has
its time t, where there are times, as a number of seconds; its id; in csv and jsonl its shape; and
all other columns of the file, or with --with some of them. Points are x,y, circles x,y,r, boxes
x0,y0,x1,y1. Where a file draws lines or polygons each shape is a text wkt, or with --boxes the box
around it. Verbs answer of a table that was written as of its file; but it does not say which
reference system coordinates are in, nor, of an index, after which period its world wraps. Another
column whose name would be taken for ids, shapes or times, such as lon, r or t, has a _ at its end
in csv and jsonl, and in GeoJSON one that is called name and has no ids. GeoJSON has the reference
system; its times are no more than a property, and a circle is a polygon with 64 corners.

Example: printf 'id;lon;lat;kind\na;1,5;2;tree\n' | quadrille convert - --format geojson)";

} // namespace

verb convert_verb() {
    const auto wanted = std::make_shared<convert_options>();
    verb made = {"convert", "Write the shapes of a file in another format", {files::file_at("FILE", wanted->file)}};
    wanted->answer.formats = {"csv", "jsonl", "geojson"}; // no verb reads the arrays of json, which have no names
    add_format_options(made, wanted->answer, "shapes");
    add_with_option(made, wanted->input.how.with);
    add_input_options(made, wanted->input);
    made.help = help_with_answers(convert_answers);
    made.work = [wanted] { convert(*wanted); };
    return made;
}

} // namespace quadrille::cli
