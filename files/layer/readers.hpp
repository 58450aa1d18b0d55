// The kinds of files that a layer can be read from.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_LAYER_READERS_HPP
#define QUADRILLE_FILES_LAYER_READERS_HPP

#include "files/bytes/text_file.hpp"
#include "files/json/json_reader.hpp"
#include "files/rows/attributes.hpp"
#include "files/rows/bad_rows.hpp"
#include "files/rows/reading.hpp"
#include "files/tables/columns.hpp"
#include "files/text/errors.hpp"
#include "layer.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace quadrille::files {

/// The kind follows from the first visible character and, for text that begins like JSON, from the first line; `gdal`
/// is the kind of files without such text.
enum class file_kind : std::uint8_t { csv, geojson, index, xml, gdal };

/// A file whose kind is known, and to which the options of the user apply.
struct opened_file {
    std::string path;
    std::string name; ///< the name for messages
    file_kind kind;
    std::optional<text_file> text; ///< present for all kinds but `gdal`

    text_file take_text() {
        if (!text) {
            throw failure("what GDAL reads has no text");
        }
        return std::move(*text);
    }
};
/// Throws `bad_input` if the user gives an option that files of this kind do not have.
opened_file open_file(const std::string& path, const reading& how);
/// Does the same with a text in memory. Call it before the first line is taken.
opened_file opened(text_file text, const reading& how);

/// Receives the columns and properties of a file, in addition to the sink of its rows.
class file_watch {
public:
    file_watch() = default;
    file_watch(const file_watch&) = delete;
    file_watch& operator=(const file_watch&) = delete;
    virtual ~file_watch() = default;

    /// Called when the names of a table and its first rows are known.
    virtual void begin_table(const table& rows, const sampled_rows& first) = 0;
    /// Called before the first row of a table. `plan` is how it is read; `taken` says so in words, as `tell` prints it.
    virtual void take_plan(const table& rows, const column_plan& plan, const std::string& taken) = 0;
    /// Called when the fields of the current row have been read. They may be invalid.
    virtual void take_row(const table& rows) = 0;
    /// Called for each property of a feature. Its value may be invalid. `text` is the value if that is a text, number
    /// or boolean.
    virtual void take_property(const std::string& name, json_event value, std::string_view text) = 0;
    /// Called if the features so far were not features.
    virtual void forget() = 0;
};

/// The facts about a file that are known after all its rows have been read.
struct file_report {
    attribute_names attributes;       ///< of the file; only the requested ones
    std::string attribute_of_events;  ///< among them the one that is removed if it has the times of rows
    std::string crs;                  ///< in the form of `crs_called`; empty if the file does not name it
    std::string without_attributes;   ///< such as "GPX", whose files cannot have any; else empty
    std::uint64_t rows = 0;           ///< rows of the file
    std::uint64_t values = 0;         ///< values of GeoJSON: several if it is newline-delimited or a text sequence
    std::uint64_t skipped = 0;        ///< rows whose geometry is empty
    std::uint64_t taken_as_boxes = 0; ///< rows whose geometry is not a point
    std::uint64_t numbered = 0;       ///< features without an id other than their number
    std::vector<std::pair<std::string, std::string>> source; ///< facts from GDAL, such as "driver" and "GPKG"
    std::vector<std::string>
        left_out;      ///< other content of the file: "3 without a position (longitude 181 or latitude 91)"
    std::string dates; ///< an unused column of dates
    bad_rows bad;
    std::optional<std::uint64_t> latin1_from; ///< the first line that is read as Latin-1
};

/// Describes a row that has the id (and the time, if there are times) of an earlier one.
bad_row repeated_row(const std::string& file, const row_place& place, std::string_view id, std::uint64_t earlier_line,
                     bool at_a_time, bool is_passed_over);

/// Reads a file that `write_saved_layer` has written. Places in it are byte offsets from 0.
layer read_saved_layer(text_file file, const reading& how = {});

/// The first byte of such a file; no text begins with it.
inline constexpr unsigned char saved_layer_begins = 0x89;

} // namespace quadrille::files

#endif
