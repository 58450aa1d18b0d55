// Distinguishes the kinds of files, and calls the reader of each.
// SPDX-License-Identifier: MIT
#include "files/gdal/recognize.hpp"
#include "files/gdal/shown_source.hpp"
#include "files/layer/layer.hpp"
#include "files/layer/readers.hpp"
#include "files/rows/explain.hpp"
#include "files/tables/json_rows.hpp"
#include "files/text/texts.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

namespace quadrille::files {

namespace {

bool begins_with_json_row(text_file& file, const reading& how) {
    for (std::size_t most = text_file::sample_bytes;; most *= 4) {
        const std::string_view line = file.first_line(most);
        if (const json_line found = json_line_of(line, line.size() >= most, how); found != json_line::unknown) {
            return found == json_line::row;
        }
    }
}

file_kind kind_of(text_file& file, const reading& how) {
    const char first = file.first_visible();
    if (first == '{' && begins_with_json_row(file, how)) {
        return file_kind::csv;
    }
    return static_cast<unsigned char>(first) == saved_layer_begins                ? file_kind::index
           : first == '{' || first == '[' || first == text_file::record_separator ? file_kind::geojson
           : first == '<'                                                         ? file_kind::xml
                                                                                  : file_kind::csv;
}

const char* called(file_kind kind) {
    switch (kind) {
    case file_kind::index: return "an index";
    case file_kind::xml: return "XML";
    case file_kind::geojson: return "GeoJSON";
    case file_kind::gdal: return "what GDAL reads";
    case file_kind::csv: return "a table";
    }
    return "";
}

void demand_options(const opened_file& of, const reading& how) {
    if (of.kind != file_kind::csv) {
        const bool has_features = of.kind == file_kind::geojson || of.kind == file_kind::gdal;
        for (const role each : {role::t, role::id}) {
            const std::string option(name_of(each));
            if (has_features && how.column(each) && !how.demands("--" + option)) {
                tell(how, of.name,
                     fmt::format("--{0} is taken for tables alone; --a-{0} and --b-{0} say it of a file of features",
                                 option));
            }
        }
        reading asked = how;
        for (const role each :
             {role::t, role::id}) { // XML has no names for times and ids, but may be read without them
            auto& column = asked.columns[static_cast<std::size_t>(each)];
            column = of.kind == file_kind::xml && column == no_column ? std::nullopt : column;
        }
        demand_no_table_options(asked, of.name, has_features, called(of.kind));
    }
}

} // namespace

opened_file open_file(const std::string& path, const reading& how) {
    if (is_read_by_gdal(path, how)) {
        opened_file found = {path, shown_source(path), file_kind::gdal, std::nullopt};
        demand_options(found, how);
        tell_of_tables_beside(path, how);
        return found;
    }
    const std::string within = path_within_zip(path);
    text_file text(within);
    if (within != path) {
        tell(how, shown_path(path),
             fmt::format("{} is what is read of it", shown_path(within.substr(path.size() + 1))));
    }
    if (how.comes_row_by_row) {
        text.come_as_written();
    }
    return opened(std::move(text), how);
}

opened_file opened(text_file text, const reading& how) {
    const file_kind kind = kind_of(text, how);
    const std::string name = text.name();
    opened_file found = {name, name, kind, std::move(text)};
    demand_options(found, how);
    return found;
}

namespace {

/// Notes a layer that has been read for `--explain`, and returns it.
layer noted(layer&& read, const char* format, explanation::clock::time_point begun) {
    explanation& to = explanation::of_this_run();
    if (to.is_wanted()) {
        const std::string vertices =
            read.drawn.empty() ? "" : fmt::format(", with vertices {}", grouped(read.drawn.count()));
        const std::string times = read.has_times ? fmt::format(", times {}", grouped(read.moments.size())) : "";
        to.note_read(fmt::format("{}: {} of {}: rows {}{}{}", read.name, format, shape_names[read.shapes.index()],
                                 grouped(read.size()), vertices, times),
                     begun);
    }
    return std::move(read);
}

} // namespace

layer read_layer(const std::string& path, const reading& how) {
    const auto begun = explanation::clock::now();
    opened_file from = open_file(path, how);
    const file_kind kind = from.kind;
    if (kind == file_kind::index) {
        layer read = read_saved_layer(from.take_text(), how);
        read.attributes.lack("an index, which has ids alone");
        return noted(std::move(read), called(kind), begun);
    }
    layer_builder built(how.with_vertices);
    const file_report report = read_rows(std::move(from), built, how);
    layer read = std::move(built).finish();
    report.bad.tell(read.name, how);
    read.is_table = kind == file_kind::csv;
    read.crs = report.crs;
    read.skipped = report.skipped;
    read.taken_as_boxes = report.taken_as_boxes;
    read.attributes.take_names(report.attributes);
    read.attributes.lack(report.without_attributes);
    if (read.has_times) {
        read.attributes.erase(report.attribute_of_events);
    }
    return noted(std::move(read), kind == file_kind::gdal ? "read by GDAL" : called(kind), begun);
}

} // namespace quadrille::files
