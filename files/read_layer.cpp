// Tells kinds of file apart, and reads each by its reader.
// SPDX-License-Identifier: MIT
#include "files/feeds/read_by_gdal.hpp"
#include "files/gdal/recognize.hpp"
#include "files/gdal/shown_source.hpp"
#include "files/layer/layer.hpp"
#include "files/layer/readers.hpp"
#include "files/rows/explain.hpp"
#include "files/tables/json_rows.hpp"
#include "files/text/texts.hpp"

#include <fmt/format.h>

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

} // namespace

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

void demand_options_for(file_kind kind, const reading& how, const std::string& file) {
    if (kind != file_kind::csv) {
        demand_no_table_options(how, file,
                                kind == file_kind::index ? "an index"
                                : kind == file_kind::xml ? "XML"
                                                         : "GeoJSON");
    }
}

namespace {

/// A layer that has been read, which is explained.
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
    if (is_read_by_gdal(path, how)) {
        demand_no_table_options(how, shown_source(path), "what GDAL reads");
        return noted(read_by_gdal(path, how), "read by GDAL", begun);
    }
    text_file file(path);
    const file_kind kind = kind_of(file, how);
    demand_options_for(kind, how, file.name());
    switch (kind) {
    case file_kind::index: {
        layer read = read_saved_layer(std::move(file), how);
        read.attributes.lack("an index, which has ids alone");
        return noted(std::move(read), "an index", begun);
    }
    case file_kind::geojson: return noted(read_geojson(std::move(file), how), "GeoJSON", begun);
    case file_kind::xml: return noted(read_rows(std::move(file), kind, how), "XML", begun);
    case file_kind::csv: break;
    }
    return noted(read_rows(std::move(file), kind, how), "a table", begun);
}

} // namespace quadrille::files
