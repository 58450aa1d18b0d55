// The kinds of file that a layer can be read from.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_LAYER_READERS_HPP
#define QUADRILLE_FILES_LAYER_READERS_HPP

#include "files/bytes/text_file.hpp"
#include "files/json/feature_sink.hpp"
#include "files/rows/attributes.hpp"
#include "files/rows/bad_rows.hpp"
#include "files/rows/reading.hpp"
#include "files/tables/columns.hpp"
#include "layer.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::files {

/// By its first visible character, and of what begins like JSON its first line. Only before the first line is taken.
enum class file_kind : std::uint8_t { csv, geojson, index, xml };
file_kind kind_of(text_file& file, const reading& how);
/// Throws `bad_input` if the user says something of a file that one of its kind does not have.
void demand_options_for(file_kind kind, const reading& how, const std::string& file);

// Each throws `bad_input` that says file, line and column (from 1, in characters), what was wanted and what was found.

/// Who looks at a table beside the one who takes its rows.
class table_watch {
public:
    table_watch() = default;
    table_watch(const table_watch&) = delete;
    table_watch& operator=(const table_watch&) = delete;
    virtual ~table_watch() = default;

    /// Before the first row: how it is read, also as `tell` says it.
    virtual void begin(const table& rows, const column_plan& plan, const std::string& taken) = 0;
    /// The present row has its fields. They may be wrong.
    virtual void row(const table& rows) = 0;
};

/// What is known of a table when all its rows have been read.
struct table_report {
    attribute_names attributes;       ///< of the file, as far as they are wanted
    std::string attribute_of_events;  ///< the one among them that is none where it has the times of rows
    std::string crs;                  ///< of coordinates, as `crs_called` has it; empty where the file does not say
    std::string without_attributes;   ///< "GPX": files like this one cannot have any
    std::uint64_t rows = 0;           ///< of the file
    std::uint64_t skipped = 0;        ///< rows whose geometry is empty
    std::uint64_t taken_as_boxes = 0; ///< rows whose geometry is no point
    std::vector<std::string>
        left_out; ///< what else the file has: "3 without a position (longitude 181 or latitude 91)"
    bad_rows bad;
    std::optional<std::uint64_t> latin1_from; ///< the first line that is read as Latin-1
};

/// A table or XML; `read_rows` of row_sink.hpp does the same row by row.
layer read_rows(text_file file, file_kind kind, const reading& how);

/// What is wrong with a row that has the id (and the time, where there are times) of an earlier one.
bad_row repeated_row(const std::string& file, const row_place& place, std::string_view id, std::uint64_t earlier_line,
                     bool at_a_time, bool is_passed_over);

/// What is known of GeoJSON when all of it has been read.
struct geojson_report {
    std::string crs;          ///< of its coordinates, as `crs_called` has it
    std::uint64_t values = 0; ///< of the file: several where it is newline-delimited or a text sequence
    bad_rows bad;
    attribute_names attributes; ///< of the file, as far as they are wanted
};

/// GeoJSON (RFC 7946), also newline-delimited and as text sequences (RFC 8142): a layer of points if all geometries are of type Point, else
/// of their bounds.
layer read_geojson(text_file file, const reading& how);
/// The same, feature by feature.
geojson_report read_geojson(text_file file, feature_sink& into, const reading& how);

/// What `write_saved_layer` wrote. Places are those of bytes, from 0.
layer read_saved_layer(text_file file, const reading& how = {});

/// The first byte of such a file, which no text begins with.
inline constexpr unsigned char saved_layer_begins = 0x89;

} // namespace quadrille::files

#endif
