// The kinds of file that a layer can be read from.
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

/// By its first visible character, and of what begins like JSON its first line; `gdal` is of what has no such text.
enum class file_kind : std::uint8_t { csv, geojson, index, xml, gdal };

/// A file whose kind is known, and that has what the user says of it.
struct opened_file {
    std::string path;
    std::string name; ///< as messages call it
    file_kind kind;
    std::optional<text_file> text; ///< of all kinds but `gdal`

    text_file take_text() {
        if (!text) {
            throw failure("what GDAL reads has no text");
        }
        return std::move(*text);
    }
};
/// Throws `bad_input` if the user says something of a file that one of its kind does not have.
opened_file open_file(const std::string& path, const reading& how);
/// The same of a text that is at hand; before its first line is taken.
opened_file opened(text_file text, const reading& how);

// Each throws `bad_input` that says file, line and column (from 1, in characters), what was wanted and what was found.

/// Who looks at columns and properties beside the one who takes the rows.
class file_watch {
public:
    file_watch() = default;
    file_watch(const file_watch&) = delete;
    file_watch& operator=(const file_watch&) = delete;
    virtual ~file_watch() = default;

    /// The names of a table are known, and its first rows.
    virtual void begin_table(const table& rows, const sampled_rows& first) = 0;
    /// Before the first row of a table: how it is read, also as `tell` says it.
    virtual void take_plan(const table& rows, const column_plan& plan, const std::string& taken) = 0;
    /// The present row of a table has its fields. They may be wrong.
    virtual void take_row(const table& rows) = 0;
    /// A property of a feature that comes, which may be wrong yet. The text is that of a text, number or boolean.
    virtual void take_property(const std::string& name, json_event value, std::string_view text) = 0;
    /// The features so far were none after all.
    virtual void forget() = 0;
};

/// What is known of a file when all its rows have been read.
struct file_report {
    attribute_names attributes;       ///< of the file, as far as they are wanted
    std::string attribute_of_events;  ///< the one among them that is none where it has the times of rows
    std::string crs;                  ///< of coordinates, as `crs_called` has it; empty where the file does not say
    std::string without_attributes;   ///< "GPX": files like this one cannot have any
    std::uint64_t rows = 0;           ///< of the file
    std::uint64_t values = 0;         ///< of GeoJSON: several where it is newline-delimited or a text sequence
    std::uint64_t skipped = 0;        ///< rows whose geometry is empty
    std::uint64_t taken_as_boxes = 0; ///< rows whose geometry is no point
    std::uint64_t numbered = 0;       ///< features that have no id but their number
    std::vector<std::pair<std::string, std::string>> source; ///< of GDAL's: "driver", "GPKG"
    std::vector<std::string>
        left_out;      ///< what else the file has: "3 without a position (longitude 181 or latitude 91)"
    std::string dates; ///< a column of these that is not used
    bad_rows bad;
    std::optional<std::uint64_t> latin1_from; ///< the first line that is read as Latin-1
};

/// What is wrong with a row that has the id (and the time, where there are times) of an earlier one.
bad_row repeated_row(const std::string& file, const row_place& place, std::string_view id, std::uint64_t earlier_line,
                     bool at_a_time, bool is_passed_over);

/// What `write_saved_layer` wrote. Places are those of bytes, from 0.
layer read_saved_layer(text_file file, const reading& how = {});

/// The first byte of such a file, which no text begins with.
inline constexpr unsigned char saved_layer_begins = 0x89;

} // namespace quadrille::files

#endif
