// Identifies formats by their first bytes, and XML by its root element.
// SPDX-License-Identifier: MIT
#include "recognize.hpp"

#include "files/bytes/zip_archive.hpp"
#include "files/text/errors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <vector>

namespace quadrille::files {

namespace {

using namespace std::string_view_literals;

/// The bytes of a format at an offset.
struct signature {
    std::string_view bytes;
    std::size_t at = 0;
};
constexpr std::array<signature, 9> signatures = {{
    {"SQLite format 3\0"sv}, // GeoPackage, SpatiaLite
    {"\0\0\x27\x0A"sv},      // Shapefile, its index
    {"fgb\x03"
     "fgb"sv},        // FlatGeobuf
    {"PK\x03\x04"sv}, // KMZ, a Shapefile in an archive
    {"PAR1"sv},       // Parquet
    {"ARROW1"sv},
    {"OSMHeader"sv, 6}, // PBF of OpenStreetMap
    {"!table"sv},       // MapInfo
    {"%PDF-"sv},
}};

/// Roots of the XML formats that this library reads itself.
constexpr std::array<std::string_view, 2> own_roots = {"fcd-export", "gpx"};

/// Name endings of GDAL's text formats whose files may begin like a table.
constexpr std::array<std::string_view, 3> endings = {".mif", ".dxf", ".gmt"};

constexpr std::size_t bytes_looked_at = 4096;

/// Returns the beginning of a file that can be read twice; an empty text for others, such as pipes.
std::string beginning_of(const std::string& path) {
    std::error_code is_none;
    if (path == "-" || !std::filesystem::is_regular_file(path, is_none)) {
        return {};
    }
    std::string text(bytes_looked_at, '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
    return text;
}

/// Returns the name of the root element. Skips comments, instructions and the document type before it.
std::string_view root_in(std::string_view text) {
    constexpr std::array<std::array<std::string_view, 2>, 3> before = {{{"<!--", "-->"}, {"<?", "?>"}, {"<!", ">"}}};
    for (;;) {
        text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
        const auto* const passed =
            std::find_if(before.begin(), before.end(), [&](const auto& each) { return text.starts_with(each[0]); });
        if (passed == before.end()) {
            break;
        }
        const std::size_t end = text.find((*passed)[1]);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + (*passed)[1].size());
    }
    const std::string_view name =
        text.starts_with('<') ? text.substr(1, text.find_first_of(" \t\r\n/>", 1) - 1) : std::string_view();
    return name.substr(name.find(':') + 1); // without the namespace prefix
}

bool begins_as_xml(std::string_view text) {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    text.remove_prefix(text.starts_with(mark) ? mark.size() : 0);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && text[first] == '<' &&
           std::find(own_roots.begin(), own_roots.end(), root_in(text.substr(first))) == own_roots.end();
}

/// XML that no reader here reads: the root element in lower case, and a description.
constexpr std::array<std::array<std::string_view, 2>, 2> unread_roots = {
    {{"html", "a page of HTML"},
     {"trainingcenterdatabase", "TCX, the training data of Garmin, which is not read: GPX is"}}};

void demand_no_unread_root(const std::string& path) {
    std::string root(root_in(beginning_of(path)));
    std::transform(root.begin(), root.end(), root.begin(),
                   [](unsigned char byte) { return static_cast<char>(std::tolower(byte)); });
    const auto* const unread =
        std::find_if(unread_roots.begin(), unread_roots.end(), [&](const auto& each) { return each[0] == root; });
    if (unread != unread_roots.end()) {
        throw bad_input(fmt::format("{}: wanted a file of shapes, found {}", shown_path(path), (*unread)[1]));
    }
}

/// Whether this is a name such as PG:dbname=places or /vsizip/places.zip, and not a path with a drive letter.
bool is_name_of_gdal(std::string_view path) {
    const auto* const end = std::find_if_not(path.begin(), path.end(), [](char each) {
        return std::isalnum(static_cast<unsigned char>(each)) != 0 || each == '_';
    });
    return path.starts_with("/vsi") || (end - path.begin() >= 2 && end != path.end() && *end == ':');
}

/// Whether this is a folder with Shapefiles, or a geodatabase.
bool is_folder_of_gdal(const std::filesystem::path& path) {
    std::error_code is_none;
    const std::filesystem::directory_iterator files(path, is_none);
    return path.extension() == ".gdb" ||
           std::any_of(begin(files), end(files), [](const auto& each) { return each.path().extension() == ".shp"; });
}

/// Whether this is TopoJSON; only its type distinguishes it from GeoJSON.
bool begins_as_topology(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    constexpr std::string_view name = "\"type\"";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos || text[first] != '{') {
        return false;
    }
    for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
        std::string_view value = text.substr(at + name.size());
        for (const char mark : {':', '"'}) {
            value.remove_prefix(std::min(value.find_first_not_of(blanks), value.size()));
            value.remove_prefix(value.starts_with(mark) ? 1 : 0);
        }
        if (value.starts_with("Topology\"")) {
            return true;
        }
    }
    return false;
}

bool is_of_gdal(const std::string& path) {
    std::error_code is_none;
    if (path == "-" || path.empty()) {
        return false;
    }
    if (!std::filesystem::exists(path, is_none)) {
        return is_name_of_gdal(path);
    }
    const std::string text = beginning_of(path);
    if (std::filesystem::is_directory(path, is_none)) {
        return is_folder_of_gdal(path);
    }
    const bool is_named_so =
        std::any_of(endings.begin(), endings.end(), [&](std::string_view each) { return path.ends_with(each); });
    return is_named_so || begins_as_xml(text) || begins_as_topology(text) ||
           std::any_of(signatures.begin(), signatures.end(), [&](const signature& each) {
               return text.size() > each.at && std::string_view(text).substr(each.at).starts_with(each.bytes);
           });
}

/// The kind of a file in an archive, by its name; `none` if the file does not matter.
enum class kind_in_zip : std::uint8_t { none, own, of_gdal };
kind_in_zip kind_in_zip_of(const std::string& name) {
    constexpr std::array<std::string_view, 9> own = {".csv", ".tsv",      ".txt",    ".json", ".geojson",
                                                     ".gpx", ".geojsonl", ".ndjson", ".jsonl"};
    constexpr std::array<std::string_view, 16> of_gdal = {".shp", ".kml",      ".gpkg", ".fgb",   ".gml", ".tab",
                                                          ".mif", ".gdbtable", ".pbf",  ".osm",   ".xml", ".parquet",
                                                          ".dbf", ".xlsx",     ".ods",  ".sqlite"};
    const std::filesystem::path path(name);
    std::string ending = path.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char byte) { return static_cast<char>(std::tolower(byte)); });
    const auto is_in = [&](const auto& list) { return std::find(list.begin(), list.end(), ending) != list.end(); };
    std::string file = path.filename().string();
    std::transform(file.begin(), file.end(), file.begin(),
                   [](unsigned char byte) { return static_cast<char>(std::tolower(byte)); });
    const bool is_hidden = name.starts_with("__MACOSX/") || file.starts_with('.') || file.starts_with("readme") ||
                           file.starts_with("license");
    return is_hidden        ? kind_in_zip::none
           : is_in(own)     ? kind_in_zip::own
           : is_in(of_gdal) ? kind_in_zip::of_gdal
                            : kind_in_zip::none;
}

[[noreturn]] void reject_option(const std::string& path, const std::string& option) {
    throw bad_input(
        fmt::format("{}: wanted a file that GDAL reads, as {} is given, found one that quadrille reads itself; "
                    "with --driver GDAL reads it",
                    path == "-" ? "(standard input)" : shown_path(path), option));
}

} // namespace

namespace {

/// The files of a zip archive that can be read.
struct zip_content {
    std::vector<std::string> own; ///< of formats that this library reads
    std::vector<std::string> of_gdal;
    std::vector<std::string> others;
};

/// Returns empty lists if the file is not a zip archive.
zip_content content_of(const std::string& path) {
    zip_content found;
    std::error_code is_none;
    if (path == "-" || !std::filesystem::is_regular_file(path, is_none) ||
        !beginning_of(path).starts_with("PK\x03\x04")) {
        return found;
    }
    for (const zip_entry& each : entries_of_zip(path)) {
        switch (kind_in_zip_of(each.name)) {
        case kind_in_zip::own: found.own.push_back(each.name); break;
        case kind_in_zip::of_gdal: found.of_gdal.push_back(each.name); break;
        case kind_in_zip::none:
            if (!each.name.ends_with('/')) {
                found.others.push_back(each.name);
            }
        }
    }
    return found;
}

} // namespace

std::string path_within_zip(const std::string& path) {
    auto [own, of_gdal, others] = content_of(path);
    if (!of_gdal.empty()) {
        return path;
    }
    const auto is_file = [](const std::string& name, std::string_view wanted) {
        return std::filesystem::path(name).filename() == wanted;
    };
    const bool is_timetable =
        std::any_of(own.begin(), own.end(), [&](const std::string& name) { return is_file(name, "stops.txt"); });
    if (is_timetable) { // the other files have no positions
        std::erase_if(
            own, [&](const std::string& name) { return !is_file(name, "stops.txt") && !is_file(name, "shapes.txt"); });
    }
    if (own.size() > 1) {
        constexpr std::size_t most = 10;
        const std::size_t count = own.size();
        own.resize(std::min(count, most));
        throw bad_input(fmt::format("{0}: wanted one file of shapes, found {1} with {2}{3}; {0}/{4} names one of them",
                                    shown_path(path), is_timetable ? "a zip of GTFS" : "a zip", fmt::join(own, " and "),
                                    count > most ? " and more" : "", own.front()));
    }
    own = own.empty() && others.size() == 1 ? others : own;
    return own.empty() ? path : path + "/" + own.front();
}

void tell_of_tables_beside(const std::string& path, const reading& how) {
    const zip_content found = content_of(path);
    const auto table = std::find_if(found.own.begin(), found.own.end(), [](const std::string& name) {
        return !name.ends_with(".txt"); // text files explain the archive
    });
    if (!found.of_gdal.empty() && table != found.own.end()) {
        tell(how, shown_path(path),
             fmt::format("{} is what is read of it; {}/{} names what is beside", shown_path(found.of_gdal.front()),
                         shown_path(path), *table));
    }
}

bool is_read_by_gdal(const std::string& path, const reading& how) {
    if (how.of_gdal.driver) {
        return true;
    }
    demand_no_unread_root(path);
    if (path_within_zip(path) == path && is_of_gdal(path)) {
        return true;
    }
    if (const auto option = how.of_gdal.option(); option && how.demands(*option)) {
        reject_option(path, *option);
    }
    return false;
}

void demand_one_read_by_gdal(const std::vector<std::string>& paths, const reading& how) {
    const auto option = how.of_gdal.option();
    if (option &&
        std::none_of(paths.begin(), paths.end(), [&](const auto& each) { return is_read_by_gdal(each, how); })) {
        reject_option(paths.front(), *option);
    }
}

} // namespace quadrille::files
