// Reads the directory of a zip archive, and finds a file in it.
// SPDX-License-Identifier: MIT
#include "zip_archive.hpp"

#include "files/text/errors.hpp"
#include "files/text/suggest.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <string_view>
#include <system_error>

namespace quadrille::files {

namespace {

/// Reads a little-endian number of `bytes` bytes; 0 beyond the end of the text.
std::uint32_t number_at(std::string_view text, std::size_t at, std::size_t bytes) {
    std::uint32_t number = 0;
    for (std::size_t which = 0; which < bytes && at + which < text.size(); ++which) {
        number |= std::uint32_t{static_cast<unsigned char>(text[at + which])} << (8 * which);
    }
    return number;
}

std::string bytes_of(std::ifstream& file, std::uint64_t from, std::size_t most) {
    std::string text(most, '\0');
    file.clear();
    file.seekg(static_cast<std::streamoff>(from));
    file.read(text.data(), static_cast<std::streamsize>(most));
    text.resize(static_cast<std::size_t>(file.gcount()));
    return text;
}

constexpr std::uint32_t stored = 0;
constexpr std::uint32_t deflated = 8;

} // namespace

std::vector<zip_entry> entries_of_zip(const std::string& path) {
    constexpr std::size_t most_at_end = 22 + 65'535; // the end record with its comment
    constexpr std::size_t most_of_directory = std::size_t{1} << 26U;
    constexpr std::size_t head = 46; // bytes of an entry before its name
    std::vector<zip_entry> entries;
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    const auto size = static_cast<std::uint64_t>(std::max<std::streamoff>(file.tellg(), 0));
    const std::string end = bytes_of(file, size - std::min<std::uint64_t>(size, most_at_end), most_at_end);
    const std::size_t last = end.rfind("PK\x05\x06");
    if (last == std::string::npos) {
        return entries;
    }
    const std::size_t length = std::min<std::size_t>({number_at(end, last + 12, 4), most_of_directory, size});
    const std::string directory = bytes_of(file, number_at(end, last + 16, 4), length);
    for (std::size_t at = 0;
         std::string_view(directory).substr(std::min(at, directory.size())).starts_with("PK\x01\x02");) {
        const std::size_t of_name = number_at(directory, at + 28, 2);
        entries.push_back({directory.substr(std::min(at + head, directory.size()), of_name),
                           number_at(directory, at + 42, 4), number_at(directory, at + 20, 4),
                           number_at(directory, at + 24, 4), number_at(directory, at + 16, 4),
                           number_at(directory, at + 10, 2), (number_at(directory, at + 8, 2) & 1U) != 0});
        at += head + of_name + number_at(directory, at + 30, 2) + number_at(directory, at + 32, 2);
    }
    return entries;
}

std::optional<zip_member> zip_member_at(const std::string& path) {
    std::error_code is_none;
    std::size_t slash = path.find('/', 1);
    while (slash != std::string::npos && !std::filesystem::is_regular_file(path.substr(0, slash), is_none)) {
        slash = path.find('/', slash + 1);
    }
    if (slash == std::string::npos) {
        return std::nullopt;
    }
    zip_member one = {path.substr(0, slash), {}, 0};
    const std::string name = path.substr(slash + 1);
    std::vector<std::string> names;
    std::size_t found = 0;
    for (const zip_entry& each : entries_of_zip(one.archive)) {
        names.push_back(each.name);
        found += each.name == name ? 1U : 0U;
        one.entry = each.name == name ? each : one.entry;
    }
    if (names.empty()) {
        return std::nullopt; // not an archive: the file does not exist
    }
    const std::string shown_archive = shown_path(one.archive);
    if (found != 1) {
        throw bad_input(fmt::format("{}: wanted one of its {} files, found {} {}{}", shown_archive, names.size(),
                                    found == 0 ? "no" : "several of the name", shown(name),
                                    found == 0 ? suggestion(name, names) : ""));
    }
    constexpr std::uint64_t in_64_bits = 0xFFFFFFFFU;
    const bool is_read = !one.entry.is_encrypted && (one.entry.method == stored || one.entry.method == deflated) &&
                         one.entry.packed_bytes < in_64_bits && one.entry.header_at < in_64_bits;
    if (!is_read) {
        throw bad_input(
            fmt::format("{}: wanted a file that is deflated, not encrypted, and below 4 GiB, found another; "
                        "unpacked by another program it can be read",
                        shown_path(path)));
    }
    std::ifstream file(one.archive, std::ios::binary);
    constexpr std::size_t head = 30;
    const std::string header = bytes_of(file, one.entry.header_at, head);
    if (!header.starts_with("PK\x03\x04") || header.size() < head) {
        throw bad_input(
            fmt::format("{}: wanted a whole archive, found damage near byte {}", shown_archive, one.entry.header_at));
    }
    one.begins_at = one.entry.header_at + head + number_at(header, 26, 2) + number_at(header, 28, 2);
    return one;
}

} // namespace quadrille::files
