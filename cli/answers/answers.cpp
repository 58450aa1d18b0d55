// Knows the formats of answers by their names and by the endings of file names.
// SPDX-License-Identifier: MIT
#include "answers.hpp"

#include "files/rows/explain.hpp"
#include "files/text/errors.hpp"
#include "files/text/suggest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace quadrille::cli {

namespace {

struct known_format {
    std::string_view ending; ///< the ending of file names
    std::string_view word;
    answer_format is;
    std::string_view driver = {}; ///< the GDAL driver that makes the file of the rows in format `is`
};
constexpr std::array<known_format, 8> known_formats = {{{".csv", "csv", answer_format::csv},
                                                        {".json", "json", answer_format::json},
                                                        {".jsonl", "jsonl", answer_format::jsonl},
                                                        {".ndjson", "jsonl", answer_format::jsonl},
                                                        {".geojson", "geojson", answer_format::geojson},
                                                        {".gpkg", "geojson", answer_format::geojson, "GPKG"},
                                                        {".fgb", "geojson", answer_format::geojson, "FlatGeobuf"},
                                                        {".parquet", "geojson", answer_format::geojson, "Parquet"}}};

constexpr const char* about_rows =
    R"(--with name,pop adds columns of the file to each row; --with all adds all that are no id, time
or shape. Properties of GeoJSON, attributes of SUMO and fields of GDAL's layers are columns, too.
In rows about two shapes their names begin with a_ and b_, and of two files either may have a
column. In rows about one shape a name that the row has already gets a _ at its end: id_. Names
with commas are quoted: --with '"a,b",c'. Values are as in the file. In JSON those of JSON and
GDAL keep their types, and those of other tables are numbers where they read wholly as numbers of JSON,
else texts. A missing value, or an empty field of a table, is empty in csv and null in json.
Indexes, GPX and shapes of GTFS have no columns, and --memory leaves none.

--format jsonl prints an object per row, whose keys are the columns. --format geojson prints a
FeatureCollection: rows are features, and columns are their properties. A row about one shape has
it as it was drawn; of a circle a polygon with 64 corners. A row about two has the line between the
middles of the boxes around them, or with --geometry a or b one of the two. In a world that wraps,
and on the globe, the line goes the shorter way, and may leave the world.

-o FILE writes rows to a file, in the format that its name ends in: .csv, .json, .jsonl (or
.ndjson), .geojson; or as GDAL makes it of the latter, where its module is installed: .gpkg, .fgb,
.parquet. A name with another ending needs --format; - is standard output. A file is written under
another name in the same folder, and renamed at the end.)";

std::string ending_of(const std::string& path) {
    std::string ending = std::filesystem::path(path).extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char byte) { return static_cast<char>(std::tolower(byte)); });
    return ending;
}

const known_format* format_of_file(const std::string& path) {
    const std::string ending = ending_of(path);
    const auto* const found = std::find_if(known_formats.begin(), known_formats.end(),
                                           [&](const known_format& each) { return each.ending == ending; });
    return found == known_formats.end() ? nullptr : found;
}

bool is_standard_output(std::string_view path) { return path == "-" || path == "/dev/stdout"; }

/// Returns the endings of files in these formats.
std::vector<std::string> endings_of(const std::vector<std::string>& formats) {
    std::vector<std::string> endings;
    for (const known_format& each : known_formats) {
        if (std::find(formats.begin(), formats.end(), each.word) != formats.end()) {
            endings.emplace_back(each.ending);
        }
    }
    return endings;
}

/// Returns "a, b or c".
std::string alternatives(const std::vector<std::string>& words) {
    return fmt::format("{} or {}", fmt::join(words.begin(), words.end() - 1, ", "), words.back());
}

[[noreturn]] void reject_ending(const std::string& path, const std::vector<std::string>& endings) {
    throw files::bad_input(fmt::format("--output: wanted a name that ends in one of {}, or --format; found {}{}",
                                       fmt::join(endings, ", "), files::shown(path),
                                       files::suggestion(ending_of(path), endings)));
}

} // namespace

answer_format answer_options::format() const {
    if (const known_format* const of_file = format_of_file(path)) {
        return of_file->is;
    }
    return std::find_if(known_formats.begin(), known_formats.end(),
                        [&](const known_format& each) { return each.word == format_word; })
        ->is;
}

std::string answer_options::driver() const {
    const known_format* const of_file = format_of_file(path);
    return of_file == nullptr ? std::string() : std::string(of_file->driver);
}

void add_answer_options(verb& to, answer_options& wanted, const std::string& what) {
    to.options.push_back(files::flag("--count", wanted.count, "Print only the number of " + what));
    add_format_options(to, wanted, what);
    files::explanation::add_option(to.options);
}

void add_format_options(verb& to, answer_options& wanted, const std::string& what) {
    to.options.push_back(
        files::noted(files::one_of(wanted.formats, "--format", wanted.format_word,
                                   fmt::format("How {} are written: {}", what, alternatives(wanted.formats))),
                     wanted.given));
    to.options.push_back({"-o,--output", "FILE",
                          fmt::format("Write them to a file: {}", alternatives(endings_of(wanted.formats))),
                          [&wanted](const std::string& path) { wanted.path = is_standard_output(path) ? "" : path; }});
}

void add_geometry_option(verb& to, answer_options& wanted) {
    to.options.push_back(files::noted(
        files::one_of({"a", "b", "line"}, "--geometry", wanted.geometry,
                      "With geojson: the shape of a row, that of a or of b, or the line between their middles"),
        wanted.given));
}

void demand_answerable(const answer_options& wanted, const std::vector<std::string>& files) {
    const auto is_given = [&](const char* name) {
        return std::find(wanted.given.begin(), wanted.given.end(), name) != wanted.given.end();
    };
    const known_format* const of_file = format_of_file(wanted.path);
    const bool has_file = !wanted.path.empty();
    const auto is_possible = [&](std::string_view word) {
        return std::find(wanted.formats.begin(), wanted.formats.end(), word) != wanted.formats.end();
    };
    if (has_file && (of_file == nullptr ? !is_given("--format") : !is_possible(of_file->word))) {
        reject_ending(wanted.path, endings_of(wanted.formats));
    }
    if (of_file != nullptr && is_given("--format") && of_file->word != wanted.format_word) {
        throw files::bad_input(fmt::format("--output: wanted a name whose ending is that of --format {}, found {}",
                                           wanted.format_word, files::shown(wanted.path)));
    }
    if (wanted.count && (has_file || wanted.has_geometry())) {
        throw files::bad_input(fmt::format("wanted one of --count and {}, found both: a number is no row",
                                           has_file ? "--output" : "--format geojson"));
    }
    if (is_given("--geometry") && !wanted.has_geometry()) {
        throw files::bad_input("--geometry: wanted with --format geojson, found without it");
    }
    for (const std::string& file : files) {
        std::error_code is_none; // on an error the files are not the same
        if (has_file && file != "-" && std::filesystem::equivalent(file, wanted.path, is_none)) {
            throw files::bad_input(
                fmt::format("{}: wanted another file than one that is read", files::shown_path(wanted.path)));
        }
    }
}

std::string help_with_answers(const char* answers) {
    return help_with_files(fmt::format("{}\n\n{}", about_rows, answers).c_str());
}

} // namespace quadrille::cli
